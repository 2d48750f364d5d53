"""Who may come in, and that what comes from a page is never opened as a file nor run."""

from __future__ import annotations

import json
import types
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from pydantic import BaseModel
from starlette.datastructures import Headers
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.names.traps import Traps, attack
from tests.web.support import Client
from throwdown.play.web import gate, messages as say, real_cards, server
from throwdown.play.web.store import GameStore

HOST = "localhost:8137"
FOREIGN = (
    "null",
    "file://",
    "data:",
    "",
    "http://evil.example",
    "http://[",
    "http://",
    "//localhost:8137",
    "localhost:8137",
    "ftp://localhost:8137",
    "chrome-extension://localhost:8137",
    "http://localhost",
    "http://localhost:8138",
    "http://localhost:8137/",
    "http://localhost:8137@evil.example",
    "http://user@localhost:8137",
    "http://localhost:8137 http://evil.example",
    "http://127.0.0.1:8137",
)
MALFORMED = (
    "[",
    "[::1",
    "]",
    "",
    "localhost:",
    "localhost:x",
    "a b",
    "localhost:8137:1",
    "user@localhost",
    "[x]",
    "//",
)


@pytest.fixture
def http(tmp_path: Path) -> Iterator[TestClient]:
    app = server.Server(GameStore(tmp_path / "games.sqlite")).app()
    with TestClient(app, base_url=f"http://{HOST}") as found:
        yield found


def is_let_in(http: TestClient, headers: dict[str, str]) -> bool:
    """Return whether a WebSocket is accepted; the server never fails inside."""
    try:
        with http.websocket_connect("/play", headers=headers) as socket:
            socket.send_text('{"type": "hello", "player": "abcdefghij"}')
            return bool(json.loads(socket.receive_text())["type"] == "done")
    except WebSocketDisconnect:
        return False


@pytest.mark.parametrize("origin", FOREIGN)
def test_only_a_page_of_exactly_this_host_may_play(http: TestClient, origin: str) -> None:
    assert not is_let_in(http, {"host": HOST, "origin": origin})
    assert http.get("/", headers={"host": HOST, "origin": origin}).status_code == 403


@pytest.mark.parametrize("origin", [f"http://{HOST}", f"https://{HOST}", None])
def test_pages_of_this_host_and_clients_without_a_page_may_play(http: TestClient, origin: str | None) -> None:
    assert is_let_in(http, {"host": HOST} | ({"origin": origin} if origin else {}))


@pytest.mark.parametrize("host", [*MALFORMED, "evil.example", "evil.example:8137", "localhost.evil.example"])
@pytest.mark.parametrize(
    "path", ["/", "/static/page.css", "/static/manifest.webmanifest", "/schema.json", "/sw.js", "/no"]
)
def test_every_address_is_for_this_host_alone(http: TestClient, path: str, host: str) -> None:
    """Another name may be one that a foreign page has made to lead here."""
    assert http.get(path, headers={"host": host}).status_code == 403
    assert not is_let_in(http, {"host": host, "origin": f"http://{host}"})


def test_the_address_of_the_machine_in_brackets_is_its_own(http: TestClient) -> None:
    assert http.get("/schema.json", headers={"host": "[::1]:8137"}).status_code == 200
    assert is_let_in(http, {"host": "[::1]:8137", "origin": "http://[::1]:8137"})


def test_a_header_that_is_given_twice_is_refused() -> None:
    own = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    assert gate.may_come(Headers(raw=own), server.LOCAL)
    assert not gate.may_come(Headers(raw=[*own, (b"origin", b"http://localhost")]), server.LOCAL)
    assert not gate.may_come(Headers(raw=[*own, (b"host", b"evil.example")]), server.LOCAL)
    assert not gate.may_come(Headers(raw=[]), server.LOCAL)


def test_refusals_are_a_sentence_with_the_same_headers_as_pages(http: TestClient) -> None:
    found = http.get("/", headers={"host": "["})
    assert found.text.endswith(".") and "default-src 'none'" in found.headers["content-security-policy"]


# Names ---------------------------------------------------------------------------------------------------------------


def kinds_of(union: Any) -> Iterator[type[BaseModel]]:
    """Yield the requests that there are."""
    for kind in typing.get_args(union):
        if isinstance(kind, types.UnionType):
            yield from kinds_of(kind)
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            yield kind


def plain(kind: type[BaseModel], game: str) -> dict[str, Any]:
    """Return a request with a value in every field that takes a text."""
    id, scenario = ("throwdown-v0", "mini") if kind is real_cards.NewCompanion else ("kuhn-v0", "standard")
    usual: dict[str, Any] = {
        "game": game if issubclass(kind, say.OfGame) else id,
        "scenario": scenario,
        "id": id,
    }
    usual |= {
        "player": "player-of-tests",
        "seats": "first",
        "against": "random",
        "deal": "hands",
        "page": "kuhn",
    }
    usual |= {
        "action": "bet",
        "text": "bet",
        "name": "duel-1",
        "answer": "9S",
        "card": "9S",
        "move": 0,
        "entries": 0,
        "number": 1,
    }
    return {name: usual[name] for name in kind.model_fields if name in usual}


def test_no_text_of_any_request_is_opened_as_a_file_or_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, tried = tmp_path / "traps", 0
    folder.mkdir()
    traps = Traps(folder)
    with Client(tmp_path) as client:
        session = client.new("kuhn-v0", "standard")
        for kind in kinds_of(say.Asked):
            type_, whole = (
                typing.get_args(kind.model_fields["type"].annotation)[0],
                plain(kind, session["game"]),
            )
            texts = {name: value for name, value in whole.items() if isinstance(value, str)}
            unfilled = {
                name for name, field in kind.model_fields.items() if "str" in str(field.annotation)
            } - {*texts}
            assert unfilled <= {"type"}, "a field that is added needs a value here"
            if texts:
                tried += attack(
                    traps, monkeypatch, texts, lambda data, a=type_, b=whole: client.ask(a, **{**b, **data})
                )
        saved = json.loads(client.ask("export", game=session["game"])["text"])
        tried += attack(traps, monkeypatch, saved, lambda data: client.ask("import", text=json.dumps(data)))
    assert tried > 300


@pytest.mark.parametrize("game", ["kuhn-v0", "throwdown-v0", "skirmish-v0"])
def test_a_scenario_over_the_wire_is_one_of_the_games_own(tmp_path: Path, game: str) -> None:
    """Whatever the game itself would open: others write games as well."""
    with Client(tmp_path) as client:
        for kind in ("new", "seats", "real"):
            for name in ("mine.toml", "/etc/passwd", "../standard", "", "mini.toml"):
                found = client.ask(kind, game=game, scenario=name)
                assert f"is not a scenario of {game}" in found["message"]
