"""The interface of stored games."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from throwdown.envs.core import kit

if TYPE_CHECKING:
    from throwdown.envs.tables.table import Table
    from throwdown.play.web import messages as say
    from throwdown.play.web.real_cards import CompanionTold


class Overtaken(kit.IllegalAction):
    """A request was made for an earlier state of the game; nothing has changed."""


class Kept(ABC):
    """One game of one player, in memory.

    Args:
        key: its key.
        owner: its player.

    Attributes:
        lock: held while the game is read or changed: one request at a time.
        writes: the number of writes to the store as of the last read or write here; 0: never.
        is_changed: whether it may differ from the stored game.
    """

    def __init__(self, key: str, owner: str) -> None:
        self.key, self.owner = key, owner
        self.lock = threading.Lock()
        self.writes, self.is_changed = 0, False

    @property
    @abstractmethod
    def table(self) -> Table:
        """The game's table; before the deal of a game with real cards, one from which only names are read."""

    @abstractmethod
    def told(self) -> say.Position | CompanionTold:
        """Return the game as the person sees it now."""

    @abstractmethod
    def share(self) -> None:
        """Mark the deal as shared: its seed is revealed from now on."""

    @abstractmethod
    def why(self, move: int | None) -> list[str]:
        """Return the alternatives to a move and its purpose, as far as the person may know."""

    @abstractmethod
    def word(self, text: str) -> list[tuple[str, str]]:
        """Look up a word, a name or an action.

        Raises:
            IllegalAction: the text is unknown in this game.
        """

    @abstractmethod
    def to_json(self) -> str:
        """Return the game as JSON, including hidden information."""

    @abstractmethod
    def exported(self) -> str:
        """Return the game as JSON for the person; see `messages.Export`.

        Raises:
            IllegalAction: the game goes on, and hidden information must not be revealed.
        """

    @abstractmethod
    def note(self) -> None:
        """Store the person's results of the last choice, after the game has been written."""

    @abstractmethod
    def saved(self, changed: float) -> say.Saved:
        """Return the game's line in the list of games."""
