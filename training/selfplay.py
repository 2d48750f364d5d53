"""Self-play games, played in parallel to the end, and the learners' decisions in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from throwdown.envs.core.kit import Batch, Bytes, Flags, Floats, InvalidConfig, Setup, Singles
from throwdown.envs.tables.drive import Driver
from throwdown.training.log import Changes, Log, join_changes
from throwdown.training.opponents import (
    FIRST,
    FROZEN,
    KINDS,
    LATEST,
    SNAPSHOT,
    Assignment,
    Blocks,
    OpponentMix,
    Rows,
)


@dataclass(frozen=True, eq=False)
class Rollout:
    """A learner's decisions, ordered by game and move, without those with a single legal action.

    Attributes:
        changes: their rows, in short.
        actions: int64 (n,).
        log_probs: float32 (n,); the actions' log-probabilities when they were chosen.
        last: bool (n,); the last decision of a part in its game.
        returns: float32 (n,); the part's return of the game.
    """

    changes: Changes
    actions: Rows
    log_probs: Singles
    last: Flags
    returns: Singles

    def __len__(self) -> int:
        return len(self.actions)

    @cached_property
    def used(self) -> Flags:
        """Bool (columns,); which columns of the observations, `others` and `masks` are not 0 throughout."""
        return self.changes.columns()

    @cached_property
    def _rows(self) -> list[Bytes]:
        return self.changes.rows(self.last)

    @property
    def observations(self) -> Bytes:
        """Int8 (n, width); of the deciding seat."""
        return self._rows[0]

    @property
    def others(self) -> Bytes:
        """Int8 (n, k * width); observations of the other k seats at that moment, or k = 0."""
        return self._rows[1]

    @property
    def masks(self) -> Bytes:
        """Int8 (n, actions)."""
        return self._rows[2]


class Results(NamedTuple):
    """A learning side's results by kind of opponent.

    Attributes:
        games: float64 (kinds,); the number of games.
        sums: float64 (kinds,); of the returns.
        squares: float64 (kinds,); sums of the squares of the returns.
    """

    games: Floats
    sums: Floats
    squares: Floats

    @property
    def deviation(self) -> float:
        """The standard deviation of the returns of all games; 0 without any."""
        n = max(1.0, float(self.games.sum()))
        return float(np.sqrt(max(0.0, self.squares.sum() / n - (self.sums.sum() / n) ** 2)))

    def means(self) -> dict[str, float]:
        """Return the mean return against every kind of opponent met."""
        return {k: float(s / n) for k, s, n in zip(KINDS, self.sums, self.games) if n > 0}


Taken = dict[tuple[int, int], Rollout]
"""Rollouts by (place of the part in `OpponentMix.parts`, learner)."""


class SelfPlay:
    """Plays games with the current nets.

    Args:
        setup: the setup.
        opponents: assigns the players.
        is_full: whether to store the other seats' observations.
    """

    def __init__(self, setup: Setup, opponents: OpponentMix, is_full: bool) -> None:
        self.setup, self.opponents = setup, opponents
        self._ahead = np.arange(1, len(setup.seats) if is_full else 1)  # other seats, from the one to move
        self._part_of = np.zeros(len(setup.seats), np.int64)
        for k, part in enumerate(opponents.parts):
            self._part_of[part.seats] = k
        self._side_of = np.array([part.side for part in opponents.parts])

    def play(self, n: int, key: Sequence[int]) -> tuple[Taken, Floats]:
        """Play ``n`` games with the seed ``key``; return the learners' decisions, and every side's `Results`.

        Results, float64 (sides, 3, kinds), count the games that a side's main learners learn from.
        """
        return self.play_blocks([n], [key])[0]

    def play_blocks(self, sizes: Sequence[int], keys: Sequence[Sequence[int]]) -> list[tuple[Taken, Floats]]:
        """Play blocks of games side by side; every block's results are those of `play` with its size and key."""
        rngs = [np.random.default_rng(key) for key in keys]
        drawn = [self.opponents.draw(n, rng) for n, rng in zip(sizes, rngs)]
        columns = (np.concatenate(x, axis=1) for x in zip(*((a.kind, a.net, a.learner) for a in drawn)))
        blocks = Blocks(np.cumsum([0, *sizes]), rngs)
        log, returns = self._play(Assignment(*columns), blocks)
        taken = self._taken(log, returns, blocks)
        parts = np.split(returns, blocks.ends[1:-1])
        return [(one, self._results(a, part)) for one, a, part in zip(taken, drawn, parts)]

    def meet(self, key: Sequence[int], games: int) -> Floats:
        """Play two sides' snapshots against each other; return the second side's mean returns, float64 (first, second).

        Args:
            key: the seed.
            games: per pair.

        Raises:
            InvalidConfig: the game is not zero-sum with two sides, or one does not learn.
        """
        names = self.setup.opponents("a meeting of snapshots")
        sizes = [pool.snapshots for pool in self.opponents.pool_of if pool is not None]
        if len(sizes) < len(names):
            raise InvalidConfig(
                f"a meeting of snapshots needs two sides that learn; of {', '.join(names)} one does not."
            )
        return self.between(key, games, np.indices(sizes).reshape(2, -1)).reshape(sizes)

    def between(self, key: Sequence[int], games: int, pairs: Rows) -> Floats:
        """Play pairs of two sides' snapshots; return the second side's mean return of every pair: float64 (pairs,).

        Args:
            key: the seed.
            games: per pair.
            pairs: int64 (2, pairs); the snapshots of the first side, and of the second.
        """
        each = np.repeat(pairs, games, axis=1)
        assignment = Assignment(np.full(each.shape, SNAPSHOT), FIRST + each, np.full(each.shape, FROZEN))
        blocks = Blocks(np.array([0, each.shape[1]]), [np.random.default_rng(key)])
        _, returns = self._play(assignment, blocks)
        seat = list(self.setup.teams.values())[1][0]
        return np.asarray(returns[:, seat].reshape(-1, games).mean(axis=1), np.float64)

    def _play(self, assignment: Assignment, blocks: Blocks) -> tuple[Log, Singles]:
        """Play games; return the learners' decisions, and every seat's returns."""
        n = assignment.kind.shape[1]
        log_probs = np.zeros(n, np.float32)
        players, who = self.opponents.seat(assignment, blocks, log_probs)
        driver = Driver(Batch(self.setup, n, autoreset=False), players, who)
        driver.deal(blocks.seeds())
        width, others = self.setup.width, len(self._ahead) * self.setup.width
        log = Log(n, len(self.opponents.parts), (width, others, self.setup.game.actions.n))
        rows = driver.rows
        while len(rows):
            actions = driver.choose(rows)
            self._keep(log, assignment, driver, rows, actions, log_probs)
            driver.play(rows, actions)
            rows = rows[driver.seats[rows] >= 0]
        return log, driver.batch.returns()

    def _keep(
        self,
        log: Log,
        assignment: Assignment,
        driver: Driver,
        rows: Rows,
        actions: Rows,
        log_probs: Singles,
    ) -> None:
        """Store the learners' decisions with more than one legal action."""
        parts = self._part_of[driver.seats[rows]]
        learners = assignment.learner[self._side_of[parts], rows]
        at = np.flatnonzero((driver.batch.count_options(rows) > 1) & (learners != FROZEN))
        games = rows[at]
        others = self._others(driver.batch, games, driver.seats[games])
        columns = games, parts[at], learners[at], actions[at], log_probs[games]
        log.add(columns, driver.observations, others, driver.masks)

    def _others(self, batch: Batch, games: Rows, seats: Rows) -> Bytes:
        """Return the other seats' observations: int8 (n, k * width)."""
        n, k = len(self.setup.seats), len(self._ahead)
        if k == 0:
            return np.empty((len(games), 0), np.int8)
        seen = batch.observe(np.repeat(games, k), ((seats[:, None] + self._ahead) % n).ravel())
        return seen.reshape(len(games), k * self.setup.width)

    def _taken(self, log: Log, returns: Singles, blocks: Blocks) -> list[Taken]:
        """Return the rollouts of the learners that decided something, by block."""
        taken: list[Taken] = [{} for _ in blocks.rngs]
        if not log.columns:
            return taken
        games, parts, learners, actions, log_probs = (np.concatenate(column) for column in zip(*log.columns))
        block = np.searchsorted(blocks.ends, games, side="right") - 1
        for k, part, learner in sorted({*zip(block.tolist(), parts.tolist(), learners.tolist())}):
            mine = np.flatnonzero((block == k) & (parts == part) & (learners == learner))
            order = mine[np.argsort(games[mine], kind="stable")]
            of = games[order]
            last = np.append(of[1:] != of[:-1], True)
            own = returns[of, self.opponents.parts[part].seats[0]]
            taken[k][part, learner] = Rollout(log.changes(order), actions[order], log_probs[order], last, own)
        return taken

    def _results(self, assignment: Assignment, returns: Singles) -> Floats:
        found = []
        for k, seats in enumerate(self.setup.teams.values()):
            mine = assignment.learner[k] == LATEST
            met = np.delete(assignment.kind, k, axis=0)[:, mine].max(axis=0, initial=LATEST)
            own = returns[mine, seats[0]].astype(np.float64)
            found.append([np.bincount(met, x, len(KINDS)) for x in (np.ones(len(own)), own, own**2)])
        return np.array(found)

    @property
    def nothing(self) -> Rollout:
        """No decisions."""
        widths = self.setup.width, len(self._ahead) * self.setup.width, self.setup.game.actions.n
        none = np.zeros(0, np.int64)
        changes = Changes(widths, none.astype(np.int32), none.astype(np.int8), np.zeros(1, np.int64))
        reals = none.astype(np.float32)
        return Rollout(changes, none, reals, none.astype(np.bool_), reals)


def join(rollouts: Sequence[Rollout]) -> Rollout:
    """Concatenate rollouts."""
    if len(rollouts) == 1:
        return rollouts[0]
    columns = (
        np.concatenate([getattr(r, name) for r in rollouts])
        for name in ("actions", "log_probs", "last", "returns")
    )
    return Rollout(join_changes([r.changes for r in rollouts]), *columns)
