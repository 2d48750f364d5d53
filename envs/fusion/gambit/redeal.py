"""What a seat cannot know of a Gambit, dealt anew."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel
from throwdown.envs.fusion.gambit.state import State
from throwdown.envs.fusion.world import deal, hidden, usage
from throwdown.envs.fusion.world.terms import COACH


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know; nobody knows a blind Threshold."""
    pool = s.world.decks[deal.deck_of(s, COACH)]
    is_blind = s.blind != NONE
    if is_blind:
        cardset.add(pool.cards, s.blind)
    hidden.redeal_world(s, viewer, s.sealed)
    if is_blind:
        c = hidden.random_face(s, pool, usage.ANY_CARD)
        cardset.remove(pool.cards, c)
        pool.n -= 1
        s.blind = c
