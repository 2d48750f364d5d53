"""A deck with its discards, on card sets.

The order of a deck is decided card by card as it is drawn, keyed by the number of the draw: the cards come out in the
order of one full shuffle, whoever draws them and whatever else is random, which keeps paired deals paired. A game that
must look at the top card fixes it ahead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from throwdown.envs.core import cardset
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Ints, Record, int16, int32, reset
from throwdown.envs.core.rng import Stream, answer, choose


class Deck(Record):
    """Base of every game's deck, which adds the fields whose shapes follow from its card kit.

    Attributes:
        cards: int64, of the kit's shape; those whose place is still open.
        trash: int64, of the kit's shape; the discards.
        ahead: shape (all cards,); the cards whose place is fixed, the top last.
    """

    draws: int = int32("places decided so far")
    n: int = int16("cards in the deck, those fixed ahead included")
    ahead_n: int = int16("cards whose place is fixed")

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
    """Take the card for the next open place of the deck, which must have one, out of the open ones."""
    n = cardset.size(d.cards)
    d.draws += 1
    if st.scripted > 0:  # which copy it is makes no difference, so chance is asked for the kind
        kinds = cardset.kinds(d.cards)
        c = cardset.nth(d.cards, answer(st, kinds) if kinds > 1 else 0)
        st.prob *= cardset.copies(d.cards, c) / n
    else:
        c = cardset.nth(d.cards, choose(st, (tag << 32) + d.draws, n))
    cardset.remove(d.cards, c)
    return c


@kernel
def fix_next(d: Deck, st: Stream, tag: int) -> None:
    """Decide the next open place of the deck, which must have one."""
    c = next_card(d, st, tag)
    for i in range(d.ahead_n, 0, -1):
        d.ahead[i] = d.ahead[i - 1]
    d.ahead[0] = c
    d.ahead_n += 1


@kernel
def take(d: Deck, st: Stream, tag: int) -> int:
    """Take the top card of a deck that is not empty; ``tag`` tells the decks of a game apart."""
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
