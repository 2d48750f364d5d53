"""A deck with its Trash, on card sets.

The order of a deck is decided card by card as it is drawn, keyed by the number of the draw: the cards come out in the
order of one full shuffle, whoever draws them and whatever else is random, which keeps paired deals paired. While Jokers
are in the deck its top card is fixed ahead, because a Joker acts when it reaches the top (CD-24, C-11).
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.records import Ints, Record, int8, int16, int32, int64, reset
from throwdown.envs.core.rng import Stream, answer, choose

SIZE = 108


class Deck(Record):
    """A deck with its Trash; cards are sets of two words."""

    cards: Ints = int64("those whose place is still open, Jokers included", 2)
    trash: Ints = int64("cards in the Trash", 2)
    draws: int = int32("places decided so far")
    n: int = int16("cards in the deck, those fixed ahead included")
    jokers: int = int16("Jokers in the deck")
    ahead_n: int = int16("cards whose place is fixed")
    ahead: Ints = int8("their order, the top last", SIZE)


@kernel
def fill(d: Deck, cards: Ints) -> None:
    """Make a deck of exactly these cards, with an empty Trash."""
    reset(d)
    d.cards[0] = cards[0]
    d.cards[1] = cards[1]
    d.n = cardset.size(cards)
    d.jokers = cardset.popcount(cards[0] >> FACES) + cardset.popcount(cards[1] >> FACES)


@kernel
def fix_next(d: Deck, st: Stream, tag: int) -> None:
    """Decide the next open place of the deck, which must have one."""
    n = cardset.size(d.cards)
    d.draws += 1
    if st.scripted > 0:
        faces = cardset.popcount(d.cards[0])
        c = cardset.nth_bit(d.cards[0], answer(st, faces) if faces > 1 else 0)
        st.prob *= cardset.copies(d.cards, c) / n
    else:
        c = cardset.nth(d.cards, choose(st, (tag << 32) + wide(d.draws), n))
    cardset.remove(d.cards, c)
    if d.ahead_n > 0:
        for i in range(d.ahead_n, 0, -1):
            d.ahead[i] = d.ahead[i - 1]
    d.ahead[0] = c
    d.ahead_n += 1


@kernel
def surface(d: Deck, st: Stream, tag: int) -> int:
    """Lift a Joker off the top and return it; return NONE if the top is none."""
    if d.jokers == 0 or d.n == 0:
        return NONE
    if d.ahead_n == 0:
        fix_next(d, st, tag)
    top = wide(d.ahead[d.ahead_n - 1])
    if top < FACES:
        return NONE
    d.ahead_n -= 1
    d.n -= 1
    d.jokers -= 1
    return top


@kernel
def take(d: Deck, st: Stream, tag: int) -> int:
    """Take the top card of a deck that is not empty and whose top is no Joker."""
    if d.ahead_n == 0:
        fix_next(d, st, tag)
    d.ahead_n -= 1
    d.n -= 1
    return wide(d.ahead[d.ahead_n])


@kernel
def reopen(d: Deck) -> None:
    """Forget the order of the cards fixed ahead."""
    for i in range(d.ahead_n):
        cardset.add(d.cards, d.ahead[i])
    d.ahead_n = 0


@kernel
def reshuffle(d: Deck) -> None:
    """Put the Trash back into the deck and forget its order (OP-14)."""
    reopen(d)
    cardset.merge(d.cards, d.trash)
    cardset.clear(d.trash)
    d.n = cardset.size(d.cards)


@kernel
def return_jokers(d: Deck, cards: Ints) -> None:
    """Put the Jokers among ``cards`` back where their place is open; their number among the others is chance."""
    for w in range(2):
        jokers = cards[w] >> FACES << FACES
        d.cards[w] |= jokers
        d.jokers += cardset.popcount(jokers)
        d.n += cardset.popcount(jokers)
