"""Lessons of the first games: tracks the lessons told to a person, to tell each only once, when it first applies."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path

from throwdown.envs.core import kit
from throwdown.envs.tables.table import Table
from throwdown.play import storage

GAMES = 3
"""The number of guided games."""


def _file() -> Path:
    return storage.data_folder() / "lessons.json"


def _read() -> dict[str, list[str]]:
    """Return the keys of the lessons told, by game; nothing if the file is damaged."""
    try:
        data = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if not isinstance(data, dict):
        return {}
    return {id: [str(key) for key in keys] for id, keys in data.items() if isinstance(keys, list)}


class Course:
    """The lessons of a person for a game.

    Args:
        game: the game's id.
        number: the number of the person's game, counted from 1.
        is_kept: whether to store the lessons told, and skip those told in earlier games.
    """

    def __init__(self, game: str, number: int = 1, is_kept: bool = False) -> None:
        self.game, self.number, self.is_kept = game, number, is_kept
        self.told = set(_read().get(game, [])) if is_kept else set[str]()

    def lesson(self, table: Table) -> kit.Lesson | None:
        """Return the first lesson of the current decision not told before."""
        for lesson in table.lessons():
            if lesson.game <= self.number and lesson.key not in self.told:
                self.told.add(lesson.key)
                self._keep()
                return lesson
        return None

    def next(self) -> Course | None:
        """Return the course of the person's next game."""
        if not self.is_kept:
            return self
        return Course(self.game, self.number + 1, True) if self.number < GAMES else None

    def _keep(self) -> None:
        if self.is_kept:
            with contextlib.suppress(OSError):  # then it is told again
                _file().parent.mkdir(parents=True, exist_ok=True)
                kit.write_file(_file(), json.dumps(_read() | {self.game: sorted(self.told)}) + "\n")


def course_of(game: str, explain: bool | None = None) -> Course | None:
    """Return the course of a new game.

    Args:
        game: its id.
        explain: whether to tell all lessons anew, or none; None: the first games tell those not told before.
    """
    if explain is not None:
        return Course(game, GAMES) if explain else None
    number = 1 + storage.count_finished(game)
    return Course(game, number, is_kept=True) if number <= GAMES else None
