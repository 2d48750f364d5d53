"""The Throwdown, stages edition: the deal and the returns."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, kernel, pick, reset, tell
from throwdown.envs.fusion.throwdown import initiative
from throwdown.envs.fusion.throwdown.decisions import DECISIONS
from throwdown.envs.fusion.throwdown.state import Event, Phase, Result, State
from throwdown.envs.fusion.world import deal, stakes
from throwdown.envs.fusion.world.terms import COACH

legal, apply = DECISIONS.legal, DECISIONS.apply


@kernel
def clear_conflict(s: State) -> None:
    """Start a conflict over the present world: nobody has acted yet."""
    reset(s)
    stakes.take_stock(s, s.start)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let the challenger lay the first card."""
    deal.setup_world(s, out)
    challenger = pick(s, s.cfg.pilots + 1) if s.cfg.challenger == NONE else s.cfg.challenger
    begin_conflict(s, challenger if challenger == COACH or initiative.can_lead(s, challenger) else COACH, out)


@kernel
def begin_conflict(s: State, challenger: int, out: Out) -> None:
    """Let a challenger lay the first card of a conflict over the present world (TS-17)."""
    clear_conflict(s)
    s.challenger = challenger
    tell(out, Event.CHALLENGER_NAMED, s.challenger)
    ask(s, Phase.CHALLENGE)
    s.seat = challenger  # there is nothing to settle


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result != Result.CALLED_OFF:
        value = 1.0 if s.winner == 1 else -1.0
        if s.cfg.reward == 1 and s.result != Result.REFUSED:
            value = (s.score[1] - s.score[0]) / (s.score[1] + s.score[0])
        elif s.cfg.reward == 2:
            value = s.stakes
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value
