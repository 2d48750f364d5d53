"""Play of a cross-play in units: every lineup of one side against every lineup of the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from throwdown.envs.core.kit import Floats, InvalidConfig, Setup
from throwdown.envs.tables.seating import Lineup, each, seat_players
from throwdown.evaluation.aivat import Baseline
from throwdown.evaluation.cross import CrossPlay
from throwdown.evaluation.match import as_deals, leg_seed, play
from throwdown.evaluation.playout import Progress, Seeds
from throwdown.evaluation.sides import Sides, two_sides
from throwdown.evaluation.workers import WORTH, distribute

CHUNKS, SMALLEST, LARGEST = 40, 10, 500
"""The approximate number of chunks per cell, and the least and greatest number of deals in a chunk."""


class Unit(NamedTuple):
    """A unit of work of a cross-play, with its own seed: a chunk of deals in one cell.

    Attributes:
        row: the row.
        column: the column.
        chunk: number of the chunk.
    """

    row: int
    column: int
    chunk: int


Part = Floats
"""A unit's result: float64, shape (3, n): the returns of the columns' side, the numbers of decisions, and the illegal
answers of all agents, those of the whole unit at its first deal; with AIVAT, shape (5, n): also that side's luck at the
deal and after it."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A cross-play to be played, unit by unit, in any order.

    Attributes:
        setup: the setup of a two-sided zero-sum game.
        rows: lineups of the first side, by label: one agent, or one for each of its seats.
        columns: lineups of the second side, likewise.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices, which are independent between units.
        baseline: AIVAT's baseline; None without AIVAT.
        shared_dice: use the same dice in all games of a deal, see `playout.Dice`.
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
        """The sides of the rows and of the columns."""
        return two_sides(self.setup, "Cross-play")

    def players(self, row: Lineup, column: Lineup) -> dict[str, Lineup]:
        """Return the players of a cell, by side."""
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
        """The total number of games."""
        return len(self.rows) * len(self.columns) * len(self.deals)

    def span(self, unit: Unit) -> slice:
        """Return the deals of a unit."""
        return slice(unit.chunk * self.chunk, min((unit.chunk + 1) * self.chunk, len(self.deals)))

    def play(self, unit: Unit, progress: Progress | None = None) -> Part:
        """Play a unit."""
        players = self.players(list(self.rows.values())[unit.row], list(self.columns.values())[unit.column])
        deals, dice = self.deals[self.span(unit)], self.seed if self.shared_dice else None
        agents = {id(agent): agent for lineup in players.values() for agent in each(lineup)}.values()
        before = sum(agent.illegal for agent in agents)
        match = play(self.setup, players, deals, leg_seed(self.seed, *unit), progress, self.baseline, dice)
        illegal = np.zeros(len(deals))
        illegal[0] = sum(agent.illegal for agent in agents) - before
        part = np.stack([match.of(self.sides[1].name), match.lengths.astype(np.float64), illegal])
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
        kinds = 3 if self.baseline is None else 5
        found = np.empty((kinds, len(self.rows), len(self.columns), len(self.deals)))
        for unit, part in parts.items():
            found[:, unit.row, unit.column, self.span(unit)] = part
        names = self.setup.game.id, self.setup.scenario, self.sides, tuple(self.rows), tuple(self.columns)
        luck = None if self.baseline is None else np.moveaxis(found[3:], 0, -1)
        lengths, illegal = found[1].astype(np.int64), found[2].sum(axis=-1).astype(np.int64)
        seats = tuple(tuple(self.setup.seats[p] for p in self.setup.teams[side.name]) for side in self.sides)
        teams = tuple(self._teams(side.name, x) for side, x in zip(self.sides, (self.rows, self.columns)))
        results = found[0], lengths, luck, seats, teams
        return CrossPlay(*names, self.deals, self.seed, *results, illegal=illegal)


def cross_play(
    setup: Setup,
    rows: Mapping[str, Lineup],
    columns: Mapping[str, Lineup],
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
    workers: int | None = 1,
    on: str = "",
) -> CrossPlay:
    """Play every lineup of the first side against every lineup of the second, all on the same deals.

    Args:
        setup: the setup of a two-sided zero-sum game.
        rows: lineups of the first side, by label: one agent, or one for each of its seats.
        columns: lineups of the second side, likewise.
        deals: see `play`; 2 or more.
        seed: of the agents' choices, which are independent between cells.
        progress: called as ``progress(games done, games)``.
        workers: maximum number of processes, None for one per core; the results are the same. Agents are pickled for
            other processes.
        on: where they run, see `workers.start_workers`.

    Raises:
        InvalidConfig: the game is not a two-sided zero-sum game, a side has no lineup, or see `play`.
    """
    plan = Plan(setup, rows, columns, as_deals(deals, seed), seed)
    parts: dict[Unit, Part] = {}
    done = 0
    units = plan.units
    for k, part in distribute(plan.play, units, workers, on, worth=WORTH):
        parts[units[k]] = part
        done += part.shape[1]
        if progress is not None:
            progress(done, plan.games)
    return plan.assemble(parts)
