"""The interpreter of abilities: whom effects concern (ME-02 to ME-07), in what order, what they cost and may not do."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.scenes import GUILD, TWO, accept, commitments, count, helped, struck
from tests.throwdown.scenes import (
    CREW,
    ROBO,
    THREAT,
    assisting,
    conflict,
    fight,
    kinds,
    sheet,
    size,
    skip,
    tech,
    world,
)
from throwdown import Table
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.fusion.sheets.abilities import parse
from throwdown.envs.fusion.world import book

THREE: tuple[dict[str, Any], ...] = ({}, {}, {})
MOAT = {"name": "Moat", "rating": 2}


class TestNotation:
    def test_me_01_me_03_name_and_target(self) -> None:
        assert parse("+Trauma:Threat(2)") == (book.Kind.TRAUMA, book.Target.THREAT, 2, 0)
        assert parse("+Rally") == (book.Kind.RALLY, book.Target.NONE, 1, 0)

    def test_me_74_amounts(self) -> None:
        assert parse("+Schism:Team(stage)") == (book.Kind.SCHISM, book.Target.TEAM, 1, 1)
        assert parse("+Trauma:Each(2*stage)") == (book.Kind.TRAUMA, book.Target.EACH, 2, 1)
        assert parse("+Chargeup:Self(All)").amount == book.FULL

    def test_me_02_me_09_me_10_the_lists(self) -> None:
        actions = "break burn chargeup favor fortify rally rebuild recover replenish storm tarry wave"
        harms = "disfavor purge ruin schism strife trauma"
        for word, names in ((book.ALL_TRIGGERS & ~book.HARMS, actions), (book.HARMS, harms)):
            assert sorted(kind.label for kind in book.Kind if word >> kind & 1) == names.split()


class TestTargets:
    def test_me_04_self_is_who_fired_it(self) -> None:
        table = helped("+Chargeup:Self", pilots=TWO)
        assert world(table, "charges")[1:3] == [4, 3]

    def test_me_05_the_opponent_of_a_threat_is_the_commander(self) -> None:
        table = struck("+Purge:Opponent", pilots=TWO)
        assert world(table, "charges")[1:3] == [0, 3]

    def test_me_05_the_opponent_of_a_pilot_is_a_threat_of_her_choice(self) -> None:
        table = helped("+Trauma:Opponent(1)", sheet_of={"threats": [THREAT, MOAT]})
        assert (table.phase, table.agent, table.legal()) == ("target", "pilot_0", ["threat 0", "threat 1"])
        table.play("threat 1")
        assert world(table, "rating")[:2] == [4, 1]

    def test_me_06_choice_is_any_one_valid_recipient(self) -> None:
        table = struck("+Trauma:Choice(1)", pilots=TWO)
        assert table.agent == "coach_0" and table.legal() == ["pilot pilot_0", "pilot pilot_1", "threat 0"]
        accept(table, "pilot pilot_1", "commitment solo")
        assert commitments(table, 2) == [3, 3, 2, 0]

    def test_me_06_only_those_whom_it_would_change(self) -> None:
        table = helped("+Chargeup:Choice", pilots=({"charges": 5}, {}, {}))
        assert table.legal() == ["pilot pilot_1", "pilot pilot_2"]

    def test_me_06_one_recipient_is_no_choice(self) -> None:
        table = helped("+Fortify:Choice", pilots=({"buffers": 3}, {"buffers": 2}))
        assert world(table, "buffers")[1:3] == [3, 3] and table.phase != "target"

    def test_me_07_each_is_every_valid_recipient(self) -> None:
        table = struck("+Purge:Each", pilots=THREE)
        assert world(table, "charges")[1:4] == [0, 0, 0]
        table = struck("+Trauma:Each(1)", pilots=TWO, rules={"rout": "off"})
        assert table.agent == "pilot_0" and world(table, "rating")[0] == 4
        accept(table, "commitment steel", "commitment steel")
        assert world(table, "rating")[0] == 3, "the Threat is one of each"

    def test_team_is_every_pilot(self) -> None:
        assert world(helped("+Chargeup:Team", pilots=THREE), "charges")[1:4] == [4, 4, 4]

    def test_pilot_is_a_choice_among_pilots(self) -> None:
        table = struck("+Trauma:Pilot(1)", pilots=TWO)
        assert table.agent == "coach_0" and table.legal() == ["pilot pilot_0", "pilot pilot_1"]

    def test_ally_is_another_pilot_who_takes_part(self) -> None:
        table = helped("+Chargeup:Ally", pilots=THREE, involved=["coach_0", "pilot_0", "pilot_2"])
        assert world(table, "charges")[1:4] == [3, 3, 4]
        alone = helped("+Chargeup:Ally")
        assert world(alone, "charges")[1] == 3

    def test_commander_and_coach(self) -> None:
        table = helped("+Draw:Commander(1)", pilots=TWO)
        assert size(table, 1) == 4
        assert size(helped("+Discard:Coach(3)"), 0) == 0

    def test_self_of_a_wave_is_its_threat(self) -> None:
        table = struck("+Trauma:Self(1)", threats=(MOAT,))
        assert world(table, "rating")[:2] == [3, 2]


class TestDamageOfChoice:
    def test_me_08_who_fires_it_picks_the_damage_then_whom_it_hits(self) -> None:
        table = struck("+Damage:Choice(2)", pilots=({"buffers": 0}, {"charges": 0}), rules={"rout": "off"})
        assert (table.phase, table.agent) == ("damage", "coach_0")
        assert table.legal() == ["damage purge", "damage strife", "damage trauma"], "no Faction, no Location"
        table.play("damage trauma")
        assert table.phase == "target" and table.legal() == ["pilot pilot_0", "pilot pilot_1", "threat 0"]
        accept(table, "pilot pilot_1", "commitment steel", "commitment steel")
        assert commitments(table, 2) == [1, 3, 2, 1]

    def test_me_08_one_recipient_is_no_choice(self) -> None:
        table = struck("+Damage:Choice", pilots=TWO, harmony=4)
        accept(table, "damage strife")
        assert world(table, "harmony") == 3 and table.phase != "target"

    def test_me_08_a_pilot_fires_it_at_a_threat(self) -> None:
        table = helped("+Damage:Choice", sheet_of={"threats": [THREAT, MOAT], "factions": [GUILD]})
        assert table.agent == "pilot_0" and "damage disfavor" in table.legal()
        accept(table, "damage trauma", "threat 1")
        assert world(table, "rating")[:2] == [4, 1]

    def test_a_position_remembers_what_is_chosen(self) -> None:
        table = struck("+Damage:Choice", pilots=TWO)
        again = Table.from_json(table.to_json())
        assert (again.phase, again.legal()) == (table.phase, table.legal())
        with pytest.raises(IllegalAction, match="ME-08"):
            again.play("damage ruin")


class TestFactions:
    def test_sy_01_a_hidden_faction_is_revealed_with_its_top_card(self) -> None:
        hidden = {**GUILD, "favor": 2, "revealed": False}
        data = {"factions": [hidden, {**hidden, "name": "Dockers"}]}
        table = helped("+Reveal", sheet_of=data, factions=[{"favor": ["3C", "4C"]}, {"favor": ["5C"]}])
        assert world(table, "faction")[:2] == [1, 0] and count(table, "FACTION_REVEALED") == 1
        assert [x["top"] for x in table.view("coach_0")["factions"]] == ["4C"]
        assert table.position()["factions"][1]["hidden"] == 1

    def test_me_20_as_many_cards_as_it_says_go_in(self) -> None:
        cards = ["2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]
        guilds = {"factions": [GUILD, {**GUILD, "name": "Dockers"}]}
        table = helped("+Favor(8)", sheet_of=guilds, hands={"pilot_0": cards, "coach_0": ["AS"]})
        for i, card in enumerate(cards):
            if table.phase == "target":
                table.play(f"faction {i % 2}")
            table.play(f"invest {card}")
        assert sum(len(f["favor"]) for f in table.position()["factions"]) == 8
        assert (table.phase, count(table, "FAVOR_INVESTED")) == ("drive", 8)


class TestOrder:
    def test_c_35_me_45_effects_follow_in_the_order_of_the_sheet(self) -> None:
        table = struck("+Purge:Commander", "+Strife", "+Trauma:Commander(1)", pilots=({"buffers": 2},))
        accept(table, "accept", "accept", "accept", "commitment steel")
        landed = [k for k in kinds(table) if k in ("CHARGES_PURGED", "HARMONY_LOST", "COMMITMENT_LOWERED")]
        assert landed == ["CHARGES_PURGED", "HARMONY_LOST", "COMMITMENT_LOWERED"]

    def test_me_44_c_36_damage_lands_when_it_fires(self) -> None:
        table = helped("+Trauma:Threat(1)", "+Draw:Self(1)")
        order = [k for k in kinds(table) if k in ("RATING_LOWERED", "CARD_DRAWN")]
        assert order == ["RATING_LOWERED", "CARD_DRAWN"]

    def test_me_45_identical_points_are_resolved_together_in_seat_order(self) -> None:
        table = struck("+Trauma:Team(2)", pilots=TWO)
        asked = []
        while table.phase == "commitment":
            asked.append(table.agent)
            table.play("commitment flesh" if table.agent == "pilot_1" else "commitment steel")
        assert asked == ["pilot_0", "pilot_0", "pilot_1", "pilot_1"]

    def test_a_choice_waits_on_the_agenda_and_the_position_tells_it(self) -> None:
        table = struck("+Trauma:Choice(1)", "+Strife", pilots=TWO)
        agenda = table.position()["agenda"]
        assert [item["by"] for item in agenda] == ["coach_0"] and agenda[0]["done"] == 0
        again = Table.from_json(table.to_json())
        accept(again, "threat 0")
        assert world(again, "harmony") == 3 and world(again, "rating")[0] == 3

    @pytest.mark.parametrize(
        ("effect", "phase", "answer"), [("wave", "wave", "wave 0.0"), ("damage", "damage", "damage strife")]
    )
    @pytest.mark.parametrize(("others", "fired"), [(4, 1), (5, 0)])
    def test_me_42_what_a_full_agenda_fires_is_lost(
        self, effect: str, phase: str, answer: str, others: int, fired: int
    ) -> None:
        """Six effects can wait, by a position alone: what the sixth fires finds no room, and the others go on."""
        wet = {**THREAT, "waves": [{"name": "Rain", "effects": ["+Strife"]}]}
        waiting = [{"by": "coach_0", "effect": "strife", "target": "opponent"}] * others
        top = {"by": "coach_0", "effect": effect, "target": "choice" if effect == "damage" else "none"}
        data = sheet(threats=[wet])
        table = fight(data, by="pilot_0", phase=phase, harmony=7, agenda=[*waiting, top])
        assert table.phase == phase
        table.play(answer)
        assert world(table, "harmony") == 7 - others - fired

    def test_amounts_count_by_the_stage(self) -> None:
        assert world(struck("+Schism(stage)", harmony=4), "harmony") == 3
        piles = [
            {
                "opened": "initiative",
                "cards": [{"card": "3C", "by": "coach_0"}, {"card": "4C", "by": "pilot_0"}],
            },
            {"opened": "escalate", "cards": [{"card": "5H", "by": "coach_0"}]},
        ]
        assert world(helped("+Trauma:Threat(2*stage)", pile=piles), "rating")[0] == 0


class TestOtherEffects:
    def test_draw_and_discard_of_her_choice(self) -> None:
        table = helped("+Discard:Self(2)", "+Draw:Self(1)")
        assert (table.phase, table.agent) == ("discard-one", "pilot_0")
        accept(table, "discard 2H", "discard 9H")
        assert size(table, 1) == 2 and table.position()["hands"]["pilot_0"].count("QH") == 1

    def test_who_has_no_more_cards_than_that_discards_all(self) -> None:
        table = helped("+Discard:Self(3)")
        assert size(table, 1) == 0 and count(table, "CARD_DISCARDED") == 3

    def test_ts_12_strike_is_for_the_turn(self) -> None:
        table = helped("+Strike:Self(3)")
        assert conflict(table, "bonus")[1] == 3
        table.play("counter QH")
        assert conflict(table, "bonus")[1] == 0

    def test_repair_up_to_full_endurance(self) -> None:
        robo = {**ROBO, "present": True}
        table = helped(
            "+Repair:Self(9)",
            pilots=({"robo": robo},),
            sheet_of={"resources": CREW},
            endurance={"pilot_0": 1},
        )
        assert world(table, "endurance")[1] == 4

    def test_a_robo_at_0_stays_out(self) -> None:
        table = helped(
            *("+Repair:Self(9)",),
            pilots=({"robo": ROBO},),
            endurance={"pilot_0": 0},
            sheet_of={"resources": CREW},
        )
        assert world(table, "endurance")[1] == 0


class TestCosts:
    def test_charges_resources_and_cards(self) -> None:
        cost = {"charges": 2, "resource": "fan-club", "points": 1, "cards": 1, "card": "face"}
        resources = {"resources": {"fan_club": {"value": 2, "max": 2}}}
        table = helped("+Trauma:Threat(1)", cost=cost, sheet_of=resources)
        assert world(table, "charges")[1] == 1 and table.position()["resources"]["fan-club"] == 1
        assert table.phase == "pay" and table.legal() == ["discard QH"] and world(table, "rating")[0] == 4
        table.play("discard QH")
        assert world(table, "rating")[0] == 3

    @pytest.mark.parametrize("short", ["charges", "cards", "points"])
    def test_what_cannot_be_paid_cannot_be_used(self, short: str) -> None:
        cost = {"charges": 1, "resource": "fan-club", "points": 1, "cards": 1, "card": "ace"}
        has = {"charges": 1, "points": 1, "cards": 1} | {short: 0}
        pilot = {"charges": has["charges"], "techs": [tech("+Rally", cost=cost), tech("+Rally")]}
        resources = {"fan_club": {"value": has["points"], "max": 1}}
        hand = ["AH" if has["cards"] else "KH", "9H"]
        table = assisting(sheet(pilot, resources=resources), hands={"pilot_0": hand, "coach_0": ["3D"]})
        assert table.legal()[0] == "tech 1"

    def test_tarry_is_a_cost_too(self) -> None:
        boon = {"name": "Rest", "effects": ["+Fortify:Self"], "tarry": 2}
        data = sheet({}, location={"name": "Bay", "boons": [boon]}, deck={})
        table = assisting(data, omens=1, deck={"next": ["3C", "4C", "5C"]})
        table.play("boon 0")
        assert world(table, "buffers")[1] == 1 and {"3C", "4C"} <= set(table.position()["trash"])

    def test_sy_16_a_razed_location_gives_no_boon(self) -> None:
        boon = {"name": "Rest", "effects": ["+Fortify:Self"]}
        for state, given in (("damaged", True), ("razed", False)):
            data = sheet(
                {"techs": [tech("+Rally")]}, location={"name": "Bay", "state": state, "boons": [boon]}
            )
            assert ("boon 0" in assisting(data).legal()) is given

    def test_once_a_turn_a_conflict_or_a_scenario(self) -> None:
        techs = [tech("+Chargeup:Self(1)", per=per) for per in ("turn", "conflict", "scenario")]
        pilot = {"techs": techs, "tech_assists": 3, "charges": 0}
        table = assisting(sheet(pilot))
        accept(table, "tech 0", "tech 1", "tech 2")
        told = table.position()
        assert (told["used"], told["used_up"]) == ({"pilot_0": [0, 1, 2]}, {"pilot_0": [0, 1, 2]})
        skip(table).play("counter 9H")
        skip(table).play("counter QS")
        assert [a for a in table.legal() if a.startswith("tech")] == ["tech 0"]


class TestRefusedSheets:
    @pytest.mark.parametrize(
        ("effect", "what"),
        [
            ("+Rally:Self", "takes none"),
            ("+Trauma:Coach(1)", "cannot have"),
            ("+Purge", "needs one"),
            ("+Trauma:Threat(full)", "give a number"),
            ("+Break", "not for Pilots"),
            ("+Burn:Self(2)", "takes none"),
            ("+Truama:Threat", "did you mean"),
        ],
    )
    def test_an_effect_that_means_nothing_is_refused(self, effect: str, what: str) -> None:
        with pytest.raises(InvalidConfig, match=what):
            helped(effect)

    def test_a_wave_that_could_go_on_for_ever_is_refused(self) -> None:
        with pytest.raises(InvalidConfig, match="forever"):
            struck("+Storm")

    def test_me_19_c_22_locations_are_no_targets_of_favor(self) -> None:
        table = helped("+Favor", sheet_of={"factions": [GUILD], "location": {"name": "Bay"}})
        assert table.phase == "invest" and table.position()["location"] == "standing"
