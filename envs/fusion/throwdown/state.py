"""The state of a Throwdown, stages edition: one conflict over one world.

Sides are 0 (Coach) and 1 (Pilots); seats are 0 (Coach) and 1 to 7 (Pilots). Stages count from 1.
"""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.records import Ints, int8, int16, int32, int64
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, SHARED_PHASES, ConflictState
from throwdown.envs.fusion.world.state import EVENTS, SEATS

PILE = 108
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
    asked: Ints = int8("allies who had the Drive offered this turn", SEATS)
    given: Ints = int8("cards still owed to each giver", SEATS)
    votes: Ints = int8("for herself, for the team", 2)
    score: Ints = int16("of each side", 2)
    basic: Ints = int8("basic spoils left per side", 2)
    ultimate: Ints = int8("ultimate spoils left per side", 2)
    scored: Ints = int8("the side that scored each stage, or NONE", STAGES + 1, start=NONE)
    opened: Ints = int8("how each stage was opened", STAGES + 1)
    pile_from: Ints = int8("where each stage's Pile begins in pile_card", STAGES + 1)
    pile_n: int = int16("cards in all Piles")
    pile_card: Ints = int8("all Piles, the present one last", PILE)
    pile_by: Ints = int8("the seat that laid each card", PILE)
    stage: int = int8("0 until initiative is won")
    side: int = int8("whose turn it is")
    at: int = int8("the seat at which a round stands")
    techs: int = int8("Assist Techs that the Pilot at hand used this turn")
    others: int = int8("her other Assists of this turn")
    gap: int = int8("the Strike difference of the card that opened the Rumble")
    shared: int = int8("the card that the Head is sharing, or NONE", start=NONE)
    challenger: int = int8("the seat that threw the gauntlet", start=NONE)
    started_by: int = int8("side, or NONE until asked", start=NONE)
    for_team: int = int8("0, 1, or NONE until asked", start=NONE)
    winner: int = int8("side, or NONE", start=NONE)
    result: int = int8("see `RESULTS`")
    taker: int = int8("the side that takes spoils, or NONE", start=NONE)


UNOPENED, BY_INITIATIVE, BY_ESCALATE, BY_RUMBLE = range(4)
RUNNING, CONCEDED, REFUSED, CALLED_OFF = range(4)
RESULTS = ("running", "conceded", "refused", "called off")

PHASES = (
    *SHARED_PHASES,
    *("challenge", "answer", "support", "vote", "give", "return", "relay", "assist", "coach-assist"),
    *("drive", "ally-drive", "position", "share", "share-to", "spoil", "discard"),
)
(
    CHALLENGE_PHASE,
    ANSWER_PHASE,
    SUPPORT_PHASE,
    VOTE_PHASE,
    GIVE_PHASE,
    RETURN_PHASE,
    RELAY_PHASE,
    ASSIST_PHASE,
    COACH_ASSIST_PHASE,
    DRIVE_PHASE,
    ALLY_PHASE,
    POSITION_PHASE,
    SHARE_PHASE,
    SHARE_TO_PHASE,
    SPOIL_PHASE,
    DISCARD_PHASE,
) = range(FIRST_PHASE, len(PHASES))

STEPS = (
    *("answer", "sides", "questions", "draws", "gives", "returns", "reveal", "relay"),
    *("turn", "assists", "coach-assists", "drive"),
    *("positions", "assemble", "shares", "regroup", "spoils", "discards", "end"),
)
(
    ANSWER,
    SIDES,
    QUESTIONS,
    DRAWS,
    GIVES,
    RETURNS,
    REVEAL,
    RELAY,
    TURN,
    ASSISTS,
    COACH_ASSISTS,
    DRIVE,
    POSITIONS,
    ASSEMBLE,
    SHARES,
    REGROUP,
    SPOILS,
    DISCARDS,
    END,
) = range(len(STEPS))

THROWDOWN_EVENTS = (
    "CHALLENGER_NAMED",
    "CHALLENGE_PASSED_ON",
    "INITIATIVE_LAID",
    "CHALLENGE_REFUSED",
    "SUPPORTED",
    "STAYED_OUT",
    "VOTED",
    "QUESTIONS_ANSWERED",
    "CARD_GIVEN",
    "GIVING_ENDED",
    "INVESTED_CARDS_TAKEN",
    "INITIATIVE_REVEALED",
    "INITIATIVE_TIED",
    "INITIATIVE_WON",
    "CALLED_OFF",
    "ASSIST_PASSED",
    "ALLY_ASKED",
    "DRIVE_HANDED_BACK",
    "COUNTERED",
    "BLOCKED",
    "ESCALATED",
    "CONCEDED",
    "RESONATED",
    "DISSONATED",
    "STAGE_SCORED",
    "SCORE_NEGATED",
    "RUMBLE_INITIATED",
    "POSITION_TAKEN",
    "FORM_ASSEMBLED",
    "CARD_SHARED",
    "SHARING_ENDED",
    "ROUTED",
    "SPOIL_TAKEN",
    "SPOILS_WAIVED",
    "THROWDOWN_ENDED",
)
EVENT_NAMES = (*EVENTS, *THROWDOWN_EVENTS)
(
    E_NAMED,
    E_PASSED_ON,
    E_LAID,
    E_REFUSED,
    E_SUPPORTED,
    E_STAYED_OUT,
    E_VOTED,
    E_QUESTIONS,
    E_GIVEN,
    E_GAVE_ALL,
    E_INVESTED,
    E_REVEALED,
    E_TIED,
    E_WON,
    E_CALLED_OFF,
    E_PASSED,
    E_ASKED,
    E_HANDED_BACK,
    E_COUNTERED,
    E_BLOCKED,
    E_ESCALATED,
    E_CONCEDED,
    E_RESONATED,
    E_DISSONATED,
    E_SCORED,
    E_NEGATED,
    E_RUMBLE,
    E_POSITION,
    E_ASSEMBLED,
    E_SHARED,
    E_SHARED_ALL,
    E_ROUTED,
    E_SPOIL,
    E_WAIVED,
    E_ENDED,
) = range(len(EVENTS), len(EVENT_NAMES))
