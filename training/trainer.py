"""Self-play: every role learns from games against the others' past and present and other agents."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import torch as th

from throwdown.agents import Agent, PolicyAgent, label_of, load, played, save_policy, usual
from throwdown.envs.core.kit import Floats, InvalidConfig, InvalidRecord, Setup
from throwdown.envs.core.names import again
from throwdown.evaluation.exact import Tree, build_tree, exploitability, tabulate
from throwdown.evaluation.match import play
from throwdown.training import checkpoint, opponents, selfplay
from throwdown.training.config import TrainConfig, map_names, read_config
from throwdown.training.learner import Figures, Learner, Weights, compile_kernels, new_learner, weights_at
from throwdown.training.roles import learning_roles, opened, setup_of, start_policy


def returns_of(
    setup: Setup, side: str, own: Mapping[str, Agent], others: Mapping[str, Agent], deals: int, seed: int
) -> Floats:
    """Play fresh deals and return what a side got in each: float64, shape (deals,).

    Args:
        setup: what is played.
        side: whose returns.
        own: who plays it, by role.
        others: who plays the other sides, by role.
        deals: how many.
        seed: of deals and choices.
    """
    lines: dict[str, Agent | list[Agent]] = {}
    for name, seats in setup.teams.items():
        team = [(own if name == side else others)[setup.roles[p]] for p in seats]
        lines[name] = team[0] if all(agent is team[0] for agent in team) else team
    return play(setup, lines, deals, seed).of(side)


def learn(learner: Learner, rollouts: Sequence[selfplay.Rollout], weights: Weights) -> Figures:
    """Let a learner learn from all its rollouts of a turn, if there are any."""
    return learner.learn(selfplay.join(rollouts), weights) if rollouts else {}


@contextlib.contextmanager
def precision(name: str) -> Iterator[None]:
    """Multiply matrices as precisely as a run asks for a while; torch knows one precision for the whole process."""
    before = th.get_float32_matmul_precision()
    th.set_float32_matmul_precision(name)
    try:
        yield
    finally:
        th.set_float32_matmul_precision(before)


class Trainer:
    """A training run, between two turns.

    In a turn all play a number of games to their end with the nets as they are; then every net learns from what it
    decided in them. Threads change nothing in the result.

    Args:
        config: the run.
        is_new: whether it begins, and so reads the policies that it starts from.
        clock: what ``seconds`` and ``minutes`` are told by, in seconds; `time.process_time` for the processor's time.

    Attributes:
        turn: turns done.
        seconds: time spent in them.
        limits: the ``steps`` and ``minutes`` of the run, one entry more for every time that it was resumed with others;
            those before the last say after how many ``decisions``.
        log: one entry of plain figures per turn.
    """

    def __init__(
        self, config: TrainConfig, is_new: bool = True, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        th.set_num_threads(1)
        self.setup, self.clock = setup_of(config), clock
        # Named outright, so that the run stays what it is when the game's own choice changes.
        named = {"scenario": self.setup.scenario} if config.scenario is None else {}
        self.config = config = config.model_copy(update=named)
        self.turn, self.seconds = 0, 0.0
        self.limits: list[dict[str, Any]] = [{"steps": config.steps, "minutes": config.minutes}]
        self.log: list[dict[str, Any]] = []
        roles = learning_roles(config, self.setup)
        # Pools of one side take snapshots by the same stream, so that a place holds the same turn in all of them.
        sides = dict.fromkeys(self.setup.sides[self.setup.roles.index(role)] for role in roles)
        self.pools = {
            role: opponents.Pool(config.pool_size, np.random.default_rng([config.seed, k, 3]))
            for k, side in enumerate(sides)
            for role in roles
            if self.setup.sides[self.setup.roles.index(role)] == side
        }
        groups = [tuple(roles)] if config.share_net else [(role,) for role in roles]
        self.learners = {
            "+".join(group): new_learner(self.setup, config, group, [config.seed, k])
            for k, group in enumerate(groups)
        }
        self.exploiters = {
            role: new_learner(self.setup, config, [role], [config.seed, k, 4])
            for k, role in enumerate(roles if config.mix.exploiters > 0 else [])
        }
        for role, name in config.start.items() if is_new else ():
            self._learner(role).start_from(start_policy(name, self.setup, role))
        self.company = opponents.Company(self.setup, config, self.pools)
        self.games = selfplay.SelfPlay(self.setup, self.company, config.critic == "full")
        self._exchange()
        # What is not compiled yet is compiled here, before the clock of the run starts.
        self.games.play(2, [config.seed])
        compile_kernels()

    @property
    def decisions(self) -> int:
        """Decisions learnt from, all roles together; those of exploiters do not count."""
        return sum(learner.decisions for learner in self.learners.values())

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        steps, seconds = self.config.limit
        done = self.decisions / steps if steps is not None else self.seconds / (seconds or 1.0)
        return min(1.0, done)

    def _learner(self, role: str) -> Learner:
        return next(learner for learner in self.learners.values() if role in learner.roles)

    def _exchange(self) -> None:
        """Show every net to those who play."""
        for role, pool in self.pools.items():
            pool.update(self._learner(role).nets.actor_net())
            if self.turn % self.config.snapshot_every == 0:
                pool.snapshot(self.turn)
            if role in self.exploiters:
                pool.update(self.exploiters[role].nets.actor_net(), opponents.HUNTER)

    @cached_property
    def crew(self) -> ThreadPoolExecutor:
        """Those who play and learn side by side; new ones in every turn would allocate everything anew."""
        return ThreadPoolExecutor(self.config.parallel, initializer=th.set_num_threads, initargs=(1,))

    @cached_property
    def tree(self) -> Tree:
        """The game as a tree."""
        return build_tree(self.setup)

    def step(self) -> dict[str, Any]:
        """Do one turn; return its figures."""
        start, before, weights = self.clock(), self.decisions, weights_at(self.config, self.progress)
        halves = self.config.rows - self.config.rows // 2, self.config.rows // 2
        keys = [[self.config.seed, self.turn, k, 5] for k in range(2)]
        played = list(self.crew.map(self.games.play, halves, keys))
        jobs = self.jobs([taken for taken, _ in played])
        with precision(self.config.matmul_precision):
            figures = list(self.crew.map(lambda job: learn(*job, weights), jobs))
        self.turn += 1
        if self.turn % self.config.exploiter_every == 0:
            for role, learner in self.exploiters.items():
                learner.set_state(self._learner(role).get_state())
        self._exchange()
        took = self.clock() - start
        self.seconds += took
        entry: dict[str, Any] = {"turn": self.turn, "seconds": self.seconds, "decisions": self.decisions}
        entry["steps_per_second"] = (self.decisions - before) / took
        for name, found in zip(self.learners, figures):
            entry[name] = {f"train/{what}": value for what, value in found.items()}
        for k, side in enumerate(self.setup.teams):
            means = sum((found[k] for _, found in played[1:]), played[0][1][k]).means()
            if self.company.pool_of[k] is not None:
                entry.setdefault(side, {}).update({f"return/{kind}": mean for kind, mean in means.items()})
        self._examine(entry)
        self.log.append(entry)
        return entry

    def jobs(self, taken: list[selfplay.Taken]) -> Iterator[tuple[Learner, list[selfplay.Rollout]]]:
        """Yield every learner and what it decided: first `learners` in their order, then `exploiters`."""
        for place, learners in ((opponents.LATEST, self.learners), (opponents.HUNTER, self.exploiters)):
            for learner in learners.values():
                parts = [k for k, part in enumerate(self.company.parts) if part.role in learner.roles]
                found = [half[part, place] for part in parts for half in taken if (part, place) in half]
                yield learner, found

    def _examine(self, entry: dict[str, Any]) -> None:
        """Measure how strong the policies are, when it is time."""
        c = self.config
        if c.eval_every and self.turn % c.eval_every == 0:
            entry.update(self.evaluate(c.eval_games))
            if self.setup.zero_sum and len(self.company.pool_of) == 2 and None not in self.company.pool_of:
                entry["snapshots"] = self.snapshots(max(1, c.eval_games // 10))
        if c.exact_every and (self.turn == 1 or self.turn % c.exact_every == 0):
            entry["exact"] = self.exploitability()

    def agents(self) -> dict[str, Agent]:
        """Return who plays each role: the policies as they would be saved, or who they play against."""
        found: dict[str, Agent] = {}
        for role in dict.fromkeys(self.setup.roles):
            if role in self.pools:
                found[role] = PolicyAgent(self._learner(role).policy(role, {})).bind(self.setup)
            else:
                found[role] = self.company.rival(role)
        return found

    def exploitability(self) -> dict[str, float]:
        """Return the exact exploitability, and what every side gains by a best response, in shares of half the range.

        Raises:
            InvalidConfig: the game is too large to be solved, or has not two sides, one of which wins what the other
                loses.
        """
        found = exploitability(self.tree, tabulate(self.tree, self.agents()))
        gains = {f"{side}_gain": gain / found.half_range for side, gain in zip(self.tree.sides, found.gains)}
        return {"exploitability": found.share, **gains}

    def snapshots(self, games: int) -> dict[str, Any]:
        """Return how the snapshots of both sides do against each other: a cycle shows where old ones beat new ones.

        The matrix ``returns`` holds the second side's mean return, snapshots of the first side by those of the second;
        ``turns`` holds by side when they were taken.
        """
        turns = {side: pool.turns for side, pool in zip(self.setup.teams, self.company.pool_of) if pool}
        first, second = (np.argsort(taken) for taken in turns.values())
        matrix = self.games.meet([self.config.seed, self.turn, 6], games)[first][:, second]
        return {
            "returns": matrix.round(4).tolist(),
            "turns": {side: sorted(taken) for side, taken in turns.items()},
            "games": games,
        }

    def evaluate(self, games: int, seed: int = 1) -> dict[str, dict[str, float]]:
        """Return how every side that learns does where all others are played by a fixed opponent.

        ``win_rate`` and ``mean_return`` hold a figure by ``SIDE_against_OPPONENT``; a draw is half a win.
        """
        agents = self.agents()
        wins, means = dict[str, float](), dict[str, float]()
        for name in self.config.eval_against or dict.fromkeys(("random", usual(self.setup))):
            others = {role: load(name, self.setup, role) for role in agents}
            for side, pool in zip(self.setup.teams, self.company.pool_of):
                if pool is not None:
                    found = returns_of(self.setup, side, agents, others, games, seed)
                    label = f"{side}_against_{label_of(name)}"
                    wins[label], means[label] = float((1 + np.sign(found)).mean() / 2), float(found.mean())
        return {"win_rate": wins, "mean_return": means}

    def _everyone(self) -> dict[str, Learner]:
        return self.learners | {f"{role} exploiter": learner for role, learner in self.exploiters.items()}

    def get_state(self) -> dict[str, Any]:
        """Return the whole run as arrays and plain data."""
        return {
            "config": self.config.model_dump(exclude_unset=True),
            "rules": self.setup.game.rules_version,
            "scenario": played(self.setup.config),
            "turn": self.turn,
            "seconds": self.seconds,
            "limits": self.limits,
            "log": self.log,
            "pools": {role: pool.get_state() for role, pool in self.pools.items()},
            "learners": {name: learner.get_state() for name, learner in self._everyone().items()},
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned."""
        if state["rules"] != self.setup.game.rules_version:
            raise InvalidConfig(
                f"the checkpoint was made with version {state['rules']} of the rules of {self.config.game}; "
                f"this release plays version {self.setup.game.rules_version}."
            )
        if state["scenario"] != played(self.setup.config):
            raise InvalidConfig(
                f"scenario '{self.setup.scenario}' has changed since the run began; undo that, or begin a new run."
            )
        if state["pools"].keys() != self.pools.keys() or state["learners"].keys() != self._everyone().keys():
            raise InvalidRecord("the checkpoint is damaged: it holds other roles than its settings name.")
        self.turn, self.seconds = int(state["turn"]), float(state["seconds"])
        self.log = list(state["log"])
        for role, pool in self.pools.items():
            pool.set_state(state["pools"][role])
        for name, learner in self._everyone().items():
            learner.set_state(state["learners"][name])
        *before, last = state["limits"]
        if last != self.limits[-1]:
            before.append(last | {"decisions": self.decisions})
        self.limits = [*before, self.limits[-1]]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint, atomically."""
        checkpoint.save_checkpoint(Path(path), self.get_state())

    def save_policies(self, folder: Path) -> dict[str, Path]:
        """Write every role's policy, as ``ROLE.npz``, and return the files by role."""
        info = {"decisions": self.decisions, "seconds": self.seconds, "seed": self.config.seed}
        return {
            role: save_policy(folder / f"{role}.npz", learner.policy(role, info))
            for learner in self.learners.values()
            for role in learner.roles
        }

    @classmethod
    def resume(cls, path: str | os.PathLike[str], named: Collection[str] = (), **changes: Any) -> Trainer:
        """Return the run that a checkpoint holds, ready for its next turn.

        A run by steps goes on as if it had never stopped, to the bit, on the same machine and versions.

        Args:
            path: the checkpoint.
            named: the files and the code that the run names, `core.names.Typed` again: others are not opened.
            changes: fields of the configuration to change, such as ``steps``.

        Raises:
            InvalidConfig: there is no checkpoint, or it was made under other rules or for another scenario, or it names
                files or code that are not named again, or others are.
            InvalidRecord: it is damaged.
        """
        state = checkpoint.load_checkpoint(Path(path))
        with checkpoint.whole(Path(path)):
            config = read_config(map_names(state["config"], lambda name: again(name, named)), **changes)
            own = set(opened(config).values())
            if other := set(named) - own:
                hint = f"name these, in the same words: {', '.join(sorted(own))}" if own else "leave it out"
                raise InvalidConfig(f"'{min(other)}' is no file or code of this run; {hint}.")
            trainer = cls(config, is_new=False)
            trainer.set_state(state)
        return trainer
