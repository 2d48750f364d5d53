"""The interface of games with real cards: messages and questions to the table, and `Dealer`, which tracks the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict

from throwdown.envs.core.kit import Setup
from throwdown.envs.core.scene import Scene
from throwdown.envs.tables.table import Table

PROGRAM, HANDS = "program", "hands"
"""Kinds of deals: the program shuffles and the table follows it, or the table deals a real deck."""


class Line(BaseModel):
    """A sentence for the table.

    Attributes:
        kind: news, or an instruction for the real cards.
        text: the sentence.
        eyes: the only reader; empty: everybody.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["told", "do"]
    text: str
    eyes: str = ""


class Answerable(BaseModel):
    """A possible answer; see `kit.Description`.

    Attributes:
        id: for entering it: an action's id, a card's, or a number that encodes Jokers.
        text: for files and typed input.
        kind: the kind of action; empty if no action is asked for.
        card: the card of the action or answer; empty: none, or one visible only to its owner.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    id: int
    text: str
    kind: str = ""
    card: str = ""
    name: str
    what: str = ""
    cost: str = ""
    effect: str = ""
    mark: str = ""
    on: str = ""
    tag: str = ""
    lies: str = ""
    then: tuple[tuple[str, int], ...] = ()
    gives_up: bool = False

    @property
    def title(self) -> str:
        """Its name for people."""
        return f"{self.name} {self.what}".strip()


class Question(BaseModel):
    """A question to the table.

    Attributes:
        kind: the kind of the answer: an action, a card, or the Jokers that came up.
        key: its id, independent of guesses.
        about: its subject, in a few words.
        text: the question.
        options: the possible answers.
        eyes: the only person allowed to see the options; empty: everybody.
        place: the position in the program's row of the card asked for, counted from 0; null: none of them.
    """

    model_config = ConfigDict(extra="forbid", strict=True)
    kind: Literal["move", "card", "jokers"]
    key: str
    about: str
    text: str
    options: list[Answerable]
    eyes: str = ""
    place: int | None = None


class Dealer(Protocol):
    """Tracks a game with real cards, and plays the program's side."""

    @property
    def deal(self) -> str:
        """The kind of deal: `PROGRAM` or `HANDS`."""

    @property
    def question(self) -> Question | None:
        """The current question; None when the game is over."""

    @property
    def lines(self) -> list[Line]:
        """The sentences for the table since its last answer."""

    @property
    def table(self) -> Table | None:
        """The game as far as it is known, with guesses for face-down cards; None before the deal."""

    @property
    def moves(self) -> int:
        """The number of completed moves."""

    @property
    def verdict(self) -> str:
        """The winner of a finished game, in a sentence."""

    def clone(self) -> Self:
        """Return an independent copy."""

    def enter(self, answer: str | int, card: str = "") -> Answerable:
        """Enter the table's answer, play until the next question, and return how it was understood.

        Args:
            answer: the text or the id of an option.
            card: replaces the option's own card; only with an id.

        Raises:
            IllegalAction: the answer is unknown, illegal, or a card that cannot be there; nothing has changed.
        """

    def scene(self) -> Scene | None:
        """Return the table as seen by the asked seat; None before the deal."""

    def row(self) -> list[str]:
        """Return the program's cards on the table from left to right; none if they are not laid out."""

    def why(self, move: int | None = None) -> list[str]:
        """Return the alternatives to a move (counted from 1; by default the last) and its purpose.

        Raises:
            IllegalAction: there is no such move.
        """


Dealers = dict[str, Callable[[Setup, str, int], Dealer]]
"""The factories of a game's dealers by kind of deal, called with the setup, the program's agent and the seed."""
