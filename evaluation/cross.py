"""Cross-play: every Coach against every set of Pilots, on the same deals in every cell."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.evaluation.match import COACH, PILOT, Lineup, Progress, Seeds, as_deals, leg_seed, play
from throwdown.evaluation.statistics import (
    LEVEL,
    Floats,
    Interval,
    bootstrap,
    bootstrap_columns,
    variance_reduction,
    win_rates,
)


@dataclass(frozen=True)
class Comparison:
    """Two agents of one role against the same opponents on the same deals.

    Attributes:
        role: ``coach`` or ``pilot``.
        first: one agent's name.
        second: the other's.
        difference: of their mean returns over all opponents, in their role's view; above 0 the first is stronger.
        variance_reduction: what pairing gained, see `statistics.variance_reduction`.
    """

    role: str
    first: str
    second: str
    difference: Interval
    variance_reduction: float


@dataclass(frozen=True)
class Strength:
    """An agent's mean over all opponents, in its role's view.

    Attributes:
        role: ``coach`` or ``pilot``.
        name: the agent's label.
        returns: mean return.
        wins: win rate.
    """

    role: str
    name: str
    returns: Interval
    wins: Interval


@dataclass(frozen=True, eq=False)
class CrossPlay:
    """Every Coach against every set of Pilots, on the same deals in every cell.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        coaches: labels of the C rows.
        pilots: labels of the P columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices and of the resampling.
        returns: float64, shape (C, P, n); the Pilots' return.
        lengths: int64, shape (C, P, n); decisions of all seats.
        level: confidence level of every interval.
    """

    game: str
    scenario: str
    coaches: tuple[str, ...]
    pilots: tuple[str, ...]
    deals: Seeds
    seed: int
    returns: Floats
    lengths: NDArray[np.int64]
    level: float = LEVEL

    @property
    def wins(self) -> Floats:
        """Float64, shape (C, P, n): 1 where the Pilots' return is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    def _grid(self, found: list[Interval]) -> list[list[Interval]]:
        width = len(self.pilots)
        return [found[i : i + width] for i in range(0, len(found), width)]

    @cached_property
    def means(self) -> list[list[Interval]]:
        """The Pilots' mean return with its interval, by row and column."""
        cells = self.returns.reshape(-1, len(self.deals)).T
        return self._grid(bootstrap_columns(cells, self.level, seed=self.seed))

    @cached_property
    def win_rates(self) -> list[list[Interval]]:
        """The Pilots' win rate with its interval, by row and column."""
        cells = self.wins.reshape(-1, len(self.deals)).T
        return self._grid(win_rates(cells, self.level, seed=self.seed))

    @property
    def mean_lengths(self) -> Floats:
        """Float64, shape (C, P): mean number of decisions."""
        return np.asarray(self.lengths.mean(axis=2), np.float64)

    def names(self, role: str) -> tuple[str, ...]:
        """Return the labels of a role's agents."""
        return self.coaches if role == COACH else self.pilots

    def scores(self, role: str) -> Floats:
        """Return every agent's return per deal, the mean over its opponents, in its role's view: (agents, n)."""
        scores = -self.returns.mean(axis=1) if role == COACH else self.returns.mean(axis=0)
        return np.asarray(scores, np.float64)

    @cached_property
    def strengths(self) -> list[Strength]:
        """Every agent's mean over its opponents: the Coaches, then the Pilots."""
        found = []
        for role, wins in ((COACH, 1 - self.wins.mean(axis=1)), (PILOT, self.wins.mean(axis=0))):
            means = bootstrap_columns(self.scores(role).T, self.level, seed=self.seed)
            rates = win_rates(wins.T, self.level, seed=self.seed)
            found += [Strength(role, *parts) for parts in zip(self.names(role), means, rates)]
        return found

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every two Coaches, then every two Pilots."""
        found = []
        for role in (COACH, PILOT):
            names, scores = self.names(role), self.scores(role)
            for i, j in combinations(range(len(names)), 2):
                gap = bootstrap(scores[i] - scores[j], self.level, seed=self.seed)
                gain = variance_reduction(scores[i], scores[j])
                found.append(Comparison(role, names[i], names[j], gap, gain))
        return found


CHUNKS, SMALLEST, LARGEST = 40, 10, 500
"""A cell is played in about so many chunks, of at least and at most so many deals."""


class Unit(NamedTuple):
    """A piece of a cross-play that is played in one go, from its own seed: a chunk of deals in one cell.

    Attributes:
        coach: the row.
        pilots: the column.
        chunk: number of the chunk.
    """

    coach: int
    pilots: int
    chunk: int


Part = Floats
"""What a unit returned: float64, shape (2, n): the Pilots' returns and the numbers of decisions."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A cross-play to be played, unit by unit, in any order.

    Attributes:
        setup: what is played.
        coaches: agents by label; the rows.
        pilots: agents by label, or a list of agents, one for each Pilot; the columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices, which are independent between units.
    """

    setup: Setup
    coaches: Mapping[str, Agent]
    pilots: Mapping[str, Lineup]
    deals: Seeds
    seed: int

    def __post_init__(self) -> None:
        if not self.coaches or not self.pilots or len(self.deals) < 2:
            raise InvalidConfig("cross-play needs 1 Coach, 1 Pilot and 2 deals or more.")

    @property
    def chunk(self) -> int:
        """Deals per chunk; the last one may be smaller."""
        return min(max(-(-len(self.deals) // CHUNKS), SMALLEST), LARGEST)

    @property
    def units(self) -> list[Unit]:
        """All units."""
        chunks = -(-len(self.deals) // self.chunk)
        return [Unit(*x) for x in product(range(len(self.coaches)), range(len(self.pilots)), range(chunks))]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return len(self.coaches) * len(self.pilots) * len(self.deals)

    def span(self, unit: Unit) -> slice:
        """Return which deals a unit plays."""
        return slice(unit.chunk * self.chunk, min((unit.chunk + 1) * self.chunk, len(self.deals)))

    def play(self, unit: Unit, progress: Progress | None = None) -> Part:
        """Play a unit."""
        coach, pilots = list(self.coaches.values())[unit.coach], list(self.pilots.values())[unit.pilots]
        deals = self.deals[self.span(unit)]
        match = play(self.setup, coach, pilots, deals, leg_seed(self.seed, *unit), progress)
        return np.stack([match.returns, match.lengths.astype(np.float64)])

    def assemble(self, parts: Mapping[Unit, Part]) -> CrossPlay:
        """Return the cross-play from the parts of all units."""
        found = np.empty((2, len(self.coaches), len(self.pilots), len(self.deals)))
        for unit, part in parts.items():
            found[:, unit.coach, unit.pilots, self.span(unit)] = part
        names = self.setup.game.id, self.setup.scenario, tuple(self.coaches), tuple(self.pilots)
        return CrossPlay(*names, self.deals, self.seed, found[0], found[1].astype(np.int64))


def cross_play(
    setup: Setup,
    coaches: Mapping[str, Agent],
    pilots: Mapping[str, Lineup],
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
) -> CrossPlay:
    """Play every Coach against every set of Pilots, all on the same deals, in this process.

    Args:
        setup: what is played.
        coaches: agents by label; the rows.
        pilots: agents by label, or a list of agents, one for each Pilot; the columns.
        deals: see `play`; 2 or more.
        seed: of the agents' choices, which are independent between cells.
        progress: called as ``progress(games done, games)``.
    """
    plan = Plan(setup, coaches, pilots, as_deals(deals, seed), seed)
    parts: dict[Unit, Part] = {}
    done = 0
    for unit in plan.units:
        parts[unit] = plan.play(unit)
        done += parts[unit].shape[1]
        if progress is not None:
            progress(done, plan.games)
    return plan.assemble(parts)
