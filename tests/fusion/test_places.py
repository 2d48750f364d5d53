"""Groups 2 and 3 of the inventory: where cards lie (PL-xx), and what is done with them (OP-xx)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fusion.scenes import GUILD, faction, helped
from tests.gambit.support import table as gambit
from tests.pile.support import kinds as told, plain, play, table as pile_table
from tests.session.support import between, play as play_on
from tests.throwdown.scenes import (
    THREAT,
    assisting,
    fight,
    finish,
    hand_of,
    kinds,
    of,
    sheet,
    size,
    stage_one,
    starting,
    tech,
)
from throwdown import Table
from throwdown.envs.fusion.world.cards import NAMES, cards_in

ALONE: dict[str, Any] = {"pilot_0": ["9H"], "coach_0": ["3C"]}
FINAL = {"discard_and_draw": True}


def ended(*hand: str, hand_max: int = 3, **pilot: Any) -> Table:
    """Return a Throwdown of the newer draft that ended with this hand of the Pilot."""
    data = sheet({"hand_max": hand_max, **pilot}, rules=FINAL, coach={"hand_max": 2})
    table = fight(data, hands={"pilot_0": list(hand), "coach_0": ["3C"]})
    table.play("concede")
    return finish(table)


class TestPlaces:
    def test_pl_01_op_04_op_06_draws_come_off_the_top_into_the_hand(self) -> None:
        """The drawn cards are in hand, in the deck's order, before the next decision."""
        data = sheet({"techs": [tech("+Draw:Self(2)")]})
        table = assisting(data, hands=ALONE, deck={"next": ["4C", "5D", "6S"]})
        drawn = [e.card for e in table.play("tech 0") if e.kind == "CARD_DRAWN"]
        assert [NAMES[c] for c in drawn] == ["4C", "5D"] and hand_of(table, "pilot_0") == ["4C", "5D", "9H"]
        assert table.position()["deck"]["next"] == ["6S"]

    def test_pl_02_pl_04_a_pile_is_there_for_a_throwdown_and_ends_in_the_trash(self) -> None:
        table = fight(sheet(), hands=ALONE)
        table.play("counter 9H")
        table.play("concede")
        seen = finish(table).position()
        assert seen["pile"] == [] and {"5C", "9H"} <= set(seen["trash"])
        assert (
            Table.from_position({"phase": "challenge", "hands": ALONE}, scenario=sheet()).view()["pile"] == []
        )

    def test_pl_05_op_01_op_02_op_03_a_discard_goes_open_onto_the_trash_and_into_no_pile(self) -> None:
        """A price is paid straight into the Trash, before the eyes of all."""
        data = sheet({"techs": [tech("+Rally", cost={"cards": 1})]})
        table = assisting(data, hands={"pilot_0": ["9H", "8H"], "coach_0": ["3C"]})
        table.play("tech 0")
        before = table.view()["pile"]
        table.play("discard 8H")
        shown = [e for e in table.events_seen("coach_0", 1) if e.kind == "CARD_DISCARDED"]
        assert table.position()["trash"] == ["8H"] and table.view("coach_0")["trash"] == ["8H"]
        assert [NAMES[e.card] for e in shown] == ["8H"] and table.view()["pile"] == before

    @pytest.mark.parametrize("moves", [("gambit", "decline"), ("fiat",)])
    def test_pl_08_pl_20_hands_outlive_conflicts_coachs_too(self, moves: tuple[str, ...]) -> None:
        """Of the newer draft: Coach lays his Threshold out of a hand that he keeps between conflicts."""
        table = play_on(between(phase="scene"), "venture none")
        before = table.position()["world"]["hands"]
        assert len(before["coach_0"]) == 3 == len(before["pilot_0"])
        assert play_on(table, *moves).position()["world"]["hands"] == before
        opened = play_on(between(phase="scene"), "venture none", "gambit", "accept-gambit")
        assert starting(opened, "threshold") == ["threshold 9S", "threshold QS", "threshold AS"]

    def test_pl_09_max_is_three_unless_gear_says_otherwise(self) -> None:
        data = sheet({}, {"gear": [{"name": "Bag", "hand_max": 2}]}, rules=FINAL)
        for pilot in data["pilots"]:
            del pilot["hand_max"]
        table = fight(data, hands={"pilot_0": [], "pilot_1": [], "coach_0": []})
        table.play("concede")
        finish(table)
        assert [size(table, p) for p in (1, 2)] == [3, 5]

    @pytest.mark.parametrize(("hand", "after"), [("4C 5C 6C 7C 8C", 3), ("4C 5C 6C", 3), ("4C", 3), ("", 3)])
    def test_pl_10_pl_11_pl_21_down_or_up_to_max_at_the_end(self, hand: str, after: int) -> None:
        """Coach has one card and a Max of two: he draws as well."""
        table = ended(*hand.split())
        assert (size(table, 1), size(table, 0)) == (after, 2)
        assert kinds(table).count("CARD_DISCARDED") == max(0, len(hand.split()) - 3)

    def test_pl_12_pl_14_op_05_op_10_op_11_the_older_coach_plays_blind_and_face_down(self) -> None:
        """His hand begins with the Throwdown; what he lays comes off the deck and visits no hand."""
        t = pile_table(
            {"hands": {"pilot_0": ["2C", "3C"]}, "phase": "lay", "turn": "pilot_0"},
            plain(1, coach={"hand_max": 3}),
        )
        assert t.view()["hands"]["coach_0"]["size"] == 0
        play(t, "initiative 2C")
        assert t.view("coach_0")["hands"]["pilot_0"]["initiative"] == "??"
        t.play("oppose")
        happened = told(t)
        assert (
            happened.index("BLIND_LAID")
            < happened.index("INITIATIVE_REVEALED")
            < happened.index("CARD_DRAWN")
        )
        assert t.view()["pile"][-1] == {"card": "JS", "by": "coach_0", "face_down": False}
        assert t.view()["hands"]["coach_0"]["size"] == 1 + 4 + 2, "one per Pilot and the Ratings (TP-39)"

    def test_op_05_op_11_a_flip_goes_past_the_hand(self) -> None:
        t = gambit({"hands": {"coach_0": ["8D"], "pilot_0": ["7S", "8S"]}, "threshold": "8D"})
        t.play("flip")
        assert hand_of(t, "pilot_0") == ["7S", "8S"] and t.position()["played"] == "6C"

    @pytest.mark.parametrize(("leftovers", "invested"), [("discard", 0), ("invest", 2)])
    def test_pl_13_what_coach_has_left_goes_away_or_is_invested(self, leftovers: str, invested: int) -> None:
        data = sheet(rules={**FINAL, "coach_leftovers": leftovers}, coach={"hand_max": 1})
        table = fight(data, hands={"pilot_0": [], "coach_0": ["9S", "8S", "7S"]})
        table.play("concede")
        finish(table)
        assert len(table.position()["threats"][0]["invested"]) == invested and size(table, 0) == 1
        assert len({"7S", "8S", "9S"} & set(table.position()["trash"])) == 2 - invested

    def test_pl_16_pl_17_favor_lies_beside_the_hand_and_stays(self) -> None:
        """A Pilot lays a card of hers onto a Faction; from there any Pilot may play it, also in a later conflict."""
        table = helped("+Favor", pilots=({}, {}), sheet_of={"factions": [GUILD]})
        table.play("invest QH")
        assert faction(table)["favor"] == ["QH"] and "QH" not in hand_of(table, "pilot_0")
        while table.phase == "assist":
            table.play("pass")
        assert "counter QH" in table.legal()
        table.play("concede")
        assert faction(finish(table))["favor"] == ["QH"]

    def test_pl_22_a_set_aside_pile_comes_back(self) -> None:
        table = stage_one("7D", hands={"pilot_0": ["9C"], "coach_0": ["9D", "2C"]}, under=[("3C", "pilot_0")])
        table.play("escalate 9C")
        assert [pile["cards"][-1]["card"] for pile in table.view()["set_aside"]] == ["7D"]
        table.play("block 9D")
        assert [card["card"] for card in table.view()["pile"][-1]["cards"]] == ["3C", "7D"]
        assert sorted(table.position()["trash"]) == ["9C", "9D"]


class TestOperations:
    def test_op_09_op_10_a_play_is_open_initiative_is_not(self) -> None:
        table = fight(sheet(), hands=ALONE)
        table.play("counter 9H")
        assert table.view("coach_0")["pile"][-1]["cards"][-1] == {"card": "9H", "by": "pilot_0"}
        assert hand_of(table, "pilot_0") == []
        laid = Table.from_position({"phase": "challenge", "hands": ALONE}, scenario=sheet())
        laid.play("initiative 3C")
        assert [e.card for e in laid.events_seen("pilot_0") if e.kind == "INITIATIVE_LAID"] == [-1]

    def test_op_14_op_15_a_shuffle_takes_deck_and_trash_and_nothing_else(self) -> None:
        """Hands, Factions, Omens, Piles and invested cards stay where they are."""
        deck = {"ranks": "23456789", "copies": 1, "jokers": 1}
        data = sheet({"techs": [tech("+Draw:Self(2)")]}, deck=deck, factions=[GUILD], threats=[THREAT])
        elsewhere = {"9H", "3C", "5C", "6D", "7S", "2D"}
        trash = [r + s for r in "23456789" for s in "CDHS" if r + s not in elsewhere]
        table = assisting(
            data,
            hands=ALONE,
            deck={"next": ["2D"], "jokers": []},
            omens=1,
            trash=trash,
            factions=[{"favor": ["6D"]}],
            threats=[{"invested": ["7S"]}],
        )
        before = table.position()
        assert "DECK_RESHUFFLED" in of(table, "tech 0")
        after = table.position()
        same = ("omens", "spent", "factions", "threats", "pile")
        assert [after[name] for name in same] == [before[name] for name in same]
        drawn = set(after["hands"]["pilot_0"]) - {"9H"}
        assert after["hands"]["coach_0"] == ["3C"] and "2D" in drawn and len(drawn) == 2
        pool = table.state.world.decks[0]
        left = {NAMES[c] for c in cards_in(pool.cards)} | set(after["deck"]["next"])
        assert after["trash"] == [] and left | drawn == {*trash, "2D"}
