"""The terms of FUSION: seats and limits, what things may be, what is decided, what may happen."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.enums import Named, as_bits
from throwdown.envs.core.events import Events, event

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


USABLE = as_bits((Location.DAMAGED, Location.STANDING))
"""What the Location is while it has boons and can be ruined, as bits."""


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
"""From which number on the phases of each game's own count."""
SHARED_PHASES = as_bits(Choice)
"""The phases that every game has, as bits."""


class FirstEvent(Named):
    """From which number on the events of each game's own count: a session tells those of its parts as they are."""

    THROWDOWN = 100
    PILE = 200
    GAMBIT = 300
    SESSION = 400


class LoggedEvents(Events):
    """Base of the events of FUSION."""

    @property
    def label(self) -> str:
        """The name in logs."""
        return self.name


class Event(LoggedEvents):
    """What can happen in every game; what the two numbers of an event mean is said by the words about it."""

    NOTHING = event(tr("Nothing happened."))
    CARD_DRAWN = event(tr("{who} drew {card}."))
    CARD_DISCARDED = event()
    JOKER_SURFACED = event()
    DECK_RESHUFFLED = event()
    CHARGED = event()
    CHARGE_SPENT = event()
    FORTIFIED = event()
    BUFFER_SPENT = event()
    BUFFER_KEPT = event(tr("{who} did not prevent the point of damage."))
    HARMONY_LOST = event(tr("Harmony fell by {n}."))
    HARMONY_RAISED = event(tr("The team rallied: Harmony rose by {n}."))
    COMMITMENT_LOWERED = event(tr("{who} suffered Trauma: {commitment} fell by {n}."))
    COMMITMENT_RECOVERED = event(tr("{who} recovered {n} of {commitment}."))
    CHARGES_PURGED = event()
    RATING_LOWERED = event()
    RATING_RECOVERED = event()
    LESSON_RECORDED = event(tr("{who} recorded a Lesson."))
    ABILITY_USED = event()
    EFFECT_AIMED = event()
    CRISIS_ENTERED = event()
    THREAT_DEFEATED = event()
    FAVOR_INVESTED = event()
    FAVOR_TAKEN = event()
    FAVOR_TURNED_UP = event()
    STRIKE_ADDED = event()
    STRIKE_REMOVED = event()
    FACTION_REMOVED = event(tr("{faction} left play."))
    FACTION_TURNED = event(tr("{faction} became a Threat."))
    RESOURCE_SPENT = event()
    RESOURCE_GAINED = event()
    LOCATION_RUINED = event()
    LOCATION_REBUILT = event()
    TIME_LOST = event()
    OMEN_SPENT = event()
    JOKERS_RETURNED = event()
    STRIKE_CHANGED = event(tr("{who} got {change} Strike for this turn."))
    ROBO_SUMMONED = event(tr("{who} Summoned her Robo."))
    GEAR_DESTROYED = event(tr("{who} destroyed a piece of Gear."))
    ENDURANCE_LOST = event(tr("{who}'s Robo lost {n} Endurance."))
    ENDURANCE_REPAIRED = event(tr("{who}'s Robo regained {n} Endurance."))
    ROBO_LOST = event(tr("{who}'s Robo had no Endurance left and was taken out."))
    TRAUMA_SHIFTED = event(tr("{who} let her Robo take the point of Trauma."))
    FORM_STRENGTHENED = event()
    EXTRA_CARD_DEALT = event(tr("{card} was dealt face-up beside {threat}."))
    EXTRA_CARD_TAKEN = event(tr("{who} took {card} from beside a Threat."))
    CARD_INVESTED = event(tr("{who} invested {card} in a Threat."))
    DECK_RAN_OUT = event(tr("The deck ran out."))
    CARD_SHOWN = event(tr("{who} showed {whom} {card}."))
    TRIGGER_GATHERED = event()
    FACTION_REVEALED = event(tr("{faction} was revealed."))
