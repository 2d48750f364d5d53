"""Initiative and sides in the stages edition, by clause; see RULES.md for what each clause says."""

from __future__ import annotations

from typing import Any

import pytest

from tests.throwdown.scenes import kinds, sheet
from throwdown import Table
from throwdown.envs.fusion.sheets.setups import load_scenario
from throwdown.envs.fusion.world.cards import NAMES


def lay_both(pilot: str, coach: str, pilot_strike: int = 3, coach_strike: int = 4, **options: Any) -> Table:
    """Return a game at the moment when both initiative cards have just been turned up; Coach keeps a 9S."""
    data = load_scenario("duel")[1].model_dump()
    data["pilots"][0] |= {
        "steel": pilot_strike,
        "flesh": pilot_strike,
        "synch": 0,
        "solo": 0,
        "buffer_max": 0,
    }
    data["threats"] = [{"name": "T", "rating": max(1, coach_strike)}]
    data["rules"]["fights_for"] = "self"
    position = {
        "phase": "answer",
        "turn": "pilot_0",
        "challenger": "coach_0",
        "sealed": {"coach_0": coach},
        "hands": {"pilot_0": [pilot, "2C"], "coach_0": ["2D", "3D", "9S"]},
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
        won, schism = (next(e for e in table.events if e.kind == k) for k in ("INITIATIVE_WON", "DISSONATED"))
        assert (won.seat, won.amount, schism.seat, schism.amount) == (1, 4, 1, 1)
        assert int(table.state.world.harmony) == 4
        view = table.view()
        assert view["trash"] == ["5C"]
        assert view["pile"] == [{"opened": "initiative", "cards": [{"card": "9H", "by": "pilot_0"}]}]
        assert (table.agent, table.phase, view["stage"]) == ("coach_0", "drive", 1)
        assert "block 9S" not in table.legal() and "initiative" in table.explain("block 9S")

    def test_g_14_ts_43_c_82_coach_out_of_range_gives_the_commander_a_card(self) -> None:
        table = lay_both("3D", "KC")
        assert "CARD_DRAWN" in kinds(table)
        hand = table.state.world.hand[1]
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

    @pytest.mark.parametrize(
        ("pilot", "coach", "won"),
        [("9H", "7C", (1, "9H", 2, 1)), ("5H", "KC", (0, "KC", 8, 1)), ("QS", "QH", (1, "QS", 0, 1))],
    )
    def test_ts_41_all_that_is_told_of_initiative(
        self, pilot: str, coach: str, won: tuple[int, str, int, int]
    ) -> None:
        """Both cards are turned up; who has won lays hers first in stage 1, so far beyond the other's."""
        table = lay_both(pilot, coach)
        told = [
            (e.kind, e.seat, NAMES[e.card], e.amount, e.number)
            for e in table.events
            if e.kind.startswith("INITIATIVE") or e.kind == "CARD_DISCARDED"
        ]
        seat, card, gap, stage = won
        lost = coach if seat else pilot
        assert told == [
            ("INITIATIVE_LAID", 1, pilot, 1, 0),
            ("INITIATIVE_REVEALED", 0, coach, 1, 0),
            ("INITIATIVE_REVEALED", 1, pilot, 1, 0),
            ("INITIATIVE_WON", seat, card, gap, stage),
            ("CARD_DISCARDED", 1 - seat, lost, 1, 0),
        ]

    def test_c_80_initiative_can_be_resonant(self) -> None:
        table = lay_both("9H", "8C")
        assert "RESONATED" in kinds(table)
        assert int(table.state.world.charges[1]) == 1

    def test_c_06_a_two_does_not_beat_an_ace_in_initiative(self) -> None:
        assert lay_both("2H", "AS").agent == "pilot_0"

    def test_g_16_ts_44_c_78_identical_cards_are_laid_again(self) -> None:
        table = lay_both("7D", "7D")
        assert table.phase == "relay" and "INITIATIVE_TIED" in kinds(table)
        table.play("initiative 2D")
        table.play("initiative 2C")
        assert table.agent == "pilot_0" and int(table.state.stage) == 1

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
        data["rules"] |= {"challenger": "coach_0", "threats": "all"}
        table = Table.deal(seed=3, scenario=data)
        table.play(table.legal()[0])
        assert table.agent == "pilot_0"
        table.play("refuse")
        assert table.agent == "pilot_1"
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        assert table.history[-1][0] == "pilot_1"
        assert int(table.state.conflict.commander[1]) == 2

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
        data["rules"] |= {"challenger": "coach_0"}
        table, phases = Table.deal(seed=5, scenario=data), []
        while table.phase not in ("drive", "assist", "over"):
            if not phases or phases[-1] != table.phase:
                phases.append(table.phase)
            legal = table.legal()
            gave = sum(1 for _, a in table.history if a.startswith("give"))
            done = "done" in legal and gave >= 2
            table.play("done" if done else "support" if "support" in legal else legal[0])
        assert phases[:7] == ["challenge", "threats", "answer", "support", "vote", "give", "return"]
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
        data["rules"] |= {"challenger": "pilot_1", "fights_for": "team", "threats": "all"}
        data["harmony"] = harmony
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        while table.phase == "support":
            table.play("support")
        assert int(table.state.conflict.involved[1:].sum()) == most

    def test_g_41_ts_34_ts_35_c_86_give_and_return(self) -> None:
        data = load_scenario("trio")[1].model_dump()
        data["rules"] |= {"challenger": "pilot_0", "fights_for": "team", "threats": "all"}
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
            return sum(int(w).bit_count() for w in table.state.world.hand[seat])

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
        data["rules"] |= {"challenger": challenger, "fights_for": "self"}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(table.legal()[0])
        assert int(table.state.conflict.strike[1]) == data["pilots"][0][stat]

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
        data["rules"] |= {"challenger": "pilot_0", "threats": "all"}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        table.play(next(a for a in table.legal() if a.startswith("initiative")))
        table.play("stay-out")
        table.play("stay-out")
        table.play("vote-team")
        table.play("vote-self")
        assert table.agent == "coach_0" and table.phase == "vote"
        table.play("vote-team")
        assert int(table.state.for_team) == 1

    def test_ts_37_c_88_coach_draws_whole_stacks(self) -> None:
        data = load_scenario("duel")[1].model_dump()
        data["rules"] |= {"challenger": "coach_0", "fights_for": "self"}
        table = Table.deal(seed=1, scenario=data)
        table.play(table.legal()[0])
        events = table.play(table.legal()[0])
        taken = [e for e in events if e.kind == "INVESTED_CARDS_TAKEN"]
        assert len(taken) == 2 and not any(int(w) for w in table.state.world.stack.ravel())


class TestTies:
    """Two cards of one face: TS-44, C-78, C-151."""

    @staticmethod
    def tied(challenger: str, hands: dict[str, list[str]], **options: Any) -> Table:
        """Return a game in which both have just laid the 7D; pilot_1 commands."""
        position = {"phase": "challenge", "turn": challenger, "hands": hands}
        table = Table.from_position(
            position, scenario=sheet({}, {"solo": 0, "synch": 0}, rules={"challenger": challenger}), **options
        )
        table.play("initiative 7D")
        while not table.over and table.phase in ("answer", "support"):
            wanted = ("initiative 7D", "refuse") if table.agent != "pilot_0" else ("refuse", "stay-out")
            table.play(next(a for a in (*wanted, "stay-out") if a in table.legal()))
        return table

    @pytest.mark.parametrize(("first", "second"), [("coach_0", "pilot_1"), ("pilot_1", "coach_0")])
    def test_c_151_the_challenger_lays_anew_first(self, first: str, second: str) -> None:
        table = self.tied(first, {"coach_0": ["7D", "9C"], "pilot_1": ["7D", "8C"]})
        tied = next(e for e in table.events if e.kind == "INITIATIVE_TIED")
        assert NAMES[tied.card] == "7D"
        assert table.position()["trash"] == ["7D", "7D"]
        cards = {"coach_0": "9C", "pilot_1": "8C"}
        for seat in (first, second):
            assert (table.agent, table.phase, table.legal()) == (seat, "relay", [f"initiative {cards[seat]}"])
            table.play(f"initiative {cards[seat]}")
        assert table.view()["pile"][0]["cards"] == [{"card": "9C", "by": "coach_0"}]

    @pytest.mark.parametrize("short", ["coach_0", "pilot_1"])
    def test_c_78_who_has_no_other_card_calls_it_off(self, short: str) -> None:
        hands = {seat: ["7D"] if seat == short else ["7D", "9C"] for seat in ("coach_0", "pilot_1")}
        table = self.tied("coach_0", hands)
        assert table.over and table.position()["result"] == "called off"
        assert kinds(table)[-3:-1] == ["CARD_DISCARDED", "CALLED_OFF"]
