"""What a choice does in a Skirmish, in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.skirmish.support import commits, turn


@pytest.mark.parametrize(
    ("name", "card", "target", "hp", "told"),
    [
        ("Ronin", "9S", "Brute", 7, "The hit takes 3 of Brute's 7 HP; 4 are left."),
        ("Ronin", "9S", "Brute", 3, "Brute goes down in one hit: 3 damage against 3 HP."),
        ("Ronin", "2S", "Brute", 7, "It misses Brute: 2 is below Accuracy 4."),
        ("Ronin", "KS", "Brute", 7, "Brute dodges: K is not below Evade 13."),
        ("Hacker", "4S", "Glitch 1", 7, "It misses Glitch 1: 4 is below Accuracy 5; but a hack works."),
        ("Hacker", "QS", "Glitch 1", 7, "Glitch 1 dodges: Q is not below Evade 12; and no hack works."),
    ],
)
def test_an_attack(name: str, card: str, target: str, hp: int, told: str) -> None:
    game = turn(name, card, processes={target: {"area": "Dock", "hp": hp}})
    assert game.table.merit(game.act(target)) == told


@pytest.mark.parametrize(
    ("area", "told"),
    [
        ("Dock", "Ronin's turn comes at 9; from where Ronin stands it hits Drone 1."),
        ("Throne", "Ronin's turn comes at 9; it hits 7 enemies, but only after a move into Range."),
    ],
)
def test_a_card_that_is_laid(area: str, told: str) -> None:
    game = commits({"Ronin": ["9S", "AS"]}, processes={"Drone 1": {"area": area}})
    assert game.table.merit(game.card("9S")) == told
    wild = "Its rank is yours to choose: as an Ace it always hits, at double damage."
    assert game.table.merit(game.card("AS")) == wild


@pytest.mark.parametrize(
    ("team", "told"),
    [
        ([], "It begins a Team Hand, which brings nothing yet."),
        (["9D"], "The Team Hand becomes Pair, which brings raised damage."),
        (["8D"], "It joins the Team Hand, but makes no better row."),
    ],
)
def test_a_card_for_the_team_hand(team: list[str], told: str) -> None:
    data: dict[str, Any] = {"teams": {"mcs": {"cards": team}}}
    game = turn("Ronin", "9S", processes={"Brute": {"area": "Dock"}}, **(data if team else {}))
    game.attack("Brute")
    assert game.table.merit("give") == told
    assert game.table.merit("pass") == "It leaves the Team Hand as it is."


def test_a_step_to_where_people_fall() -> None:
    game = turn("Ronin", "9S", processes={"Ronin": {"area": "Bridge", "points": 3}})
    assert game.table.merit(game.go("Shaft")) == "Ronin falls from Shaft, and loses 3 HP."
