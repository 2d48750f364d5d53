"""Who knows what: everything that a seat cannot know, dealt anew."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.fusion.world import deal, hidden, usage
from throwdown.envs.fusion.world.terms import COACH


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know; nobody knows a blind initiative card."""
    pool = s.world.decks[deal.deck_of(s, COACH)]
    is_blind = s.blind != NONE
    if is_blind:
        cardset.add(pool.cards, s.blind)
    for _ in range(hidden.REDEALS):
        hidden.redeal_world(s, viewer, s.sealed)
        if can_pay_together(s):
            break
    if is_blind:
        c = hidden.random_face(s, pool, usage.ANY_CARD)
        cardset.remove(pool.cards, c)
        pool.n -= 1
        s.blind = c
    for p in range(1, s.cfg.pilots + 1):
        if cardset.size(s.received[p]) > 0 and not hidden.can_see_hand(s, viewer, p):
            resample_received(s, viewer, p)


@kernel
def can_pay_together(s: State) -> bool:
    """Return whether a Fusion that owes cards, if there is one, holds them."""
    n = 0
    for q in range(1, s.cfg.pilots + 1):
        if s.fused[q] == s.turn:
            n += usage.count_payable(s, q, s.owed_class)
    return s.owed <= n


@kernel
def knows_received(s: State, viewer: int, p: int) -> bool:
    """Return whether a Pilot knows which cards came by an Assist: she gave some, or too few others are left."""
    others = cardset.size(s.world.hand[p]) - cardset.size(s.world.known[viewer - 1, p - 1])
    return (s.received_from[p] >> viewer) & 1 == 1 or others < cardset.size(s.received[p])


@kernel
def resample_received(s: State, viewer: int, p: int) -> None:
    """Say anew which cards of a hand came by an Assist; whoever gave some knows that of those that she knows."""
    mine = s.received[p]
    k = cardset.size(mine)
    if viewer != COACH and knows_received(s, viewer, p):
        cardset.limit(mine, s.world.known[viewer - 1, p - 1])
    else:
        cardset.clear(mine)
    kept0, kept1 = mine[0], mine[1]
    k -= cardset.size(mine)
    cardset.clear(mine)
    cardset.merge(mine, s.world.hand[p])
    if viewer != COACH:
        cardset.subtract(mine, s.world.known[viewer - 1, p - 1])
    while cardset.size(mine) > k:
        cardset.remove(mine, cardset.nth(mine, pick(s, cardset.size(mine))))
    mine[1] |= kept1 | (mine[0] & kept0)
    mine[0] |= kept0
