"""Observation fields for the progress of a game and the number of hidden cards, whatever its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Hand:
    """The observation fields that count a seat's cards.

    Attributes:
        held: fields whose sum is the number of cards that the seat holds.
        known: fields whose sum is the number of those cards that the viewer knows.
    """

    held: tuple[str, ...]
    known: tuple[str, ...] = ()


@dataclass(frozen=True)
class Signals:
    """Names of a game's fields by their meaning; omitted ones are not available.

    Attributes:
        step: the field for a game's progress, a number or one-hot, and its unit.
        ends: the one-hot field for the kind of ending, and the names of its values.
        choices: ranges of actions whose actions are counted one by one, by the kind of choice.
        viewer: the one-hot field for the viewing seat.
        hands: per seat.
        unseen: fields whose sum is the number of cards out of everybody's sight, such as the deck.
    """

    step: tuple[str, str] | None = None
    ends: tuple[str, tuple[str, ...]] | None = None
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    viewer: str = ""
    hands: tuple[Hand, ...] = ()
    unseen: tuple[str, ...] = ()
