"""Deadlines and cancellation of searches.

A caller such as a server runs its work within `watched`; searches anywhere below poll `is_late`. Without a watch, the
results depend only on the seed.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple


class _Watch(NamedTuple):
    end: float
    check: Callable[[], None]
    clock: Callable[[], float]


_WATCH: ContextVar[_Watch | None] = ContextVar("watch", default=None)


def _nothing() -> None: ...


@contextmanager
def watched(
    seconds: float = float("inf"),
    check: Callable[[], None] = _nothing,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[None]:
    """Set a deadline and a cancellation check for searches in this thread.

    Args:
        seconds: time after which searches end as soon as they have a result.
        check: polled; an exception from it ends the work at once.
        clock: returns the time in seconds.
    """
    before = _WATCH.set(_Watch(clock() + seconds, check, clock))
    try:
        yield
    finally:
        _WATCH.reset(before)


def is_watched() -> bool:
    """Return whether a watch is active."""
    return _WATCH.get() is not None


def is_late() -> bool:
    """Return whether a search should end with its present result; propagate exceptions of the check of `watched`."""
    watch = _WATCH.get()
    if watch is None:
        return False
    watch.check()
    return watch.clock() >= watch.end
