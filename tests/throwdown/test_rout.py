"""Rout by clause: TS-54, TS-129 to TS-132, G-69, G-70, C-28, C-131 to C-133, C-146, C-147, R-07 to R-09, R-30."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import (
    PILOT,
    ROBO,
    RUMBLES,
    THREAT,
    assisting,
    coach_assisting,
    fight,
    in_rumble,
    kinds,
    of,
    piles,
    seats_of,
    sheet,
    skip,
    tech,
    third,
)
from throwdown import Table

ONES = {"steel": 1, "flesh": 1, "synch": 1, "solo": 1}
HIT = {**THREAT, "waves": [{"name": "Hit", "effects": ["+Trauma:Commander(1)"]}]}
RED: dict[str, Any] = {"harmony": 1, "strike": {"pilot_0": 0}}


def second(data: dict[str, Any], **more: Any) -> Table:
    """Return stage 2 after Coach Escalated: Pilots 1, Coach 0, and the Pilots to Drive."""
    position = {
        "hands": {"pilot_0": ["KH", "QH"], "coach_0": ["3S"]},
        "pile": piles([("5C", "pilot_0")], [("6C", "coach_0")]),
        "phase": "drive",
        "turn": "pilot_0",
        "commander": "pilot_0",
        "involved": seats_of(data),
        **more,
    }
    return Table.from_position(position, scenario=data)


def test_g_69_ts_129_ts_130_the_commander_falls_and_her_side_concedes_at_once() -> None:
    data = sheet(ONES, threats=[HIT])
    position = {
        "hands": {"pilot_0": ["KH"], "coach_0": ["QS"]},
        "pile": piles([("5C", "coach_0")], [("6C", "pilot_0")]),
        "phase": "coach-assist",
        "turn": "coach_0",
        "scored": ["coach"],
    }
    table = Table.from_position(position, scenario=data)
    table.play("wave 0.0")
    table.play("discard QS")
    happened = of(table, "commitment steel")
    assert [k for k in happened if k in ("ROUTED", "CONCEDED", "STAGE_SCORED")] == [
        "ROUTED",
        "CONCEDED",
        "STAGE_SCORED",
    ]
    assert table.state.score.tolist() == [1 + 2, 0] and int(table.state.winner) == 0
    assert table.phase == "spoil" and table.agent == "coach_0"


def test_g_70_c_131_ts_16_ts_54_the_concede_decides_not_the_top_card() -> None:
    table = second(sheet(ONES), **RED)
    assert table.state.score.tolist() == [0, 1]
    table.play("counter KH")
    table.play("commitment solo")
    table.play("commitment synch")  # Schism(2): all points land first (C-146)
    assert table.state.score.tolist() == [2, 1] and int(table.state.winner) == 0
    assert int(table.state.pile_by[int(table.state.pile_n) - 1]) == 1


def test_c_147_a_rout_by_ones_own_escalate_yields_both_stages() -> None:
    table = fight(sheet(ONES), hands={"pilot_0": ["KH"], "coach_0": []}, **RED)
    table.play("escalate KH")
    table.play("commitment solo")
    table.play("commitment synch")
    assert table.state.score.tolist() == [1 + 2, 0] and int(table.state.stage) == 2


def test_ts_129_no_further_action_follows() -> None:
    table = assisting(sheet({**ONES, "techs": [tech("+Trauma:Self(1)")], "tech_assists": 3}))
    table.play("tech 0")
    table.play("commitment solo")
    assert table.phase == "spoil" and "ROUTED" in kinds(table)


def test_c_146_r_07_it_is_tested_between_the_triggers_of_an_ability() -> None:
    double = tech("+Trauma:Self(1)", "+Recover:Self(1)")
    table = assisting(sheet({**ONES, "techs": [double]}))
    table.play("tech 0")
    happened = of(table, "commitment solo")
    assert "ROUTED" in happened and "COMMITMENT_RECOVERED" not in happened
    assert table.phase == "spoil" and int(table.state.winner) == 0


def test_c_146_all_points_of_one_trigger_land_first() -> None:
    hard = {**THREAT, "waves": [{"name": "Hard", "effects": ["+Trauma:Commander(3)"]}]}
    table = coach_assisting(sheet({**PILOT, "solo": 1}, threats=[hard]), ["QS"])
    table.play("wave 0.0")
    table.play("discard QS")
    table.play("commitment solo")
    assert table.phase == "commitment"  # two points are still to land
    table.play("commitment steel")
    assert "ROUTED" not in kinds(table)
    assert "ROUTED" in of(table, "commitment steel")


@pytest.mark.parametrize(
    ("option", "routed"), [("any-balance", True), ("all-balances", False), ("off", False)]
)
def test_c_28_what_takes_the_commander_out_is_an_option(option: str, routed: bool) -> None:
    table = assisting(sheet({**ONES, "techs": [tech("+Trauma:Self(1)")]}, rules={"rout": option}))
    table.play("tech 0")
    table.play("commitment solo")
    assert ("ROUTED" in kinds(table)) is routed


@pytest.mark.parametrize(("option", "routed"), [("all-balances", True), ("off", False)])
def test_c_28_all_balances(option: str, routed: bool) -> None:
    empty = {"pilot_0": {"steel": 1, "flesh": 0, "synch": 0, "solo": 0}}
    data = sheet({**ONES, "techs": [tech("+Trauma:Self(1)")]}, rules={"rout": option})
    table = assisting(data, commitments=empty)
    happened = of(table, "tech 0")
    assert "CRISIS_ENTERED" in happened and ("ROUTED" in happened) is routed


def test_c_133_a_supporter_who_falls_is_no_rout() -> None:
    data = sheet({}, {**ONES, "techs": [tech("+Trauma:Self(1)")]})
    table = fight(data, phase="assist", turn="pilot_1")
    table.play("tech 0")
    table.play("commitment solo")
    assert table.phase == "drive" and "ROUTED" not in kinds(table)


def struck(target: str, **more: Any) -> Table:
    """Return what a Wave with +Trauma leads to; pilot_0 commands, pilot_1 supports her, pilot_2 stays out."""
    wave = {**THREAT, "waves": [{"name": "Hit", "effects": [f"+Trauma:{target}(1)"]}]}
    data = sheet({}, {}, {}, threats=[wave])
    table = coach_assisting(data, ["QS"], involved=["pilot_0", "pilot_1"], **more)
    table.play("wave 0.0")
    table.play("discard QS")
    return table


@pytest.mark.parametrize(
    ("target", "legal"),
    [
        ("Pilot", ["pilot pilot_0", "pilot pilot_1"]),
        ("Choice", ["pilot pilot_0", "pilot pilot_1", "threat 0"]),
    ],
)
def test_ts_27_supporters_may_be_hit_and_who_stays_out_may_not(target: str, legal: list[str]) -> None:
    table = struck(target)
    assert table.phase == "target" and table.legal() == legal
    assert "TS-27" in table.explain("pilot pilot_2")


@pytest.mark.parametrize("target", ["Each", "Team"])
def test_ts_27_c_155_what_hits_all_hits_who_stays_out_too(target: str) -> None:
    table, asked = struck(target), []
    while table.phase == "commitment":
        asked.append(table.agent)
        table.play("commitment steel")
    assert asked == ["pilot_0", "pilot_1", "pilot_2"]


def test_ts_27_the_harm_of_a_pilots_tech_is_for_the_involved_and_its_help_for_all() -> None:
    techs = [tech("+Trauma:Pilot(1)"), tech("+Recover:Pilot(1)")]
    hurt = {f"pilot_{k}": {"steel": 2} for k in range(3)}
    for k, legal in enumerate((["pilot pilot_0", "pilot pilot_1"], [f"pilot pilot_{k}" for k in range(3)])):
        data = sheet({"techs": techs}, {}, {})
        table = assisting(data, involved=["pilot_0", "pilot_1"], commitments=hurt)
        table.play(f"tech {k}")
        assert table.legal() == legal


def conceded(**more: Any) -> Table:
    """Return Coach's spoils after stage 3: pilot_0 commanded, pilot_1 supported her, pilot_2 stayed out."""
    table = third(sheet({}, {}, {}), involved=["pilot_0", "pilot_1"], **more)
    table.play("concede")
    return table


@pytest.mark.parametrize("spoil", ["purge", "trauma-pilot"])
def test_ts_27_spoils_hit_the_involved_alone(spoil: str) -> None:
    table = conceded()
    table.play(f"spoil {spoil}")
    assert table.legal() == ["pilot pilot_0", "pilot pilot_1"]


def test_ts_27_a_spoil_that_only_who_stays_out_could_suffer_is_not_offered() -> None:
    none = {"steel": 0, "flesh": 0, "synch": 0, "solo": 0}
    table = conceded(charges={"pilot_0": 0, "pilot_1": 0})
    assert "spoil purge" not in table.legal() and "spoil trauma-pilot" in table.legal()
    data = sheet({}, {}, rules={"rout": "off"})
    table = third(data, involved=["pilot_0"], commitments={"pilot_0": none}, harmony=1)
    table.play("concede")
    assert "spoil trauma-pilot" not in table.legal() and "spoil schism-team" in table.legal()


def test_r_08_a_commitment_that_she_never_had_does_not_count() -> None:
    table = assisting(sheet({"solo": 0, "techs": [tech("+Trauma:Self(1)")]}))
    table.play("tech 0")
    table.play("commitment steel")
    assert table.phase == "drive"


def test_r_09_who_is_commitment_dead_lays_no_initiative_card() -> None:
    data = sheet({}, {})
    position = {
        "phase": "challenge",
        "challenger": "coach_0",
        "turn": "coach_0",
        "hands": {"coach_0": ["9C"], "pilot_0": ["5C"], "pilot_1": ["6C"]},
        "commitments": {"pilot_0": {"steel": 0}},
    }
    table = Table.from_position(position, scenario=data)
    table.play("initiative 9C")
    assert table.agent == "pilot_1"
    dead = sheet({"lowered": {"steel": 3}}, rules={"challenger": "pilot_0"})
    assert Table.deal(seed=1, scenario=dead).agent == "coach_0"


@pytest.mark.parametrize(("actions", "routed"), [(["tech 0"], True), (["pass", "counter 9C"], False)])
def test_r_30_a_rout_is_tested_after_any_trigger_and_only_then(actions: list[str], routed: bool) -> None:
    """The Commander is dead already: a trigger without damage brings her down, a Drive within Strike does not."""
    data = sheet({**ONES, "techs": [tech("+Chargeup:Self(1)")]})
    hands = {"pilot_0": ["9C"], "coach_0": ["AS"]}
    table = assisting(data, commitments={"pilot_0": {"solo": 0}}, hands=hands, strike={"pilot_0": 5})
    for action in actions:
        table.play(action)
    assert ("ROUTED" in kinds(table)) is routed and (table.phase == "spoil") is routed


def test_ts_131_the_heads_robo_at_0_is_a_rout() -> None:
    data = sheet({"robo": ROBO}, {"robo": ROBO}, **RUMBLES)
    hands = {"pilot_0": ["KH"], "coach_0": []}
    table = in_rumble(data, [[("2C", "coach_0")]], harmony=2, endurance={"pilot_0": 1}, hands=hands)
    score = table.state.score.tolist()
    table.play("counter KH")
    happened = of(table, "pilot pilot_0")
    assert "ROBO_LOST" in happened and "ROUTED" in happened
    assert table.state.score.tolist() == [score[0] + 8, score[1]]


def test_ts_94_another_robo_at_0_is_none() -> None:
    data = sheet({"robo": ROBO}, {"robo": ROBO}, **RUMBLES)
    hands = {"pilot_0": ["KH"], "coach_0": ["3S"]}
    table = in_rumble(data, [[("2C", "coach_0")]], harmony=2, endurance={"pilot_1": 1}, hands=hands)
    table.play("counter KH")
    assert "ROUTED" not in of(table, "pilot pilot_1")


def test_ts_132_no_threat_left_is_coachs_rout() -> None:
    data = sheet({"techs": [tech("+Trauma:Threat(2)")]}, threats=[{**THREAT, "rating": 2}])
    table = assisting(data)
    happened = of(table, "tech 0")
    assert "THREAT_DEFEATED" in happened and "ROUTED" in happened
    assert int(table.state.winner) == 1 and table.state.score.tolist() == [0, 1]


def test_ts_132_one_threat_left_is_none() -> None:
    two = [{**THREAT, "rating": 2}, {**THREAT, "name": "Rock"}]
    table = assisting(sheet({"techs": [tech("+Trauma:Threat(2)")]}, threats=two))
    table.play("tech 0")
    table.play("threat 0")
    assert "ROUTED" not in kinds(table) and skip(table).phase == "drive"


@pytest.mark.parametrize(
    ("effects", "answers", "winner"),
    [
        (("+Trauma:Threat(2)", "+Trauma:Self(1)"), [], 1),
        (("+Trauma:Self(1)", "+Trauma:Threat(2)"), ["commitment solo"], 0),
    ],
)
def test_c_132_ts_129_who_falls_first_in_firing_order_concedes(
    effects: tuple[str, ...], answers: list[str], winner: int
) -> None:
    data = sheet({**ONES, "techs": [tech(*effects)]}, threats=[{**THREAT, "rating": 2}])
    table = assisting(data)
    for action in ("tech 0", *answers):
        table.play(action)
    assert int(table.state.winner) == winner and kinds(table).count("ROUTED") == 1
    assert table.phase == "spoil", "the trigger after it is not carried out"


@pytest.mark.parametrize(("by", "winner"), [("pilot_0", 0), ("coach_0", 1)])
def test_c_132_both_fall_by_one_trigger_and_the_one_to_move_concedes(by: str, winner: int) -> None:
    each, dying = "+Trauma:Each(1)", {**THREAT, "rating": 1}
    if by == "pilot_0":
        table = assisting(sheet({**ONES, "techs": [tech(each)]}, threats=[dying]))
        table.play("tech 0")
    else:
        wave = {**dying, "waves": [{"name": "All", "effects": [each]}]}
        table = coach_assisting(sheet(ONES, threats=[wave]), ["QS"])
        table.play("wave 0.0")
        table.play("discard QS")
    happened = of(table, "commitment solo")
    assert "THREAT_DEFEATED" in happened and int(table.state.winner) == winner


def test_c_15_the_option_stop_calls_it_off() -> None:
    data = sheet({"techs": [tech("+Draw:Self(3)", "+Chargeup:Self(1)")]}, rules={"deck_out": "stop"})
    data["deck"] = {"jokers": 0, "ranks": "23456789", "suits": "CDHS", "copies": 1}
    rest = [r + s for r in "23456789" for s in "CDHS" if r + s not in ("5C", "9H", "9S")]
    table = assisting(data, hands={"pilot_0": ["9H"], "coach_0": ["9S"]}, trash=rest)
    happened = of(table, "tech 0")
    ends = [kind for kind in happened if kind in ("DECK_RAN_OUT", "CHARGED", "CALLED_OFF")]
    assert ends == ["DECK_RAN_OUT", "CHARGED", "CALLED_OFF"] and table.over, (
        "the ability is done first (R-07)"
    )
    assert set(table.returns().values()) == {0.0}
