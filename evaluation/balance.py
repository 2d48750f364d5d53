"""What was measured of the balance of a scenario, or of a grid of scenarios; see `study`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from throwdown.envs.core.kit import Piece, Setup, how_many
from throwdown.evaluation import decks, statistics
from throwdown.evaluation.leads import Leads
from throwdown.evaluation.report.sections import Rows, Section, to_text
from throwdown.evaluation.sides import Sides

FAIR = (0.3, 0.7)
"""Between these shares of wins no side has won a scenario before it starts."""
RARE = 0.02
"""Kinds of actions that a side chooses less often than this in a game are not restricted: nothing would be measured."""
SELDOM = 0.2
"""What is chosen less often than this in a game may be worth more than its players make of it."""


@dataclass(frozen=True)
class Cell:
    """One configuration.

    Attributes:
        setup: what is played.
        values: what makes it differ, by the names of the axes, as text.
    """

    setup: Setup
    values: tuple[str, ...] = ()


@dataclass(frozen=True)
class Figures:
    """What the games of one cell and tier were like.

    Attributes:
        wins: the second side's share of wins; a draw counts a half.
        length: decisions a game.
        lengths: the 10th, 50th and 90th percentile of that.
        branching: legal actions a decision, the mean over games of each game's mean; likewise the next two.
        forced: the share of decisions with a single legal action.
        bits: what the seat to move does not know of other hands, see `signals.Hidden`; 0 where it cannot be told.
        steps: the share of games whose last stage (or scene) was 0, 1, 2 …; see `signals.Steps`.
        shares: how games ended, and what was chosen of the ranges that the game names (see `core.signals.Signals`):
            the share of each end and of each action of a range, of both sides, by its label.
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
    """What a kind of action, or a piece of the scenario, is worth to a side, by restricted play.

    Attributes:
        side: who may not choose it where there is another action.
        kind: its name: that of the range in the action layout, or of the piece.
        uses: how often a game the side chooses it when it may.
        value: the side's share of wins with it less that without it, on the same deals.
    """

    side: str
    kind: str
    uses: float
    value: statistics.Interval
    piece: Piece | None = None
    """What it is, if it is a piece of the scenario."""

    @property
    def name(self) -> str:
        """What people call it, such as ``Kick it in (Tech of Red)``."""
        return self.kind if self.piece is None else f"{self.kind} ({sort_of(self.piece)})"


def sort_of(piece: Piece) -> str:
    """Return what a piece is and whose, such as ``Tech of Red``."""
    return f"{piece.kind} of {piece.owner}" if piece.owner else piece.kind


@dataclass(frozen=True)
class Tried:
    """What players that search make of the pieces that others hardly use.

    Attributes:
        tier: who they are; on both sides.
        deals: games, the first of the others' deals.
        wins: the second side's share of wins; a draw counts a half.
        is_fair: whether both sides win at least 30 %.
        uses: the pieces, and how often a game they choose each.
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
        gain: by how much the side's share of wins rises, on the same deals.
    """

    side: str
    lower: str
    upper: str
    gain: statistics.Interval


@dataclass(frozen=True)
class Difference:
    """Two configurations, paired by deals: the second less the first.

    Attributes:
        values: of the other axes, as text.
        tier: who played.
        wins: the change of the second side's share of wins.
        length: the change of the decisions a game.
    """

    values: tuple[str, ...]
    tier: str
    wins: statistics.Interval
    length: statistics.Interval


@dataclass(frozen=True, eq=False)
class Balance:
    """What was measured.

    Attributes:
        game: id of the game.
        sides: its two sides.
        axes: names of what varies, in the order of `Cell.values`.
        cells: the configurations.
        tiers: names of the tiers.
        deals: games per cell and tier.
        seed: of deals and choices.
        figures: by cell and tier.
        actions: values of actions, by cell; empty where they were not asked for, like the next two.
        idle: pieces that are chosen too seldom to be rated, by cell.
        tried: what search makes of pieces that are hardly used, by cell; None where there are none.
        rungs: the skill ladder, by cell.
        restricted: the tier whose actions were restricted; None if there is none that can be.
        leads: who was ahead, by cell and the tiers that can take over a game.
        differences: between the two values of the axis that is compared, which is the last.
        swaps: what swaps of a card gain, one for every cell but the first, which is the scenario as it is.
        strengths: the decks of a matrix, whose axes are sides.
        step_name: what `Figures.steps` counts; None if the game has no such thing.
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
        """Show who wins, and what the games are like."""
        return to_text(describe(self), [wins_section(self), games_section(self)])


def hardly_used(actions: Sequence[ActionValue], idle: Sequence[Piece]) -> list[Piece]:
    """Return the pieces of a cell that its players choose seldom, rated or not."""
    return [*idle, *(x.piece for x in actions if x.piece is not None and x.uses < SELDOM)]


def describe(found: Balance) -> str:
    """Return one line that says what was played, on how many deals."""
    names = {cell.setup.scenario for cell in found.cells}
    what = f"{len(names)} scenarios" if len(names) > 1 else "".join(names)
    cells = f"{len(found.cells)} configurations · " if len(found.cells) > len(names) else ""
    return (
        f"{found.game} · {what} · {cells}{how_many(f'{found.deals:,}', 'deal')} for each kind of player · "
        f"seed {found.seed} · 95 % intervals"
    )


def wins_section(found: Balance) -> Section:
    """Return who wins: a row per cell, a column per tier."""
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
    """Return what the games are like: a row per cell and tier."""
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
        "what the others' play tells about them is left out."
    )
    return Section("What a game is like", head, rows, [note], keys=len(found.axes) + 1)
