"""What is kept in the user's data folder: the last game, and a line for every game that was finished."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from platformdirs import user_data_path

from throwdown.envs.core import kit
from throwdown.play.session import Session

LAST = "last"
"""The name by which ``--resume`` takes the last game."""
_OUTCOMES = ("lost", "drawn", "won")


def data_folder() -> Path:
    """Return the folder for a user's data, where the system keeps such."""
    return user_data_path("throwdown", appauthor=False)


def last_file() -> Path:
    """Return the file of the last game that was not saved elsewhere."""
    return data_folder() / "last.json"


def keep(session: Session) -> Path:
    """Keep a game as the last one, whole or not at all, and return the file.

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


def _history_file() -> Path:
    return data_folder() / "history.jsonl"


def opponent_of(session: Session) -> str:
    """Return who played against the person: the agents of the other sides."""
    setup, seat = session.table.setup, session.people[0]
    side = setup.sides[setup.seat(seat)]
    others = [name for name, other in zip(setup.seats, setup.sides, strict=True) if other != side]
    return ", ".join(dict.fromkeys(session.name_of(name) for name in others))


def note_result(session: Session) -> None:
    """Add a line about a finished game to the history; where it cannot be written there is none."""
    setup, seat = session.table.setup, session.people[0]
    value = session.table.returns()[seat]
    line = {
        "game": setup.game.id,
        "scenario": setup.scenario,
        "role": setup.roles[setup.seat(seat)],
        "against": opponent_of(session),
        "result": _OUTCOMES[1 + (value > 0) - (value < 0)],
        "seed": session.seed,
    }
    try:
        _history_file().parent.mkdir(parents=True, exist_ok=True)
        with _history_file().open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
    except OSError:
        return


def read_history() -> list[dict[str, str]]:
    """Return the finished games, oldest first; lines that are damaged are left out."""
    try:
        lines = _history_file().read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    found = []
    for line in lines:
        try:
            data = json.loads(line)
        except ValueError:
            continue
        if isinstance(data, dict) and data.get("result") in _OUTCOMES:
            found.append({key: str(value) for key, value in data.items()})
    return found


def history_lines() -> list[str]:
    """Return wins and losses by game, scenario, role and opponent, one line each."""
    keys = ("game", "scenario", "role", "against")
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for line in read_history():
        counts.setdefault(tuple(line.get(key, "?") for key in keys), Counter())[line["result"]] += 1
    return [
        f"{game} {scenario}, as {role} against {against}: {told['won']} won, {told['lost']} lost"
        + (f", {told['drawn']} drawn" if told["drawn"] else "")
        for (game, scenario, role, against), told in counts.items()
    ]


def count_finished(game: str) -> int:
    """Return how many games of this id were finished here."""
    return sum(line.get("game") == game for line in read_history())
