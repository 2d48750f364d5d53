"""Nothing that people read is raw: all games and scenarios are played at random, and their texts looked through."""

from __future__ import annotations

import pytest

from tests.support import GAMES
from tests.words import plain
from throwdown.envs.core.scene import Gauge, Person, Scene
from throwdown.envs.pictures import draw
from throwdown.envs.registry import games
from throwdown.envs.tables.table import Table

CASES = [(id, scenario) for id in GAMES for scenario in games()[id].scenarios]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_no_text_of_a_game_is_raw(id: str, scenario: str) -> None:
    assert plain.read_game(id, scenario, 0) == {}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The Gambit is over: no-and.", "a name for programs"),
        ("Lay *b.", "a name for programs"),
        ("Red drew  two cards.", "two blanks"),
        ("Summon Arc:.", "nothing between stops"),
        ("Summon Arc:", "nothing between stops"),
        ("Ask pilot_0.", "an underscore"),
        ("None passed.", "None"),
        ("The {who} passed.", "a brace"),
        ("Red passed .", "a blank before a stop"),
        ("Red passed. red passed.", "a small letter"),
        ("pit crew was chosen.", "a small letter"),
        ("Red drew drew 9S.", "a word twice"),
        ("Harmony -2.", "a hyphen for a minus"),
        ("Blue Sentai flipped: Blue Sentai, Power 3.", "a name twice"),
        ("Red used Summon Arc.", "a verb as a name"),
    ],
)
def test_what_is_raw_is_found(text: str, what: str) -> None:
    reader = plain.Reader(plain.names_for_programs("gambit-v0"))
    reader.read(text, "here", is_sentence=True)
    assert [place.split(", here")[0] for place in reader.found] == [what]


@pytest.mark.parametrize(
    ("scene", "what"),
    [
        (Scene("Gambit", place="of Red · over"), "a small letter, scene.Scene.place"),
        (Scene("Gambit", place="Scene 9 of 10, for 'wave'"), "a label in quotes, scene.Scene.place"),
        (Scene("Gambit", gauges=(Gauge("Consequence", 0, note="strife"),)), "a label, scene.Gauge.note"),
        (Scene("Gambit", gauges=(Gauge("strife", 0),)), "a small letter, scene.Gauge.name"),
        (Scene("Gambit", near=(Person("Character the Orator"),)), "a role before a name, scene.Person.name"),
    ],
)
def test_what_is_raw_in_a_picture_is_found(scene: Scene, what: str) -> None:
    reader = plain.Reader(frozenset())
    reader.scene(scene)
    assert [place.split(":")[0] for place in reader.found] == [what]


@pytest.mark.parametrize("id", ["throwdown-v0", "pile-v0"])
def test_nobody_is_said_to_stay_out_before_it_is_known(id: str) -> None:
    for scenario in games()[id].scenarios:
        table = Table.deal(id, 0, scenario)
        scene = draw.scene_of(table.state, None, table.setup)
        assert not any("stays out" in person.notes for person in (*scene.near, *scene.far)), scenario


@pytest.mark.parametrize(
    "text",
    [
        "Red drew ??.",
        "Strike +1: Yes, and … it is +2.",
        "9S Countered 8S.",
        "False alarm.",
        "'Lay 3S' is not.",
        "From 3-2 on, −2.",
    ],
)
def test_what_is_not_raw_is_left_alone(text: str) -> None:
    reader = plain.Reader(plain.names_for_programs("gambit-v0"))
    reader.read(text, "here", is_sentence=True)
    assert reader.found == {}
