"""The Action events of group 4 of the inventory, each by clause (ME-xx), ruling (C-xx) or golden (G-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.scenes import DOCKERS, GUILD, HERE, TWO, accept, commitments, count, faction, helped, struck
from tests.throwdown.scenes import coach_assisting, kinds, of, sheet, size, skip, tech, world
from throwdown import Table
from throwdown.envs.fusion.sheets.abilities import parse

CREWED = {"resources": {"pit_crew": {"value": 1, "max": 3}, "fan_club": {"value": 0, "max": 1}}}
RAIN, FOG = {"name": "Rain", "effects": ["+Strife"]}, {"name": "Fog", "effects": ["+Purge:Commander"]}
FLOOD = {"name": "Flood", "effects": ["+Trauma:Commander(1)", "+Strife"]}
SEA = {"name": "Sea", "rating": 1, "waves": [RAIN, FOG], "storms": [FLOOD]}
DULL = {"name": "Dull", "rating": 1, "waves": [RAIN]}
EVENTS = [{"name": "Dusk", "effects": ["+Strife"]}, {"name": "Night", "effects": ["+Ruin"]}]


class TestBurn:
    def test_me_14_me_15_the_whole_hand_is_discarded(self) -> None:
        table = struck("+Burn:Commander")
        assert size(table, 1) == 0 and {"9H", "8H"} <= set(table.position()["trash"])

    def test_me_14_a_pilot_may_burn_coachs_hand(self) -> None:
        table = helped("+Burn:Coach")
        assert size(table, 0) == 0 and size(table, 1) == 3

    def test_c_34_an_empty_hand_burns_without_effect(self) -> None:
        table = helped("+Burn:Coach", hands={"pilot_0": ["9H"], "coach_0": []})
        assert table.phase == "drive" and count(table, "CARD_DISCARDED") == 0

    def test_c_34_nothing_is_drawn_before_the_end(self) -> None:
        table = struck("+Burn:Commander", pilots=TWO)
        assert count(table, "CARD_DRAWN") == 0


class TestChargeup:
    def test_me_16_me_17_one_charge_unless_told_otherwise(self) -> None:
        assert world(helped("+Chargeup:Self"), "charges")[1] == 4
        assert world(helped("+Chargeup:Self(2)"), "charges")[1] == 5

    def test_me_18_a_full_gauge_stays_full(self) -> None:
        table = helped("+Chargeup:Self", pilots=({"charges": 5},))
        assert world(table, "charges")[1] == 5 and count(table, "CHARGED") == 0

    def test_c_32_what_does_not_fit_is_lost(self) -> None:
        table = helped("+Chargeup:Self(9)", pilots=({"charges": 4},))
        assert world(table, "charges")[1] == 5
        assert [event.amount for event in table.events if event.kind == "CHARGED"] == [1]

    def test_me_74_full_fills_the_gauge(self) -> None:
        assert world(helped("+Chargeup:Self(full)", pilots=({"charges": 0},)), "charges")[1] == 5


class TestFavor:
    def test_me_19_me_20_c_22_c_23_a_card_of_her_hand_goes_onto_a_faction(self) -> None:
        table = helped("+Favor", sheet_of={"factions": [GUILD, DOCKERS]})
        assert (table.phase, table.agent, table.legal()) == ("target", "pilot_0", ["faction 0", "faction 1"])
        table.play("faction 1")
        assert table.phase == "invest" and set(table.legal()) == {"invest 9H", "invest QH", "invest 2H"}
        assert of(table, "invest QH")[-1] == "FAVOR_INVESTED"
        assert faction(table, 1)["favor"] == ["QH"] and size(table, 1) == 2

    def test_me_20_only_revealed_factions_of_the_team_with_room(self) -> None:
        hidden, theirs = {**GUILD, "revealed": False}, {**GUILD, "controller": "coach"}
        full, open_one = {**GUILD, "favor": 1, "favor_max": 1}, {"name": "Open"}
        dealt = [{}, {}, {"favor": ["3C"]}, {}]
        table = helped("+Favor", sheet_of={"factions": [hidden, theirs, full, open_one]}, factions=dealt)
        assert table.phase == "invest" and table.play("invest 2H")
        assert faction(table, 3)["favor"] == ["2H"]

    def test_me_20_one_card_unless_told_otherwise(self) -> None:
        table = helped("+Favor(2)", sheet_of={"factions": [GUILD]})
        accept(table, "invest 9H", "invest 2H")
        assert faction(table)["favor"] == ["9H", "2H"] and table.phase == "drive"

    def test_pl_15_the_card_under_the_new_top_was_seen(self) -> None:
        table = helped(
            "+Favor", sheet_of={"factions": [{**GUILD, "favor": 2}]}, factions=[{"favor": ["3C", "4C"]}]
        )
        table.play("invest 9H")
        assert faction(table) == {"state": "in-play", "strikes": 0, "favor": ["3C", "4C", "9H"], "hidden": 1}

    def test_c_23_without_a_card_it_does_nothing(self) -> None:
        table = helped("+Favor", sheet_of={"factions": [GUILD]}, hands={"coach_0": ["3D"]})
        assert faction(table)["favor"] == [] and table.phase != "invest"

    def test_me_21_instead_a_strike_may_come_off(self) -> None:
        table = helped("+Favor", sheet_of={"factions": [{**GUILD, "strikes": 2}]})
        assert "remove-strike" in table.legal()
        table.play("remove-strike")
        assert faction(table)["strikes"] == 1 and size(table, 1) == 3

    def test_me_21_the_option_forbids_it(self) -> None:
        rules = {"favor_removes_strikes": False}
        table = helped("+Favor", rules=rules, sheet_of={"factions": [{**GUILD, "strikes": 2}]})
        assert "remove-strike" not in table.legal()
        assert "favor_removes_strikes" in table.explain("remove-strike")


class TestFortify:
    def test_me_22_me_23_a_spent_buffer_returns(self) -> None:
        assert world(helped("+Fortify:Self", pilots=({"buffers": 1},)), "buffers")[1] == 2

    def test_me_23_no_effect_at_the_maximum(self) -> None:
        table = helped("+Fortify:Self(2)", pilots=({"buffers": 3},))
        assert world(table, "buffers")[1] == 3 and count(table, "FORTIFIED") == 0


class TestRally:
    def test_me_24_me_25_harmony_rises_by_one(self) -> None:
        assert world(helped("+Rally"), "harmony") == 5

    def test_g_61_me_26_at_violet_everybody_charges_up_instead(self) -> None:
        table = helped("+Rally", pilots=TWO, harmony=7)
        assert world(table, "harmony") == 7 and world(table, "charges")[1:3] == [4, 4]

    def test_c_33_one_step_then_one_charge_for_each_step_beyond(self) -> None:
        table = helped("+Rally(3)", pilots=TWO, harmony=6)
        assert world(table, "harmony") == 7 and world(table, "charges")[1:3] == [5, 5]


class TestRebuild:
    def test_me_27_me_28_a_damaged_location_stands_again(self) -> None:
        table = helped("+Rebuild", sheet_of={"location": {**HERE, "state": "damaged"}})
        assert table.position()["location"] == "standing"

    @pytest.mark.parametrize("state", ["standing", "razed"])
    def test_g_63_me_29_no_other_can_be_rebuilt(self, state: str) -> None:
        table = helped("+Rebuild", sheet_of={"location": {**HERE, "state": state}})
        assert table.position()["location"] == state and count(table, "LOCATION_REBUILT") == 0


class TestRecover:
    def test_me_11_c_21_restore_is_another_name_for_it(self) -> None:
        assert parse("+Restore:Self(2)") == parse("+Recover:Self(2)")

    def test_me_30_me_31_one_point_of_a_lowered_commitment(self) -> None:
        table = helped("+Recover:Self", pilots=({"lowered": {"steel": 1, "synch": 1}},))
        assert table.phase == "recover" and table.legal() == ["commitment steel", "commitment synch"]
        table.play("commitment synch")
        assert commitments(table, 1) == [2, 3, 2, 1]

    def test_me_31_only_lowered_ones_and_never_beyond_the_maximum(self) -> None:
        table = helped("+Recover:Self(2)", pilots=({"lowered": {"steel": 2}},))
        assert commitments(table, 1) == [3, 3, 2, 1]
        none = helped("+Recover:Self")
        assert count(none, "COMMITMENT_RECOVERED") == 0 and none.phase == "drive"

    def test_me_32_what_a_crisis_took_does_not_come_back(self) -> None:
        low: dict[str, Any] = {"commitment_max": {"pilot_0": {"steel": 2, "flesh": 3, "synch": 2, "solo": 1}}}
        table = helped("+Recover:Self(full)", **low, commitments={"pilot_0": {"steel": 1}})
        assert commitments(table, 1) == [2, 3, 2, 1]

    def test_ts_116_it_raises_a_threats_rating_too(self) -> None:
        table = struck("+Recover:Self", threat={"lowered": 2})
        assert world(table, "rating")[0] == 3
        assert world(struck("+Recover:Self(9)", threat={"lowered": 2}), "rating")[0] == 4


class TestReplenish:
    def test_me_33_me_34_one_resource_of_choice_rises_by_one(self) -> None:
        table = helped("+Replenish", sheet_of=CREWED)
        assert table.phase == "target" and table.legal() == ["resource 0", "resource 1"]
        table.play("resource 0")
        assert table.position()["resources"] == {"pit-crew": 2, "fan-club": 0}

    def test_me_34_by_the_number_given_up_to_the_maximum(self) -> None:
        table = helped("+Replenish(9)", sheet_of=CREWED)
        table.play("resource 0")
        assert table.position()["resources"]["pit-crew"] == 3

    def test_full_resources_are_no_choice(self) -> None:
        table = helped("+Replenish", sheet_of={"resources": {"pit_crew": {"value": 3, "max": 3}}})
        assert table.phase == "drive" and count(table, "RESOURCE_GAINED") == 0


class TestWavesAndStorms:
    def test_me_41_me_42_coach_runs_a_wave_of_a_threat_in_play_and_it_fires_what_it_fires(self) -> None:
        table = helped("+Wave", sheet_of={"threats": [DULL, SEA]})
        assert (table.phase, table.agent) == ("wave", "coach_0")
        assert table.legal() == ["wave 0.0", "wave 1.0", "wave 1.1"]
        table.play("wave 1.1")
        assert world(table, "charges")[1] == 0 and count(table, "ABILITY_USED") == 2
        assert size(table, 0) == 3, "what fires it has paid for it"

    def test_me_35_me_36_and_a_storm_with_all_its_effects(self) -> None:
        table = helped("+Storm", sheet_of={"threats": [DULL, SEA]})
        assert (table.phase, table.agent, table.legal()) == ("storm", "coach_0", ["storm 1.0"])
        accept(table, "storm 1.0", "commitment flesh")
        assert commitments(table, 1)[1] == 2 and world(table, "harmony") == 3

    def test_me_36_me_42_without_any_nothing_happens(self) -> None:
        for effect in ("+Wave", "+Storm"):
            table = helped(effect)
            assert table.phase == "drive" and count(table, "ABILITY_USED") == 1
        beaten = helped("+Storm", sheet_of={"threats": [DULL, SEA]}, threats=[{}, {"rating": 0}])
        assert beaten.phase == "drive"

    def test_me_35_an_escalation_event_fires_one_too(self) -> None:
        dusk = {"name": "Dusk", "effects": ["+Storm", "+Tarry"]}
        data = sheet(threats=[SEA], escalation=[dusk], deck={})
        table = coach_assisting(data, ["2S", "3S"], omens=1)
        accept(table, "omen 0", "storm 0.0", "commitment steel")
        assert world(table, "harmony") == 3 and count(table, "TIME_LOST") == 1


class TestTarry:
    def test_g_60_me_37_me_38_me_39_as_many_cards_as_there_are_active_omens(self) -> None:
        table = helped("+Tarry", omens=2, spent=1, sheet_of={"deck": {}}, deck={"next": ["3C", "4C", "5C"]})
        told = table.position()
        assert {"3C", "4C"} <= set(told["trash"]) and told["deck"]["next"][:1] == ["5C"]
        assert count(table, "CARD_DISCARDED") == 2

    def test_me_40_c_12_a_joker_that_surfaces_meanwhile_does_not_count(self) -> None:
        deck = {"next": ["3C", "*r", "5C"], "jokers": ["*r"]}
        table = helped("+Tarry", omens=1, spent=2, sheet_of={"deck": {}}, deck=deck)
        told = table.position()
        assert told["omens"] == 2 and "3C" in told["trash"] and told["deck"]["next"][:1] == ["5C"]
        assert world(table, "charges")[1] == 4, "CD-25: the Joker is a Charge"
        assert kinds(table)[-3:] == ["CARD_DISCARDED", "JOKER_SURFACED", "CHARGED"]

    def test_c_144_an_exhausted_deck_takes_its_trash_back(self) -> None:
        mini = {"deck": {"ranks": "23456789", "suits": "CDHS", "copies": 1, "jokers": 2}}
        hands = {"pilot_0": [f"{r}H" for r in "2346789"], "coach_0": [f"{r}S" for r in "23456789"]}
        rest = [f"{r}{s}" for s in "CD" for r in "23456789" if r + s not in ("5C", "9D")]
        table = helped(
            *("+Tarry(2)",),
            omens=2,
            sheet_of=mini,
            hands=hands,
            trash=[*rest, "5H"],
            deck={"next": ["9D"], "jokers": []},
        )
        assert count(table, "DECK_RESHUFFLED") == 1 and count(table, "CARD_DISCARDED") == 4

    def test_without_omens_no_card_is_lost(self) -> None:
        table = helped("+Tarry(3)")
        assert count(table, "TIME_LOST") == 1 and count(table, "CARD_DISCARDED") == 0


class TestOmens:
    def test_sy_29_sy_30_a_spent_omen_fires_an_event_and_raises_the_crisis(self) -> None:
        table = self.omens(2, 0)
        assert {"omen 0", "omen 1"} <= set(table.legal())
        table.play("omen 0")
        told = table.position()
        assert (told["omens"], told["spent"], told["crisis"], told["harmony"]) == (1, 1, 2, 3)
        assert "omen 0" not in table.legal() and "omen 1" in table.legal(), "each fires once"

    def test_without_omens_there_is_none_to_spend(self) -> None:
        table = self.omens(0, 1, threats=[{"name": "Wall", "rating": 4, "waves": [EVENTS[0]]}], hand=["QS"])
        assert table.legal() == ["wave 0.0", "pass"]

    @pytest.mark.parametrize(("spent", "back"), [(3, True), (2, False)])
    def test_c_14_cd_28_four_spent_omens_return_with_the_next_shuffle(self, spent: int, back: bool) -> None:
        """The deck is empty: a Tech's draw after the Omen is that shuffle; three Spent Omens stay out."""
        ranks, on_table = "23456789", ("5C", "6S", "2S", "9H", "8H")
        rest = [r + s for r in ranks for s in "CDHS" if r + s not in on_table]
        deck, drawing = {"ranks": ranks, "copies": 1, "jokers": 4}, {"techs": [tech("+Draw:Self(1)")]}
        table = self.omens(4 - spent, spent, trash=rest, deck_of=deck, pilot=drawing, hand=["6S", "2S"])
        table.play("omen 0")
        told = table.position()
        assert told["spent"] == spent + 1 and told["deck"]["jokers"] == []
        accept(skip(table), "counter 6S")
        assert count(table, "DECK_RESHUFFLED") == count(table, "JOKERS_RETURNED") == 0
        table.play("tech 0")
        told = table.position()
        assert count(table, "DECK_RESHUFFLED") == 1 and count(table, "JOKERS_RETURNED") == back
        assert told["spent"] == (0 if back else 3)
        assert len(told["deck"]["jokers"]) + told["omens"] == (4 if back else 1)

    def test_c_14_or_at_once_by_the_option(self) -> None:
        table = self.omens(1, 3, rules={"jokers_return": "at-once"})
        table.play("omen 0")
        told = table.position()
        assert told["spent"] == 0 and count(table, "JOKERS_RETURNED") == count(table, "DECK_RESHUFFLED") == 1
        assert len(told["deck"]["jokers"]) + told["omens"] == 4

    def test_g_65_cd_24_a_joker_surfaces_between_draws(self) -> None:
        """CD-25: every Pilot at the table gains the Charge, those outside the conflict too, up to her gauge."""
        table = helped(
            "+Draw:Self(2)",
            pilots=({}, {"charges": 0}, {"charges": 5}),
            sheet_of={"deck": {}},
            deck={"next": ["3C", "*r", "5C", "6C"]},
            involved=["coach_0", "pilot_0"],
        )
        assert (
            size(table, 1) == 5 and world(table, "omens") == 1 and world(table, "charges")[1:4] == [4, 1, 5]
        )
        told = [kind for kind in kinds(table) if kind in ("CARD_DRAWN", "JOKER_SURFACED")]
        assert told == ["CARD_DRAWN", "JOKER_SURFACED", "CARD_DRAWN"], (
            "first the card, then what it uncovered"
        )

    def omens(self, active: int, spent: int, **more: Any) -> Table:
        hand, deck, trash = more.pop("hand", ["2S", "3S"]), more.pop("deck_of", {}), more.pop("trash", [])
        data = sheet(
            more.pop("pilot", {}), escalation=EVENTS, deck=deck, crisis={"tier": 1, "per_omen": 1}, **more
        )
        return coach_assisting(data, hand, omens=active, spent=spent, trash=trash)
