"""What a seat cannot know, and how it is dealt anew."""

from __future__ import annotations

from throwdown.envs.core import deck
from throwdown.envs.core.kit import NONE, Ints, cardset, kernel, pick
from throwdown.envs.fusion.world import deal, usage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.jokers import JokerDeck
from throwdown.envs.fusion.world.terms import COACH


@kernel
def can_see_hand(s: ConflictState, viewer: int, holder: int) -> bool:
    """Return whether a hand is open to ``viewer``: her own, and an ally's if hands are shared."""
    return viewer == holder or (s.cfg.share_hands and viewer != COACH and holder != COACH)


@kernel
def resample(s: ConflictState, viewer: int, sealed: Ints, owed: int) -> None:
    """Deal all that ``viewer`` cannot know anew, uniformly over consistent deals.

    Hidden are the hands of others but for the cards she knows to be there, their face-down cards in ``sealed`` (a card
    or NONE per seat, shape (8,)), the Threats' stacks, Favor that was never face-up, and the order of the decks. The
    payer of a pending cost gets ``owed`` cards that can pay it before anybody gets another card.
    """
    w, payer, kind = s.world, s.pending.payer, s.pending.pay_class
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
                    cardset.add(pool.cards, w.favor[f, i])
    for d in range(s.cfg.decks):
        for i in range(s.cfg.pilots + 1):
            h = (payer + i) % (s.cfg.pilots + 1)
            if deal.deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                refill(s, d, w.hand[h], owed if i == 0 else 0, kind)
                if viewer != COACH and h != COACH:
                    cardset.merge(w.hand[h], w.known[viewer - 1, h - 1])
                if sealed[h] != NONE:
                    c = cardset.nth(w.hand[h], pick(s, cardset.size(w.hand[h])))
                    cardset.remove(w.hand[h], c)
                    sealed[h] = c
        if d == 0:
            for t in range(s.cfg.threats):
                refill(s, d, w.stack[t], 0, kind)
        for f in range(s.cfg.factions):
            if deal.favor_deck(s, f) == d:
                for i in range(w.favor_hidden[f]):
                    c = random_face(s, w.decks[d], usage.ANY_CARD)
                    cardset.remove(w.decks[d].cards, c)
                    w.favor[f, i] = c
        settle_top(s, d)
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
def refill(s: ConflictState, d: int, cards: Ints, owed: int, kind: int) -> None:
    """Replace a hidden set, already returned to the open part of the deck, by as many random suited cards.

    The first ``owed`` of them are of a class of cards.
    """
    n = cardset.size(cards)
    cardset.clear(cards)
    pool = s.world.decks[d]
    for i in range(n):
        c = random_face(s, pool, usage.class_word(kind) if i < owed else usage.ANY_CARD)
        cardset.remove(pool.cards, c)
        cardset.add(cards, c)


@kernel
def random_face(s: ConflictState, pool: JokerDeck, word: int) -> int:
    """Return a random card of a word among those whose place is open."""
    n0 = cardset.popcount(pool.cards[0] & word)
    k = pick(s, n0 + cardset.popcount(pool.cards[1] & word))
    return (
        cardset.nth_bit(pool.cards[0] & word, k) if k < n0 else cardset.nth_bit(pool.cards[1] & word, k - n0)
    )


@kernel
def settle_top(s: ConflictState, d: int) -> None:
    """Count a deck again and, while it holds Jokers, fix a top card that is none: a Joker would have surfaced."""
    pool = s.world.decks[d]
    pool.n = cardset.size(pool.cards)
    if pool.jokers > 0 and pool.n > 0:
        c = random_face(s, pool, usage.ANY_CARD)
        cardset.remove(pool.cards, c)
        pool.ahead[0] = c
        pool.ahead_n = 1


REDEALS = 1_000
"""Tries before the cards of a cost are dealt to its payer first; one hand in three holds an Ace."""


@kernel
def redeal_world(s: ConflictState, viewer: int, sealed: Ints) -> None:
    """Resample what ``viewer`` cannot know; a hand that is about to pay a cost holds the cards for it.

    Deals that cannot pay are dealt again, so those that can stay equally likely. Where hardly any can, the payer gets
    the cards that she owes first: these deals are possible, but no longer equally likely.
    """
    for _ in range(REDEALS):
        resample(s, viewer, sealed, 0)
        if can_pay(s):
            return
    while not can_pay(s):  # one of those that she owes may be the card that she has sealed
        resample(s, viewer, sealed, count_owed(s, viewer))


@kernel
def count_owed(s: ConflictState, viewer: int) -> int:
    """Return how many cards a payer must hold besides those that ``viewer`` knows in her hand."""
    d, word = s.pending, usage.class_word(s.pending.pay_class)
    if viewer == COACH or d.payer == COACH:
        return d.pay
    known = s.world.known[viewer - 1, d.payer - 1]
    return max(0, d.pay - cardset.popcount(known[0] & word) - cardset.popcount(known[1] & word))


@kernel
def can_pay(s: ConflictState) -> bool:
    """Return whether the payer of a pending cost, if there is one, holds the cards for it."""
    d = s.pending
    return d.pay == 0 or usage.count_payable(s, d.payer, d.pay_class) >= d.pay
