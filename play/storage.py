"""Storage in the user's data folder: the last game, and a history with a line per finished game.

Results, reviews and puzzles may be stored in another folder, ``results``, such as one per player of a server.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from throwdown.agents.levels import LEVEL
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.registry import games
from throwdown.evaluation.statistics import Interval, wilson
from throwdown.play.hint import percent
from throwdown.play.session import Session, called

LAST = "last"
"""The argument of ``--resume`` for the last game."""
_HISTORY, _REVIEWS, _PUZZLES = "history.jsonl", "reviews.jsonl", "puzzles.jsonl"
MOST_BYTES = 8 << 20
"""The maximum size of a file of results, tens of thousands of lines; a full one is not extended."""
_OUTCOMES = ("lost", "drawn", "won")
_KINDS = ("game", "scenario", "role", "against")


def data_folder() -> Path:
    """Return the system's folder for the user's data."""
    return user_data_path("throwdown", appauthor=False)


def last_file() -> Path:
    """Return the file of the last game that was not saved elsewhere."""
    return data_folder() / "last.json"


def companion_file() -> Path:
    """Return the file of the last game with real cards that was not saved elsewhere."""
    return data_folder() / "companion.json"


def keep(session: Session) -> Path:
    """Save a game as the last one, atomically, and return the file.

    Raises:
        InvalidConfig: the folder cannot be written.
    """
    target = last_file()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        kit.write_file(target, session.to_json() + "\n")
    except OSError as error:
        raise kit.InvalidConfig(f"'{target}' cannot be written: {error.strerror}.") from None
    return target


def players_folder() -> Path:
    """Return the folder with a folder of results per player of a server."""
    return data_folder() / "players"


def folder_of(player: str, players: Path) -> Path:
    """Return the folder of a player's results; its name does not reveal the player's key."""
    return players / hashlib.sha256(player.encode()).hexdigest()[:32]


def opponent_of(session: Session) -> str:
    """Return the person's opponents: a level by its spec, else the agents of the other sides."""
    if session.against.startswith(LEVEL):
        return session.against  # the agent of a level may have the name of a search
    setup, seat = session.table.setup, session.people[0]
    side = setup.sides[setup.seat(seat)]
    others = [name for name, other in zip(setup.seats, setup.sides, strict=True) if other != side]
    return ", ".join(dict.fromkeys(session.name_of(name) for name in others))


def _append(results: Path | None, name: str, line: dict[str, Any]) -> None:
    """Append a line to a file of results, unless it is full or cannot be written.

    An incomplete last line stays on its own line.
    """
    path = (results or data_folder()) / name
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab+") as file:
            size = file.seek(0, os.SEEK_END)
            if size >= MOST_BYTES:
                return
            file.seek(max(size - 1, 0))
            begin = b"" if file.read(1) in (b"", b"\n") else b"\n"
            file.write(begin + json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())


def _lines(results: Path | None, name: str) -> list[dict[str, Any]]:
    """Return the lines of a file of results, oldest first, without damaged ones."""
    try:
        lines = ((results or data_folder()) / name).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    found = []
    for line in lines:
        try:
            data = json.loads(line)
        except ValueError:
            continue
        if isinstance(data, dict):
            found.append(data)
    return found


def _about(session: Session) -> dict[str, Any]:
    setup, seat = session.table.setup, session.people[0]
    return {
        "game": setup.game.id,
        "scenario": setup.scenario,
        "role": setup.roles[setup.seat(seat)],
        "against": opponent_of(session),
        "seed": session.seed,
    }


def note_result(session: Session, results: Path | None = None) -> None:
    """Append a finished game to the history, unless it was a trial."""
    if session.is_trial:
        return
    value = session.table.returns()[session.people[0]]
    result = _OUTCOMES[1 + (value > 0) - (value < 0)]
    line = {**_about(session), "result": result, "taken_back": len(session.taken_back)}
    if session.is_shared_deal:
        line["is_shared_deal"] = True
    _append(results, _HISTORY, line)


def note_puzzle(name: str, is_solved: bool, results: Path | None = None) -> None:
    """Store whether a puzzle was solved."""
    _append(results, _PUZZLES, {"puzzle": name, "is_solved": is_solved})


def note_review(session: Session, quality: float, results: Path | None = None) -> None:
    """Store the quality of a person's decisions in a game, in percent, unless it was a trial."""
    if not session.is_trial:
        _append(results, _REVIEWS, {**_about(session), "quality": quality})


def read_puzzles(results: Path | None = None) -> dict[str, bool]:
    """Return by name whether each attempted puzzle was solved at the first try."""
    found: dict[str, bool] = {}
    for line in _lines(results, _PUZZLES):
        found.setdefault(str(line.get("puzzle")), line.get("is_solved") is True)
    return found


def read_history(results: Path | None = None) -> list[dict[str, str]]:
    """Return the finished games, oldest first, without damaged lines."""
    return [
        {key: str(value) for key, value in line.items()}
        for line in _lines(results, _HISTORY)
        if line.get("result") in _OUTCOMES
    ]


class Standing(NamedTuple):
    """A person's results in games of one kind.

    Attributes:
        game: its id.
        scenario: its scenario.
        role: the person's role.
        against: their opponent.
        won: the number of games won.
        drawn: the number of games that nobody won.
        lost: the number of games lost.
        chance: of winning, with a 95 % interval: shares of 1.
        quality: of decisions, in percent: the mean over the reviewed games; None if there are none.
        reviewed: the number of reviewed games.
    """

    game: str
    scenario: str
    role: str
    against: str
    won: int
    drawn: int
    lost: int
    chance: Interval
    quality: float | None
    reviewed: int

    def in_words(self) -> tuple[str, str, str]:
        """Return the names of the game, the person's role and the opponent for people."""
        game = games().get(self.game)
        others = tr(", ").join(called(one, self.game) for one in self.against.split(", "))
        if game is None:
            return self.game, self.role, others
        return game.title, game.called.get(self.role, self.role), others


def standings(results: Path | None = None) -> list[Standing]:
    """Return a person's results by game, scenario, role and opponent."""
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for line in read_history(results):
        counts.setdefault(tuple(line.get(key, "?") for key in _KINDS), Counter())[line["result"]] += 1
    reviewed: dict[tuple[str, ...], dict[str, float]] = {}
    for line in _lines(results, _REVIEWS):
        quality = line.get("quality")
        if isinstance(quality, float):
            kind = tuple(str(line.get(key, "?")) for key in _KINDS)
            reviewed.setdefault(kind, {})[str(line.get("seed"))] = quality
    found = []
    for kind, told in counts.items():
        game, scenario, role, against = kind
        n, qualities = told.total(), list(reviewed.get(kind, {}).values())
        one = Standing(
            game,
            scenario,
            role,
            against,
            told["won"],
            told["drawn"],
            told["lost"],
            wilson(told["won"] / n, n),
            sum(qualities) / len(qualities) if qualities else None,
            len(qualities),
        )
        found.append(one)
    return found


def history_lines() -> list[str]:
    """Return wins and losses by game, scenario, role and opponent, one line each."""
    return [_line_of(x) for x in standings()]


def _line_of(x: Standing) -> str:
    numbers = x._asdict() | dict(zip(("game", "role", "against"), x.in_words(), strict=True))
    if x.drawn:
        line = tr(
            "{game} {scenario}, as {role} against {against}: {won} won, {lost} lost, {drawn} drawn", **numbers
        )
    else:
        line = tr("{game} {scenario}, as {role} against {against}: {won} won, {lost} lost", **numbers)
    if x.quality is None:
        return line
    return tr("{line}; decisions worth {share}", line=line, share=percent(x.quality / 100))


def count_finished(game: str) -> int:
    """Return the number of finished games with an id."""
    return sum(line.get("game") == game for line in read_history())
