"""The book: what playbooks and scenarios define, as rows of a small fixed vocabulary that one interpreter runs.

An *ability* is a Tech, a piece of Gear, a Summon Effect, a Rumble Tech, a Wave, a Storm, a Location's boon or an
Escalation Event. It is one row of ``out.content`` (int16): when it may be used, what it costs, and up to three effects.
"""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import Named, Out, as_bits, kernel

ROW = 24
"""Numbers per ability."""


class Ability(Named):
    """Places in an ability's row.

    `RESOURCE` is the index of a Resource plus one; at `EFFECTS` the first effect begins.
    """

    EXISTS = auto()
    FAMILY = auto()
    PER = auto()
    CHARGES = auto()
    CARDS = auto()
    CARD_CLASS = auto()
    RESOURCE = auto()
    POINTS = auto()
    TARRY = auto()
    FLAGS = auto()
    COUNT = auto()
    EFFECTS = auto()


EFFECT = 4
MAX_EFFECTS = 3


class Effect(Named):
    """Places in an effect; with `SCALE` the amount counts once per stage."""

    KIND = auto()
    TARGET = auto()
    AMOUNT = auto()
    SCALE = auto()


IMMEDIATE, IN_RUMBLE = 1, 2
"""Bits of ``FLAGS``: skips the Payload (OP of the pile edition); may be used in a Rumble."""

FULL = 99
"""An amount that fills whatever it is given to."""


class Family(Named):
    """Sorts of Techs."""

    NONE = auto()
    CHARGE = auto()
    CHROMA = auto()
    DAISHO = auto()
    ROBO = auto()


class Per(Named):
    """How often an ability may be used: once in each."""

    TURN = auto()
    CONFLICT = auto()
    SCENARIO = auto()


class CardClass(Named):
    """The classes of cards that costs ask for."""

    NONE = auto()
    ANY = auto()
    FACE = auto()
    ACE = auto()
    FACE_OR_ACE = auto()


class Kind(Named):
    """What an effect does."""

    NONE = auto()
    CHARGEUP = auto()
    BURN = auto()
    FAVOR = auto()
    FORTIFY = auto()
    RALLY = auto()
    REBUILD = auto()
    RECOVER = auto()
    REPLENISH = auto()
    STORM = auto()
    TARRY = auto()
    WAVE = auto()
    BREAK = auto()
    DISFAVOR = auto()
    PURGE = auto()
    RUIN = auto()
    STRIFE = auto()
    SCHISM = auto()
    TRAUMA = auto()
    DRAW = auto()
    DISCARD = auto()
    STRIKE = auto()
    RUMBLE_STRIKE = auto()
    RUMBLE_CHARGE = auto()
    FORM_BUFFER = auto()
    REPAIR = auto()
    DAMAGE = auto()
    REVEAL = auto()


DAMAGES = (Kind.DISFAVOR, Kind.PURGE, Kind.RUIN, Kind.STRIFE, Kind.TRAUMA)
"""Kinds of damage that +Damage:Choice, or the order of a Payload, is chosen from (ME-08, ME-46)."""
HARMS = as_bits((*DAMAGES, Kind.SCHISM))
"""The +Triggers that do damage, as bits."""
ALL_TRIGGERS = HARMS | as_bits(
    (
        *(Kind.CHARGEUP, Kind.BURN, Kind.FAVOR, Kind.FORTIFY, Kind.RALLY, Kind.REBUILD),
        *(Kind.RECOVER, Kind.REPLENISH, Kind.STORM, Kind.TARRY, Kind.WAVE, Kind.BREAK),
    )
)
"""The +Triggers (ME-09, ME-10), as bits; other kinds act at once in every edition."""
FOR_FORM = as_bits((Kind.RUMBLE_STRIKE, Kind.RUMBLE_CHARGE, Kind.FORM_BUFFER))
"""The kinds that strengthen a Final Form, as bits."""


class Target(Named):
    """Whom or what an effect is aimed at; with `NONE` its kind implies it."""

    NONE = auto()
    SELF = auto()
    OPPONENT = auto()
    CHOICE = auto()
    EACH = auto()
    TEAM = auto()
    PILOT = auto()
    ALLY = auto()
    THREAT = auto()
    COACH = auto()
    COMMANDER = auto()
    INVOLVED = auto()


class Page(Named):
    """The first abilities of each sort on a Pilot's page."""

    TECHS = 0
    ROBO_TECHS = 4
    ACTIVATE = 6
    SACRIFICE = 9
    SUMMON = 12
    CHARGE_TECHS = 13


MAX_TECHS, MAX_ROBO_TECHS, MAX_GEAR, MAX_CHARGE_TECHS, PAGE = 4, 2, 3, 2, 16
ACTIVATIONS = ((1 << MAX_GEAR) - 1) << Page.ACTIVATE
SACRIFICES = ((1 << MAX_GEAR) - 1) << Page.SACRIFICE
CHARGE_TECHS = ((1 << MAX_CHARGE_TECHS) - 1) << Page.CHARGE_TECHS
TECHS = ((1 << MAX_TECHS) - 1) << Page.TECHS | ((1 << MAX_ROBO_TECHS) - 1) << Page.ROBO_TECHS | CHARGE_TECHS
"""Abilities of a page, as words: Gear activated and sacrificed, Charge Techs, and Techs of all sorts."""


class CoachPage(Named):
    """The first Escalation Event and the first boon of the Location, on page 0."""

    EVENTS = 0
    BOONS = 4


MAX_EVENTS, MAX_BOONS, MAX_WAVES, MAX_STORMS, MAX_POSITIONS = 4, 2, 2, 2, 8
THREAT_PAGES, THREAT_PAGE = 128, 4
POSITION_PAGE = 160
SIZE = (POSITION_PAGE + MAX_POSITIONS) * ROW


@kernel
def of_pilot(p: int, k: int) -> int:
    """Return the id of a Pilot's ability."""
    return p * PAGE + k


@kernel
def of_threat(t: int, k: int) -> int:
    """Return the id of a Threat's ability: 0 and 1 Waves, 2 and 3 Storms."""
    return THREAT_PAGES + t * THREAT_PAGE + k


@kernel
def of_position(i: int) -> int:
    """Return the id of a Position's Rumble Tech."""
    return POSITION_PAGE + i


@kernel
def entry_of(out: Out, a: int, place: int) -> int:
    """Return one number of an ability's row."""
    return int(out.content[a * ROW + place])


@kernel
def exists(out: Out, a: int) -> bool:
    """Return whether the scenario defines an ability."""
    return bool(out.content[a * ROW] != 0)


@kernel
def effect_of(out: Out, a: int, i: int, place: int) -> int:
    """Return one number of an ability's i-th effect."""
    return int(out.content[a * ROW + Ability.EFFECTS + i * EFFECT + place])
