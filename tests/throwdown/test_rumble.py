"""How a Rumble begins and goes on, by clause: TS-63, TS-70 to TS-75, TS-52, TS-53, TS-88, TS-103, G-21, G-22."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import (
    GIANT,
    ONE,
    ROBO,
    RUMBLES,
    THREAT,
    TWO,
    fight,
    last_stage,
    of,
    rumbles,
    sheet,
    size,
    skip,
    starting,
    third,
    world,
)
from throwdown import Table
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.subjects import Subject


class TestInitiate:
    """When and how a Rumble begins."""

    def test_ts_57_ts_66_ts_71_it_is_the_way_on_from_stage_3(self) -> None:
        table = third(ONE)
        assert starting(table, "rumble") == ["rumble 6H", "rumble 7H", "rumble 8H"]
        assert not starting(table, "escalate")
        table.play("rumble 6H")
        state = table.state
        assert int(state.stage) == 4 and state.score.tolist() == [4, 3]
        assert state.pile_card[: int(state.pile_n)].tolist() == [18]  # only the 6H is left

    def test_ts_71_c_152_all_piles_are_discarded(self) -> None:
        table = third(ONE)
        table.play("rumble 6H")
        assert not {"3C", "4C", "3D", "4D", "5H"} & {c for h in table.position()["hands"].values() for c in h}
        assert table.position()["pile"] == [{"opened": "rumble", "cards": [{"card": "6H", "by": "pilot_0"}]}]

    def test_ts_71_the_turn_passes_after_the_regrouping(self) -> None:
        assert rumbles(ONE).agent == "coach_0"
        assert rumbles(ONE, by="coach_0").agent == "pilot_0"

    def test_ts_63_g_33_the_opener_cannot_be_blocked(self) -> None:
        table = skip(rumbles(ONE, hands={"pilot_0": ["6H"], "coach_0": ["6S", "7S"]}))
        assert not starting(table, "block") and "started the Rumble" in table.explain("block 6S")

    def test_ts_74_g_35_there_is_only_one_rumble(self) -> None:
        table = skip(rumbles(ONE))
        assert not starting(table, "rumble") and "TS-74" in table.explain("rumble 7S")

    @pytest.mark.parametrize(("option", "legal"), [("stage-3", False), ("any", True)])
    def test_c_109_in_stage_3_or_in_any_of_the_first(self, option: str, legal: bool) -> None:
        data = sheet({"robo": ROBO}, rules={"rumble_from": option}, **RUMBLES)
        table = fight(data)
        assert bool(starting(table, "rumble")) is legal
        if legal:
            table.play("rumble 9H")
            assert table.state.score.tolist() == [1, 0] and int(table.state.stage) == 4

    @pytest.mark.parametrize(
        ("crisis", "giant", "legal"),
        [
            ({"tier": 2, "gate": 3, "needs_giant": False}, False, False),
            ({"tier": 3, "gate": 3, "needs_giant": False}, False, True),
            ({"tier": 3, "gate": 3, "needs_giant": True}, False, False),
            ({"tier": 3, "gate": 3, "needs_giant": True}, True, True),
        ],
    )
    def test_ts_75_sy_31_coach_needs_a_crisis(self, crisis: dict[str, Any], giant: bool, legal: bool) -> None:
        data = sheet({"robo": ROBO}, **{**RUMBLES, "crisis": crisis, "threats": [GIANT if giant else THREAT]})
        table = third(data, by="coach_0")
        assert bool(starting(table, "rumble")) is legal
        if not legal:
            assert "TS-75" in table.explain("rumble 6S")

    def test_c_118_somebody_must_be_able_to_be_the_head(self) -> None:
        table = third(ONE, endurance={"pilot_0": 0})
        assert not starting(table, "rumble") and "Endurance" in table.explain("rumble 6H")

    def test_ts_70_g_37_c_106_nobody_must_concede_who_could_rumble(self) -> None:
        table = third(ONE, hands={"pilot_0": ["3S"], "coach_0": ["6S"]})
        assert table.legal() == ["rumble 3S", "concede"]

    def test_ts_70_g_37_in_stage_7_nothing_is_left(self) -> None:
        table = last_stage(hands={"pilot_0": ["3S"], "coach_0": []})
        assert table.legal() == ["concede"]

    def test_ts_72_c_103_coachs_opener_obeys_his_strike(self) -> None:
        table = third(
            ONE, by="coach_0", hands={"coach_0": ["6S", "TS"], "pilot_0": []}, strike={"coach_0": 4}
        )
        assert starting(table, "rumble") == ["rumble 6S"]

    @pytest.mark.parametrize(("card", "kind"), [("6H", "RESONATED"), ("9H", None), ("TH", "DISSONATED")])
    def test_ts_72_c_102_c_156_the_pilots_opener_is_held_against_harmony(
        self, card: str, kind: str | None
    ) -> None:
        """At Harmony 4 on a 5: 1 above is Resonant, 4 above safe, 5 above Dissonant by the Rumble stage, 1."""
        table = third(ONE, hands={"pilot_0": [card], "coach_0": []}, strike={"pilot_0": 0})
        happened = of(table, f"rumble {card}")
        assert [k for k in happened if k in ("RESONATED", "DISSONATED")] == ([kind] if kind else [])
        assert world(table, "endurance")[1] == (3 if kind == "DISSONATED" else 4)

    def test_c_156_positions_come_before_the_openers_check(self) -> None:
        table = third(TWO, hands={"pilot_0": ["TH"], "coach_0": []})
        assert "DISSONATED" not in of(table, "rumble TH") and table.phase == "position"
        happened = of(table, "position 1")
        assert happened[:4] == ["POSITION_TAKEN", "POSITION_TAKEN", "FORM_ASSEMBLED", "DISSONATED"]
        assert table.phase == "endurance" and table.agent == "pilot_1"  # the Head says whose

    def test_c_156_ts_129_the_openers_damage_lands_before_the_head_draws(self) -> None:
        table = third(TWO, hands={"pilot_0": ["TH"], "coach_0": []})
        table.play("rumble TH")
        table.play("position 1")
        assert table.phase == "endurance" and size(table, 2) == 0
        assert table.position()["after"] == "head-draw"
        happened = of(Table.from_position(table.position(), scenario=TWO), "pilot pilot_0")
        assert happened == of(table, "pilot pilot_0")
        assert happened[:5] == ["ENDURANCE_LOST", *["CARD_DRAWN"] * 4] and size(table, 2) == 4

    def test_c_156_ts_129_a_head_whom_it_routs_draws_nothing(self) -> None:
        table = third(ONE, hands={"pilot_0": ["TH"], "coach_0": []}, endurance={"pilot_0": 1})
        happened = of(table, "rumble TH")
        assert happened[-2:] == ["CONCEDED", "STAGE_SCORED"] and "ROUTED" in happened
        assert "CARD_DRAWN" not in happened and table.phase == "spoil" and size(table, 1) == 0


class TestStages:
    """Four stages more: TS-52, TS-53, TS-88, TS-103, G-21, G-22."""

    def test_ts_53_without_positions_three_stages_are_all(self) -> None:
        table = third(sheet({"robo": ROBO}, resources=RUMBLES["resources"]))
        assert starting(table, "rumble", "escalate") == []
        assert "no Rumble" in table.explain("rumble 6H")

    def test_g_22_ts_52_ts_88_seven_stages_double(self) -> None:
        """Coach yields every stage: Escalate, Escalate, Rumble, three Escalates, Concede: 127 to 0."""
        hands = {
            "coach_0": ["2C", "2D", "2H", "2S", "2C", "2D"],
            "pilot_0": ["3C", "3D", "3H", "3S", "3C", "3D"],
        }
        table, seen = fight(ONE, by="pilot_0", hands=hands), []
        for k, card in enumerate(hands["coach_0"]):
            skip(table).play(f"{'rumble' if k == 2 else 'escalate'} {card}")
            while table.phase == "share":
                table.play("done")
            seen.append(int(table.state.score[1]))
            skip(table).play(f"counter {hands['pilot_0'][k]}")
        skip(table).play("concede")
        assert seen == [1, 3, 7, 15, 31, 63] and table.state.score.tolist() == [0, 127]

    def test_g_21_scores_of_five_stages(self) -> None:
        hands = {"pilot_0": ["6H", "7H", "8H"], "coach_0": ["6S", "7S", "8S"]}
        table = fight(ONE, hands=hands)
        table.play("escalate 6H")  # Coach 1
        table.play("escalate 6S")  # Pilots 2
        table = skip(table)
        table.play("rumble 7H")  # Coach 5
        while table.phase == "share":
            table.play("done")
        table.play("escalate 7S")  # Pilots 10
        skip(table).play("concede")  # Coach 21
        assert table.state.score.tolist() == [21, 10] and table.state.basic.tolist() == [5, 0]

    def test_ts_103_nothing_comes_after_the_fourth(self) -> None:
        table = last_stage(hands={"pilot_0": ["3S", "KH"], "coach_0": []})
        assert starting(table, "escalate", "rumble") == [] and "stage 7" in table.explain("escalate 3S")
        table.play("concede")
        assert table.state.score.sum() == 127


def test_tp_74_all_that_is_told_of_a_rumble() -> None:
    """Who opens it and how far, Positions, the Form's gauges as they change, what is shared with whom, the stages."""
    data = {**sheet(*[{"robo": {**ROBO, "endurance": 2}}] * 3, **RUMBLES), "harmony": 3}
    hands = {"pilot_0": ["6H", "AC"], "pilot_1": ["8H"], "pilot_2": ["3H"]}
    hands["coach_0"] = ["7S", "9S", "KD", "QS", "9D"]
    deck = {"next": ["2C", "2D", "2H", "4S"]}
    table = third(data, commander="pilot_1", turn="pilot_1", hands=hands, deck=deck)
    for action in (
        "ask pilot_0",
        "rumble 6H",
        "position 0",
        "position 1",
        "give 2C",
        "pilot pilot_2",
        "done",
    ):
        table.play(action)
    for action in ("counter 7S", *("rumble-tech",) * 3, "ask pilot_0", "escalate AC"):
        table.play(action)
    charge, strike, buffer = int(Kind.RUMBLE_CHARGE), int(Kind.RUMBLE_STRIKE), int(Kind.FORM_BUFFER)
    apart = ("ABILITY_USED", "EFFECT_AIMED", "DECK_RESHUFFLED")
    assert [(e.kind, e.seat, e.amount, e.number) for e in table.events if e.kind not in apart] == [
        ("ALLY_ASKED", 2, 1, 0),
        ("STAGE_SCORED", 0, 4, 3),
        ("RUMBLE_INITIATED", 1, 1, 0),
        *(("POSITION_TAKEN", 2, 0, 0), ("POSITION_TAKEN", 1, 1, 0), ("POSITION_TAKEN", 3, 2, 0)),
        ("FORM_ASSEMBLED", 2, 3, 0),
        *(("RESONATED", 1, 1, 0), ("CHARGED", 1, 1, 0)),
        *(("CARD_DRAWN", 2, 1, 0),) * 3,
        *(("CARD_SHARED", 2, 3, 0), ("SHARING_ENDED", 2, 1, 0)),
        *(("CARD_DRAWN", 0, 1, 0), ("COUNTERED", 0, 1, 0)),
        *(("FORM_STRENGTHENED", 1, charge, -1), ("RATING_LOWERED", 0, 1, 0)),
        *(("FORM_STRENGTHENED", 2, charge, -1), ("FORM_STRENGTHENED", 2, strike, 1)),
        *(("FORM_STRENGTHENED", 3, charge, -1), ("FORM_STRENGTHENED", 2, buffer, 1)),
        *(("ALLY_ASKED", 2, 1, 0), ("STAGE_SCORED", 0, 8, 4), ("ESCALATED", 1, 4, 5)),
    ]
    aimed = [(e.seat, e.amount, e.number) for e in table.events if e.kind == "EFFECT_AIMED"]
    assert aimed == [(1, int(Kind.TRAUMA), int(Subject.THREATS))]
    shared = [e.kind for e in table.events].index("CARD_SHARED")
    seen = [table.events_seen(seat)[shared].card for seat in range(4)]
    assert seen == [-1, -1, NAMES.index("2C"), NAMES.index("2C")]
