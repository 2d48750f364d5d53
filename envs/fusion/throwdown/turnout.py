"""Who turns out for a Throwdown: the Threats that Coach brings, the Robos that are boarded (TS-31, TS-37, TS-38)."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, cardset, kernel, pick, tell
from throwdown.envs.fusion.throwdown.state import Phase, State, Step
from throwdown.envs.fusion.world import conflict, deal
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Event, Resource, Robo

# Threats -----------------------------------------------------------------------------------------------------------


@kernel
def living_threats(s: State) -> int:
    """Return the Threats in play, as a word."""
    word = 0
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0:
            word |= 1 << t
    return word


@kernel
def await_threats(s: State) -> bool:
    """Ask Coach, once he has laid his card, about every living Threat: how often he is asked is all that one sees."""
    word = living_threats(s)
    asks = s.cfg.choose_threats and word & (word - 1) != 0
    while asks and s.at < s.cfg.threats:
        if (word >> s.at) & 1 == 1:
            s.phase = Phase.THREATS
            s.seat = COACH
            return True
        s.at += 1
    if s.challenger == COACH:
        s.at = 0
        s.step = Step.ANSWER
    else:
        s.at = 1
        s.step = Step.SIDES
    return False


@kernel
def can_leave_out(s: State) -> bool:
    """Return whether the Threat at hand may stay out: another one takes part, or still may."""
    return living_threats(s) & ~(s.leaving | (1 << s.at)) != 0


@kernel
def decide_threat(s: State, takes_part: bool) -> None:
    """Carry out the decision of phase threats, of which nobody is told before the cards are turned up."""
    if not takes_part:
        s.leaving |= 1 << s.at
    s.at += 1


@kernel
def is_choice_sealed(s: State) -> bool:
    """Return whether Coach has chosen, or is choosing, and nobody knows what."""
    return s.sealed[COACH] >= 0 and s.stage == 0 and s.phase != Phase.RELAY and s.cfg.choose_threats


@kernel
def redraw_leaving(s: State) -> None:
    """Choose anew what Coach has sealed: any of the sets that leave a Threat in, each as likely as the others."""
    living = living_threats(s)
    asked = living & ((1 << s.at) - 1) if s.phase == Phase.THREATS else living
    n = cardset.popcount(asked)
    sets = 1 << n
    k = pick(s, sets if asked != living else max(1, sets - 1))  # the last set would leave nobody
    s.leaving = 0
    for t in range(s.cfg.threats):
        if (asked >> t) & 1 == 1:
            s.leaving |= (k & 1) << t
            k >>= 1


@kernel
def coach_strike(s: State) -> int:
    """Return Coach's Strike: the top Rating, 1 for each further Threat, and their powers (TS-38, TS-14)."""
    n, top, more = 0, 0, -1
    for t in range(s.cfg.threats):
        if conflict.is_engaged(s, t):
            more += 1
            top = max(top, s.world.rating[t])
            n += s.cfg.strike_bonus[t]
    return n + top + max(0, more)


@kernel
def bring_threats(s: State, out: Out) -> None:
    """Let the Threats that Coach chose take part: he draws what is invested in them (TS-37, TS-38, C-88)."""
    w = s.world
    s.conflict.left_out = s.leaving
    s.leaving = 0
    for t in range(s.cfg.threats):
        if w.rating[t] > 0 and not conflict.is_engaged(s, t):
            tell(out, Event.THREAT_LEFT_OUT, COACH, amount=t)
    for t in range(s.cfg.threats):
        while conflict.is_engaged(s, t) and cardset.size(w.stack[t]) > 0:
            c = cardset.nth(w.stack[t], 0)
            cardset.remove(w.stack[t], c)
            cardset.add(w.hand[COACH], c)
            tell(out, Event.INVESTED_CARDS_TAKEN, COACH, card=c, amount=t, seen=1 << COACH)
    s.conflict.strike[COACH] = min(MAX_STRIKE, coach_strike(s))


# Robos -------------------------------------------------------------------------------------------------------------


@kernel
def pilot_in_order(s: State, k: int) -> int:
    """Return the k-th Pilot: the Commander, then the others in seat order."""
    boss: int = s.conflict.commander[1]
    if k == 0:
        return boss
    return k if k < boss else k + 1


@kernel
def can_board(s: State, p: int) -> bool:
    """Return whether an involved Pilot's Robo is here and could be paid for (TS-31, C-90)."""
    is_here = s.cfg.robo_present[p] and s.conflict.involved[p] and s.world.endurance[p] > 0
    return bool(is_here and s.cfg.resources > 0 and s.world.resource[Resource.PIT_CREW] > 0)


@kernel
def await_boarding(s: State) -> bool:
    """Ask Pilots whose Robos are here whether these take part, the Commander first, while there is Pit Crew."""
    while s.at < s.cfg.pilots:
        p = pilot_in_order(s, s.at)
        if can_board(s, p):
            s.phase = Phase.BOARD
            s.seat = p
            return True
        s.at += 1
    s.step = Step.DRAWS
    return False


@kernel
def board(s: State, boards: bool, out: Out) -> None:
    """Carry out the decision of phase board: a Robo that takes part costs a point of Pit Crew (TS-31)."""
    p = s.seat
    tell(out, Event.BOARDED if boards else Event.WENT_ON_FOOT, p)
    if boards:
        deal.spend_resource(s, Resource.PIT_CREW, 1, out)
        s.conflict.robo[p] = Robo.PRESENT
    s.at += 1
