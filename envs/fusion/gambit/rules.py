"""The Gambit: the deal and the returns."""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, kernel, pick, reset, tell
from throwdown.envs.fusion.gambit import outcome
from throwdown.envs.fusion.gambit.decisions import DECISIONS
from throwdown.envs.fusion.gambit.state import Event, Outcome, Phase, Result, State
from throwdown.envs.fusion.world import deal, stakes
from throwdown.envs.fusion.world.terms import COACH

legal, apply = DECISIONS.legal, DECISIONS.apply


@kernel
def clear_conflict(s: State) -> None:
    """Start a Gambit over the present world: nobody has acted yet."""
    reset(s)
    stakes.take_stock(s, s.start)
    s.goods = outcome.count_goods(s)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and let Coach propose a Gambit to a Pilot."""
    deal.setup_world(s, out)
    p = pick(s, s.cfg.pilots) + 1 if s.cfg.acting == NONE else s.cfg.acting
    begin_conflict(s, p, pick(s, 2) if s.cfg.goal == 2 else s.cfg.goal, out)


@kernel
def begin_conflict(s: State, p: int, great: int, out: Out) -> None:
    """Propose a Gambit for a small or a great goal to a Pilot over the present world (GA-04, C-44, G-01)."""
    clear_conflict(s)
    s.acting = p
    s.great = great == 1
    s.conflict.involved[COACH] = True
    s.conflict.involved[p] = True
    s.conflict.reaches_all = True
    s.conflict.commander[0] = COACH
    s.conflict.commander[1] = p
    if s.cfg.specialty_involved == 1:
        s.specialty = True
    elif s.cfg.specialty_involved == 2 and s.cfg.specialty[p] > 0:
        s.specialty = pick(s, 2) == 1
    tell(out, Event.GAMBIT_PROPOSED, p, amount=s.specialty, number=great)
    ask(s, Phase.ACCEPT)
    s.seat = p  # there is nothing to settle


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: the Pilots share theirs, Coach has its opposite."""
    value = 0.0
    if s.result == Result.PLAYED:
        value = s.stakes if s.cfg.reward == 2 else outcome.verdict(s)
        if s.cfg.reward == 1 and (not s.great or s.outcome == Outcome.YES_BUT or s.outcome == Outcome.NO_BUT):
            value /= 3.0
    out.returns[0] = -value
    for p in range(1, s.cfg.pilots + 1):
        out.returns[p] = value
