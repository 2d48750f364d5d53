"""Who turns out for a Throwdown: the Threats that Coach brings, the Robos that are boarded (TS-31, TS-37, TS-38)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import Out, allow, cardset, kernel, tell
from throwdown.envs.fusion.throwdown.actions import Act
from throwdown.envs.fusion.throwdown.state import Event, Phase, State, Step
from throwdown.envs.fusion.world import conflict, deal
from throwdown.envs.fusion.world.order import MAX_STRIKE
from throwdown.envs.fusion.world.terms import COACH, Resource, Robo

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
def ask_threats(s: State, out: Out) -> None:
    """Ask Coach, once he has laid his card, about every living Threat: how often he is asked is all that one sees."""
    word = living_threats(s)
    asks = s.cfg.choose_threats and word & (word - 1) != 0
    while asks and s.at < s.cfg.threats:
        if (word >> s.at) & 1 == 1:
            ask(s, Phase.THREATS)
            return
        s.at += 1
    if s.challenger == COACH:
        s.at = 0
        s.step = Step.ANSWER
    else:
        s.at = 1
        s.step = Step.SIDES


@kernel
def can_leave_out(s: State) -> bool:
    """Return whether the Threat at hand may stay out: another one takes part, or still may."""
    return living_threats(s) & ~(s.leaving | (1 << s.at)) != 0


@kernel
def legal_threats(s: State, out: Out) -> None:
    """The Threat at hand takes part, or stays out where it may."""
    allow(out, Act.INVOLVE)
    if can_leave_out(s):
        allow(out, Act.LEAVE_OUT)


@kernel
def decide_threat(s: State, action: int, out: Out) -> None:
    """Let the Threat at hand take part or not, of which nobody is told before the cards are turned up."""
    if action == Act.LEAVE_OUT:
        s.leaving |= 1 << s.at
    s.at += 1


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
def ask_boarding(s: State, out: Out) -> None:
    """Ask Pilots whose Robos are here whether these take part, the Commander first, while there is Pit Crew."""
    while s.at < s.cfg.pilots:
        if can_board(s, pilot_at_hand(s)):
            ask(s, Phase.BOARD)
            return
        s.at += 1
    s.step = Step.DRAWS


@kernel
def pilot_at_hand(s: State) -> int:
    """Return the Pilot at whom the round of Pilots stands."""
    return pilot_in_order(s, s.at)


@kernel
def legal_boarding(s: State, out: Out) -> None:
    """Board or not."""
    allow(out, Act.BOARD)
    allow(out, Act.ON_FOOT)


@kernel
def board(s: State, action: int, out: Out) -> None:
    """Let a Robo take part for a point of Pit Crew, or leave it out (TS-31)."""
    p, boards = s.seat, action == Act.BOARD
    tell(out, Event.BOARDED if boards else Event.WENT_ON_FOOT, p)
    if boards:
        deal.spend_resource(s, Resource.PIT_CREW, 1, out)
        s.conflict.robo[p] = Robo.PRESENT
    s.at += 1
