"""Positions: everything comes back, and what cannot occur is refused in one sentence that names the field."""

from __future__ import annotations

from typing import Any

import pytest

from tests.challenge.support import ID, two_a_side
from tests.support import content, speak_in_brackets, walk
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.table import Table, position_schema

BOX = {"phase": "priority", "characters": {"character_0": {"character": "Courier"}}}


@pytest.mark.parametrize("scenario", ["scene", "duel", "duel-2v2", "attempt"])
def test_every_situation_comes_back_whole(scenario: str) -> None:
    for seed in range(1 if scenario == "duel-2v2" else 2):
        for ply, table in enumerate(walk(ID, scenario, seed)):
            if ply % 6 and not table.over:
                continue
            again = Table.from_position(table.position(), ID, scenario)
            assert content(again._states) == content(table._states), (scenario, seed, ply)
            assert again.legal_ids() == table.legal_ids() and again.render() == table.render()


def test_four_passes_end_a_duel_of_four() -> None:
    game = two_a_side().set(0, round_no=6).do("pass", "pass", "pass", "pass")
    assert game.table.over and game.s.passes == 4
    again = Table.from_position(game.table.position(), ID, "duel-2v2", cast="courier,bruiser,analyst,orator")
    assert again.over and content(again._states) == content(game.table._states)


@pytest.mark.parametrize(
    ("scenario", "moves", "name"),
    [("scene", ("template 5", "difficulty 0"), "Rooftop gap"), ("duel", ("choose 1",), "Shove")],
)
def test_a_position_is_the_same_in_every_language(
    scenario: str, moves: tuple[str, ...], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table.deal(ID, 1, scenario)
    for move in moves:
        table.play(move)
    english = table.position()
    speak_in_brackets(monkeypatch)
    assert f"[{name}]" in table.render()
    assert table.position() == english == Table.from_position(english, ID, scenario).position()


def test_a_position_is_published_as_a_schema() -> None:
    schema = position_schema(ID)
    assert {"phase", "characters", "posted", "attempt", "press"} <= set(schema["properties"])


def test_a_situation_is_set_up_and_played_on() -> None:
    position = {
        "phase": "cards",
        "round": 2,
        "turn": "character_0",
        "characters": {
            "character_0": {"character": "Courier", "actions": 1, "seen": ["9D"], "discards": ["2C"]}
        },
        "posted": [{"name": "Rooftop gap", "difficulty": 12, "round": 1, "open": True}],
        "target": 0,
        "attempt": {"by": "character_0", "kind": "obstacle", "core": "speed", "cards": ["4C"]},
    }
    table = Table.from_position(position, ID, "scene")
    assert table.legal()[:2] == ["pass", "double"]
    table.play("double")
    table.play("pass")
    assert table.view()["progress"] == 2 and table.view()["points"] == 28


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("scene", {"phase": "card"}, r"phase is 'card' \(did you mean 'cards'\?\)"),
    ("scene", {"round": 6}, "round is 6; there are 5"),
    ("scene", {"characters": {"table_0": {}}}, "characters.table_0: the Table is no Character"),
    (
        "scene",
        {"characters": {"character_0": {"stamina": 9}}},
        "characters.character_0.stamina is 9; it can be 6",
    ),
    ("scene", {"characters": {"character_0": {"actions": 4}}}, "actions is 4; it can be 3"),
    (
        "scene",
        {"characters": {"character_0": {"seen": ["9X"]}}},
        "characters.character_0.seen: '9X' is not a card",
    ),
    (
        "scene",
        {"characters": {"character_0": {"seen": ["9C"], "discards": ["9C"]}}},
        "characters.character_0.seen has 9C, which is elsewhere already",
    ),
    ("scene", {"characters": {"character_0": {"joker": 5}}}, "characters.character_0.joker is 5"),
    ("scene", {"characters": {"character_0": {"character": "Curier"}}}, "did you mean 'Courier'"),
    (
        "scene",
        {"posted": [{"name": "Rooftop gap", "difficulty": 9}]},
        "posted.0.difficulty is 9; Rooftop gap has 10 to 14",
    ),
    ("scene", {"posted": [{"name": "Roof gap", "difficulty": 9}]}, "posted.0.name is 'Roof gap'"),
    (
        "scene",
        {"posted": [{"name": "Grid reroute under fire", "difficulty": 19}] * 2},
        "posted: the Table could not have paid for all 2",
    ),
    (
        "scene",
        {"posted": [{"name": "Rooftop gap", "difficulty": 10}], "points": 3},
        "points is 3; .* leaves 12",
    ),
    ("scene", {"tokens": 3}, "tokens is 3; it can be 2"),
    ("scene", {"progress": 8}, "progress is 8, which ends the scene"),
    ("scene", {"phase": "cards"}, "there is no attempt"),
    ("scene", {"phase": "target"}, "phase 'target' is a duel's"),
    ("scene", {"phase": "answer"}, "hazard does not fit phase 'answer'"),
    ("scene", {"press": {"name": "Trip", "by": "character_0"}}, "press: there are presses in duels only"),
    ("duel", {"press": {"name": "Trp", "by": "a_0"}}, "press.name is 'Trp' .did you mean 'Trip'"),
    (
        "duel",
        {"phase": "answer", "press": {"name": "Trip", "by": "a_0", "on": "a_0"}},
        "an ally of who presses",
    ),
    (
        "duel",
        {
            "phase": "cards",
            "press": {"name": "Trip", "by": "a_0"},
            "attempt": {"by": "a_0", "kind": "attack", "core": "speed", "cards": ["9C"]},
        },
        "press.on is missing in phase 'cards'",
    ),
    ("duel", {"reaction": "fast"}, "reaction: there is no press"),
    ("duel", {"posted": [{"name": "Rooftop gap", "difficulty": 10}]}, "nobody posts anything in a duel"),
    ("duel", {"characters": {"a_0": {"harm": 10}}}, "harm: who is out decides nothing"),
    ("duel", {"decides": "b_0"}, "decides is 'b_0'; in phase 'priority' it is a_0"),
    (
        "duel",
        {
            "phase": "cards",
            "press": {"name": "Trip", "by": "a_0", "on": "b_0"},
            "attempt": {"by": "a_0", "kind": "attack", "core": "speed", "cards": ["9C", "*r", "2C"]},
        },
        "attempt.cards: \\*r Flopped, so nothing follows it",
    ),
    ("duel", {"fly": 1}, "'fly' is not a field"),
]


@pytest.mark.parametrize(("scenario", "position", "says"), WRONG, ids=[says for *_, says in WRONG])
def test_what_cannot_occur_is_refused(scenario: str, position: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidPosition, match=says) as error:
        Table.from_position(position, ID, scenario)
    assert "\n" not in str(error.value) and str(error.value).endswith(".")
