from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.support import setup_of, walk
from throwdown.envs.core import deck
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Record, nested, row
from throwdown.envs.core.rng import Stream, pick, seed
from throwdown.envs.fusion.throwdown.state import State
from throwdown.envs.fusion.world import jokers
from throwdown.envs.fusion.world.cards import BLACK_JOKER, RED_JOKER, cards_in, words_of
from throwdown.envs.fusion.world.jokers import JokerDeck


class Holder(Record):
    """Two decks over one stream."""

    rng: Stream = nested(Stream)
    deck: JokerDeck = nested(JokerDeck)
    other: JokerDeck = nested(JokerDeck)


SUITED = list(range(FACES)) * 2


@kernel
def draw_all(s: Holder, picks: int, other: int, out: Any) -> int:
    """Empty the deck; before every draw ask for other random numbers, and draw from the other deck now and then."""
    n = 0
    while s.deck.n > 0:
        for _ in range(picks):
            pick(s, 6)
        if other > 0 and n % other == 0 and s.other.n > 0:
            deck.take(s.other, s.rng, 2)
        out[n] = deck.take(s.deck, s.rng, 1)
        n += 1
    return n


@kernel
def surface_all(s: Holder, out: Any) -> int:
    """Empty a deck with Jokers as the rules do: lift them off the top first; returns the number of suited cards."""
    n = 0
    while True:
        c = jokers.surface(s.deck, s.rng, 1)
        while c != NONE:
            out[107 - s.deck.jokers] = c
            c = jokers.surface(s.deck, s.rng, 1)
        if s.deck.n == 0:
            return n
        out[n] = deck.take(s.deck, s.rng, 1)
        n += 1


def make(key: int, cards: list[int], other: list[int] = SUITED) -> Holder:
    s = row(Holder.blank())
    seed(s.rng, key)
    jokers.fill(s.deck, words_of(cards))
    jokers.fill(s.other, words_of(other))
    return s


def order(key: int, picks: int = 0, other: int = 0) -> list[int]:
    out = np.full(120, NONE, np.int64)
    n = draw_all(make(key, SUITED), picks, other, out)
    return [int(c) for c in out[:n]]


def test_the_order_is_that_of_one_shuffle_whatever_else_is_random() -> None:
    for key in range(20):
        plain = order(key)
        assert Counter(plain) == Counter(SUITED)
        assert plain == order(key, picks=3) == order(key, other=1) == order(key, picks=1, other=4)
    assert len({tuple(order(key)) for key in range(20)}) == 20


def test_every_card_is_as_likely_on_top() -> None:
    n = 5200
    tops = Counter(order_top(key) for key in range(n))
    assert set(tops) == set(range(FACES))
    chi = sum((tops[c] - n / FACES) ** 2 / (n / FACES) for c in range(FACES))
    assert chi < 51 + 6 * (2 * 51) ** 0.5


def order_top(key: int) -> int:
    s = make(key, SUITED, [])
    return int(deck.take(s.deck, s.rng, 1))


def test_jokers_come_off_the_top_and_into_no_hand() -> None:
    for key in range(30):
        out = np.full(120, NONE, np.int64)
        s = make(key, SUITED + [RED_JOKER, BLACK_JOKER] * 2)
        assert s.deck.n == 108 and s.deck.jokers == 4
        n = surface_all(s, out)
        drawn = [int(c) for c in out[:n]]
        assert Counter(drawn) == Counter(SUITED)
        assert s.deck.n == s.deck.jokers == 0 and not s.deck.cards.any()


def test_reshuffle_takes_the_trash_back_and_forgets_the_order() -> None:
    s = make(4, SUITED[:10] + [RED_JOKER])
    jokers.surface(s.deck, s.rng, 1)
    left = int(s.deck.n)
    s.deck.trash[:] = words_of([20, 20, 21])
    deck.reshuffle(s.deck)
    assert s.deck.n == left + 3 and s.deck.ahead_n == 0 and not s.deck.trash.any()
    inside = Counter(cards_in(s.deck.cards))
    assert inside[20] == 2 and inside[21] == 1 and inside.total() == left + 3


def test_reopen_puts_fixed_cards_back_in_their_places() -> None:
    s = make(5, SUITED)
    for _ in range(5):
        deck.fix_next(s.deck, s.rng, 1)
    assert s.deck.ahead_n == 5 and len(cards_in(s.deck.cards)) == 99
    top = [int(c) for c in s.deck.ahead[:5]][::-1]
    assert top == order(5)[:5], "what is fixed ahead is what would have been drawn"
    deck.reopen(s.deck)
    assert s.deck.ahead_n == 0 and Counter(cards_in(s.deck.cards)) == Counter(SUITED)


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_paired_games_draw_the_same_cards(scenario: str) -> None:
    """The k-th card off a deck follows from the seed, not from what was played before: paired deals stay paired."""
    assert State.dtype["rng"] == Stream.dtype
    different = 0
    for seed_ in range(10):
        draws = []
        for keep in (0.0, 0.6):
            *_, table = walk("throwdown-v0", scenario, seed_, keep=keep)
            kinds = [e.kind for e in table.events]
            ends = [kinds.index(k) for k in ("DECK_RESHUFFLED", "TIME_LOST") if k in kinds]
            taken = table.events[: min(ends, default=None)]
            draws.append([e.card for e in taken if e.kind in ("CARD_DRAWN", "JOKER_SURFACED")])
        common = min(len(d) for d in draws)
        different += len(draws[0]) != len(draws[1])
        assert draws[0][:common] == draws[1][:common]
    assert different


def test_a_reshuffled_deck_deals_on() -> None:
    """A deck of few cards runs out: the Trash returns, and Jokers that lie on top then surface again (C-15)."""
    small = {
        "title": "Small",
        "harmony": 3,
        "coach": {"hand_max": 3},
        "deck": {"ranks": "23456", "suits": "CD", "copies": 1, "jokers": 1},
        "pilots": [
            {
                "name": "A",
                "steel": 3,
                "flesh": 3,
                "synch": 1,
                "solo": 1,
                "charge_max": 2,
                "buffer_max": 1,
                "hand_max": 3,
            },
        ],
        "threats": [{"name": "T", "rating": 3, "invested": 2}],
    }
    setup_of(scenario=small)
    seen: Counter[str] = Counter()
    for seed_ in range(150):
        from throwdown.envs.tables.table import Table

        table = Table.deal("throwdown-v0", seed_, small)
        ply = 0
        while not table.over:
            legal = [
                a for a in table.legal_ids() if table.game.actions.labels[a] != "refuse"
            ] or table.legal_ids()
            table.play(legal[(seed_ + ply) % len(legal)])
            ply += 1
        seen.update(e.kind for e in table.events)
    assert seen["DECK_RESHUFFLED"] > 5
