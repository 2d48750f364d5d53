"""The state of a Gambit: one Pilot against Coach's Threshold, over one world.

Seats are 0 (Coach) and 1 to 7 (Pilots).
"""

from __future__ import annotations

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.records import Ints, int8
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, SHARED_PHASES, ConflictState
from throwdown.envs.fusion.world.state import EVENTS, SEATS


class State(ConflictState):
    """One Gambit."""

    sealed: Ints = int8("Coach's face-down Threshold from his Hand, or NONE", SEATS, start=NONE)
    blind: int = int8("a face-down Threshold off the deck, or NONE", start=NONE)
    threshold: int = int8("the Threshold once it is face-up, or NONE", start=NONE)
    played: int = int8("the Pilot's face-up card, or NONE", start=NONE)
    source: int = int8("where the Threshold came from: see `SOURCES`")
    flipped: int = int8("1: the Pilot's card came off the deck")
    acting: int = int8("the Pilot whose Gambit it is")
    specialty: int = int8("1: her Specialty is involved")
    outcome: int = int8("see `OUTCOMES`")
    result: int = int8("see `RESULTS`")
    left: int = int8("consequences that Coach has still to choose")
    last: int = int8("the consequence chosen last, or NONE", start=NONE)


SOURCES = ("none", "hand", "blind")
NO_SOURCE, FROM_HAND, BLIND_SOURCE = range(3)
OLDER, NEWER = range(2)
OUTCOMES = ("open", "yes-and", "yes-but", "no-but", "no-and")
OPEN, YES_AND, YES_BUT, NO_BUT, NO_AND = range(5)
RESULTS = ("running", "played", "declined", "called off")
RUNNING, PLAYED, DECLINED, CALLED_OFF = range(4)

PHASES = (*SHARED_PHASES, "accept", "threshold", "answer", "outcome", "consequence")
ACCEPT_PHASE, THRESHOLD_PHASE, ANSWER_PHASE, OUTCOME_PHASE, CONSEQUENCE_PHASE = range(
    FIRST_PHASE, len(PHASES)
)

STEPS = ("accept", "threshold", "answer", "reveal", "outcome", "consequences", "close", "end")
ACCEPT_STEP, THRESHOLD_STEP, ANSWER_STEP, REVEAL, OUTCOME_STEP, CONSEQUENCES, CLOSE, END = range(len(STEPS))

GAMBIT_EVENTS = (
    "GAMBIT_PROPOSED",
    "GAMBIT_ACCEPTED",
    "GAMBIT_DECLINED",
    "THRESHOLD_LAID",
    "CARD_PLAYED",
    "CARD_FLIPPED",
    "THRESHOLD_REVEALED",
    "OUTCOME_REACHED",
    "CONSEQUENCE_CHOSEN",
    "CONSEQUENCE_REPEATED",
    "CALLED_OFF",
    "GAMBIT_ENDED",
)
EVENT_NAMES = (*EVENTS, *GAMBIT_EVENTS)
(
    E_PROPOSED,
    E_ACCEPTED,
    E_DECLINED,
    E_LAID,
    E_PLAYED,
    E_FLIPPED,
    E_REVEALED,
    E_OUTCOME,
    E_CONSEQUENCE,
    E_REPEATED,
    E_CALLED_OFF,
    E_ENDED,
) = range(len(EVENTS), len(EVENT_NAMES))
