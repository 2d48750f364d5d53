"""What one tab plays is shown by the other tabs of the same player, and by nobody else's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from tests.web.support import HOST, PLAYER, Client


@contextmanager
def tab(client: Client, player: str = PLAYER) -> Iterator[Any]:
    """Another connection to the same server."""
    with client.http.websocket_connect("/play", headers=HOST) as socket:
        assert ask(socket, "hello", player=player)["type"] == "done"
        yield socket


def ask(socket: Any, type: str, **data: Any) -> dict[str, Any]:
    socket.send_text(json.dumps({"type": type, "request": 99, **data}))
    return receive(socket)


def receive(socket: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(socket.receive_text())
    return found


def test_a_move_is_pushed_to_every_tab_that_shows_the_game(tmp_path: Path) -> None:
    with Client(tmp_path) as client, ExitStack() as stack:
        begun = client.new("challenge-v0", "duel", seats="a")
        one, two = (stack.enter_context(tab(client)) for _ in range(2))
        for other in (one, two):
            assert ask(other, "open", game=begun["game"])["moves"] == begun["moves"]
        played = client.play(begun)
        for other in (one, two):
            assert receive(other) == {**played, "request": 0}
        undone = client.ask("undo", game=begun["game"], move=played["moves"])
        assert receive(one) == receive(two) == {**undone, "request": 0}


def test_tabs_that_show_something_else_strangers_and_closed_tabs_are_told_nothing(tmp_path: Path) -> None:
    with Client(tmp_path) as client, ExitStack() as stack:
        begun, other_game = (client.new("challenge-v0", "duel", seats="a") for _ in range(2))
        with tab(client) as closed:
            ask(closed, "open", game=begun["game"])
        elsewhere = stack.enter_context(tab(client))
        ask(elsewhere, "open", game=other_game["game"])
        stranger = stack.enter_context(tab(client, "another-player"))
        assert ask(stranger, "open", game=begun["game"])["type"] == "problem"
        client.play(begun)
        for socket in (elsewhere, stranger):
            assert ask(socket, "catalogue")["type"] == "catalogue", "nothing came before"


def test_looking_is_not_pushed(tmp_path: Path) -> None:
    with Client(tmp_path) as client, tab(client) as other:
        begun = client.new("challenge-v0", "duel", seats="a")
        ask(other, "open", game=begun["game"])
        client.ask("open", game=begun["game"])
        client.ask("hint", game=begun["game"])
        assert ask(other, "catalogue")["type"] == "catalogue"
