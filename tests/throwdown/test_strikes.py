"""Strike Range in the stages edition, by clause and by golden example; see RULES.md for what each clause says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import piles, stage_one
from throwdown import Table
from throwdown.envs.fusion.sheets.setups import load_scenario


def play_strikes(card: str, top: str, strike: int, **more: Any) -> tuple[Table, list[str]]:
    """Have the Pilot Counter ``top`` with ``card`` at a Strike; return the table and what happened."""
    more = {"harmony": 6, "buffers": {"pilot_0": 0}, "charges": {"pilot_0": 0}, **more}
    table = stage_one(
        top, hands={"pilot_0": [card, "2C"], "coach_0": ["3C"]}, strike={"pilot_0": strike}, **more
    )
    return table, [event.kind for event in table.play(f"counter {card}")]


class TestStrike:
    """Strike Range: TS-05 to TS-14, G-01 to G-11."""

    @pytest.mark.parametrize(
        ("card", "kind"), [("3H", "RESONATED"), ("4H", None), ("5H", "DISSONATED"), ("KH", "DISSONATED")]
    )
    def test_g_01_ts_09_ts_10_safe_true_resonant_dissonant(self, card: str, kind: str | None) -> None:
        """The difference to the top card is what counts (TS-05): safe up to Strike (TS-07), true at 1 (TS-08)."""
        table, happened = play_strikes(card, "2S", 2)
        assert [k for k in happened if k in ("RESONATED", "DISSONATED")] == ([kind] if kind else [])
        world = table.state.world
        assert int(world.harmony) == (5 if kind == "DISSONATED" else 6)
        assert int(world.charges[1]) == (1 if kind == "RESONATED" else 0)

    def test_g_04_c_105_strike_0_is_true_but_dissonant(self) -> None:
        table, happened = play_strikes("7H", "6S", 0)
        assert "DISSONATED" in happened and "RESONATED" not in happened
        assert int(table.state.world.charges[1]) == 0

    def test_g_05_c_01_c_03_ace_beats_king_at_difference_0(self) -> None:
        _, happened = play_strikes("AH", "KS", 2)
        assert "COUNTERED" in happened and "RESONATED" not in happened and "DISSONATED" not in happened

    def test_g_06_ace_on_ten_is_resonant_and_on_nine_dissonant_at_strike_1(self) -> None:
        assert "RESONATED" in play_strikes("AH", "TS", 1)[1]
        assert "DISSONATED" in play_strikes("AH", "9S", 1)[1]

    def test_g_07_c_04_c_05_only_a_two_beats_an_ace_and_is_resonant(self) -> None:
        table = stage_one(
            "AS", hands={"pilot_0": ["2H", "3H", "KH"], "coach_0": ["3C"]}, strike={"pilot_0": 1}
        )
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter 2H"]
        assert "RESONATED" in play_strikes("2H", "AS", 1)[1]

    def test_g_08_ts_14_coach_cannot_play_beyond_his_strike(self) -> None:
        hand = ["5H", "6H", "7H", "8H", "KH", "3H"]
        table = stage_one("4S", by="pilot_0", hands={"coach_0": hand}, strike={"coach_0": 3})
        assert [a for a in table.legal() if a.startswith("counter")] == [
            "counter 5H",
            "counter 6H",
            "counter 7H",
        ]
        assert "Strike" in table.explain("counter 8H")

    @pytest.mark.parametrize("ratings", [(2, 3, 1)])
    def test_g_10_ts_38_coach_strike_is_the_top_rating_plus_one_for_each_other(
        self, ratings: tuple[int, ...]
    ) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["threats"] = [{"name": f"T{r}", "rating": r} for r in ratings]
        data["rules"] |= {"challenger": "coach_0", "threats": "all", "fights_for": "self"}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        assert int(table.state.conflict.strike[0]) == 5

    @pytest.mark.parametrize("stage", [1, 2, 3])
    def test_g_11_ts_11_schism_is_the_stage(self, stage: int) -> None:
        stages = [[("3C", "coach_0")], [("3D", "coach_0")], [("3H", "coach_0")]][:stage]
        if stage > 1:
            stages[0].append(("4C", "pilot_0"))
        if stage > 2:
            stages[1].append(("4D", "pilot_0"))
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["KS"], "coach_0": ["2C"]},
                "pile": piles(*stages),
                "turn": "pilot_0",
                "phase": "drive",
                "harmony": 7,
                "buffers": {"pilot_0": 0},
                "strike": {"pilot_0": 1},
            }
        )
        table.play("counter KS")
        assert int(table.state.world.harmony) == 7 - stage

    def test_ts_12_charge_tech_gives_strike_for_this_turn(self) -> None:
        table = stage_one(
            "4S",
            hands={"pilot_0": ["8H", "2C"], "coach_0": ["9C"]},
            strike={"pilot_0": 3},
            charges={"pilot_0": 2},
            phase="assist",
            turn="pilot_0",
            harmony=5,
        )
        table.play("charge 0")
        assert int(table.state.world.charges[1]) == 1
        assert "DISSONATED" not in [e.kind for e in table.play("counter 8H")]
        table.play("counter 9C")
        assert int(table.state.conflict.bonus[1]) == 0

    def test_c_104_coach_is_never_resonant(self) -> None:
        table = stage_one(
            "4S", by="pilot_0", hands={"coach_0": ["5H"], "pilot_0": ["2C"]}, strike={"coach_0": 3}
        )
        assert "RESONATED" not in [e.kind for e in table.play("counter 5H")]

    def test_ts_06_c_87_strike_is_a_snapshot(self) -> None:
        table = stage_one(
            "4S",
            hands={"pilot_0": ["7H", "2C"], "coach_0": ["9C"]},
            strike={"pilot_0": 3},
            commitments={"pilot_0": {"steel": 0, "flesh": 0}},
        )
        assert "DISSONATED" not in [e.kind for e in table.play("counter 7H")]
