"""The end: what the conflict was worth, drop and draw (TP-106, TP-107)."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, kernel, tell
from throwdown.envs.fusion.pile import payload, table
from throwdown.envs.fusion.pile.state import Phase, Result, State, Step
from throwdown.envs.fusion.world import deal, stakes, triggers
from throwdown.envs.fusion.world.terms import COACH, Choice, Event

SCORE_HALF = 4
"""The size of a final Pile that is worth half the score (P-23)."""


@kernel
def finish_payloads(s: State, out: Out) -> None:
    """Resolve what is left of the Payloads, then measure the stakes."""
    if not payload.resolve_rest(s, out):
        measure(s)
        s.at = 0
        s.step = Step.DROPS


@kernel
def measure(s: State) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands (P-23)."""
    if s.result == Result.CALLED_OFF:
        s.stakes = 0.0
    elif table.is_pvp(s):
        s.stakes = stakes.weigh_changes(s, s.start)
    else:
        s.stakes = (0.5 if s.winner == 1 else -0.5) + stakes.weigh_changes(s, s.start)


@kernel
def seat_in_order(s: State, k: int) -> int:
    """Return who comes k-th in drop and draw: the winner, then clockwise (C-19)."""
    first = s.leader[s.winner] if s.winner != NONE else s.challenger
    return table.seat_after(s, max(0, first), k)


@kernel
def await_drops(s: State, out: Out) -> bool:
    """Pilots go down, then up to their Max, Coach drops all he has (TP-106, TP-107, C-71).

    Return whether somebody must choose.
    """
    if s.cfg.final_step:
        while s.at <= s.cfg.pilots:
            p = seat_in_order(s, s.at)
            if p == COACH:
                triggers.burn(s, COACH, out)
            elif deal.hand_size(s, p) > deal.hand_max(s, p):
                s.phase = Phase.DROP
                s.seat = p
                return True
            s.at += 1
        for k in range(s.cfg.pilots + 1):
            p = seat_in_order(s, k)
            if p != COACH:
                deal.draw(s, p, deal.hand_max(s, p) - deal.hand_size(s, p), out)
    end(s, out)
    return True


@kernel
def end(s: State, out: Out) -> None:
    """End the Throwdown."""
    tell(out, Event.THROWDOWN_ENDED, amount=s.result)
    s.step = Step.END
    s.phase = Choice.OVER
    s.over = True


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
