"""What the page is told for those who learn, and what opponents say on it."""

from __future__ import annotations

from pathlib import Path

import polib
import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from tests.support import GAMES
from tests.web.support import Client
from throwdown.envs.core import catalogue
from throwdown.envs.registry import find_game
from throwdown.envs.tables.table import Table
from throwdown.play import rulebook
from throwdown.play.web import learning


def test_a_position_teaches_and_its_words_can_be_looked_up(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        position = client.new()
        assert position["lessons"][0]["key"] == "initiative" and position["lessons"][0]["text"]
        found = client.ask("glossary", game=position["game"])
        names = {name for name, _, text in found["entries"] if text}
        assert {"Harmony", "Strike", "Focus", "Gatekeeper"} <= names and "Coach" not in names
        for clause in ("TS-14", *found["clauses"][:3]):
            assert client.ask("word", game=position["game"], text=clause)["entries"], clause
        for _ in range(60):
            if position["verdict"]:
                break
            assert position["lessons"]
            position = client.play(position)
        assert position["verdict"] and position["lessons"] == []


def test_only_what_is_no_word_of_the_rules_has_a_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page tells them apart by it, whatever the language."""
    table = Table.deal("throwdown-v0", 1)
    assert all(find_game(id).entries() for id in GAMES), "modules keep the language that they are loaded in"
    file = polib.POFile()
    file.metadata = {"Language": "eo", "Content-Type": "text/plain; charset=UTF-8"}
    for text, told in (("word", "vorto"), ("Threat", "Minaco")):
        file.append(polib.POEntry(msgid=text, msgstr=told))
    file.save(str(tmp_path / "eo.po"))
    translation = catalogue.read_translation(str(tmp_path / "eo.po"))
    monkeypatch.setattr(catalogue, "translations", lambda: translation)
    kinds = {name: kind for name, kind, _ in learning.glossary(table).entries}
    assert kinds["Harmony"] == kinds["Strike"] == ""
    assert "Minaco" in kinds.values()
    for id in GAMES:
        assert all(x.is_rule == (x.kind == "vorto") for x in find_game(id).entries()), id


def test_every_page_of_the_rulebook_is_reached(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        for id in GAMES:
            found = client.ask("rulebook", id=id)
            assert found["page"]["name"] == rulebook.page_of(id).name
        for name, title in found["pages"]:
            assert client.ask("rulebook", id=GAMES[0], page=name)["page"]["title"] == title
        assert client.ask("rulebook", id="chess-v0", page="nothing")["page"]["name"] == rulebook.REST


def test_personalities_are_listed_with_ratings_and_speak(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        opponents = client.ask("seats", game="throwdown-v0", scenario="duel")["opponents"]
        listed = {x["spec"]: x for x in opponents if x["spec"].startswith("coach:")}
        assert set(listed) == {f"coach:{name}" for name in ("bold", "patient", "wrathful", "careful")}
        for x in listed.values():
            mean, low, high = x["rating"]
            assert low <= mean <= high and x["roles"] == ["coach"] and x["note"]
        said = []
        position = client.new(against="coach:wrathful")
        for _ in range(60):
            said += [step["says"] for step in position["steps"] if step["says"]]
            if position["verdict"]:
                break
            position = client.play(position)
        assert said and all(x["who"] == "Coach" and x["text"] for x in said)
        last = client.ask("moment", game=position["game"], move=position["moves"])
        assert last["type"] == "moment" and last["move"] == last["moves"]
        why = client.ask("why", game=position["game"], move=2)["entries"]
        assert len(why) >= 2 and all(text for _, text in why)
        refused = client.new(against="coach:wrathful", seats="coach_0")
        assert "plays Coach, not Pilots" in refused["message"] or "not" in refused["message"]
