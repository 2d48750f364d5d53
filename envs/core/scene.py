"""The parts of a picture of a table, as plain data: filled by a game's texts, independent of any game."""

from dataclasses import dataclass

from throwdown.envs.core.catalogue import tr

HIDDEN = "??"
"""A face-down card, or one whose face the viewer may not know."""


ICONS = (
    "strike",
    "charge",
    "buffer",
    "endurance",
    "heart",
    "meter",
    "star",
    "eye",
    "flame",
    "link",
    "shield",
    "hand",
    "point",
)
"""The symbols of gauges."""


@dataclass(frozen=True)
class Gauge:
    """A number between 0 and a limit.

    Attributes:
        name: its name.
        value: its value.
        most: its limit; 0 for none: only the number is shown.
        colour: a Pillow colour; several, separated by spaces, for one step each.
        note: shown instead of the number.
        icon: the name of a symbol shown instead of its name, one of `ICONS`; empty: none.
    """

    name: str
    value: int
    most: int = 0
    colour: str = ""
    note: str = ""
    icon: str = ""


@dataclass(frozen=True)
class Laid:
    """A card on the table: its text (`HIDDEN`: face-down), and the name and the colour of its player."""

    card: str
    by: str = ""
    colour: str = ""


@dataclass(frozen=True)
class Pile:
    """Cards in the middle, in the order of play; the pile in use is lit.

    Attributes:
        title: its title; a part after `` · `` may take a line of its own.
        cards: the first played first.
        note: shown below them.
        is_lit: whether it is in use now.
        share: its relative width.
        total: the cards' present total, if that counts.
        worth: what it brings, shown as a medal: a number; empty: nothing.
        owner: the colour of the side that has won it; empty: nobody yet.
        chips: the number of chips that lie there.
    """

    title: str
    cards: tuple[Laid, ...] = ()
    note: str = ""
    is_lit: bool = False
    share: float = 1.0
    total: str = ""
    worth: str = ""
    owner: str = ""
    chips: int = 0


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
        kind: of the emblem, see `emblems.KINDS`; empty: none.
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
    kind: str = ""

    @property
    def called(self) -> str:
        """The name, with an addition for the viewer."""
        return tr("{who} (you)", who=self.name) if self.is_viewer else self.name


@dataclass(frozen=True)
class Thing:
    """An object at the side of the table: its name, a short note, gauges, cards, and the kind of its emblem."""

    name: str
    note: str = ""
    gauges: tuple[Gauge, ...] = ()
    cards: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True)
class Stock:
    """A heap of cards: their number, and the text of the top card; None if there is no card."""

    name: str
    n: int
    top: str | None = HIDDEN


@dataclass(frozen=True)
class Figure:
    """A figure on a map: a few letters, a colour and a gauge.

    Attributes:
        name: its name for people.
        sign: the letters shown on the map, one to three.
        colour: a Pillow colour.
        gauge: shown below it.
        is_lit: whether it is the figure's turn.
        kind: of the emblem, see `emblems.KINDS`; empty: none.
    """

    name: str
    sign: str
    colour: str
    gauge: Gauge
    is_lit: bool = False
    kind: str = ""


@dataclass(frozen=True)
class Spot:
    """A place on a map: its centre in the map's own units, a short note, and the figures there.

    Attributes:
        name: its display name.
        x: of its centre, to the right.
        y: of its centre, upwards.
        note: a short note.
        colour: of its edge, for places of a special kind.
        figures: the figures there.
        mark: a number at its corner.
        is_lit: whether it matters now.
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
    """A path between two spots, by index: its cost, and whether it is one-way or only a line of sight."""

    start: int
    end: int
    note: str = ""
    is_one_way: bool = False
    is_sight: bool = False


@dataclass(frozen=True)
class Map:
    """Spots and the paths between them, on the left of the table.

    Attributes:
        spots: the places.
        ways: the paths between them.
        is_alone: whether the map is shown alone: it fills the whole table, with true angles.
    """

    spots: tuple[Spot, ...]
    ways: tuple[Way, ...]
    is_alone: bool = False


@dataclass(frozen=True)
class Sign:
    """A small number on a card: what it counts, the number, and the name of its emblem, whose kind is ``symbol``."""

    name: str
    number: str
    icon: str


@dataclass(frozen=True)
class Face:
    """A card known by its name instead of a rank.

    Attributes:
        name: its name; `HIDDEN`: it lies face-down.
        number: shown large, if there is one.
        notes: a word or two each.
        is_lit: whether it matters now.
        is_dim: whether it is out of play for now.
        kind: of the emblem, see `emblems.KINDS`; empty: none.
        signs: small numbers.
    """

    name: str
    number: str = ""
    notes: tuple[str, ...] = ()
    is_lit: bool = False
    is_dim: bool = False
    kind: str = ""
    signs: tuple[Sign, ...] = ()


@dataclass(frozen=True)
class CardRow:
    """A row of such cards, as wide as the table.

    Attributes:
        title: its owner.
        note: shown beside the title.
        faces: the cards.
        colour: of its owner.
        is_lit: whether it matters now.
        share: its relative height.
    """

    title: str
    note: str = ""
    faces: tuple[Face, ...] = ()
    colour: str = ""
    is_lit: bool = False
    share: float = 1.0


def place(text: str, is_over: bool) -> str:
    """Return a scene's place: how far a game is, in words that make sense without its name, and whether it is over."""
    return tr("{place} · over", place=text) if is_over else text


@dataclass(frozen=True)
class Scene:
    """A table as one viewer sees it.

    Attributes:
        title: the name of the game.
        place: the game's progress, which stands alone where there is no room for the title.
        far: the players on the far side.
        near: the players on the near side.
        piles: the piles in the middle.
        things: the objects on the left.
        stocks: the heaps on the right.
        gauges: of the whole table.
        lines: text for the middle, where a game has nothing to draw.
        map: what is played on, instead of things.
        card_rows: rows of named cards, from the far side to the near one; nothing else is drawn beside them.
        prompt: who decides what.
        ring: a gauge drawn around the pile in use.
        tint: the colour of the light on the table; empty: the usual one.
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
    ring: Gauge | None = None
    tint: str = ""
