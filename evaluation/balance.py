"""The measured balance of a scenario, or of a grid of scenarios; see `study`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from throwdown.envs.core.kit import Piece, Setup, how_many
from throwdown.evaluation import decks, statistics
from throwdown.evaluation.leads import Leads
from throwdown.evaluation.report.sections import Rows, Section, to_text
from throwdown.evaluation.sides import Sides

FAIR = (0.3, 0.7)
"""Range of win shares in which a scenario is fair: neither side has won before it starts."""
RARE = 0.02
"""Kinds of actions used less often than this per game are not restricted: nothing would be measured."""
SELDOM = 0.2
"""A piece used less often than this per game may be worth more than its players make of it."""


@dataclass(frozen=True)
class Cell:
    """One configuration.

    Attributes:
        setup: its setup.
        values: its values on the axes, as text, in the order of the axes.
    """

    setup: Setup
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figures:
    """Statistics of the games of one cell and tier.

    Attributes:
        wins: the second side's share of wins; a draw counts a half.
        length: decisions a game.
        lengths: the 10th, 50th and 90th percentile of the length.
        branching: legal actions a decision: the mean over games of each game's mean, as in the next two.
        forced: the share of decisions with a single legal action.
        bits: hidden information about other hands, see `signals.Hidden`; 0 where observations do not give it.
        steps: the share of games whose last stage (or scene) was 0, 1, 2 …; see `signals.Steps`.
        shares: the share of each ending, and of each action in the ranges that the game names (see
            `core.signals.Signals`), of both sides, by label.
    """

    wins: statistics.Interval
    length: statistics.Interval
    lengths: tuple[float, float, float]
    branching: statistics.Interval
    forced: statistics.Interval
    bits: statistics.Interval
    steps: tuple[float, ...]
    shares: Mapping[str, Mapping[str, float]]

    @property
    def is_fair(self) -> bool:
        """Whether both sides win at least 30 %."""
        return FAIR[0] <= self.wins.mean <= FAIR[1]


@dataclass(frozen=True)
class ActionValue:
    """The value of a kind of action, or of a piece of the scenario, to a side, by restricted play.

    Attributes:
        side: the restricted side, which may not choose it where there is another action.
        kind: name of the range in the action layout, or of the piece.
        uses: the side's choices of it per unrestricted game.
        value: the side's share of wins with it less its share without it, on the same deals.
    """

    side: str
    kind: str
    uses: float
    value: statistics.Interval
    piece: Piece | None = None
    """The piece of the scenario, if it is one."""

    @property
    def name(self) -> str:
        """Its display name, such as ``Kick it in (Tech of Red)``."""
        return self.kind if self.piece is None else f"{self.kind} ({sort_of(self.piece)})"


def sort_of(piece: Piece) -> str:
    """Return a piece's kind and owner, such as ``Tech of Red``."""
    return f"{piece.kind} of {piece.owner}" if piece.owner else piece.kind


@dataclass(frozen=True)
class Tried:
    """Results of searching players with the pieces that other players hardly use.

    Attributes:
        tier: name of the searching players, on both sides.
        deals: number of games, on the first of the other players' deals.
        wins: the second side's share of wins; a draw counts a half.
        is_fair: whether both sides win at least 30 %.
        uses: the pieces, each with its uses per game.
    """

    tier: str
    deals: int
    wins: statistics.Interval
    is_fair: bool
    uses: tuple[tuple[Piece, float], ...]


@dataclass(frozen=True)
class Rung:
    """One step of the skill ladder.

    Attributes:
        side: the side that gets the better player.
        lower: the tier on both sides before.
        upper: the tier that takes over the side.
        gain: the rise of the side's share of wins, on the same deals.
    """

    side: str
    lower: str
    upper: str
    gain: statistics.Interval


@dataclass(frozen=True)
class Difference:
    """Two configurations, paired by deals: the second less the first.

    Attributes:
        values: the values on the other axes, as text.
        tier: name of the players.
        wins: the change of the second side's share of wins.
        length: the change of the decisions a game.
    """

    values: tuple[str, ...]
    tier: str
    wins: statistics.Interval
    length: statistics.Interval


@dataclass(frozen=True, eq=False)
class Balance:
    """The results of a study.

    Attributes:
        game: id of the game.
        sides: its two sides.
        axes: names of the axes, in the order of `Cell.values`.
        cells: the configurations.
        tiers: names of the tiers.
        deals: games per cell and tier.
        seed: of deals and choices.
        figures: by cell and tier.
        actions: values of actions, by cell; empty if not requested, like the next two.
        idle: pieces used too seldom to be rated, by cell.
        tried: results of search with rarely used pieces, by cell; None where there are none.
        rungs: the skill ladder, by cell.
        restricted: the tier whose actions were restricted; None if no tier can be restricted.
        leads: who was ahead, by cell and tier, for the tiers that can take over a game.
        differences: between the two values of the compared axis, which is the last.
        swaps: gains of card swaps, one for every cell but the first, which is the unchanged scenario.
        strengths: the decks of a matrix, whose axes are sides.
        step_name: the unit of `Figures.steps`; None if the game has none.
    """

    game: str
    sides: Sides
    axes: tuple[str, ...]
    cells: list[Cell]
    tiers: tuple[str, ...]
    deals: int
    seed: int
    figures: list[list[Figures]]
    actions: list[list[ActionValue]] = field(default_factory=list)
    idle: list[list[Piece]] = field(default_factory=list)
    tried: list[Tried | None] = field(default_factory=list)
    rungs: list[list[Rung]] = field(default_factory=list)
    restricted: str | None = None
    leads: list[dict[str, Leads]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    swaps: list[decks.Gain] = field(default_factory=list)
    strengths: list[decks.DeckStrength] = field(default_factory=list)
    step_name: str | None = None

    def __repr__(self) -> str:
        """Show the win rates and the statistics of the games."""
        return to_text(describe(self), [wins_section(self), games_section(self)])


def hardly_used(actions: Sequence[ActionValue], idle: Sequence[Piece]) -> list[Piece]:
    """Return the rarely used pieces of a cell, rated or not."""
    return [*idle, *(x.piece for x in actions if x.piece is not None and x.uses < SELDOM)]


def describe(found: Balance) -> str:
    """Return a line with the game, its scenarios and the number of deals."""
    names = {cell.setup.scenario for cell in found.cells}
    what = f"{len(names)} scenarios" if len(names) > 1 else "".join(names)
    cells = f"{len(found.cells)} configurations · " if len(found.cells) > len(names) else ""
    return (
        f"{found.game} · {what} · {cells}{how_many(f'{found.deals:,}', 'deal')} for each kind of player · "
        f"seed {found.seed} · 95 % intervals"
    )


def wins_section(found: Balance) -> Section:
    """Return the table of win rates: a row per cell, a column per tier."""
    head = [*(found.axes or ("scenario",)), *(f"{tier}, both sides" for tier in found.tiers)]
    rows = []
    for cell, row in zip(found.cells, found.figures):
        names = list(cell.values) if found.axes else [cell.setup.scenario]
        rows.append([*names, *(x.wins.percent() for x in row), f"{row[-1].lengths[1]:.0f}"])
    note = (
        "The same kind of player sits on both sides. A side that wins between 30 % and 70 % has a fair chance. All "
        "configurations and players meet the same deals, and intervals resample deals; one in twenty misses by chance."
    )
    head.append(f"decisions, {found.tiers[-1]}")
    title = f"Games won by {found.sides[1].called}"
    return Section(title, head, rows, [note], "wins.png", len(found.axes) or 1)


def _steps(x: Figures) -> str:
    return ", ".join(f"{k}: {100 * share:.0f} %" for k, share in enumerate(x.steps) if share > 0)


def games_section(found: Balance) -> Section:
    """Return the table of game statistics: a row per cell and tier."""
    head = [*found.axes, "players", "decisions, 10 % to 90 %", "legal actions", "forced", "hidden, bits"]
    rows: Rows = []
    for cell, row in zip(found.cells, found.figures):
        for tier, x in zip(found.tiers, row):
            length = f"{x.length.text(1, False)}\n{x.lengths[0]:.0f} to {x.lengths[2]:.0f}"
            spread = [length, x.branching.text(2, False), x.forced.percent()]
            hidden = x.bits.text(1, False) if x.bits.high > 0 else "-"
            rows.append([*cell.values, tier, *spread, hidden, *([_steps(x)] if found.step_name else [])])
    head += [f"last {found.step_name}"] if found.step_name else []
    note = (
        "Legal actions and forced moves (a single legal action) are means over games. Hidden, in bits: the base-2 "
        "logarithm of the number of hands that others may hold, as the seat to move sees it, cards as distinct; "
        "evidence from the others' play is left out."
    )
    return Section("What a game is like", head, rows, [note], keys=len(found.axes) + 1)
