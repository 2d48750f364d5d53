"""The state of a Throwdown, stages edition: one conflict over one world.

Sides are 0 (Coach) and 1 (Pilots); seats are 0 (Coach) and 1 to 7 (Pilots). Stages count from 1.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.rng import STREAM
from throwdown.envs.fusion.triggers import BUFFER, COMMITMENT, DAMAGE
from throwdown.envs.fusion.world import CONFIG, EVENTS, SEATS, WORLD

PILE = 108
STAGES = 7
LAST_STAGE = 3
"""The last stage that needs no Rumble (TS-39)."""

STATE = np.dtype(
    [
        ("rng", STREAM),
        ("cfg", CONFIG),
        ("world", WORLD),
        ("damage", DAMAGE),
        ("stakes", np.float32),  # the Pilots' value in [-1, 1], measured after the spoils
        ("start", np.int16, (5,)),  # Harmony, Commitments, Charges, Buffers, Ratings before the conflict
        ("sealed", np.int16, (SEATS,)),  # face-down initiative card, or NONE
        ("involved", np.int16, (SEATS,)),
        ("strike", np.int16, (SEATS,)),  # fixed when the Throwdown starts (TS-06, C-87)
        ("bonus", np.int16, (SEATS,)),  # to Strike, this turn
        ("asked", np.int16, (SEATS,)),  # allies who had the Drive offered this turn
        ("given", np.int16, (SEATS,)),  # cards still owed to each giver
        ("votes", np.int16, (2,)),
        ("commander", np.int16, (2,)),  # seat per side, or NONE
        ("score", np.int16, (2,)),
        ("basic", np.int16, (2,)),  # spoils left per side
        ("ultimate", np.int16, (2,)),
        ("scored", np.int16, (STAGES + 1,)),  # the side that scored each stage, or NONE
        ("opened", np.int16, (STAGES + 1,)),  # how each stage was opened
        ("pile_from", np.int16, (STAGES + 1,)),  # where each stage's Pile begins in pile_card
        ("pile_n", np.int16),
        ("pile_card", np.int8, (PILE,)),  # all Piles, the present one last
        ("pile_by", np.int8, (PILE,)),  # the seat that laid each card
        ("phase", np.int16),
        ("step", np.int16),
        ("seat", np.int16),
        ("over", np.bool_),
        ("stage", np.int16),  # 0 until initiative is won
        ("side", np.int16),  # whose turn it is
        ("at", np.int16),  # the seat at which a round stands
        ("challenger", np.int16),
        ("started_by", np.int16),  # side, or NONE until asked
        ("for_team", np.int16),  # 0, 1, or NONE until asked
        ("winner", np.int16),  # side, or NONE
        ("result", np.int16),
        ("taker", np.int16),  # the side that takes spoils
        ("spoil", np.int16),  # the one being taken, or NONE
        ("target", np.int16),  # the Pilot or Threat it concerns, or NONE
    ],
    align=True,
)

UNOPENED, BY_INITIATIVE, BY_ESCALATE, BY_RUMBLE = range(4)
RUNNING, CONCEDED, REFUSED, CALLED_OFF = range(4)
RESULTS = ("running", "conceded", "refused", "called off")

PHASES = (
    "over",
    "buffer",
    "commitment",
    "challenge",
    "answer",
    "support",
    "vote",
    "give",
    "return",
    "relay",
    "assist",
    "drive",
    "ally-drive",
    "spoil",
    "spoil-pilot",
    "spoil-threat",
    "recover",
    "discard",
)
assert PHASES[BUFFER] == "buffer" and PHASES[COMMITMENT] == "commitment"
OVER = 0
(
    CHALLENGE_PHASE,
    ANSWER_PHASE,
    SUPPORT_PHASE,
    VOTE_PHASE,
    GIVE_PHASE,
    RETURN_PHASE,
    RELAY_PHASE,
    ASSIST_PHASE,
    DRIVE_PHASE,
    ALLY_PHASE,
    SPOIL_PHASE,
    SPOIL_PILOT_PHASE,
    SPOIL_THREAT_PHASE,
    RECOVER_PHASE,
    DISCARD_PHASE,
) = range(3, len(PHASES))

STEPS = (
    *("answer", "sides", "questions", "draws", "gives", "returns", "reveal", "relay"),
    *("turn", "assists", "drive", "spoils", "discards", "end"),
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
    DRIVE,
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
    "CHARGE_TECH_USED",
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
    "SPOIL_TAKEN",
    "SPOIL_AIMED",
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
    E_CHARGE_TECH,
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
    E_SPOIL,
    E_AIMED,
    E_WAIVED,
    E_ENDED,
) = range(len(EVENTS), len(EVENT_NAMES))
