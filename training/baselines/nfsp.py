"""Neural fictitious self-play (Heinrich and Silver 2016, arXiv 1603.01121).

Every role has two nets: of action values, learnt by DQN from all its games, and of its average policy, which copies
what it did in games in which it played best responses. Before a game a side decides by the anticipatory parameter which
of them it plays. The average policy is the result. The settings are those of the article for Leduc poker. Here many
games are played side by side, and learning follows each block of them, with the same number of steps per decision.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch as th
from torch import nn

from throwdown.agents import Agent, Net, Policy, View
from throwdown.agents.carry import layout_of
from throwdown.agents.net import Nets, sample
from throwdown.envs.core.kit import Ints, InvalidConfig, Setup, Singles
from throwdown.envs.tables.drive import Seated
from throwdown.training.config import TrainConfig
from throwdown.training.nets import ILLEGAL, frozen, linear_layers, scale_of
from throwdown.training.opponents import EXPLOITER, HUNTER, LATEST, Assignment, Blocks, OpponentMix, Pool
from throwdown.training.run import Run
from throwdown.training.selfplay import Rollout, SelfPlay, join


@dataclass(frozen=True)
class Settings:
    """The settings of NFSP; the defaults are the article's for Leduc poker.

    Attributes:
        anticipatory: the probability of playing a best response in a game.
        memory: decisions in the circular memory of DQN.
        reservoir: decisions in the reservoir of the average policy.
        batch: decisions in a minibatch.
        updates: steps of either net for every ``batch`` decisions of the role.
        target_every: steps between two copies of the action values into their targets.
        value_rate: learning rate of the action values.
        policy_rate: learning rate of the average policy.
        optimizer: of both: ``sgd`` or ``adam``.
        epsilon: probability of a random action in a best response, at first; it falls with the root of the turns.
    """

    anticipatory: float = 0.1
    memory: int = 200_000
    reservoir: int = 2_000_000
    batch: int = 128
    updates: int = 2
    target_every: int = 300
    value_rate: float = 0.1
    policy_rate: float = 0.005
    optimizer: str = "sgd"
    epsilon: float = 0.06


CONFIG: dict[str, Any] = {"preset": "none", "rows": 128, "hidden": [64], "critic": "own"}
"""The settings of the run: 64 units, as in the article."""


Columns = Mapping[str, np.ndarray]
"""Columns of rows by name."""


class Replay:
    """Rows of some columns, of limited number: the last ones, or a uniform sample of all (a reservoir).

    Args:
        size: the number of rows.
        columns: an example of a row, by name. Replay is used only as rows are filled.
        rng: chooses the rows of a reservoir; None: the last rows are kept.
    """

    def __init__(self, size: int, columns: Columns, rng: np.random.Generator | None = None) -> None:
        self.size, self.rng, self.met = size, rng, 0
        self.columns = {name: np.empty((size, *x.shape), x.dtype) for name, x in columns.items()}

    def __len__(self) -> int:
        return min(self.met, self.size)

    def add(self, rows: Columns) -> None:
        """Add rows in their order."""
        n = len(next(iter(rows.values())))
        number = np.arange(self.met, self.met + n)
        self.met += n
        place = number % self.size
        if self.rng is not None:  # row t stays with probability size / (t + 1), in a random place
            place = np.where(number < self.size, number, self.rng.integers(0, number + 1))
        kept = np.flatnonzero(place < self.size)
        for name, column in self.columns.items():
            column[place[kept]] = rows[name][kept]

    def draw(self, n: int, rng: np.random.Generator) -> dict[str, th.Tensor]:
        """Return n random rows."""
        at = rng.integers(0, len(self), n)
        return {name: th.from_numpy(column[at]) for name, column in self.columns.items()}


class Mlp(nn.Module):
    """A net over scaled observations, with an output per action."""

    scale: th.Tensor

    def __init__(self, setup: Setup, config: TrainConfig) -> None:
        super().__init__()
        sizes = [setup.width, *config.hidden, setup.game.actions.n]
        layers = [part for a, b in pairwise(sizes) for part in (nn.Linear(a, b), nn.ReLU())]
        self.layers = nn.Sequential(*layers[:-1])
        self.register_buffer("scale", th.from_numpy(scale_of(setup, config.inputs)))

    def forward(self, observations: th.Tensor, masks: th.Tensor) -> th.Tensor:
        """Return the outputs, and `ILLEGAL` at illegal actions: float32 (n, actions)."""
        found: th.Tensor = self.layers(observations * self.scale)
        return found.masked_fill(masks == 0, ILLEGAL)

    def net(self) -> Net:
        """Return a copy that plays without torch."""
        return frozen(linear_layers(self.layers), "relu", self.scale)


class Greedy(Agent):
    """Takes the action of the largest value, or with a small probability a random one."""

    name = "best response"

    def __init__(self, nets: Nets, epsilon: float) -> None:
        self.nets, self.epsilon = nets, epsilon

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game."""
        n = len(view)
        which = np.full(n, HUNTER)
        best = sample(self.nets, which, view.observations, view.masks, rng.random(n), 0.0)
        other = (rng.random(view.masks.shape) * view.masks).argmax(axis=1)
        return np.where(rng.random(n) < self.epsilon, other, best)


class Anticipatory(OpponentMix):
    """Lets every side play its average policy or its best response."""

    share = 0.0
    epsilon = 0.0

    def draw(self, n: int, rng: np.random.Generator) -> Assignment:
        """Assign nets to ``n`` games; the learner is the net that plays."""
        is_best = rng.random((len(self.pool_of), n)) < self.share
        place = np.where(is_best, HUNTER, LATEST)
        return Assignment(np.where(is_best, EXPLOITER, LATEST), place, place)

    def seat(self, assignment: Assignment, blocks: Blocks, log_probs: Singles) -> tuple[list[Seated], Ints]:
        """Return the players as `OpponentMix.seat` does, with best responses in place of sampled ones."""
        players, who = super().seat(assignment, blocks, log_probs)
        for part in self.parts:
            nets = self.pools[part.role].nets
            assert nets is not None
            rows = np.flatnonzero(assignment.kind[part.side] == EXPLOITER)
            who[rows[:, None], part.seats] = len(players)
            players.append(Seated(Greedy(nets, self.epsilon), blocks.rngs[0]))
        return players, who


def transitions(rollout: Rollout) -> Columns:
    """Return a rollout as steps of Q-learning: the next decision is that of the same role in the same game."""
    following = np.minimum(np.arange(len(rollout)) + 1, len(rollout) - 1)
    return {
        "observations": rollout.observations,
        "actions": rollout.actions,
        "rewards": np.where(rollout.last, rollout.returns, 0.0).astype(np.float32),
        "last": rollout.last,
        "next": rollout.observations[following],
        "next_masks": rollout.masks[following],
    }


class Pupil:
    """A role's nets and memories."""

    def __init__(self, setup: Setup, config: TrainConfig, settings: Settings, key: list[int]) -> None:
        self.settings, self.steps, self.decisions, self.done = settings, 0, 0, 0
        self.rng = np.random.default_rng(key)
        with th.random.fork_rng(devices=[]):
            th.manual_seed(int(self.rng.integers(1 << 62)))
            self.values, self.target, self.average = (Mlp(setup, config) for _ in range(3))
        self.target.load_state_dict(self.values.state_dict())
        kind = {"sgd": th.optim.SGD, "adam": th.optim.Adam}[settings.optimizer]
        self.optimizers = [
            kind(net.parameters(), lr=rate)
            for net, rate in ((self.values, settings.value_rate), (self.average, settings.policy_rate))
        ]
        seen, mask = np.zeros(setup.width, np.int8), np.zeros(setup.game.actions.n, np.int8)
        action, real, flag = np.zeros((), np.int64), np.zeros((), np.float32), np.zeros((), np.bool_)
        both: Columns = {"observations": seen, "actions": action}
        steps: Columns = {"rewards": real, "last": flag, "next": seen, "next_masks": mask}
        self.memory = Replay(settings.memory, {**both, **steps})
        self.reservoir = Replay(settings.reservoir, {**both, "masks": mask}, self.rng)

    def learn(self, mean: Rollout, best: Rollout) -> dict[str, float]:
        """Learn from games of the average policy and of best responses; return the mean losses."""
        s = self.settings
        for rollout in (mean, best):
            if len(rollout):
                self.memory.add(transitions(rollout))
        if len(best):
            rows: Columns = {"observations": best.observations, "masks": best.masks, "actions": best.actions}
            self.reservoir.add(rows)
        self.decisions += len(mean) + len(best)
        due = s.updates * (self.decisions // s.batch) - self.done
        self.done += due
        if due == 0 or min(len(self.memory), len(self.reservoir)) < s.batch:
            return {}
        losses = np.zeros(2)
        for _ in range(due):
            found = self.value_loss(), self.policy_loss()
            for optimizer, loss in zip(self.optimizers, found):
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                optimizer.step()
            losses += [float(x.detach()) for x in found]
            self.steps += 1
            if self.steps % s.target_every == 0:
                self.target.load_state_dict(self.values.state_dict())
        return dict(zip(("value_loss", "policy_loss"), (losses / due).tolist()))

    def value_loss(self) -> th.Tensor:
        """Return the squared error of the action values against one step ahead, in a minibatch."""
        x = self.memory.draw(self.settings.batch, self.rng)
        with th.no_grad():
            ahead = self.target(x["next"], x["next_masks"]).max(dim=1).values
            wanted = th.where(x["last"], x["rewards"], ahead)
        every = th.ones(1, dtype=th.int8)
        found = self.values(x["observations"], every).gather(1, x["actions"][:, None]).squeeze(1)
        return nn.functional.mse_loss(found, wanted)

    def policy_loss(self) -> th.Tensor:
        """Return minus the mean log-probability of the best responses' actions, in a minibatch."""
        x = self.reservoir.draw(self.settings.batch, self.rng)
        found = self.average(x["observations"], x["masks"])
        return nn.functional.cross_entropy(found, x["actions"])


class Nfsp(Run):
    """A run of NFSP; all roles learn. It cannot be resumed in the middle: its memories are too large to save."""

    def __init__(
        self,
        config: TrainConfig,
        is_new: bool = True,
        clock: Callable[[], float] = time.perf_counter,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(config, is_new, clock)
        c = self.config
        self.settings = settings or Settings()
        self.pupils = {
            role: Pupil(self.setup, c, self.settings, [c.seed, k, 9]) for k, role in enumerate(self.roles)
        }
        self.pools = {role: Pool(1, np.random.default_rng([c.seed, 3])) for role in self.roles}
        self.opponents = Anticipatory(self.setup, c, self.pools, self.rivals)
        self.opponents.share = self.settings.anticipatory
        self.games = SelfPlay(self.setup, self.opponents, False)
        self._exchange()
        self.games.play(2, [c.seed])  # compiles before the clock starts

    @property
    def decisions(self) -> int:
        """The number of decisions learnt from, of all roles."""
        return sum(pupil.decisions for pupil in self.pupils.values())

    def _exchange(self) -> None:
        for role, pupil in self.pupils.items():
            self.pools[role].update(pupil.average.net(), LATEST)
            self.pools[role].update(pupil.values.net(), HUNTER)

    def advance(self) -> dict[str, Any]:
        """Play a block of games and learn from it; return the losses by role."""
        self.opponents.epsilon = self.settings.epsilon / (self.turn + 1) ** 0.5
        taken, _ = self.games.play(self.config.rows, [self.config.seed, self.turn, 5])
        entry: dict[str, Any] = {}
        for role, pupil in self.pupils.items():
            own = [k for k, part in enumerate(self.opponents.parts) if part.role == role]
            mean, best = (
                join([taken.get((k, learner), self.games.nothing) for k in own])
                for learner in (LATEST, HUNTER)
            )
            entry[role] = {f"train/{name}": x for name, x in pupil.learn(mean, best).items()}
        self.turn += 1
        self._exchange()
        return entry

    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return the average policy of a role."""
        net, setup = self.pupils[role].average.net(), self.setup
        info = info | {"nfsp": asdict(self.settings)}
        return Policy(setup.game.id, role, net, None, setup.scenario, info, layout_of(setup))

    def restore(self, state: Mapping[str, Any]) -> None:
        """Refuse: see the class."""
        raise InvalidConfig("a run of NFSP cannot go on from a checkpoint; begin it anew.")
