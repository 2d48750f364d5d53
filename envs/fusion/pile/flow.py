"""The course of a Throwdown: what follows by itself."""

from __future__ import annotations

from throwdown.envs.core.decisions import by_step
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.pile import initiative, main_actions, outcome, payload, side_actions, turns
from throwdown.envs.fusion.pile.state import State, Step
from throwdown.envs.fusion.world import agenda, effects

_go_on = by_step(
    Step,
    {
        Step.SIDES: initiative.ask_sides,
        Step.REVEAL: initiative.resolve_initiative,
        Step.DRAWS: initiative.draw_bonus,
        Step.BEGIN: main_actions.begin_turn,
        Step.TURN: turns.ask_turn,
        Step.SPOILS: payload.ask_spoils,
        Step.PAYLOADS: payload.ask_payloads,
        Step.AFTER: outcome.finish_payloads,
        Step.DROPS: outcome.ask_drops,
        Step.END: outcome.close,
    },
)


@kernel
def step(s: State, out: Out) -> None:
    """Have a Fusion pay what it owes, then carry out a part of what waits; then the rulebook's next step."""
    if s.owed > 0:
        side_actions.ask_fusion_pay(s)
    elif agenda.is_idle(s):
        _go_on(s, out)
    else:
        effects.work_on(s, out)
