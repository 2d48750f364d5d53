"""What a choice does in a Gambit, in the pile edition and about a scene, in one sentence; and how Gambits end."""

from __future__ import annotations

import pytest

from tests.gambit import support as gambit
from tests.pile.support import fight
from throwdown.envs.tables.table import Table


def test_an_answer_and_a_threshold() -> None:
    hands = {"coach_0": ["2D", "KD"], "pilot_0": ["9S", "2S", "KS"]}
    table = gambit.table({"hands": hands, "phase": "accept"})
    assert (
        table.merit(table.legal_ids()[0]) == "Cards decide: the King beats a Threshold of 12 of the 13 ranks."
    )
    table.play(table.legal_ids()[0])
    while table.phase != "threshold":
        table.play(table.legal()[0])
    assert table.merit("threshold 2D", "threshold KD") == (
        "Cards of 12 of the 13 ranks beat the Two; it keeps the King."
    )
    table.play("threshold KD")
    assert table.merit("answer 2S", "answer 9S") == "The Two beats no Threshold; it keeps the Nine."
    assert table.merit("flip") == "It spares your Hand, but leaves the rank to chance."


def test_an_ace_counts_eleven_in_a_gambit_whatever_it_is_elsewhere() -> None:
    scenario = gambit.rich(rules={"ace": "fourteen"})
    table = gambit.table({"hands": {"coach_0": ["2D"], "pilot_0": ["AS"]}, "phase": "accept"}, scenario)
    told = table.merit(table.legal_ids()[0])
    assert told == "Cards decide: the Ace beats a Threshold of 9 of the 13 ranks."


@pytest.mark.parametrize(
    ("played", "threshold", "then", "told"),
    [
        ("9S", "8D", "", "Your Nine beat the Threshold, the Eight, so the goal was reached with a bonus."),
        ("3S", "8D", "no-and",
         "Your Three did not beat the Threshold, the Eight, so the goal was missed at a price."),
    ],
)  # fmt: skip
def test_how_a_gambit_ended(played: str, threshold: str, then: str, told: str) -> None:
    table = gambit.duel(played, threshold)
    if then:
        table.play(then)
    while not table.over:
        table.play(table.legal()[0])
    assert table.headline("pilot_0") == told
    assert table.headline("coach_0") == told.replace("Your", f"{table.setup.person('pilot_0')}'s")


def test_a_turn_of_the_pile_edition() -> None:
    hands = {"coach_0": "2C 3C", "pilot_0": "6S KH 5S", "pilot_1": "2H"}
    table = fight("4C@pilot_0 5C@coach_0", hands)
    assert table.merit("push 6S", "push KH") == (
        "The Six takes the top of the Pile; Coach can beat it with anything from a Seven to a Queen or an Ace; "
        "it keeps the King."
    )
    assert table.merit("push KH").startswith("The King takes the top of the Pile, but causes Strife; ")
    assert table.merit("beat-back 5S") == (
        "It takes the Five off the top, whatever your Strike; the Four leads again."
    )
    assert table.merit("fold") == "It ends your part in the fight, and keeps 3 cards."


def test_a_scene_of_a_session() -> None:
    table = Table.deal("session-v0", 1)
    while table.phase != "scene":
        table.play(table.legal()[0])
    assert table.merit("rest") == "Nothing is risked, but Coach uses the time for his Threats."
    told = [table.merit(label) for label in table.legal() if label.startswith("venture")]
    assert told and all(text.startswith("Coach grants it or a Gambit decides, without") for text in told)
