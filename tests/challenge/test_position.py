"""Positions: everything comes back, and what cannot occur is refused in one sentence that names the field."""

from __future__ import annotations

from typing import Any

import pytest

from tests.challenge.support import ID, two_a_side
from tests.support import content, speak_in_brackets, walk
from throwdown.envs.challenge.decisions import DECISIONS
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.tables.table import Table, position_schema

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


def test_positions_of_every_decision_come_back() -> None:
    seen = set()
    for scenario in ("scene", "duel", "duel-2v2"):
        for table in walk(ID, scenario, 3):
            if not table.over and table.phase not in seen:
                seen.add(table.phase)
                again = Table.from_position(table.position(), ID, scenario)
                assert content(again._states) == content(table._states), table.phase
    assert seen == {phase.label for phase in DECISIONS.phases}


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


def test_che_15_che_17_positions_begin_as_dealt_unless_they_say_otherwise() -> None:
    cast = {"cast": "fencer,wrestler,spotter,spotter"}
    plain = Table.from_position({}, ID, "duel-2v2", **cast)
    dealt = Table.deal(ID, 1, "duel-2v2", **cast)
    for field in ("token", "boon"):
        assert [int(w[field]) for w in plain.state.heroes] == [int(w[field]) for w in dealt.state.heroes]
    assert [int(w.token) for w in plain.state.heroes] == [1, 1, 0, 0]
    told = {"a_0": {"token": False}, "a_1": {"boon": False}}
    other = Table.from_position({"characters": told}, ID, "duel-2v2", **cast)
    assert [int(w.token) for w in other.state.heroes] == [0, 1, 0, 0]
    assert [int(w.boon) for w in other.state.heroes] == [0, 0, 0, 1]


def test_a_token_and_hazards_that_a_position_tells_of_are_used_up() -> None:
    position = {"characters": {"character_0": {"token": True}}, "posted": STRUCK}
    s = Table.from_position(position, ID, "scene").state
    assert (int(s.tokens), int(s.hostile)) == (1, 2)


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


GAP = [{"name": "Rooftop gap", "difficulty": 10, "open": True}]
THREE = [{"name": "Gangway sprint", "difficulty": 5, "open": True}] * 3
EACH = [{**GAP[0], "round": k} for k in (1, 2, 3)]
STRUCK = [{"kind": "hazard", "name": "Loose cable", "difficulty": 1}]
PRESS = {"name": "Shove", "by": "a_0", "on": "b_0"}
ATTACK = {"by": "a_0", "kind": "attack", "core": "brawn", "cards": ["9C"]}
DEFENCE = {"by": "b_0", "kind": "defence", "core": "brawn", "cards": ["9C"]}
WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("scene", {"phase": "card"}, r"phase is 'card' \(did you mean 'cards'\?\)"),
    ("scene", {"round": 6}, "round is 6; there are 5"),
    ("scene", {"characters": {"table_0": {}}}, "characters.table_0: the Table is not a Character"),
    (
        "scene",
        {"characters": {"character_0": {"stamina": 9}}},
        "characters.character_0.stamina is 9; it can be at most 6",
    ),
    ("scene", {"characters": {"character_0": {"actions": 4}}}, "actions is 4; it can be at most 3"),
    (
        "scene",
        {"characters": {"character_0": {"seen": ["9X"]}}},
        "characters.character_0.seen: '9X' is not a card",
    ),
    (
        "scene",
        {"characters": {"character_0": {"seen": ["9C"], "discards": ["9C"]}}},
        "characters.character_0.seen has 9C, which is already elsewhere",
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
        "points is 3; .*, 12 are left",
    ),
    ("scene", {"tokens": 3}, "tokens is 3; it can be at most 2"),
    (
        "scene",
        {"phase": "post", "round": 3, "posted": THREE},
        "posted has 3 obstacles of Round 3; .* at most 1",
    ),
    (
        "scene",
        {"phase": "post", "round": 4, "posted": EACH},
        "with 3 open nothing is posted in this Round .CHO-20",
    ),
    ("scene", {"phase": "difficulty", "posting": "Rooftop gap", "round": 4, "posted": EACH}, "CHO-20"),
    (
        "scene",
        {"phase": "post", "posted": GAP},
        "an obstacle is posted before anything else in a Round .CHO-20",
    ),
    ("scene", {"phase": "post", "passes": 1}, "before anything else in a Round"),
    (
        "scene",
        {"phase": "post", "characters": {"character_0": {"actions": 2}}},
        "before anything else in a Round",
    ),
    ("scene", {"posted": STRUCK * 4}, "posted has 4 hazards of Round 1; a Round has at most 3"),
    ("scene", {"posted": STRUCK, "hostile_actions": 3}, "hostile_actions is 3; it can be at most 2"),
    (
        "scene",
        {"turn": "table_0"},
        "turn is 'table_0'; Round 1 is begun by another seat, which has neither passed nor acted",
    ),
    ("duel", {"turn": "b_0", "round": 3}, "turn is 'b_0'; Round 3 is begun by another"),
    ("duel", {"tokens": 1}, "tokens is 1; it can be at most 0"),
    ("duel", {"characters": {"a_0": {"token": True}}}, "there are no tokens in a duel .CHO-35"),
    (
        "scene",
        {"tokens": 2, "characters": {"character_0": {"token": True}}},
        "tokens is 2; it can be at most 1",
    ),
    (
        "scene",
        {"characters": {"character_0": {"stagger": 3}}},
        "stagger is 3; with an Action left nobody is Staggered",
    ),
    (
        "scene",
        {"characters": {"character_0": {"frenzied": True, "actions": 0}}},
        "frenzied: after Frenzy, at most 4 Stamina is left",
    ),
    (
        "scene",
        {"characters": {"character_0": {"frenzied": True, "stamina": 2}}},
        "frenzied: after Frenzy, at most one Action is left",
    ),
    (
        "scene",
        {"over": True},
        "over: neither the goal, nor the Harm limit, nor the end of the last Round has been reached",
    ),
    (
        "duel",
        {"phase": "before", "press": PRESS},
        "attack is missing in phase 'before'",
    ),
    ("duel", {"phase": "cards", "press": PRESS, "attempt": DEFENCE}, "attack is missing in phase 'cards'"),
    ("duel", {"phase": "answer", "press": PRESS, "attack": ATTACK}, "attack does not fit phase 'answer'"),
    (
        "duel",
        {"phase": "answer", "press": PRESS, "reaction": "fast"},
        "reaction is 'fast', which does not fit",
    ),
    (
        "duel",
        {"phase": "before", "press": PRESS, "attack": {**ATTACK, "by": "b_0"}},
        "attack.by is 'b_0', who does not make this Attempt",
    ),
    (
        "attempt",
        {"characters": {"character_0": {"actions": 0}}},
        "a lone Attempt takes an Action",
    ),
    (
        "attempt",
        {"posted": [{"name": "The Challenge", "difficulty": 12}]},
        "the Challenge of a lone Attempt must be open",
    ),
    ("scene", {"progress": 8}, "progress is 8, which ends the scene"),
    ("scene", {"phase": "cards"}, "attempt is missing in phase 'cards'"),
    ("scene", {"phase": "target"}, "phase 'target' is a duel's"),
    ("scene", {"phase": "answer"}, "hazard is missing in phase 'answer'"),
    ("scene", {"press": {"name": "Trip", "by": "character_0"}}, "press does not fit phase 'priority'"),
    (
        "scene",
        {"over": True, "round": 5, "press": {"name": "Trip", "by": "character_0"}},
        "press: there are presses in duels only",
    ),
    (
        "duel",
        {"phase": "answer", "press": {**PRESS, "name": "Trp"}},
        "press.name is 'Trp' .did you mean 'Trip'",
    ),
    (
        "duel",
        {"phase": "answer", "press": {"name": "Trip", "by": "a_0", "on": "a_0"}},
        "an ally of the Character that presses",
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
    ("duel", {"reaction": "fast"}, "reaction is 'fast', which does not fit phase 'priority'"),
    ("duel", {"phase": "target", "press": PRESS}, "press.on does not fit phase 'target'"),
    ("attempt", {"phase": "answer"}, "phase 'answer' is a scene's or a duel's"),
    (
        "scene",
        {"over": True, "round": 5, "phase": "difficulty", "posting": "Rooftop gap"},
        "posting: in a game that is over",
    ),
    ("duel", {"posted": [{"name": "Rooftop gap", "difficulty": 10}]}, "nothing is posted in a duel"),
    ("duel", {"characters": {"a_0": {"harm": 10}}}, "harm: a Character that is out decides nothing"),
    ("duel", {"decides": "b_0"}, "decides is 'b_0'; in phase 'priority' it is a_0"),
    (
        "duel",
        {
            "phase": "cards",
            "press": {"name": "Trip", "by": "a_0", "on": "b_0"},
            "attempt": {"by": "a_0", "kind": "attack", "core": "speed", "cards": ["9C", "*r", "2C"]},
        },
        "attempt.cards: \\*r Flopped, so no card follows",
    ),
    ("duel", {"fly": 1}, "'fly' is not a field"),
]


@pytest.mark.parametrize(("scenario", "position", "says"), WRONG, ids=[says for *_, says in WRONG])
def test_what_cannot_occur_is_refused(scenario: str, position: dict[str, Any], says: str) -> None:
    with pytest.raises(InvalidPosition, match=says) as error:
        Table.from_position(position, ID, scenario)
    assert "\n" not in str(error.value) and str(error.value).endswith(".")
