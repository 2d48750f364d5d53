"""What the store needs to know of a game that it keeps."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from throwdown.envs.core import kit

if TYPE_CHECKING:
    from throwdown.play.web import messages as say


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

    @abstractmethod
    def to_json(self) -> str:
        """Return the game as JSON."""

    @abstractmethod
    def saved(self, changed: float) -> say.Saved:
        """Return the game's line in the list of games."""
