"""What a seat cannot know of a Throwdown, dealt anew."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, pick
from throwdown.envs.fusion.throwdown import turnout
from throwdown.envs.fusion.throwdown.state import Phase, State
from throwdown.envs.fusion.world import hidden
from throwdown.envs.fusion.world.terms import COACH


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    hidden.redeal_world(s, viewer, s.sealed)
    if viewer != COACH and is_choice_sealed(s):
        redraw_leaving(s)
    head = s.conflict.head
    n = cardset.size(s.fresh)
    if n > 0 and not hidden.can_see_hand(s, viewer, head):
        redraw_fresh(s, viewer, head, n)


@kernel
def redraw_fresh(s: State, viewer: int, head: int, n: int) -> None:
    """Resample which of the Head's cards are those that she drew: none that ``viewer`` knew before."""
    cardset.clear(s.fresh)
    cardset.merge(s.fresh, s.world.hand[head])
    if viewer != COACH:
        cardset.subtract(s.fresh, s.world.known[viewer - 1, head - 1])
    while cardset.size(s.fresh) > n:
        cardset.remove(s.fresh, cardset.nth(s.fresh, pick(s, cardset.size(s.fresh))))
    if s.shared != NONE:
        s.shared = cardset.nth(s.fresh, pick(s, n))


@kernel
def is_choice_sealed(s: State) -> bool:
    """Return whether Coach has chosen, or is choosing, and nobody knows what."""
    return s.sealed[COACH] >= 0 and s.stage == 0 and s.phase != Phase.RELAY and s.cfg.choose_threats


@kernel
def redraw_leaving(s: State) -> None:
    """Choose anew what Coach has sealed: any of the sets that leave a Threat in, each as likely as the others."""
    living = turnout.living_threats(s)
    asked = living & ((1 << s.at) - 1) if s.phase == Phase.THREATS else living
    n = cardset.popcount(asked)
    sets = 1 << n
    k = pick(s, sets if asked != living else max(1, sets - 1))  # the last set would leave nobody
    s.leaving = 0
    for t in range(s.cfg.threats):
        if (asked >> t) & 1 == 1:
            s.leaving |= (k & 1) << t
            k >>= 1
