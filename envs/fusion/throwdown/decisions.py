"""What a Throwdown asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions, by_phase
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.throwdown import assists, drives, flow, initiative, outcome, rumble, turnout
from throwdown.envs.fusion.throwdown.actions import ASSISTS, LAYOUT, PLAYS, Act
from throwdown.envs.fusion.throwdown.state import Phase, State, Step
from throwdown.envs.fusion.world import choices, effects
from throwdown.envs.fusion.world.decisions import CHOICES, coach
from throwdown.envs.fusion.world.terms import Choice

_choose = by_phase([CHOICES[choice].play for choice in Choice])


@kernel
def choose(s: State, action: int, out: Out) -> None:
    """Make a shared choice, after which a Throwdown may end: it may have been the last of a trigger (TS-129)."""
    _choose(s, action, out)
    if not s.asks:
        outcome.end_early(s, out)


DECISIONS = Decisions(
    (*Choice, *Phase),
    LAYOUT,
    {
        **{choice: row._replace(play=choose) for choice, row in CHOICES.items()},
        Choice.OVER: CHOICES[Choice.OVER]._replace(step=Step.END),
        Choice.PAY: CHOICES[Choice.PAY],
        Phase.CHALLENGE: Decision(
            (Act.INITIATIVE,),
            initiative.challenger,
            initiative.legal_cards,
            initiative.challenge,
            step=Step.ANSWER,
        ),
        Phase.ANSWER: Decision(
            (Act.INITIATIVE, Act.REFUSE),
            initiative.seat_at_hand,
            initiative.legal_answers,
            initiative.answer,
            step=Step.ANSWER,
        ),
        Phase.SUPPORT: Decision(
            (Act.SUPPORT, Act.STAY_OUT),
            initiative.seat_at_hand,
            initiative.legal_support,
            initiative.support,
            step=Step.SIDES,
        ),
        Phase.VOTE: Decision(
            (Act.VOTE_SELF, Act.VOTE_TEAM),
            initiative.voter,
            initiative.legal_votes,
            initiative.vote,
            step=Step.QUESTIONS,
        ),
        Phase.GIVE: Decision(
            (Act.GIVE, Act.DONE),
            initiative.seat_at_hand,
            initiative.legal_gifts,
            initiative.give,
            step=Step.GIVES,
        ),
        Phase.RETURN: Decision(
            (Act.GIVE,),
            initiative.commander,
            initiative.legal_returns,
            initiative.return_card,
            step=Step.RETURNS,
        ),
        Phase.RELAY: Decision(
            (Act.INITIATIVE,),
            initiative.relayer,
            initiative.legal_cards,
            initiative.lay_again,
            step=Step.RELAY,
        ),
        Phase.ASSIST: Decision(
            (*ASSISTS, Act.PASS),
            initiative.seat_at_hand,
            assists.legal_assists,
            assists.assist,
            step=Step.ASSISTS,
        ),
        Phase.COACH_ASSIST: Decision(
            (choices.Act.WAVE, choices.Act.STORM, choices.Act.OMEN, Act.PASS),
            coach,
            assists.legal_coach_assists,
            assists.assist_as_coach,
            step=Step.COACH_ASSISTS,
        ),
        Phase.DRIVE: Decision(
            (*PLAYS, Act.CONCEDE, Act.ASK), drives.driver, drives.legal_drives, drives.drive, step=Step.DRIVE
        ),
        Phase.ALLY_DRIVE: Decision(
            (*PLAYS, Act.HAND_BACK),
            drives.ally,
            drives.legal_ally_drives,
            drives.drive_as_ally,
            step=Step.DRIVE,
        ),
        Phase.POSITION: Decision(
            (Act.POSITION,),
            turnout.pilot_at_hand,
            rumble.legal_positions,
            rumble.choose_position,
            step=Step.POSITIONS,
        ),
        Phase.SHARE: Decision(
            (Act.GIVE, Act.DONE), rumble.head, rumble.legal_shares, rumble.share, step=Step.SHARES
        ),
        Phase.SHARE_TO: Decision(
            (choices.Act.PILOT,),
            rumble.head,
            rumble.legal_teammates,
            rumble.choose_teammate,
            step=Step.SHARES,
        ),
        Phase.SPOIL: Decision(
            (Act.SPOIL, Act.SPOIL_NONE),
            outcome.taker,
            outcome.legal_spoils,
            outcome.take_spoil,
            step=Step.SPOILS,
        ),
        Phase.DISCARD: Decision(
            (choices.Act.DISCARD,), outcome.dropper, effects.legal_discards, outcome.drop, step=Step.DISCARDS
        ),
        Phase.THREATS: Decision(
            (Act.INVOLVE, Act.LEAVE_OUT),
            coach,
            turnout.legal_threats,
            turnout.decide_threat,
            step=Step.THREATS,
        ),
        Phase.BOARD: Decision(
            (Act.BOARD, Act.ON_FOOT),
            turnout.pilot_at_hand,
            turnout.legal_boarding,
            turnout.board,
            step=Step.BOARDING,
        ),
    },
    flow.step,
)
