"""The state of a Throwdown, stages edition: one conflict over one world.

Sides are 0 (Coach) and 1 (Pilots); seats are 0 (Coach) and 1 to 7 (Pilots). Stages count from 1.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.rng import STREAM
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, PENDING, SCENE, SHARED_PHASES
from throwdown.envs.fusion.world.state import CONFIG, EVENTS, SEATS, WORLD

PILE = 108
STAGES = 7
LAST_STAGE = 3
"""The last stage that needs no Rumble (TS-39)."""
RUMBLE_STAGE = LAST_STAGE + 1
"""The first stage of a Rumble (TS-53)."""

STATE = np.dtype(
    [
        ("rng", STREAM),
        ("cfg", CONFIG),
        ("world", WORLD),
        ("scene", SCENE),
        ("pending", PENDING),
        ("fresh", np.int64, (2,)),  # cards that the Head drew and may still share (TS-100)
        ("offer", np.int32),  # the spoils that may be chosen now, as bits
        ("stakes", np.float32),  # the Pilots' value in [-1, 1], measured after the spoils
        ("start", np.int16, (5,)),  # Harmony, Commitments, Charges, Buffers, Ratings before the conflict
        ("sealed", np.int8, (SEATS,)),  # face-down initiative card, or NONE
        ("asked", np.int8, (SEATS,)),  # allies who had the Drive offered this turn
        ("given", np.int8, (SEATS,)),  # cards still owed to each giver
        ("votes", np.int8, (2,)),
        ("score", np.int16, (2,)),
        ("basic", np.int8, (2,)),  # spoils left per side
        ("ultimate", np.int8, (2,)),
        ("scored", np.int8, (STAGES + 1,)),  # the side that scored each stage, or NONE
        ("opened", np.int8, (STAGES + 1,)),  # how each stage was opened
        ("pile_from", np.int8, (STAGES + 1,)),  # where each stage's Pile begins in pile_card
        ("pile_n", np.int16),
        ("pile_card", np.int8, (PILE,)),  # all Piles, the present one last
        ("pile_by", np.int8, (PILE,)),  # the seat that laid each card
        ("phase", np.int8),
        ("step", np.int8),
        ("seat", np.int8),
        ("over", np.bool_),
        ("stage", np.int8),  # 0 until initiative is won
        ("side", np.int8),  # whose turn it is
        ("at", np.int8),  # the seat at which a round stands
        ("techs", np.int8),  # Assist Techs that the Pilot at hand used this turn
        ("others", np.int8),  # her other Assists
        ("gap", np.int8),  # the Strike difference of the card that opened the Rumble
        ("shared", np.int8),  # the card that the Head is sharing, or NONE
        ("challenger", np.int8),
        ("started_by", np.int8),  # side, or NONE until asked
        ("for_team", np.int8),  # 0, 1, or NONE until asked
        ("winner", np.int8),  # side, or NONE
        ("result", np.int8),
        ("taker", np.int8),  # the side that takes spoils
    ],
    align=True,
)

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
