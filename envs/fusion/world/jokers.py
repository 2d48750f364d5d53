"""A deck with Jokers.

While Jokers are in a deck its top card is fixed ahead, because a Joker acts when it reaches the top (CD-24, C-11).
"""

from __future__ import annotations

from throwdown.envs.core import cardset, deck
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Ints, int8, int16, int64
from throwdown.envs.core.rng import Stream
from throwdown.envs.fusion.world.cards import ALL_CARDS, COPIES, KIT


class JokerDeck(deck.Deck):
    """A deck of which Jokers may be a part, with its Trash."""

    jokers: int = int16("Jokers in the deck")
    cards: Ints = int64("those whose place is still open, Jokers included", KIT.shape)
    trash: Ints = int64("cards in the Trash", KIT.shape)
    ahead: Ints = int8("the cards whose place is fixed, the top last", ALL_CARDS)


@kernel
def fill(d: JokerDeck, cards: Ints) -> None:
    """Make a deck of exactly these cards, with an empty Trash."""
    deck.fill(d, cards)
    for copy in range(COPIES):
        d.jokers += cardset.popcount(cards[copy] >> FACES)


@kernel
def surface(d: JokerDeck, st: Stream, tag: int) -> int:
    """Lift a Joker off the top and return it; return NONE if the top is none."""
    if d.jokers == 0 or d.n == 0:
        return NONE
    if d.ahead_n == 0:
        deck.fix_next(d, st, tag)
    top: int = d.ahead[d.ahead_n - 1]
    if top < FACES:
        return NONE
    d.ahead_n -= 1
    d.n -= 1
    d.jokers -= 1
    return top


@kernel
def put_back(d: JokerDeck, cards: Ints) -> None:
    """Put the Jokers among ``cards`` back where their place is open; their number among the others is chance."""
    for copy in range(COPIES):
        jokers = cards[copy] >> FACES << FACES
        d.cards[copy] |= jokers
        d.jokers += cardset.popcount(jokers)
        d.n += cardset.popcount(jokers)
