"""The book: what playbooks and scenarios define, as rows of a small fixed vocabulary that one interpreter runs.

An *ability* is a Tech, a piece of Gear, a Summon Effect, a Rumble Tech, a Wave, a Storm, a Location's boon or an
Escalation Event. It is one row of ``out.book`` (int16): when it may be used, what it costs, and up to three effects.
"""

from __future__ import annotations

from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel, wide

ROW = 24
"""Numbers per ability."""

EXISTS, FAMILY, PER, CHARGES, CARDS, CARD_CLASS, RESOURCE, POINTS, TARRY, FLAGS, COUNT, EFFECTS = range(12)
"""Places in a row; ``RESOURCE`` is the index of a Resource plus one, ``EFFECTS`` where the first effect begins."""

EFFECT = 4
MAX_EFFECTS = 3
KIND, TARGET, AMOUNT, SCALE = range(EFFECT)
"""Places in an effect; with ``SCALE`` the amount counts once per stage."""

IMMEDIATE, IN_RUMBLE = 1, 2
"""Bits of ``FLAGS``: skips the Payload (OP of the pile edition); may be used in a Rumble."""

FULL = 99
"""An amount that fills whatever it is given to."""

FAMILIES = ("none", "charge", "chroma", "daisho", "robo")
NO_FAMILY, CHARGE_TECH, CHROMA, DAISHO, ROBO_TECH = range(len(FAMILIES))

PERS = ("turn", "conflict", "scenario")
PER_TURN, PER_CONFLICT, PER_SCENARIO = range(len(PERS))

CARD_CLASSES = ("none", "any", "face", "ace", "face-or-ace")
NO_CARD, ANY_CARD, FACE_CARD, ACE_CARD, FACE_OR_ACE = range(len(CARD_CLASSES))

KINDS = (
    *("none", "chargeup", "burn", "favor", "fortify", "rally", "rebuild", "recover", "replenish", "storm"),
    *("tarry", "wave", "break", "disfavor", "purge", "ruin", "strife", "schism", "trauma"),
    *("draw", "discard", "strike", "rumble-strike", "rumble-charge", "form-buffer", "repair"),
    *("damage", "reveal"),
)
(
    NO_KIND,
    CHARGEUP,
    BURN,
    FAVOR,
    FORTIFY,
    RALLY,
    REBUILD,
    RECOVER,
    REPLENISH,
    STORM,
    TARRY_KIND,
    WAVE,
    BREAK,
    DISFAVOR,
    PURGE,
    RUIN,
    STRIFE,
    SCHISM,
    TRAUMA,
    DRAW,
    DISCARD,
    STRIKE,
    RUMBLE_STRIKE,
    RUMBLE_CHARGE,
    FORM_BUFFER,
    REPAIR,
    DAMAGE,
    REVEAL,
) = range(len(KINDS))
LAST_TRIGGER = TRAUMA
"""Kinds up to this one are +Triggers (ME-09, ME-10); the rest act at once in every edition."""
DAMAGES = (DISFAVOR, PURGE, RUIN, STRIFE, TRAUMA)
"""Kinds of damage that +Damage:Choice, or the order of a Payload, is chosen from (ME-08, ME-46)."""

TARGETS = (
    *("none", "self", "opponent", "choice", "each", "team"),
    *("pilot", "ally", "threat", "coach", "commander", "involved"),
)
(
    IMPLIED,
    SELF,
    OPPONENT,
    CHOICE,
    EACH,
    TEAM,
    PILOT,
    ALLY,
    THREAT,
    COACH_SEAT,
    COMMANDER,
    INVOLVED,
) = range(len(TARGETS))

TECHS, ROBO_TECHS, ACTIVATE, SACRIFICE, SUMMON, CHARGE_TECHS = 0, 4, 6, 9, 12, 13
"""First abilities of each sort on a Pilot's page of 16: 4 Techs, 2 Robo Techs, 3 pieces of Gear twice, a Summon, 2
basic Charge Techs."""
MAX_TECHS, MAX_ROBO_TECHS, MAX_GEAR, MAX_CHARGE_TECHS, PAGE = 4, 2, 3, 2, 16
EVENTS, BOONS = 0, 4
"""On page 0: 4 Escalation Events, 2 boons of the Location."""
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
    return wide(out.book[a * ROW + place])


@kernel
def exists(out: Out, a: int) -> bool:
    """Return whether the scenario defines an ability."""
    return bool(out.book[a * ROW] != 0)


@kernel
def effect_of(out: Out, a: int, i: int, place: int) -> int:
    """Return one number of an ability's i-th effect."""
    return wide(out.book[a * ROW + EFFECTS + i * EFFECT + place])
