"""How games that are over are told in one sentence, and what moves are for."""

from __future__ import annotations

import random

import pytest

from tests.support import GAMES
from tests.throwdown.scenes import sheet, skip, third
from throwdown.envs.registry import games
from throwdown.envs.tables.table import Table


def played(id: str, seed: int) -> Table:
    """Return a game that is over, played at random."""
    table, rng = Table.deal(id, seed), random.Random(seed)
    while not table.over:
        legal = table.legal_ids()
        table.play(rng.choice([i for i in legal if i not in table.game.exits] or legal))
    return table


def ended(pilot: list[str], coach: list[str], *moves: str) -> Table:
    """Return a Throwdown that is over, from stage 3 with the Five of Coach on top."""
    table = third(sheet(), hands={"pilot_0": pilot, "coach_0": coach})
    for move in moves:
        skip(table).play(move)
    while not table.over:
        table.play(table.legal()[-1])
    return table


@pytest.mark.parametrize("id", GAMES)
def test_every_game_that_is_over_has_a_headline_and_none_that_goes_on(id: str) -> None:
    assert Table.deal(id, 1).headline(0) == ""
    table = played(id, 1)
    for seat in table.setup.seats:
        told = table.headline(seat)
        assert told[0].isupper() and told.endswith(".") and "(" not in told and len(told) < 120


def test_the_last_card_and_why_nobody_answered_it_are_told_to_each_seat() -> None:
    table = ended(["6H", "KC"], ["7S", "3S"], "counter 6H", "counter 7S", "counter KC", "concede")
    assert table.headline("pilot_0") == "Your King beat the Seven; Coach had no answer."
    who = table.setup.person("pilot_0")
    assert table.headline("coach_0") == f"{who}'s King beat the Seven; you had no answer."


def test_who_could_have_answered_conceded() -> None:
    table = ended(["6H", "8C"], ["7S", "9S"], "counter 6H", "counter 7S", "counter 8C", "concede")
    assert table.headline("pilot_0") == "Your Eight beat the Seven; Coach Conceded."


def test_the_verdict_stands_where_the_words_have_no_headline(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played("kuhn-v0", 1)
    monkeypatch.setattr(games()["kuhn-v0"].text, "headline", lambda s, finish, setup: "")
    won = {seat for seat, value in table.returns().items() if value > 0}
    for seat in table.setup.seats:
        assert table.headline(seat) == ("You won." if seat in won else "You lost.")


@pytest.mark.parametrize(
    ("pilot", "coach", "move", "rival", "told"),
    [
        ("6H 7H", "6S", "counter 6H", "counter 7H",
         "The Six beats the Five, and brings a Charge; Coach must Counter it with {ranks}, Block it or Concede; "
         "it keeps the Seven."),
        ("KD 5H", "6S", "counter KD", "block 5H", "The King beats the Five, which costs 3 Harmony; "
         "Coach must Counter it with an Ace, Block it or Concede; it keeps the Five, your only Block."),
        ("KD 5H", "6S", "concede", "counter KD", "It ends the fight, and keeps 2 cards."),
    ],
)  # fmt: skip
def test_what_a_move_wins_costs_and_keeps(pilot: str, coach: str, move: str, rival: str, told: str) -> None:
    table = skip(third(sheet(), hands={"pilot_0": pilot.split(), "coach_0": coach.split()}))
    ranks = "anything from a Seven to a Ten"
    assert table.merit(move, rival) == told.format(ranks=ranks)


def test_merits_hang_on_nothing_that_is_hidden() -> None:
    table = skip(third(sheet(), hands={"pilot_0": ["6H", "7H", "KD"], "coach_0": ["6S", "7S"]}))
    for key in range(5):
        other = table.redeal("pilot_0", key)
        assert [other.merit(i, table.legal_ids()[0]) for i in other.legal_ids()] == [
            table.merit(i, table.legal_ids()[0]) for i in table.legal_ids()
        ]
