from __future__ import annotations

from collections import Counter

import numba
import numpy as np
import pytest
from hypothesis import given, strategies as st

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import BLACK_JOKER, FACES, NAMES, NONE, card_id, card_name, cards_in, words_of
from throwdown.envs.core.errors import ThrowdownError

CARD = st.integers(0, FACES + 1)
CARDS = st.dictionaries(CARD, st.integers(1, 2)).map(Counter)
WORD = st.integers(0, 2**62)


def as_set(cards: Counter[int]) -> np.ndarray:
    return words_of(list(cards.elements()))


def as_counter(words: np.ndarray) -> Counter[int]:
    return Counter(cards_in(words))


def is_proper(words: np.ndarray) -> bool:
    """A second copy never stands without the first."""
    return int(words[1]) & ~int(words[0]) == 0


@given(CARDS)
def test_round_trip_and_size(cards: Counter[int]) -> None:
    words = as_set(cards)
    assert as_counter(words) == cards and is_proper(words)
    assert cardset.size(words) == cards.total()
    for c in range(FACES + 2):
        assert cardset.copies(words, c) == cards[c]
        assert bool(cardset.has(words, c)) == (cards[c] > 0)


@given(CARDS, CARD)
def test_add_and_remove(cards: Counter[int], c: int) -> None:
    words = as_set(cards)
    if cards[c] < 2:
        cardset.add(words, c)
        assert as_counter(words) == cards + Counter([c]) and is_proper(words)
        cardset.remove(words, c)
    assert as_counter(words) == cards
    if cards[c]:
        cardset.remove(words, c)
        assert as_counter(words) == cards - Counter([c]) and is_proper(words)


@given(CARDS)
def test_nth_lists_every_card_once(cards: Counter[int]) -> None:
    words = as_set(cards)
    listed = [int(cardset.nth(words, k)) for k in range(cards.total())]
    assert Counter(listed) == cards
    first = len(cards)
    assert listed[:first] == sorted(cards) and listed[first:] == sorted(c for c, n in cards.items() if n == 2)


@given(st.dictionaries(CARD, st.tuples(st.integers(0, 2), st.integers(0, 2))))
def test_merge(parts: dict[int, tuple[int, int]]) -> None:
    a = Counter({c: min(x, 2) for c, (x, _) in parts.items() if x})
    b = Counter({c: min(y, 2 - a[c]) for c, (_, y) in parts.items() if min(y, 2 - a[c])})
    words = as_set(a)
    cardset.merge(words, as_set(b))
    assert as_counter(words) == a + b and is_proper(words)


@given(st.dictionaries(CARD, st.tuples(st.integers(0, 2), st.integers(0, 2))))
def test_subtract(parts: dict[int, tuple[int, int]]) -> None:
    whole = Counter({c: max(x, y) for c, (x, y) in parts.items() if x or y})
    part = Counter({c: min(x, y) for c, (x, y) in parts.items() if min(x, y)})
    words = as_set(whole)
    cardset.subtract(words, as_set(part))
    assert as_counter(words) == whole - part and is_proper(words)


@given(CARDS)
def test_write_and_clear(cards: Counter[int]) -> None:
    words, row = as_set(cards), np.zeros(80, np.int8)
    cardset.write(words, row, 10)
    assert {i - 10: int(n) for i, n in enumerate(row) if n} == dict(cards)
    row[:] = 0
    cardset.write_word(words[0], row, 3)
    assert np.flatnonzero(row).tolist() == [c + 3 for c in sorted(cards)]
    cardset.clear(words)
    assert not words.any()


@numba.njit
def compiled_bits(word: int) -> tuple[int, int]:
    return cardset.popcount(word), cardset.lowest(word)


@given(st.integers(-(2**63), 2**63 - 1).filter(bool))
def test_bit_counts_compiled_and_plain(word: int) -> None:
    unsigned = word & (2**64 - 1)
    want = (unsigned.bit_count(), (unsigned & -unsigned).bit_length() - 1)
    assert compiled_bits(np.int64(word)) == want
    assert (cardset.popcount(word), cardset.lowest(word)) == want


@given(st.sets(st.integers(0, 62), min_size=1), st.data())
def test_nth_bit(places: set[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(places) - 1))
    assert cardset.nth_bit(np.int64(sum(1 << p for p in places)), k) == sorted(places)[k]


def test_names_and_ids_agree() -> None:
    assert len(NAMES) == len(set(NAMES)) == FACES + 2 == BLACK_JOKER + 1
    for c, name in enumerate(NAMES):
        assert card_id(name) == card_id(name.lower()) == card_id(f" {name} ") == c and card_name(c) == name
    assert card_id("10h") == card_id("TH") and card_name(NONE) == "??"
    assert card_id("2C") < card_id("2D") < card_id("2H") < card_id("2S") < card_id("3C") < card_id("AS")


@pytest.mark.parametrize("text", ["", "1S", "9X", "SS", "11H", "9", "??", "***"])
def test_what_is_no_card_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ThrowdownError, match="is not a card: write a rank") as error:
        card_id(text)
    assert f"'{text}'" in str(error.value)


def test_a_third_copy_is_refused_by_name() -> None:
    with pytest.raises(ThrowdownError, match="9S is listed three times"):
        words_of([card_id("9S")] * 3)
