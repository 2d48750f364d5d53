"""Fields of an observation that say how far a game has come and how much is hidden, whatever its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Hand:
    """Where an observation counts a seat's cards.

    Attributes:
        held: fields whose sum is the number of cards that the seat holds.
        known: fields whose sum is how many of them the viewer knows.
    """

    held: tuple[str, ...]
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Signals:
    """Names of a game's fields by what they say; what is left out, the game does not tell.

    Attributes:
        step: the field that says how far a game has come, a number or one-hot, and what it counts.
        ends: the one-hot field that says how a game ended, and the names of its values.
        choices: ranges of actions of which each is counted by itself, by what is chosen by them.
        viewer: the field that says by one-hot which seat looks.
        hands: per seat.
        unseen: fields whose sum is the number of cards that lie where nobody sees them, such as the deck.
    """

    step: tuple[str, str] | None = None
    ends: tuple[str, tuple[str, ...]] | None = None
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    viewer: str = ""
    hands: tuple[Hand, ...] = ()
    unseen: tuple[str, ...] = ()
