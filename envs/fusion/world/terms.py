"""The terms of FUSION: seats and limits, what things may be, what is decided, what may happen."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.enums import Named

COACH = 0
MAX_PILOTS = 7
SEATS = MAX_PILOTS + 1
MAX_THREATS = 8
MAX_FACTIONS = 4
MAX_FAVOR = 6
MAX_RESOURCES = 4
MAX_HARMONY = 7
MAX_CRISIS = 30
"""Where the Crisis tier stops."""
PILE_CARDS = 108
"""The most cards that a Pile can hold: both decks."""
ALL_OMENS = 4
"""Spent Omens at which the Jokers may return (CD-28)."""


class Ending(Named):
    """Base of enums that say how a game stands or ended: their labels have spaces."""

    @property
    def label(self) -> str:
        """The name that people read: ``CALLED_OFF`` is *called off*."""
        return self.name.lower().replace("_", " ")


class Commitment(Named):
    """A Pilot's Commitments."""

    STEEL = auto()
    FLESH = auto()
    SYNCH = auto()
    SOLO = auto()


class Faction(Named):
    """What a Faction is: not revealed, in play, out of play, turned into a Threat."""

    HIDDEN = auto()
    IN_PLAY = auto()
    REMOVED = auto()
    TURNED = auto()


class Location(Named):
    """What the Location is."""

    NONE = auto()
    RAZED = auto()
    DAMAGED = auto()
    STANDING = auto()


class Resource(Named):
    """The Resources that rules name; a scenario's own come after them."""

    PIT_CREW = auto()
    FAN_CLUB = auto()


class Robo(Named):
    """What a Robo is: not here, here from the start, summoned."""

    ABSENT = auto()
    PRESENT = auto()
    SUMMONED = auto()


class Point(Named):
    """What a point of damage is."""

    NONE = auto()
    TRAUMA = auto()
    PURGE = auto()
    THREAT_TRAUMA = auto()
    SCHISM = auto()
    RUIN = auto()
    DISFAVOR = auto()
    FORM_TRAUMA = auto()
    ENDURANCE = auto()


class Choice(Named):
    """The phases with which those of every FUSION game begin."""

    OVER = auto()
    BUFFER = auto()
    COMMITMENT = auto()
    RECOVER = auto()
    TARGET = auto()
    INVEST = auto()
    DISCARD_ONE = auto()
    FATE = auto()
    ENDURANCE = auto()
    WAVE = auto()
    STORM = auto()
    PAY = auto()
    DAMAGE = auto()


FIRST_PHASE = len(Choice)


class Event(Named):
    """What rules tell, one list for all games: a session tells its conflicts' events as they are.

    What the two numbers of an event mean is said by the words about it.
    """

    # Of every game
    NOTHING = auto()
    CARD_DRAWN = auto()
    CARD_DISCARDED = auto()
    JOKER_SURFACED = auto()
    DECK_RESHUFFLED = auto()
    CHARGED = auto()
    CHARGE_SPENT = auto()
    FORTIFIED = auto()
    BUFFER_SPENT = auto()
    BUFFER_KEPT = auto()
    HARMONY_LOST = auto()
    HARMONY_RAISED = auto()
    COMMITMENT_LOWERED = auto()
    COMMITMENT_RECOVERED = auto()
    CHARGES_PURGED = auto()
    RATING_LOWERED = auto()
    RATING_RECOVERED = auto()
    LESSON_RECORDED = auto()
    ABILITY_USED = auto()
    EFFECT_AIMED = auto()
    CRISIS_ENTERED = auto()
    THREAT_DEFEATED = auto()
    FAVOR_INVESTED = auto()
    FAVOR_TAKEN = auto()
    FAVOR_TURNED_UP = auto()
    STRIKE_ADDED = auto()
    STRIKE_REMOVED = auto()
    FACTION_REMOVED = auto()
    FACTION_TURNED = auto()
    RESOURCE_SPENT = auto()
    RESOURCE_GAINED = auto()
    LOCATION_RUINED = auto()
    LOCATION_REBUILT = auto()
    TIME_LOST = auto()
    OMEN_SPENT = auto()
    JOKERS_RETURNED = auto()
    STRIKE_CHANGED = auto()
    ROBO_SUMMONED = auto()
    GEAR_DESTROYED = auto()
    ENDURANCE_LOST = auto()
    ENDURANCE_REPAIRED = auto()
    ROBO_LOST = auto()
    TRAUMA_SHIFTED = auto()
    FORM_STRENGTHENED = auto()
    EXTRA_CARD_DEALT = auto()
    EXTRA_CARD_TAKEN = auto()
    CARD_INVESTED = auto()
    DECK_RAN_OUT = auto()
    CARD_SHOWN = auto()
    TRIGGER_GATHERED = auto()
    FACTION_REVEALED = auto()
    # Of both editions of the Throwdown
    CHALLENGER_NAMED = auto()
    INITIATIVE_LAID = auto()
    CHALLENGE_REFUSED = auto()
    STAYED_OUT = auto()
    CARD_GIVEN = auto()
    INITIATIVE_REVEALED = auto()
    INITIATIVE_TIED = auto()
    INITIATIVE_WON = auto()
    CALLED_OFF = auto()
    THROWDOWN_ENDED = auto()
    # Of the stages edition
    CHALLENGE_PASSED_ON = auto()
    SUPPORTED = auto()
    VOTED = auto()
    QUESTIONS_ANSWERED = auto()
    GIVING_ENDED = auto()
    INVESTED_CARDS_TAKEN = auto()
    ASSIST_PASSED = auto()
    ALLY_ASKED = auto()
    DRIVE_HANDED_BACK = auto()
    COUNTERED = auto()
    BLOCKED = auto()
    ESCALATED = auto()
    CONCEDED = auto()
    RESONATED = auto()
    DISSONATED = auto()
    STAGE_SCORED = auto()
    SCORE_NEGATED = auto()
    RUMBLE_INITIATED = auto()
    POSITION_TAKEN = auto()
    FORM_ASSEMBLED = auto()
    CARD_SHARED = auto()
    SHARING_ENDED = auto()
    ROUTED = auto()
    SPOIL_TAKEN = auto()
    SPOILS_WAIVED = auto()
    THREAT_LEFT_OUT = auto()
    BOARDED = auto()
    WENT_ON_FOOT = auto()
    # Of the pile edition
    STAKES_SET = auto()
    BLIND_LAID = auto()
    SIDE_TAKEN = auto()
    ROBO_PRESENT = auto()
    TURN_BEGUN = auto()
    PUSHED = auto()
    BEATEN_BACK = auto()
    FOLDED = auto()
    STRIFE_GATHERED = auto()
    ASSISTED = auto()
    STRIKE_LENT = auto()
    FACTION_INVOKED = auto()
    FUSION_PROPOSED = auto()
    FUSION_ANSWERED = auto()
    FUSED = auto()
    FUSION_BROKEN = auto()
    CHARGE_LENT = auto()
    PILE_WON = auto()
    PAYLOAD_TALLIED = auto()
    SPOIL_SPENT = auto()
    CONCESSION_TAKEN = auto()
    SPOILS_ENDED = auto()
    THREAT_FORTIFIED = auto()
    DAMAGE_ASSIGNED = auto()
    # Of the Gambit
    GAMBIT_PROPOSED = auto()
    GAMBIT_ACCEPTED = auto()
    GAMBIT_DECLINED = auto()
    SPECIALTY_CLAIMED = auto()
    SPECIALTY_JUDGED = auto()
    THRESHOLD_LAID = auto()
    CARD_PLAYED = auto()
    CARD_FLIPPED = auto()
    THRESHOLD_REVEALED = auto()
    OUTCOME_REACHED = auto()
    CONSEQUENCE_CHOSEN = auto()
    CONSEQUENCE_REPEATED = auto()
    GAMBIT_CALLED_OFF = auto()
    GAMBIT_ENDED = auto()
    # Of the session
    SCENE_OPENED = auto()
    VENTURED = auto()
    GAUNTLET_THROWN = auto()
    RESTED = auto()
    LET_GO = auto()
    GAMBIT_OFFERED = auto()
    GOAL_REACHED = auto()
    GOAL_MISSED = auto()
    SESSION_ENDED = auto()

    @property
    def label(self) -> str:
        """The name in logs."""
        return self.name


_ALL = tuple(Event)
_BOTH_EDITIONS = _ALL[Event.CHALLENGER_NAMED : Event.CHALLENGE_PASSED_ON]
WORLD_EVENTS = _ALL[: Event.CHALLENGER_NAMED]
THROWDOWN_EVENTS = (*_BOTH_EDITIONS, *_ALL[Event.CHALLENGE_PASSED_ON : Event.STAKES_SET])
PILE_EVENTS = (*_BOTH_EDITIONS, *_ALL[Event.STAKES_SET : Event.GAMBIT_PROPOSED])
GAMBIT_EVENTS = _ALL[Event.GAMBIT_PROPOSED : Event.SCENE_OPENED]
SESSION_EVENTS = _ALL[Event.SCENE_OPENED :]
"""The events of every game, and those that are a game's own."""
