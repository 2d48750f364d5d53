"""Cross-play: every lineup of one side against every lineup of the other, on the same deals in every cell."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import NamedTuple

import numpy as np

from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup
from throwdown.envs.seating import Lineup, seat_players
from throwdown.evaluation import statistics
from throwdown.evaluation.aivat import Baseline
from throwdown.evaluation.match import as_deals, leg_seed, play
from throwdown.evaluation.playout import Progress, Seeds
from throwdown.evaluation.sides import Side, Sides, two_sides


@dataclass(frozen=True)
class Comparison:
    """Two agents of one side against the same opponents on the same deals.

    Attributes:
        side: the side's name.
        first: one agent's name.
        second: the other's.
        difference: of their mean returns over all opponents, in their side's view; above 0 the first is stronger.
        factors: what was gained by playing the same deals, and by AIVAT.
    """

    side: str
    first: str
    second: str
    difference: statistics.Interval
    factors: statistics.Factors


@dataclass(frozen=True)
class Contest:
    """Two that play both sides against each other, each side once on every deal.

    Attributes:
        first: one's label.
        second: the other's.
        returns: the first's mean return, summed over both sides; 0 is even.
        wins: the first's win rate, the mean over both sides.
        factors: what was gained by playing both sides on the same deals, and by AIVAT.
    """

    first: str
    second: str
    returns: statistics.Interval
    wins: statistics.Interval
    factors: statistics.Factors


@dataclass(frozen=True)
class Strength:
    """An agent's mean over all opponents, in its side's view.

    Attributes:
        side: the side's name.
        name: the agent's label.
        returns: mean return.
        wins: win rate.
    """

    side: str
    name: str
    returns: statistics.Interval
    wins: statistics.Interval


@dataclass(frozen=True)
class SeatStrength:
    """An agent on one seat of a side.

    Attributes:
        seat: the seat's name.
        name: the agent's label.
        teams: in how many teams it sat there.
        returns: the side's mean return over those teams and all opponents.
    """

    seat: str
    name: str
    teams: int
    returns: statistics.Interval


@dataclass(frozen=True, eq=False)
class CrossPlay:
    """Every lineup of one side against every lineup of the other, on the same deals in every cell.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        sides: whose lineups the rows are, and whose the columns.
        rows: labels of the R rows.
        columns: labels of the C columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices and of the resampling.
        returns: float64, shape (R, C, n); the return of the columns' side, that of the rows' is its negative.
        lengths: int64, shape (R, C, n); decisions of all seats.
        luck: float64, shape (R, C, n, 2); that of the columns' side, see `aivat.Correction`, or None without AIVAT.
        seats: names of the seats of either side.
        teams: labels by seat for every row and for every column.
        level: confidence level of every interval.
    """

    game: str
    scenario: str
    sides: Sides
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    deals: Seeds
    seed: int
    returns: Floats
    lengths: Ints
    luck: Floats | None = None
    seats: tuple[tuple[str, ...], ...] = ()
    teams: tuple[tuple[tuple[str, ...], ...], ...] = ()
    level: float = statistics.LEVEL

    def __repr__(self) -> str:
        """Show who got what against whom, and how strong everybody is."""
        from throwdown.evaluation import sections, tables  # they stand on this module

        return sections.to_text(tables.describe(self), [tables.matrix(self), tables.strengths(self)])

    @property
    def wins(self) -> Floats:
        """Float64, shape (R, C, n): 1 where `returns` is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    @cached_property
    def estimates(self) -> Floats:
        """Float64, shape (R, C, n): `returns`, less the luck in them if AIVAT knows it; of the same mean."""
        if self.luck is None:
            return self.returns
        cells = zip(self.returns.reshape(-1, len(self.deals)), self.luck.reshape(-1, len(self.deals), 2))
        return np.array([statistics.controlled(*cell) for cell in cells]).reshape(self.returns.shape)

    def _grid(self, found: list[statistics.Interval]) -> list[list[statistics.Interval]]:
        width = len(self.columns)
        return [found[i : i + width] for i in range(0, len(found), width)]

    @cached_property
    def means(self) -> list[list[statistics.Interval]]:
        """The mean return of the columns' side with its interval, by row and column; by AIVAT where luck is known."""
        cells = self.estimates.reshape(-1, len(self.deals)).T
        return self._grid(statistics.bootstrap_columns(cells, self.level, seed=self.seed))

    @cached_property
    def win_rates(self) -> list[list[statistics.Interval]]:
        """The win rate of the columns' side with its interval, by row and column."""
        cells = self.wins.reshape(-1, len(self.deals)).T
        return self._grid(statistics.win_rates(cells, self.level, seed=self.seed))

    @property
    def is_wide(self) -> bool:
        """Whether the matrix is better shown turned, its columns as rows."""
        return len(self.columns) > max(4, len(self.rows))

    @property
    def mean_lengths(self) -> Floats:
        """Float64, shape (R, C): mean number of decisions."""
        return np.asarray(self.lengths.mean(axis=2), np.float64)

    @property
    def agents(self) -> list[tuple[Side, str]]:
        """The side and the label of every row, then of every column."""
        return [
            (side, label) for side, labels in zip(self.sides, (self.rows, self.columns)) for label in labels
        ]

    def names(self, side: str) -> tuple[str, ...]:
        """Return the labels of a side's lineups."""
        return self.columns if self._is_second(side) else self.rows

    def _is_second(self, side: str) -> bool:
        """Return whether the columns are a side's."""
        if side not in [x.name for x in self.sides]:
            raise InvalidConfig(
                f"'{side}' is not a side of {self.game}; there are {', '.join(x.name for x in self.sides)}."
            )
        return side == self.sides[1].name

    def scores(self, side: str) -> Floats:
        """Return every lineup's return per deal, the mean over its opponents, in its side's view: (lineups, n)."""
        scores = self.estimates.mean(axis=0) if self._is_second(side) else -self.estimates.mean(axis=1)
        return np.asarray(scores, np.float64)

    def _compare(self, side: str, i: int, j: int) -> Comparison:
        axis, sign = (0, 1.0) if self._is_second(side) else (1, -1.0)
        plain, names = sign * self.returns.mean(axis=axis), self.names(side)
        luck = None if self.luck is None else self.luck.mean(axis=axis)
        gap = plain[i] - plain[j]
        if luck is not None:
            gap = statistics.controlled(gap, np.hstack([luck[i], luck[j]]))
        gains = statistics.factors(
            plain[i], plain[j], *((None, None) if luck is None else (luck[i], luck[j]))
        )
        return Comparison(
            side, names[i], names[j], statistics.bootstrap(gap, self.level, seed=self.seed), gains
        )

    @cached_property
    def strengths(self) -> list[Strength]:
        """Every lineup's mean over its opponents: the rows, then the columns."""
        found = []
        for side, wins in zip(self.sides, (1 - self.wins.mean(axis=1), self.wins.mean(axis=0))):
            means = statistics.bootstrap_columns(self.scores(side.name).T, self.level, seed=self.seed)
            rates = statistics.win_rates(wins.T, self.level, seed=self.seed)
            found += [Strength(side.name, *parts) for parts in zip(self.names(side.name), means, rates)]
        return found

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every two rows, then every two columns."""
        pools = {side.name: range(len(self.names(side.name))) for side in self.sides}
        return [self._compare(side, i, j) for side, pool in pools.items() for i, j in combinations(pool, 2)]

    @property
    def pairs(self) -> list[tuple[str, int, int]]:
        """Who plays both sides: label, row and column. Labels that differ in the side's name alone belong together."""
        column = {name: k for k, name in enumerate(self.columns)}
        partners = [(name, name if name in column else partner_of(name, self.sides)) for name in self.rows]
        return [
            (name if name == other else f"{name} + {other}", row, column[other])
            for row, (name, other) in enumerate(partners)
            if other in column
        ]

    def _contest(self, first: tuple[str, int, int], second: tuple[str, int, int]) -> Contest:
        there, back = (second[1], first[2]), (first[1], second[2])
        gap, wins = self.returns[there] - self.returns[back], self.wins[there] - self.wins[back]
        luck = (None, None) if self.luck is None else (self.luck[there], self.luck[back])
        gains = statistics.factors(self.returns[there], self.returns[back], *luck)
        if self.luck is not None:
            gap = statistics.controlled(gap, np.hstack([self.luck[there], self.luck[back]]))
        rates = statistics.win_rates((1 + wins[:, None]) / 2, self.level, seed=self.seed)
        return Contest(
            first[0], second[0], statistics.bootstrap(gap, self.level, seed=self.seed), rates[0], gains
        )

    @cached_property
    def contests(self) -> list[Contest]:
        """Every two that play both sides, against each other."""
        return [self._contest(*pair) for pair in combinations(self.pairs, 2)]

    @cached_property
    def by_seat(self) -> list[SeatStrength]:
        """Every agent on every seat that it had, for sides of which a team was mixed: the mean over those teams."""
        found: list[SeatStrength] = []
        for axis, (seats, teams) in enumerate(zip(self.seats, self.teams)):
            if all(len(set(team)) == 1 for team in teams):
                continue
            sign = 1.0 if axis else -1.0
            for place, seat in enumerate(seats):
                for name in dict.fromkeys(team[place] for team in teams):
                    which = [k for k, team in enumerate(teams) if team[place] == name]
                    returns = sign * np.take(self.estimates, which, axis).mean(axis=(0, 1))
                    span = statistics.bootstrap(returns, self.level, seed=self.seed)
                    found.append(SeatStrength(seat, name, len(which), span))
        return found


CHUNKS, SMALLEST, LARGEST = 40, 10, 500
"""A cell is played in about so many chunks, of at least and at most so many deals."""


class Unit(NamedTuple):
    """A piece of a cross-play that is played in one go, from its own seed: a chunk of deals in one cell.

    Attributes:
        row: the row.
        column: the column.
        chunk: number of the chunk.
    """

    row: int
    column: int
    chunk: int


Part = Floats
"""What a unit returned: float64, shape (2, n): the returns of the columns' side and the numbers of decisions; with
AIVAT, shape (4, n): its luck at the deal and after it too."""


def partner_of(label: str, sides: Sides) -> str:
    """Return the label of the other half of a pair: the side's name is the other's, folders are the same."""
    folder, sign, name = label.rpartition("/")
    return folder + sign + name.replace(sides[0].name, sides[1].name)


@dataclass(frozen=True, eq=False)
class Plan:
    """A cross-play to be played, unit by unit, in any order.

    Attributes:
        setup: what is played; it has two sides, one of which wins what the other loses.
        rows: who plays the first side, by label: one agent, or one for each of its seats.
        columns: who plays the second side, likewise.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices, which are independent between units.
        baseline: of AIVAT, if it is wanted.
        shared_dice: throw the same dice in all games of a deal, see `playout.Dice`.
    """

    setup: Setup
    rows: Mapping[str, Lineup]
    columns: Mapping[str, Lineup]
    deals: Seeds
    seed: int
    baseline: Baseline | None = None
    shared_dice: bool = False

    def __post_init__(self) -> None:
        sides = self.sides
        if not self.rows or not self.columns or len(self.deals) < 2:
            raise InvalidConfig(
                f"cross-play needs at least 1 agent for {sides[0].called}, 1 for {sides[1].called} and 2 deals."
            )
        for row, column in product(self.rows.values(), self.columns.values()):
            seat_players(self.setup, self.players(row, column))

    @property
    def sides(self) -> Sides:
        """The sides that the rows and the columns play."""
        return two_sides(self.setup, "Cross-play")

    def players(self, row: Lineup, column: Lineup) -> dict[str, Lineup]:
        """Return who plays a cell, by side."""
        first, second = self.sides
        return {first.name: row, second.name: column}

    @property
    def chunk(self) -> int:
        """Deals per chunk; the last one may be smaller."""
        return min(max(-(-len(self.deals) // CHUNKS), SMALLEST), LARGEST)

    @property
    def units(self) -> list[Unit]:
        """All units."""
        chunks = -(-len(self.deals) // self.chunk)
        return [Unit(*x) for x in product(range(len(self.rows)), range(len(self.columns)), range(chunks))]

    @property
    def games(self) -> int:
        """How many games there are in all."""
        return len(self.rows) * len(self.columns) * len(self.deals)

    def span(self, unit: Unit) -> slice:
        """Return which deals a unit plays."""
        return slice(unit.chunk * self.chunk, min((unit.chunk + 1) * self.chunk, len(self.deals)))

    def play(self, unit: Unit, progress: Progress | None = None) -> Part:
        """Play a unit."""
        players = self.players(list(self.rows.values())[unit.row], list(self.columns.values())[unit.column])
        deals, dice = self.deals[self.span(unit)], self.seed if self.shared_dice else None
        match = play(self.setup, players, deals, leg_seed(self.seed, *unit), progress, self.baseline, dice)
        part = np.stack([match.of(self.sides[1].name), match.lengths.astype(np.float64)])
        return part if match.luck is None else np.vstack([part, match.luck.T])

    def _teams(self, side: str, lineups: Mapping[str, Lineup]) -> tuple[tuple[str, ...], ...]:
        """Return labels by seat for every lineup; a lineup's label may be its agents' labels, joined by commas."""
        seats = len(self.setup.teams[side])
        found: list[tuple[str, ...]] = []
        for label, lineup in lineups.items():
            if isinstance(lineup, Sequence):
                parts = label.split(",")
                found.append(tuple(parts if len(parts) == seats else (agent.name for agent in lineup)))
            else:
                found.append((label,) * seats)
        return tuple(found)

    def assemble(self, parts: Mapping[Unit, Part]) -> CrossPlay:
        """Return the cross-play from the parts of all units."""
        kinds = 2 if self.baseline is None else 4
        found = np.empty((kinds, len(self.rows), len(self.columns), len(self.deals)))
        for unit, part in parts.items():
            found[:, unit.row, unit.column, self.span(unit)] = part
        names = self.setup.game.id, self.setup.scenario, self.sides, tuple(self.rows), tuple(self.columns)
        luck = None if self.baseline is None else np.moveaxis(found[2:], 0, -1)
        lengths = found[1].astype(np.int64)
        seats = tuple(tuple(self.setup.seats[p] for p in self.setup.teams[side.name]) for side in self.sides)
        teams = tuple(self._teams(side.name, x) for side, x in zip(self.sides, (self.rows, self.columns)))
        return CrossPlay(*names, self.deals, self.seed, found[0], lengths, luck, seats, teams)


def cross_play(
    setup: Setup,
    rows: Mapping[str, Lineup],
    columns: Mapping[str, Lineup],
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
) -> CrossPlay:
    """Play every lineup of the first side against every lineup of the second, all on the same deals, in this process.

    Args:
        setup: what is played; it has two sides, one of which wins what the other loses.
        rows: who plays the first side, by label: one agent, or one for each of its seats.
        columns: who plays the second side, likewise.
        deals: see `play`; 2 or more.
        seed: of the agents' choices, which are independent between cells.
        progress: called as ``progress(games done, games)``.

    Raises:
        InvalidConfig: the game has other sides, there is nobody to play, or see `play`.
    """
    plan = Plan(setup, rows, columns, as_deals(deals, seed), seed)
    parts: dict[Unit, Part] = {}
    done = 0
    for unit in plan.units:
        parts[unit] = plan.play(unit)
        done += parts[unit].shape[1]
        if progress is not None:
            progress(done, plan.games)
    return plan.assemble(parts)
