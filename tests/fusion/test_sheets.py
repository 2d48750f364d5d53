"""Every mistake in a scenario's content has one sentence that names it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.support import ARM, CREW, HEAD, PILOT, ROBO, refusal, tech, with_, with_pilot, with_threat
from throwdown.envs.fusion.sheets import library
from throwdown.envs.fusion.sheets.abilities import parse
from throwdown.envs.fusion.sheets.setups import load_scenario, read_options
from throwdown.envs.fusion.world import book

# Effects -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "target", "amount", "scale"),
    [
        ("+Chargeup:Self(Full)", "chargeup", "self", book.FULL, 0),
        ("Recover:Self(All)", "recover", "self", book.FULL, 0),
        ("+Restore:Threat(2)", "recover", "threat", 2, 0),
        ("+Rally", "rally", "none", 1, 0),
        ("draw", "draw", "none", 1, 0),
        ("+Trauma:Threat(stage)", "trauma", "threat", 1, 1),
        ("+Rumble-Strike( 2*stage )", "rumble-strike", "none", 2, 1),
        (" +Schism:Team (3) ", "schism", "team", 3, 0),
        ("strike : self (12)", "strike", "self", 12, 0),
    ],
)
def test_notation(text: str, kind: str, target: str, amount: int, scale: int) -> None:
    effect = parse(text)
    assert (book.Kind(effect.kind).label, book.Target(effect.target).label) == (kind, target)
    assert (effect.amount, effect.scale) == (amount, scale)


def test_only_coach_breaks_fusions() -> None:
    assert book.Kind(parse("+BREAK!", "threat").kind).label == "break"
    with pytest.raises(ValueError, match="not for Pilots to fire"):
        parse("+BREAK!")


@pytest.mark.parametrize(
    ("effect", "named"),
    [
        ("+Burnt:Self", "'Burnt' in '+Burnt:Self' is not an effect (did you mean 'burn'?)"),
        ("+None", "'None' in '+None' is not an effect"),
        ("+Trauma:Thread(1)", "'Thread' in '+Trauma:Thread(1)' is not a target (did you mean 'threat'?)"),
        ("+Trauma:Coach(1)", "has the target 'coach', which trauma cannot have: give 'self', "),
        ("+Trauma(1)", "has no target, but trauma needs one: give 'self', "),
        ("+Chargeup:Threat(1)", "has the target 'threat', which chargeup cannot have"),
        ("+Rally:Self", "has the target 'self', but rally takes none: leave it out"),
        ("+Schism:Opponent(1)", "which schism cannot have: give 'self' or 'team'"),
        ("+Chargeup:Self(lots)", "'lots' in '+Chargeup:Self(lots)' is not an amount: give a whole number"),
        ("+Chargeup:Self(0)", "the amount 0 in '+Chargeup:Self(0)' is out of range: give 1 to 9"),
        ("+Strike:Self(16)", "the amount 16 in '+Strike:Self(16)' is out of range: give 1 to 15"),
        ("+Draw:Self(full)", "which only chargeup, fortify, recover, replenish, repair take: give a number"),
        ("+Burn:Self(2)", "has an amount, but burn takes none: write '+Burn:Self'"),
        ("Trauma Threat", "'Trauma Threat' is not an effect: write +Name"),
        ("", "'' is not an effect: write +Name"),
    ],
)
def test_wrong_effects(effect: str, named: str) -> None:
    text = refusal(lambda: load_scenario(with_pilot(techs=[tech(effect)])))
    assert named in text and text.startswith("Scenario 'custom': pilots.0.techs.0.effects: ")


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (with_threat(waves=[tech("+Strike:Commander(1)")]), "threats.0.waves.0.effects: "),
        (with_threat(waves=[tech("+Strike:Commander(1)")]), "give 'self' or 'coach'"),
        (with_threat(storms=[tech("+Repair:Pilot")]), "'+Repair:Pilot' is not for Coach to fire"),
        (
            with_(escalation=[tech("+Trauma:Self(1)")]),
            "escalation.0.effects: '+Trauma:Self(1)' has the target 'self'",
        ),
        (with_pilot(gear=[{"name": "Rope", "activate": ["+Rope"]}]), "pilots.0.gear.0.activate: 'Rope' in"),
        (
            with_pilot(robo={"name": "Tin", "endurance": 2, "summon": ["+Wave:Self"]}),
            "pilots.0.robo.summon: '+Wave:Self' has the target 'self', but wave takes none: leave it out",
        ),
        (
            with_(location={"name": "Yard", "boons": [tech("+Rebuild(2)")]}),
            "location.boons.0.effects: '+Rebuild(2)' has an amount",
        ),
    ],
)
def test_wrong_effects_of_others(data: dict[str, Any], named: str) -> None:
    assert named in refusal(lambda: load_scenario(data))


# Abilities -----------------------------------------------------------------------------------------------------------

ENDLESS = "so a conflict might never end (C-117)"
MANY = [{"name": f"T{i}", "rating": 1} for i in range(8)]


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (
            with_pilot(techs=[tech("+Draw:Self(1)", per="turn")]),
            "pilots.0.techs.0: 'Trick' draws cards every turn, ",
        ),
        (with_pilot(techs=[tech("+Draw", per="turn")]), f"{ENDLESS}: per must be 'conflict' or 'scenario'"),
        (
            with_threat(waves=[tech("+Draw:Self(1)")]),
            f"a Wave or a Storm may not do: it can be used every turn, {ENDLESS}",
        ),
        (with_threat(waves=[tech("+Wave")]), "the Wave 'Trick' fires +Wave, which could go on forever"),
        (with_threat(waves=[tech("+Storm")]), "the Wave 'Trick' fires +Storm"),
        (with_threat(storms=[tech("+Storm")]), "a Storm may not fire +Storm"),
        (with_pilot(techs=[tech()]), "pilots.0.techs.0.effects: there are none; give one to three"),
        (with_pilot(techs=[tech(*["+Rally"] * 4)]), "4 effects are too many; give at most 3"),
        (with_pilot(techs=[tech("+Rally")] * 5), "pilots.0.techs: 5 Techs are too many; give at most 4"),
        (with_pilot(techs=[tech("+Rally", per="day")]), "pilots.0.techs.0.per is 'day'"),
        (with_pilot(techs=[tech("+Rally", famly="chroma")]), "(did you mean 'family'?)"),
        (with_pilot(techs=[tech("+Rally", family="robo")]), "pilots.0.techs.0.family is 'robo'"),
        (with_pilot(techs=[tech("+Rally", cost={"cards": 1, "card": "joker"})]), "cost.card is 'joker'"),
        (
            with_pilot(techs=[tech("+Rally", cost={"charges": 4})]),
            "the Tech 'Trick' costs 4 Charges, above charge_max 3",
        ),
        (
            with_pilot(techs=[tech("+Rumble-Strike(1)")]),
            "'Trick' fires rumble-strike, but it cannot be used in a Rumble",
        ),
        (with_pilot(techs=[{"effects": ["+Rally"]}]), "the field 'pilots.0.techs.0.name' is missing"),
        (with_pilot(tech_assists=0), "pilots.0.tech_assists is 0"),
        (
            with_pilot(techs=[tech("+Rally", cost={"resource": "pit-crew"})]),
            "'Trick' of Ada costs the Resource 'pit-crew'; the scenario has none",
        ),
        (
            with_(charge_techs=[tech("+Rally", cost={"resource": "fanclub"})], resources={}),
            "of every Pilot costs the Resource 'fanclub' (did you mean 'fan-club'?); the scenario has",
        ),
        (with_(charge_techs=["focus", "surge", "focus"]), "3 Charge Techs are too many; give at most 2"),
        (with_threat(waves=[tech("+Ruin")] * 3), "threats.0.waves: 3 Waves are too many; give at most 2"),
        (with_threat(storms=[tech("+Ruin")] * 3), "threats.0.storms: 3 Storms are too many"),
        (
            with_(escalation=[tech("+Ruin")] * 5),
            "escalation: 5 Escalation Events are too many; give at most 4",
        ),
    ],
)
def test_wrong_abilities(data: dict[str, Any], named: str) -> None:
    assert named in refusal(lambda: load_scenario(data))


def test_a_storm_may_fire_a_wave() -> None:
    load_scenario(with_threat(waves=[tech("+Ruin")], storms=[tech("+Wave", "+Ruin")]))


# Who and what --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (with_(pilots=[PILOT] * 8), "pilots: 8 Pilots are too many; give at most 7"),
        (with_(threats=[*MANY, MANY[0]]), "threats: 9 Threats are too many; give at most 8"),
        (
            with_(threats=MANY, factions=[{"name": "Guild", "threat": MANY[0]}]),
            "there are 8 Threats and 1 more into which Factions may turn; give at most 8 in all",
        ),
        (with_(factions=["press"] * 5), "factions: 5 Factions are too many; give at most 4"),
        (with_(factions=[{"name": "Guild", "favor": 5, "favor_max": 4}]), "favor is 5, above favor_max 4"),
        (with_(factions=[{"name": "Guild", "favor": 7}]), "factions.0.favor is 7"),
        (with_(factions=[{"name": "Guild", "strikes": 3}]), "factions.0.strikes is 3"),
        (with_(factions=[{"name": "Guild", "controller": "me"}]), "factions.0.controller is 'me'"),
        (with_(positions=[HEAD]), "1 position cannot seat 2 Pilots"),
        (with_(positions=[ARM, HEAD]), "the first of the positions is 'Arm'; it must be the Head (TS-99)"),
        (with_(positions=[HEAD, ARM, ARM]), "two positions have the same name"),
        (with_(positions=[HEAD] * 9), "positions: 9 Positions are too many; give at most 8"),
        (with_(positions=[HEAD, ARM]), "no Pilot has a Robo"),
        (with_(location={"name": "Yard", "state": "burning"}), "location.state is 'burning'"),
        (
            with_(location={"name": "Yard", "boons": [tech("+Rally")] * 3}),
            "location.boons: 3 boons are too many",
        ),
        (with_pilot(gear=["flare"] * 4), "pilots.0.gear: 4 pieces of Gear are too many; give at most 3"),
        (with_pilot(gear=[{"name": "Rope"}]), "pilots.0.gear.0: 'Rope' does nothing; give it draw, "),
        (
            with_pilot(gear=[{"name": "Rope", "draw": 1, "activate": ["+Rally"]}]),
            "'Rope' has both draw and activate; give only one of them",
        ),
        (with_pilot(robo={"name": "Tin"}), "the field 'pilots.0.robo.endurance' is missing"),
        (with_pilot(robo={**ROBO, "endurance": 0}), "pilots.0.robo.endurance is 0"),
        (
            with_pilot(robo={**ROBO, "techs": [tech("+Rally")] * 3}),
            "3 Robo Techs are too many; give at most 2",
        ),
        (with_pilot(robo=ROBO), "but resources.pit_crew.max is 0"),
        (
            with_(pilots=[{**PILOT, "robo": {**ROBO, "present": True}}] * 2, resources=CREW),
            "resources.pit_crew.value is 1, less than 1 for each of 2 Robos present from the start",
        ),
        (
            with_(resources={"fan_club": {"value": 3, "max": 2}}),
            "resources.fan_club: value is 3, above max 2",
        ),
        (
            with_(resources={"more": [{"name": c} for c in "abc"]}),
            "3 more Resources are too many; give at most 2",
        ),
        (with_(resources={"more": [{"name": "pit-crew"}]}), "two Resources have the same name"),
        (
            with_(resources={"pitcrew": {"max": 1}}),
            "'resources.pitcrew' is not a field (did you mean 'pit_crew'?)",
        ),
        (with_(crisis={"gate": -1}), "crisis.gate is -1"),
        (with_(rules={"rout": "never"}), "rules.rout is 'never'"),
        (
            with_(rules={"strike_assist": [1, 2]}),
            "rules.strike_assist: [1, 2] must be 7 numbers from -9 to 9",
        ),
        (with_(rules={"strike_assist": [0] * 7}), "one per Harmony, the first below 0"),
        (with_(pilots=[PILOT], deck={"ranks": "2345", "suits": "D"}), "cards, but the deck has 8"),
    ],
)
def test_wrong_parts(data: dict[str, Any], named: str) -> None:
    text = refusal(lambda: load_scenario(data))
    assert named in text and text.startswith("Scenario 'custom': ")


# The library ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "named"),
    [
        (
            with_(pilots=["redd"]),
            "pilots.0: 'redd' is not in the library of pilots (did you mean 'red'?); it holds red, ",
        ),
        (with_(pilots=[{"use": "redd"}]), "pilots.0.use: 'redd' is not in the library of pilots"),
        (with_(threats=[{"use": 3}]), "threats.0.use: '3' is not in the library of threats"),
        (
            with_pilot(gear=["plate"]),
            "pilots.0.gear.0: 'plate' is not in the library of gear (did you mean 'plating'?)",
        ),
        (
            with_(location="harbor"),
            "location: 'harbor' is not in the library of locations (did you mean 'harbour'?)",
        ),
        (
            with_(factions=[{"name": "Guild", "threat": "tid"}]),
            "factions.0.threat: 'tid' is not in the library of threats",
        ),
        (with_(positions=["hed"]), "positions.0: 'hed' is not in the library of positions"),
        (with_(charge_techs=["focuss"]), "charge_techs.0: 'focuss' is not in the library of charge-techs"),
        (
            with_(threats=[{"use": "tide", "ratin": 3}]),
            "'threats.0.ratin' is not a field (did you mean 'rating'?)",
        ),
        (with_(threats=[{"use": "tide", "rating": 0}]), "threats.0.rating is 0"),
        (with_(threats=[3]), "threats.0 is 3"),
        (with_(pilots=4), "pilots is 4"),
    ],
)
def test_wrong_use_of_the_library(data: dict[str, Any], named: str) -> None:
    text = refusal(lambda: load_scenario(data))
    assert named in text and text.startswith("Scenario 'custom': ")


def test_use_merges_tables_and_replaces_the_rest() -> None:
    pilot = {"use": "red", "steel": 5, "gear": ["gyro"], "robo": {"present": True}}
    sheet = load_scenario(with_(pilots=[pilot], resources=CREW))[1].pilots[0]
    plain = library.table("pilots")["red"]
    assert sheet.steel == 5 and sheet.name == plain["name"] and [g.name for g in sheet.gear] == ["Gyro"]
    assert sheet.robo is not None and sheet.robo.present and sheet.robo.name == plain["robo"]["name"]
    assert "present" not in plain["robo"]


def test_what_is_resolved_stays() -> None:
    scenario = load_scenario(
        with_(pilots=["red", "pink"], resources=CREW, factions=["press"], location="arena")
    )[1]
    assert load_scenario(scenario.model_dump())[1] == scenario


def test_options_of_the_rules_keep_the_content() -> None:
    scenario = load_scenario("trio")[1]
    changed = read_options(scenario, {"rout": "off", "deck_out": "stop"})[1]
    assert changed.rules.rout == "off" and changed.pilots == scenario.pilots
