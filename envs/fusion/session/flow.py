"""The course of a session: what follows by itself."""

from __future__ import annotations

from throwdown.envs.core.decisions import by_step
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.session import parts, scenes
from throwdown.envs.fusion.session.state import Active, Result, State, Step
from throwdown.envs.fusion.world.terms import Choice

_go_on = by_step(
    Step,
    {Step.ASK: scenes.ask_leader, Step.GOAL: scenes.reach_goal, Step.CLOSE: scenes.next_scene},
)


@kernel
def step(s: State, out: Out) -> None:
    """Go on with the conflict or the effect that is going on; else end the session, or go on with the scene."""
    t = s.throwdown
    if s.active != Active.NONE:
        if not parts.is_part_over(s):
            parts.ask_part(s)
            return
        scenes.end_conflict(s, out)
    elif parts.is_waiting(s):
        t.over = False
        parts.ask_part(s)
        return
    t.phase, t.over = Choice.OVER, True
    result = scenes.find_end(s)
    if result != Result.RUNNING:
        scenes.end(s, result, out)
    else:
        _go_on(s, out)
