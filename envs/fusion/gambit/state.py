"""The state of a Gambit: one Pilot against Coach's Threshold, over one world.

Seats are 0 (Coach) and 1 to 7 (Pilots).
"""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import NONE, Ints, Named, boolean, event, int8, labels, tr
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import FIRST_PHASE, SEATS, Choice, Ending, FirstEvent, LoggedEvents


class State(ConflictState):
    """One Gambit."""

    sealed: Ints = int8("Coach's face-down Threshold from his Hand, or NONE", SEATS, start=NONE)
    blind: int = int8("a face-down Threshold from the deck, or NONE", start=NONE)
    threshold: int = int8("the Threshold once it is face-up, or NONE", start=NONE)
    played: int = int8("the Pilot's face-up card, or NONE", start=NONE)
    source: int = int8("where the Threshold came from: see `Source`")
    flipped: bool = boolean("the Pilot's card came from the deck")
    acting: int = int8("the Pilot whose Gambit it is")
    specialty: bool = boolean("her Specialty is involved")
    great: bool = boolean("her goal is great; else it is small")
    outcome: int = int8("see `Outcome`")
    result: int = int8("see `Result`")
    left: int = int8("consequences that Coach still has to choose")
    last: int = int8("the consequence chosen last, or NONE", start=NONE)
    goods: int = int8("the Pilots' goods before the Gambit: see `outcome.count_goods`")


CLAIMED = 3
"""The value of ``cfg.specialty_involved`` with which the Pilot claims her Specialty and Coach agrees."""


class Source(Named):
    """Where the Threshold came from."""

    NONE = auto()
    HAND = auto()
    BLIND = auto()


class Edition(Named):
    """The drafts of the Gambit."""

    OLDER = auto()
    NEWER = auto()


class Outcome(Named):
    """What a Gambit came to."""

    OPEN = auto()
    YES_AND = auto()
    YES_BUT = auto()
    NO_BUT = auto()
    NO_AND = auto()


class Result(Ending):
    """How a Gambit stands, or ended."""

    RUNNING = auto()
    PLAYED = auto()
    DECLINED = auto()
    CALLED_OFF = auto()


class Phase(Named):
    """What is decided, beside `Choice`."""

    ACCEPT = FIRST_PHASE
    THRESHOLD = auto()
    ANSWER = auto()
    OUTCOME = auto()
    CONSEQUENCE = auto()
    CLAIM = auto()
    AGREE = auto()


PHASES = labels(Choice, Phase)


class Step(Named):
    """How it goes on once nothing is left to decide."""

    THRESHOLD = auto()
    ANSWER = auto()
    REVEAL = auto()
    CONSEQUENCES = auto()


class Event(LoggedEvents):
    """What can happen in a Gambit, besides what happens in every game."""

    GAMBIT_PROPOSED = event(first=FirstEvent.GAMBIT)
    GAMBIT_ACCEPTED = event(tr("{who} accepted the Gambit."))
    GAMBIT_DECLINED = event(tr("{who} declined; nothing happened."), sound="concede")
    SPECIALTY_CLAIMED = event()
    SPECIALTY_JUDGED = event()
    THRESHOLD_LAID = event(sound="card")
    CARD_PLAYED = event(tr("{who} played {card} face-up."), sound="counter")
    CARD_FLIPPED = event(tr("{who} flipped {card} from the deck."), sound="card")
    THRESHOLD_REVEALED = event(tr("The Threshold was {card}."), sound="card")
    OUTCOME_REACHED = event(tr("{outcome}."))
    CONSEQUENCE_CHOSEN = event()
    CONSEQUENCE_REPEATED = event()
    GAMBIT_CALLED_OFF = event(tr("No card was left; the Gambit was called off."))
    GAMBIT_ENDED = event(tr("The Gambit ended ({result})."))
