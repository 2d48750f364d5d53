"""What a seat cannot know, and how it is dealt anew."""

from __future__ import annotations

from throwdown.envs.core import deck
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.kit import NONE, Ints, cardset, kernel, pick, wide
from throwdown.envs.fusion.world import deal, usage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.jokers import JokerDeck
from throwdown.envs.fusion.world.terms import COACH


@kernel
def can_see_hand(s: ConflictState, viewer: int, holder: int) -> bool:
    """Return whether a hand is open to ``viewer``: her own, and an ally's if hands are shared."""
    return viewer == holder or (s.cfg.share_hands == 1 and viewer != COACH and holder != COACH)


@kernel
def resample(s: ConflictState, viewer: int, sealed: Ints) -> None:
    """Deal all that ``viewer`` cannot know anew, uniformly over consistent deals.

    Hidden are the hands of others but for the cards she knows to be there, their face-down cards in ``sealed`` (a card
    or NONE per seat, shape (8,)), the Threats' stacks, Favor that was never face-up, and the order of the decks.
    """
    w = s.world
    for d in range(s.cfg.decks):
        pool = w.decks[d]
        deck.reopen(pool)
        for h in range(s.cfg.pilots + 1):
            if deal.deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                if sealed[h] != NONE:
                    cardset.add(w.hand[h], sealed[h])
                if viewer != COACH and h != COACH:
                    cardset.subtract(w.hand[h], w.known[viewer - 1, h - 1])
                cardset.merge(pool.cards, w.hand[h])
        if d == 0:
            for t in range(s.cfg.threats):
                cardset.merge(pool.cards, w.stack[t])
        for f in range(s.cfg.factions):
            if deal.favor_deck(s, f) == d:
                for i in range(w.favor_hidden[f]):
                    cardset.add(pool.cards, wide(w.favor[f, i]))
    for d in range(s.cfg.decks):
        for h in range(s.cfg.pilots + 1):
            if deal.deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                refill(s, d, w.hand[h])
                if viewer != COACH and h != COACH:
                    cardset.merge(w.hand[h], w.known[viewer - 1, h - 1])
                if sealed[h] != NONE:
                    c = cardset.nth(w.hand[h], pick(s, cardset.size(w.hand[h])))
                    cardset.remove(w.hand[h], c)
                    sealed[h] = c
        if d == 0:
            for t in range(s.cfg.threats):
                refill(s, d, w.stack[t])
        for f in range(s.cfg.factions):
            if deal.favor_deck(s, f) == d:
                for i in range(w.favor_hidden[f]):
                    c = random_face(s, w.decks[d])
                    cardset.remove(w.decks[d].cards, c)
                    w.favor[f, i] = c
        settle_top(s, d)
    if s.cfg.pilots > 1:
        drop_knowledge(s, viewer)


@kernel
def drop_knowledge(s: ConflictState, viewer: int) -> None:
    """Forget what others know of a hand that was dealt anew: it would tell which cards lay there."""
    for h in range(1, s.cfg.pilots + 1):
        if not can_see_hand(s, viewer, h):
            for v in range(s.cfg.pilots):
                if v != viewer - 1:
                    cardset.clear(s.world.known[v, h - 1])


@kernel
def refill(s: ConflictState, d: int, cards: Ints) -> None:
    """Replace a hidden set, already returned to the open part of the deck, by as many random suited cards."""
    n = cardset.size(cards)
    cardset.clear(cards)
    pool = s.world.decks[d]
    for _ in range(n):
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        cardset.add(cards, c)


@kernel
def random_face(s: ConflictState, pool: JokerDeck) -> int:
    """Return a random suited card among those whose place is open."""
    low = (cardset.ONE << FACES) - 1
    n0 = cardset.popcount(pool.cards[0] & low)
    k = pick(s, n0 + cardset.popcount(pool.cards[1] & low))
    return cardset.nth_bit(pool.cards[0] & low, k) if k < n0 else cardset.nth_bit(pool.cards[1] & low, k - n0)


@kernel
def settle_top(s: ConflictState, d: int) -> None:
    """Count a deck again and, while it holds Jokers, fix a top card that is none: a Joker would have surfaced."""
    pool = s.world.decks[d]
    pool.n = cardset.size(pool.cards)
    if pool.jokers > 0 and pool.n > 0:
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        pool.ahead[0] = c
        pool.ahead_n = 1


REDEALS = 10_000
"""Tries before a redeal settles for a hand that cannot pay; one in three holds an Ace."""


@kernel
def redeal_world(s: ConflictState, viewer: int, sealed: Ints) -> None:
    """Resample what ``viewer`` cannot know; a hand that is about to pay a cost holds the cards for it.

    Deals that cannot pay are dealt again, so those that can stay equally likely.
    """
    d = s.pending
    for _ in range(REDEALS):
        resample(s, viewer, sealed)
        seat = wide(d.payer)
        if d.pay == 0 or usage.count_payable(s, seat, wide(d.pay_class)) >= d.pay:
            return
