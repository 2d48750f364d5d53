"""A client of the page's server, as others might write one."""

from __future__ import annotations

import json
import math
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from starlette.testclient import TestClient

from throwdown.play.web.server import Server
from throwdown.play.web.store import GameStore

PLAYER = "player-of-tests"
HOST = {"host": "localhost", "origin": "http://localhost"}


class Client(AbstractContextManager["Client"]):
    """Asks a server in this process, one request at a time."""

    def __init__(self, folder: Path, player: str = PLAYER, **options: Any) -> None:
        self.stack, self.n, self.player = ExitStack(), 0, player
        bounds = {"per_second": 1e6, "search_seconds": math.inf}
        self.server = Server(GameStore(folder / "games.sqlite"), **bounds, **options)

    def __enter__(self) -> Client:
        http = self.stack.enter_context(TestClient(self.server.app(), base_url="http://localhost"))
        self.http = http
        self.socket = self.stack.enter_context(http.websocket_connect("/play", headers=HOST))
        if self.player:
            assert self.ask("hello", player=self.player)["type"] == "done"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.stack.close()

    def send(self, text: str) -> dict[str, Any]:
        """Send any text and return the answer."""
        self.socket.send_text(text)
        found: dict[str, Any] = json.loads(self.socket.receive_text())
        return found

    def ask(self, type: str, **data: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        self.n += 1
        found = self.send(json.dumps({"type": type, "request": self.n, **data}))
        assert found["request"] == self.n, found
        return found

    def new(self, game: str = "throwdown-v0", scenario: str = "duel", **data: Any) -> dict[str, Any]:
        """Begin a game against random play."""
        return self.ask("new", game=game, scenario=scenario, **{"against": "random", "seed": 5, **data})

    def play(self, position: dict[str, Any], k: int = 0) -> dict[str, Any]:
        """Play one of the choices."""
        action = position["choices"][k % len(position["choices"])]["action"]
        return self.ask("act", game=position["game"], move=position["moves"], action=action)
