"""The Throwdown, pile edition: the deal, the challenge that opens it, one action, and the returns."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, kernel, reset
from throwdown.envs.fusion.pile import initiative, outcome, payload, table
from throwdown.envs.fusion.pile.decisions import DECISIONS
from throwdown.envs.fusion.pile.state import Phase, Result, State, Step
from throwdown.envs.fusion.world import deal, stakes
from throwdown.envs.fusion.world.terms import COACH

SCORE_HALF = 4
"""The size of a final Pile that is worth half the score (P-23)."""

legal, _apply, _who = DECISIONS.legal, DECISIONS.apply, DECISIONS.who


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    s.conflict.deferred = True
    stakes.take_stock(s, s.start)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger throw the gauntlet."""
    deal_world(s, out)
    open_conflict(s, out)
    if initiative.name_challenger(s, out):
        open_challenge(s, out)
    else:
        s.challenger = COACH
        initiative.call_off(s, out)
        outcome.end(s, out)


@kernel
def deal_world(s: State, out: Out) -> None:
    """Deal a scenario; Coach has no hand before a Throwdown (PL-12, TP-33)."""
    most = s.cfg.hand_max[COACH]
    s.cfg.hand_max[COACH] = 0
    deal.setup_world(s, out)
    s.cfg.hand_max[COACH] = most


@kernel
def begin_conflict(s: State, challenger: int, out: Out) -> None:
    """Let a challenger throw the gauntlet over the present world (TP-16)."""
    open_conflict(s, out)
    initiative.throw_gauntlet(s, challenger, out)
    open_challenge(s, out)


@kernel
def open_conflict(s: State, out: Out) -> None:
    """Start a Throwdown over the present world, with a hand for Coach where a Threat gives him one."""
    clear_conflict(s)
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0 and s.cfg.from_hand[t]:
            room = s.cfg.hand_max[COACH] - deal.hand_size(s, COACH)
            deal.draw(s, COACH, min(room, s.world.rating[t]), out)


@kernel
def open_challenge(s: State, out: Out) -> None:
    """Ask the challenger, then all others, for what they lay; if nobody can, for spoils, if only to say there are none.

    That far it is certain what follows; `DECISIONS.settle` would bring all other rules into the setup, too.
    """
    initiative.begin_challenge(s, out)
    if not s.asks:
        initiative.ask_sides(s, out)
    if not s.asks:
        payload.ask_spoils(s, out)
    if not s.asks:
        s.taker = s.winner
        s.step = Step.SPOILS
        payload.ask_leader(s, Phase.SPOILS)
    s.seat = _who(s)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    _apply(s, action, out)
    for p in range(1, s.cfg.pilots + 1):
        if s.passed[p] > 0:
            table.trim_received(s, p)


# Returns -------------------------------------------------------------------------------------------------------------


@kernel
def value_of(s: State, side: int) -> float:
    """Return what the conflict was worth to a side: +-1, or by the size of the final Pile."""
    sign = 1.0 if s.winner == side else -1.0
    return sign * s.won / (s.won + SCORE_HALF) if s.cfg.reward == 1 else sign


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: Pilots of a side share theirs, the other side has its opposite."""
    for p in range(s.cfg.pilots + 1):
        value = 0.0
        if s.result != Result.CALLED_OFF:
            if table.is_pvp(s):
                if s.side[p] != NONE:
                    value = 0.5 * value_of(s, s.side[p]) if s.cfg.reward == 2 else value_of(s, s.side[p])
                if s.cfg.reward == 2 and p != COACH:
                    value += s.stakes
            elif s.cfg.reward == 2:
                value = -s.stakes if p == COACH else s.stakes
            else:
                value = value_of(s, 0 if p == COACH else 1)
        out.returns[p] = value
