"""What a game offers that is played with real cards: what the table is told and asked, and who keeps the books."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict

from throwdown.envs.core.kit import Setup
from throwdown.envs.core.scene import Scene
from throwdown.envs.tables.table import Table

PROGRAM, HANDS = "program", "hands"
"""How cards are dealt: the program shuffles and the table follows it, or the table deals a real deck."""


class Line(BaseModel):
    """A sentence for the table.

    Attributes:
        kind: whether it tells what happened, or says what to do with the real cards.
        text: the sentence.
        eyes: who alone may read it; empty: everybody.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["told", "do"]
    text: str
    eyes: str = ""


class Answerable(BaseModel):
    """Something that may be answered; see `kit.Description`."""

    model_config = ConfigDict(extra="forbid", strict=True)
    action: str
    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""

    @property
    def title(self) -> str:
        """What people call it."""
        return f"{self.name} {self.what}".strip()


class Question(BaseModel):
    """What the table is asked.

    Attributes:
        kind: what the answer is: something that somebody does, one card, or the Jokers that came up.
        key: names the question; it is the same for every guess.
        about: whom or what it is about, in a few words.
        text: the question.
        options: what may be answered.
        eyes: who alone may see the options; empty: everybody.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["move", "card", "jokers"]
    key: str
    about: str
    text: str
    options: list[Answerable]
    eyes: str = ""


class Dealer(Protocol):
    """Keeps the books of one game with real cards, and plays the program's side."""

    @property
    def deal(self) -> str:
        """How cards are dealt: `PROGRAM` or `HANDS`."""

    @property
    def question(self) -> Question | None:
        """What the table is asked; None when the game is over."""

    @property
    def lines(self) -> list[Line]:
        """What the table was told since its last answer."""

    @property
    def table(self) -> Table | None:
        """The game as far as it is certain, None before it is dealt; what lies face-down in it may be a guess."""

    @property
    def moves(self) -> int:
        """How many moves are over."""

    @property
    def verdict(self) -> str:
        """Who won a game that is over, in a sentence."""

    def clone(self) -> Self:
        """Return an independent copy."""

    def enter(self, text: str) -> Answerable:
        """Take the table's answer, play on until it is asked again, and return what the text meant.

        Raises:
            IllegalAction: it means nothing, the rules forbid it, or a card cannot be there; nothing has changed.
        """

    def scene(self) -> Scene | None:
        """Return the table as far as whoever is asked may see it; None before it is dealt."""

    def row(self) -> list[str]:
        """Return the program's cards as they lie on the table, from left to right; none where they do not."""

    def why(self, move: int | None = None) -> list[str]:
        """Return what else could have been played at a move (counted from 1; the last), and what it was for.

        Raises:
            IllegalAction: there is no such move.
        """


Dealers = dict[str, Callable[[Setup, str, int], Dealer]]
"""What a game offers: what begins a game, by how it is dealt, of a setup, the program's agent by name, and a seed."""
