"""The course of a Gambit: what follows by itself."""

from __future__ import annotations

from throwdown.envs.core.decisions import by_step
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.gambit import outcome, threshold
from throwdown.envs.fusion.gambit.state import State, Step
from throwdown.envs.fusion.world import agenda, effects

_go_on = by_step(
    Step,
    {
        Step.THRESHOLD: threshold.ask_threshold,
        Step.ANSWER: threshold.ask_answer,
        Step.REVEAL: threshold.reveal,
        Step.CONSEQUENCES: outcome.ask_consequence,
    },
)


@kernel
def step(s: State, out: Out) -> None:
    """Carry out a part of what waits; where nothing does, the rulebook's next step."""
    if agenda.is_idle(s):
        _go_on(s, out)
    else:
        effects.work_on(s, out)
