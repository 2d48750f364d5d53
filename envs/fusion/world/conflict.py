"""What the state of every conflict of FUSION has: the world, its participants, and what waits to be carried out."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Flags, Ints, boolean, int8, int16, int32, kernel, nested
from throwdown.envs.core.records import Record, float32
from throwdown.envs.core.state import GameState
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.state import Config, World
from throwdown.envs.fusion.world.terms import COACH, MAX_FACTIONS, MAX_THREATS, SEATS


class Conflict(Record):
    """What a conflict keeps about its participants; entries are by seat or by Threat."""

    used: Ints = int32("abilities used in this conflict, as bits of a page", SEATS)
    turn_used: Ints = int32("abilities used in this turn, likewise", SEATS)
    involved: Flags = boolean("takes part", SEATS)
    reaches_all: bool = boolean("harm also reaches Pilots who take no part (Gambits)")
    opposes: Flags = boolean(
        "a Pilot who opposes the challenger (pile edition, Pilots against Pilots)", SEATS
    )
    strike: Ints = int8("Strike, fixed when the conflict starts (TS-06, C-87)", SEATS)
    bonus: Ints = int8("change of Strike, this turn", SEATS)
    robo: Ints = int8("see `terms.Robo`", SEATS)
    position: Ints = int8("Position in the Final Form, or NONE", SEATS, start=NONE)
    ejected: Flags = boolean("forced out of the Rumble", SEATS)
    threat_used: Ints = int8("Waves and Storms used this turn, as bits", MAX_THREATS)
    commander: Ints = int8("the Commander's seat per side, or NONE", 2, start=NONE)
    left_out: int = int16("Threats that take no part, as bits (stages edition)")
    head: int = int8("the seat in the Head, or NONE", start=NONE)
    rumble: int = int8("the Rumble stage, 1 to 4; 0 = none")
    form_buffers: int = int8("Buffers left to the Final Form")
    form_charges: int = int8("Charges left to the Final Form")
    form_strike: int = int8("change of Rumble Strike, this turn")
    stopped: bool = boolean("the deck has run out and the conflict must stop (C-15)")
    broken: bool = boolean("a +BREAK! fired (pile edition)")
    deferred: bool = boolean("triggers go into Payloads (pile edition)")
    payload: Ints = int8("[side that receives, kind]: triggers gathered", (2, len(Kind)))


DEPTH = 6
"""Abilities and single effects that the agenda holds."""


class Pending(Record):
    """What waits to be carried out."""

    waiting: int = int16("points of damage waiting, of every kind")
    schism: int = int16("points of Schism or Strife")
    form: int = int16("points of Trauma on the Final Form")
    endurance: int = int16("points of Endurance loss that no Buffer prevents")
    ruin: int = int16("points of Ruin")
    trauma: Ints = int8("points of Trauma by Pilot", SEATS)
    purge: Flags = boolean("a Purge is waiting, by Pilot", SEATS)
    threat_trauma: Ints = int8("points of Trauma by Threat", MAX_THREATS)
    disfavor: Ints = int8("Strikes by Faction", MAX_FACTIONS)
    schism_by: int = int8("the Pilot who caused it; NONE = the whole team is the target", start=NONE)
    asked: int = int8("the last seat that has let the present point pass")
    kind: int = int8("kind of the present point, see `terms.Point`")
    target: int = int8("the Pilot, Threat or Faction that it hits", start=NONE)
    depth: int = int8("entries of the agenda, of which the last one is carried out first")
    ability: Ints = int16("the ability's id, or NONE for a single effect", DEPTH)
    at: Ints = int8("number of its effects that are done", DEPTH)
    by: Ints = int8("the seat that fired it", DEPTH)
    source: Ints = int8("the Threat from which it comes, or NONE", DEPTH)
    effect: Ints = int8(
        "kind of the single effect, or of the ability's effect that is being carried out", DEPTH
    )
    aim: Ints = int8("its target", DEPTH)
    amount: Ints = int8("its amount", DEPTH)
    scale: Ints = int8("the stage by which its amounts may be multiplied", DEPTH)
    left: int = int8("cards still to be discarded by the present effect")
    faction: int = int8("the Faction that is being invested in", start=NONE)
    pay: int = int8("cards still to be discarded as payment")
    pay_class: int = int8("class of cards that may pay, see `usage.CARDS_OF`")
    payer: int = int8("the seat that pays", start=NONE)
    fate: int = int8("the Faction that has its third Strike, or NONE", start=NONE)


class ConflictState(GameState):
    """The fields with which the state of every conflict begins; the kernels in this folder touch no others."""

    cfg: Config = nested(Config, "the scenario", kept=True)
    world: World = nested(World, "the world, which outlives the conflict", kept=True)
    conflict: Conflict = nested(Conflict, "the conflict and its participants")
    pending: Pending = nested(Pending, "damage and effects that are waiting to be carried out")
    stakes: float = float32("the Pilots' value in [-1, 1], measured at the end")
    start: Ints = int16("Harmony, Commitments, Charges, Buffers, Ratings before the conflict", 5)
    step: int = int16("the next step of the flow, see the game's ``Step``")


@kernel
def leader(s: ConflictState) -> int:
    """Return who decides for the Pilots: the Head in a Rumble, else the Commander, else the first Pilot."""
    c = s.conflict
    if c.rumble > 0 and c.head != NONE:
        return c.head
    return c.commander[1] if c.commander[1] != NONE else 1


@kernel
def in_form(s: ConflictState, p: int) -> bool:
    """Return whether a Pilot is part of the Final Form (C-127)."""
    c = s.conflict
    return c.rumble > 0 and c.position[p] != NONE and not c.ejected[p]


@kernel
def is_engaged(s: ConflictState, t: int) -> bool:
    """Return whether a Threat is in play and takes part in the conflict (TS-37, TS-38)."""
    return bool(s.world.rating[t] > 0 and (s.conflict.left_out >> t) & 1 == 0)


@kernel
def side_of(seat: int) -> int:
    """Return the side of a seat."""
    return 0 if seat == COACH else 1
