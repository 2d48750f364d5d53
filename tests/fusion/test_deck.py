"""Group 1 of the inventory: cards and the deck (CD-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.scenes import helped
from tests.gambit.support import duel
from tests.pile.support import fight as pile_fight, pile_of, plain, play
from tests.throwdown.scenes import (
    THREAT,
    assisting,
    coach_assisting,
    fight,
    finish,
    hand_of,
    kinds,
    of,
    sheet,
    starting,
    tech,
    world,
)
from throwdown import InvalidPosition, Table

LADDER = "23456789TJQKA"


def laid(table: Table, action: str) -> int:
    """Play a card and return the Strike difference that is told."""
    return next(e.amount for e in table.play(action) if e.kind in ("COUNTERED", "ESCALATED"))


class TestCards:
    """Ranks, suits, Aces and Jokers."""

    @pytest.mark.parametrize("seed", [1, 2])
    def test_cd_01_cards_are_the_only_chance(self, seed: int) -> None:
        """Where the next cards are known, another stream of chance changes nothing."""
        data = sheet(rules={"discard_and_draw": True})
        told = []
        for count in (0, 5):
            table = fight(
                data,
                deck={"next": ["3C", "4D", "5H", "6S", "7C", "8C", "9C"]},
                rng={"key": seed, "count": count},
            )
            for action in ("counter 9H", "concede"):
                table.play(action)
            finish(table)
            told.append([(e.kind, e.seat, e.card, e.amount) for e in table.events])
        assert told[0] == told[1] and len(told[0]) > 5

    def test_cd_04_one_deck_serves_coach_and_pilots(self) -> None:
        data = sheet(rules={"discard_and_draw": True}, coach={"hand_max": 1})
        hands: dict[str, list[str]] = {"pilot_0": [], "coach_0": []}
        table = fight(data, hands=hands, deck={"next": ["3C", "4D", "5H", "6S"]})
        table.play("concede")
        finish(table)
        assert (hand_of(table, "coach_0"), hand_of(table, "pilot_0")) == (["3C"], ["4D", "5H", "6S"])

    def test_cd_07_pl_06_a_back_tells_nothing(self) -> None:
        """What others see of a hand is its size: another hand of that size looks the same."""
        seen = []
        for hand in (["3S", "4S"], ["KD", "AC"]):
            table = fight(sheet(), hands={"pilot_0": ["9H"], "coach_0": hand})
            told = table.view("pilot_0")
            seen.append((table.observe("pilot_0").tolist(), told["hands"], told["hand_sizes"]))
            assert sorted(table.view("coach_0")["hands"]["coach_0"]) == sorted(hand)
        assert seen[0] == seen[1]

    @pytest.mark.parametrize(("card", "gap"), [("JH", 1), ("QH", 2), ("KH", 3)])
    def test_cd_08_jack_queen_and_king_are_11_to_13(self, card: str, gap: int) -> None:
        assert laid(fight(sheet(), "TC", hands={"pilot_0": [card]}), f"counter {card}") == gap

    @pytest.mark.parametrize("face", ["JS", "QS", "KS"])
    def test_cd_09_cd_31_a_face_is_a_number_and_a_price(self, face: str) -> None:
        """A Wave takes a face or an Ace, a Storm an Ace, and numbers pay for neither."""
        wet = {**THREAT, "waves": [tech("+Strife")], "storms": [tech("+Strife")]}
        for hand, legal in (([face], ["wave 0.0"]), (["AS"], ["storm 0.0", "wave 0.0"]), (["TS"], [])):
            table = coach_assisting(sheet(threats=[wet]), [*hand, "2S"])
            assert sorted(starting(table, "wave", "storm")) == legal
        assert f"counter {face}" in fight(sheet(), "TC", hands={"pilot_0": [face]}).legal()

    def test_cd_10_op_07_op_08_a_pair_beaten_back_turns_over_as_one(self) -> None:
        """Two cards go face-down, and the one that lay on top comes to lie lowest."""
        t = pile_fight(
            "4D@coach_0 7C@pilot_0 9H@coach_0", {"coach_0": "KC", "pilot_0": "9S"}, scenario=plain(1)
        )
        t.play("beat-back 9S")
        assert pile_of(t) == ["9S-", "9H-", "4D", "7C"]
        assert [card["face_down"] for card in t.view()["pile"]] == [True, True, False, False]

    def test_cd_11_cd_12_spades_hearts_diamonds_clubs(self) -> None:
        """The suit settles equal initiative cards, and who can Block whom."""
        for k, suit in enumerate("CDHS"):
            hands = {"pilot_0": [f"9{s}" for s in "CDHS"]}
            laid = [{"card": "5C", "by": "pilot_0"}, {"card": f"9{suit}", "by": "coach_0"}]
            pile = [{"opened": "initiative", "cards": laid}]
            position = {"hands": hands, "pile": pile, "phase": "drive", "commander": "pilot_0"}
            table = Table.from_position({**position, "involved": ["pilot_0"]}, scenario=sheet())
            assert starting(table, "block") == [f"block 9{s}" for s in "CDHS"[k:]]
        for pilot, coach, winner in (("QD", "QC", 1), ("QD", "QH", 0), ("QS", "QH", 1)):
            assert self.leads(pilot, coach) == winner

    @staticmethod
    def leads(pilot: str, coach: str) -> int:
        """Return the seat that wins initiative with these cards."""
        hands = {"coach_0": [coach, "2C"], "pilot_0": [pilot, "2C"]}
        table = Table.from_position({"hands": hands, "phase": "challenge"}, scenario=sheet())
        table.play(f"initiative {coach}")
        table.play(f"initiative {pilot}")
        while "INITIATIVE_WON" not in kinds(table):
            table.play(table.legal()[-1])
        return next(e.seat for e in table.events if e.kind == "INITIATIVE_WON")

    @pytest.mark.parametrize(("card", "charges"), [("7C", 1), ("7D", 2), ("7H", 3), ("7S", 4)])
    def test_cd_13_a_suits_value(self, card: str, charges: int) -> None:
        scenario = plain(1)
        scenario["pilots"][0]["charge_max"] = 5
        t = pile_fight(
            "3C@coach_0 4H@coach_0",
            {"coach_0": "KC", "pilot_0": card},
            scenario=scenario,
            charges={"pilot_0": 0},
        )
        play(t, "recharge", f"discard {card}")
        assert t.view()["pilots"]["pilot_0"]["charges"] == charges

    def test_cd_15_cd_20_cd_22_an_ace_beats_all_but_itself_and_only_a_two_beats_it(self) -> None:
        """Laid on an Ace only a Two counters, not a Three nor more; an Ace is legal on everything below it."""
        hand = [f"{rank}H" for rank in LADDER]
        for top in LADDER:
            table = fight(sheet(), f"{top}C", hands={"pilot_0": hand})
            countering = {a.split()[1][0] for a in starting(table, "counter")}
            above = set(LADDER[LADDER.index(top) + 1 :])
            assert countering == ({"2"} if top == "A" else above)

    def test_cd_16_cd_21_an_ace_is_eleven_or_under_a_two_one(self) -> None:
        assert laid(fight(sheet(), "8C", hands={"pilot_0": ["AH"]}), "counter AH") == 11 - 8
        assert laid(fight(sheet(), "AC", hands={"pilot_0": ["2H"]}), "counter 2H") == 2 - 1
        assert laid(fight(sheet(), "AC", hands={"pilot_0": ["2H"]}), "escalate 2H") == 0, "not laid on it"

    def test_cd_18_in_a_gambit_an_ace_is_eleven(self) -> None:
        assert duel("AS", "TD").phase == "consequence"
        assert [duel("AS", threshold).phase for threshold in ("JD", "QD")] == ["outcome", "outcome"]

    def test_cd_19_an_ace_tops_initiative_and_plays(self) -> None:
        assert self.leads("AC", "KS") == 1 and self.leads("KS", "AC") == 0
        assert "counter AH" in fight(sheet(), "KC", hands={"pilot_0": ["AH"]}).legal()

    def test_cd_26_pl_19_a_joker_becomes_an_active_omen(self) -> None:
        """It leaves the deck for Coach's side of the table at once, and lies nowhere else."""
        data = sheet({"charges": 0, "techs": [tech("+Draw:Self(1)")]}, deck={"jokers": 1})
        table = assisting(data, deck={"next": ["4C", "*r", "5C"], "jokers": ["*r"]}, charges={"pilot_0": 0})
        table.play("tech 0")
        told = table.position()
        assert (told["omens"], told["spent"], told["deck"]["next"]) == (1, 0, ["5C"])
        assert told["charges"]["pilot_0"] == 1 and "4C" in told["hands"]["pilot_0"]
        assert "*" not in "".join([*told["trash"], *told["hands"]["pilot_0"]])

    @pytest.mark.parametrize("place", ["trash", "hands.pilot_0", "pile"])
    def test_cd_27_no_joker_lies_in_a_pile_a_hand_or_the_trash(self, place: str) -> None:
        """The Trash and a Pile refuse one; Tarry lays a Joker aside rather than discard it."""
        more: dict[str, Any] = {"trash": ["*r"]} if place == "trash" else {}
        hands = {"pilot_0": ["*r"]} if place == "hands.pilot_0" else {}
        with pytest.raises(InvalidPosition, match="Joker"):
            fight(sheet(deck={}), "*r" if place == "pile" else "5C", hands=hands, **more)
        table = helped(
            "+Tarry",
            omens=2,
            sheet_of={"deck": {}},
            deck={"next": ["3C", "*b", "4C"], "jokers": ["*r", "*b"]},
        )
        assert sorted(set(table.position()["trash"]) & {"3C", "4C", "*b"}) == ["3C", "4C"]
        assert world(table, "omens") == 3

    def test_cd_30_aces_pay_for_techs(self) -> None:
        pilot = {"techs": [tech("+Rally", cost={"cards": 1, "card": "ace"})]}
        without = assisting(sheet(pilot), hands={"pilot_0": ["KH", "9H"], "coach_0": ["3C"]})
        assert "tech 0" not in without.legal()
        table = assisting(sheet(pilot), hands={"pilot_0": ["AH", "KH"], "coach_0": ["3C"]})
        table.play("tech 0")
        assert table.legal() == ["discard AH"] and of(table, "discard AH")[-1] == "HARMONY_RAISED"

    def test_cd_32_both_sides_may_lay_the_same_card(self) -> None:
        hands = {"coach_0": ["7D", "2C"], "pilot_0": ["7D", "3C"]}
        table = Table.from_position({"hands": hands, "phase": "challenge"}, scenario=sheet())
        table.play("initiative 7D")
        table.play("initiative 7D")
        assert "INITIATIVE_TIED" in kinds(table)
