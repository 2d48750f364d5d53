"""What is right in a scenario's content is written into the book and the configuration."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.fusion.support import BASE, CREW, ROBO, ability_names, tech, with_, with_pilot
from throwdown.envs.core.records import row
from throwdown.envs.fusion.sheets.setups import load_scenario, read_options
from throwdown.envs.fusion.sheets.writer import write_book, write_config
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.state import Config


def row_of(data: dict[str, Any], a: int) -> np.ndarray:
    rows = write_book(load_scenario(data)[1])
    return rows[a * book.ROW : (a + 1) * book.ROW]


def config_of(data: dict[str, Any]) -> Any:
    scenario = load_scenario(data)[1]
    options, scenario = read_options(scenario, {})
    cfg = row(Config.blank())
    write_config(scenario, options, cfg)
    return cfg


def test_a_tech_in_the_book() -> None:
    cost = {"charges": 2, "cards": 1, "card": "face", "resource": "fan-club", "points": 3}
    trick = tech(
        *("+Trauma:Threat(2)", "+Rumble-Strike(2*stage)", "+Chargeup:Team(full)"),
        cost=cost,
        per="scenario",
        family="daisho",
        in_rumble=True,
        immediate=True,
        tarry=1,
    )
    row = row_of(with_pilot(techs=[tech("+Rally"), trick]) | {"resources": {}}, book.PAGE + 1)
    assert list(row[: book.Ability.EFFECTS]) == [
        *(1, book.Family.DAISHO, book.Per.SCENARIO, 2, 1, book.CardClass.FACE, 2, 3, 1),
        *(book.IMMEDIATE | book.IN_RUMBLE, 3),
    ]
    assert [list(row[i : i + 4]) for i in (11, 15, 19)] == [
        [book.Kind.TRAUMA, book.Target.THREAT, 2, 0],
        [book.Kind.RUMBLE_STRIKE, book.Target.NONE, 2, 1],
        [book.Kind.CHARGEUP, book.Target.TEAM, book.FULL, 0],
    ]


def test_the_basic_charge_tech_is_every_pilots() -> None:
    for p in (1, 2):
        row = row_of(BASE, p * book.PAGE + book.Page.SUMMON + 1)
        assert (row[book.Ability.FAMILY], row[book.Ability.PER], row[book.Ability.CHARGES]) == (
            book.Family.CHARGE,
            book.Per.TURN,
            1,
        )
        assert list(row[book.Ability.EFFECTS : book.Ability.EFFECTS + 4]) == [
            book.Kind.STRIKE,
            book.Target.SELF,
            1,
            0,
        ]
    assert ability_names(load_scenario(with_(charge_techs=[]))[1]) == {}


def test_gear_and_robo_in_the_book() -> None:
    gear = [
        {"name": "Bag", "hand_max": 1, "sacrifice": ["+Rally"]},
        {"name": "Kit", "draw": 2},
        {"name": "Rig", "activate": ["+Rally"], "strike": 2, "bonus_draw": 1},
    ]
    robo = {**ROBO, "rider": 2, "trauma_shift": True, "techs": [tech("+Rumble-Strike(1)")]}
    data = with_pilot(gear=gear, robo=robo) | {"resources": CREW}
    names = ability_names(load_scenario(data)[1])
    assert {a - book.PAGE: name for a, name in names.items()} == {
        4: "Trick",
        7: "activate Kit",
        8: "activate Rig",
        9: "sacrifice Bag",
        12: "summon Tin",
        13: "Focus",
    }
    assert list(row_of(data, book.PAGE + 7)[book.Ability.EFFECTS :][:4]) == [
        book.Kind.DRAW,
        book.Target.SELF,
        2,
        0,
    ]
    assert row_of(data, book.PAGE + 4)[book.Ability.FAMILY] == book.Family.ROBO
    assert row_of(data, book.PAGE + 12)[book.Ability.COUNT] == 0
    cfg = config_of(data)
    assert cfg.assists[1] == sum(1 << (a - book.PAGE) for a in names) and cfg.gear[1] == 0b111
    assert list(cfg.gear_hand[1]) == [1, 0, 0] and list(cfg.gear_strike[1]) == [0, 0, 2]
    assert list(cfg.gear_bonus[1]) == [0, 0, 1]
    assert (cfg.endurance[1], cfg.rider[1], cfg.trauma_shift[1], cfg.robo_present[1]) == (
        2,
        2,
        1,
        0,
    )


def test_a_robo_that_is_present_cannot_be_summoned() -> None:
    data = with_pilot(robo={**ROBO, "present": True, "summon": ["+Rally"]}) | {"resources": CREW}
    assert row_of(data, book.PAGE + book.Page.SUMMON)[book.Ability.EXISTS] == 0
    assert config_of(data).robo_present[1] == 1


def test_threats_in_the_book() -> None:
    wave, storm = tech("+Ruin"), tech("+Trauma:Self(1)")
    turned = {"name": "Mob", "rating": 2, "buffer_max": 1, "invested": 3, "extra": 1, "waves": [wave]}
    data = with_(
        threats=[
            {"name": "Wall", "rating": 3, "storms": [storm], "giant": True, "extra": 2, "unbound": True}
        ],
        factions=[{"name": "Crowd"}, {"name": "Street", "threat": turned, "favor": 2}],
    )
    names = ability_names(load_scenario(data)[1])
    assert names[book.THREAT_PAGES + 2] == names[book.THREAT_PAGES + book.THREAT_PAGE] == "Trick"
    assert row_of(data, book.THREAT_PAGES + 2)[book.Ability.PER] == book.Per.TURN
    cfg = config_of(data)
    assert cfg.threats == 2 and list(cfg.faction_threat) == [-1, 1, -1, -1]
    assert list(cfg.rating[:2]) == [3, 0] and list(cfg.rating_max[:2]) == [3, 2]
    assert list(cfg.threat_buffers[:2]) == [0, 0] and list(cfg.threat_buffer_max[:2]) == [0, 1]
    assert list(cfg.invested[:2]) == [0, 0] and list(cfg.extra[:2]) == [2, 0]
    assert cfg.giant[0] == cfg.unbound[0] == cfg.coach_assists == 1


def test_the_table_in_the_configuration() -> None:
    data = with_(
        location={"name": "Yard", "state": "damaged", "boons": [tech("+Rally", tarry=2)]},
        factions=[
            {
                "name": "Guild",
                "controller": "coach",
                "favor": 2,
                "favor_max": 3,
                "strikes": 1,
                "revealed": False,
            }
        ],
        resources={**CREW, "more": [{"name": "scrap", "value": 1, "max": 4}]},
        positions=["head", "torso"],
        pilots=["red", {"use": "pink"}],
        escalation=[tech("+Ruin")],
        crisis={"tier": 2, "per_omen": 3, "gate": 4, "needs_giant": False, "loss": 2},
        rules={"rout": "all-balances", "deck_out": "stop", "rumble_charges": "sum", "pvp": "grave"},
    )
    cfg = config_of(data)
    assert (cfg.factions, cfg.favor[0], cfg.favor_max[0], cfg.favor_coach[0]) == (1, 2, 3, 1)
    assert (cfg.faction_state[0], cfg.faction_strikes[0]) == (0, 1)
    assert (cfg.resources, list(cfg.resource), list(cfg.resource_max)) == (
        3,
        [1, 0, 1, 0],
        [2, 0, 4, 0],
    )
    assert (cfg.location, cfg.positions) == (2, 2)
    assert [cfg[f"crisis{x}"] for x in ("", "_per_omen", "_gate", "_loss")] == [
        2,
        3,
        4,
        2,
    ] and cfg.gate_giant == 0
    assert (cfg.rout, cfg.reshuffle, cfg.rumble_charges, cfg.pvp) == (2, 2, 1, 2)
    assert cfg.assist_strike[1] < 0 and list(cfg.tech_assists[1:3]) == [1, 2]
    names = ability_names(load_scenario(data)[1])
    assert (
        names[book.CoachPage.EVENTS] == names[book.CoachPage.BOONS] == "Trick"
        and names[book.POSITION_PAGE] == "One Voice"
    )
    assert row_of(data, book.CoachPage.BOONS)[book.Ability.TARRY] == 2
