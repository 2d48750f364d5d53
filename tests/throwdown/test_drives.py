"""Drives in the stages edition, by clause; see RULES.md for what each clause says."""

from __future__ import annotations

import pytest

from tests.throwdown.scenes import fight, kinds, piles, sheet, stage_one, tech
from throwdown import Table
from throwdown.envs.fusion.world import order
from throwdown.envs.fusion.world.cards import NAMES


class TestDrives:
    """Drives and scoring: TS-48 to TS-70, G-20 to G-39."""

    def test_g_28_ts_58_counter_needs_a_higher_rank(self) -> None:
        table = stage_one("8S", hands={"pilot_0": ["8H", "9C"], "coach_0": ["3C"]})
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter 9C"]

    @pytest.mark.parametrize(("option", "counts"), [(0, (7, 5, 3, 1)), (1, (6, 4, 2, 0))])
    def test_g_29_c_94_number_of_blockers(self, option: int, counts: tuple[int, ...]) -> None:
        for suit, count in enumerate(counts):
            word = int(order.BLOCKS[option, 8 * 4 + suit])
            copies = 2 * word.bit_count() - (1 if option == 0 else 0)
            assert copies == count

    def test_g_30_ts_59_ts_60_block(self) -> None:
        table = stage_one(
            "9D", by="coach_0", under=[("5C", "pilot_0")], hands={"pilot_0": ["9H"], "coach_0": ["KC", "6C"]}
        )
        table.play("block 9H")
        state = table.state
        assert int(state.pile_n) == 1 and table.agent == "coach_0"
        assert int(state.score.sum()) == 0
        assert {"9D", "9H"} <= set(table.position()["trash"])

    def test_g_31_ts_61_block_of_an_escalate(self) -> None:
        table = Table.from_position(
            {
                "hands": {"coach_0": ["9D", "2C"], "pilot_0": ["KC"]},
                "pile": piles([("5C", "pilot_0"), ("7D", "coach_0")], [("9C", "pilot_0")]),
                "turn": "coach_0",
                "phase": "drive",
            }
        )
        assert table.state.score.tolist() == [1, 0]
        table.play("block 9D")
        assert int(table.state.stage) == 1 and table.state.score.tolist() == [0, 0]
        assert table.agent == "pilot_0" and "SCORE_NEGATED" in kinds(table)

    def test_g_33_ts_62_initiative_card_cannot_be_blocked(self) -> None:
        table = stage_one("9C", hands={"pilot_0": ["9S", "2C"], "coach_0": ["3C"]})
        assert not any(a.startswith("block") for a in table.legal())
        assert "initiative" in table.explain("block 9S").lower()

    def test_g_34_c_96_late_block_of_an_escalate(self) -> None:
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["QD", "2C"], "coach_0": ["JH", "3C"]},
                "pile": piles([("5C", "pilot_0"), ("7D", "coach_0")], [("JH", "pilot_0"), ("QC", "coach_0")]),
                "turn": "pilot_0",
                "phase": "drive",
            }
        )
        table.play("block QD")
        assert int(table.state.stage) == 2
        table.play("block JH")
        assert int(table.state.stage) == 1 and table.state.score.tolist() == [0, 0]

    def test_c_99_other_effects_of_a_negated_escalate_stand(self) -> None:
        table = stage_one(
            "4S",
            hands={"pilot_0": ["KC"], "coach_0": ["KD", "2C"]},
            under=[("3C", "pilot_0")],
            strike={"pilot_0": 1},
            harmony=6,
            buffers={"pilot_0": 0},
        )
        table.play("escalate KC")
        assert int(table.state.world.harmony) == 4
        table.play("block KD")
        assert int(table.state.world.harmony) == 4 and int(table.state.stage) == 1

    def test_g_35_ts_66_no_escalate_in_stage_3(self) -> None:
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["KC", "2D"], "coach_0": ["3C"]},
                "pile": piles(
                    [("3C", "coach_0"), ("4C", "pilot_0")],
                    [("3D", "coach_0"), ("4D", "pilot_0")],
                    [("3H", "coach_0")],
                ),
                "turn": "pilot_0",
                "phase": "drive",
            }
        )
        assert not any(a.startswith("escalate") for a in table.legal())
        assert "stage 3" in table.explain("escalate KC").lower()

    @pytest.mark.parametrize(
        ("card", "kind"), [("4H", None), ("8H", None), ("9H", "DISSONATED"), ("7H", "RESONATED")]
    )
    def test_g_36_ts_65_c_100_c_101_c_102_escalate_and_strike(self, card: str, kind: str | None) -> None:
        table = stage_one(
            "6S",
            hands={"pilot_0": [card], "coach_0": ["2C"]},
            strike={"pilot_0": 2},
            harmony=7,
            buffers={"pilot_0": 0},
        )
        happened = [e.kind for e in table.play(f"escalate {card}")]
        assert [k for k in happened if k in ("RESONATED", "DISSONATED")] == ([kind] if kind else [])
        assert int(table.state.world.harmony) == (5 if kind == "DISSONATED" else 7)

    def test_g_36_c_103_coach_cannot_escalate_beyond_his_strike(self) -> None:
        table = stage_one("6S", by="pilot_0", hands={"coach_0": ["9C", "8C", "4C"]}, strike={"coach_0": 2})
        assert [a for a in table.legal() if a.startswith("escalate")] == ["escalate 4C", "escalate 8C"]

    def test_c_141_c_142_escalate_against_a_leading_ace(self) -> None:
        hand = ["2H", "QH", "KH"]
        table = stage_one("AS", by="pilot_0", hands={"coach_0": hand}, strike={"coach_0": 1})
        assert [a for a in table.legal() if a.startswith("escalate")] == ["escalate 2H", "escalate QH"]

    def test_g_38_c_106_empty_hand_must_concede(self) -> None:
        assert stage_one("8S", hands={"pilot_0": [], "coach_0": ["3C"]}).legal() == ["concede"]

    def test_c_108_conceding_at_once_is_legal(self) -> None:
        assert "concede" in stage_one("3S", hands={"pilot_0": ["9C"], "coach_0": ["3C"]}).legal()

    def test_g_20_ts_15_ts_51_scores_of_three_stages(self) -> None:
        table = stage_one(
            "3S",
            hands={"pilot_0": ["3H"], "coach_0": ["4H"]},
            strike={"pilot_0": 5, "coach_0": 5},
        )
        table.play("escalate 3H")
        table.play("escalate 4H")
        if table.phase == "assist":
            table.play("pass")
        table.play("concede")
        assert table.state.score.tolist() == [5, 2]

    def test_g_39_ts_48_ts_56_c_91_c_153_team_turn(self) -> None:
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["2C"], "pilot_1": ["9C"], "pilot_2": ["TC"], "coach_0": ["3C"]},
                "pile": piles([("8S", "coach_0")]),
                "phase": "assist",
                "turn": "pilot_0",
                "commander": "pilot_0",
                "involved": ["pilot_0", "pilot_1", "pilot_2"],
                "charges": {"pilot_0": 1, "pilot_1": 1, "pilot_2": 1},
                "strike": {"pilot_0": 1, "pilot_1": 1, "pilot_2": 1},
            },
            scenario=sheet({}, {}, {}),
        )
        for seat in ("pilot_0", "pilot_1", "pilot_2"):
            assert table.agent == seat and table.legal() == ["charge 0", "pass"]
            table.play("charge 0")
        assert table.agent == "pilot_0" and table.phase == "drive"
        assert {"ask pilot_1", "ask pilot_2", "concede"} <= set(table.legal())
        table.play("ask pilot_1")
        assert table.agent == "pilot_1" and "concede" not in table.legal()
        table.play("hand-back")
        assert "ask pilot_1" not in table.legal() and "ask pilot_2" in table.legal()
        table.play("ask pilot_2")
        events = table.play("counter TC")
        assert "DISSONATED" not in [e.kind for e in events]  # C-92: her own Strike, raised by her own Charge
        assert table.agent == "coach_0"

    def test_which_allies_may_be_asked_never_depends_on_their_cards(self) -> None:
        for hand in ([], ["AS"]):
            table = Table.from_position(
                {
                    "hands": {"pilot_0": ["2C"], "pilot_1": hand, "coach_0": ["3C"]},
                    "pile": piles([("8S", "coach_0")]),
                    "phase": "drive",
                    "commander": "pilot_0",
                    "involved": ["pilot_0", "pilot_1"],
                },
                scenario="trio",
            )
            assert "ask pilot_1" in table.legal()


def test_tp_74_all_that_is_told_of_drives() -> None:
    """Asked, handed back, Countered, Blocked, Escalated, Conceded: who, how far, which stage and its points."""
    trick = tech("+Strike:Self(1)", cost={"charges": 1})
    data = sheet({"techs": [trick]}, {}, charge_techs=[], threats=[{"name": "Wall", "rating": 6}])
    hands = {"pilot_0": ["6H", "TD", "2S"], "pilot_1": ["JC", "KH"], "coach_0": ["8S", "6S", "QD", "3H"]}
    table = fight(data, top="5C", hands=hands)
    for action in (
        "ask pilot_1",
        "hand-back",
        "counter 6H",
        "block 6S",
        "pass",
        "ask pilot_1",
        "escalate JC",
    ):
        table.play(action)
    for action in ("escalate QD", "pass", "concede", "spoil none"):
        table.play(action)
    assert [(e.kind, e.seat, e.amount, e.number) for e in table.events] == [
        ("ALLY_ASKED", 1, 2, 0),
        ("DRIVE_HANDED_BACK", 2, 1, 0),
        ("COUNTERED", 1, 1, 0),
        ("RESONATED", 1, 1, 0),
        ("CHARGED", 1, 1, 0),
        ("BLOCKED", 0, NAMES.index("6H"), 0),
        ("ASSIST_PASSED", 1, 1, 0),
        ("ALLY_ASKED", 1, 2, 0),
        ("STAGE_SCORED", 0, 1, 1),
        ("ESCALATED", 2, 6, 2),
        ("DISSONATED", 2, 2, 2),
        ("HARMONY_LOST", 2, 1, 0),
        ("HARMONY_LOST", 2, 1, 0),
        ("STAGE_SCORED", 1, 2, 2),
        ("ESCALATED", 0, 1, 3),
        ("ASSIST_PASSED", 1, 1, 0),
        ("CONCEDED", 1, 1, 3),
        ("STAGE_SCORED", 0, 4, 3),
        ("SPOILS_WAIVED", 0, 3, 0),
        ("THROWDOWN_ENDED", 0, 1, 0),
    ]
