"""Kuhn and Leduc poker: one test a clause (PO-xx)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.poker.support import deal
from tests.support import walk
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, InvalidPosition
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table

BOTH = ("kuhn-v0", "leduc-v0")
each = pytest.mark.parametrize("id", BOTH)


def values(table: Table) -> list[float]:
    return [table.returns()[seat] for seat in table.setup.seats]


@each
def test_po_01_two_seats(id: str) -> None:
    setup = make_setup(id)
    assert setup.seats == ("player_0", "player_1") and setup.sides == ("first", "second") and setup.zero_sum


@pytest.mark.parametrize(("id", "copies"), [("kuhn-v0", 1), ("leduc-v0", 2)])
def test_po_02_the_pack(id: str, copies: int) -> None:
    """Every deal takes from the pack what the players hold, and all deals are as likely as they should be."""
    dealt = Counter(
        tuple(table.view(seat)["hands"][seat] for seat in table.setup.seats)
        for table in (Table.deal(id, seed) for seed in range(1800))
    )
    alike = sum(n for (a, b), n in dealt.items() if a == b)
    expected = 0 if copies == 1 else 1800 / 5
    assert abs(alike - expected) <= 6 * (expected * 0.8) ** 0.5
    assert len(dealt) == (6 if copies == 1 else 9)


@each
def test_po_03_an_ante_and_a_card_that_only_its_player_sees(id: str) -> None:
    table = deal(id, "JK")
    assert table.view()["paid"] == {"player_0": 1, "player_1": 1}
    assert table.view("player_0")["hands"] == {"player_0": "Jack"}
    assert table.view("player_1")["hands"] == {"player_1": "King"}
    assert "Jack" in table.render("player_0") and "King" not in table.render("player_0")
    assert table.narrate("player_1", 0) == ["Ann was dealt a card.", "Ben was dealt a card: King."]


def test_po_04_suits_change_what_is_seen_but_not_who_wins() -> None:
    plain, suited = Table.deal("leduc-v0", 5), Table.deal("leduc-v0", 5, "suits")
    assert " of " not in plain.view("player_0")["hands"]["player_0"]
    assert " of " in suited.view("player_0")["hands"]["player_0"]
    ends = {"standard": Counter[float](), "suits": Counter[float]()}
    for scenario, found in ends.items():
        for seed in range(600):
            table = Table.deal("leduc-v0", seed, scenario)
            while not table.over:
                table.play("call")
            found[values(table)[0]] += 1
    for value in (-1.0, 0.0, 1.0):
        assert abs(ends["standard"][value] - ends["suits"][value]) < 100


@each
def test_po_05_the_turn_passes_with_every_action(id: str) -> None:
    table = deal(id, "JK")
    assert table.agent == "player_0"
    table.play("call")
    assert table.agent == "player_1"
    table.play("raise")
    assert table.agent == "player_0"


def test_po_05_the_first_player_begins_the_second_round_too() -> None:
    assert deal("leduc-v0", "JK", moves="crc").agent == "player_0"


@each
def test_po_06_fold_only_where_there_is_something_to_call(id: str) -> None:
    table = deal(id, "JK")
    assert "fold" not in table.legal()
    with pytest.raises(IllegalAction, match="no bet to call"):
        table.play("fold")
    table.play("raise")
    assert "fold" in table.legal()
    table.play("fold")
    assert table.over and values(table) == [1.0, -1.0]


@each
def test_po_07_a_call_pays_as_much_as_the_other_and_a_check_nothing(id: str) -> None:
    table = deal(id, "JK")
    table.play("call")
    assert table.view()["paid"] == {"player_0": 1, "player_1": 1}
    table.play("raise")
    table.play("call")
    stake = 1 if id == "kuhn-v0" else 2
    assert table.view()["paid"] == {"player_0": 1 + stake, "player_1": 1 + stake}


def test_po_08_kuhn_has_one_raise_of_one_chip() -> None:
    table = deal("kuhn-v0", "JK", moves="r")
    assert table.view()["paid"]["player_0"] == 2 and table.legal() == ["fold", "call"]
    assert table.explain("raise") == "This round has already had its one raise (PO-08)."


def test_po_08_leduc_has_two_raises_of_two_chips_and_then_of_four() -> None:
    table = deal("leduc-v0", "JK", moves="rr")
    assert table.view()["paid"] == {"player_0": 3, "player_1": 5} and table.legal() == ["fold", "call"]
    table.play("call")
    table.play("raise")
    table.play("raise")
    assert table.view()["paid"] == {"player_0": 9, "player_1": 13} and table.legal() == ["fold", "call"]


@pytest.mark.parametrize("moves", ["cc", "rc", "crc"])
def test_po_09_a_round_ends_when_both_have_acted_and_paid_alike(moves: str) -> None:
    assert deal("leduc-v0", "JK", moves=moves[:-1]).phase == "first-round"
    assert deal("leduc-v0", "JK", moves=moves).phase == "second-round"
    assert not deal("kuhn-v0", "JK", moves=moves[:-1]).over
    assert deal("kuhn-v0", "JK", moves=moves).over


def test_po_10_a_shared_card_is_turned_up_after_the_first_round() -> None:
    table = deal("leduc-v0", "JK")
    assert table.view("player_0")["shared"] is None
    table.play("call")
    table.play("call")
    assert table.view("player_0")["shared"] in ("Jack", "Queen", "King")
    assert table.view("player_0")["shared"] == table.view("player_1")["shared"]


@each
def test_po_11_after_the_last_round_both_show_their_cards(id: str) -> None:
    table = deal(id, "JK", moves="cc" if id == "kuhn-v0" else "cccc")
    assert table.over and table.view("player_0")["hands"] == {"player_0": "Jack", "player_1": "King"}
    folded = deal(id, "JK", moves="rf")
    assert folded.over and folded.view("player_0")["hands"] == {"player_0": "Jack"}


@pytest.mark.parametrize("cards", ["JQ", "JK", "QK"])
@each
def test_po_12_the_higher_rank_wins(id: str, cards: str) -> None:
    other = next(c for c in "JQK" if c not in cards)
    moves, shared = ("cc", "") if id == "kuhn-v0" else ("cccc", other)
    assert values(deal(id, cards, shared, moves)) == [-1.0, 1.0]
    assert values(deal(id, cards[::-1], shared, moves)) == [1.0, -1.0]


@pytest.mark.parametrize("cards", ["JQ", "JK", "QK"])
def test_po_12_a_pair_beats_every_other_hand(cards: str) -> None:
    assert values(deal("leduc-v0", cards, cards[0], "cccc")) == [1.0, -1.0]


def test_po_13_the_winner_takes_what_the_loser_has_paid() -> None:
    assert values(deal("kuhn-v0", "JK", moves="rc")) == [-2.0, 2.0]
    assert values(deal("kuhn-v0", "KJ", moves="crf")) == [-1.0, 1.0]
    assert values(deal("leduc-v0", "KJ", "Q", "rrcrrc")) == [13.0, -13.0]
    assert values(deal("leduc-v0", "KJ", "Q", "rrcrf")) == [5.0, -5.0]


def test_po_13_equal_hands_win_nothing() -> None:
    assert values(deal("leduc-v0", "QQ", moves="rccc")) == [0.0, 0.0]


@each
def test_every_game_ends_and_pays_what_was_lost(id: str) -> None:
    for seed in range(200):
        *_, table = walk(id, "standard", seed)
        assert table.over and sum(values(table)) == 0


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        (
            "suit",
            r"'suit' is not a scenario of leduc-v0 \(did you mean 'suits'\?\); give one of standard, suits",
        ),
        ({"copies": 3, "raises": 2, "stakes": [2]}, "Scenario 'custom': copies"),
        ({"copies": 1, "raises": 1, "stakes": []}, "Scenario 'custom': stakes"),
        (
            {"copies": 1, "raises": 1, "stakes": [1], "jokers": 1},
            "Scenario 'custom': 'jokers' is not a field",
        ),
    ],
)
def test_a_wrong_scenario_is_refused_in_a_sentence(scenario: object, said: str) -> None:
    with pytest.raises(InvalidConfig, match=said):
        make_setup("leduc-v0", scenario)  # type: ignore[arg-type]


def test_other_stakes_are_plain_data() -> None:
    """A variant of one's own: three chips a raise, two raises, one round."""
    table = Table.deal("kuhn-v0", 1, {"copies": 2, "raises": 2, "stakes": [3]})
    for move in ("raise", "raise", "call"):
        table.play(move)
    assert table.over and table.view()["paid"] == {"player_0": 7, "player_1": 7}


def test_positions_are_refused_in_a_sentence() -> None:
    with pytest.raises(InvalidPosition, match="position needs positions, and kuhn-v0 has none"):
        Table.deal("kuhn-v0", 1).position()
