"""Group 8 of the inventory (SY-xx): Factions, Gear, Robos, Resources, gauges and Omens, as conflicts use them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.scenes import GUILD, HERE, accept, commitments, count, faction, helped, struck
from tests.gambit.support import duel
from tests.pile.support import fight as pile_fight, hand, pilot, plain, play
from tests.throwdown.scenes import (
    CREW,
    ROBO,
    RUMBLES,
    THREAT,
    assisting,
    conflict,
    fight,
    rumbles,
    sheet,
    size,
    skip,
    starting,
    tech,
    third,
    world,
)
from throwdown import InvalidConfig, InvalidPosition, Table
from throwdown.envs.fusion.sheets.setups import load_scenario

PILE = "4C@coach_0 5H@coach_0"
STATS = ("steel", "flesh", "synch", "solo")


class TestFactions:
    @pytest.mark.parametrize("effect", ["+Favor", "+Disfavor"])
    def test_sy_02_a_faction_that_nobody_knows_is_no_target(self, effect: str) -> None:
        hidden = {**GUILD, "revealed": False}
        table = helped(effect, sheet_of={"factions": [hidden, {"name": "Open"}, {"name": "Known"}]})
        assert table.legal() == ["faction 1", "faction 2"]
        assert "not in play" in table.explain("faction 0")

    @pytest.mark.parametrize(("strikes", "state"), [(1, "in-play"), (2, "removed")])
    def test_sy_04_the_third_strike_ends_a_faction(self, strikes: int, state: str) -> None:
        table = struck("+Disfavor", sheet_of={"factions": [{**GUILD, "strikes": strikes}]})
        assert (faction(table)["state"], faction(table)["strikes"]) == (state, strikes + 1)
        assert [e.number for e in table.events if e.kind == "STRIKE_ADDED"] == [strikes + 1]

    def test_sy_05_coach_plays_the_card_of_a_faction_that_he_controls(self) -> None:
        theirs = {**GUILD, "favor": 1, "controller": "coach"}
        hands = {"coach_0": ["2S"], "pilot_0": ["2H"]}
        for by, legal in (("pilot_0", ["counter 7C"]), ("coach_0", [])):
            table = fight(sheet(factions=[theirs]), by=by, hands=hands, factions=[{"favor": ["7C"]}])
            assert starting(table, "counter") == legal

    def test_sy_19_a_point_of_the_fan_club_prevents_one_disfavor(self) -> None:
        club = {"fan_club": {"value": 2, "max": 2}}
        table = struck("+Disfavor", sheet_of={"factions": [GUILD], "resources": club})
        accept(table, "fan-club")
        assert faction(table)["strikes"] == 0 and table.position()["resources"]["fan-club"] == 1


class TestGearAndRobos:
    def test_sy_07_a_piece_of_gear_is_its_owners(self) -> None:
        data = sheet({"gear": [{"name": "Rope", "draw": 1}]}, {"techs": [tech("+Rally")]})
        table = assisting(data)
        assert table.agent == "pilot_0" and starting(table, "gear") == ["gear 0"]
        table.play("pass")
        assert table.agent == "pilot_1" and starting(table, "gear", "tech") == ["tech 0"]

    def test_sy_08_gear_and_factions_in_both_editions(self) -> None:
        """Coach Invokes in the older one; in the newer he Assists by Waves, Storms and Omens alone."""
        theirs = [{**GUILD, "favor": 1, "controller": "coach"}]
        t = pile_fight(
            PILE,
            {"coach_0": "KC", "pilot_0": "8D"},
            "coach_0",
            plain(1, factions=theirs),
            factions=[{"favor": ["9C"]}],
        )
        assert "invoke 0" in t.legal()
        wet = {**THREAT, "waves": [tech("+Strife")]}
        newer = fight(
            sheet(factions=theirs, threats=[wet]),
            by="pilot_0",
            phase="coach-assist",
            hands={"coach_0": ["QS"], "pilot_0": ["9H"]},
            factions=[{"favor": ["9C"]}],
        )
        assert newer.legal() == ["wave 0.0", "pass"]

    def test_sy_09_each_pilot_has_a_robo_of_her_own_here_or_not(self) -> None:
        trick = {"robo": {**ROBO, "techs": [tech("+Rally")]}}
        robos = {"pilot_0": "absent", "pilot_1": "present"}
        table = assisting(sheet(trick, trick, resources=CREW), robos=robos)
        while table.phase == "assist" and table.agent == "pilot_0":
            assert starting(table, "robo-tech") == []
            table.play("pass")
        assert table.agent == "pilot_1" and starting(table, "robo-tech") == ["robo-tech 0"]
        with pytest.raises(InvalidPosition, match="has no Robo"):
            assisting(sheet({}), robos={"pilot_0": "present"})

    def test_sy_12_sy_13_pilots_fuse_and_part_again(self) -> None:
        """Two act as one, if the other consents, until the leader or Coach ends it."""
        wave = {"name": "Break", "effects": ["+BREAK!"]}
        scenario = plain(2, threats=[{"name": "T", "rating": 6, "waves": [wave]}])
        hands = {"coach_0": "KC JC", "pilot_0": "8D", "pilot_1": "9D"}
        t = pile_fight(PILE, hands, scenario=scenario)
        play(t, "fusion", "pilot pilot_1", "consent")
        if t.phase == "invite":
            t.play("done")
        assert {"push 8D", "push 9D"} <= set(t.legal())
        fused = {"pilot_0": "pilot_0", "pilot_1": "pilot_0"}
        by_coach = pile_fight(PILE, hands, "coach_0", scenario, fused=fused)
        play(by_coach, "wave 0.0", "discard JC")
        by_leader = play(pile_fight(PILE, hands, scenario=scenario, fused=fused), "fusion")
        for parted in (by_coach, by_leader):
            assert parted.view()["fusions"] == {} and hand(parted, "pilot_1") == ["9D"]

    def test_sy_14_a_final_form_has_a_head(self) -> None:
        two = sheet({"robo": ROBO}, {"robo": ROBO}, **RUMBLES)
        table = third(two)
        table.play("rumble 6H")
        table.play("position 2")
        assert conflict(table, "head") == 2 and conflict(table, "position")[1:3] == [2, 0]
        none = third({**two, "positions": []})
        assert starting(none, "rumble") == [] and "SY-14" in none.explain("rumble 6H")

    def test_sy_17_resources_are_spent_as_points(self) -> None:
        crew = {"pit_crew": {"value": 1, "max": 2}, "fan_club": {"value": 0, "max": 1}}
        table = assisting(sheet({"robo": ROBO}, resources=crew))
        table.play("summon")
        assert table.position()["resources"] == {"pit-crew": 0, "fan-club": 0}
        assert (
            "summon"
            not in assisting(sheet({"robo": ROBO}, resources=crew), resources={"pit-crew": 0}).legal()
        )


class TestGauges:
    def test_sy_20_harmony_is_red_to_violet(self) -> None:
        for harmony in (0, 8):
            with pytest.raises(InvalidConfig, match="harmony"):
                load_scenario({**sheet(), "harmony": harmony})
        named = {1: "Red", 3: "Yellow", 7: "Violet"}
        for harmony, name in named.items():
            assert name in fight(sheet(), harmony=harmony).render()
        assert world(helped("+Rally", harmony=7), "harmony") == 7
        assert world(struck("+Strife", harmony=1), "harmony") == 1

    def test_sy_21_what_harmony_sets(self) -> None:
        """Newer: Buffers, Strike and redraw of the Final Form. Older: what a Strike-Assist is worth."""
        for harmony in (2, 5):
            table = rumbles(sheet({"robo": ROBO}, **RUMBLES), harmony=harmony)
            assert (conflict(table, "form_buffers"), size(table, 1)) == (harmony, 2 + harmony)
            table.play("counter 7S")
            assert f"Strike {harmony}" in skip(table).prompt()
        worth = []
        for harmony in (1, 4, 7):
            t = pile_fight(PILE, {"coach_0": "KC", "pilot_0": "8D 9D", "pilot_1": "9H"}, harmony=harmony)
            play(t, "strike-assist", "discard 8D")
            worth.append(t.view()["pilots"]["pilot_1"]["modifier"])
        assert worth == [-1, 1, 3]

    def test_sy_22_sy_23_four_commitments_lowered_for_a_time_or_for_good(self) -> None:
        """What was lowered is recovered up to what is left: a Crisis takes the rest away."""
        low: dict[str, Any] = {"commitments": {"pilot_0": {"steel": 1}}}
        assert commitments(helped("+Recover:Self(full)", **low), 1)[0] == 3
        low["commitment_max"] = {"pilot_0": dict(zip(STATS, (2, 3, 2, 1)))}
        assert commitments(helped("+Recover:Self(full)", **low), 1)[0] == 2
        stats = dict(zip(STATS, (4, 1, 2, 3)))
        table = fight(sheet(stats))
        assert table.view()["commitments"]["pilot_0"] == stats
        t = pile_fight(
            PILE, {"coach_0": "KC", "pilot_0": "8D"}, scenario=plain(1, pilots=[pilot("P", **stats)])
        )
        assert t.view()["strike"]["pilot_0"] == stats["steel"], "the Commitment to the Fight"

    def test_sy_24_sy_25_gauges_have_an_end(self) -> None:
        more = ({"charges": 5, "buffers": 3},)
        assert world(helped("+Chargeup:Self(9)", pilots=more), "charges")[1] == 5
        assert world(helped("+Fortify:Self(9)", pilots=more), "buffers")[1] == 3
        for name, limit in (("charges", "charge_max"), ("buffers", "buffer_max")):
            with pytest.raises(InvalidConfig, match=limit):
                load_scenario(sheet({name: 9}))
        with pytest.raises(InvalidConfig, match="buffer"):
            load_scenario(sheet(threats=[{**THREAT, "buffer_max": 1, "buffers": 2}]))

    def test_sy_26_a_rating_is_health_and_strike(self) -> None:
        data = sheet(threats=[{**THREAT, "rating": 1}, {**THREAT, "name": "Rock", "rating": 3}])
        hands = {"coach_0": ["9S", "2C"], "pilot_0": ["8H", "3C"]}
        table = Table.from_position({"hands": hands, "phase": "challenge"}, scenario=data, threats="all")
        table.play("initiative 9S")
        table.play("initiative 8H")
        assert table.view()["strike"]["coach_0"] == 3 + 1
        hit = helped(
            "+Trauma:Threat(1)", sheet_of={"threats": [{**THREAT, "rating": 1}, {**THREAT, "rating": 3}]}
        )
        hit.play("threat 0")
        assert world(hit, "rating")[:2] == [0, 3] and count(hit, "THREAT_DEFEATED") == 1

    def test_sy_28_omens_are_active_until_they_are_spent(self) -> None:
        """Tarry counts the Active ones; a Spent one is Spent once."""
        deck = {"next": ["3C", "4C", "5C"], "jokers": ["*r"]}
        table = helped("+Tarry", omens=1, spent=2, sheet_of={"deck": {}}, deck=deck)
        assert table.position()["trash"] == ["3C"]
        events = [{"name": name, "effects": ["+Strife"]} for name in ("Dusk", "Night")]
        more: dict[str, Any] = {"omens": 1, "spent": 0, "deck": {"jokers": ["*r", "*b", "*b"]}}
        coach = fight(
            sheet(deck={}, escalation=events),
            by="pilot_0",
            phase="coach-assist",
            hands={"coach_0": ["2S"], "pilot_0": ["9H"]},
            **more,
        )
        assert starting(coach, "omen") == ["omen 0", "omen 1"]
        coach.play("omen 0")
        told = coach.position()
        assert (told["omens"], told["spent"], starting(coach, "omen")) == (0, 1, [])

    def test_sy_32_a_crisis_takes_commitments_for_good(self) -> None:
        even = ({"steel": 2, "flesh": 2, "synch": 2, "solo": 2},)
        table = struck(
            "+Trauma:Commander(8)",
            pilots=even,
            rules={"rout": "off"},
            sheet_of={"crisis": {"tier": 1, "loss": 1}},
        )
        accept(
            table, *(a for a in ("commitment steel", "commitment flesh", "commitment synch") for _ in "12")
        )
        assert count(table, "CRISIS_ENTERED") == 1
        assert world(table, "commitment")[1] == [0] * 4 and world(table, "commitment_max")[1] == [1] * 4

    def test_sy_36_ga_29_lessons_are_kept_by_the_pilot_who_learned_them(self) -> None:
        t = duel("3S", "8D", specialty_involved=True, lessons={"pilot_0": 2})
        t.play("no-and")
        assert t.view()["pilots"]["pilot_0"]["lessons"] == 3


class TestPlaybooks:
    def test_sy_33_sy_34_a_playbook_gives_a_specialty_and_a_robos_summon_effect(self) -> None:
        """Red, Pink and Hammer are among those that ship."""
        names = ["red", "pink", "hammer"]
        data = {**sheet(resources=CREW), "pilots": names}
        pilots = load_scenario(data)[1].pilots
        assert [p.colour for p in pilots] == names
        assert all(p.specialty != "none" and p.robo is not None and p.robo.summon for p in pilots)
        wanted = sheet({"specialty": "rebuild"}, location={**HERE, "state": "damaged"})
        t = Table.from_position(
            {"hands": {"pilot_0": ["9S"]}, "threshold": "2D"}, "gambit-v0", wanted, specialty_involved="yes"
        )
        t.play("answer 9S")
        assert "consequence rebuild" in t.legal()
