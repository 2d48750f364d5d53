"""The stages edition by clause and by golden example; see RULES.md for what each clause says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import kinds, piles, sheet
from throwdown import InvalidConfig, Table
from throwdown.envs.fusion import order
from throwdown.envs.fusion.sheets import load_scenario
from throwdown.envs.registry import find_game


def scene(
    top: str,
    by: str = "coach_0",
    hands: dict[str, list[str]] | None = None,
    under: list[tuple[str, str]] | None = None,
    opened: str = "initiative",
    scenario: str = "duel",
    options: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """Return stage 1 with ``top`` on the Pile (over ``under``) and the other side to Drive."""
    cards = [{"card": c, "by": p} for c, p in under or []] + [{"card": top, "by": by}]
    position = {"hands": hands or {}, "pile": [{"opened": opened, "cards": cards}], "phase": "drive", **more}
    return Table.from_position(position, scenario=scenario, **(options or {}))


def play_strikes(card: str, top: str, strike: int, **more: Any) -> tuple[Table, list[str]]:
    """Have the Pilot Counter ``top`` with ``card`` at a Strike; return the table and what happened."""
    more = {"harmony": 6, "buffers": {"pilot_0": 0}, "charges": {"pilot_0": 0}, **more}
    table = scene(top, hands={"pilot_0": [card, "2C"], "coach_0": ["3C"]}, strike={"pilot_0": strike}, **more)
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
        world = table.state["world"]
        assert int(world["harmony"]) == (5 if kind == "DISSONATED" else 6)
        assert int(world["charges"][1]) == (1 if kind == "RESONATED" else 0)

    def test_g_04_c_105_strike_0_is_true_but_dissonant(self) -> None:
        table, happened = play_strikes("7H", "6S", 0)
        assert "DISSONATED" in happened and "RESONATED" not in happened
        assert int(table.state["world"]["charges"][1]) == 0

    def test_g_05_c_01_c_03_ace_beats_king_at_difference_0(self) -> None:
        _, happened = play_strikes("AH", "KS", 2)
        assert "COUNTERED" in happened and "RESONATED" not in happened and "DISSONATED" not in happened

    def test_g_06_ace_on_ten_is_resonant_and_on_nine_dissonant_at_strike_1(self) -> None:
        assert "RESONATED" in play_strikes("AH", "TS", 1)[1]
        assert "DISSONATED" in play_strikes("AH", "9S", 1)[1]

    def test_g_07_c_04_c_05_only_a_two_beats_an_ace_and_is_resonant(self) -> None:
        table = scene("AS", hands={"pilot_0": ["2H", "3H", "KH"], "coach_0": ["3C"]}, strike={"pilot_0": 1})
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter 2H"]
        assert "RESONATED" in play_strikes("2H", "AS", 1)[1]

    def test_g_08_ts_14_coach_cannot_play_beyond_his_strike(self) -> None:
        hand = ["5H", "6H", "7H", "8H", "KH", "3H"]
        table = scene("4S", by="pilot_0", hands={"coach_0": hand}, strike={"coach_0": 3})
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
        data["rules"]["challenger"] = "coach_0"
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        assert int(table.state["scene"]["strike"][0]) == 5

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
        assert int(table.state["world"]["harmony"]) == 7 - stage

    def test_ts_12_charge_tech_gives_strike_for_this_turn(self) -> None:
        table = scene(
            "4S",
            hands={"pilot_0": ["8H", "2C"], "coach_0": ["9C"]},
            strike={"pilot_0": 3},
            charges={"pilot_0": 2},
            phase="assist",
            turn="pilot_0",
            harmony=5,
        )
        table.play("charge 0")
        assert int(table.state["world"]["charges"][1]) == 1
        assert "DISSONATED" not in [e.kind for e in table.play("counter 8H")]
        table.play("counter 9C")
        assert int(table.state["scene"]["bonus"][1]) == 0

    def test_c_104_coach_is_never_resonant(self) -> None:
        table = scene("4S", by="pilot_0", hands={"coach_0": ["5H"], "pilot_0": ["2C"]}, strike={"coach_0": 3})
        assert "RESONATED" not in [e.kind for e in table.play("counter 5H")]

    def test_ts_06_c_87_strike_is_a_snapshot(self) -> None:
        table = scene(
            "4S",
            hands={"pilot_0": ["7H", "2C"], "coach_0": ["9C"]},
            strike={"pilot_0": 3},
            commitments={"pilot_0": {"steel": 0, "flesh": 0}},
        )
        assert "DISSONATED" not in [e.kind for e in table.play("counter 7H")]


def lay_both(pilot: str, coach: str, pilot_strike: int = 3, coach_strike: int = 4, **options: Any) -> Table:
    """Return a game at the moment when both initiative cards have just been turned up."""
    data = load_scenario("duel")[1].model_dump()
    data["pilots"][0] |= {
        "steel": pilot_strike,
        "flesh": pilot_strike,
        "synch": 0,
        "solo": 0,
        "buffer_max": 0,
    }
    data["threats"] = [{"name": "T", "rating": max(1, coach_strike)}]
    position = {
        "phase": "answer",
        "turn": "pilot_0",
        "challenger": "coach_0",
        "sealed": {"coach_0": coach},
        "hands": {"pilot_0": [pilot, "2C"], "coach_0": ["2D", "3D"]},
        "harmony": 5,
        "charges": {"pilot_0": 0},
    }
    table = Table.from_position(position, scenario=data, **options)
    table.play(f"initiative {pilot}")
    return table


class TestInitiative:
    """Initiative: TS-17 to TS-47, G-13 to G-16."""

    def test_g_13_ts_42_c_79_pilot_wins_dissonantly(self) -> None:
        """Strike counts for her initiative card (TS-21); it stays and cannot be Blocked (TS-46)."""
        table = lay_both("9H", "5C")
        assert int(table.state["world"]["harmony"]) == 4
        assert table.agent == "coach_0" and table.phase == "drive"
        assert "5C" in table.view()["trash"] or "5C" in str(table.view())
        assert not any(a.startswith("block") for a in table.legal())

    def test_g_14_ts_43_c_82_coach_out_of_range_gives_the_commander_a_card(self) -> None:
        table = lay_both("3D", "KC")
        assert "CARD_DRAWN" in kinds(table)
        hand = table.state["world"]["hand"][1]
        assert sum(int(w).bit_count() for w in hand) == 2
        assert table.agent == "pilot_0"

    def test_ts_43_coach_in_range_gives_nothing(self) -> None:
        table = lay_both("9D", "KC")
        assert "CARD_DRAWN" not in kinds(table)

    def test_g_15_ts_41_ts_47_c_81_suit_breaks_the_tie_and_is_no_resonance(self) -> None:
        table = lay_both("QS", "QH")
        happened = kinds(table)
        assert "RESONATED" not in happened and "DISSONATED" not in happened
        assert table.agent == "coach_0"

    def test_c_80_initiative_can_be_resonant(self) -> None:
        table = lay_both("9H", "8C")
        assert "RESONATED" in kinds(table)
        assert int(table.state["world"]["charges"][1]) == 1

    def test_c_06_a_two_does_not_beat_an_ace_in_initiative(self) -> None:
        assert lay_both("2H", "AS").agent == "pilot_0"

    def test_g_16_ts_44_c_78_identical_cards_are_laid_again(self) -> None:
        table = lay_both("7D", "7D")
        assert table.phase == "relay" and "INITIATIVE_TIED" in kinds(table)
        table.play("initiative 2D")
        table.play("initiative 2C")
        assert table.agent == "pilot_0" and int(table.state["stage"]) == 1

    def test_g_16_ts_44_or_called_off_for_nothing(self) -> None:
        table = lay_both("7D", "7D", initiative_tie="call-off")
        while not table.over:
            table.play(table.legal()[0])
        assert set(table.returns().values()) == {0.0}

    @pytest.mark.parametrize("reward", ["win", "score", "stakes"])
    def test_ts_22_c_145_refusal_loses_without_spoils(self, reward: str) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["rules"]["challenger"] = "coach_0"
        table = Table.deal(seed=2, scenario=data, reward=reward)
        table.play(table.legal()[0])
        table.play("refuse")
        while not table.over:
            table.play(table.legal()[0])
        expected = -0.5 if reward == "stakes" else -1.0
        assert table.returns()["pilot_0"] == pytest.approx(expected, abs=0.06)
        assert "SPOIL_TAKEN" not in kinds(table) and "STAGE_SCORED" not in kinds(table)

    def test_ts_18_ts_24_pilots_in_seat_order_may_answer(self) -> None:
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "coach_0"}
        table = Table.deal(seed=3, scenario=data)
        table.play(table.legal()[0])
        assert table.agent == "pilot_0"
        table.play("refuse")
        assert table.agent == "pilot_1"
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        assert table.history[-1][0] == "pilot_1"
        assert int(table.state["scene"]["commander"][1]) == 2

    def test_c_77_an_empty_hand_cannot_answer(self) -> None:
        position = {
            "phase": "challenge",
            "turn": "coach_0",
            "challenger": "coach_0",
            "hands": {"coach_0": ["9C"], "pilot_0": []},
        }
        table = Table.from_position(position, discard_and_draw=False)
        table.play("initiative 9C")
        assert table.over and "CHALLENGE_REFUSED" in kinds(table)

    def test_the_order_of_the_text(self) -> None:
        """Challenge, sealed cards, sides, questions, bonus draws, swap, invested cards, reveal, stage 1 (TS-04)."""
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "coach_0", "fights_for": "vote"}
        table, phases = Table.deal(seed=5, scenario=data), []
        while table.phase not in ("drive", "assist", "over"):
            if not phases or phases[-1] != table.phase:
                phases.append(table.phase)
            legal = table.legal()
            gave = sum(1 for _, a in table.history if a.startswith("give"))
            done = "done" in legal and gave >= 2
            table.play("done" if done else "support" if "support" in legal else legal[0])
        assert phases[:6] == ["challenge", "answer", "support", "vote", "give", "return"]
        happened = kinds(table, 1)
        marks = ["INITIATIVE_LAID", "SUPPORTED", "VOTED", "QUESTIONS_ANSWERED", "CARD_DRAWN", "CARD_GIVEN"]
        marks += ["INVESTED_CARDS_TAKEN", "INITIATIVE_REVEALED", "INITIATIVE_WON"]
        places = [happened.index(m) for m in marks]
        assert places == sorted(places)

    def test_ts_42_ts_45_the_free_card_comes_before_the_discard(self) -> None:
        """C-150."""
        table = lay_both("3D", "KC")
        happened = kinds(table, 1)
        assert happened.index("CARD_DRAWN") < happened.index("CARD_DISCARDED")


class TestSides:
    """Sides, questions, draws: TS-23 to TS-38, G-40 to G-42."""

    @pytest.mark.parametrize(("harmony", "most"), [(1, 1), (2, 2), (3, 3)])
    def test_g_40_ts_26_headcount_is_harmony(self, harmony: int, most: int) -> None:
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "pilot_1", "fights_for": "team"}
        data["harmony"] = harmony
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        while table.phase == "support":
            table.play("support")
        assert int(table.state["scene"]["involved"][1:].sum()) == most

    def test_g_41_ts_34_ts_35_c_86_give_and_return(self) -> None:
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "pilot_0", "fights_for": "team"}
        data["pilots"][0] |= {"synch": 4}
        for pilot in data["pilots"]:
            pilot["gear"] = []
        data["deck"] = {"jokers": 0}
        table = Table.deal(seed=4, scenario=data)
        table.play(table.legal()[0])
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        table.play("support")
        table.play("stay-out")

        def size(seat: int) -> int:
            return sum(int(w).bit_count() for w in table.state["world"]["hand"][seat])

        assert size(1) == 6 and table.agent == "pilot_1" and table.phase == "give"
        for _ in range(2):
            table.play(next(a for a in table.legal() if a.startswith("give")))
        assert size(1) == 8
        table.play("done")
        assert table.agent == "pilot_0" and table.phase == "return"
        for _ in range(2):
            table.play(next(a for a in table.legal() if a.startswith("give")))
        assert size(1) == 6 and size(2) == 3

    @pytest.mark.parametrize(("challenger", "stat"), [("pilot_0", "steel"), ("coach_0", "flesh")])
    def test_g_42_ts_36_steel_if_they_began_flesh_if_not(self, challenger: str, stat: str) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["rules"]["challenger"] = challenger
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        assert int(table.state["scene"]["strike"][1]) == data["pilots"][0][stat]

    @pytest.mark.parametrize(("fights_for", "stat"), [("team", "synch"), ("self", "solo")])
    def test_ts_33_bonus_draw(self, fights_for: str, stat: str) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["rules"] |= {"challenger": "coach_0", "fights_for": fights_for}
        data["pilots"][0] |= {"synch": 5, "solo": 1}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        events = table.play(table.legal()[0])
        questions = [e.kind for e in events].index("QUESTIONS_ANSWERED")
        reveal = [e.kind for e in events].index("INITIATIVE_REVEALED")
        drawn = [e for e in events[questions:reveal] if e.kind == "CARD_DRAWN"]
        assert len(drawn) == data["pilots"][0][stat] and {e.seat for e in drawn} == {1}

    def test_ts_29_c_85_votes_and_coach_breaks_a_tie(self) -> None:
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "pilot_0", "fights_for": "vote"}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        table.play("stay-out")
        table.play("stay-out")
        table.play("vote-team")
        table.play("vote-self")
        assert table.agent == "coach_0" and table.phase == "vote"
        table.play("vote-team")
        assert int(table.state["for_team"]) == 1

    def test_ts_37_c_88_coach_draws_whole_stacks(self) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["rules"]["challenger"] = "coach_0"
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        events = table.play(table.legal()[0])
        taken = [e for e in events if e.kind == "INVESTED_CARDS_TAKEN"]
        assert len(taken) == 2 and not any(int(w) for w in table.state["world"]["stack"].ravel())


class TestDrives:
    """Drives and scoring: TS-48 to TS-70, G-20 to G-39."""

    def test_g_28_ts_58_counter_needs_a_higher_rank(self) -> None:
        table = scene("8S", hands={"pilot_0": ["8H", "9C"], "coach_0": ["3C"]})
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter 9C"]

    @pytest.mark.parametrize(("option", "counts"), [(0, (7, 5, 3, 1)), (1, (6, 4, 2, 0))])
    def test_g_29_c_94_number_of_blockers(self, option: int, counts: tuple[int, ...]) -> None:
        for suit, count in enumerate(counts):
            word = int(order.BLOCKS[option, 8 * 4 + suit])
            copies = 2 * word.bit_count() - (1 if option == 0 else 0)
            assert copies == count

    def test_g_30_ts_59_ts_60_block(self) -> None:
        table = scene(
            "9D", by="coach_0", under=[("5C", "pilot_0")], hands={"pilot_0": ["9H"], "coach_0": ["KC", "6C"]}
        )
        table.play("block 9H")
        state = table.state
        assert int(state["pile_n"]) == 1 and table.agent == "coach_0"
        assert int(state["score"].sum()) == 0
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
        assert table.state["score"].tolist() == [1, 0]
        table.play("block 9D")
        assert int(table.state["stage"]) == 1 and table.state["score"].tolist() == [0, 0]
        assert table.agent == "pilot_0" and "SCORE_NEGATED" in kinds(table)

    def test_g_33_ts_62_initiative_card_cannot_be_blocked(self) -> None:
        table = scene("9C", hands={"pilot_0": ["9S", "2C"], "coach_0": ["3C"]})
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
        assert int(table.state["stage"]) == 2
        table.play("block JH")
        assert int(table.state["stage"]) == 1 and table.state["score"].tolist() == [0, 0]

    def test_c_99_other_effects_of_a_negated_escalate_stand(self) -> None:
        table = scene(
            "4S",
            hands={"pilot_0": ["KC"], "coach_0": ["KD", "2C"]},
            under=[("3C", "pilot_0")],
            strike={"pilot_0": 1},
            harmony=6,
            buffers={"pilot_0": 0},
        )
        table.play("escalate KC")
        assert int(table.state["world"]["harmony"]) == 4
        table.play("block KD")
        assert int(table.state["world"]["harmony"]) == 4 and int(table.state["stage"]) == 1

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
        table = scene(
            "6S",
            hands={"pilot_0": [card], "coach_0": ["2C"]},
            strike={"pilot_0": 2},
            harmony=7,
            buffers={"pilot_0": 0},
        )
        happened = [e.kind for e in table.play(f"escalate {card}")]
        assert [k for k in happened if k in ("RESONATED", "DISSONATED")] == ([kind] if kind else [])
        assert int(table.state["world"]["harmony"]) == (5 if kind == "DISSONATED" else 7)

    def test_g_36_c_103_coach_cannot_escalate_beyond_his_strike(self) -> None:
        table = scene("6S", by="pilot_0", hands={"coach_0": ["9C", "8C", "4C"]}, strike={"coach_0": 2})
        assert [a for a in table.legal() if a.startswith("escalate")] == ["escalate 4C", "escalate 8C"]

    def test_c_141_c_142_escalate_against_a_leading_ace(self) -> None:
        hand = ["2H", "QH", "KH"]
        table = scene("AS", by="pilot_0", hands={"coach_0": hand}, strike={"coach_0": 1})
        assert [a for a in table.legal() if a.startswith("escalate")] == ["escalate 2H", "escalate QH"]

    def test_g_38_c_106_empty_hand_must_concede(self) -> None:
        assert scene("8S", hands={"pilot_0": [], "coach_0": ["3C"]}).legal() == ["concede"]

    def test_c_108_conceding_at_once_is_legal(self) -> None:
        assert "concede" in scene("3S", hands={"pilot_0": ["9C"], "coach_0": ["3C"]}).legal()

    def test_g_20_ts_15_ts_51_scores_of_three_stages(self) -> None:
        table = scene(
            "3S",
            hands={"pilot_0": ["3H"], "coach_0": ["4H"]},
            strike={"pilot_0": 5, "coach_0": 5},
        )
        table.play("escalate 3H")
        table.play("escalate 4H")
        if table.phase == "assist":
            table.play("pass")
        table.play("concede")
        assert table.state["score"].tolist() == [5, 2]

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


def finished(scored: str, stage: int, **more: Any) -> Table:
    """Return a position in which pilot_0 is about to concede; ``scored`` is who scored so far: ``cp…``."""
    names, other = {"c": "coach_0", "p": "pilot_0"}, {"c": "p", "p": "c"}
    ranks, stages = iter("23456789TJQK"), []
    for k in range(stage):
        laid = [other[scored[k - 1]] if k else "c"]
        last = scored[k] if k < len(scored) else "c"  # who yields a stage is not the one who leads it
        if laid[-1] != last:
            laid.append(last)
        stages.append([(f"{next(ranks)}C", names[who]) for who in laid])
    return Table.from_position(
        {"pile": piles(*stages), "phase": "drive", "hands": {}, **more}, discard_and_draw=False
    )


class TestOutcome:
    """Outcome, spoils, final step: TS-104 to TS-128, G-23 to G-27."""

    def test_g_23_ts_68_ts_107_conceding_at_once_is_a_wipe(self) -> None:
        table = scene("3S", hands={"pilot_0": [], "coach_0": []})
        table.play("concede")
        assert table.state["score"].tolist() == [1, 0]
        assert table.state["basic"].tolist() == [1, 0] and table.state["ultimate"].tolist() == [1, 0]

    @pytest.mark.parametrize(
        ("mine", "theirs", "extra"),
        [(4, 3, True), (5, 2, False), (2, 1, False), (6, 1, False), (7, 0, False)],
    )
    def test_g_25_c_135_losers_extra_basic(self, mine: int, theirs: int, extra: bool) -> None:
        stage = (mine + theirs + 1).bit_length() - 1
        scored = "".join("c" if mine >> k & 1 else "p" for k in range(stage - 1))
        table = finished(scored, stage, charges={"pilot_0": 0})
        table.play("concede")
        assert table.state["score"].tolist() == [mine, theirs]
        assert int(table.state["basic"][1]) == int(extra)
        assert int(table.state["basic"][0]) == stage
        assert int(table.state["ultimate"][0]) == int(theirs == 0)

    def test_g_24_c_98_scores_sum_to_the_stage_bits(self) -> None:
        for stage in (1, 2, 3):
            for bits in range(2 ** (stage - 1)):
                scored = "".join("cp"[bits >> k & 1] for k in range(stage - 1))
                table = finished(scored, stage)
                table.play("concede")
                coach, pilots = table.state["score"].tolist()
                assert coach + pilots == 2**stage - 1 and coach > pilots

    def test_ts_106_c_137_winner_then_loser(self) -> None:
        table = finished("pp", 3, charges={"pilot_0": 0})
        table.play("concede")
        assert table.agent == "coach_0" and table.phase == "spoil"
        table.play("spoil none")
        assert table.agent == "pilot_0" and table.phase == "spoil"

    def test_spoils_that_would_change_nothing_are_not_offered(self) -> None:
        table = scene(
            "3S",
            by="pilot_0",
            hands={"coach_0": []},
            charges={"pilot_0": 3},
            buffers={"pilot_0": 2},
            harmony=7,
        )
        table.play("concede")
        assert set(table.legal()) == {"spoil trauma-threat", "spoil none"}

    def test_ts_119_me_71_threat_buffers_and_defeat(self) -> None:
        """Also G-68: a Threat of Rating 1 with one Buffer takes two points."""
        table = scene("3S", by="pilot_0", hands={"coach_0": []}, threats=[{"rating": 1, "buffers": 1}])
        table.play("concede")
        table.play("spoil trauma-threat")
        assert table.agent == "coach_0" and table.phase == "buffer"
        table.play("buffer")
        assert int(table.state["world"]["rating"][0]) == 1
        assert int(table.state["world"]["threat_buffers"][0]) == 0

    def test_ts_123_rally_raises_harmony(self) -> None:
        table = scene("3S", by="pilot_0", hands={"coach_0": []}, harmony=4)
        table.play("concede")
        table.play("spoil rally")
        assert int(table.state["world"]["harmony"]) == 5

    def test_g_61_me_26_rally_at_violet_charges_the_team(self) -> None:
        table = scene("3S", by="pilot_0", hands={"coach_0": []}, harmony=7, charges={"pilot_0": 0})
        table.play("concede")
        table.play("spoil rally")
        assert int(table.state["world"]["harmony"]) == 7 and int(table.state["world"]["charges"][1]) == 1

    def test_ts_128_c_148_discard_then_draw_then_the_piles(self) -> None:
        hands = {"pilot_0": ["4C", "5C", "6C", "7C"], "coach_0": ["9C"]}
        table = scene("3S", hands=hands, charges={"pilot_0": 3})
        table.play("concede")
        while table.phase in ("spoil", "buffer", "commitment"):
            table.play("spoil none" if "spoil none" in table.legal() else table.legal()[-1])
        assert table.agent == "pilot_0" and table.phase == "discard"
        table.play("discard 4C")
        assert table.over
        world = table.state["world"]
        assert [sum(int(w).bit_count() for w in world["hand"][p]) for p in (0, 1)] == [5, 3]
        assert int(table.state["pile_n"]) == 0

    def test_c_139_a_dead_side_gets_no_extra_spoil(self) -> None:
        alive = finished("pp", 3, charges={"pilot_0": 0})
        dead = finished("pp", 3, charges={"pilot_0": 0}, commitments={"pilot_0": {"steel": 0}})
        for table, extra in ((alive, 1), (dead, 0)):
            table.play("concede")
            assert int(table.state["basic"][1]) == extra


class TestDamage:
    """Schism, Trauma, Buffers: TS-10, ME-60 to ME-71, C-24 to C-27, G-62."""

    @staticmethod
    def schism(stage: int, harmony: int, buffers: int, **more: Any) -> Table:
        """Return a game just after a Dissonant Counter in a stage."""
        stages = [[("3C", "coach_0")], [("3D", "coach_0")], [("3H", "coach_0")]][:stage]
        for k in range(stage - 1):
            stages[k].append((f"4{'CD'[k]}", "pilot_0"))
        position = {
            "hands": {"pilot_0": ["KS"], "coach_0": ["2C"]},
            "pile": piles(*stages),
            "turn": "pilot_0",
            "phase": "drive",
            "harmony": harmony,
            "buffers": {"pilot_0": buffers},
            "strike": {"pilot_0": 1},
        }
        table = Table.from_position(position, **more)
        table.play("counter KS")
        return table

    def test_g_62_schism_2_from_3_is_1_without_trauma(self) -> None:
        table = self.schism(2, 3, 0)
        assert int(table.state["world"]["harmony"]) == 1 and table.phase == "drive"

    def test_g_62_me_63_strife_at_red_is_trauma(self) -> None:
        table = self.schism(3, 2, 0)
        assert int(table.state["world"]["harmony"]) == 1
        traumas = 0
        while table.phase == "commitment":
            assert table.agent == "pilot_0"
            table.play("commitment synch")
            traumas += 1
        assert traumas == 2 and int(table.state["world"]["commitment"][1, 2]) == 2

    def test_me_64_one_buffer_per_point_is_her_decision(self) -> None:
        table = self.schism(2, 5, 2)
        assert table.agent == "pilot_0" and table.legal() == ["buffer", "accept"]
        table.play("buffer")
        table.play("accept")
        assert int(table.state["world"]["harmony"]) == 4 and int(table.state["world"]["buffers"][1]) == 1

    def test_c_24_clipped_option_loses_points_beyond_red(self) -> None:
        table = self.schism(3, 2, 0, schism="clipped")
        assert int(table.state["world"]["harmony"]) == 1 and table.phase == "drive"

    def test_c_155_trauma_each_hits_the_whole_table(self) -> None:
        table = Table.from_position(
            {
                "hands": {"pilot_0": ["KS"], "coach_0": ["2C"]},
                "pile": piles([("3C", "coach_0")]),
                "phase": "drive",
                "commander": "pilot_0",
                "involved": ["pilot_0"],
                "harmony": 1,
                "buffers": {"pilot_0": 0, "pilot_1": 0, "pilot_2": 0},
                "strike": {"pilot_0": 1},
            },
            scenario="trio",
        )
        table.play("counter KS")
        seen = []
        while table.phase == "commitment":
            seen.append(table.agent)
            table.play("commitment steel")
        assert seen == ["pilot_0", "pilot_1", "pilot_2"]


class TestDeck:
    """The deck: CD-02 to CD-28, C-10, C-11, C-15, G-65, G-67."""

    def test_g_67_census(self) -> None:
        faces = find_game("throwdown-v0").configure("duel", {}).template["cfg"]["faces"][0, 0]
        low = (1 << 52) - 1
        assert sum((int(w) & low).bit_count() for w in faces) == 104
        assert sum((int(w) >> 52).bit_count() for w in faces) == 4

    def test_g_65_c_11_a_joker_surfaces_after_a_draw(self) -> None:
        table = scene(
            "KC",
            by="coach_0",
            hands={"pilot_0": [], "coach_0": []},
            charges={"pilot_0": 0},
            deck={"next": ["4C", "*r", "5C"]},
        )
        table.play("concede")
        while not table.over:
            table.play("spoil none" if "spoil none" in table.legal() else table.legal()[-1])
        surfaced = [e for e in table.events if e.kind == "JOKER_SURFACED"]
        assert len(surfaced) >= 1 and int(table.state["world"]["omens"]) == len(surfaced)
        drawn = [e for e in table.events if e.kind == "CARD_DRAWN"]
        assert len(drawn) == 8

    @pytest.mark.parametrize(("deck_out", "drawn"), [("reshuffle", 6), ("no-cards", 0)])
    def test_c_15_an_empty_deck_takes_its_trash_back(self, deck_out: str, drawn: int) -> None:
        trash = [r + s for r in "3456" for s in "DS" for _ in range(2)]
        trash.remove("3D")
        options = {"discard_and_draw": True, "deck_out": deck_out}
        table = scene("3D", scenario="small", hands={}, trash=trash, charges={"pilot_0": 1}, options=options)
        table.play("concede")
        while not table.over:
            table.play(table.legal()[-1])
        happened = kinds(table)
        assert happened.count("CARD_DRAWN") == drawn and ("DECK_RESHUFFLED" in happened) == (drawn > 0)

    def test_c_16_separate_decks(self) -> None:
        table = Table.deal(seed=1, decks="separate")
        decks = table.state["world"]["decks"]
        assert int(decks["n"][0]) > 0 and int(decks["n"][1]) > 0
        while not table.over:
            table.play(table.legal()[0])


class TestOptions:
    """Every ruling marked as an option is one, and its default is the ruling."""

    def test_c_01_ace_as_plain_eleven(self) -> None:
        table = scene("JS", hands={"pilot_0": ["AH", "QH"], "coach_0": ["3C"]}, options={"ace": "eleven"})
        assert [a for a in table.legal() if a.startswith("counter")] == ["counter QH"]

    def test_c_01_ace_as_plain_fourteen(self) -> None:
        table = scene(
            "KS",
            hands={"pilot_0": ["AH"], "coach_0": ["3C"]},
            strike={"pilot_0": 1},
            options={"ace": "fourteen"},
        )
        assert "RESONATED" in [e.kind for e in table.play("counter AH")]

    def test_c_04_without_two_beats_ace(self) -> None:
        table = scene("AS", hands={"pilot_0": ["2H"], "coach_0": ["3C"]}, options={"two_beats_ace": False})
        assert not any(a.startswith("counter") for a in table.legal())

    def test_c_94_strict_block(self) -> None:
        hands = {"pilot_0": ["9D", "9H"], "coach_0": ["3C"]}
        table = scene("9D", under=[("5C", "pilot_0")], hands=hands, options={"block": "higher"})
        assert [a for a in table.legal() if a.startswith("block")] == ["block 9H"]

    @pytest.mark.parametrize(("reference", "happens"), [("zero", True), ("exempt", False)])
    def test_c_100_escalate_reference(self, reference: str, happens: bool) -> None:
        table = scene(
            "6S",
            hands={"pilot_0": ["9H"], "coach_0": ["2C"]},
            strike={"pilot_0": 3},
            buffers={"pilot_0": 0},
            options={"escalate_reference": reference},
        )
        assert ("DISSONATED" in [e.kind for e in table.play("escalate 9H")]) is happens

    def test_unknown_rule_value_names_the_field(self) -> None:
        with pytest.raises(InvalidConfig, match=r"block"):
            Table.deal(block="sometimes")
