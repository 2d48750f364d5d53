"""Who plays in the games of a turn: the nets that learn, frozen snapshots of them, and other agents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.agents import Agent, load
from throwdown.agents.net import Net, Nets, sample, stack
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.training.config import TrainConfig

Rows = NDArray[np.int64]

KINDS = ("latest", "snapshots", "exploiters", "heuristic", "random", "rival")
SNAPSHOT, EXPLOITER, HEURISTIC, RANDOM, RIVAL = 1, 2, 3, 4, 5
LATEST, HUNTER, FIRST = 0, 1, 2
"""Places of a pool: the net that learns, its exploiting twin, and the first snapshot."""
FROZEN = -1


class Pool:
    """A role's net as it is now, its exploiting twin, and up to ``size`` snapshots of it.

    A new snapshot takes a free place, then that of a random old one, so that early ones survive long.
    """

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        self.size, self.rng = size, rng
        self.turns: list[int] = []  # when each snapshot was taken
        self.nets: Nets | None = None

    @property
    def snapshots(self) -> int:
        """Number of snapshots kept."""
        return len(self.turns)

    def update(self, net: Net, place: int = LATEST) -> None:
        """Replace the net at a place."""
        if self.nets is None:
            self.nets = stack([net] * (self.size + FIRST))
        self.nets.flat[place] = net.flat()

    def snapshot(self, turn: int) -> None:
        """Keep the latest net as a snapshot."""
        if self.nets is None:
            raise InvalidConfig("a pool takes a snapshot only after its first update.")
        if self.snapshots < self.size:
            place = self.snapshots
            self.turns.append(turn)
        else:
            newest = int(np.argmax(self.turns))
            place = int(self.rng.choice([k for k in range(self.size) if k != newest or self.size == 1]))
            self.turns[place] = turn
        self.nets.flat[FIRST + place] = self.nets.flat[LATEST]

    def get_state(self) -> dict[str, Any]:
        """Return everything as arrays and plain data."""
        flat = np.empty((0, 0), np.float32) if self.nets is None else self.nets.flat.copy()
        return {"flat": flat, "turns": list(self.turns), "rng": self.rng.bit_generator.state}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned; `update` must have been called before."""
        if self.nets is None or self.nets.flat.shape != state["flat"].shape:
            raise InvalidConfig("this pool was saved with nets of another shape.")
        self.nets.flat[:] = state["flat"]
        self.turns = [int(t) for t in state["turns"]]
        self.rng.bit_generator.state = state["rng"]


@dataclass(frozen=True, eq=False)
class Lineup:
    """Who plays each role in each of n games.

    Attributes:
        kind: int64 (roles, n); index into `KINDS`.
        net: int64 (roles, n); the place in the role's pool, where a net plays.
        learner: int64 (roles, n); the place of the learner that learns from it, or `FROZEN`.
    """

    kind: Rows
    net: Rows
    learner: Rows


def load_rival(name: str, setup: Setup, role: str) -> Agent:
    """Return an agent that plays a role which does not learn.

    Raises:
        InvalidConfig: there is none, or it needs more than one observation to play.
    """
    agent = load(name, setup, role)
    if agent.remembers or agent.searches:
        raise InvalidConfig(
            f"against: {agent.name} cannot play in training, where agents are shown one observation; agents that "
            "remember the game or search play in matches."
        )
    return agent


class Company:
    """Everyone who may play, by role.

    Args:
        setup: what is played.
        config: the run.
        pools: the nets of the roles that learn.
    """

    def __init__(self, setup: Setup, config: TrainConfig, pools: Mapping[str, Pool]) -> None:
        self.roles = tuple(dict.fromkeys(setup.roles))
        self.pools, self.config = pools, config
        self._shares = np.array([config.mix.shares[name] for name in KINDS[:RIVAL]])
        self._agents: dict[tuple[int, int], Agent] = {}
        for k, role in enumerate(self.roles):
            if role not in pools:
                self._agents[k, RIVAL] = load_rival(config.against.get(role, "heuristic"), setup, role)
            for kind in (HEURISTIC, RANDOM):
                if role in pools and self._shares[kind] > 0:
                    self._agents[k, kind] = load(KINDS[kind], setup, role)

    def rival(self, role: str) -> Agent:
        """Return who plays a role that does not learn."""
        return self._agents[self.roles.index(role), RIVAL]

    def draw(self, n: int, rng: np.random.Generator) -> Lineup:
        """Choose who plays ``n`` games: somebody learns from every one of them."""
        shape = (len(self.roles), n)
        lineup = Lineup(np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64))
        kinds = np.searchsorted(np.cumsum(self._shares)[:-1], rng.random(n), side="right")
        across, chances = rng.integers(0, 2, n), rng.random(n)
        for k, role in enumerate(self.roles):
            if role not in self.pools:
                lineup.kind[k], lineup.learner[k] = RIVAL, FROZEN
            elif len(self.pools) == len(self.roles):
                self._seat(lineup, k, np.where(across == k, kinds, LATEST), chances)
        return lineup

    def _seat(self, lineup: Lineup, k: int, kinds: Rows, chances: NDArray[np.float64]) -> None:
        pool = self.pools[self.roles[k]]
        kinds = np.where((kinds == SNAPSHOT) & (pool.snapshots == 0), LATEST, kinds)
        places = FIRST + (chances * pool.snapshots).astype(np.int64)
        lineup.kind[k] = kinds
        lineup.net[k] = np.where(kinds == SNAPSHOT, places, np.where(kinds == EXPLOITER, HUNTER, LATEST))
        lineup.learner[k] = np.where(kinds == LATEST, LATEST, np.where(kinds == EXPLOITER, HUNTER, FROZEN))

    def act(
        self,
        lineup: Lineup,
        role: int,
        rows: Rows,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> Rows:
        """Return an action for each row, in which a role is to move."""
        kinds = lineup.kind[role, rows]
        actions = np.empty(len(rows), np.int64)
        mine = np.flatnonzero(kinds <= EXPLOITER)
        if len(mine):
            nets = self.pools[self.roles[role]].nets
            if nets is None:
                raise InvalidConfig("a pool plays only after its first update.")
            which = lineup.net[role, rows[mine]]
            actions[mine] = sample(nets, which, observations[mine], masks[mine], rng.random(len(mine)))
        for kind in (HEURISTIC, RANDOM, RIVAL):
            mine = np.flatnonzero(kinds == kind)
            if len(mine):
                actions[mine] = self._agents[role, kind].act(observations[mine], masks[mine], rng)
        return actions
