"""Who may come in, and that what comes from a page is never opened as a file nor run."""

from __future__ import annotations

import json
import os
import sys
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

from tests.web.support import Client
from throwdown.play.web import gate, messages as say, server
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

_opened: list[str] = []
_watched: list[str] = []


def _note(event: str, args: tuple[Any, ...]) -> None:
    if event in ("open", "os.open", "import", "os.listdir", "os.scandir") and _watched:
        _opened.extend(str(args[0]) for part in _watched if part in str(args[0]))


@pytest.fixture
def trap(tmp_path: Path) -> Iterator[Path]:
    """Return a folder with files that work if they are opened; the test fails if one is."""
    folder = tmp_path / "trap-of-names"
    folder.mkdir()
    shipped = Path(server.__file__).parents[2] / "envs" / "fusion" / "content" / "scenarios" / "duel.toml"
    text = shipped.read_text(encoding="utf-8") if shipped.is_file() else ""
    for name in ("trap-of-names.toml", "trap-of-names.json", "trap-of-names.npz"):
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "trap_of_names.py").write_text("raise SystemExit", encoding="utf-8")
    if not hasattr(_note, "is_added"):
        sys.addaudithook(_note)
        _note.is_added = True  # type: ignore[attr-defined]
    _opened.clear()
    _watched[:] = ["trap-of-names", "trap_of_names"]
    here = os.getcwd()
    os.chdir(folder)
    yield folder
    os.chdir(here)
    _watched.clear()
    assert not _opened


def kinds_of(union: Any) -> Iterator[type[BaseModel]]:
    for kind in typing.get_args(union):
        if isinstance(kind, types.UnionType):
            yield from kinds_of(kind)
        elif isinstance(kind, type) and issubclass(kind, BaseModel):
            yield kind


def names_in(folder: Path) -> tuple[str, ...]:
    file = folder / "trap-of-names"
    return (
        "trap-of-names.toml",
        f"{file}.toml",
        "../trap-of-names/trap-of-names",
        f"{file}.npz",
        f"{file}.json",
        "trap_of_names.py:Agent",
        "trap_of_names:Agent",
        "pilot:trap_of_names.py:Agent",
        f"search:{file}.npz:10",
    )


def test_no_field_of_any_request_is_opened_as_a_file_or_run(tmp_path: Path, trap: Path) -> None:
    """Every field that takes a text gets the names of files that there are."""
    tried = 0
    with Client(tmp_path) as client:
        game = client.new("kuhn-v0", "standard")["game"]
        usual = {
            "game": game,
            "player": "player-of-tests",
            "id": "kuhn-v0",
            "action": "bet",
            "text": "bet",
            "move": 0,
        }
        usual |= {"entries": 0, "number": 1, "scenario": "standard"}
        for kind in kinds_of(say.Asked):
            type_ = typing.get_args(kind.model_fields["type"].annotation)[0]
            fields = kind.model_fields
            plain = {
                name: usual[name] for name, field in fields.items() if field.is_required() and name in usual
            }
            if not issubclass(kind, say.OfGame) and "game" in fields:
                plain["game"] = "kuhn-v0" if type_ != "real" else "throwdown-v0"
            for name, field in fields.items():
                if name in ("type", "request") or "str" not in str(field.annotation):
                    continue
                for text in names_in(trap):
                    tried += 1
                    client.ask(type_, **{**plain, name: text[:80]})
    assert tried > 150


@pytest.mark.parametrize("game", ["kuhn-v0", "throwdown-v0", "skirmish-v0"])
def test_a_scenario_over_the_wire_is_one_of_the_games_own(tmp_path: Path, trap: Path, game: str) -> None:
    with Client(tmp_path) as client:
        for text in names_in(trap):
            for kind in ("new", "seats"):
                assert "is not a scenario of" in client.ask(kind, game=game, scenario=text[:80])["message"]
        found = client.ask("real", game="throwdown-v0", scenario="trap-of-names.toml")
        assert "is not a scenario of" in found["message"]


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield where in JSON texts stand."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, part in items:
        if isinstance(part, str):
            yield (*path, key)
        yield from places(part, (*path, key))


def test_no_field_of_an_import_is_opened_as_a_file_or_run(tmp_path: Path, trap: Path) -> None:
    tried = 0
    with Client(tmp_path) as client:
        first = client.new("throwdown-v0", "mini")
        real = client.ask("real", game="throwdown-v0", scenario="mini", against="random", seed=3)
        for position in (client.play(first), real):
            text = client.ask("export", game=position["game"])["text"]
            for path in places(json.loads(text)):
                for name in names_in(trap)[1::3]:
                    data = json.loads(text)
                    at = data
                    for key in path[:-1]:
                        at = at[key]
                    at[path[-1]] = name
                    tried += 1
                    client.ask("import", text=json.dumps(data))
    assert tried > 80
