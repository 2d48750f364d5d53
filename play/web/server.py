"""The web server: the page's files, and a WebSocket for playing."""

from __future__ import annotations

import contextlib
import hmac
from collections.abc import AsyncIterator
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.pictures import emblems
from throwdown.play.web import messages as say, translated
from throwdown.play.web.dispatcher import Dispatcher
from throwdown.play.web.gate import Gate
from throwdown.play.web.preparing import Preparing
from throwdown.play.web.store import GameStore
from throwdown.play.web.tabs import Tabs
from throwdown.play.web.talk import PER_SECOND, SEARCH_SECONDS, Talk
from throwdown.play.web.turns import Turns

STATIC = Path(__file__).parent / "static"
LOCAL = ("127.0.0.1", "localhost", "::1")
MOST_CONNECTIONS = 1000
FOR_EVER = "public, max-age=31536000, immutable"
"""How long browsers keep an emblem, which only another version of this package draws in another way."""


class Server:
    """Serves the page and plays with browsers.

    Args:
        store: the store of games.
        hosts: accepted host names; see `gate.may_come`.
        token: the token required of browsers; empty: none.
        per_second: the rate limit of a connection, in requests a second.
        search_seconds: the time limit of searches and hints per request; then they return what they have found.
        preparing: compiles rules ahead of time; None: no such compilation.
        players: a folder for results, reviews and puzzles of each player; None: they are stored with those of this
            machine's user.
    """

    def __init__(
        self,
        store: GameStore,
        hosts: tuple[str, ...] = LOCAL,
        token: str = "",
        per_second: float = PER_SECOND,
        search_seconds: float = SEARCH_SECONDS,
        players: Path | None = None,
        preparing: Preparing | None = None,
    ) -> None:
        self.dispatcher, self.hosts, self.token = Dispatcher(store, players), hosts, token
        self.preparing = preparing or Preparing(())
        self._bounds, self._turns, self._tabs = (per_second, search_seconds), Turns(), Tabs()
        self._connections = 0

    def app(self) -> Starlette:
        """Return the application."""

        @contextlib.asynccontextmanager
        async def life(app: Starlette) -> AsyncIterator[None]:
            self.preparing.start()
            yield
            self.preparing.stop()
            self.dispatcher.store.close()

        return Starlette(
            routes=[
                Route("/", self._page),
                Route("/schema.json", self._schema),
                Route("/emblem/{kind}/{name:path}.svg", self._emblem),
                Route("/sw.js", self._worker),
                Route("/static/manifest.webmanifest", self._manifest),
                WebSocketRoute("/play", self._play),
                Mount("/static", StaticFiles(directory=STATIC)),
            ],
            middleware=[Middleware(Gate, names=self.hosts)],
            lifespan=life,
        )

    def _knows(self, token: str) -> bool:
        """Return whether a token is right, or none is required."""
        return not self.token or hmac.compare_digest(token.encode(), self.token.encode())

    async def _page(self, request: Request) -> Response:
        if not self._knows(request.query_params.get("token", "") or request.cookies.get("throwdown", "")):
            return PlainTextResponse(tr("This address needs the token that the server printed."), 403)
        response = HTMLResponse(translated.index())
        if self.token:
            response.set_cookie("throwdown", self.token, httponly=True, samesite="strict")
        return response

    async def _schema(self, request: Request) -> Response:
        return JSONResponse(say.schema())

    async def _emblem(self, request: Request) -> Response:
        kind, name = request.path_params["kind"], request.path_params["name"]
        try:
            drawn = emblems.emblem(kind, name, request.query_params.get("colour", ""))
        except kit.InvalidConfig as error:
            return PlainTextResponse(str(error), 404)
        return Response(emblems.svg(drawn), media_type="image/svg+xml", headers={"Cache-Control": FOR_EVER})

    async def _manifest(self, request: Request) -> Response:
        return JSONResponse(translated.manifest(), media_type="application/manifest+json")

    async def _worker(self, request: Request) -> Response:
        return FileResponse(STATIC / "sw.js", media_type="text/javascript")

    async def _play(self, socket: WebSocket) -> None:
        given = socket.cookies.get("throwdown", "") or socket.query_params.get("token", "")
        if not self._knows(given) or self._connections >= MOST_CONNECTIONS:
            await socket.close(1008)
            return
        await socket.accept()
        self._connections += 1
        try:
            talk = Talk(socket, self.dispatcher, self._turns, self._tabs, self.preparing, *self._bounds)
            await talk.run()
        finally:
            self._connections -= 1
