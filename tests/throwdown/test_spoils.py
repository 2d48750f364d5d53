"""Outcome by clause: every spoil and who may take how many; TS-02, TS-03, TS-104 to TS-128."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import (
    CREW,
    PILOT,
    THREAT,
    fight,
    kinds,
    last_stage,
    of,
    piles,
    seats_of,
    sheet,
    size,
    starting,
    world,
)
from throwdown import Table

BAY = {"name": "Bay", "state": "damaged"}
WET = {
    **THREAT,
    "rating": 5,
    "buffer_max": 1,
    "waves": [{"name": "Splash", "effects": ["+Purge:Commander"]}],
    "storms": [{"name": "Flood", "effects": ["+Schism:Team(2)"]}],
}
FULL = sheet(
    {"charges": 1, "buffers": 0, "lowered": {"steel": 2, "solo": 1}},
    {"charges": 1, "buffers": 0},
    threats=[{**WET, "lowered": 2}],
    resources={**CREW, "fan_club": {"value": 0, "max": 2}},
    factions=[{"name": "Dockers"}, {"name": "Press"}],
    location=BAY,
)


def won(side: str, stage: int = 1, data: dict[str, Any] = FULL, **more: Any) -> Table:
    """Return the winner's first choice of spoils: the other side yielded every stage and Concedes in the last one."""
    winner, loser = ("coach_0", "pilot_0") if side == "coach" else ("pilot_0", "coach_0")
    ranks = "234567"
    stages = [[(f"{ranks[k]}C", loser if k else winner)] for k in range(stage)]
    for k in range(1, stage):
        stages[k].append((f"{ranks[k + 1]}D", winner))
    position = {
        "hands": {"pilot_0": ["9H", "8H"], "pilot_1": ["7H"], "coach_0": ["9S"]},
        "pile": piles(*stages),
        "phase": "drive",
        "turn": loser,
        "commander": "pilot_0",
        "involved": seats_of(data),
        **more,
    }
    table = Table.from_position(position, scenario=data)
    table.play("concede")
    return table


PILOTS_BASIC = {
    *("chargeup-self", "chargeup-team", "favor", "fortify-self", "fortify-team"),
    *("recover-self", "replenish", "trauma-threat"),
}
COACHS_BASIC = {"disfavor", "purge", "recover-threat", "schism-team", "trauma-pilot", "wave"}
PILOTS_ULTIMATE = {
    "chargeup-team-full",
    "fortify-team-full",
    "rally",
    "rebuild",
    "recover-self-all",
    "replenish-full",
}
COACHS_ULTIMATE = {"ruin", "recover-threat-all", "storm"}


def offered(table: Table) -> set[str]:
    """Return the spoils that may be taken."""
    return {a.split(" ")[1] for a in starting(table, "spoil")} - {"none"}


CHARGED, BUFFERED = {"pilot_0": 5, "pilot_1": 5}, {"pilot_0": 3, "pilot_1": 3}
WHOLE = {"pilot_0": {k: PILOT[k] for k in ("steel", "flesh", "synch", "solo")}}
DEAD = dict.fromkeys(("steel", "flesh", "synch", "solo"), 0)
FIRST = {"involved": ["pilot_0"]}
CHARGEUPS = {"chargeup-self", "chargeup-team", "chargeup-team-full"}
NOTHING_TO_GAIN: list[tuple[dict[str, Any], set[str]]] = [
    ({"charges": CHARGED}, CHARGEUPS),
    ({"charges": {"pilot_0": 5}, **FIRST}, {"chargeup-self"}),
    ({"charges": {**CHARGED, "pilot_1": 4}}, set()),
    ({"charges": {"pilot_0": 0}, **FIRST}, {"purge"}),
    ({"charges": CHARGED, "harmony": 7}, {*CHARGEUPS, "rally"}),
    ({"harmony": 7}, set()),
    ({"buffers": BUFFERED}, {"fortify-self", "fortify-team", "fortify-team-full"}),
    ({"buffers": {"pilot_0": 3}, **FIRST}, {"fortify-self"}),
    ({"buffers": {**BUFFERED, "pilot_1": 2}}, set()),
    ({"commitments": WHOLE}, {"recover-self", "recover-self-all"}),
    ({"location": "standing"}, {"rebuild"}),
    ({"location": "razed"}, {"rebuild", "ruin"}),
    ({"threats": [{"rating": 5}]}, {"recover-threat", "recover-threat-all"}),
    ({"resources": {"pit-crew": 3, "fan-club": 2}}, {"replenish", "replenish-full"}),
    ({"resources": {"pit-crew": 3, "fan-club": 1}}, set()),
    ({"hands": {"coach_0": ["9S"], "pilot_1": ["7H"]}}, {"favor"}),
    ({"factions": [{"state": "removed"}, {}]}, set()),
    ({"factions": [{"state": "removed"}, {"state": "removed"}]}, {"favor", "disfavor"}),
    ({"harmony": 1, "commitments": {"pilot_0": DEAD}, **FIRST}, {"trauma-pilot"}),
    ({"harmony": 1}, set()),
]
"""Where something is as good, or as bad, as it can be, and the spoils that are not offered for it."""


class TestWhoTakesWhat:
    """How many, of which kind, for whom."""

    def test_ts_104_ts_105_c_136_r_15_each_side_is_offered_what_is_feasible_for_it(self) -> None:
        assert offered(won("pilots")) == PILOTS_BASIC | PILOTS_ULTIMATE
        assert offered(won("coach")) == COACHS_BASIC | COACHS_ULTIMATE
        table = won("coach", charges={"pilot_0": 0, "pilot_1": 0})
        assert "purge" not in offered(table) and "change nothing" in table.explain("spoil purge")

    @pytest.mark.parametrize(("position", "without"), NOTHING_TO_GAIN)
    def test_ts_105_c_136_what_would_change_nothing_is_off_the_list(
        self, position: dict[str, Any], without: set[str]
    ) -> None:
        assert offered(won("pilots", **position)) == (PILOTS_BASIC | PILOTS_ULTIMATE) - without
        assert offered(won("coach", **position)) == (COACHS_BASIC | COACHS_ULTIMATE) - without

    def test_ts_105_a_coach_without_assists_or_storms_takes_none(self) -> None:
        calm = {**FULL, "threats": [{**WET, "lowered": 2, "storms": []}]}
        assert offered(won("coach", data=calm)) == (COACHS_BASIC | COACHS_ULTIMATE) - {"storm"}
        dry = {**FULL, "threats": [{**WET, "lowered": 2, "waves": []}]}
        assert offered(won("coach", data=dry)) == (COACHS_BASIC | COACHS_ULTIMATE) - {"wave"}

    @pytest.mark.parametrize(("schism", "offers"), [("points", True), ("clipped", False)])
    def test_c_24_in_the_red_schism_is_offered_where_its_points_hit_somebody(
        self, schism: str, offers: bool
    ) -> None:
        data = {**FULL, "rules": {**FULL["rules"], "schism": schism}}
        assert ("schism-team" in offered(won("coach", data=data, harmony=1))) is offers

    @pytest.mark.parametrize("stage", [1, 2, 3])
    def test_ts_106_a_basic_spoil_per_stage(self, stage: int) -> None:
        table = won("pilots", stage)
        for k in range(stage):
            assert int(table.state.basic[1]) == stage - k
            table.play("spoil chargeup-team")
        assert offered(table) == PILOTS_ULTIMATE

    def test_ts_107_a_wipe_is_an_ultimate_one_more(self) -> None:
        assert won("pilots", 2).state.ultimate.tolist() == [0, 1]
        lost = won("coach", 1)
        assert lost.state.ultimate.tolist() == [1, 0]

    def test_ts_107_no_ultimate_one_against_points(self) -> None:
        table = fight(sheet(), hands={"pilot_0": ["9H", "8H"], "coach_0": ["9S"]})
        table.play("escalate 9H")
        table.play("concede")
        assert table.state.score.tolist() == [1, 2] and table.state.ultimate.tolist() == [0, 0]

    @pytest.mark.parametrize(("scored", "ultimate"), [(["coach"] * 6, 3), (["pilots"] + ["coach"] * 5, 0)])
    def test_g_27_ts_108_c_138_all_127_points_are_two_more(self, scored: list[str], ultimate: int) -> None:
        laid = [[("3C", "pilot_0"), ("4C", "coach_0")], [("3D", "pilot_0"), ("4D", "coach_0")]]
        laid += [[("3H", "pilot_0"), ("4H", "coach_0")], [("5C", "pilot_0"), ("6C", "coach_0")]]
        table = last_stage(pile=rumble_piles(laid), scored=scored, hands={"pilot_0": [], "coach_0": []})
        table.play("concede")
        assert int(table.state.basic[0]) == 7 and int(table.state.ultimate[0]) == ultimate

    @pytest.mark.parametrize(("scored", "extra"), [(["pilots", "pilots"], 1), (["coach", "pilots"], 0)])
    def test_ts_110_c_135_a_close_loser_takes_one_basic_spoil_after_the_winner(
        self, scored: list[str], extra: int
    ) -> None:
        """Pilots 3, Coach 4: more than half; Pilots 2, Coach 5: not."""
        opens = {"pilots": "coach_0", "coach": "pilot_0"}
        laid = [[("2C", "coach_0")]]
        for k, side in enumerate(scored):
            if laid[-1][-1][1] == opens[side]:
                laid[-1].append((f"{3 + 2 * k}D", "pilot_0" if side == "pilots" else "coach_0"))
            laid.append([(f"{4 + 2 * k}C", opens[side])])
        table = fight(sheet(threats=[WET]), hands={"pilot_0": [], "coach_0": []}, pile=piles(*laid))
        table.play("concede")
        assert table.state.basic.tolist() == [3, extra]
        table.play("spoil none")
        assert (table.agent == "pilot_0") is bool(extra)

    def test_ts_111_the_same_spoil_may_be_taken_again(self) -> None:
        table = won("pilots", 3)
        for _ in range(3):
            table.play("spoil trauma-threat")
            if table.phase == "buffer":
                table.play("accept")
        assert kinds(table).count("SPOIL_TAKEN") == 3 and world(table, "rating")[0] == 0

    def test_ts_111_the_rest_may_be_waived(self) -> None:
        table = won("pilots", 3)
        table.play("spoil none")
        assert table.over

    def test_ts_02_ts_55_ts_109_the_story_is_the_tables_but_the_points_stay_known(self) -> None:
        table = second_place()
        assert table.over and table.state.score.tolist() == [1, 2]
        assert table.view()["score"] == {"coach": 1, "pilots": 2} and table.view()["winner"] == "pilots"


def second_place() -> Table:
    """Return a Throwdown that Coach lost with a point."""
    table = fight(sheet(), hands={"pilot_0": ["9H"], "coach_0": []})
    table.play("escalate 9H")
    table.play("concede")
    while not table.over:
        table.play("spoil none")
    return table


def rumble_piles(stages: list[list[tuple[str, str]]]) -> list[dict[str, Any]]:
    """Return the Piles of a Rumble."""
    return piles(*stages, first="rumble")


class TestEffects:
    """What every spoil does: TS-03, TS-112 to TS-127."""

    def test_ts_112_chargeup(self) -> None:
        table = won("pilots")
        table.play("spoil chargeup-self")
        assert table.legal() == ["pilot pilot_0", "pilot pilot_1"]
        table.play("pilot pilot_1")
        assert world(table, "charges")[1:3] == [1, 5]
        table = won("pilots")
        table.play("spoil chargeup-team")
        assert world(table, "charges")[1:3] == [2, 2]

    def test_ts_112_self_is_an_involved_pilot(self) -> None:
        table = won("pilots", involved=["pilot_0"])
        table.play("spoil chargeup-self")
        assert world(table, "charges")[1:3] == [5, 1]

    def test_ts_113_favor_is_the_pilots_and_disfavor_coachs(self) -> None:
        table = won("pilots")
        table.play("spoil favor")
        table.play("faction 1")
        assert table.phase == "invest" and starting(table, "invest") == ["invest 8H", "invest 9H"]
        table.play("invest 8H")
        assert world(table, "favor_n")[1] == 1
        table = won("coach")
        table.play("spoil disfavor")
        table.play("faction 0")
        assert world(table, "strikes")[0] == 1

    def test_ts_113_me_52_the_fan_club_prevents_disfavor(self) -> None:
        table = won("coach", resources={"fan-club": 1})
        table.play("spoil disfavor")
        table.play("faction 0")
        assert table.agent == "pilot_0" and table.legal() == ["fan-club", "accept"]
        table.play("fan-club")
        assert world(table, "strikes")[0] == 0 and world(table, "resource")[1] == 0

    def test_ts_114_fortify(self) -> None:
        table = won("pilots")
        table.play("spoil fortify-self")
        table.play("pilot pilot_0")
        assert world(table, "buffers")[1:3] == [3, 0]
        table = won("pilots")
        table.play("spoil fortify-team")
        assert world(table, "buffers")[1:3] == [1, 1]

    def test_ts_115_purge(self) -> None:
        table = won("coach", buffers={"pilot_1": 1})
        table.play("spoil purge")
        table.play("pilot pilot_1")
        assert table.agent == "pilot_1" and table.phase == "buffer"
        table.play("accept")
        assert world(table, "charges")[1:3] == [1, 0]

    def test_ts_116_recover_a_pilot_or_a_threat(self) -> None:
        table = won("pilots")
        table.play("spoil recover-self")
        assert table.phase == "recover" and table.agent == "pilot_0"
        table.play("commitment steel")
        assert world(table, "commitment")[1] == [2, 3, 2, 0]
        table = won("coach")
        table.play("spoil recover-threat")
        assert world(table, "rating")[0] == 4

    def test_ts_117_replenish(self) -> None:
        table = won("pilots")
        table.play("spoil replenish")
        assert table.legal() == ["resource 0", "resource 1"]
        table.play("resource 1")
        assert world(table, "resource")[:2] == [2, 1]

    def test_ts_118_schism_on_the_team(self) -> None:
        table = won("coach", buffers={"pilot_1": 1})
        table.play("spoil schism-team")
        assert table.agent == "pilot_1" and table.phase == "buffer"  # anybody with a Buffer
        table.play("accept")
        assert world(table, "harmony") == 3

    def test_ts_119_trauma_on_a_pilot_or_a_threat(self) -> None:
        table = won("coach")
        table.play("spoil trauma-pilot")
        table.play("pilot pilot_1")
        table.play("commitment flesh")
        assert world(table, "commitment")[2] == [3, 2, 2, 1]
        table = won("pilots")
        table.play("spoil trauma-threat")
        table.play("accept")
        assert world(table, "rating")[0] == 2

    def test_ts_120_a_wave_for_nothing(self) -> None:
        table = won("coach")
        table.play("spoil wave")
        assert table.phase == "wave" and table.legal() == ["wave 0.0"]
        table.play("wave 0.0")
        assert world(table, "charges")[1] == 0 and size(table, 0) == 1

    def test_ts_121_ts_122_everybody_to_the_full(self) -> None:
        table = won("pilots")
        table.play("spoil chargeup-team-full")
        assert world(table, "charges")[1:3] == [5, 5]
        table = won("pilots")
        table.play("spoil fortify-team-full")
        assert world(table, "buffers")[1:3] == [3, 3]

    def test_ts_123_rally(self) -> None:
        table = won("pilots")
        table.play("spoil rally")
        assert world(table, "harmony") == 5

    def test_ts_124_rebuild_is_the_pilots_and_ruin_coachs(self) -> None:
        table = won("pilots")
        table.play("spoil rebuild")
        assert world(table, "location") == 3
        table = won("coach")
        table.play("spoil ruin")
        assert world(table, "location") == 1

    def test_ts_124_only_what_the_location_allows(self) -> None:
        table = won("pilots", location="standing")
        assert "rebuild" not in offered(table)
        table = won("coach", location="razed")
        assert "ruin" not in offered(table)

    def test_ts_125_recover_everything(self) -> None:
        table = won("pilots")
        table.play("spoil recover-self-all")
        assert world(table, "commitment")[1] == [PILOT[k] for k in ("steel", "flesh", "synch", "solo")]
        table = won("coach")
        table.play("spoil recover-threat-all")
        assert world(table, "rating")[0] == 5

    def test_ts_126_replenish_to_the_full(self) -> None:
        table = won("pilots")
        table.play("spoil replenish-full")
        table.play("resource 1")
        assert world(table, "resource")[:2] == [2, 2]

    def test_ts_127_a_storm_for_nothing(self) -> None:
        table = won("coach")
        table.play("spoil storm")
        table.play("storm 0.0")
        assert world(table, "harmony") == 2 and size(table, 0) == 1

    @pytest.mark.parametrize("side", ["pilots", "coach"])
    def test_ts_03_every_spoil_offered_changes_something(self, side: str) -> None:
        def gauges(table: Table) -> bytes:
            return table.state.world.tobytes()

        for name in sorted(offered(won(side))):
            table = won(side)
            before = gauges(table)
            table.play(f"spoil {name}")
            while table.phase not in ("spoil", "over") and not table.over:
                choices = [a for a in table.legal() if a not in ("buffer", "fan-club")]
                table.play(choices[0])
            assert gauges(table) != before, name


class TestFinalStep:
    """Discard and draw: TS-128, R-16."""

    def test_ts_128_gear_counts_for_the_hand_max(self) -> None:
        data = sheet({"gear": [{"name": "Bag", "hand_max": 1}]}, rules={"discard_and_draw": True})
        table = fight(data, hands={"pilot_0": ["9H"], "coach_0": []})
        table.play("concede")
        while not table.over:
            table.play("spoil none")
        assert (size(table, 1), size(table, 0)) == (4, 5)

    def test_r_16_coach_may_invest_what_is_left(self) -> None:
        threats = [{**THREAT}, {**THREAT, "name": "Rock"}]
        data = sheet(threats=threats, rules={"discard_and_draw": True, "coach_leftovers": "invest"})
        hand = ["9S", "8S", "7S", "6S", "4S", "3S", "2S"]
        table = fight(data, hands={"pilot_0": [], "coach_0": hand}, threats=[{"invested": ["KD"]}, {}])
        table.play("concede")
        table.play("spoil none")
        assert table.phase == "discard" and table.agent == "coach_0"
        assert "CARD_INVESTED" in of(table, "discard 2S")
        assert table.position()["threats"][1]["invested"] == ["2S"]
        table.play("discard 3S")
        assert table.over and size(table, 0) == 5
