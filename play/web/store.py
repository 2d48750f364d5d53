"""The store of games: one SQLite file, written before an answer is sent."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import plural, tr
from throwdown.play.companion.companion import Companion, is_saved
from throwdown.play.session import Session
from throwdown.play.web import messages as say
from throwdown.play.web.companion import LiveCompanion
from throwdown.play.web.kept import Kept, Overtaken
from throwdown.play.web.live import Live

MOST_GAMES, MOST_GAME_BYTES = 500, 32 << 20
"""Limits for one player, by number and total size; at a limit, a new game needs others deleted."""
_STEPS = (
    (
        "CREATE TABLE IF NOT EXISTS games (key TEXT PRIMARY KEY, owner TEXT NOT NULL, changed REAL NOT NULL, "
        "line TEXT NOT NULL, session TEXT NOT NULL)",
        "CREATE INDEX IF NOT EXISTS by_owner ON games (owner, changed)",
    ),
    ("ALTER TABLE games ADD COLUMN writes INTEGER NOT NULL DEFAULT 1",),
)
"""The migrations, from each version of the file to the next; the first creates it."""
VERSION = len(_STEPS)


class GameStore:
    """Stores games in a file; thread-safe, and the file may be shared by several servers.

    Writes are atomic and durable. Each write names the write before it, and fails if there has been another since
    (optimistic locking).

    Args:
        path: the file; its folder is created.

    Raises:
        InvalidConfig: the file cannot be opened, has another format, or another version.
    """

    def __init__(self, path: Path) -> None:
        self.path, self._lock = path, threading.Lock()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            self._db.text_factory = lambda data: data.decode("utf-8", "replace")
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.execute("PRAGMA synchronous=FULL")
            if self._version() < VERSION:
                self._update()
        except (OSError, sqlite3.Error) as error:
            raise kit.InvalidConfig(f"'{path}' cannot be used to keep games: {error}.") from None

    def _version(self) -> int:
        found: int = self._db.execute("PRAGMA user_version").fetchone()[0]
        if not 0 <= found <= VERSION:
            raise kit.InvalidConfig(
                f"'{self.path}' has version {found}; this release reads versions up to {VERSION}."
            )
        return found

    def _update(self) -> None:
        """Migrate the file to this release's version, unless another server has done so meanwhile."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            for step in _STEPS[self._version() :]:
                for statement in step:
                    self._db.execute(statement)
            self._db.execute(f"PRAGMA user_version={VERSION}")
            self._db.execute("COMMIT")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            try:
                yield self._db
            except sqlite3.Error as error:
                raise kit.InvalidConfig(f"'{self.path}' cannot keep games: {error}.") from None

    def save(self, live: Kept) -> None:
        """Insert or update a game.

        Raises:
            Overtaken: the game has been written elsewhere since it was read.
            InvalidRecord: the game has been deleted.
            InvalidConfig: the file cannot be written.
        """
        changed = time.time()
        row = changed, live.saved(changed).model_dump_json(), live.to_json(), live.key, live.owner
        with self._open() as db:
            if live.writes:
                done = db.execute(
                    "UPDATE games SET changed = ?, line = ?, session = ?, writes = writes + 1 "
                    "WHERE key = ? AND owner = ? AND writes = ?",
                    (*row, live.writes),
                )
            else:
                done = db.execute(
                    "INSERT INTO games (changed, line, session, key, owner) VALUES (?, ?, ?, ?, ?)", row
                )
        if not done.rowcount:
            self.writes(live.key, live.owner)
            raise Overtaken(tr("The game has gone on elsewhere; look at the table and choose again."))
        live.writes, live.is_changed = live.writes + 1, False

    def writes(self, key: str, owner: str) -> int:
        """Return the number of writes of a player's game.

        Raises:
            InvalidRecord: the player has no game with that key.
        """
        return int(self._row("writes", key, owner)[0])

    def _row(self, columns: str, key: str, owner: str) -> tuple[Any, ...]:
        with self._open() as db:
            found = db.execute(f"SELECT {columns} FROM games WHERE key = ? AND owner = ?", (key, owner))
            row: tuple[Any, ...] | None = found.fetchone()
        if row is None:
            raise kit.InvalidRecord(tr("You have no such game; the list shows those that you have."))
        return row

    def load(self, key: str, owner: str) -> Live | LiveCompanion:
        """Load a player's game.

        Raises:
            InvalidRecord: the player has no game with that key, or it is damaged.
        """
        text, writes = self._row("session, writes", key, owner)
        source = "The saved game"
        if not isinstance(text, str):
            raise kit.InvalidRecord(tr("The saved game is damaged: it is not text."))
        live: Live | LiveCompanion
        if is_saved(text):
            live = LiveCompanion(key, owner, Companion.from_json(text, source))
        else:
            live = Live(key, owner, Session.from_json(text, source))
        live.writes = writes
        return live

    def id_of(self, key: str, owner: str) -> str:
        """Return the id of the rules of a player's game; empty if the game is missing or damaged."""
        try:
            saved = kit.parse_json(self._row("session", key, owner)[0])
            return str(saved["record"]["game"])
        except (kit.InvalidRecord, ValueError, TypeError, KeyError):
            return ""

    def check_room(self, owner: str) -> None:
        """Raise if a player may not store another game.

        Raises:
            InvalidConfig: the player has too many games, or too large ones.
        """
        with self._open() as db:
            n, size = db.execute(
                "SELECT COUNT(*), COALESCE(SUM(LENGTH(session)), 0) FROM games WHERE owner = ?", (owner,)
            ).fetchone()
        if n >= MOST_GAMES or size >= MOST_GAME_BYTES:
            raise kit.InvalidConfig(
                plural(
                    "You have {n} game of {size} MB; a player may have {most} of {most_size} MB "
                    "together. Delete it first.",
                    "You have {n} games of {size} MB together; a player may have {most} of {most_size} "
                    "MB together. Delete some first.",
                    n,
                    size=size >> 20,
                    most=MOST_GAMES,
                    most_size=MOST_GAME_BYTES >> 20,
                )
            )

    def remove(self, key: str, owner: str) -> None:
        """Delete a game, if it exists."""
        with self._open() as db:
            db.execute("DELETE FROM games WHERE key = ? AND owner = ?", (key, owner))

    def games(self, owner: str, most: int = MOST_GAMES) -> list[say.Saved]:
        """Return a player's games, the latest first; damaged lines are marked, so that they can be removed."""
        with self._open() as db:
            rows = db.execute(
                "SELECT key, changed, line FROM games WHERE owner = ? ORDER BY changed DESC LIMIT ?",
                (owner, most),
            ).fetchall()
        return [_line(*row) for row in rows]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._db.close()


def _line(key: str, changed: Any, line: Any) -> say.Saved:
    """Return a game's line in the list."""
    try:
        return say.Saved.model_validate_json(line).model_copy(update={"game": key})
    except ValidationError:
        return say.Saved(
            game=key,
            title=tr("A damaged game"),
            scenario="",
            about=tr("Its line in the list cannot be read; open the game to see whether it is intact."),
            moves=0,
            verdict="",
            changed=changed if isinstance(changed, float) else 0.0,
            is_damaged=True,
        )
