"""Who knows what: everything that a seat cannot know, dealt anew."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.dealing import deck_of
from throwdown.envs.fusion.hidden import can_see_hand, random_face, resample
from throwdown.envs.fusion.world import COACH


@kernel
def redeal(s: Any, viewer: int) -> None:
    """Resample what ``viewer`` cannot know; nobody knows a blind initiative card."""
    pool = s.world.decks[deck_of(s, COACH)]
    is_blind = s.blind != NONE
    if is_blind:
        cardset.add(pool.cards, wide(s.blind))
    resample(s, viewer, s.sealed)
    if is_blind:
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        pool.n -= 1
        s.blind = c
    for p in range(1, s.cfg.pilots + 1):
        if cardset.size(s.received[p]) > 0 and not can_see_hand(s, viewer, p):
            resample_received(s, viewer, p)


@kernel
def resample_received(s: Any, viewer: int, p: int) -> None:
    """Say anew which cards of a hand came by an Assist; a giver knows hers, whichever viewer knows of them."""
    hand, mine = s.world.hand[p], s.received[p]
    k = cardset.size(mine)
    if viewer != COACH:
        known = s.world.known[viewer - 1, p - 1]
        mine[0] = mine[0] & known[0]
        mine[1] = mine[1] & known[1]
    else:
        cardset.clear(mine)
    while cardset.size(mine) < k:
        left0 = (hand[0] & ~mine[0]) | (hand[1] & ~mine[1])
        cardset.add(mine, cardset.nth_bit(left0, pick(s, cardset.popcount(left0))))
