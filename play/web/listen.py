"""Limits of the HTTP server: timeout of requests and number of connections."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from throwdown.play.web import messages as say
from throwdown.play.web.server import MOST_CONNECTIONS

REQUEST_SECONDS = 10.0
"""Timeout of a request, from its connection or from its first bytes after the last answer."""
MORE_CONNECTIONS = 200
"""Connections besides those of players, for the page's files."""


class ImpatientProtocol(H11Protocol):
    """HTTP that closes the connection if a request is not complete in time.

    uvicorn itself waits for ever for the rest of a request; it closes only connections that are idle between requests,
    and, by pings, dead WebSockets.
    """

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Stop the timeout if a request is complete; else start it unless it is running."""
        super().data_received(data)
        if (
            _is_under_way(self.cycle) or self.transport.get_protocol() is not self
        ):  # a WebSocket has its own protocol
            self._stop_waiting()
        elif self._late is None:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._late = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None


def _is_under_way(cycle: RequestResponseCycle | None) -> bool:
    """Return whether a request is being answered."""
    return cycle is not None and not cycle.response_complete


def listening(app: Any) -> uvicorn.Config:
    """Return uvicorn's configuration for an application."""
    return uvicorn.Config(
        app,
        http=ImpatientProtocol,
        log_config=None,  # it would close the handlers of whoever else logs in this process
        log_level="warning",
        ws_max_size=say.MOST_BYTES,
        limit_concurrency=MOST_CONNECTIONS + MORE_CONNECTIONS,
        timeout_graceful_shutdown=3,
    )
