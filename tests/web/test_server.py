"""The page's server: whole games over the wire, refusals, what is kept, and what is never told."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tests.fuzz.support import START, TIMES
from tests.support import GAMES, setup_of
from tests.web.support import HOST, Client
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord
from throwdown.play.session import Session
from throwdown.play.web import messages as say, server, talk
from throwdown.play.web.live import Live
from throwdown.play.web.store import GameStore

SHORT = {
    "challenge-v0": "duel",
    "session-v0": "small",
    "showdown-v0": "mini",
    "skirmish-v0": "mini",
}


def scenario_of(id: str) -> str:
    return SHORT.get(id, "duel" if "duel" in setup_of(id).game.scenarios else setup_of(id).scenario)


@pytest.mark.parametrize("id", GAMES)
def test_every_game_is_played_to_its_end_with_what_it_tells(tmp_path: Path, id: str) -> None:
    """A client that knows no game: it plays what `choices` lists until there is a verdict."""
    with Client(tmp_path) as client:
        about = client.ask("seats", game=id, scenario=scenario_of(id))
        assert about["usual"] in {x["seat"] for x in about["seats"]}
        position = client.new(id, scenario_of(id))
        for k in range(3000):
            assert position["type"] == "position", position
            if position["verdict"]:
                break
            near = [x["name"] for x in position["scene"]["near"]]
            assert position["choices"] and position["prompt"] and position["help"]
            assert all(choice["name"] for choice in position["choices"])
            position = client.play(position, k * k)
            assert [step["move"] for step in position["steps"]] == sorted(
                s["move"] for s in position["steps"]
            )
        assert position["verdict"] in ("won", "lost", "drawn") and position["choices"] == []
        # All is shown now, from where the person sat.
        assert [x["name"] for x in position["scene"]["near"]] == near
        open_table = client.ask("moment", game=position["game"], move=1, is_open=True)
        assert open_table["type"] == "moment" and open_table["moves"] == position["moves"]


def test_a_choice_of_another_moment_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        position = client.new()
        again = client.play(position)
        late = client.ask("act", game=position["game"], move=position["moves"], action=0)
        assert late["type"] == "problem" and "look at the table" in late["message"]
        bad = client.ask("act", game=position["game"], move=again["moves"], action=10**6)
        assert bad["type"] == "problem" and "is not an action" in bad["message"]
        same = client.ask("open", game=position["game"])
        assert {**same, "request": 0} == {**again, "request": 0}


def test_taking_back_asking_again_and_looking_back(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        first = client.new()
        assert not first["can_undo"]
        assert client.ask("undo", game=first["game"])["message"].startswith("There is nothing to undo")
        second = client.play(first)
        assert second["can_undo"] and second["steps"][0]["is_own"]
        back = client.ask("undo", game=first["game"])
        assert back["choices"] == first["choices"] and back["moves"] == first["moves"]
        client.play(first)
        then = client.ask("moment", game=first["game"], move=first["moves"])
        assert then["scene"] == first["scene"]
        closed = client.ask("moment", game=first["game"], move=0, is_open=True)
        assert closed["message"] == "What is hidden is shown when the game is over."
        why = [text for _, text in client.ask("why", game=first["game"], move=1)["entries"]]
        assert why[0].startswith("Move 1: ") and why[-1].startswith("Also legal: ")
        assert client.ask("word", game=first["game"], text="harmony")["entries"]
        assert client.ask("word", game=first["game"], text="nonsense")["type"] == "problem"


@pytest.mark.parametrize("id", ["throwdown-v0", "leduc-v0"])
def test_the_log_holds_the_whole_game_as_the_person_saw_it(tmp_path: Path, id: str) -> None:
    with Client(tmp_path) as client:
        position = client.new(id, scenario_of(id))
        while not position["verdict"]:
            position = client.play(position, 1)
        entries = client.ask("log", game=position["game"])["entries"]
    with Client(tmp_path) as client:
        assert client.ask("log", game=position["game"])["entries"] == entries, "a game that is opened again"
        session = client.server.dispatcher.store.load(position["game"], client.player).session
    assert entries[0][:2] == ["", ""] and all(told for *_, told in entries)
    people = dict(zip(session.table.setup.seats, session.table.setup.people, strict=True))
    assert all(people[seat] == name for seat, name, _ in entries[1:])
    assert [line for *_, told in entries for line in told] == session.table.narrate(position["seat"])


def test_a_hint_names_a_choice_and_its_chance(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        position = client.new("kuhn-v0", "standard")
        hint = client.ask("hint", game=position["game"])
        assert hint["best"] in {x["action"] for x in position["choices"]} and hint["reason"]
        assert all(
            0 <= low <= mean <= high <= 1 for mean, low, high in (x["chance"] for x in hint["options"])
        )


def test_games_outlive_the_server_and_belong_to_their_player(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        position = client.play(client.new())
    with Client(tmp_path) as client:
        (line,) = client.ask("games")["games"]
        assert line["game"] == position["game"] and line["moves"] == position["moves"]
        same = client.ask("open", game=line["game"])
        assert same["choices"] == position["choices"] and same["scene"] == position["scene"]
        text = client.ask("export", game=line["game"])["text"]
        copy = client.ask("import", text=text)
        assert copy["game"] != line["game"] and copy["choices"] == position["choices"]
    with Client(tmp_path, player="somebody-else") as client:
        assert client.ask("games")["games"] == []
        for kind in ("open", "undo", "hint", "export"):
            assert "no such game" in client.ask(kind, game=position["game"])["message"]
    with Client(tmp_path) as client:
        client.ask("remove", game=position["game"])
        assert [x["game"] for x in client.ask("games")["games"]] == [copy["game"]]


def test_a_page_names_no_files_as_agents(tmp_path: Path) -> None:
    """What a page asks for is never loaded as code or as a file."""
    with Client(tmp_path) as client:
        for spec in (
            "evil.py:Agent",
            "os:system",
            "/etc/passwd",
            "runs/x.npz",
            "search:x.npz",
            "ismcts:999999999",
        ):
            assert "cannot be played against here" in client.new(against=spec)["message"], spec
        text = client.ask("export", game=client.new()["game"])["text"]
        for spec in ("evil.py:Agent", "os:system"):
            changed = json.dumps(json.loads(text) | {"against": spec})
            assert client.ask("import", text=changed)["type"] == "problem", spec


def test_bad_messages_get_a_sentence_and_the_connection_goes_on(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        for text, part in (
            ("", "message"),
            ("{", "message"),
            ("[]", "message"),
            ('{"type": "fly"}', "type"),
            ('{"type": "new"}', "game"),
            ('{"type": "open", "game": "../../etc"}', "game"),
            ('{"type": "games", "more": 1}', "more"),
            ('{"type": "act", "game": "abcdefghij", "move": -1, "action": 0}', "move"),
            ('{"type": "act", "game": "abcdefghij", "move": 0, "action": "concede"}', "action"),
            ("[" * 5000, "message"),
        ):
            found = client.send(text)
            assert found["type"] == "problem" and part in found["message"].lower(), (text[:40], found)
        assert client.ask("games")["type"] == "games"
        assert "is not a game" in client.ask("seats", game="chess-v0", scenario="x")["message"]
        client.socket.send_bytes(b"\x00")
        assert json.loads(client.socket.receive_text())["message"] == "Messages are text, not bytes."
    with Client(tmp_path, player="") as client:
        assert "must be 'hello'" in client.ask("games")["message"]


def damaged(text: str, rng: np.random.Generator) -> str:
    """Return a message with something in it changed."""
    kind, at = int(rng.integers(6)), int(rng.integers(len(text)))
    odd = ["\0", "é", "\ud800", "9" * 400, "null", "[[", "-1", "1e999", "😀", '"', "}{"]
    if kind == 0:
        return text[:at] + text[at + 1 + int(rng.integers(8)) :]
    if kind == 1:
        return text[:at] + odd[int(rng.integers(len(odd)))] + text[at:]
    data = json.loads(text)
    name = list(data)[int(rng.integers(len(data)))]
    values: list[Any] = [
        None,
        -1,
        10**30,
        [],
        {},
        "x" * 500,
        "",
        True,
        1.5,
        "kuhn-v0",
        "standard",
        "ismcts:9",
    ]
    data[name] = values[int(rng.integers(len(values)))]
    return json.dumps(data)


def test_hostile_messages_never_fail_inside_nor_show_another_seat(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Damaged requests of every kind: each gets an answer, and nothing is logged as failed.

    ``THROWDOWN_FUZZ=50`` sends a hundred thousand.
    """
    rng, kinds = np.random.default_rng(11 + START), say.schema()["answers"]["discriminator"]["mapping"]
    with Client(tmp_path) as client:
        game = client.new("kuhn-v0", "standard")["game"]
        real = client.ask("real", game="throwdown-v0", scenario="mini", against="random", seed=3)["game"]
        plain: list[dict[str, Any]] = [
            {"type": "new", "game": "kuhn-v0", "scenario": "standard", "against": "random", "seed": 3},
            {"type": "act", "game": game, "move": 0, "action": 1},
            {"type": "moment", "game": game, "move": 0, "is_open": False},
            {"type": "word", "game": game, "text": "bet"},
            {"type": "why", "game": game, "move": 1},
            {"type": "undo", "game": game},
            {"type": "seats", "game": "kuhn-v0", "scenario": "standard"},
            {"type": "import", "text": "{}"},
            {"type": "branch", "game": game, "move": 1, "is_alone": True},
            {"type": "puzzle", "name": "duel-1"},
            {"type": "review", "game": game, "first": 0},
            {"type": "log", "game": game},
            {"type": "records"},
            {"type": "real", "game": "throwdown-v0", "scenario": "mini", "against": "random", "seed": 3},
            {"type": "enter", "game": real, "entries": 0, "text": "initiative"},
            {"type": "correct", "game": real, "number": 1, "text": ""},
            {"type": "why", "game": real, "move": 1},
        ]
        for k in range(2000 * TIMES):
            text = damaged(json.dumps({**plain[k % len(plain)], "request": k}), rng)
            asked = text.encode("utf-8", "replace").decode()
            assert client.send(asked)["type"] in kinds, asked
    assert not caplog.records


def test_only_pages_of_this_server_may_connect(tmp_path: Path) -> None:
    app = server.Server(GameStore(tmp_path / "games.sqlite")).app()
    with TestClient(app, base_url="http://localhost") as http:
        assert http.get("/").status_code == 200
        assert http.get("/", headers={"host": "evil.example"}).status_code == 403
        for headers in (
            {"host": "localhost", "origin": "http://evil.example"},
            {"host": "evil.example", "origin": "http://evil.example"},
        ):
            with (
                pytest.raises(WebSocketDisconnect),
                http.websocket_connect("/play", headers=headers) as socket,
            ):
                socket.receive_text()
        with http.websocket_connect("/play", headers=HOST) as socket:
            socket.send_text('{"type": "hello", "player": "abcdefghij"}')
            assert json.loads(socket.receive_text())["type"] == "done"


def test_another_address_needs_the_token(tmp_path: Path) -> None:
    app = server.Server(GameStore(tmp_path / "games.sqlite"), ("*",), "secret-token").app()
    with TestClient(app, base_url="http://table.example") as http:
        assert http.get("/").status_code == http.get("/?token=wrong").status_code == 403
        here = {"host": "table.example", "origin": "http://table.example"}
        with pytest.raises(WebSocketDisconnect), http.websocket_connect("/play", headers=here) as socket:
            socket.receive_text()
        assert http.get("/?token=secret-token").status_code == 200
        with http.websocket_connect("/play?token=secret-token", headers=here) as socket:
            socket.send_text('{"type": "hello", "player": "abcdefghij"}')
            assert json.loads(socket.receive_text())["type"] == "done"


def test_too_many_messages_have_to_wait() -> None:
    rate = talk.Rate(per_second=10, burst=3)
    waits = [rate.wait() for _ in range(6)]
    assert waits[:3] == [0, 0, 0] and 0.05 < waits[3] < 0.15 < waits[5] < 0.35


@pytest.mark.parametrize("id", GAMES)
def test_nothing_hidden_is_told(id: str) -> None:
    """All that a position says stays the same when what the person cannot know is dealt anew."""
    setup = setup_of(id, scenario_of(id))
    session = Session.deal(setup, 3, against="random", allies="random")
    live = Live("abcdefgh", "somebody", session)
    live.begin()
    for k in range(40):
        if session.table.over:
            break
        mine, seen = live.viewer, live.told()
        for key in range(3):
            other = Session(session.table.redeal(mine, key), session.people, "random", "random", session.seed)
            twin = Live("abcdefgh", "somebody", other)
            past = {
                name: getattr(seen, name) for name in ("steps", "moves", "can_undo", "chapters")
            }  # a redeal has none
            assert twin.told().model_copy(update=past) == seen
        live.act(len(session.table.history), seen.choices[k % len(seen.choices)].action)


def test_the_file_of_games_is_ours_or_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    file.write_bytes(b"something else" * 100)
    with pytest.raises(InvalidConfig, match="cannot be used to keep games"):
        GameStore(file)
    store = GameStore(tmp_path / "fine.sqlite")
    with pytest.raises(InvalidRecord, match="no such game"):
        store.load("abcdefghij", "somebody")


def test_the_page_fetches_nothing_from_elsewhere(tmp_path: Path) -> None:
    files = [file for file in server.STATIC.rglob("*") if file.is_file()]
    for file in files:
        if file.suffix in (".html", ".css", ".js", ".webmanifest") and "vendor" not in file.parts:
            text = file.read_text(encoding="utf-8")
            assert not re.search(r"(src|href|url|from|import)\W{1,3}(https?:)?//", text), file
    with Client(tmp_path) as client:
        page = client.http.get("/")
        assert "default-src 'none'" in page.headers["content-security-policy"]
        for name in re.findall(r'(?:src|href)="(/[^"]+)"', page.text):
            assert client.http.get(name).status_code == 200, name
        assert client.http.get("/schema.json").json().keys() == {"requests", "answers"}
        assert client.http.get("/sw.js").status_code == 200


NOT_SENT = (".txt", ".ts")
"""Licences and types, which no page asks for."""


def test_the_whole_page_is_small() -> None:
    """Nothing is compressed on its way, and the policy of the page forbids everything else; some files are not sent."""
    files = [file for file in server.STATIC.rglob("*") if file.is_file() and file.suffix not in NOT_SENT]
    assert len(files) > 8 and sum(file.stat().st_size for file in files) <= 300_000


def test_what_is_kept_for_a_page_without_a_server_is_all_that_the_page_loads() -> None:
    text = (server.STATIC / "sw.js").read_text(encoding="utf-8")
    kept = set(re.findall(r'"/static/([^"]+)"', text))
    names = re.search(r"\.\.\.\[(.*?)\]", text, re.DOTALL)
    assert names is not None
    kept |= {f"js/{name}.js" for name in re.findall(r'"(\w+)"', names[1])}
    apart = {
        "index.html",
        "sw.js",
        "js/replay.js",
        "vendor/LICENSES.txt",
        "vendor/preact-htm.d.ts",
    }  # "/" is the first of them
    loaded = {str(file.relative_to(server.STATIC)) for file in server.STATIC.rglob("*") if file.is_file()}
    assert kept == loaded - apart
