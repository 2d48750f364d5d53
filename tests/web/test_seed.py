"""The seed of a deal is told when the game is over or its deal is shared, and not before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from tests.support import GAMES
from tests.web.support import Client
from tests.web.test_server import scenario_of
from throwdown.play import storage
from throwdown.play.companion.companion import Companion
from throwdown.play.session import Session


def kept(client: Client, game: str) -> Any:
    """Return a game as it is kept."""
    live = client.server.dispatcher.store.load(game, client.player)
    return live.companion if hasattr(live, "companion") else live.session


def numbers(data: Any) -> set[int]:
    """Return all whole numbers in JSON."""
    if isinstance(data, dict):
        return set().union(*(numbers(part) for part in data.values()))
    if isinstance(data, list):
        return set().union(*(numbers(part) for part in data))
    return {data} if type(data) is int else set()


@pytest.mark.parametrize("kind", ["new", "real"])
def test_games_that_were_saved_before_deals_were_marked_are_read(tmp_path: Path, kind: str) -> None:
    with Client(tmp_path) as client:
        begun = client.ask(kind, game="throwdown-v0", scenario="mini", against="random", seed=1)
        data = json.loads(client.ask("export", game=begun["game"])["text"])
        assert (data.pop("is_shared_deal"), data.pop("version")) == (True, 2)
        assert client.ask("import", text=json.dumps({**data, "version": 1}))["type"] == begun["type"]
        newer = client.ask("import", text=json.dumps({**data, "version": 3}))
        assert "version 3; this release reads versions 1 and 2" in newer["message"]


def play_out(client: Client, position: dict[str, Any]) -> dict[str, Any]:
    for k in range(3000):
        if position["verdict"]:
            break
        position = client.play(position, k * k)
    assert position["verdict"]
    return position


@pytest.mark.parametrize("id", GAMES)
def test_nothing_that_a_running_game_answers_holds_its_seed(tmp_path: Path, id: str) -> None:
    with Client(tmp_path) as client:
        for k in range(50):
            position = client.play(client.new(id, scenario_of(id), seed=None), k)
            if not position["verdict"]:
                break
        else:  # a game in which the person decides once
            position = client.new(id, scenario_of(id), seed=None)
        game, seed = position["game"], kept(client, position["game"]).seed
        assert position["seed"] is None and not position["is_shared_deal"] and seed > 2**31
        answers = [position, client.ask("open", game=game), client.ask("games"), client.ask("log", game=game)]
        answers += [client.ask("moment", game=game, move=1), client.ask("why", game=game)]
        found = client.ask("export", game=game)
        if found["type"] == "problem":
            assert "share the deal first" in found["message"] and id in ("kuhn-v0", "leduc-v0")
        else:
            trial = json.loads(found["text"])
            answers += [trial, client.ask("import", text=found["text"])]
            assert trial["is_trial"] and trial["record"]["position"] and "seed" not in trial["record"]
            assert trial["record"]["moves"] == trial["taken_back"] == []
            branch = client.ask("branch", game=game, move=position["moves"])
            answers += [branch, client.ask("export", game=branch["game"])]
            assert branch["seed"] is None and kept(client, branch["game"]).seed != seed
        assert str(seed) not in json.dumps(answers) and all(seed not in numbers(x) for x in answers)


def test_the_seed_is_told_when_the_game_is_over(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        position = play_out(client, client.new("kuhn-v0", "standard", seed=None))
        assert position["seed"] == kept(client, position["game"]).seed and not position["is_shared_deal"]
        text = client.ask("export", game=position["game"])["text"]
        assert (
            json.loads(text)["record"]["seed"] == position["seed"] and not json.loads(text)["is_shared_deal"]
        )
        again = client.ask("rematch", game=position["game"])
        assert abs(kept(client, again["game"]).seed - position["seed"]) > 1, "who knows one knows the next"
        back = client.ask("undo", game=position["game"])
        assert back["is_shared_deal"], "what the end has told is known"


def test_who_asks_to_share_is_told_and_the_game_is_marked(tmp_path: Path) -> None:
    results = tmp_path / "players"
    with Client(tmp_path, players=results) as client:
        position = client.new("kuhn-v0", "standard", seed=None)
        shared = client.ask("share", game=position["game"])
        assert shared["seed"] == kept(client, position["game"]).seed and shared["is_shared_deal"]
        assert {**shared, "seed": None, "is_shared_deal": False, "request": 0} == {**position, "request": 0}
    with Client(tmp_path, players=results) as client:
        assert client.ask("open", game=position["game"])["seed"] == shared["seed"]
        text = client.ask("export", game=position["game"])["text"]
        assert json.loads(text)["record"]["seed"] == shared["seed"] and Session.from_json(text).is_shared_deal
        play_out(client, shared)
        (line,) = (storage.folder_of(client.player, results) / "history.jsonl").read_text().splitlines()
        assert json.loads(line)["is_shared_deal"]


def test_a_deal_that_somebody_knew_before_is_a_shared_one(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        given = client.new("kuhn-v0", "standard", seed=5)
        assert (given["seed"], given["is_shared_deal"]) == (5, True)
        text = json.dumps(
            {**json.loads(client.ask("export", game=given["game"])["text"]), "is_shared_deal": False}
        )
        assert client.ask("import", text=text)["is_shared_deal"]
        over = play_out(client, client.new("kuhn-v0", "standard", seed=None))
        text = client.ask("export", game=over["game"])["text"]
        assert not client.ask("import", text=text)["is_shared_deal"], "it was over before"


def test_seeds_are_of_so_many_that_nobody_tries_them_all(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        assert client.new("kuhn-v0", "standard", seed=2**53 - 1)["seed"] == 2**53 - 1
        assert "seed" in client.new("kuhn-v0", "standard", seed=2**53)["message"]


@pytest.mark.parametrize("deal", ["hands", "program"])
def test_a_game_with_real_cards_tells_its_deal_when_it_is_shared(tmp_path: Path, deal: str) -> None:
    with Client(tmp_path) as client:
        begun = {"game": "throwdown-v0", "scenario": "mini", "deal": deal, "against": "random"}
        told = client.ask("real", **begun)
        seed = kept(client, told["game"]).seed
        assert not told["is_shared_deal"] and seed not in numbers(told)
        assert "share the deal first" in client.ask("export", game=told["game"])["message"]
        assert client.ask("share", game=told["game"])["is_shared_deal"]
    with Client(tmp_path) as client:
        text = client.ask("export", game=told["game"])["text"]
        assert json.loads(text)["seed"] == seed and Companion.from_json(text).is_shared_deal
        assert client.ask("real", **begun, seed=3)["is_shared_deal"]
        unmarked = json.dumps({**json.loads(text), "is_shared_deal": False})
        assert client.ask("import", text=unmarked)["is_shared_deal"]
