"""What the page is told beside a game: trials, puzzles, games looked at again, statistics."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.web.support import Client
from throwdown.play import puzzles, storage


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path / "data")
    with Client(tmp_path) as found:
        yield found


def finished(client: Client, **data: Any) -> dict[str, Any]:
    position = client.new(**data)
    while not position["verdict"]:
        position = client.play(position, -1)
    return position


def reviewed(client: Client, game: str) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    judged: list[dict[str, Any]] = []
    while True:
        answer = client.ask("review", game=game, first=len(judged))
        judged += answer["judged"]
        if answer["done"] == answer["of"]:
            return judged, answer


def test_a_finished_game_is_looked_at_again_piece_by_piece(client: Client) -> None:
    position = finished(client)
    judged, last = reviewed(client, position["game"])
    assert len(judged) == last["of"] and [x["move"] for x in judged] == sorted({x["move"] for x in judged})
    assert last["told"] and last["quality"] is not None
    assert all(x["options"] for x in judged if x["is_own"]) and not any(
        x["options"] for x in judged if not x["is_own"]
    )
    assert set(last["costliest"]) <= {x["move"] for x in judged if x["is_costly"]}
    assert reviewed(client, position["game"])[0] == judged
    assert client.ask("review", game=position["game"], first=100_000)["judged"] == []
    (kind,) = client.ask("records")["kinds"]
    assert kind["quality"] == pytest.approx(last["quality"][0]) and kind["reviewed"] == 1


def test_a_game_that_goes_on_is_not_looked_at(client: Client) -> None:
    assert "not over yet" in client.ask("review", game=client.new()["game"])["message"]


def test_taking_back_looks_at_the_new_end(client: Client) -> None:
    position = finished(client)
    before, _ = reviewed(client, position["game"])
    position = client.ask("undo", game=position["game"])
    assert position["taken_back"] == 1
    while not position["verdict"]:
        position = client.play(position, 0)
    after, _ = reviewed(client, position["game"])
    assert after != before


def test_a_trial_is_another_game_and_counts_nowhere(client: Client) -> None:
    position = client.play(client.new(seed=9))
    trial = client.ask("branch", game=position["game"], move=position["moves"])
    assert trial["is_trial"] and trial["game"] != position["game"]
    while not trial["verdict"]:
        trial = client.play(trial, -1)
    assert client.ask("records")["kinds"] == [] and storage.read_history() == []
    assert client.ask("open", game=position["game"])["moves"] == position["moves"]
    assert any(x["about"].startswith("A trial.") for x in client.ask("games")["games"])


def test_alone_one_plays_every_seat(client: Client) -> None:
    position = client.play(client.new(seed=9))
    trial = client.ask("branch", game=position["game"], move=position["moves"], is_alone=True)
    assert trial["seats"] == "coach_0,pilot_0"
    seats = {trial["seat"]}
    while not trial["verdict"]:
        trial = client.play(trial)
        seats.add(trial["seat"])
    assert len(seats) == 2


def test_an_answer_of_a_puzzle_is_told_when_it_was_given(client: Client) -> None:
    position = client.ask("puzzle", name="duel-1")
    assert position["puzzle"]["options"] == [] and position["puzzle"]["chosen"] is None
    one = puzzles.puzzle_of("duel-1")
    best, worst = (one.table().action_id(one.puzzle.answers[k].action) for k in (0, -1))
    text = json.dumps(position["puzzle"])
    assert "reason" in text and one.reason() not in text
    for action, is_solved in ((worst, False), (best, True)):
        again = client.ask("puzzle", name="duel-1")
        told = client.ask("act", game=again["game"], move=again["moves"], action=action)["puzzle"]
        assert told["is_solved"] is is_solved and told["chosen"] == action
        assert told["options"][0]["action"] == best and told["next"] == "duel-2"
    found = client.ask("records")
    assert found["missed"] == ["duel-1"] and found["solved"] == []  # the first try counts
    assert found["today"]["name"] in found["puzzles"] and found["today"]["grade"] == "easy"


def test_unknown_puzzles_are_refused(client: Client) -> None:
    assert "There is no puzzle 'duel-9999'" in client.ask("puzzle", name="duel-9999")["message"]


def test_a_record_can_be_opened(client: Client) -> None:
    position = client.play(client.new(seed=9))
    saved = json.loads(client.ask("export", game=position["game"])["text"])
    found = client.ask("import", text=json.dumps(saved["record"]))
    assert found["type"] == "position" and found["moves"] >= position["moves"]


def test_a_session_is_told_in_chapters(client: Client) -> None:
    position = client.new("session-v0", "trio", against="random")
    first = position["chapters"][0]
    assert first["title"].startswith("Scene 1 began") and first["move"] == 0
    while not position["verdict"]:
        position = client.play(position, position["moves"])
    chapters = position["chapters"]
    assert [x["title"].split(" began")[0] for x in chapters] == [
        f"Scene {k}" for k in range(1, len(chapters) + 1)
    ]
    assert "The session ended" in chapters[-1]["told"][-1]
    moment = client.ask("moment", game=position["game"], move=chapters[-1]["move"])
    assert any(line == chapters[-1]["title"] for line in moment["told"])


@pytest.mark.parametrize(
    ("game", "scenario"), [("throwdown-v0", "duel"), ("challenge-v0", "duel"), ("skirmish-v0", "mini")]
)
def test_the_cards_that_decided_a_game_stay_on_the_table(client: Client, game: str, scenario: str) -> None:
    position, last = client.new(game, scenario), None
    while True:
        for step in position["steps"]:
            lit = [pile for pile in step["scene"]["piles"] if pile["is_lit"] and pile["cards"]]
            last = lit[-1] if lit else last
        if position["verdict"]:
            break
        position = client.play(position, position["moves"])
    assert last is not None
    (lit,) = (pile for pile in position["scene"]["piles"] if pile["is_lit"])
    assert [x["card"] for x in lit["cards"]] == [x["card"] for x in last["cards"]], "as they were shown last"
    again = client.ask("open", game=position["game"])
    assert again["scene"] == position["scene"], "also after the game was opened again"


@pytest.mark.parametrize(
    ("game", "scenario", "against"), [("throwdown-v0", "trio", "random"), ("kuhn-v0", "standard", "solved")]
)
def test_another_game_changes_sides(client: Client, game: str, scenario: str, against: str) -> None:
    first = client.new(game, scenario, against=against)
    assert not first["can_turn"]
    position = first
    while not position["verdict"]:
        position = client.play(position, position["moves"])
    assert position["can_turn"]
    turned = client.ask("rematch", game=position["game"], is_turned=True)
    assert turned["against"] == against and turned["seats"] != first["seats"]
    assert turned["goal"] != first["goal"] or game == "kuhn-v0"
    assert client.ask("rematch", game=position["game"])["seats"] == first["seats"]


def test_an_opponent_that_plays_one_side_keeps_it(client: Client) -> None:
    position = finished(client, against="coach:bold")
    assert not position["can_turn"]
    assert client.ask("rematch", game=position["game"], is_turned=True)["seats"] == position["seats"]


def test_what_lies_on_the_table_to_the_end_is_in_use_then(client: Client) -> None:
    for seed in range(20):
        position = client.new("leduc-v0", "standard", seed=seed)
        while not position["verdict"]:
            position = client.play(position, 0)
        if any(pile["cards"] for pile in position["scene"]["piles"]):
            assert [pile["is_lit"] for pile in position["scene"]["piles"] if pile["cards"]] == [True]
            return
    raise AssertionError("no shared card was turned up")
