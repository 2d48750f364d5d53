"""The course of a Throwdown: what follows by itself."""

from __future__ import annotations

from throwdown.envs.core.decisions import by_step
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.throwdown import assists, drives, initiative, outcome, rumble, turnout
from throwdown.envs.fusion.throwdown.state import State, Step
from throwdown.envs.fusion.world import agenda, effects

_go_on = by_step(
    Step,
    {
        Step.ANSWER: initiative.ask_challenged,
        Step.THREATS: turnout.ask_threats,
        Step.SIDES: initiative.ask_supporters,
        Step.QUESTIONS: initiative.answer_questions,
        Step.BOARDING: turnout.ask_boarding,
        Step.DRAWS: initiative.draw_and_range,
        Step.GIVES: initiative.ask_givers,
        Step.RETURNS: initiative.ask_returns,
        Step.REVEAL: initiative.resolve_initiative,
        Step.RELAY: initiative.ask_relay,
        Step.TURN: drives.begin_turn,
        Step.ASSISTS: assists.offer_assists,
        Step.COACH_ASSISTS: assists.offer_coach_assists,
        Step.DRIVE: drives.ask_drive,
        Step.POSITIONS: rumble.ask_positions,
        Step.ASSEMBLE: rumble.assemble,
        Step.HEAD_DRAW: rumble.draw_as_head,
        Step.SHARES: rumble.ask_shares,
        Step.REGROUP: rumble.regroup,
        Step.SPOILS: outcome.ask_spoils,
        Step.DISCARDS: outcome.ask_discards,
        Step.END: outcome.end,
    },
)


@kernel
def step(s: State, out: Out) -> None:
    """Carry out a part of what waits, which may end the Throwdown; then the rulebook's next step."""
    if s.conflict.stopped:
        outcome.end_early(s, out)
    if agenda.is_idle(s):
        _go_on(s, out)
        return
    effects.work_on(s, out)
    if not s.asks:
        outcome.end_early(s, out)
