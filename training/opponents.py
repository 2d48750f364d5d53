"""Who plays against a learner: its opponents' present nets, frozen snapshots of them, the heuristic and random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.agents import Agent, load
from throwdown.agents.net import Net, Nets, sample, stack
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.vector import Rows
from throwdown.training.config import MixConfig

KINDS = ("latest", "snapshots", "heuristic", "random")
LATEST = 0


class Pool:
    """The frozen nets of one role: the latest in place 0, snapshots after it.

    When it is full, a new snapshot takes the place of a random one that is not the newest, so that what is kept thins
    out with age and never forgets the beginning at once.

    Args:
        size: snapshots kept.
        rng: decides which snapshot goes.
    """

    def __init__(self, size: int, rng: np.random.Generator) -> None:
        self.size, self.rng = size, rng
        self.turns: list[int] = []  # when each snapshot was taken
        self.nets: Nets | None = None

    @property
    def snapshots(self) -> int:
        """Number of snapshots kept."""
        return len(self.turns)

    def update(self, net: Net) -> None:
        """Replace the latest net."""
        if self.nets is None:
            self.nets = stack([net] * (self.size + 1))
        self.nets.flat[LATEST] = net.flat()

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
        self.nets.flat[1 + place] = self.nets.flat[LATEST]

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


class Opposition:
    """The company of a learner: chosen anew for every game and row, all nets evaluated in one call.

    Args:
        setup: what is played.
        rows: number of rows.
        roles: the roles that the company plays.
        pools: frozen nets by role; a role without a pool is played by the heuristic and random alone.
        mix: the shares.
    """

    def __init__(
        self, setup: Setup, rows: int, roles: Sequence[str], pools: Mapping[str, Pool], mix: MixConfig
    ) -> None:
        self.roles, self.pools, self.mix = tuple(roles), pools, mix
        places = {role: k for k, role in enumerate(self.roles)}
        self._role_of = np.array([places.get(role, -1) for role in setup.roles], np.int64)
        self._net = np.zeros((len(self.roles), rows), np.int64)  # which net of the pool
        self.kind = np.zeros((len(self.roles), rows), np.int64)  # index into KINDS
        self.before = np.zeros(rows, np.int64)  # the first role's kind in the game before
        self._agents: dict[tuple[int, int], Agent] = {}
        for k, role in enumerate(self.roles):
            for kind in (2, 3):
                if self._shares(role)[kind] > 0:
                    self._agents[k, kind] = load(KINDS[kind], setup, role)

    def _shares(self, role: str) -> NDArray[np.float64]:
        """Return the chance of every kind: without snapshots the latest stands in, without a pool the others."""
        mix = self.mix
        shares = np.array([mix.latest, mix.snapshots, mix.heuristic, mix.random])
        pool = self.pools.get(role)
        if pool is None:
            shares[:2] = 0.0
        elif pool.snapshots == 0:
            shares[:2] = shares[0] + shares[1], 0.0
        if shares.sum() == 0.0:
            shares[2] = 1.0
        return np.asarray(shares / shares.sum(), np.float64)

    def seat(self, rows: Rows, rng: np.random.Generator) -> None:
        """Choose who plays the games that are about to start in ``rows``."""
        self.before[rows] = self.kind[0, rows] if len(self.roles) else 0
        for k, role in enumerate(self.roles):
            edges = np.cumsum(self._shares(role))[:-1]
            kinds = np.searchsorted(edges, rng.random(len(rows)), side="right")
            pool = self.pools.get(role)
            chosen = rng.integers(0, max(1, pool.snapshots if pool is not None else 1), len(rows))
            self.kind[k, rows] = kinds
            self._net[k, rows] = np.where(kinds == 1, 1 + chosen, LATEST)

    def act(
        self,
        rows: Rows,
        seats: Rows,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        """Return an action for each row."""
        places = self._role_of[seats]
        if len(self.roles) == 1:
            return self._act(0, rows, observations, masks, rng)
        actions = np.empty(len(rows), np.int64)
        for k in range(len(self.roles)):
            mine = np.flatnonzero(places == k)
            if len(mine):
                actions[mine] = self._act(k, rows[mine], observations[mine], masks[mine], rng)
        return actions

    def _act(
        self,
        k: int,
        rows: Rows,
        observations: NDArray[np.int8],
        masks: NDArray[np.int8],
        rng: np.random.Generator,
    ) -> NDArray[np.int64]:
        kinds = self.kind[k, rows]
        actions = np.empty(len(rows), np.int64)
        for kind, mine in ((1, kinds <= 1), (2, kinds == 2), (3, kinds == 3)):
            which = np.flatnonzero(mine)
            if len(which) == 0:
                continue
            if kind == 1:
                nets = self.pools[self.roles[k]].nets
                if nets is None:
                    raise InvalidConfig("a pool plays only after its first update.")
                uniforms = rng.random(len(which))
                net = self._net[k, rows[which]]
                actions[which] = sample(nets, net, observations[which], masks[which], uniforms)
            else:
                actions[which] = self._agents[k, kind].act(observations[which], masks[which], rng)
        return actions

    def get_state(self) -> dict[str, Any]:
        """Return who sits where."""
        return {"net": self._net.copy(), "kind": self.kind.copy(), "before": self.before.copy()}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned."""
        self._net[:], self.kind[:], self.before[:] = state["net"], state["kind"], state["before"]
