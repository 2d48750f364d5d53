"""The Damage events of group 4 of the inventory, each by clause (ME-xx), ruling (C-xx) or golden (G-xx)."""

from __future__ import annotations

from tests.fusion.scenes import DOCKERS, GUILD, HERE, TWO, accept, commitments, count, faction, helped, struck
from tests.throwdown.scenes import CREW, kinds, world

EVEN = {"steel": 1, "flesh": 1, "synch": 1, "solo": 1}
FANS = {"resources": {"fan_club": {"value": 1, "max": 1}}}


class TestDisfavor:
    def test_me_49_me_50_c_29_the_firer_picks_a_revealed_faction(self) -> None:
        factions = [GUILD, {**DOCKERS, "controller": "coach"}, {"name": "Moles", "revealed": False}]
        table = struck("+Disfavor", sheet_of={"factions": factions})
        assert (table.phase, table.agent, table.legal()) == ("target", "coach_0", ["faction 0", "faction 1"])
        table.play("faction 0")
        assert faction(table)["strikes"] == 1

    def test_g_64_me_52_a_point_of_the_fan_club_prevents_it(self) -> None:
        table = struck("+Disfavor", sheet_of={"factions": [{**GUILD, "strikes": 2}], **FANS})
        assert (table.phase, table.agent, table.legal()) == ("buffer", "pilot_0", ["fan-club", "accept"])
        table.play("fan-club")
        assert faction(table)["strikes"] == 2 and table.position()["resources"]["fan-club"] == 0

    def test_g_64_me_51_c_30_removed_its_cards_go_to_the_trash(self) -> None:
        table = struck(
            "+Disfavor",
            sheet_of={"factions": [{**GUILD, "strikes": 2, "favor": 2}], **FANS},
            factions=[{"favor": ["3C", "4C"]}],
        )
        table.play("accept")
        assert faction(table)["state"] == "removed" and faction(table)["favor"] == []
        assert faction(table)["hidden"] == 0 and table.redeal("pilot_0", 1).position()["trash"]
        assert {"3C", "4C"} <= set(table.position()["trash"])

    def test_g_64_me_51_c_30_turned_its_cards_become_the_threats_stack(self) -> None:
        mob = {"name": "Mob", "rating": 3, "buffer_max": 1}
        table = struck(
            "+Disfavor",
            sheet_of={"factions": [{**GUILD, "strikes": 2, "favor": 2, "threat": mob}]},
            factions=[{"favor": ["3C", "4C"]}],
        )
        assert (table.phase, table.agent, table.legal()) == (
            "fate",
            "coach_0",
            ["remove-faction", "turn-faction"],
        )
        table.play("turn-faction")
        told = table.position()
        assert faction(table)["state"] == "turned" and "3C" not in told["trash"]
        assert told["threats"][1] == {"rating": 3, "buffers": 1, "invested": ["3C", "4C"]}

    def test_c_30_c_140_cards_of_the_pilots_own_deck_are_no_threats_stack(self) -> None:
        """With a deck a side, what the Pilots gave a Faction goes back to their Trash, and Coach's does not."""
        mob = {"name": "Mob", "rating": 3}
        for controller, trash, stack in (("pilots", {"3C", "4C"}, []), ("coach", set(), ["3C", "4C"])):
            guild = {**GUILD, "strikes": 2, "favor": 2, "threat": mob, "controller": controller}
            table = struck(
                "+Disfavor",
                rules={"decks": "separate"},
                sheet_of={"factions": [guild]},
                factions=[{"favor": ["3C", "4C"]}],
            )
            table.play("turn-faction")
            told = table.position()
            assert told["threats"][1]["invested"] == stack
            assert {"3C", "4C"} & {*told["trash"], *told["pilots_trash"]} == trash

    def test_me_51_a_faction_out_of_play_takes_no_more_strikes(self) -> None:
        table = struck("+Disfavor(5)", sheet_of={"factions": [{**GUILD, "strikes": 1}]})
        assert faction(table)["strikes"] == 3 and count(table, "FACTION_REMOVED") == 1

    def test_me_52_each_strike_is_prevented_by_itself(self) -> None:
        fans = {"resources": {"fan_club": {"value": 2, "max": 2}}}
        table = struck("+Disfavor(2)", sheet_of={"factions": [GUILD], **fans})
        accept(table, "accept", "fan-club")
        assert faction(table)["strikes"] == 1 and table.position()["resources"]["fan-club"] == 1


class TestPurge:
    def test_me_53_me_54_all_charges_are_gone(self) -> None:
        table = struck("+Purge:Commander")
        assert world(table, "charges")[1] == 0 and count(table, "CHARGES_PURGED") == 1

    def test_me_55_one_buffer_cancels_it(self) -> None:
        table = struck("+Purge:Commander", pilots=({"buffers": 2},))
        assert (table.phase, table.agent) == ("buffer", "pilot_0")
        table.play("buffer")
        assert world(table, "charges")[1] == 3 and world(table, "buffers")[1] == 1

    def test_without_charges_there_is_nothing_to_purge(self) -> None:
        table = struck("+Purge:Commander", pilots=({"buffers": 2, "charges": 0},))
        assert table.phase == "drive" and count(table, "CHARGES_PURGED") == 0


class TestRuin:
    def test_me_56_me_57_a_standing_location_is_damaged(self) -> None:
        table = struck("+Ruin", sheet_of={"location": HERE})
        assert table.position()["location"] == "damaged"

    def test_g_63_me_58_me_59_damaged_then_razed_then_no_target(self) -> None:
        table = struck("+Ruin(3)", sheet_of={"location": HERE})
        assert table.position()["location"] == "razed" and count(table, "LOCATION_RUINED") == 2

    def test_me_59_without_a_location_there_is_none_to_ruin(self) -> None:
        assert count(struck("+Ruin"), "LOCATION_RUINED") == 0

    def test_c_31_no_buffer_prevents_ruin_outside_a_rumble(self) -> None:
        table = struck("+Ruin", pilots=({"buffers": 3},), sheet_of={"location": HERE})
        assert table.position()["location"] == "damaged" and count(table, "BUFFER_KEPT") == 0


class TestStrife:
    def test_me_60_me_61_harmony_falls_by_one_for_the_team(self) -> None:
        assert world(struck("+Strife", pilots=TWO), "harmony") == 3

    def test_me_73_me_75_schism_has_a_magnitude(self) -> None:
        assert world(struck("+Schism(3)"), "harmony") == 1

    def test_g_62_c_24_me_62_me_63_points_beyond_red_are_trauma_for_each(self) -> None:
        table = struck("+Strife(3)", pilots=(EVEN, EVEN), harmony=2)
        accept(table, *["commitment steel"] * 2, *["commitment flesh"] * 2)
        assert world(table, "harmony") == 1
        assert [sum(commitments(table, p)) for p in (1, 2)] == [2, 2]

    def test_g_62_c_25_arriving_at_red_is_no_trauma(self) -> None:
        table = struck("+Schism(2)", harmony=3)
        assert world(table, "harmony") == 1 and count(table, "COMMITMENT_LOWERED") == 0

    def test_me_64_one_buffer_per_point_and_the_team_is_asked_in_seat_order(self) -> None:
        table = struck("+Schism(2)", pilots=({"buffers": 1}, {"buffers": 1}))
        assert (table.phase, table.agent) == ("buffer", "pilot_0")
        table.play("accept")
        assert table.agent == "pilot_1", "the whole team is the target"
        table.play("buffer")
        assert table.agent == "pilot_0"
        table.play("accept")
        assert world(table, "harmony") == 3 and world(table, "buffers")[1:3] == [1, 0]

    def test_me_64_only_who_caused_it_may_buffer_it(self) -> None:
        table = helped("+Schism:Self", pilots=({"buffers": 1}, {"buffers": 1}))
        assert table.agent == "pilot_0" and table.phase == "buffer"
        table.play("accept")
        assert world(table, "harmony") == 3 and world(table, "buffers")[2] == 1

    def test_me_64_pink_may_buffer_what_an_ally_caused(self) -> None:
        table = helped("+Schism:Self", pilots=({}, {"buffers": 1, "buffers_for_all": True}))
        assert table.agent == "pilot_1" and table.phase == "buffer"
        table.play("buffer")
        assert world(table, "harmony") == 4

    def test_c_26_each_buffers_her_own_trauma_of_the_red(self) -> None:
        table = struck("+Strife", pilots=({"buffers": 1}, {"buffers": 1}), harmony=1)
        accept(table, "accept", "accept")
        assert (table.phase, table.agent) == ("buffer", "pilot_0"), "now it is Trauma"
        accept(table, "accept", "commitment steel", "buffer")
        assert commitments(table, 1)[0] == 2 and commitments(table, 2)[0] == 3
        assert world(table, "buffers")[1:3] == [1, 0]

    def test_c_155_those_outside_the_conflict_suffer_too(self) -> None:
        table = struck("+Strife", pilots=({}, EVEN), harmony=1, involved=["pilot_0", "coach_0"])
        accept(table, "commitment steel", "commitment solo")
        assert commitments(table, 2) == [1, 1, 1, 0]

    def test_c_24_the_option_clips_at_red(self) -> None:
        table = struck("+Schism(3)", rules={"schism": "clipped"}, harmony=2)
        assert world(table, "harmony") == 1 and count(table, "COMMITMENT_LOWERED") == 0


class TestTrauma:
    def test_me_65_me_66_she_picks_a_commitment(self) -> None:
        table = struck("+Trauma:Commander(1)")
        assert (table.phase, table.agent) == ("commitment", "pilot_0")
        assert table.legal() == [f"commitment {c}" for c in ("steel", "flesh", "synch", "solo")]
        table.play("commitment flesh")
        assert commitments(table, 1) == [3, 2, 2, 1]

    def test_me_67_none_goes_under_0(self) -> None:
        table = struck("+Trauma:Commander(1)", commitments={"pilot_0": {"steel": 0}}, rules={"rout": "off"})
        assert "commitment steel" not in table.legal()

    def test_me_68_c_27_all_at_0_is_a_crisis_and_the_rest_is_lost(self) -> None:
        crisis = {"crisis": {"tier": 1, "loss": 1}}
        table = struck("+Trauma:Commander(9)", pilots=(EVEN,), rules={"rout": "off"}, sheet_of=crisis)
        accept(table, "commitment steel", "commitment flesh", "commitment synch")
        assert commitments(table, 1) == [0, 0, 0, 0] and count(table, "CRISIS_ENTERED") == 1
        assert world(table, "commitment_max")[1] == [0, 0, 0, 0] and table.phase == "drive"

    def test_me_43_me_71_one_buffer_prevents_one_point(self) -> None:
        table = struck("+Trauma:Commander(3)", pilots=({"buffers": 1},))
        accept(table, "buffer", "commitment steel", "commitment steel")
        assert commitments(table, 1) == [1, 3, 2, 1] and world(table, "buffers")[1] == 0

    def test_me_69_a_threats_rating_falls(self) -> None:
        assert world(helped("+Trauma:Threat(1)"), "rating")[0] == 3

    def test_g_68_me_70_me_71_buffer_then_defeat(self) -> None:
        sheet_of = {"threats": [{"name": "Wall", "rating": 2, "buffer_max": 1}]}
        table = helped("+Trauma:Threat(3)", sheet_of=sheet_of)
        assert (table.phase, table.agent, table.legal()) == ("buffer", "coach_0", ["buffer", "accept"])
        table.play("buffer")
        assert world(table, "rating")[0] == 0 and world(table, "threat_buffers")[0] == 0
        assert count(table, "THREAT_DEFEATED") == 1 and count(table, "RATING_LOWERED") == 2

    def test_me_70_a_defeated_threat_is_no_target(self) -> None:
        threats = [{"name": "Wall", "rating": 1}, {"name": "Moat", "rating": 2}]
        table = helped("+Trauma:Threat(1)", sheet_of={"threats": threats}, threats=[{"rating": 0}, {}])
        assert world(table, "rating")[:2] == [0, 1]

    def test_sy_11_b_10_her_robo_may_take_it(self) -> None:
        robo = {"name": "Tin", "endurance": 1, "present": True, "trauma_shift": True}
        table = struck("+Trauma:Commander(2)", pilots=({"robo": robo},), sheet_of={"resources": CREW})
        assert table.legal() == ["shift", "accept"]
        table.play("shift")
        assert kinds(table)[-1] == "ROBO_LOST" and table.phase == "commitment"
        table.play("commitment steel")
        assert commitments(table, 1)[0] == 2
