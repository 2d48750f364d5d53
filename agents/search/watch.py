"""Whom a search works for: a clock after which it makes do with what it has found, and somebody who may have left.

Whoever answers others, such as a server, does so within `watched`; searches, wherever they are, ask `is_late` now and
then. Without it nobody watches, and what is found hangs on the seed alone.
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
    """Watch over what this thread searches meanwhile.

    Args:
        seconds: after which searches end as soon as they have something to go by.
        check: asked now and then; what it raises ends the work at once.
        clock: tells the time in seconds.
    """
    before = _WATCH.set(_Watch(clock() + seconds, check, clock))
    try:
        yield
    finally:
        _WATCH.reset(before)


def is_watched() -> bool:
    """Return whether anybody watches."""
    return _WATCH.get() is not None


def is_late() -> bool:
    """Return whether a search should make do with what it has found; raise what the check of `watched` raises."""
    watch = _WATCH.get()
    if watch is None:
        return False
    watch.check()
    return watch.clock() >= watch.end
