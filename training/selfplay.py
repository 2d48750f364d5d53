"""Games of a turn, played side by side to their end, and what every learner decided in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.game import Setup
from throwdown.training.opponents import FIRST, FROZEN, KINDS, SNAPSHOT, Company, Lineup, Rows

Bytes = NDArray[np.int8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Rollout:
    """A learner's decisions, game by game and in their order; those without a choice are left out.

    Attributes:
        observations: int8 (n, width); of the seat that decided.
        others: int8 (n, k * width); what the other k seats observed then, or k = 0.
        masks: int8 (n, actions).
        actions: int64 (n,).
        last: bool (n,); the last decision of a role in its game.
        returns: float32 (n,); the role's return of the game.
    """

    observations: Bytes
    others: Bytes
    masks: Bytes
    actions: Rows
    last: NDArray[np.bool_]
    returns: Floats

    def __len__(self) -> int:
        return len(self.actions)


@dataclass(frozen=True, eq=False)
class Results:
    """How a role that learnt did: games and sums of its returns by kind of opponent, int64 and float64 (kinds,)."""

    games: Rows
    sums: NDArray[np.float64]

    def __add__(self, other: Results) -> Results:
        return Results(self.games + other.games, self.sums + other.sums)

    def means(self) -> dict[str, float]:
        """Return the mean return against every kind that was met."""
        return {k: float(s / n) for k, s, n in zip(KINDS, self.sums, self.games) if n > 0}


Taken = dict[tuple[int, int], Rollout]
"""Rollouts by (role, learner)."""
_Kept = dict[tuple[int, int], list[tuple[Any, ...]]]


class Table:
    """Plays games with everyone's nets as they are.

    Args:
        setup: what is played.
        company: who plays.
        is_full: whether to keep what the other seats observe.
    """

    def __init__(self, setup: Setup, company: Company, is_full: bool) -> None:
        self.setup, self.company, self.is_full = setup, company, is_full
        self._role_of = np.array([company.roles.index(role) for role in setup.roles], np.int64)
        self._first = [setup.roles.index(role) for role in company.roles]

    def play(self, n: int, key: Sequence[int]) -> tuple[Taken, dict[int, Results]]:
        """Play ``n`` games from a key of chance; return the learners' decisions and the main learners' results."""
        rng = np.random.default_rng(key)
        lineup = self.company.draw(n, rng)
        kept, returns = self._play(lineup, rng)
        taken = {key: _in_order(parts, returns[:, key[0]]) for key, parts in kept.items()}
        return taken, self._results(lineup.learner, lineup.kind, returns)

    def meet(self, key: Sequence[int], games: int) -> NDArray[np.float64]:
        """Return what snapshots make of each other: the Pilots' mean return, float64 (Coaches, Pilots).

        Args:
            key: of chance.
            games: per pair.
        """
        sizes = [self.company.pools[role].snapshots for role in self.company.roles]
        pairs = np.repeat(np.indices(sizes).reshape(2, -1), games, axis=1)
        lineup = Lineup(np.full(pairs.shape, SNAPSHOT), FIRST + pairs, np.full(pairs.shape, FROZEN))
        _, returns = self._play(lineup, np.random.default_rng(key))
        means = returns[:, self.company.roles.index("pilot")].reshape(-1, games).mean(axis=1)
        return np.asarray(means.reshape(sizes), np.float64)

    def _play(self, lineup: Lineup, rng: np.random.Generator) -> tuple[_Kept, Floats]:
        """Play everyone's games; return what learners decided, ply by ply, and every role's returns."""
        n = lineup.kind.shape[1]
        batch = Batch(self.setup, n, autoreset=False)
        step = batch.reset(np.asarray(rng.integers(0, 1 << 62, n), np.int64))
        kept: _Kept = {}
        rows = np.arange(n, dtype=np.int64)
        while len(rows):
            seats = step.seats[rows]
            actions = np.empty(len(rows), np.int64)
            for role in range(len(self.company.roles)):
                mine = np.flatnonzero(self._role_of[seats] == role)
                if len(mine) == 0:
                    continue
                which = rows[mine]
                observations, masks = step.observations[which], step.masks[which]
                actions[mine] = self.company.act(lineup, role, which, observations, masks, rng)
                has_choice = masks.sum(axis=1, dtype=np.int16) > 1
                for learner in np.unique(lineup.learner[role, which]).tolist():
                    if learner != FROZEN:
                        at = np.flatnonzero(has_choice & (lineup.learner[role, which] == learner))
                        others = self._others(batch, which[at], seats[mine[at]])
                        found = (which[at], observations[at], others, masks[at], actions[mine[at]])
                        kept.setdefault((role, learner), []).append(found)
            if batch.play(rows, actions).any():
                raise IllegalAction("one of the players chose an illegal action.")
            batch.look_at(rows, step)
            rows = rows[step.seats[rows] >= 0]
        return kept, batch.returns()[:, self._first]

    def _others(self, batch: Batch, rows: Rows, seats: Rows) -> Bytes:
        n = len(self.setup.seats)
        if not self.is_full:
            return np.empty((len(rows), 0), np.int8)
        return np.concatenate([batch.observe(rows, (seats + k) % n) for k in range(1, n)], axis=1)

    def _results(self, learner: Rows, kind: Rows, returns: Floats) -> dict[int, Results]:
        found = {}
        for role in range(len(self.company.roles)):
            mine = learner[role] == 0
            met = kind[1 - role, mine]
            sums = np.bincount(met, returns[mine, role], len(KINDS)).astype(np.float64)
            found[role] = Results(np.bincount(met, minlength=len(KINDS)).astype(np.int64), sums)
        return found


def _in_order(parts: list[tuple[Any, ...]], returns: Floats) -> Rollout:
    games, *columns = (np.concatenate(column) for column in zip(*parts))
    order = np.argsort(games, kind="stable")
    games = games[order]
    last = np.append(games[1:] != games[:-1], True) if len(games) else np.zeros(0, np.bool_)
    observations, others, masks, actions = (column[order] for column in columns)
    return Rollout(observations, others, masks, actions, last, returns[games].astype(np.float32))


def join(rollouts: Sequence[Rollout]) -> Rollout:
    """Return one rollout that holds others in their order."""
    names = ("observations", "others", "masks", "actions", "last", "returns")
    return Rollout(*(np.concatenate([getattr(r, name) for r in rollouts]) for name in names))
