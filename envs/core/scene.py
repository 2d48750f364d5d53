"""What a picture of a table is made of: plain data, which a game's words fill, and in which there is no game."""

from dataclasses import dataclass

from throwdown.envs.core.catalogue import tr

HIDDEN = "??"
"""A card that lies face-down, or whose face the viewer may not know."""


@dataclass(frozen=True)
class Gauge:
    """A number between 0 and a limit.

    Attributes:
        name: what it counts.
        value: where it stands.
        most: its limit; 0 if there is none, and the number alone is shown.
        colour: a colour as Pillow reads it; several, separated by spaces, for one step each.
        note: said instead of the number.
    """

    name: str
    value: int
    most: int = 0
    colour: str = ""
    note: str = ""


@dataclass(frozen=True)
class Laid:
    """A card on the table: its text (`HIDDEN`: face-down), and the name and the colour of who laid it there."""

    card: str
    by: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards in the middle, in the order in which they were laid; the one that matters now is lit.

    Attributes:
        title: what it is; a part after `` · `` may take a line of its own.
        cards: the first laid first.
        note: said below them.
        is_lit: whether it matters now.
        share: how wide it is beside the others.
        total: what the cards come to so far, where that is what counts.
    """

    title: str
    cards: tuple[Laid, ...] = ()
    note: str = ""
    is_lit: bool = False
    share: float = 1.0
    total: str = ""


@dataclass(frozen=True)
class Person:
    """A player at the table.

    Attributes:
        name: the player's name for people.
        cards: the player's hand; unknown cards are `HIDDEN`.
        colour: of the name and of the marks on cards.
        gauges: the player's gauges, the important ones first: a crowded table leaves the last ones out.
        notes: a few words each.
        laid: cards laid out before the player.
        is_to_move: whether the player is to move.
        has_hand: whether an empty hand is shown as one.
        is_viewer: whether the player is the viewer.
    """

    name: str
    cards: tuple[str, ...] = ()
    colour: str = ""
    gauges: tuple[Gauge, ...] = ()
    notes: tuple[str, ...] = ()
    laid: tuple[str, ...] = ()
    is_to_move: bool = False
    has_hand: bool = True
    is_viewer: bool = False

    @property
    def called(self) -> str:
        """The name, with an addition for the viewer."""
        return tr("{who} (you)", who=self.name) if self.is_viewer else self.name


@dataclass(frozen=True)
class Thing:
    """What stands at the side of the table: its name, a few words on it, gauges and cards."""

    name: str
    note: str = ""
    gauges: tuple[Gauge, ...] = ()
    cards: tuple[str, ...] = ()


@dataclass(frozen=True)
class Stock:
    """Cards on one heap: how many, and the text of the uppermost; None where there is no card."""

    name: str
    n: int
    top: str | None = HIDDEN


@dataclass(frozen=True)
class Figure:
    """A figure on a map: a few letters, a colour and a gauge.

    Attributes:
        name: its name for people; the map shows the first letter, and a number at its end.
        colour: a colour as Pillow reads it.
        gauge: shown below it.
        is_lit: whether it is the figure's turn.
    """

    name: str
    colour: str
    gauge: Gauge
    is_lit: bool = False


@dataclass(frozen=True)
class Spot:
    """A place on a map: its centre in the map's own measure, a word on it, and who stands there.

    Attributes:
        name: what people call it.
        x: of its centre, to the right.
        y: of its centre, upwards.
        note: a word on it.
        colour: of its edge, where it is a place of another sort.
        figures: who stands there.
        mark: a number at its corner.
        is_lit: whether it is the one that matters now.
    """

    name: str
    x: float
    y: float
    note: str = ""
    colour: str = ""
    figures: tuple[Figure, ...] = ()
    mark: str = ""
    is_lit: bool = False


@dataclass(frozen=True)
class Way:
    """A way between two spots, by their numbers: its price, whether it leads one way only, or is only seen along."""

    start: int
    end: int
    note: str = ""
    is_one_way: bool = False
    is_sight: bool = False


@dataclass(frozen=True)
class Map:
    """Spots and the ways between them, on the left of the table.

    Attributes:
        spots: places.
        ways: between them.
        is_alone: whether nothing else is shown: the map takes the whole table, with angles as they are.
    """

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    is_alone: bool = False


@dataclass(frozen=True)
class Face:
    """A card that is known by its name, not by a rank.

    Attributes:
        name: what it is called; `HIDDEN`: it lies face-down.
        number: shown large, where there is one.
        notes: a word or two each.
        is_lit: whether it matters now.
        is_dim: whether it is out of play for now.
    """

    name: str
    number: str = ""
    notes: tuple[str, ...] = ()
    is_lit: bool = False
    is_dim: bool = False


@dataclass(frozen=True)
class CardRow:
    """A row of such cards, as wide as the table.

    Attributes:
        title: whose it is.
        note: said beside the title.
        faces: the cards.
        colour: of its owner.
        is_lit: whether it matters now.
        share: how high it is beside the others.
    """

    title: str
    note: str = ""
    faces: tuple[Face, ...] = ()
    colour: str = ""
    is_lit: bool = False
    share: float = 1.0


@dataclass(frozen=True)
class Scene:
    """A table as one viewer sees it.

    Attributes:
        title: what is played.
        place: how far it has come.
        far: who sits opposite.
        near: who sits on this side.
        piles: what lies in the middle.
        things: what stands on the left.
        stocks: what lies on the right.
        gauges: of the whole table.
        lines: text for the middle, where a game has nothing to draw.
        map: what is played on, instead of things.
        card_rows: rows of named cards, from the far side to the near one; nothing else is drawn beside them.
        prompt: who decides what.
    """

    title: str
    place: str = ""
    far: tuple[Person, ...] = ()
    near: tuple[Person, ...] = ()
    piles: tuple[Pile, ...] = ()
    things: tuple[Thing, ...] = ()
    stocks: tuple[Stock, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    lines: tuple[str, ...] = ()
    prompt: str = ""
    map: Map | None = None
    card_rows: tuple[CardRow, ...] = ()
