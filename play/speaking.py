"""Lines of opponents: short comments on moves, and reasons in the words of the rules.

During the game, lines use only what the listener has seen, and the choice of a line depends only on the seed, the
number of the move and the lines before. After the game the hands are open, and so are the agent's odds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.events import Happening
from throwdown.play import screen
from throwdown.play.hint import percent
from throwdown.play.session import Session

FILE = Path(__file__).resolve().parent / "lines.toml"
PLAIN, THEIRS = "plain", "theirs"
APART = 10
"""The least number of lines between two that are alike."""
MOST_ODDS = 5
"""The maximum number of an agent's choices shown with their odds."""


class Speech(NamedTuple):
    """A line of speech: the speaker's name for people, and the text."""

    who: str
    text: str


@cache
def lines() -> Mapping[str, Any]:
    """Return the lines by role, voice and kind of event."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def voice_of(session: Session, seat: str) -> str:
    """Return the voice of a seat's player, that of its personality if it has one; empty if the role has none."""
    setup = session.table.setup
    voices = lines().get(setup.roles[setup.seat(seat)], {})
    if seat in session.people or not voices:
        return ""
    name = session.name_of(seat).rpartition(":")[2]
    return name if name in voices else PLAIN


def line_of(
    role: str, voice: str, event: Happening, is_own: bool, number: int, recent: Collection[str] = ()
) -> str:
    """Return a voice's line for an event, or a plain one; empty if it has none that was not said just now.

    Args:
        role: the speaker's role.
        voice: the name of the voice.
        event: the event.
        is_own: whether the speaker caused it.
        number: selects one of the lines.
        recent: lines that are not said again yet.
    """
    voices = lines().get(role, {}) if voice else {}
    for name in (voice, PLAIN):
        said = voices.get(name, {})
        found: Sequence[str] = (said if is_own else said.get(THEIRS, {})).get(event.kind, [])
        for k in range(len(found)):
            if (line := tr(found[(number + k) % len(found)])) not in recent:
                return line
    return ""


def speech(
    session: Session,
    listener: str,
    events: Sequence[Happening],
    number: int,
    recent: Collection[Speech] = (),
) -> Speech | None:
    """Return an opponent's line; None if nobody speaks.

    Args:
        session: the game; only its seating is read.
        listener: the seat spoken to.
        events: the events of a move, as seen by that seat.
        number: chooses among the lines.
        recent: what was said just now; nobody repeats a line of his own.
    """
    setup = session.table.setup
    side = setup.sides[setup.seat(listener)]
    speakers = [seat for seat, other in zip(setup.seats, setup.sides) if other != side]
    for event in reversed([event for event in events if event.seat >= 0]):
        for seat in speakers:
            is_own = setup.seats[event.seat] == seat
            if not is_own and setup.sides[event.seat] != side:
                continue
            role, who = setup.roles[setup.seat(seat)], setup.person(seat)
            said = [line.text for line in recent if line.who == who]
            if line := line_of(role, voice_of(session, seat), event, is_own, number, said):
                return Speech(who, line)
    return None


class Banter:
    """What opponents say to a listener, move by move: nobody repeats a line within `APART` lines.

    Args:
        session: the game.
        listener: the seat spoken to.
    """

    def __init__(self, session: Session, listener: str) -> None:
        self._session, self._listener = session, listener
        self._said: list[tuple[list[int], Speech | None]] = []

    def at(self, move: int) -> Speech | None:
        """Return what is said about a move, counted from 1; None if nobody speaks."""
        table, said = self._session.table, self._said
        checks = table.checks
        while said and said[-1][0] != checks[len(said) - 1 : len(said)]:
            said.pop()  # taken back since
        for k in range(len(said) + 1, move + 1):
            recent = [line for _, line in said if line][-APART:]
            events = table.events_at(k, self._listener)
            line = speech(self._session, self._listener, events, self._session.seed + 7 * k, recent)
            said.append((checks[k - 1 : k], line))
        return said[move - 1][1]

    def since(self) -> list[Speech]:
        """Return the last line of each opponent since the listener's last decision."""
        first, last = self._session.last_own(self._listener) + 1, len(self._session.table.history)
        said = [self.at(move) for move in range(max(1, first), last + 1)]
        return list({line.who: line for line in said if line}.values())


def odds(session: Session, move: int) -> str:
    """Return an agent's probabilities of its choices at a move; empty for people and for agents without them.

    They reveal the mover's hand: for finished games only.
    """
    agent = session.table.history[move - 1][0]
    if agent in session.people:
        return ""
    before = session.table.before(move)
    chances = session.chances(before)
    if chances is None:
        return ""
    order = [int(i) for i in np.argsort(-chances, kind="stable") if chances[i] >= 0.005][:MOST_ODDS]
    told = tr(", ").join(f"{before.describe(i).title} {percent(chances[i])}" for i in order)
    return tr("{who} weighed: {told}.", who=before.setup.person(agent), told=told)


def reasons(session: Session, listener: str, move: int | None) -> list[str]:
    """Return the reasons for a move: what it did, its purpose, what was better, what else could be played.

    After the game the agent's odds follow.

    Raises:
        IllegalAction: there is no such move.
    """
    table = session.table
    seat = None if table.over else listener
    why = table.why(move, seat)
    told = [screen.move_text(why), *table.motives(why.move, seat)]
    if why.is_shown and (better := session.better(why.move)):
        told.append(better)
    told.append(screen.choice_text(why))
    if table.over and (weighed := odds(session, why.move)):
        told.append(weighed)
    return told
