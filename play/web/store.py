"""Where games are kept: one SQLite file, written before an answer is sent."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.play.companion.companion import Companion, is_saved
from throwdown.play.session import Session
from throwdown.play.web import messages as say
from throwdown.play.web.companion import LiveCompanion
from throwdown.play.web.live import Live

VERSION = 1
MOST_GAMES, MOST_GAME_BYTES = 500, 32 << 20
"""Of one player: whoever has so many, or so large ones, begins another when some are deleted."""
_TABLES = """
CREATE TABLE IF NOT EXISTS games (
    key TEXT PRIMARY KEY, owner TEXT NOT NULL, changed REAL NOT NULL, line TEXT NOT NULL, session TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS by_owner ON games (owner, changed);
"""


class GameStore:
    """Keeps games in a file; may be used by several threads.

    A write is whole or not at all, and what was written outlives the process, however it ends.

    Args:
        path: the file; its folder is made.

    Raises:
        InvalidConfig: the file cannot be opened, is none of ours, or is of another version.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=NORMAL")
            version = self._db.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise kit.InvalidConfig(
                    f"'{path}' has version {version}; this release reads version {VERSION}."
                )
            self._db.executescript(_TABLES)
            self._db.execute(f"PRAGMA user_version={VERSION}")
        except (OSError, sqlite3.Error) as error:
            raise kit.InvalidConfig(f"'{path}' cannot be used to keep games: {error}.") from None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise kit.InvalidConfig(f"'{self.path}' cannot keep the game: {error}.") from None

    def save(self, live: Live | LiveCompanion) -> None:
        """Write a game, over what was there of it."""
        changed = time.time()
        line, text = live.saved(changed).model_dump_json(), live.to_json()
        with self._open() as db:
            db.execute(
                "INSERT OR REPLACE INTO games VALUES (?, ?, ?, ?, ?)",
                (live.key, live.owner, changed, line, text),
            )

    def load(self, key: str, owner: str) -> Live | LiveCompanion:
        """Return a game of a player.

        Raises:
            InvalidRecord: there is none of that key, or it is damaged.
        """
        with self._open() as db:
            row = db.execute("SELECT session FROM games WHERE key = ? AND owner = ?", (key, owner)).fetchone()
        if row is None:
            raise kit.InvalidRecord(tr("There is no such game of yours; the list shows which there are."))
        text, source = row[0], "The saved game"
        if is_saved(text):
            return LiveCompanion(key, owner, Companion.from_json(text, source))
        return Live(key, owner, Session.from_json(text, source))

    def check_room(self, owner: str) -> None:
        """Refuse another game of a player who has as many as are kept.

        Raises:
            InvalidConfig: they are too many, or too large.
        """
        with self._open() as db:
            n, size = db.execute(
                "SELECT COUNT(*), COALESCE(SUM(LENGTH(session)), 0) FROM games WHERE owner = ?", (owner,)
            ).fetchone()
        if n >= MOST_GAMES or size >= MOST_GAME_BYTES:
            raise kit.InvalidConfig(
                tr(
                    "You have {n} games of {size} MB together; {most} of {most_size} MB are kept for a player. Delete "
                    "some first.",
                    n=n,
                    size=size >> 20,
                    most=MOST_GAMES,
                    most_size=MOST_GAME_BYTES >> 20,
                )
            )

    def remove(self, key: str, owner: str) -> None:
        """Delete a game; one that is not there stays away."""
        with self._open() as db:
            db.execute("DELETE FROM games WHERE key = ? AND owner = ?", (key, owner))

    def games(self, owner: str, most: int = MOST_GAMES) -> list[say.Saved]:
        """Return a player's games, the latest first."""
        with self._open() as db:
            rows = db.execute(
                "SELECT line FROM games WHERE owner = ? ORDER BY changed DESC LIMIT ?", (owner, most)
            ).fetchall()
        return [say.Saved.model_validate_json(row[0]) for row in rows]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()
