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
from throwdown.evaluation.aivat import Baseline
from throwdown.evaluation.match import as_deals, leg_seed, play
from throwdown.evaluation.playout import COACH, PILOT, Lineup, Progress, Seeds, sides_of
from throwdown.evaluation.statistics import (
    LEVEL,
    Factors,
    Floats,
    Interval,
    bootstrap,
    bootstrap_columns,
    controlled,
    factors,
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
        factors: what was gained by playing the same deals, and by AIVAT.
    """

    role: str
    first: str
    second: str
    difference: Interval
    factors: Factors


@dataclass(frozen=True)
class Contest:
    """Two that play both roles against each other, each role once on every deal.

    Attributes:
        first: one's label.
        second: the other's.
        returns: the first's mean return, summed over both roles; 0 is even.
        wins: the first's win rate, the mean over both roles.
        factors: what was gained by playing both roles on the same deals, and by AIVAT.
    """

    first: str
    second: str
    returns: Interval
    wins: Interval
    factors: Factors


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


@dataclass(frozen=True)
class SeatStrength:
    """An agent on one Pilot seat.

    Attributes:
        seat: number of the Pilot.
        name: the agent's label.
        teams: in how many teams it sat there.
        returns: the Pilots' mean return over those teams and all Coaches.
    """

    seat: int
    name: str
    teams: int
    returns: Interval


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
        luck: float64, shape (C, P, n, 2); the Pilots' luck, see `aivat.Correction`, or None without AIVAT.
        teams: the agents' labels by Pilot seat for every column.
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
    luck: Floats | None = None
    teams: tuple[tuple[str, ...], ...] = ()
    level: float = LEVEL

    @property
    def wins(self) -> Floats:
        """Float64, shape (C, P, n): 1 where the Pilots' return is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    @cached_property
    def estimates(self) -> Floats:
        """Float64, shape (C, P, n): the Pilots' return, less their luck if AIVAT knows it; of the same mean."""
        if self.luck is None:
            return self.returns
        cells = zip(self.returns.reshape(-1, len(self.deals)), self.luck.reshape(-1, len(self.deals), 2))
        return np.array([controlled(*cell) for cell in cells]).reshape(self.returns.shape)

    def _grid(self, found: list[Interval]) -> list[list[Interval]]:
        width = len(self.pilots)
        return [found[i : i + width] for i in range(0, len(found), width)]

    @cached_property
    def means(self) -> list[list[Interval]]:
        """The Pilots' mean return with its interval, by row and column; by AIVAT where luck is known."""
        cells = self.estimates.reshape(-1, len(self.deals)).T
        return self._grid(bootstrap_columns(cells, self.level, seed=self.seed))

    @cached_property
    def win_rates(self) -> list[list[Interval]]:
        """The Pilots' win rate with its interval, by row and column."""
        cells = self.wins.reshape(-1, len(self.deals)).T
        return self._grid(win_rates(cells, self.level, seed=self.seed))

    @property
    def is_wide(self) -> bool:
        """Whether the matrix is better shown with the Pilots as rows."""
        return len(self.pilots) > max(4, len(self.coaches))

    @property
    def mean_lengths(self) -> Floats:
        """Float64, shape (C, P): mean number of decisions."""
        return np.asarray(self.lengths.mean(axis=2), np.float64)

    def names(self, role: str) -> tuple[str, ...]:
        """Return the labels of a role's agents."""
        return self.coaches if role == COACH else self.pilots

    def scores(self, role: str) -> Floats:
        """Return every agent's return per deal, the mean over its opponents, in its role's view: (agents, n)."""
        scores = -self.estimates.mean(axis=1) if role == COACH else self.estimates.mean(axis=0)
        return np.asarray(scores, np.float64)

    def _compare(self, role: str, i: int, j: int) -> Comparison:
        axis, sign = (1, -1.0) if role == COACH else (0, 1.0)
        plain, names = sign * self.returns.mean(axis=axis), self.names(role)
        luck = None if self.luck is None else self.luck.mean(axis=axis)
        gap = plain[i] - plain[j]
        if luck is not None:
            gap = controlled(gap, np.hstack([luck[i], luck[j]]))
        gains = factors(plain[i], plain[j], *((None, None) if luck is None else (luck[i], luck[j])))
        return Comparison(role, names[i], names[j], bootstrap(gap, self.level, seed=self.seed), gains)

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
        pools = {role: range(len(self.names(role))) for role in (COACH, PILOT)}
        return [self._compare(role, i, j) for role, pool in pools.items() for i, j in combinations(pool, 2)]

    @property
    def sides(self) -> list[tuple[str, int, int]]:
        """Who plays both roles: label, row and column. Labels that differ in the role's name alone belong together."""
        column = {name: k for k, name in enumerate(self.pilots)}
        partners = [(name, name if name in column else _partner(name)) for name in self.coaches]
        return [
            (name if name == other else f"{name} + {other}", row, column[other])
            for row, (name, other) in enumerate(partners)
            if other in column
        ]

    def _contest(self, first: tuple[str, int, int], second: tuple[str, int, int]) -> Contest:
        pilots, coach = (second[1], first[2]), (first[1], second[2])
        gap, wins = self.returns[pilots] - self.returns[coach], self.wins[pilots] - self.wins[coach]
        luck = (None, None) if self.luck is None else (self.luck[pilots], self.luck[coach])
        gains = factors(self.returns[pilots], self.returns[coach], *luck)
        if self.luck is not None:
            gap = controlled(gap, np.hstack([self.luck[pilots], self.luck[coach]]))
        rates = win_rates((1 + wins[:, None]) / 2, self.level, seed=self.seed)
        return Contest(first[0], second[0], bootstrap(gap, self.level, seed=self.seed), rates[0], gains)

    @cached_property
    def contests(self) -> list[Contest]:
        """Every two that play both roles, against each other."""
        return [self._contest(*pair) for pair in combinations(self.sides, 2)]

    @cached_property
    def seats(self) -> list[SeatStrength]:
        """Every agent on every Pilot seat that it had, if any team was mixed: the mean over those teams."""
        found: list[SeatStrength] = []
        if all(len(set(team)) == 1 for team in self.teams):
            return found
        for seat in range(len(self.teams[0])):
            for name in dict.fromkeys(team[seat] for team in self.teams):
                columns = [k for k, team in enumerate(self.teams) if team[seat] == name]
                returns = self.estimates[:, columns].mean(axis=(0, 1))
                span = bootstrap(returns, self.level, seed=self.seed)
                found.append(SeatStrength(seat, name, len(columns), span))
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
"""What a unit returned: float64, shape (2, n): the Pilots' returns and the numbers of decisions; with AIVAT, shape
(4, n): their luck at the deal and after it too."""


def _partner(label: str) -> str:
    """Return the label of a Coach's Pilots: the role is another, folders are the same."""
    folder, sign, name = label.rpartition("/")
    return folder + sign + name.replace(COACH, PILOT)


@dataclass(frozen=True, eq=False)
class Plan:
    """A cross-play to be played, unit by unit, in any order.

    Attributes:
        setup: what is played.
        coaches: agents by label; the rows.
        pilots: agents by label, or a list of agents, one for each Pilot; the columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices, which are independent between units.
        baseline: of AIVAT, if it is wanted.
        shared_dice: throw the same dice in all games of a deal, see `playout.Dice`.
    """

    setup: Setup
    coaches: Mapping[str, Agent]
    pilots: Mapping[str, Lineup]
    deals: Seeds
    seed: int
    baseline: Baseline | None = None
    shared_dice: bool = False

    def __post_init__(self) -> None:
        if not self.coaches or not self.pilots or len(self.deals) < 2:
            raise InvalidConfig("cross-play needs 1 Coach, 1 Pilot and 2 deals or more.")
        for coach, pilots in product(self.coaches.values(), self.pilots.values()):
            sides_of(self.setup, {COACH: coach, PILOT: pilots})

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
        deals, dice = self.deals[self.span(unit)], self.seed if self.shared_dice else None
        seed = leg_seed(self.seed, *unit)
        match = play(self.setup, coach, pilots, deals, seed, progress, self.baseline, dice)
        part = np.stack([match.returns, match.lengths.astype(np.float64)])
        return part if match.luck is None else np.vstack([part, match.luck.T])

    @property
    def teams(self) -> tuple[tuple[str, ...], ...]:
        """Labels by Pilot seat for every column; a team's label may be its agents' labels, joined by commas."""
        seats = self.setup.roles.count(PILOT)
        found: list[tuple[str, ...]] = []
        for label, pilots in self.pilots.items():
            if isinstance(pilots, Agent):
                found.append((label,) * seats)
            else:
                parts = label.split(",")
                found.append(tuple(parts if len(parts) == seats else (agent.name for agent in pilots)))
        return tuple(found)

    def assemble(self, parts: Mapping[Unit, Part]) -> CrossPlay:
        """Return the cross-play from the parts of all units."""
        rows = 2 if self.baseline is None else 4
        found = np.empty((rows, len(self.coaches), len(self.pilots), len(self.deals)))
        for unit, part in parts.items():
            found[:, unit.coach, unit.pilots, self.span(unit)] = part
        names = self.setup.game.id, self.setup.scenario, tuple(self.coaches), tuple(self.pilots)
        luck = None if self.baseline is None else np.moveaxis(found[2:], 0, -1)
        lengths = found[1].astype(np.int64)
        return CrossPlay(*names, self.deals, self.seed, found[0], lengths, luck, self.teams)


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
