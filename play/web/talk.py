"""One connection: requests are answered in order; when the client disconnects, its work is cancelled."""

from __future__ import annotations

import contextlib
import logging
import math
import time

import anyio
from anyio import from_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from starlette.websockets import WebSocket, WebSocketDisconnect

from throwdown.agents.search.watch import watched
from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.registry import find_game
from throwdown.play.web import messages as say
from throwdown.play.web.dispatcher import Dispatcher
from throwdown.play.web.preparing import Preparing
from throwdown.play.web.tabs import Tabs
from throwdown.play.web.turns import Turns, is_cheap

PER_SECOND, BURST = 40.0, 80.0
"""The rate limit of a connection: sustained requests a second, and burst."""
MOST_WAITING, MOST_WAITING_BYTES = 200, 2 * say.MOST_BYTES
"""The maximum queue of a connection, in requests and bytes; beyond it the connection is closed."""
HELLO_SECONDS = 20.0
"""Timeout of the client's first message, which identifies the player."""
SEARCH_SECONDS = 10.0
"""The time limit of searches and hints per request; then they return what they have found."""
PUSH_SECONDS = 1.0
"""Timeout of a push to another tab; after it, the tab is updated at its next request."""
TOO_MANY = 1008
"""The close code of a connection that exceeds these limits: policy violation."""
_log = logging.getLogger("throwdown.serve")


class Rate:
    """A token bucket: limits the sustained rate of requests, with short bursts."""

    def __init__(self, per_second: float = PER_SECOND, burst: float = BURST) -> None:
        self.per_second, self.burst = per_second, burst
        self.left, self.at = burst, time.monotonic()

    def wait(self) -> float:
        """Count a request and return its delay in seconds."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second) - 1.0
        self.at = now
        return max(0.0, -self.left / self.per_second)


class Talk:
    """Answers one client.

    Args:
        socket: the connection, accepted.
        dispatcher: answers requests.
        turns: schedules them.
        tabs: the tabs of all players.
        preparing: compiles rules of games.
        per_second: see `Rate`.
        search_seconds: see `SEARCH_SECONDS`.
    """

    def __init__(
        self,
        socket: WebSocket,
        dispatcher: Dispatcher,
        turns: Turns,
        tabs: Tabs,
        preparing: Preparing,
        per_second: float = PER_SECOND,
        search_seconds: float = SEARCH_SECONDS,
    ) -> None:
        self.socket, self.dispatcher, self.preparing = socket, dispatcher, preparing
        self.turns, self.tabs = turns, tabs
        self.player = ""
        self._search_seconds = search_seconds
        self._rate, self._bytes = Rate(per_second), 0
        self._scope = anyio.CancelScope(deadline=anyio.current_time() + HELLO_SECONDS)

    async def run(self) -> None:
        """Answer until the client disconnects; then queued requests are dropped and running ones cancelled."""
        put, requests = anyio.create_memory_object_stream[str | None](MOST_WAITING)
        with self._scope:
            async with anyio.create_task_group() as group, put, requests:
                group.start_soon(self._answer_all, requests)
                try:
                    await self._read(put)
                finally:
                    self.tabs.leave(self)
                group.cancel_scope.cancel()
        if self._scope.cancelled_caught:
            await self._cut_off(tr("No message of the kind 'hello' came."))

    async def _read(self, put: MemoryObjectSendStream[str | None]) -> None:
        """Receive messages as they arrive, so that a disconnect is noticed at once."""
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            self._bytes += len(text or "")
            try:
                if self._bytes > MOST_WAITING_BYTES:
                    raise anyio.WouldBlock
                put.send_nowait(text)
            except anyio.WouldBlock:
                await self._cut_off(tr("Too many requests wait for their answers."))
                return

    async def _cut_off(self, why: str) -> None:
        await self.socket.close(TOO_MANY, why)

    async def _answer_all(self, requests: MemoryObjectReceiveStream[str | None]) -> None:
        async for text in requests:
            await anyio.sleep(self._rate.wait())
            answer = await self._answer(text)
            self._bytes -= len(text or "")
            await self._send(answer)

    async def _send(self, answer: say.Answer) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the reader notices the disconnect, too
            await self.socket.send_text(answer.model_dump_json())

    async def push(self, news: say.Answer) -> None:
        """Send a change made in another tab of the player."""
        with anyio.move_on_after(PUSH_SECONDS):
            await self._send(news)

    async def _answer(self, text: str | None) -> say.Answer:
        if text is None:
            return say.Problem(message="Messages are text, not bytes.")
        try:
            asked = say.parse(text)
            self._meet(asked)
            if (told := self._preparing(asked)) is not None:
                return told
            answer = await self.turns.take(
                asked, is_cheap(asked, self.dispatcher.holds(asked)), lambda: self._work(asked)
            )
            await self.tabs.note(self, asked, answer)
            return answer
        except kit.ThrowdownError as error:
            why = str(error)
        except Exception:
            _log.exception("A request failed")
            why = tr("That failed on the server; the game is as it was before.")
        return say.Problem(request=say.number_of(text), message=why)

    def _meet(self, asked: say.Request) -> None:
        """Identify the player.

        Raises:
            InvalidRecord: the first message was not `Hello`.
        """
        if isinstance(asked, say.Hello):
            self.player, self._scope.deadline = asked.player, math.inf
        elif not self.player:
            raise kit.InvalidRecord("The first message of a connection must be 'hello'.")

    def _preparing(self, asked: say.Request) -> say.Compiling | None:
        """Request compilation of the rules that a request needs and return its progress; None if they are compiled."""
        if self.preparing.is_done:
            return None
        id = self.dispatcher.game_of(self.player, asked)
        if self.preparing.is_ready(id):
            return None
        self.preparing.want(id)
        share, left = self.preparing.progress(id)
        return say.Compiling(
            request=asked.request, game=id, title=find_game(id).title, share=share, left=left
        )

    def _work(self, asked: say.Request) -> say.Answer:
        """Answer a request; in a thread."""
        with watched(self._search_seconds, from_thread.check_cancelled):
            return self.dispatcher.answer(self.player, asked)
