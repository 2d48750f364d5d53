"""Whom an effect may concern, fired from the first seat, from the last one and by a Threat (ME-04 to ME-07)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import ROBO, coach_assisting, fight, sheet, tech, world
from throwdown import Table

P = ("pilot pilot_0", "pilot pilot_1", "pilot pilot_2")
T = ("threat 0", "threat 2", "threat 3")
F = ("faction 0", "faction 2")
WORN: dict[str, Any] = {"charges": 2, "buffers": 1, "lowered": {"steel": 1, "solo": 1}, "robo": ROBO}
OUT: dict[str, Any] = {
    "threats": [{"rating": 3}, {"rating": 0}, {"rating": 2}, {"rating": 1}],
    "endurance": {"pilot_0": 3, "pilot_1": 3, "pilot_2": 3},
    "commander": "pilot_1",
    "involved": ["pilot_0", "pilot_1", "pilot_2"],
}


def fired(effect: str, seat: str, **more: Any) -> Table:
    """Return a Throwdown in which a Pilot, or Coach's third Threat, has just used an ability with an effect."""
    wave = {"waves": [{"name": "Wash", "effects": [effect]}]} if seat == "coach_0" else {}
    pilots = [{**WORN, **({"techs": [tech(effect)]} if seat == f"pilot_{k}" else {})} for k in range(3)]
    factions = [
        {"name": "A"},
        {"name": "B", "revealed": False},
        {"name": "C"},
        {"name": "D", "controller": "coach"},
    ]
    data = sheet(
        *pilots,
        threats=[{"name": f"T{k}", "rating": 4, "buffer_max": 1, "buffers": 0, **wave} for k in range(4)],
        factions=factions,
        resources={"pit_crew": {"value": 1, "max": 2}, "fan_club": {"value": 0, "max": 2}},
        rules={"rout": "off"},
    )
    if seat == "coach_0":
        table = coach_assisting(data, ["QS", "2S"], **{**OUT, **more})
        table.play("wave 2.0")
        table.play("discard QS")
        return table
    hands = {f"pilot_{k}": [f"{k + 3}H"] for k in range(3)}
    table = fight(data, phase="assist", hands=hands, **{**OUT, **more, "turn": seat})
    table.play("tech 0")
    return table


CHOICES: list[tuple[str, str, tuple[str, ...]]] = [
    ("+Chargeup:Pilot(1)", "pilot_0", P),
    ("+Chargeup:Pilot(1)", "pilot_2", P),
    ("+Chargeup:Ally(1)", "pilot_0", P[1:]),
    ("+Chargeup:Ally(1)", "pilot_1", (P[0], P[2])),
    ("+Chargeup:Ally(1)", "pilot_2", P[:2]),
    ("+Fortify:Choice(1)", "pilot_2", P),
    ("+Recover:Pilot(1)", "pilot_2", P),
    ("+Recover:Threat(1)", "coach_0", T),
    ("+Recover:Choice(1)", "coach_0", P + T),
    ("+Trauma:Threat(1)", "pilot_2", T),
    ("+Trauma:Opponent(1)", "pilot_0", T),
    ("+Trauma:Choice(1)", "pilot_2", P + T),
    ("+Trauma:Choice(1)", "coach_0", P + T),
    ("+Trauma:Pilot(1)", "coach_0", P),
    ("+Purge:Pilot", "coach_0", P),
    ("+Favor", "pilot_2", F),
    ("+Disfavor", "coach_0", (*F, "faction 3")),
    ("+Replenish(1)", "pilot_0", ("resource 0", "resource 1")),
    ("+Strike:Ally(1)", "pilot_2", P[:2]),
    ("+Draw:Ally(1)", "pilot_2", P[:2]),
]


@pytest.mark.parametrize(("effect", "seat", "legal"), CHOICES)
def test_me_06_who_may_be_chosen(effect: str, seat: str, legal: tuple[str, ...]) -> None:
    table = fired(effect, seat)
    assert (table.phase, table.agent, tuple(table.legal())) == ("target", seat, legal)


def test_me_67_who_has_no_commitment_left_is_no_target_of_trauma() -> None:
    gone = {"pilot_1": dict.fromkeys(("steel", "flesh", "synch", "solo"), 0)}
    assert fired("+Trauma:Pilot(1)", "coach_0", commitments=gone).legal() == [P[0], P[2]]


@pytest.mark.parametrize("seat", ["pilot_0", "pilot_2"])
def test_me_06_a_choice_of_the_last_one_hits_the_last_one(seat: str) -> None:
    table = fired("+Chargeup:Pilot(1)", seat)
    table.play("pilot pilot_2")
    assert world(table, "charges")[1:4] == [2, 2, 3]
    table = fired("+Trauma:Threat(1)", seat)
    table.play("threat 3")
    assert world(table, "rating")[:4] == [3, 0, 2, 0]
    table = fired("+Recover:Pilot(1)", seat)
    table.play("pilot pilot_2")
    assert (table.phase, table.agent) == ("recover", "pilot_2")
    table.play("commitment solo")
    assert world(table, "commitment")[3] == [2, 3, 2, 1]


ALL: list[tuple[str, str, str, list[int]]] = [
    ("+Chargeup:Self(1)", "pilot_2", "charges", [2, 2, 3]),
    ("+Chargeup:Commander(1)", "pilot_2", "charges", [2, 3, 2]),
    ("+Chargeup:Team(1)", "pilot_2", "charges", [3, 3, 3]),
    ("+Fortify:Team(1)", "pilot_0", "buffers", [2, 2, 2]),
    ("+Repair:Self(1)", "pilot_2", "endurance", [3, 3, 4]),
    ("+Repair:Team(2)", "pilot_0", "endurance", [4, 4, 4]),
]


@pytest.mark.parametrize(("effect", "seat", "gauge", "values"), ALL)
def test_me_07_whom_it_concerns_without_a_choice(
    effect: str, seat: str, gauge: str, values: list[int]
) -> None:
    assert world(fired(effect, seat), gauge)[1:4] == values


def test_me_04_the_self_of_a_wave_is_the_threat_that_it_is_of() -> None:
    assert world(fired("+Trauma:Self(1)", "coach_0"), "rating")[:4] == [3, 0, 1, 1]
    assert world(fired("+Recover:Self(1)", "coach_0"), "rating")[:4] == [3, 0, 3, 1]


def test_ts_27_who_stays_out_is_out_of_harms_way_and_of_help() -> None:
    more = {"involved": ["pilot_0", "pilot_2"], "commander": "pilot_0"}
    assert fired("+Trauma:Pilot(1)", "coach_0", **more).legal() == [P[0], P[2]]
    assert fired("+Chargeup:Ally(1)", "pilot_2", **more).phase != "target"
    assert fired("+Chargeup:Pilot(1)", "pilot_2", **more).legal() == list(P)


def test_me_07_trauma_for_each_is_for_pilots_and_threats() -> None:
    table = fired("+Trauma:Each(1)", "coach_0", buffers={f"pilot_{k}": 0 for k in range(3)})
    for k in range(3):
        assert (table.phase, table.agent) == ("commitment", f"pilot_{k}")
        table.play("commitment flesh")
    assert world(table, "rating")[:4] == [2, 0, 1, 0]
    assert [c[1] for c in world(table, "commitment")[1:4]] == [2, 2, 2]
