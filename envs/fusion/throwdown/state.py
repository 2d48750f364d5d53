"""The state of a Throwdown, stages edition: one conflict over one world.

Sides are 0 (Coach) and 1 (Pilots); seats are 0 (Coach) and 1 to 7 (Pilots). Stages count from 1.
"""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import NONE, Ints, Named, event, int8, int16, int32, int64, labels, tr
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import (
    FIRST_PHASE,
    PILE_CARDS,
    SEATS,
    Choice,
    Ending,
    FirstEvent,
    LoggedEvents,
)

STAGES = 7
LAST_STAGE = 3
"""The last stage that needs no Rumble (TS-39)."""
RUMBLE_STAGE = LAST_STAGE + 1
"""The first stage of a Rumble (TS-53)."""


class State(ConflictState):
    """One Throwdown; entries are by seat, by side or by stage."""

    fresh: Ints = int64("cards that the Head drew and may still share (TS-100)", 2)
    offer: int = int32("the spoils that may be chosen now, as bits")
    sealed: Ints = int8("face-down initiative card, or NONE", SEATS, start=NONE)
    leaving: int = int16("Threats that Coach will leave out, which he alone knows, as bits")
    asked: Ints = int8("allies who were offered the Drive this turn", SEATS)
    ally: int = int8("the ally who was asked last", start=NONE)
    given: Ints = int8("cards that the Commander still owes each giver", SEATS)
    votes: Ints = int8("votes for herself, for the team", 2)
    score: Ints = int16("points of each side", 2)
    basic: Ints = int8("basic spoils left per side", 2)
    ultimate: Ints = int8("ultimate spoils left per side", 2)
    scored: Ints = int8("the side that scored each stage, or NONE", STAGES + 1, start=NONE)
    opened: Ints = int8("the way in which each stage was opened", STAGES + 1)
    pile_from: Ints = int8("where each stage's Pile begins in pile_card", STAGES + 1)
    pile_n: int = int16("cards in all Piles")
    pile_card: Ints = int8("all Piles, the present one last", PILE_CARDS)
    pile_by: Ints = int8("the seat that laid each card", PILE_CARDS)
    stage: int = int8("0 until initiative is won")
    side: int = int8("the seat that has the turn")
    at: int = int8("the seat that a round has reached; in phase `THREATS`, the Threat")
    techs: int = int8("Assist Techs that the present Pilot has used this turn")
    others: int = int8("her other Assists of this turn")
    gap: int = int8("the difference of the card that opened the Rumble")
    shared: int = int8("the card that the Head is sharing, or NONE", start=NONE)
    challenger: int = int8("the challenger's seat", start=NONE)
    started_by: int = int8("side, or NONE until asked", start=NONE)
    for_team: int = int8("0, 1, or NONE until asked", start=NONE)
    winner: int = int8("side, or NONE", start=NONE)
    result: int = int8("see `Result`")
    taker: int = int8("the side that takes spoils, or NONE", start=NONE)


class Opening(Named):
    """How a stage was opened."""

    NONE = auto()
    INITIATIVE = auto()
    ESCALATE = auto()
    RUMBLE = auto()


class Result(Ending):
    """How a Throwdown stands, or ended."""

    RUNNING = auto()
    CONCEDED = auto()
    REFUSED = auto()
    CALLED_OFF = auto()


class Phase(Named):
    """What is decided, beside `Choice`."""

    CHALLENGE = FIRST_PHASE
    ANSWER = auto()
    SUPPORT = auto()
    VOTE = auto()
    GIVE = auto()
    RETURN = auto()
    RELAY = auto()
    ASSIST = auto()
    COACH_ASSIST = auto()
    DRIVE = auto()
    ALLY_DRIVE = auto()
    POSITION = auto()
    SHARE = auto()
    SHARE_TO = auto()
    SPOIL = auto()
    DISCARD = auto()
    THREATS = auto()
    BOARD = auto()


PHASES = labels(Choice, Phase)


class Step(Named):
    """How it goes on once nothing is left to decide."""

    ANSWER = auto()
    THREATS = auto()
    SIDES = auto()
    QUESTIONS = auto()
    BOARDING = auto()
    DRAWS = auto()
    GIVES = auto()
    RETURNS = auto()
    REVEAL = auto()
    RELAY = auto()
    TURN = auto()
    ASSISTS = auto()
    COACH_ASSISTS = auto()
    DRIVE = auto()
    POSITIONS = auto()
    ASSEMBLE = auto()
    HEAD_DRAW = auto()
    SHARES = auto()
    REGROUP = auto()
    SPOILS = auto()
    DISCARDS = auto()
    END = auto()


class Event(LoggedEvents):
    """What can happen in a Throwdown, besides what happens in every game."""

    CHALLENGER_NAMED = event(tr("{who} challenged the other side."), first=FirstEvent.THROWDOWN)
    INITIATIVE_LAID = event(tr("{who} laid {card} face-down as an initiative card."), sound="card")
    CHALLENGE_REFUSED = event()
    STAYED_OUT = event(tr("{who} stayed out of the Throwdown."))
    CARD_GIVEN = event(tr("{who} gave {card} to {whom}."), sound="card")
    INITIATIVE_REVEALED = event(tr("{who} turned up {card}."), sound="card")
    INITIATIVE_TIED = event(tr("Both sides had laid {card}: a tie."))
    INITIATIVE_WON = event(tr("{who} won initiative with {card}, a difference of {n}."))
    CALLED_OFF = event(tr("The Throwdown was called off."))
    THROWDOWN_ENDED = event()
    CHALLENGE_PASSED_ON = event(tr("{who} did not answer the challenge."))
    SUPPORTED = event(tr("{who} supported the Commander."))
    VOTED = event()
    QUESTIONS_ANSWERED = event()
    GIVING_ENDED = event(tr("{who} gave no further cards."))
    INVESTED_CARDS_TAKEN = event(tr("{who} took {card}, which was invested in {threat}."))
    ASSIST_PASSED = event(tr("{who} passed."))
    ALLY_ASKED = event(tr("{who} asked {whom} to Drive."))
    DRIVE_HANDED_BACK = event(tr("{who} handed the Drive back to the Commander."))
    COUNTERED = event(tr("{who} Countered with {card}, a difference of {n}."), sound="counter")
    BLOCKED = event(tr("{who} Blocked {top} with {card}; both went to the Trash."), sound="block")
    ESCALATED = event(
        tr("{who} Escalated to stage {stage} with {card}, a difference of {n}."), sound="escalate"
    )
    CONCEDED = event(sound="concede")
    RESONATED = event(tr("{who} played Resonantly."))
    DISSONATED = event()
    STAGE_SCORED = event()
    SCORE_NEGATED = event()
    RUMBLE_INITIATED = event(
        tr("{who} Initiated Rumble with {card}, a difference of {n}; all Piles were discarded."),
        sound="rumble",
    )
    POSITION_TAKEN = event(tr("{who} became the {position} of the Final Form."))
    FORM_ASSEMBLED = event(tr("{who} led the Final Form with {n} Strike and as many Buffers."))
    CARD_SHARED = event(tr("{who} shared {card} with {whom}."), sound="card")
    SHARING_ENDED = event(tr("{who} shared no further cards."))
    ROUTED = event(tr("{who} was routed and had to Concede."))
    SPOIL_TAKEN = event(tr("{who} took a spoil: {spoil}."))
    SPOILS_WAIVED = event()
    THREAT_LEFT_OUT = event(tr("{threat} took no part."))
    BOARDED = event(tr("{who} brought her Robo."))
    WENT_ON_FOOT = event(tr("{who} left her Robo out of the Throwdown."))
