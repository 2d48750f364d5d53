"""Cross-play: results of all lineups of one side against all lineups of the other, on the same deals in every cell."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Literal, get_args

import numpy as np

from throwdown.envs.core.kit import Floats, Ints, InvalidConfig
from throwdown.evaluation import statistics
from throwdown.evaluation.playout import Seeds
from throwdown.evaluation.ratings import Ratings, ratings_of
from throwdown.evaluation.report.sections import Rows, Section, to_text
from throwdown.evaluation.sides import Side, Sides

By = Literal["wins", "returns"]
"""The result that ratings are fitted to."""


@dataclass(frozen=True)
class Comparison:
    """Two agents of one side against the same opponents on the same deals.

    Attributes:
        side: the side's name.
        first: one agent's name.
        second: the other's.
        difference: of their side's mean returns over all opponents; above 0 the first is stronger.
        factors: variance reduction by playing the same deals, and by AIVAT.
    """

    side: str
    first: str
    second: str
    difference: statistics.Interval
    factors: statistics.Factors


@dataclass(frozen=True)
class Contest:
    """Two agents that play each other on both sides, each side once on every deal.

    Attributes:
        first: one agent's label.
        second: the other's.
        returns: the first's mean return, summed over both sides; 0 is even.
        wins: the first's win rate, the mean over both sides.
        factors: variance reduction by playing both sides on the same deals, and by AIVAT.
    """

    first: str
    second: str
    returns: statistics.Interval
    wins: statistics.Interval
    factors: statistics.Factors


@dataclass(frozen=True)
class Strength:
    """An agent's mean results over all opponents, for its own side.

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
        teams: number of teams with the agent on that seat.
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
        sides: the side of the rows, then that of the columns.
        rows: labels of the R rows.
        columns: labels of the C columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices and of the resampling.
        returns: float64, shape (R, C, n); returns of the columns' side; those of the rows' side are their negatives.
        lengths: int64, shape (R, C, n); decisions of all seats.
        luck: float64, shape (R, C, n, 2); luck of the columns' side, see `aivat.Correction`, or None without AIVAT.
        seats: names of the seats of either side.
        teams: labels by seat for every row and for every column.
        illegal: int64, shape (R, C): illegal answers of the agents, see `Agent.illegal`; None if they were not counted.
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
    illegal: Ints | None = None
    level: float = statistics.LEVEL

    def __repr__(self) -> str:
        """Show the matrix of results and the strength of every agent."""
        return to_text(describe(self), [matrix_section(self), strength_section(self)])

    @property
    def wins(self) -> Floats:
        """Float64, shape (R, C, n): 1 where `returns` is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    @cached_property
    def estimates(self) -> Floats:
        """Float64, shape (R, C, n): `returns` less luck, if AIVAT has estimated it; the mean is the same."""
        if self.luck is None:
            return self.returns
        cells = zip(self.returns.reshape(-1, len(self.deals)), self.luck.reshape(-1, len(self.deals), 2))
        return np.array([statistics.controlled(*cell) for cell in cells]).reshape(self.returns.shape)

    def _grid(self, found: list[statistics.Interval]) -> list[list[statistics.Interval]]:
        width = len(self.columns)
        return [found[i : i + width] for i in range(0, len(found), width)]

    @cached_property
    def means(self) -> list[list[statistics.Interval]]:
        """The mean return of the columns' side with its interval, by row and column; AIVAT's where luck is known."""
        cells = self.estimates.reshape(-1, len(self.deals)).T
        return self._grid(statistics.bootstrap_columns(cells, self.level, seed=self.seed))

    @cached_property
    def win_rates(self) -> list[list[statistics.Interval]]:
        """The win rate of the columns' side with its interval, by row and column."""
        cells = self.wins.reshape(-1, len(self.deals)).T
        return self._grid(statistics.win_rates(cells, self.level, seed=self.seed))

    @property
    def is_wide(self) -> bool:
        """Whether the matrix is better shown transposed."""
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
        """Return whether the columns play a side."""
        if side not in [x.name for x in self.sides]:
            raise InvalidConfig(
                f"'{side}' is not a side of {self.game}; there are {', '.join(x.name for x in self.sides)}."
            )
        return side == self.sides[1].name

    def scores(self, side: str) -> Floats:
        """Return every lineup's return per deal, for its own side, as a mean over its opponents: (lineups, n)."""
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
        """Every lineup's mean results over its opponents: the rows, then the columns."""
        found = []
        for side, wins in zip(self.sides, (1 - self.wins.mean(axis=1), self.wins.mean(axis=0))):
            means = statistics.bootstrap_columns(self.scores(side.name).T, self.level, seed=self.seed)
            rates = statistics.win_rates(wins.T, self.level, seed=self.seed)
            found += [Strength(side.name, *parts) for parts in zip(self.names(side.name), means, rates)]
        return found

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every pair of rows, then every pair of columns."""
        pools = {side.name: range(len(self.names(side.name))) for side in self.sides}
        return [self._compare(side, i, j) for side, pool in pools.items() for i, j in combinations(pool, 2)]

    @property
    def pairs(self) -> list[tuple[str, int, int]]:
        """Agents on both sides: label, row and column; labels that differ only by the side's name are one agent."""
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
        """Every two agents that play both sides, against each other."""
        return [self._contest(*pair) for pair in combinations(self.pairs, 2)]

    @cached_property
    def by_seat(self) -> list[SeatStrength]:
        """The mean over teams of every agent on each of its seats, for sides with a mixed team."""
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


def partner_of(label: str, sides: Sides) -> str:
    """Return the label of the other half of a pair: the same folders with the other side's name."""
    folder, sign, name = label.rpartition("/")
    return folder + sign + name.replace(sides[0].name, sides[1].name)


@lru_cache(maxsize=4)
def rate(result: CrossPlay, by: By = "wins") -> Ratings:
    """Return the ratings of a cross-play, see `ratings`.

    Args:
        result: the cross-play.
        by: the result to rate by.

    Raises:
        InvalidConfig: ``by`` is unknown, or it is returns and one lies outside [-1, 1].
    """
    if by not in get_args(By):
        raise InvalidConfig(f"ratings cannot be by '{by}'; they are by {' or '.join(get_args(By))}.")
    if by == "returns" and (most := float(np.abs(result.returns).max())) > 1:
        raise InvalidConfig(
            f"ratings by returns need returns from -1 to 1, and one of {result.game} is {most:g} from 0."
        )
    scores = result.wins if by == "wins" else (1 + result.returns) / 2
    return ratings_of(scores, result.agents, result.level, result.seed)


def describe(result: CrossPlay) -> str:
    """Return a line with the game, the scenario and the number of deals."""
    what = f"{result.game} · scenario {result.scenario} · {len(result.deals):,} deals in every cell"
    how = " · AIVAT" if result.luck is not None else ""
    return f"{what} · seed {result.seed}{how} · {100 * result.level:g} % intervals"


def grid(result: CrossPlay, cells: Rows) -> tuple[list[str], Rows]:
    """Return the header and rows of a table of all cells, given row by row; transposed if wide."""
    down, across = (side.title for side in result.sides)
    if result.is_wide:
        turned = zip(result.columns, zip(*cells))
        return [f"{across} \\ {down}", *result.rows], [[name, *row] for name, row in turned]
    return [f"{down} \\ {across}", *result.columns], [[name, *row] for name, row in zip(result.rows, cells)]


def matrix_section(result: CrossPlay) -> Section:
    """Return the matrix: mean return and win rate of the columns' side."""
    cells = [
        [f"{m.text()}\nwin {w.percent()}" for m, w in zip(*pair)]
        for pair in zip(result.means, result.win_rates)
    ]
    head, rows = grid(result, cells)
    lengths, who = result.mean_lengths, result.sides[1].called
    notes = [
        f"Returns are those of {who} here and of the agent's own side elsewhere; they sum to 0. A game is "
        "won if its return is above 0; a return of exactly 0 counts as half.",
        f"Mean game length by cell: {lengths.min():.1f} to {lengths.max():.1f} decisions.",
    ]
    if result.luck is not None:
        notes.append(
            "Mean returns are AIVAT estimates: the luck of cards and of the agents' own dice is subtracted, which "
            "does not change the expected value."
        )
    return Section(f"Mean return and win rate of {who}", head, rows, notes, "cross_play.png")


def strength_section(result: CrossPlay) -> Section:
    """Return every agent's mean results over its opponents, and its rating."""
    ratings = rate(result)
    points = [x.points.text(0) for x in ratings.agents]
    rows = [[x.side, x.name, x.returns.text(), x.wins.percent(), p] for x, p in zip(result.strengths, points)]
    first, second = result.sides
    note = (
        f"Ratings are Bradley-Terry within a side's pool. The average agent as {second.called} has "
        f"{ratings.advantage.text(0)} points more than the average agent as {first.called}; the model misses a cell's "
        f"win rate by at most {100 * ratings.misfit:.1f} points in 100."
    )
    head = ["side", "agent", "mean return", "win rate", "rating (Elo points)"]
    title = "Strength on each agent's own side, mean over all opponents"
    return Section(title, head, rows, [note], "strength.png")
