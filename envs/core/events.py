"""A fixed-size log of what happened, with who may see it.

A log is an int16 array of shape (capacity + 1, 6): row 0 holds the number of events in column 0, each further row is
(kind, seat, card, amount, seen, stage). ``card`` may be seen only by seats whose bit is set in ``seen``; everything else
is public. A log of one row records nothing, which is how batches run.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.jit import kernel

WIDTH = 6
EVERYONE = -1
CAPACITY = 512


class Event(NamedTuple):
    """One thing that happened, as one seat saw it: ``card`` is NONE where the seat may not know it."""

    kind: str
    seat: int
    card: int
    amount: int
    stage: int


def empty_log(capacity: int = CAPACITY) -> np.ndarray:
    """Return a log for up to ``capacity`` events."""
    return np.zeros((capacity + 1, WIDTH), np.int16)


@kernel
def emit(log: Any, kind: int, seat: int, card: int, amount: int, seen: int, stage: int) -> None:
    """Append an event; without room, only its count is kept, so that an overflow can be noticed."""
    if log.shape[0] > 1:
        n = int(log[0, 0]) + 1
        log[0, 0] = n
        if n < log.shape[0]:
            log[n, 0] = kind
            log[n, 1] = seat
            log[n, 2] = card
            log[n, 3] = amount
            log[n, 4] = seen
            log[n, 5] = stage


def read(log: np.ndarray, names: tuple[str, ...], viewer: int | None = None) -> list[Event]:
    """Return the logged events as ``viewer`` (a seat, or None for all-seeing) saw them."""
    count = int(log[0, 0])
    if count >= log.shape[0]:
        raise RuntimeError(f"{count} events in one action exceed the log's {log.shape[0] - 1} rows.")
    out = []
    for kind, seat, card, amount, seen, stage in log[1 : count + 1].tolist():
        hidden = viewer is not None and not (seen >> viewer) & 1
        out.append(Event(names[kind], seat, NONE if hidden else card, amount, stage))
    return out
