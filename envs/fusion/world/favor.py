"""+Favor: cards that Pilots invest in Factions (ME-19 to ME-22)."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, allow, allow_each, kernel, tell
from throwdown.envs.fusion.world import agenda, book, conflict, deal, terms
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Event


@kernel
def investor(s: ConflictState) -> int:
    """Return who invests: who fired the Favor, for one of Coach's the Pilots' leader."""
    by = s.pending.by[s.pending.depth - 1]
    return conflict.leader(s) if by == COACH else by


@kernel
def legal_investments(s: ConflictState, out: Out) -> None:
    """Any card in hand while there is room on the Faction's stack; or a Strike comes off (ME-20 to ME-22)."""
    w, f = s.world, s.pending.faction
    if w.favor_n[f] < min(terms.MAX_FAVOR, s.cfg.favor_max[f]):
        allow_each(out, Act.INVEST, w.hand[s.seat, 0])
    if s.cfg.unstrike and w.strikes[f] > 0:
        allow(out, Act.REMOVE_STRIKE)


@kernel
def invest(s: ConflictState, action: int, out: Out) -> None:
    """Lay a card face-up on the Faction's stack, or take a Strike off instead (ME-20, ME-21, C-23)."""
    f = s.pending.faction
    if action == Act.REMOVE_STRIKE:
        s.world.strikes[f] -= 1
        tell(out, Event.STRIKE_REMOVED, s.seat, amount=f, number=s.world.strikes[f])
    else:
        c = action - Act.INVEST
        deal.leave_hand(s, s.seat, c)
        place_favor(s, f, c)
        tell(out, Event.FAVOR_INVESTED, s.seat, card=c, amount=f)
    again(s, f, out)


@kernel
def place_favor(s: ConflictState, f: int, c: int) -> None:
    """Lay a card face-up on a Faction's stack."""
    w = s.world
    w.favor[f, w.favor_n[f]] = c
    w.favor_n[f] += 1


@kernel
def again(s: ConflictState, f: int, out: Out) -> None:
    """One card of a +Favor is done; another of the same goes on while it can."""
    d = s.pending
    i, n = d.depth - 1, agenda.top_amount(s, out) - 1
    by = d.by[i]
    if d.ability[i] == NONE and n > 0:  # in its place: the agenda is only so deep
        d.amount[i] = n
        return
    agenda.done(s)
    if n > 0 and n < book.FULL - 1:
        agenda.fire(s, book.Kind.FAVOR, book.Target.NONE, n, by)
