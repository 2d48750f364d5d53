"""Positions: every situation survives being written down, and the impossible ones are refused in a sentence."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from tests.throwdown import scenes
from tests.throwdown.scenes import ROBO, RUMBLES, sheet, tech
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.cards import RANKS, SUITS
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.game import Setup
from throwdown.envs.core.records import row
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.positions import reader
from throwdown.envs.fusion.throwdown.positions.builder import from_position
from throwdown.envs.fusion.throwdown.positions.position import Position, to_position

OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("duel", {}),
    ("small", {}),
    ("trio", {}),
    ("trio", {"decks": "separate", "schism": "clipped"}),
    ("duel", {"decks": "separate", "deck_out": "no-cards", "initiative_tie": "call-off"}),
    ("titan", {}),
    ("seven", {"jokers_return": "at-once"}),
    ("siege", {"rumble_from": "any", "rumble_charges": "sum", "coach_leftovers": "invest"}),
    ("intrigue", {"decks": "separate", "deck_out": "stop"}),
    ("spar", {"rout": "all-balances"}),
]


def same_decision(one: Batch, two: Batch, setup: Setup) -> None:
    a, b = one.look(), two.look()
    assert (a.masks == b.masks).all() and (a.seats == b.seats).all()
    for seat in range(len(setup.seats)):
        row, viewer = np.array([0]), np.array([seat])
        assert (one.observe(row, viewer) == two.observe(row, viewer)).all()


@pytest.mark.parametrize(("scenario", "options"), OPTIONS)
def test_every_situation_survives_being_written_down_and_played_on(
    scenario: str, options: dict[str, Any]
) -> None:
    setup = THROWDOWN.configure(scenario, options)
    for seed in range(2 if len(setup.seats) < 4 else 1):
        one, two = Batch(setup, 1, seed, autoreset=False), Batch(setup, 1, 0, autoreset=False)
        step = one.reset()
        while step.seats[0] >= 0:
            position = Position.model_validate_json(to_position(row(one.states), setup).model_dump_json())
            from_position(position, setup, row(two.states))
            assert to_position(row(two.states), setup) == position
            assert DECISIONS.who(row(two.states)) == step.seats[0]
            same_decision(one, two, setup)
            actions = one.random_actions(0.1)
            step = one.step(actions)
            two.step(actions)
            assert to_position(row(one.states), setup) == to_position(row(two.states), setup)
        from_position(to_position(row(one.states), setup), setup, row(two.states))
        assert (one.returns() == two.returns()).all()
        assert to_position(row(one.states), setup) == to_position(row(two.states), setup)


def test_a_game_set_up_once_is_the_same_to_its_end() -> None:
    setup = THROWDOWN.configure("trio", {})
    for seed in range(2):
        one, two = Batch(setup, 1, seed, autoreset=False), Batch(setup, 1, 0, autoreset=False)
        one.reset()
        one.step(one.random_actions())
        from_position(to_position(row(one.states), setup), setup, row(two.states))
        two.look()
        seats = one.look().seats
        while seats[0] >= 0:
            actions = one.random_actions(0.1)
            seats = one.step(actions).seats
            assert not two.step(actions).errors.any()
            assert to_position(row(one.states), setup) == to_position(row(two.states), setup)


PILE = [{"opened": "initiative", "cards": [{"card": "2C", "by": "coach_0"}]}]
SHORT: dict[str, Any] = {
    "stage": 1,
    "turn": "pilot_0",
    "hands": {"pilot_0": ["3H", "KD"], "coach_0": ["9C"]},
    "pile": PILE,
    "strike": {"pilot_0": 2},
}


def set_up(position: dict[str, Any], scenario: str = "duel", **options: Any) -> Batch:
    setup = THROWDOWN.configure(scenario, options)
    batch = Batch(setup, 1, autoreset=False)
    from_position(Position.model_validate(position), setup, row(batch.states))
    batch.look()
    return batch


def legal(batch: Batch) -> set[str]:
    return {LAYOUT.labels[a] for a in np.flatnonzero(batch.look().masks[0])}


def test_a_short_position_is_the_commanders_drive() -> None:
    batch = set_up(SHORT)
    assert legal(batch) == {"counter 3H", "counter KD", "escalate 3H", "escalate KD", "concede"}
    full = to_position(row(batch.states), batch.setup)
    assert (full.phase, full.commander, full.involved) == ("drive", "pilot_0", ["coach_0", "pilot_0"])
    assert full.strike == {"coach_0": 4, "pilot_0": 2}
    assert int(row(batch.states).world.decks[0].n) == 108 - 4
    assert full.deck.jokers == ["*r", "*r", "*b", "*b"]
    batch.step(np.array([LAYOUT.parse("counter 3H")]))
    assert to_position(row(batch.states), batch.setup).charges == {"pilot_0": 2}  # Resonant: G-01


def test_an_empty_position_is_a_challenge() -> None:
    batch = set_up({"hands": {"pilot_0": ["3H"]}, "turn": "pilot_0"})
    assert legal(batch) == {"initiative 3H"}
    batch = set_up({"hands": {"pilot_0": ["3H"], "coach_0": ["3S"]}, "sealed": {"coach_0": "4D"}})
    assert legal(batch) == {"initiative 3H", "refuse"}


def test_the_deck_deals_known_cards_first_and_jokers_surface() -> None:
    position = {
        "hands": {"pilot_0": ["3H", "4H"], "coach_0": ["4S"]},
        "sealed": {"coach_0": "5D"},
        "deck": {"next": ["QD", "*b", "7C"]},
    }
    batch = set_up({**position, "charges": {"pilot_0": 0}}, fights_for="self")
    batch.step(np.array([LAYOUT.parse("initiative 4H")]))
    full = to_position(row(batch.states), batch.setup)
    assert {"QD", "7C"} <= set(full.hands["pilot_0"])
    assert full.omens == 1 and full.charges["pilot_0"] == 1 and full.deck.jokers == ["*r", "*r", "*b"]


def test_spoils_follow_from_the_score() -> None:
    position = {"phase": "spoil", "pile": [{"cards": [{"card": "9H", "by": "pilot_0"}]}]}
    full = to_position(row((batch := set_up(position)).states), batch.setup)
    assert full.spoils is not None and (full.spoils["pilots"].basic, full.spoils["pilots"].ultimate) == (1, 1)
    assert full.score == {"coach": 0, "pilots": 1} and full.winner == "pilots" and full.turn == "pilot_0"


def test_damage_finds_who_decides() -> None:
    position = {**SHORT, "turn": None, "damage": {"schism": 2, "caused_by": "pilot_0"}}
    assert legal(set_up(position)) == {"buffer", "accept"}
    trauma = {**position, "damage": {"trauma": {"pilot_0": 1}}, "buffers": {"pilot_0": 0}}
    assert len(legal(set_up(trauma))) == 4
    with pytest.raises(InvalidPosition, match="landed at once"):
        set_up({**position, "buffers": {"pilot_0": 0}})


def pile(*stages: str) -> list[dict[str, Any]]:
    """Return Piles from texts such as ``5Cc 9Hp`` (card, then c for Coach or p for pilot_0)."""
    seats = {"c": "coach_0", "p": "pilot_0"}
    return [
        {"cards": [{"card": word[:2], "by": seats[word[2]]} for word in stage.split()]} for stage in stages
    ]


DONE: dict[str, Any] = {"phase": "over", "result": "conceded"}
ALL = [r + s for r in RANKS for s in SUITS]
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"stopped": True}, "stopped needs rules.deck_out = .stop."),
    ({"hands": {"coach_0": ALL, "pilot_0": ALL}, "trash": ["2C"] * 5}, "109 cards; the deck holds 108"),
    ({"hands": {"coach_0": ["9S", "9S"], "pilot_0": ["9S"]}}, "9S lies in 3 places; the deck holds 2"),
    ({"hands": {"pilot_0": ["*r"]}}, "hands.pilot_0: a Joker is never there"),
    ({"trash": ["*b"]}, "trash: a Joker is never there"),
    ({"pile": pile("*rc")}, "a Joker is never there"),
    ({"hands": {"pilot_0": ["1S"]}}, "'1S' is not a card"),
    ({"hands": {"pilot_9": ["2S"]}}, "'pilot_9' is not a seat"),
    ({"hands": {"pilot0": ["2S"]}}, "did you mean 'pilot_0'"),
    ({**SHORT, "score": {"coach": 1}}, "score does not fit"),
    ({**SHORT, "scored": ["coach"]}, "scored does not fit"),
    ({"pile": pile("2Cc 3Cp", "5Hp")}, "in turn"),
    ({"pile": pile("2Cc", "5Hp"), "score": {"coach": 0, "pilots": 1}}, "Coach 1 and the Pilots 0"),
    ({"pile": pile("2Cc", "5Hp"), "scored": ["pilots"]}, "scored does not fit"),
    ({"pile": pile("2Cc 4Cc")}, "in turn"),
    ({"pile": pile("9Cc 4Cp")}, "4C does not beat 9C"),
    ({"pile": pile("ACc 3Cp")}, "3C does not beat AC"),
    ({"pile": pile("2Cc", "5Hp", "6Hc", "7Hp")}, "stage is 4"),
    ({**SHORT, "stage": 2}, "stage is 2, but pile lists 1"),
    ({"stage": 1, "phase": "drive"}, "needs a Pile"),
    ({"phase": "assist"}, "needs a Pile"),
    ({"phase": "challenge", "pile": PILE}, "can have no Pile"),
    ({"phase": "answer"}, "face-down initiative cards"),
    ({"phase": "discard"}, "needs a result"),
    ({**SHORT, "involved": ["coach_0"]}, "involved lacks pilot_0"),
    ({**SHORT, "involved": ["pilot_0", "pilot_0"]}, "twice"),
    ({**SHORT, "involved": ["pilot_0", "pilot_1"]}, "not a seat"),
    ({**SHORT, "turn": "coach_0"}, "here pilot_0 decides"),
    ({**SHORT, "charges": {"pilot_0": 4}}, "charges.pilot_0 is 4; here it is 0 to 3"),
    ({**SHORT, "buffers": {"pilot_0": 3}}, "0 to 2"),
    ({**SHORT, "buffers": {"coach_0": 1}}, "not a Pilot"),
    ({**SHORT, "harmony": 0}, "floor is 1"),
    ({**SHORT, "harmony": 8}, "harmony is 8"),
    ({**SHORT, "strike": {"pilot_0": 16}}, "0 to 15"),
    ({**SHORT, "commitments": {"pilot_0": {"steel": 9}}}, "commitments.pilot_0.steel is 9"),
    ({**SHORT, "threats": [{}, {}]}, "threats lists 2; this scenario has 1"),
    ({**SHORT, "threats": [{"rating": 5}]}, "threats.0.rating is 5"),
    ({**SHORT, "omens": 5}, "omens is 5"),
    ({**SHORT, "deck": {"next": ["*r"]}}, "would have surfaced"),
    ({**SHORT, "omens": 1, "deck": {"jokers": []}}, "4 of 4 Jokers came up"),
    ({**SHORT, "pilots_trash": ["2S"]}, "one deck"),
    ({**SHORT, "winner": "coach"}, "nothing to decide"),
    ({**SHORT, "phase": "drift"}, "phase is 'drift'"),
    ({**SHORT, "phase": "ally-drive"}, "Commander herself"),
    ({**SHORT, "phase": "assist", "charges": {"pilot_0": 0}}, "no Assist"),
    ({**SHORT, "phase": "buffer"}, "damage and effects can be waiting"),
    ({**SHORT, "sealed": {"pilot_0": "4S"}}, "face-down initiative cards"),
    ({**SHORT, "given": {"pilot_0": 1}}, "owes herself"),
    ({**DONE, "stage": 3, "score": {"coach": 4}}, "stage 1 was yielded"),
    ({**DONE, "stage": 3, "score": {"coach": 5}}, "stage 2 was yielded"),
    ({**DONE, "stage": 3, "winner": "coach"}, "stage 1 was yielded"),
    ({**DONE, "stage": 3, "scored": ["coach", None, "coach"]}, "stage 2 was yielded"),
    ({**DONE, "stage": 3, "scored": ["coach", "coach"], "score": {"pilots": 4}}, "scored does not fit"),
    ({**DONE, "stage": 4, "score": {"coach": 15}}, "stage is 4; without a Rumble 3 is the last"),
    ({**DONE, "stage": 2, "result": "called off", "scored": ["coach"]}, "needs a deck that runs out"),
]


@pytest.mark.parametrize(("position", "words"), REFUSED)
def test_impossible_positions_are_refused_in_one_sentence(position: dict[str, Any], words: str) -> None:
    setup = THROWDOWN.configure("duel", {})
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    before = states.tobytes()
    with pytest.raises(InvalidPosition, match=words) as refusal:
        from_position(Position.model_validate(position), setup, row(states))
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)
    assert states.tobytes() == before


def test_a_card_that_the_scenario_leaves_out_is_refused() -> None:
    with pytest.raises(InvalidPosition, match="AS is not in the deck of this scenario"):
        set_up({"hands": {"coach_0": ["AS"]}}, "small")


def test_separate_decks_hold_one_copy_each() -> None:
    with pytest.raises(InvalidPosition, match="of the Pilots holds 1"):
        set_up({"hands": {"pilot_0": ["9S", "9S"]}}, decks="separate")


def test_negative_and_unknown_entries_are_refused_by_the_model() -> None:
    for wrong in ({"charges": {"pilot_0": -1}}, {"hand": {}}, {"stage": -1}, {"pile": [{"card": "2C"}]}):
        with pytest.raises(ValidationError):
            Position.model_validate(wrong)


def test_the_schema_describes_every_field() -> None:
    schema = Position.model_json_schema()
    json.dumps(schema)
    for name, part in schema["properties"].items():
        assert part.get("description"), name


# Rumbles, effects and all that the shared base adds -----------------------------------------------------------------

TEAM = sheet(
    {"robo": ROBO, "techs": [tech("+Trauma:Self(1)")], "gear": [{"name": "Kit", "draw": 1}]},
    {"robo": ROBO},
    factions=[{"name": "Dockers", "favor_max": 3}],
    location={"name": "Bay"},
    **RUMBLES,
)
OPENED = [{"opened": "rumble", "cards": [{"card": "2C", "by": "coach_0"}]}]
IN_RUMBLE: dict[str, Any] = {
    "pile": OPENED,
    "phase": "drive",
    "commander": "pilot_0",
    "involved": ["pilot_0", "pilot_1"],
    "hands": {"pilot_0": ["9H", "KH"], "coach_0": ["QS"]},
}
CLASH = [*OPENED, {"opened": "rumble", "cards": [{"card": "3C", "by": "pilot_0"}]}]


def test_what_a_rumble_leaves_out_follows_by_the_rules() -> None:
    setup = THROWDOWN.configure(TEAM, {})
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    from_position(Position.model_validate(IN_RUMBLE), setup, row(states))
    full = to_position(row(states), setup)
    assert (full.stage, full.phase, full.turn) == (4, "drive", "pilot_0")
    assert full.positions == {"pilot_0": 0, "pilot_1": 1} and full.ejected == []
    assert (full.form_buffers, full.form_charges) == (4, 4)  # Harmony: TS-89, C-119
    assert full.scored == ["pilots"] * 3 and full.score == {"coach": 0, "pilots": 7}
    assert int(row(states).conflict.rumble) == 1 and int(row(states).conflict.head) == 1


def test_a_robo_without_endurance_has_thrown_its_pilot_out() -> None:
    setup = THROWDOWN.configure(TEAM, {})
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    position = {**IN_RUMBLE, "positions": {"pilot_0": 0, "pilot_1": 2}, "endurance": {"pilot_1": 0}}
    from_position(Position.model_validate(position), setup, row(states))
    assert to_position(row(states), setup).ejected == ["pilot_1"]


def waiting(**more: Any) -> dict[str, Any]:
    """Return a position in which a point of damage or an effect waits."""
    position = {**IN_RUMBLE, **more}
    del position["phase"]
    return position


@pytest.mark.parametrize(
    ("position", "phase", "turn"),
    [
        (waiting(damage={"form": 1}), "buffer", "pilot_0"),
        (waiting(damage={"form": 1}, form_buffers=0), "endurance", "pilot_0"),
        (waiting(damage={"endurance": 2}), "endurance", "pilot_0"),
        (waiting(damage={"endurance": 2}, endurance={"pilot_1": 0}), None, None),
        (waiting(damage={"ruin": 1}), "buffer", "pilot_0"),
        (waiting(damage={"trauma": {"pilot_1": 1}}), "commitment", "pilot_1"),
        (waiting(damage={"threat_trauma": {0: 1}}, threats=[{"rating": 2}]), None, None),
        (waiting(agenda=[{"by": "pilot_1", "effect": "trauma", "target": "pilot"}]), "target", "pilot_1"),
        (waiting(agenda=[{"by": "coach_0", "effect": "favor"}]), "target", None),
        (waiting(choice={"pay": 1, "pay_class": "face", "payer": "coach_0"}), "pay", "coach_0"),
    ],
)
def test_what_waits_finds_phase_and_seat(
    position: dict[str, Any], phase: str | None, turn: str | None
) -> None:
    setup = THROWDOWN.configure(TEAM, {})
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    if turn is None:  # nobody can decide anything about it
        with pytest.raises(InvalidPosition):
            from_position(Position.model_validate(position), setup, row(states))
        return
    from_position(Position.model_validate(position), setup, row(states))
    full = to_position(row(states), setup)
    assert (full.phase, full.turn) == (phase, turn)


def test_me_20_the_pilots_leader_says_which_faction_a_favor_of_coach_reaches() -> None:
    """Whether it comes of an ability or by itself."""
    event = {"by": "coach_0", "ability": "Private Word"}
    for item in (event, {"by": "coach_0", "effect": "favor"}):
        batch = set_up({**SHORT, "turn": None, "agenda": [item]}, "intrigue")
        assert to_position(row(batch.states), batch.setup).turn == "pilot_0"


@pytest.mark.parametrize(
    ("item", "targets"),
    [
        ({"by": "pilot_1", "effect": "trauma", "target": "opponent"}, ["threat 0", "threat 1"]),
        ({"by": "pilot_1", "effect": "chargeup", "target": "ally"}, ["pilot pilot_0", "pilot pilot_2"]),
        ({"by": "coach_0", "effect": "trauma", "target": "pilot"}, [f"pilot pilot_{k}" for k in range(3)]),
        ({"by": "coach_0", "effect": "trauma", "target": "opponent"}, []),
        ({"by": "coach_0", "effect": "recover", "target": "self", "source": 1}, []),
        ({"by": "pilot_2", "effect": "recover", "target": "self"}, []),
    ],
)
@pytest.mark.parametrize("others", range(2))
def test_me_04_me_07_who_fired_the_effect_that_waits_picks_its_target(
    item: dict[str, Any], targets: list[str], others: int
) -> None:
    """The last one listed comes first; one that leaves no choice would have acted, and is refused."""
    low = [{"name": name, "rating": 4} for name in ("Wall", "Gate")]
    data = sheet({}, {}, {}, threats=low)
    before = [{"by": "pilot_0", "effect": "strife", "target": "self"}] * others
    more = {"turn": item["by"], "agenda": [*before, item], "threats": [{"rating": 2}, {"rating": 2}]}
    more["phase"] = "target"
    if not targets:
        with pytest.raises(InvalidPosition, match="nothing to decide"):
            scenes.fight(data, **more)
        return
    table = scenes.fight(data, **more)
    assert (table.agent, table.legal()) == (item["by"], targets)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ({"pile": CLASH}, "cannot be opened by rumble"),
        ({"stage": 5}, "stage is 5, but pile lists 1"),
        (
            {"pile": [{"opened": "escalate", "cards": OPENED[0]["cards"]}]},
            "stage 1 cannot be opened by escalate",
        ),
        ({"positions": {"pilot_0": 1, "pilot_1": 1}}, "taken twice"),
        ({"positions": {"pilot_0": 1, "pilot_1": 2}}, "somebody must be the Head"),
        ({"positions": {"pilot_0": 0}}, "lacks pilot_1"),
        ({"positions": {"pilot_0": 0, "pilot_1": 7}}, "this scenario has 3"),
        ({"positions": {"pilot_0": 0, "pilot_1": 1}, "endurance": {"pilot_0": 0}}, "there would be a Rout"),
        ({"form_charges": 200}, "form_charges is 200"),
        ({"scored": ["pilots", "pilots", "coach"]}, "scored does not fit"),
        ({"score": {"coach": 7}}, "score does not fit"),
        ({"phase": "position", "turn": "coach_0"}, "here pilot_0 decides"),
        ({"phase": "share", "drawn": ["9H"], "turn": "pilot_1"}, "here pilot_0 decides"),
        ({"phase": "share", "drawn": ["4S"]}, "does not hold 4S"),
        ({"phase": "share-to", "drawn": ["9H"]}, "sharing is the card"),
        ({"phase": "share"}, "needs drawn"),
        ({"endurance": {"pilot_0": 9}}, "0 to 4"),
        ({"gear": {"pilot_0": [2]}}, "has no such piece"),
        ({"gear": {"pilot_1": [0]}}, "has no such piece"),
        ({"resources": {"pit-crew": 4}}, "0 to 3"),
        ({"resources": {"pitcrew": 1}}, "there is no 'pitcrew'"),
        ({"location": "none"}, "does not fit this scenario"),
        ({"factions": [{}, {}]}, "factions lists 2; this scenario has 1"),
        ({"factions": [{"favor": ["2D", "3D", "4D", "5D"]}]}, "it holds at most 3"),
        ({"factions": [{"favor": ["2D"], "hidden": 1}]}, "lies face-up"),
        ({"factions": [{"state": "turned"}]}, "has no Threat"),
        ({"factions": [{"strikes": 4}]}, "0 to 3"),
        ({"extra": ["*r"]}, "extra: a Joker is never there"),
        ({"spent": 1}, "add up to 1, but there are only 0 Jokers"),
        ({"robos": {"coach_0": "present"}}, "not a Pilot"),
        ({"damage": {"form": 1}}, "damage and effects can be waiting only in buffer"),
        ({"phase": "buffer", "damage": {"landing": "ruin", "form": 1}}, "no point of it is waiting"),
        ({"phase": "buffer", "damage": {"disfavor": {3: 1}}}, "there is no Faction 3"),
        ({"phase": "target", "agenda": [{"by": "pilot_0"}]}, "either an ability or an effect"),
        ({"phase": "target", "agenda": [{"by": "pilot_0", "ability": 30}]}, "no ability 30"),
        ({"phase": "target", "agenda": [{"by": "pilot_0", "effect": "explode"}]}, "there is no such effect"),
        ({"phase": "pay", "choice": {"pay": 1, "pay_class": "any"}}, "the seat that pays"),
        ({"phase": "buffer", "turn": "coach_0", "damage": {"form": 1}}, "here pilot_0 decides"),
        ({"phase": "coach-assist", "turn": "coach_0"}, "it is the Pilots' turn"),
        ({"phase": "assist", "turn": "pilot_1", "involved": ["pilot_0"]}, "not involved"),
        ({"phase": "assist", "turn": "pilot_0", "form_charges": 0, "gear": {"pilot_0": []}}, "no Assist"),
    ],
)
def test_impossible_rumbles_are_refused_in_one_sentence(position: dict[str, Any], words: str) -> None:
    setup = THROWDOWN.configure(TEAM, {})
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    before = states.tobytes()
    with pytest.raises(InvalidPosition, match=words) as refusal:
        from_position(Position.model_validate({**IN_RUMBLE, **position}), setup, row(states))
    assert str(refusal.value).endswith(".") and "\n" not in str(refusal.value)
    assert states.tobytes() == before


@pytest.mark.parametrize(
    ("rumble_from", "scored", "refused"),
    [
        ("stage-3", ["coach", "pilots", "coach", "pilots"], None),
        ("stage-3", ["coach", "pilots", None, "pilots"], 3),
        ("stage-3", ["coach", None, None, "pilots"], 2),
        ("any", ["coach", None, None, "pilots"], None),
        ("any", ["coach", "coach", None, "pilots", "coach"], None),
        ("any", [None, None, "coach", "pilots"], 1),
        ("any", [None, None, None, "pilots"], 1),
        ("any", ["coach", None, "coach", "pilots"], 2),
        ("any", ["coach", "coach", "coach", None, "pilots"], 4),
        ("any", ["coach", None, "pilots"], 2),
    ],
)
def test_c_160_c_98_r_18_nobody_scores_only_what_a_rumble_skipped(
    rumble_from: str, scored: list[str | None], refused: int | None
) -> None:
    sides: list[str | None] = ["coach", "pilots"]
    points = {
        name: sum(1 << k for k, side in enumerate(scored) if side == name) for name in ("coach", "pilots")
    }
    setup = THROWDOWN.configure({**TEAM, "rules": {**TEAM["rules"], "rumble_from": rumble_from}}, {})
    for told in ({"scored": scored}, {"score": points}, {"scored": scored, "score": points}):
        states = setup.game.allocate(1)
        states[:] = setup.template[0]
        position = Position.model_validate({**DONE, "stage": len(scored), **told})
        if refused is None:
            from_position(position, setup, row(states))
            assert row(states).score.tolist() == list(points.values())
            assert int(row(states).winner) == sides.index(scored[-1])
        else:
            with pytest.raises(InvalidPosition, match=f"stage {refused} was yielded"):
                from_position(position, setup, row(states))


def test_c_160_c_15_a_fight_that_the_deck_stops_has_scored_every_stage_before() -> None:
    stopped = {**DONE, "result": "called off", "stage": 3}
    rules = {"rumble_from": "any", "deck_out": "stop"}
    batch = set_up({**stopped, "scored": ["coach", "pilots"]}, "duel", **rules)
    assert row(batch.states).score.tolist() == [1, 2]
    with pytest.raises(InvalidPosition, match="stage 2 was yielded"):
        set_up({**stopped, "scored": ["coach"]}, "duel", **rules)


def test_no_rumble_without_positions_in_the_scenario() -> None:
    with pytest.raises(InvalidPosition, match="no Positions"):
        set_up({"pile": OPENED, "hands": {"pilot_0": ["9H"]}})


@pytest.mark.parametrize("at", [9, 255])
def test_a_round_stands_at_a_seat_that_there_is(at: int) -> None:
    with pytest.raises(InvalidPosition, match=f"^round is {at}; here it is 0 to 2.$"):
        scenes.fight(scenes.sheet(), round=at)


def test_every_decision_belongs_to_one_part_of_a_throwdown() -> None:
    """Positions are refused by the part that a decision belongs to."""
    parts = (
        *(reader.OPENING_PHASES, reader.FIGHT_PHASES, reader.RUMBLE_PHASES, ("spoil",)),
        *(reader.END_PHASES, reader.WAITING_PHASES),
    )
    assert sorted(phase for part in parts for phase in part) == sorted(reader.PHASES)
