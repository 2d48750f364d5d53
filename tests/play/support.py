"""Scripted games on the terminal."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterable
from typing import Any

from rich.console import Console

from throwdown.envs.registry import make_setup
from throwdown.play.outlook import Effort
from throwdown.play.session import Session
from throwdown.play.terminal import Terminal

QUICK = Effort(3)
"""What is played out for a hint whose figures do not count."""


def deal(
    seed: int = 3, people: str = "pilot_0", game: str = "throwdown-v0", scenario: str = "duel", **options: Any
) -> Session:
    return Session.deal(make_setup(game, scenario), seed, people, **{"effort": QUICK, **options})


def script(lines: Iterable[str], seen: list[str] | None = None) -> Callable[[str], str]:
    """Return a reader that types the lines, then reports the end of the input."""
    rest = iter(lines)

    def read(prompt: str) -> str:
        if seen is not None:
            seen.append(prompt)
        for line in rest:
            return line
        raise EOFError

    return read


def run(session: Session, lines: Iterable[str], keep: bool = False) -> tuple[int, str]:
    """Play a script and return the exit code and everything printed."""
    file = io.StringIO()
    code = Terminal(session, Console(file=file, width=100), script(lines), keep).run()
    return code, file.getvalue()


def play_on(session: Session, key: int, moves: int | None = None) -> None:
    """Play legal actions at random for the persons, to the end or for some moves."""
    rng = random.Random(key)
    session.advance()
    while not session.table.over and moves != 0:
        legal = session.table.legal()
        session.act(rng.choice([x for x in legal if x not in ("concede", "refuse")] or legal))
        session.advance()
        moves = None if moves is None else moves - 1
