"""What a choice does in a game of Challenges, and why one was won or lost, in one sentence each."""

from __future__ import annotations

from tests.challenge.support import Play
from throwdown.envs.core.cards import NONE


def drawn(cards: str, more: str = "") -> Play:
    """A lone Attempt against 10 to 14 after its first cards; ``more`` lies on the deck, and is known."""
    game = Play("attempt", seed=2).stack(f"{cards} {more}").do("choose 1")
    for act in ("double", "triple")[: len(cards.split()) - 1]:
        game.do(act)
    game.hero().deck.ahead[:] = NONE if not more else game.hero().deck.ahead
    return game


def test_the_odds_of_a_first_card() -> None:
    game = Play("attempt", seed=2)
    assert game.table.merit("choose 1") == (
        "With Speed 0, 19 of 54 cards reach 10, the least that the Difficulty can be, and 3 reach 14, the most."
    )
    game.stack("TC")
    assert game.table.merit("choose 1") == (
        "You have seen the next card: a score of 10 is enough if the Difficulty is no higher; it may be 10 to 14."
    )


def test_the_odds_of_another_card() -> None:
    game = drawn("5C")
    assert game.table.merit("pass") == "A score of 5 is not enough: 10 is the least."
    assert game.table.merit("double") == (
        "37 of 53 cards reach 10, the least that the Difficulty can be, and 22 reach 14, the most; "
        "2 of 53 cards Flop."
    )
    assert drawn("5C", "9D").table.merit("double") == "You have seen the next card: it makes 14."
    assert drawn("5C", "*r").table.merit("double") == (
        "You have seen the next card: it makes 5, as the Attempt Flops."
    )


def test_what_is_enough() -> None:
    game = drawn("KC")
    assert game.table.merit("pass") == (
        "A score of 13 is enough if the Difficulty is no higher; it may be 10 to 14."
    )
    game.s.bills[0].known, game.s.bills[0].difficulty = True, 13
    assert game.table.merit("pass") == "A score of 13 is enough."
    assert game.table.merit("double").startswith("The score is enough already, but a higher one may bring")


def test_how_the_cores_of_a_press_compare() -> None:
    game = Play("mini")
    told = [game.table.merit(label) for label in game.legal if label.startswith("choose")]
    assert told and all(text.endswith("before the cards.") for text in told)


def test_an_attempt_that_was_short() -> None:
    game = drawn("9C")
    game.s.bills[0].difficulty = 12
    game.set(stamina=0).do("pass")
    assert game.table.headline(1) == "The score of 9 fell 3 short of the Difficulty of 12."
    game = drawn("9C 5C")
    game.s.bills[0].difficulty = 12
    game.do("pass")
    assert game.table.headline(0) == "The score of 14 reached the Difficulty of 12."


def test_how_a_duel_ended() -> None:
    game = Play("mini", seed=2)
    while not game.table.over:
        game.do("pass")
    assert game.table.headline(0) == "The Rounds ended: you had 0 Harm, Analyst 0."
