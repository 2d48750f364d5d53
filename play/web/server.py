"""The server: the page's files, and a WebSocket on which it plays."""

from __future__ import annotations

import contextlib
import hmac
import logging
import time
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.play.web import messages as say, translated
from throwdown.play.web.desk import Desk
from throwdown.play.web.store import GameStore

STATIC = Path(__file__).parent / "static"
LOCAL = ("127.0.0.1", "localhost", "::1")
THREADS = 4
"""Requests that are worked on at once; the rest wait their turn."""
MOST_CONNECTIONS = 1000
PER_SECOND, BURST = 40.0, 80.0
"""Messages of one connection: so many a second in the long run, so many at once."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_log = logging.getLogger("throwdown.serve")


class Rate:
    """Lets so many messages through a second, and short bursts of more."""

    def __init__(self, per_second: float = PER_SECOND, burst: float = BURST) -> None:
        self.per_second, self.burst = per_second, burst
        self.left, self.at = burst, time.monotonic()

    def wait(self) -> float:
        """Return how many seconds the next message has to wait."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.at) * self.per_second) - 1.0
        self.at = now
        return max(0.0, -self.left / self.per_second)


class _Headers(BaseHTTPMiddleware):
    """Adds what keeps a browser from doing more than the page needs."""

    async def dispatch(self, request: Request, call_next: RequestResponseEndpoint) -> Response:
        response = await call_next(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["Cache-Control"] = "no-cache"
        return response


class Server:
    """Plays with browsers.

    Args:
        store: where games are kept.
        hosts: names by which the page may be reached; the origin of a WebSocket must be one of them.
        token: what a browser has to show; empty: nothing.
        per_second: messages of one connection that are answered at once, in the long run.
    """

    def __init__(
        self,
        store: GameStore,
        hosts: tuple[str, ...] = LOCAL,
        token: str = "",
        per_second: float = PER_SECOND,
    ) -> None:
        self.desk, self.hosts, self.token, self.per_second = Desk(store), hosts, token, per_second
        self._threads = anyio.CapacityLimiter(THREADS)
        self._connections = 0

    def app(self) -> Starlette:
        """Return the application."""

        @contextlib.asynccontextmanager
        async def life(app: Starlette) -> AsyncIterator[None]:
            yield
            self.desk.store.close()

        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/schema.json", self._schema),
                Route("/sw.js", self._worker),
                Route("/static/manifest.webmanifest", self._manifest),
                WebSocketRoute("/play", self._play),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(_Headers)],
            lifespan=life,
        )

    def _may_come(self, host: str, token: str) -> bool:
        """Return whether a request for a host with a token is let in: other names may be a foreign page's trick."""
        name = urlsplit(f"//{host}").hostname or ""
        known = name in self.hosts or "*" in self.hosts
        return known and (not self.token or hmac.compare_digest(token.encode(), self.token.encode()))

    async def _page(self, request: Request) -> Response:
        given = request.query_params.get("token", "") or request.cookies.get("throwdown", "")
        if not self._may_come(request.headers.get("host", ""), given):
            return PlainTextResponse(tr("This address needs the token that the server printed."), 403)
        response = HTMLResponse(translated.index())
        if self.token:
            response.set_cookie("throwdown", self.token, httponly=True, samesite="strict")
        return response

    async def _schema(self, request: Request) -> Response:
        return JSONResponse(say.schema())

    async def _manifest(self, request: Request) -> Response:
        return JSONResponse(translated.manifest(), media_type="application/manifest+json")

    async def _worker(self, request: Request) -> Response:
        return FileResponse(STATIC / "sw.js", media_type="text/javascript")

    async def _play(self, socket: WebSocket) -> None:
        origin = urlsplit(socket.headers.get("origin", ""))
        host = socket.headers.get("host", "")
        given = socket.cookies.get("throwdown", "") or socket.query_params.get("token", "")
        is_foreign = bool(origin.netloc) and origin.netloc != host
        if is_foreign or not self._may_come(host, given) or self._connections >= MOST_CONNECTIONS:
            await socket.close(1008)
            return
        await socket.accept()
        self._connections += 1
        try:
            await self._talk(socket)
        except WebSocketDisconnect:
            pass
        finally:
            self._connections -= 1

    async def _talk(self, socket: WebSocket) -> None:
        rate, player = Rate(self.per_second), ""
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await anyio.sleep(rate.wait())
            text = message.get("text")
            if text is None:
                await self._refuse(socket, 0, "Messages are text, not bytes.")
                continue
            try:
                asked = say.parse(text)
                if isinstance(asked, say.Hello):
                    player = asked.player
                elif not player:
                    raise kit.InvalidRecord("The first message of a connection must be 'hello'.")
                answer = await anyio.to_thread.run_sync(
                    self.desk.answer, player, asked, limiter=self._threads
                )
            except kit.ThrowdownError as error:
                await self._refuse(socket, say.number_of(text), str(error))
            except Exception:
                _log.exception("A request failed")
                why = tr("That failed here; the game is as it was before.")
                await self._refuse(socket, say.number_of(text), why)
            else:
                await socket.send_text(answer.model_dump_json())

    async def _refuse(self, socket: WebSocket, request: int, why: str) -> None:
        await socket.send_text(say.Problem(request=request, message=why).model_dump_json())
