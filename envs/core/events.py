"""The output of the rules: a log of events with their visibility, a legal set, an observation, returns.

All of it is in one record (`Out`): a record is passed as a bare pointer, while every array argument costs atomic
reference counting in compiled code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Self

import numba
import numpy as np
from numba.core import types

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.enums import Named
from throwdown.envs.core.jit import fixed_kernel
from throwdown.envs.core.records import Floats, Ints, Record, float32, int8, int16, int32, int64, row

EVERYONE = -1
CAPACITY = 512
MAX_WIDTH = 4096
MAX_ACTIONS = 1024
MAX_SEATS = 8
MAX_EXITS = 4
MAX_CONTENT = 4096

Sound = Literal["", "card", "counter", "block", "escalate", "rumble", "concede"]
"""What an event sounds like, named after the Throwdown; empty: it is silent."""


class Out(Record):
    """The output of the rules."""

    words: Ints = int64(
        "the legal set: bit a % 64 of word a // 64 stands for action a", MAX_ACTIONS // 64 + 1
    )
    word_n: int = int64("words in use")
    action_n: int = int64("actions of the game")
    exits: Ints = int64("actions that random play seldom chooses", MAX_EXITS)
    exit_n: int = int64("their number")
    count: int = int32("events since it was emptied, up to one more than are kept")
    room: int = int32("events that are kept; 0 in batches")
    events: Ints = int16("kind, seat, card, two numbers, seats that may see the card", (CAPACITY, 6))
    row: Ints = int8("the observation", MAX_WIDTH)
    width: int = int64("its width")
    mask: Ints = int8("the legal set as bytes", MAX_ACTIONS)
    returns: Floats = float32("of every seat", MAX_SEATS)
    content: Ints = int16("what the scenario defines, as the game reads it", MAX_CONTENT)


class Happening(NamedTuple):
    """An event as seen by one seat: ``card`` is NONE if the seat may not know it.

    The meaning of the two numbers depends on ``kind``; see the game's words.
    """

    kind: str
    seat: int
    card: int
    amount: int
    number: int


class _Line(NamedTuple):
    sentence: str
    first: int
    sound: Sound


def event(sentence: str = "", first: int = 0, sound: Sound = "") -> _Line:
    """Return the line of an event.

    Args:
        sentence: the sentence for the event, in the past tense, with names of values in braces; empty if a function
            makes it.
        first: its number if it begins a class of `Events`; others follow the event before.
        sound: what it sounds like.
    """
    return _Line(sentence, first, sound)


class Events(Named):
    """The events of a game, one per line: ``PASSED = event(tr("{who} passed."))``.

    Attributes:
        sentence: the sentence of the line.
        sound: its sound.
    """

    sentence: str
    sound: Sound

    def __new__(cls, sentence: str = "", first: int = 0, sound: Sound = "") -> Self:
        """Number an event."""
        before = list(cls)[-1:]
        number = before[0] + 1 if before else first
        member = int.__new__(cls, number)
        member._value_, member.sentence, member.sound = number, sentence, sound
        return member


def words_of(actions: int) -> int:
    """Return the number of 64-bit words of a legal set."""
    return (actions + 63) // 64


def make_out(
    actions: int,
    width: int = 0,
    room: int = 0,
    exits: Sequence[int] = (),
    content: np.ndarray | None = None,
) -> np.ndarray:
    """Return an empty `Out` (shape (1,)) for a number of actions and a width of observations.

    It stores up to ``room`` events.
    """
    outs = Out.blank()
    out: Out = row(outs)
    out.width, out.room = width, room
    if content is not None:
        out.content[: len(content)] = content
    out.action_n, out.word_n = actions, words_of(actions)
    out.exits[: len(exits)] = exits
    out.exit_n = len(exits)
    return outs


@fixed_kernel(types.void(numba.from_dtype(Out.dtype), *[types.int64] * 6))
def tell(
    out: Out,
    kind: int,
    seat: int = NONE,
    card: int = NONE,
    amount: int = 1,
    number: int = 0,
    seen: int = EVERYONE,
) -> None:
    """Log an event; rules name only arguments that differ from these defaults.

    Args:
        out: the output.
        kind: a member of the game's enum of events.
        seat: its subject.
        card: its card; everything else is public.
        amount: a number, an amount or an id.
        number: a second number.
        seen: bitmask of the seats that may see the card.
    """
    if out.count < out.room:
        event = out.events[out.count]
        event[0] = kind
        event[1] = seat
        event[2] = card
        event[3] = amount
        event[4] = number
        event[5] = seen
    if out.count <= out.room:  # capped, so that it cannot overflow in a long search or batch
        out.count += 1


def read(outs: np.ndarray, names: Mapping[int, str], viewer: int | None = None) -> list[Happening]:
    """Return the logged events as ``viewer`` (a seat, or None for all-seeing) saw them.

    Args:
        outs: shape (1,), an `Out`.
        names: the names of events by their numbers.
        viewer: the viewing seat.

    Raises:
        RuntimeError: there were more events than the log has room for.
    """
    out: Out = row(outs)
    if out.count > out.room:
        raise RuntimeError(f"an action caused more events than the log holds: {out.room}.")
    events = []
    for kind, seat, card, amount, number, seen in out.events[: out.count].tolist():
        hidden = viewer is not None and not (seen >> viewer) & 1
        events.append(Happening(names[kind], seat, NONE if hidden else card, amount, number))
    return events
