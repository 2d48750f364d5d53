"""What a Throwdown asks: of whom, what is legal, and what an answer does."""

from __future__ import annotations

from throwdown.envs.core.decisions import Decision, Decisions, by_phase
from throwdown.envs.core.kit import Out, kernel
from throwdown.envs.fusion.throwdown import assists, drives, flow, initiative, outcome, rumble, turnout
from throwdown.envs.fusion.throwdown.actions import LAYOUT
from throwdown.envs.fusion.throwdown.state import Phase, State
from throwdown.envs.fusion.world.decisions import CHOICES, coach
from throwdown.envs.fusion.world.terms import Choice

PLAYS = ("counter", "block", "escalate", "rumble")
ASSISTS = ("tech", "robo-tech", "gear", "sacrifice", "summon", "charge", "rumble-tech", "boon")


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
        Choice.PAY: CHOICES[Choice.PAY],
        Phase.CHALLENGE: Decision(
            ("initiative",), initiative.challenger, initiative.legal_cards, initiative.challenge
        ),
        Phase.ANSWER: Decision(
            ("initiative", "refuse"), initiative.seat_at_hand, initiative.legal_answers, initiative.answer
        ),
        Phase.SUPPORT: Decision(
            ("support", "stay-out"), initiative.seat_at_hand, initiative.legal_support, initiative.support
        ),
        Phase.VOTE: Decision(
            ("vote-self", "vote-team"), initiative.voter, initiative.legal_votes, initiative.vote
        ),
        Phase.GIVE: Decision(
            ("give", "done"), initiative.seat_at_hand, initiative.legal_gifts, initiative.give
        ),
        Phase.RETURN: Decision(
            ("give",), initiative.commander, initiative.legal_returns, initiative.return_card
        ),
        Phase.RELAY: Decision(
            ("initiative",), initiative.relayer, initiative.legal_cards, initiative.lay_again
        ),
        Phase.ASSIST: Decision(
            (*ASSISTS, "pass"), initiative.seat_at_hand, assists.legal_assists, assists.assist
        ),
        Phase.COACH_ASSIST: Decision(
            ("wave", "storm", "omen", "pass"), coach, assists.legal_coach_assists, assists.assist_as_coach
        ),
        Phase.DRIVE: Decision((*PLAYS, "concede", "ask"), drives.driver, drives.legal_drives, drives.drive),
        Phase.ALLY_DRIVE: Decision(
            (*PLAYS, "hand-back"), drives.ally, drives.legal_ally_drives, drives.drive_as_ally
        ),
        Phase.POSITION: Decision(
            ("position",), turnout.pilot_at_hand, rumble.legal_positions, rumble.choose_position
        ),
        Phase.SHARE: Decision(("give", "done"), rumble.head, rumble.legal_shares, rumble.share),
        Phase.SHARE_TO: Decision(("pilot",), rumble.head, rumble.legal_teammates, rumble.choose_teammate),
        Phase.SPOIL: Decision(
            ("spoil", "spoil none"), outcome.taker, outcome.legal_spoils, outcome.take_spoil
        ),
        Phase.DISCARD: Decision(("discard",), outcome.dropper, outcome.legal_drops, outcome.drop),
        Phase.THREATS: Decision(
            ("involve", "leave-out"), coach, turnout.legal_threats, turnout.decide_threat
        ),
        Phase.BOARD: Decision(
            ("board", "on-foot"), turnout.pilot_at_hand, turnout.legal_boarding, turnout.board
        ),
    },
    flow.step,
)
