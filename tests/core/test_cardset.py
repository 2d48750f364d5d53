from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numba
import numpy as np
import pytest
from hypothesis import given, strategies as st

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FRENCH, NONE, CardKit
from throwdown.envs.core.errors import ThrowdownError


def kit_of(kinds: int, copies: int) -> CardKit:
    return CardKit(tuple(f"card {i}" for i in range(kinds)), copies)


# A single pack, a double one, a full word of three copies each, and more kinds than two words hold.
KITS = [FRENCH, kit_of(54, 2), kit_of(64, 3), kit_of(150, 1), kit_of(130, 2)]
each_kit = pytest.mark.parametrize("kit", KITS, ids=lambda kit: f"{len(kit.names)}x{kit.copies}")


def counters(kit: CardKit) -> st.SearchStrategy[Counter[int]]:
    card = st.integers(0, len(kit.names) - 1)
    return st.dictionaries(card, st.integers(1, kit.copies)).map(Counter)


def as_set(kit: CardKit, cards: Counter[int]) -> np.ndarray:
    return kit.words_of(cards.elements())


def as_counter(kit: CardKit, words: np.ndarray) -> Counter[int]:
    assert words.shape == kit.shape
    for row in words.reshape(-1, kit.copies):
        for fewer, more in pairwise(row):
            assert int(more) & ~int(fewer) == 0, "a further copy never stands without the one before"
    return Counter(kit.cards_in(words))


@each_kit
@given(data=st.data())
def test_round_trip_and_size(kit: CardKit, data: st.DataObject) -> None:
    cards = data.draw(counters(kit))
    words = as_set(kit, cards)
    assert as_counter(kit, words) == cards
    assert cardset.size(words) == cards.total() and cardset.kinds(words) == len(cards)
    for c in range(len(kit.names)):
        assert cardset.copies(words, c) == cards[c]
        assert bool(cardset.has(words, c)) == (cards[c] > 0)
    other = np.zeros_like(words)
    cardset.copy(other, words)
    assert as_counter(kit, other) == cards


@each_kit
@given(data=st.data())
def test_add_and_remove(kit: CardKit, data: st.DataObject) -> None:
    cards, c = data.draw(counters(kit)), data.draw(st.integers(0, len(kit.names) - 1))
    words = as_set(kit, cards)
    if cards[c] < kit.copies:
        cardset.add(words, c)
        assert as_counter(kit, words) == cards + Counter([c])
        cardset.remove(words, c)
    assert as_counter(kit, words) == cards
    if cards[c]:
        cardset.remove(words, c)
        assert as_counter(kit, words) == cards - Counter([c])


@each_kit
@given(data=st.data())
def test_nth_lists_first_copies_then_further_ones(kit: CardKit, data: st.DataObject) -> None:
    cards = data.draw(counters(kit))
    words = as_set(kit, cards)
    listed = [int(cardset.nth(words, k)) for k in range(cards.total())]
    assert listed == [c for copy in range(kit.copies) for c in sorted(cards) if cards[c] > copy]


@each_kit
@given(data=st.data())
def test_merge_and_subtract(kit: CardKit, data: st.DataObject) -> None:
    whole = data.draw(counters(kit))
    part = Counter({c: data.draw(st.integers(0, n)) for c, n in whole.items()})
    words = as_set(kit, whole)
    cardset.subtract(words, as_set(kit, part))
    assert as_counter(kit, words) == whole - part
    cardset.merge(words, as_set(kit, part))
    assert as_counter(kit, words) == whole


@each_kit
@given(data=st.data())
def test_limit(kit: CardKit, data: st.DataObject) -> None:
    cards, most = data.draw(counters(kit)), data.draw(counters(kit))
    words = as_set(kit, cards)
    cardset.limit(words, as_set(kit, most))
    assert as_counter(kit, words) == cards & most


@each_kit
@given(data=st.data())
def test_write_and_clear(kit: CardKit, data: st.DataObject) -> None:
    cards = data.draw(counters(kit))
    words, row = as_set(kit, cards), np.zeros(170, np.int8)
    cardset.write(words, row, 10)
    assert {i - 10: int(n) for i, n in enumerate(row) if n} == dict(cards)
    row[:] = 0
    cardset.write_word(words.reshape(-1, kit.copies)[0, 0], row, 3)
    assert np.flatnonzero(row).tolist() == [c + 3 for c in sorted(cards) if c < 64]
    cardset.clear(words)
    assert not words.any()


@numba.njit
def compiled_bits(word: int) -> tuple[int, int]:
    return cardset.popcount(word), cardset.lowest(word)


@numba.njit
def nth_bits(word: int, k: int) -> int:
    return cardset.nth_bit(word, k)


def word_of(places: set[int]) -> np.int64:
    return np.uint64(sum(1 << p for p in places)).astype(np.int64)


@given(st.integers(-(2**63), 2**63 - 1).filter(bool))
def test_bit_counts_compiled_and_plain(word: int) -> None:
    unsigned = word & (2**64 - 1)
    want = (unsigned.bit_count(), (unsigned & -unsigned).bit_length() - 1)
    assert compiled_bits(np.int64(word)) == want
    assert (cardset.popcount(word), cardset.lowest(word)) == want


@given(st.sets(st.integers(0, 63), min_size=1), st.data())
def test_nth_bit(places: set[int], data: st.DataObject) -> None:
    k = data.draw(st.integers(0, len(places) - 1))
    assert nth_bits(word_of(places), k) == sorted(places)[k]
    assert cardset.nth_bit(word_of(places), k) == sorted(places)[k]


@pytest.mark.parametrize("kit", [FRENCH, kit_of(150, 2)])
def test_names_and_ids_agree(kit: CardKit) -> None:
    for c, name in enumerate(kit.names):
        assert (
            kit.id(name) == kit.id(name.upper()) == kit.id(f" {name.lower()} ") == c and kit.name(c) == name
        )
    assert kit.name(NONE) == "??"


def test_the_order_of_the_french_pack() -> None:
    assert len(FRENCH.names) == len(set(FRENCH.names)) == 52
    assert FRENCH.id("10h") == FRENCH.id("TH")
    assert [FRENCH.id(text) for text in ("2C", "2D", "2H", "2S", "3C", "AS")] == [0, 1, 2, 3, 4, 51]


@pytest.mark.parametrize("text", ["", "1S", "9X", "SS", "11H", "9", "??", "***"])
def test_what_is_no_card_is_said_to_be_none(text: str) -> None:
    with pytest.raises(ThrowdownError, match="is not a card: write a rank") as error:
        FRENCH.id(text)
    assert f"'{text}'" in str(error.value)


@each_kit
def test_one_copy_too_many_is_refused_by_name(kit: CardKit) -> None:
    with pytest.raises(ThrowdownError, match=f"{kit.names[9]} is listed {kit.copies + 1} times"):
        kit.words_of([9] * (kit.copies + 1))
