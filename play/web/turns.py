"""Scheduling of requests over threads, so that expensive ones do not block cheap ones."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import anyio
from anyio import to_thread

from throwdown.play.web import after, learning, messages as say

DEAR_THREADS, CHEAP_THREADS = 3, 1
"""Threads for expensive and for cheap requests; further requests wait in a queue."""
CHEAP = (
    say.Hello,
    say.AskCatalogue,
    say.AskGames,
    say.Remove,
    learning.AskRulebook,
    after.AskRecords,
)
"""Requests that only look up a list, a file or a row."""
CHEAP_IN_MEMORY = (
    say.Open,
    say.AskWord,
    say.AskLog,
    say.AskMoment,
    say.Export,
    say.Share,
    learning.AskGlossary,
)
"""Requests about a game that are cheap unless it must be loaded and replayed first."""

T = TypeVar("T")


class Turns:
    """Assigns threads to requests.

    A request that deals, plays, searches or replays takes one of `DEAR_THREADS`. The others have their own threads, so
    that they are answered while all of those are busy. Requests about one game run one at a time.
    """

    def __init__(self) -> None:
        self._dear = anyio.CapacityLimiter(DEAR_THREADS)
        self._cheap = anyio.CapacityLimiter(CHEAP_THREADS)
        self._games: WeakValueDictionary[str, anyio.Lock] = WeakValueDictionary()

    async def take(self, asked: say.Request, is_cheap: bool, work: Callable[[], T]) -> T:
        """Run a request's work in a thread, when its turn comes.

        If cancelled before that, it never starts; if cancelled later, it goes on until `from_thread.check_cancelled`.
        """
        async with self._game_of(asked):
            return await to_thread.run_sync(work, limiter=self._cheap if is_cheap else self._dear)

    @asynccontextmanager
    async def _game_of(self, asked: Any) -> AsyncIterator[None]:
        if not isinstance(asked, say.OfGame):
            yield
            return
        async with self._games.setdefault(asked.game, anyio.Lock()):
            yield


def is_cheap(asked: say.Request, is_in_memory: bool) -> bool:
    """Return whether a request is cheap; ``is_in_memory``: whether its game is in memory."""
    return isinstance(asked, CHEAP) or (is_in_memory and isinstance(asked, CHEAP_IN_MEMORY))
