"""What the rules write for others: a log of events with who may see them, a legal set, an observation, returns.

All of it lives in one record (`OUT`), because a record is passed as a bare pointer while every array argument costs
atomic reference counting in compiled code.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numba
import numpy as np
from numba.core import types

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.jit import IS_COMPILED, fixed_kernel

EVERYONE = -1
CAPACITY = 512
PAGES = 24
MAX_WIDTH = 4096
MAX_ACTIONS = 1024
MAX_SEATS = 8
MAX_EXITS = 4
BOOK = 4096
OUT = np.dtype(
    [
        ("words", np.int64, (PAGES,)),  # the legal set, see `actions.ActionLayout`
        ("starts", np.int64, (PAGES + 1,)),  # the layout's first ids, copied here
        ("pages", np.int64),
        ("exits", np.int64, (MAX_EXITS,)),  # actions that random play seldom chooses
        ("exit_n", np.int64),
        ("count", np.int32),  # events since it was emptied, up to one more than are kept
        ("room", np.int32),  # events that are kept; 0 in batches
        ("events", np.int16, (CAPACITY, 6)),  # kind, seat, card, amount, seats that may see the card, stage
        ("row", np.int8, (MAX_WIDTH,)),  # the observation
        ("mask", np.int8, (MAX_ACTIONS,)),  # the legal set as bytes
        ("returns", np.float32, (MAX_SEATS,)),
        ("book", np.int16, (BOOK,)),  # what the scenario defines, as the game reads it
    ],
    align=True,
)


class Event(NamedTuple):
    """One thing that happened, as one seat saw it: ``card`` is NONE where the seat may not know it."""

    kind: str
    seat: int
    card: int
    amount: int
    stage: int


def make_out(
    starts: np.ndarray, room: int = 0, exits: Sequence[int] = (), book: np.ndarray | None = None
) -> np.ndarray:
    """Return an empty record of `OUT` (shape (1,)) for an action layout; it keeps up to ``room`` events."""
    out = np.zeros(1, OUT)
    out["room"] = room
    if book is not None:
        out["book"][0, : len(book)] = book
    out["starts"][0, : len(starts)] = starts
    out["pages"] = len(starts) - 1
    out["exits"][0, : len(exits)] = exits
    out["exit_n"] = len(exits)
    return out if IS_COMPILED else out.view(np.recarray)


@fixed_kernel(types.void(numba.from_dtype(OUT), *[types.int64] * 6))
def emit(out: Any, kind: int, seat: int, card: int, amount: int, seen: int, stage: int) -> None:
    """Append an event: ``card`` may be seen only by seats whose bit is set in ``seen``; the rest is public."""
    if out.count < out.room:
        event = out.events[out.count]
        event[0] = kind
        event[1] = seat
        event[2] = card
        event[3] = amount
        event[4] = seen
        event[5] = stage
    if out.count <= out.room:  # it stops there: counted on, it would run over in a long search or batch
        out.count += 1


def read(out: np.ndarray, names: tuple[str, ...], viewer: int | None = None) -> list[Event]:
    """Return the logged events as ``viewer`` (a seat, or None for all-seeing) saw them."""
    count = int(out["count"][0])
    if count > int(out["room"][0]):
        raise RuntimeError(f"an action has more events than the log's {int(out['room'][0])}.")
    events = []
    for kind, seat, card, amount, seen, stage in out["events"][0, :count].tolist():
        hidden = viewer is not None and not (seen >> viewer) & 1
        events.append(Event(names[kind], seat, NONE if hidden else card, amount, stage))
    return events
