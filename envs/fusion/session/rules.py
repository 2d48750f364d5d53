"""A session: the deal and the returns. The conflicts in it go by their own rules."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, kernel, pick, reset
from throwdown.envs.fusion.session import editions, parts, scenes
from throwdown.envs.fusion.session.state import Begins, Result, State
from throwdown.envs.fusion.world import stakes


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and open the first scene."""
    reset(s)
    t = s.throwdown
    parts.lend(s, t)
    editions.deal_world(t, out)
    parts.reclaim(s, t)
    first = pick(s, 2) if s.begins == Begins.RANDOM else s.begins
    s.side = 1 - first
    stakes.take_stock(t, s.start)
    scenes.next_scene(s, out)
    scenes.ask_leader(s, out)
    s.seat = scenes.leader_of_scene(s)  # there is nothing to settle


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: +1 or -1, which the Pilots share (S-13)."""
    value = 1.0 if s.result == Result.THREATS_BEATEN or s.result == Result.HELD_OUT else -1.0
    out.returns[0] = -value
    for p in range(1, s.throwdown.cfg.pilots + 1):
        out.returns[p] = value
