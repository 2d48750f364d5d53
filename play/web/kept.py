"""What the store needs to know of a game that it keeps."""

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
    """The game has gone on since somebody looked at it; nothing has changed."""


class Kept(ABC):
    """One game of one player, in memory.

    Args:
        key: names it.
        owner: the player whose it is.

    Attributes:
        lock: held while the game is read or changed: one request at a time.
        writes: how often the game had been written when it was last read or written here; 0: never.
        is_changed: whether it may be another than was read or written last.
    """

    def __init__(self, key: str, owner: str) -> None:
        self.key, self.owner = key, owner
        self.lock = threading.Lock()
        self.writes, self.is_changed = 0, False

    @property
    @abstractmethod
    def table(self) -> Table:
        """The game's table; of a game with real cards that is not dealt yet, one of which only the names are read."""

    @abstractmethod
    def told(self) -> say.Position | CompanionTold:
        """Return the game as the person sees it now."""

    @abstractmethod
    def share(self) -> None:
        """Mark the deal as shared: its seed is told from now on."""

    @abstractmethod
    def why(self, move: int | None) -> list[str]:
        """Return what else could have been played at a move, and what it was for, as far as the person may know."""

    @abstractmethod
    def word(self, text: str) -> list[tuple[str, str]]:
        """Return what a word, a name or an action means.

        Raises:
            IllegalAction: it means nothing in this game.
        """

    @abstractmethod
    def to_json(self) -> str:
        """Return the game as JSON, with all that is hidden."""

    @abstractmethod
    def exported(self) -> str:
        """Return the game as JSON for the person; see `messages.Export`.

        Raises:
            IllegalAction: it goes on, and what is hidden in it must not be told.
        """

    @abstractmethod
    def note(self) -> None:
        """Add what came of the last choice to the person's records, once the game has been written."""

    @abstractmethod
    def saved(self, changed: float) -> say.Saved:
        """Return the game's line in the list of games."""
