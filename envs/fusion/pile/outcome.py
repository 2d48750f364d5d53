"""The end: what the conflict was worth, drop and draw (TP-106, TP-107)."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, kernel, tell
from throwdown.envs.fusion.pile import payload, table
from throwdown.envs.fusion.pile.state import Event, Phase, Result, State, Step
from throwdown.envs.fusion.world import choices, deal, stakes, triggers
from throwdown.envs.fusion.world.terms import COACH, Choice


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
def ask_drops(s: State, out: Out) -> None:
    """Pilots go down, then up to their Max, Coach drops all he has (TP-106, TP-107, C-71)."""
    if s.cfg.final_step:
        while s.at <= s.cfg.pilots:
            p = dropper(s)
            if p == COACH:
                triggers.burn(s, COACH, out)
            elif deal.hand_size(s, p) > deal.hand_max(s, p):
                ask(s, Phase.DROP)
                return
            s.at += 1
        for k in range(s.cfg.pilots + 1):
            p = seat_in_order(s, k)
            if p != COACH:
                deal.draw(s, p, deal.hand_max(s, p) - deal.hand_size(s, p), out)
    end(s, out)


@kernel
def dropper(s: State) -> int:
    """Return the seat at which drop and draw stands."""
    return seat_in_order(s, s.at)


@kernel
def drop(s: State, action: int, out: Out) -> None:
    """Discard a card beyond the Max (TP-106)."""
    deal.discard(s, s.seat, action - choices.Act.DISCARD, out)


@kernel
def end(s: State, out: Out) -> None:
    """End the Throwdown."""
    tell(out, Event.THROWDOWN_ENDED, amount=s.result)
    s.step = Step.END
    close(s, out)


@kernel
def close(s: State, out: Out) -> None:
    """Nothing follows any more."""
    s.phase, s.over = Choice.OVER, True
