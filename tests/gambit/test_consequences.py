"""What comes of a Gambit, one test a clause (GA-xx, ME-xx), ruling (C-xx) or golden (G-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.gambit.support import HANDS, RED_LOW, duel, kinds, lost, rich, table, won
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.tables.table import Table

POSITIVE = [f"consequence {k}" for k in ("narrative", "chargeup", "favor", "fortify", "rebuild", "replenish")]
NEGATIVE = [f"consequence {k}" for k in ("narrative", "wave", "disfavor", "purge", "strife")]


def test_ga_18_the_positive_consequences_that_would_change_something() -> None:
    assert won().legal() == POSITIVE[1:]
    full = {"charges": {"pilot_0": 2}, "buffers": {"pilot_0": 2}, "location": "standing"}
    t = won(**full, resources={"pit-crew": 1, "fan-club": 1}, commitments={"pilot_0": {"steel": 1}})
    assert t.legal() == ["consequence favor", "consequence recover"]
    assert "maximum" in t.explain("consequence replenish") and "Damaged" in t.explain("consequence rebuild")


def test_ga_18_favor_puts_a_card_of_the_acting_pilot_on_a_faction() -> None:
    t = won()
    t.play("consequence favor")
    assert (t.phase, t.agent) == ("invest", "pilot_0")
    assert t.legal() == ["invest 3S", "invest 4H"]
    assert "no KD in hand" in t.explain("invest KD")
    t.play("invest 4H")
    docker = t.view("pilot_1")["factions"][0]
    assert t.over and docker["favor"] == 3 and docker["top"] == "4H"


def test_me_21_favor_takes_a_strike_off_instead() -> None:
    t = won(factions=[{"favor": ["KC"], "strikes": 2}, {"favor": ["JC"]}])
    t.play("consequence favor")
    t.play("remove-strike")
    assert t.over and t.view()["factions"][0]["strikes"] == 1


def test_ga_18_rebuild_and_replenish() -> None:
    t = won()
    t.play("consequence rebuild")
    assert t.over and t.view()["location"] == "standing"
    t = won()
    t.play("consequence replenish")
    assert (t.phase, t.agent, t.legal()) == ("target", "pilot_0", ["resource 0", "resource 1"])
    t.play("resource 1")
    assert t.over and t.view()["resources"] == {"pit crew": 0, "fan club": 1}


def test_ga_23_the_negative_consequences_that_would_change_something() -> None:
    assert lost().legal() == NEGATIVE[1:]
    bare = rich(threats=[{"name": "Dull", "rating": 1}], factions=[])
    t = lost(bare, factions=[], charges={"pilot_0": 0})
    assert t.legal() == ["consequence strife"]
    assert "Wave" in t.explain("consequence wave") and "Faction" in t.explain("consequence disfavor")
    assert "GA-28" in t.explain("consequence rebuild")


def test_c_39_words_alone_are_the_last_resort_unless_the_table_allows_them() -> None:
    assert "C-39" in won().explain("consequence narrative")
    calm = rich(
        harmony=1, factions=[], location=None, resources=None, threats=[{"name": "Dull", "rating": 1}]
    )
    calm = {**calm, "rules": {"schism": "clipped"}}
    whole = {"factions": [], "buffers": {"pilot_0": 2}, "commitments": {"pilot_0": {"steel": 2}}}
    bad = lost(calm, **whole, charges={"pilot_0": 0})
    good = won(calm, **whole, charges={"pilot_0": 2})
    assert bad.legal() == good.legal() == ["consequence narrative"]
    allowed = {**rich(), "rules": {"narrative": "allowed"}}
    assert won(allowed).legal() == POSITIVE and lost(allowed).legal() == NEGATIVE


def test_sy_29_coach_may_spend_omens_where_he_decides() -> None:
    events = [
        {"name": "Flood", "effects": ["+Strife"]},
        {"name": "Dark", "effects": ["+Trauma:Pilot(1)"]},
    ]
    scenario = {**rich(escalation=events), "deck": {}, "rules": {"specialty_involved": "no"}}
    start = {
        "hands": HANDS,
        "acting": "pilot_0",
        "phase": "threshold",
        "omens": 2,
        "deck": {"next": ["8D"], "jokers": ["*r", "*b"]},
    }
    start |= {
        "factions": [{"favor": ["KC", "QC"]}, {"favor": ["JC"]}],
        "buffers": {"pilot_0": 0, "pilot_1": 0},
    }
    t = Table.from_position(start, "gambit-v0", scenario)
    assert {"omen 0", "omen 1"} < set(t.legal()) and "no such" in t.explain("omen 2")
    t.play("omen 1")
    assert (t.phase, t.agent) == ("target", "coach_0")
    same = Table.from_position(t.position(), "gambit-v0", scenario)
    assert same.position() == t.position() and same.legal() == t.legal()
    t.play("pilot pilot_1")
    t.play("commitment flesh")
    assert (t.phase, t.agent) == ("threshold", "coach_0") and "already" in t.explain("omen 1")
    t.play("blind")
    assert "not part of this decision" in t.explain("omen 0"), "the Pilot decides"
    t.play("answer 3S")
    t.play("yes-but")
    harmony = t.view()["harmony"]
    assert "omen 0" in t.legal() and "Omen" in t.prompt()
    t.play("omen 0")
    assert (t.phase, t.view()["harmony"], t.view()["spent_omens"]) == ("consequence", harmony - 1, 2)
    assert "no Active Omen" in t.explain("omen 0")


def test_ga_23_coach_picks_a_wave_of_a_threat_in_play_and_its_target() -> None:
    """Its harm reaches Pilots whose Gambit it is not: TS-27 is about Throwdowns."""
    t = lost()
    t.play("consequence wave")
    assert (t.phase, t.agent, t.legal()) == ("wave", "coach_0", ["wave 0.0", "wave 0.1"])
    assert "Dull has no Wave 0" in t.explain("wave 1.0") and "no Threat 5" in t.explain("wave 5.0")
    t.play("wave 0.0")
    assert (t.phase, t.agent) == ("target", "coach_0")
    assert {"pilot pilot_0", "pilot pilot_1"} <= set(t.legal())
    assert "There is no Pilot 5" in t.explain("pilot pilot_5")
    t.play("pilot pilot_1")
    assert (t.phase, t.agent) == ("buffer", "pilot_1")
    t.play("accept")
    t.play("commitment flesh")
    assert t.over and t.view()["pilots"]["pilot_1"]["commitments"]["flesh"] == 1


def test_ga_23_a_dealt_gambit_reaches_all_pilots_too() -> None:
    fives = {"ranks": "5", "copies": 2, "jokers": 0}
    few: dict[str, Any] = {"coach": {"hand_max": 1}, "factions": [], "deck": fives}
    pilots = [{**sheet, "hand_max": 1} for sheet in rich()["pilots"]]
    data = rich(**few, pilots=pilots)
    t = Table.deal("gambit-v0", 1, data, gambit_pilot="pilot_0", specialty_involved="no")
    for action in ("accept", "threshold", "answer", "yes-but", "consequence wave", "wave 0.0"):
        t.play(next(legal for legal in t.legal() if legal.startswith(action)))
    assert (t.phase, t.legal()) == ("target", ["pilot pilot_0", "pilot pilot_1", "threat 0", "threat 1"])


def test_ga_23_a_wave_without_a_choice_fires_at_once() -> None:
    t = lost(buffers={"pilot_0": 0, "pilot_1": 0})
    t.play("consequence wave")
    t.play("wave 0.1")
    assert t.over and t.view()["harmony"] == 3


def test_me_74_an_amount_by_the_stage_counts_once_where_there_are_no_stages() -> None:
    trick = {"name": "Trick", "effects": ["+Schism:Team(stage)"]}
    threats = [{"name": "Storm", "rating": 2, "waves": [trick]}]
    t = lost(
        rich(threats=threats, escalation=[trick], deck={}), buffers={"pilot_0": 0, "pilot_1": 0}, omens=4
    )
    t.play("omen 0")
    assert (t.phase, t.view()["harmony"]) == ("consequence", 3)
    t.play("consequence wave")
    t.play("wave 0.0")
    assert t.over and t.view()["harmony"] == 2


def test_ga_23_disfavor_strikes_a_faction_and_the_fan_club_prevents_it() -> None:
    t = lost(resources={"fan-club": 1})
    t.play("consequence disfavor")
    assert (t.phase, t.agent, t.legal()) == ("target", "coach_0", ["faction 0", "faction 1"])
    t.play("faction 0")
    assert (t.phase, t.agent, t.legal()) == ("buffer", "pilot_0", ["fan-club", "accept"])
    assert "ME-52" in t.explain("buffer")
    u = Table.from_json(t.to_json())
    t.play("fan-club")
    u.play("accept")
    assert t.over and t.view()["factions"][0]["strikes"] == 0 and t.view()["resources"]["fan club"] == 0
    assert u.over and u.view()["factions"][0]["strikes"] == 1


def test_me_51_a_third_strike_is_coachs_to_judge() -> None:
    turning = {"name": "Dockers", "favor": 2, "threat": {"name": "Mob", "rating": 3}}
    scenario = rich(factions=[turning, {"name": "Guild", "favor": 1}])
    for answer, state, rating in (("turn-faction", "now a Threat", 3), ("remove-faction", "out of play", 0)):
        t = lost(scenario, factions=[{"favor": ["KC"], "strikes": 2}, {"favor": ["JC"]}])
        t.play("consequence disfavor")
        t.play("faction 0")
        assert (t.phase, t.agent) == ("fate", "coach_0")
        t.play(answer)
        assert t.over and t.view()["factions"][0]["state"] == state
        assert t.view()["threats"][2]["rating"] == rating


def test_me_36_me_51_a_position_knows_that_coach_picks_waves_and_judges_factions() -> None:
    """Whether it tells who decides or not; it is refused if it says that a Pilot does."""
    turning = {"name": "Dockers", "favor": 2, "threat": {"name": "Mob", "rating": 3}}
    judging = lost(
        rich(factions=[turning, {"name": "Guild", "favor": 1}]),
        factions=[{"favor": ["KC"], "strikes": 2}, {"favor": ["JC"]}],
    )
    judging.play("consequence disfavor")
    judging.play("faction 0")
    picking = lost()
    picking.play("consequence wave")
    for t, phase in ((judging, "fate"), (picking, "wave")):
        untold = {name: value for name, value in t.position().items() if name != "decides"}
        again = Table.from_setup_position(t.setup, untold)
        assert (again.phase, again.agent, again.legal()) == (phase, "coach_0", t.legal())
        with pytest.raises(InvalidPosition, match=f"in phase '{phase}' it is coach_0"):
            Table.from_setup_position(t.setup, {**untold, "decides": "pilot_0"})


def test_c_45_the_visible_card_of_a_pilots_faction_may_be_played() -> None:
    hands = {"coach_0": ["2D"], "pilot_0": ["3S"]}
    t = Table.from_position(
        {
            "hands": hands,
            "threshold": "8D",
            "factions": [{"favor": ["TC", "QC"]}, {"favor": ["JC"]}],
            "deck": {"jokers": []},
        },
        "gambit-v0",
        rich(),
    )
    assert t.legal() == ["answer QC", "answer 3S", "flip"] or set(t.legal()) == {
        "answer 3S",
        "answer QC",
        "flip",
    }
    assert "C-45" in t.explain("answer JC"), "that one is Coach's"
    assert "C-45" in t.explain("answer TC"), "that one lies face-down"
    assert t.view("pilot_1")["factions"][0]["cards"] == ["??", "QC"]
    t.play("answer QC")
    assert t.view()["outcome"] == "yes-and" and t.view()["hands"]["pilot_0"]["cards"] == ["3S"]
    assert t.view("pilot_0")["factions"][0]["top"] == "TC", "the next one is turned up"


def test_ga_27_two_consequences_one_after_the_other() -> None:
    t = lost(specialty_involved=True, buffers={"pilot_0": 0, "pilot_1": 0})
    t.play("consequence wave")
    t.play("wave 0.1")
    assert (t.phase, t.agent, t.view()["consequences_left"]) == ("consequence", "coach_0", 1)
    t.play("consequence disfavor")
    t.play("faction 1")
    assert t.over and t.view()["factions"][1]["strikes"] == 1 and t.view()["harmony"] == 3


def test_ga_17_yes_and_attains_the_goal_with_a_positive_consequence() -> None:
    t = table(
        {
            "hands": {"pilot_0": ["9S"]},
            "threshold": "8D",
            "buffers": {"pilot_0": 1},
            "charges": {"pilot_0": 0},
        },
        reward="win",
    )
    t.play("answer 9S")
    assert t.legal() == ["consequence narrative", "consequence chargeup", "consequence fortify"]
    t.play("consequence fortify")
    assert t.view()["pilots"]["pilot_0"]["buffers"] == 2
    assert t.returns() == {"coach_0": -1.0, "pilot_0": 1.0}


def test_ga_18_ga_22_chargeup_and_recover_are_single_points() -> None:
    lowered = {"pilot_0": {"steel": 1}}
    for kind in ("chargeup", "recover"):
        t = table({"hands": {"pilot_0": ["9S"]}, "threshold": "8D", "commitments": lowered})
        t.play("answer 9S")
        t.play(f"consequence {kind}")
        pilot = t.view()["pilots"]["pilot_0"]
        assert (pilot["charges"], pilot["commitments"]["steel"]) == ((2, 1) if kind == "chargeup" else (1, 2))


def test_ga_18_recover_lets_the_pilot_choose_the_commitment() -> None:
    position = {"hands": {"pilot_1": ["9S"]}, "threshold": "8D", "acting": "pilot_1"}
    t = table(position, RED_LOW)
    t.play("answer 9S")
    t.play("consequence recover")
    assert (t.phase, t.agent, t.legal()) == ("recover", "pilot_1", ["commitment steel", "commitment synch"])
    t.play("commitment synch")
    assert t.over and t.view()["pilots"]["pilot_1"]["commitments"]["synch"] == 1


def test_ga_19_bigger_triggers_are_no_consequences() -> None:
    labels = [x for x in Table.deal("gambit-v0", 0).game.actions.labels if x.startswith("consequence")]
    assert not any("rally" in x or "trauma" in x for x in labels)


@pytest.mark.parametrize(("pick", "sign"), [("yes-but", 1), ("no-but", -1), ("no-and", -1)])
def test_ga_20_21_24_goal_and_sign_of_each_pick(pick: str, sign: int) -> None:
    t = table({"hands": {"pilot_0": ["3S"]}, "threshold": "8D"}, reward="win")
    t.play("answer 3S")
    t.play(pick)
    negative = "consequence purge" in t.legal()
    assert negative == (pick != "no-but")
    t.play("consequence narrative")
    assert t.returns()["pilot_0"] == sign


def test_ga_23_purge_and_strife() -> None:
    t = duel("3S", "8D")
    t.play("yes-but")
    assert t.legal() == ["consequence narrative", "consequence purge", "consequence strife"]
    t.play("consequence purge")
    assert (t.phase, t.agent) == ("buffer", "pilot_0")
    t.play("accept")
    assert t.view()["pilots"]["pilot_0"]["charges"] == 0


def test_me_64_a_strife_may_be_buffered_by_the_acting_pilot_only() -> None:
    t = table({"acting": "pilot_1", "hands": {"pilot_1": ["3S"]}, "threshold": "8D"}, "trio")
    t.play("answer 3S")
    t.play("yes-but")
    t.play("consequence strife")
    assert (t.phase, t.agent) == ("buffer", "pilot_1")
    t.play("buffer")
    assert t.over and t.view()["harmony"] == 4
    assert t.view()["pilots"]["pilot_1"]["buffers"] == 0


def test_c_136_strife_in_the_red_takes_a_commitment_that_anybody_still_has() -> None:
    """Of the whole team, one point is left, or none: then it would change nothing."""
    gone = dict.fromkeys(("steel", "flesh", "synch", "solo"), 0)
    for left, may in ((1, True), (0, False)):
        t = lost(harmony=1, commitments={"pilot_0": gone, "pilot_1": {**gone, "solo": left}})
        assert ("consequence strife" in t.legal()) == may


def test_me_63_strife_in_the_red_is_trauma_for_each() -> None:
    t = table({"hands": {"pilot_0": ["3S"]}, "threshold": "8D", "buffers": {"pilot_0": 0}}, RED_LOW)
    t.play("answer 3S")
    t.play("no-but")
    t.play("consequence narrative")
    assert t.over
    t = table({"hands": {"pilot_0": ["3S"]}, "threshold": "8D", "buffers": {"pilot_0": 0}}, RED_LOW)
    t.play("answer 3S")
    t.play("yes-but")
    t.play("consequence strife")
    assert (t.phase, t.agent) == ("commitment", "pilot_0")
    t.play("commitment flesh")
    assert (t.phase, t.agent) == ("buffer", "pilot_1")
    t.play("accept")
    t.play("commitment solo")
    assert t.over and t.view()["harmony"] == 1
    assert t.view()["pilots"]["pilot_0"]["commitments"]["flesh"] == 1
    assert t.view()["pilots"]["pilot_1"]["commitments"]["solo"] == 0


def test_ga_25_no_and_charges_at_once() -> None:
    t = duel("3S", "8D")
    t.play("no-and")
    assert (t.phase, t.view()["pilots"]["pilot_0"]["charges"]) == ("consequence", 2)


def test_c_42_the_charge_comes_before_the_purge() -> None:
    t = duel("3S", "8D", charges={"pilot_0": 0}, buffers={"pilot_0": 0})
    t.play("no-and")
    t.play("consequence purge")
    assert t.over and t.view()["pilots"]["pilot_0"]["charges"] == 0


@pytest.mark.parametrize("pick", ["yes-but", "no-but", "no-and"])
def test_ga_27_28_30_specialty_doubles_the_consequence(pick: str) -> None:
    t = duel("3S", "8D", specialty_involved=True)
    t.play(pick)
    assert t.view()["consequences_left"] == 2
    first = t.legal()
    t.play("consequence narrative")
    assert not t.over and t.phase == "consequence"
    assert t.legal() == first
    t.play("consequence narrative")
    assert t.over


def test_ga_28_yes_and_with_specialty_has_two_positives() -> None:
    t = duel("9S", "8D", specialty_involved=True, buffers={"pilot_0": 0})
    t.play("consequence chargeup")
    t.play("consequence fortify")
    pilot = t.view()["pilots"]["pilot_0"]
    assert t.over and (pilot["charges"], pilot["buffers"]) == (2, 1)


def test_ga_29_lesson_only_with_specialty_and_no_and() -> None:
    for involved, pick, lessons in ((True, "no-and", 1), (False, "no-and", 0), (True, "yes-but", 0)):
        t = duel("3S", "8D", specialty_involved=involved)
        t.play(pick)
        assert t.view()["pilots"]["pilot_0"]["lessons"] == lessons


def test_c_43_repeating_is_allowed_and_noted() -> None:
    t = duel("3S", "8D", specialty_involved=True, buffers={"pilot_0": 0})
    t.play("yes-but")
    t.play("consequence strife")
    t.play("consequence strife")
    assert t.over and t.view()["harmony"] == 2
    assert kinds(t).count("CONSEQUENCE_REPEATED") == 1


def test_g_58_no_and_with_and_without_specialty() -> None:
    t = duel("3S", "8D", charges={"pilot_0": 0})
    t.play("no-and")
    t.play("consequence narrative")
    assert t.over and t.view()["pilots"]["pilot_0"]["charges"] == 1
    t = duel("3S", "8D", charges={"pilot_0": 0}, specialty_involved=True)
    t.play("no-and")
    t.play("consequence narrative")
    t.play("consequence strife")
    t.play("accept")
    pilot = t.view()["pilots"]["pilot_0"]
    assert t.over and (pilot["charges"], pilot["lessons"], t.view()["harmony"]) == (1, 1, 3)
