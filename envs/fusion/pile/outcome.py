"""The end: what the conflict was worth, drop and draw (TP-106, TP-107)."""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.pile.payload import resolve_rest
from throwdown.envs.fusion.pile.state import CALLED_OFF, DROP_PHASE, DROPS, E_ENDED, END, State
from throwdown.envs.fusion.pile.table import is_pvp, seat_after
from throwdown.envs.fusion.world.conflict import OVER
from throwdown.envs.fusion.world.deal import draw, hand_max, hand_size
from throwdown.envs.fusion.world.stakes import weigh_changes
from throwdown.envs.fusion.world.state import COACH
from throwdown.envs.fusion.world.triggers import burn

SCORE_HALF = 4
"""The size of a final Pile that is worth half the score (P-23)."""


@kernel
def finish_payloads(s: State, out: Out) -> None:
    """Resolve what is left of the Payloads, then measure the stakes."""
    if not resolve_rest(s, out):
        measure(s)
        s.at = 0
        s.step = DROPS


@kernel
def measure(s: State) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands (P-23)."""
    if s.result == CALLED_OFF:
        s.stakes = 0.0
    elif is_pvp(s):
        s.stakes = weigh_changes(s)
    else:
        s.stakes = (0.5 if s.winner == 1 else -0.5) + weigh_changes(s)


@kernel
def seat_in_order(s: State, k: int) -> int:
    """Return who comes k-th in drop and draw: the winner, then clockwise (C-19)."""
    first = wide(s.leader[s.winner]) if s.winner != NONE else wide(s.challenger)
    return seat_after(s, max(0, first), k)


@kernel
def await_drops(s: State, out: Out) -> bool:
    """Pilots go down, then up to their Max, Coach drops all he has (TP-106, TP-107, C-71).

    Return whether somebody must choose.
    """
    if s.cfg.final_step == 1:
        while s.at <= s.cfg.pilots:
            p = seat_in_order(s, wide(s.at))
            if p == COACH:
                burn(s, COACH, out)
            elif hand_size(s, p) > hand_max(s, p):
                s.phase = DROP_PHASE
                s.seat = p
                return True
            s.at += 1
        for k in range(s.cfg.pilots + 1):
            p = seat_in_order(s, k)
            if p != COACH:
                draw(s, p, hand_max(s, p) - hand_size(s, p), out)
    end(s, out)
    return True


@kernel
def end(s: State, out: Out) -> None:
    """End the Throwdown."""
    emit(out, E_ENDED, NONE, NONE, s.result, EVERYONE, 0)
    s.step = END
    s.phase = OVER
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
        if s.result != CALLED_OFF:
            if is_pvp(s):
                if s.side[p] != NONE:
                    value = (
                        0.5 * value_of(s, wide(s.side[p]))
                        if s.cfg.reward == 2
                        else value_of(s, wide(s.side[p]))
                    )
                if s.cfg.reward == 2 and p != COACH:
                    value += s.stakes
            elif s.cfg.reward == 2:
                value = -s.stakes if p == COACH else s.stakes
            else:
                value = value_of(s, 0 if p == COACH else 1)
        out.returns[p] = value
