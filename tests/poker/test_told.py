"""What a bet does, and why a hand was won or lost, in one sentence each."""

from __future__ import annotations

import pytest

from tests.poker.support import deal


@pytest.mark.parametrize(
    ("id", "cards", "shared", "moves", "move", "told"),
    [
        ("kuhn-v0", "KJ", "", "", "raise",
         "Nothing beats your King; the other player must pay 1 chip more to see it."),
        ("kuhn-v0", "QJ", "", "", "call",
         "Your Queen beats a Jack and loses to a King; it costs nothing, and leaves the next bet to the other player."),
        ("kuhn-v0", "JK", "", "", "raise",
         "Your Jack beats nothing; the raise is a bluff, which wins only if the other player folds."),
        ("kuhn-v0", "KJ", "", "r", "fold", "It gives up the 1 chip you paid; your Jack beats nothing."),
        ("kuhn-v0", "KJ", "", "r", "call", "Your Jack beats nothing; for 1 chip the cards are shown."),
        ("leduc-v0", "QJ", "", "", "raise",
         "Before the shared card, your Queen beats a Jack, ties with a Queen and loses to a King; "
         "the other player must pay 2 chips more to see it."),
        ("leduc-v0", "QJ", "", "c", "call",
         "Before the shared card, your Jack beats nothing and ties with a Jack; the shared card is free."),
        ("leduc-v0", "QJ", "Q", "cc", "raise",
         "Nothing beats your pair of Queens; the other player must pay 4 chips more to see it."),
        ("leduc-v0", "KQ", "J", "cc", "call", "Your King beats a Queen, ties with a King and loses to a pair of "
         "Jacks; it costs nothing, and leaves the next bet to the other player."),
    ],
)  # fmt: skip
def test_what_a_bet_does(id: str, cards: str, shared: str, moves: str, move: str, told: str) -> None:
    assert deal(id, cards, shared, moves).merit(move) == told


@pytest.mark.parametrize(
    ("id", "cards", "shared", "moves", "told"),
    [
        ("kuhn-v0", "KQ", "", "crc", "Your King beat Ben's Queen after 1 raise."),
        ("kuhn-v0", "JQ", "", "cc", "Ben's Queen beat your Jack without a raise."),
        ("kuhn-v0", "JQ", "", "rf", "Ben folded the better hand, a Queen, to your bluff with a Jack."),
        ("kuhn-v0", "KQ", "", "rf", "Ben folded a Queen to your raise; you had a King."),
        ("kuhn-v0", "KQ", "", "crf", "You folded your King, which would have beaten Ben's Queen."),
        ("kuhn-v0", "JQ", "", "crf", "You folded your Jack, which would have lost to Ben's Queen."),
        ("leduc-v0", "KK", "Q", "cccc", "You and Ben both had a King, so nobody won."),
        ("leduc-v0", "QK", "Q", "rrccrc",
         "Your pair of Queens beat Ben's King after 3 raises."),
    ],
)  # fmt: skip
def test_why_it_was_won_or_lost(id: str, cards: str, shared: str, moves: str, told: str) -> None:
    assert deal(id, cards, shared, moves).headline("player_0") == told
