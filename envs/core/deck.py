"""A deck with its discards, on card sets.

The order of a deck is decided lazily, card by card, keyed by the number of the draw: cards come in the order of one
full shuffle, whoever draws them and whatever else is random, which keeps paired deals paired. A game that must look at
the top card fixes it ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from throwdown.envs.core import cardset
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Ints, Record, int16, int32, reset
from throwdown.envs.core.rng import Stream, answer, choose


class Deck(Record):
    """Base of every game's deck, which adds the fields with shapes from its card kit.

    Attributes:
        cards: int64, of the kit's shape; the cards whose position is still open.
        trash: int64, of the kit's shape; the discards.
        ahead: shape (all cards,); the cards whose position is fixed, the top last.
    """

    draws: int = int32("positions decided so far")
    n: int = int16("cards in the deck, including those fixed ahead")
    ahead_n: int = int16("cards whose position is fixed")

    if TYPE_CHECKING:
        cards: Ints
        trash: Ints
        ahead: Ints


@kernel
def fill(d: Deck, cards: Ints) -> None:
    """Make a deck of exactly these cards, with no discards."""
    reset(d)
    cardset.copy(d.cards, cards)
    d.n = cardset.size(cards)


@kernel
def next_card(d: Deck, st: Stream, tag: int) -> int:
    """Draw the card for the deck's next open position, which must exist, from the open cards."""
    n = cardset.size(d.cards)
    d.draws += 1
    if st.scripted > 0:  # copies are interchangeable, so the draw is over kinds
        kinds = cardset.kinds(d.cards)
        c = cardset.nth(d.cards, answer(st, kinds) if kinds > 1 else 0)
        st.prob *= cardset.copies(d.cards, c) / n
    else:
        c = cardset.nth(d.cards, choose(st, (tag << 32) + d.draws, n))
    cardset.remove(d.cards, c)
    return c


@kernel
def fix_next(d: Deck, st: Stream, tag: int) -> None:
    """Fix the card of the deck's next open position, which must exist."""
    c = next_card(d, st, tag)
    for i in range(d.ahead_n, 0, -1):
        d.ahead[i] = d.ahead[i - 1]
    d.ahead[0] = c
    d.ahead_n += 1


@kernel
def take(d: Deck, st: Stream, tag: int) -> int:
    """Take the top card of a nonempty deck; ``tag`` distinguishes the decks of a game."""
    d.n -= 1
    if d.ahead_n == 0:
        return next_card(d, st, tag)
    d.ahead_n -= 1
    return int(d.ahead[d.ahead_n])


@kernel
def reopen(d: Deck) -> None:
    """Forget the order of the cards fixed ahead."""
    for i in range(d.ahead_n):
        cardset.add(d.cards, d.ahead[i])
    d.ahead_n = 0


@kernel
def reshuffle(d: Deck) -> None:
    """Put the discards back into the deck and forget its order."""
    reopen(d)
    cardset.merge(d.cards, d.trash)
    cardset.clear(d.trash)
    d.n = cardset.size(d.cards)
