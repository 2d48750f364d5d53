"""What every conflict of FUSION keeps about its participants, and what waits to be carried out.

A game's record has ``scene`` (`SCENE`) and ``pending`` (`PENDING`) beside ``cfg`` and ``world``; the kernels of
`triggers` and `effects` touch nothing else.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.fusion.world.book import KINDS
from throwdown.envs.fusion.world.state import COACH, MAX_FACTIONS, MAX_THREATS, SEATS

SCENE = np.dtype(
    [
        ("used", np.int32, (SEATS,)),  # abilities used in this conflict, as bits of a page
        ("turn_used", np.int32, (SEATS,)),  # those used in this turn
        ("involved", np.int8, (SEATS,)),
        (
            "opposes",
            np.int8,
            (SEATS,),
        ),  # 1: a Pilot against the challenger (pile edition, Pilots against Pilots)
        ("strike", np.int8, (SEATS,)),  # fixed when the conflict starts (TS-06, C-87)
        ("bonus", np.int8, (SEATS,)),  # to Strike, this turn
        ("robo", np.int8, (SEATS,)),  # see `ABSENT`
        ("position", np.int8, (SEATS,)),  # in the Final Form, or NONE
        ("ejected", np.int8, (SEATS,)),  # 1: forced out of the Rumble
        ("threat_used", np.int8, (MAX_THREATS,)),  # Waves and Storms of this turn, as bits
        ("commander", np.int8, (2,)),  # seat per side, or NONE
        ("head", np.int8),  # the seat in the Head, or NONE
        ("rumble", np.int8),  # the Rumble stage, 1 to 4; 0 = none
        ("form_buffers", np.int8),
        ("form_charges", np.int8),
        ("form_strike", np.int8),  # to Rumble Strike, this turn
        ("stopped", np.int8),  # 1: the deck ran out and stops the conflict (C-15)
        ("broken", np.int8),  # 1: a +BREAK! fired (pile edition)
        ("deferred", np.int8),  # 1: triggers go into Payloads (pile edition)
        ("payload", np.int8, (2, len(KINDS))),  # [side that receives, kind]: triggers gathered
    ],
    align=True,
)

ABSENT, PRESENT, SUMMONED = range(3)
"""What a Robo is: not here, here from the start, summoned."""

DEPTH = 6
PENDING = np.dtype(
    [
        ("waiting", np.int16),  # points of damage waiting, of every kind
        ("schism", np.int16),  # those of Schism or Strife
        ("form", np.int16),  # those of Trauma on the Final Form
        ("endurance", np.int16),  # those of Endurance that no Buffer prevents
        ("ruin", np.int16),
        ("trauma", np.int8, (SEATS,)),  # per Pilot
        ("purge", np.int8, (SEATS,)),  # 1 = a Purge waits
        ("threat_trauma", np.int8, (MAX_THREATS,)),
        ("disfavor", np.int8, (MAX_FACTIONS,)),
        ("schism_by", np.int8),  # the Pilot who caused it; NONE = the whole team is the target
        ("asked", np.int8),  # seats up to this one have let the present point pass
        ("kind", np.int8),  # what the present point is, see below
        ("target", np.int8),  # the Pilot, Threat or Faction it hits
        # The agenda: abilities and single effects being carried out, the last one first.
        ("depth", np.int8),
        ("ability", np.int16, (DEPTH,)),  # its id, or NONE for a single effect
        ("at", np.int8, (DEPTH,)),  # effects done
        ("by", np.int8, (DEPTH,)),  # the seat that fired it
        ("source", np.int8, (DEPTH,)),  # the Threat it comes from, or NONE
        ("effect", np.int8, (DEPTH,)),  # kind, target and amount of a single effect
        ("aim", np.int8, (DEPTH,)),
        ("amount", np.int8, (DEPTH,)),
        ("scale", np.int8, (DEPTH,)),  # the stage its amounts may count by
        ("left", np.int8),  # cards still to be discarded by the present effect
        ("faction", np.int8),  # the Faction that is being invested in
        ("pay", np.int8),  # cards still to be paid
        ("pay_class", np.int8),
        ("payer", np.int8),
        ("fate", np.int8),  # the Faction that has its third Strike, or NONE
    ],
    align=True,
)
NO_DAMAGE, TRAUMA, PURGE, THREAT_TRAUMA, SCHISM, RUIN, DISFAVOR, FORM_TRAUMA, ENDURANCE = range(9)
LANDINGS = (*("trauma", "purge", "threat-trauma", "schism", "ruin", "disfavor", "form-trauma", "endurance"),)
"""Names of the kinds of points, from `TRAUMA` on."""

SHARED_PHASES = (
    *("over", "buffer", "commitment", "recover", "target", "invest", "discard-one"),
    *("fate", "endurance", "wave", "storm", "pay", "damage"),
)
(
    OVER,
    BUFFER,
    COMMITMENT,
    RECOVER,
    TARGET,
    INVEST,
    DISCARD_ONE,
    FATE,
    ASSIGN,
    WAVE_PHASE,
    STORM_PHASE,
    PAY,
    DAMAGE_PHASE,
) = range(len(SHARED_PHASES))
"""The phases with which those of every FUSION game begin."""
FIRST_PHASE = len(SHARED_PHASES)


@kernel
def clear_scene(s: Any) -> None:
    """Start a conflict in which nobody takes part yet, and nothing waits."""
    c = s.scene
    fill(c.used, 0)
    fill(c.turn_used, 0)
    fill(c.involved, 0)
    fill(c.opposes, 0)
    fill(c.strike, 0)
    fill(c.bonus, 0)
    fill(c.robo, ABSENT)
    fill(c.position, NONE)
    fill(c.ejected, 0)
    fill(c.threat_used, 0)
    fill(c.commander, NONE)
    c.head = NONE
    c.rumble = 0
    c.form_buffers = 0
    c.form_charges = 0
    c.form_strike = 0
    c.stopped = 0
    c.broken = 0
    c.deferred = 0
    for side in range(2):
        for k in range(len(KINDS)):
            c.payload[side, k] = 0
    clear_pending(s)


@kernel
def clear_pending(s: Any) -> None:
    """Let nothing wait."""
    d = s.pending
    fill(d.trauma, 0)
    fill(d.purge, 0)
    fill(d.threat_trauma, 0)
    fill(d.disfavor, 0)
    d.waiting = 0
    d.schism = 0
    d.form = 0
    d.endurance = 0
    d.ruin = 0
    d.schism_by = NONE
    d.asked = 0
    d.kind = NO_DAMAGE
    d.target = NONE
    d.depth = 0
    d.left = 0
    d.faction = NONE
    d.pay = 0
    d.pay_class = 0
    d.payer = NONE
    d.fate = NONE


@kernel
def clear_turn(s: Any) -> None:
    """Start a turn: what lasts a turn is over."""
    c = s.scene
    fill(c.bonus, 0)
    fill(c.turn_used, 0)
    fill(c.threat_used, 0)
    c.form_strike = 0


@kernel
def leader(s: Any) -> int:
    """Return who decides for the Pilots: the Head in a Rumble, else the Commander, else the first Pilot."""
    c = s.scene
    if c.rumble > 0 and c.head != NONE:
        return wide(c.head)
    return wide(c.commander[1]) if c.commander[1] != NONE else wide(1)


@kernel
def in_form(s: Any, p: int) -> bool:
    """Return whether a Pilot is part of the Final Form (C-127)."""
    c = s.scene
    return c.rumble > 0 and c.position[p] != NONE and c.ejected[p] == 0


@kernel
def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return 0 if seat == COACH else 1
