"""What outlives one conflict, and the scenario that it started from: all the games of FUSION share them.

Seat 0 is Coach, seats 1 to 7 are Pilots.
"""

from __future__ import annotations

from collections.abc import Sequence

from throwdown.envs.core.records import (
    Flags,
    Floats,
    Ints,
    Record,
    boolean,
    float32,
    int8,
    int16,
    int32,
    int64,
    nested,
)
from throwdown.envs.fusion.world import terms
from throwdown.envs.fusion.world.jokers import JokerDeck


class Config(Record):
    """The scenario that a game started from; entries are by seat, by Threat, by Faction or by Resource."""

    faces: Ints = int64("[deck, word]: the cards of each deck", (2, 2))
    weights: Floats = float32("weights of the stakes: Harmony, Commitments, Charges, Buffers, Ratings", 5)
    commitment_max: Ints = int8("[seat, Commitment]: the most of each", (terms.SEATS, 4))
    commitment: Ints = int8("[seat, Commitment]: at the start", (terms.SEATS, 4))
    charge_max: Ints = int8("size of the gauge", terms.SEATS)
    charges: Ints = int8("at the start", terms.SEATS)
    buffer_max: Ints = int8("the most Buffers", terms.SEATS)
    buffers: Ints = int8("at the start", terms.SEATS)
    hand_max: Ints = int8("without Gear", terms.SEATS)
    specialty: Ints = int8("the Gambit Specialty of a Pilot's playbook", terms.SEATS)
    tech_assists: Ints = int8("Assist Techs a turn", terms.SEATS)
    buffers_for_all: Flags = boolean("may buffer Schism that an ally caused", terms.SEATS)
    endurance: Ints = int8("of the Robo; 0 = none", terms.SEATS)
    robo_present: Flags = boolean("piloted from the start", terms.SEATS)
    rider: Ints = int8("Strike from a summoned Robo", terms.SEATS)
    trauma_shift: Flags = boolean("the Robo may take its Pilot's Trauma", terms.SEATS)
    gear: Ints = int8("pieces owned, as bits", terms.SEATS)
    gear_hand: Ints = int8("[seat, piece]: amount that it adds to the Hand Max while owned", (terms.SEATS, 3))
    gear_strike: Ints = int8("[seat, piece]: amount that it adds to Strike", (terms.SEATS, 3))
    gear_bonus: Ints = int8(
        "[seat, piece]: amount that it adds to the Commander's bonus draw", (terms.SEATS, 3)
    )
    assists: Ints = int16("abilities of a Pilot's page that are Assists, as bits", terms.SEATS)
    rating_max: Ints = int8("full Rating", terms.MAX_THREATS)
    rating: Ints = int8("at the start", terms.MAX_THREATS)
    threat_buffer_max: Ints = int8("the most Buffers", terms.MAX_THREATS)
    threat_buffers: Ints = int8("at the start", terms.MAX_THREATS)
    invested: Ints = int8("cards dealt onto each Threat's stack", terms.MAX_THREATS)
    extra: Ints = int8("cards dealt face-up beside each Threat", terms.MAX_THREATS)
    giant: Flags = boolean("a Big Giant Monster", terms.MAX_THREATS)
    strike_bonus: Ints = int8("to Coach's Strike, while in play", terms.MAX_THREATS)
    unbound: Flags = boolean("lifts Coach's Strike limit", terms.MAX_THREATS)
    from_hand: Flags = boolean("Coach's initiative is not blind (pile edition)", terms.MAX_THREATS)
    faction_state: Ints = int8("at the start, see `terms.Faction`", terms.MAX_FACTIONS)
    faction_strikes: Ints = int8("at the start", terms.MAX_FACTIONS)
    favor: Ints = int8("cards dealt", terms.MAX_FACTIONS)
    favor_max: Ints = int8("the most cards of its stack", terms.MAX_FACTIONS)
    favor_coach: Flags = boolean("Coach controls it", terms.MAX_FACTIONS)
    faction_threat: Ints = int8("the Threat it may turn into, or NONE", terms.MAX_FACTIONS)
    resource: Ints = int8("at the start", terms.MAX_RESOURCES)
    resource_max: Ints = int8("the most of each", terms.MAX_RESOURCES)
    pilots: int = int8("number of Pilots")
    threats: int = int8("number of Threats, including those into which Factions may turn")
    factions: int = int8("number of Factions")
    resources: int = int8("number of Resources")
    positions: int = int8("number of Positions; 0: no Rumble")
    location: int = int8("at the start, see `terms.Location`")
    crisis: int = int8("tier at the start")
    crisis_gate: int = int8("tier from which Coach may Initiate Rumble")
    crisis_per_omen: int = int8("tiers that every Omen Spent adds")
    crisis_loss: int = int8("points that every Commitment loses for good in a Crisis")
    gate_giant: bool = boolean("Coach's Rumble needs a Big Giant Monster in play")
    coach_assists: bool = boolean("there is a Wave, a Storm or an Escalation Event")
    slots: int = int8("Pilot slots of the observation")
    harmony: int = int8("at the start, 1 (Red) to 7 (Violet)")
    order: int = int8("see `order.order_index`")
    strict_block: bool = boolean("only a higher suit Blocks")
    clip_schism: bool = boolean("points beyond Red are lost")
    reshuffle: int = int8("an empty deck: 0 gives no cards, 1 takes its Trash back, 2 stops the conflict")
    jokers_return: int = int8("0 with the next reshuffle, 1 at once")
    decks: int = int8("1: one for all; 2: Coach's and the Pilots'")
    reference: int = int8("see `order.Reference`")
    call_off_ties: bool = boolean("the conflict is called off if initiative is tied")
    share_hands: bool = boolean("Pilots see each other's hands")
    final_step: bool = boolean("discard and draw when it is over")
    invest_leftovers: bool = boolean("cards that Coach discards in the final step go onto a Threat's stack")
    rout: int = int8("0 never, 1 by any Commitment at 0, 2 by all of them")
    rumble_from: int = int8("0 in stage 3 only, 1 in any of the first three")
    rumble_charges: int = int8("0 Harmony, 1 the sum of the Pilots' Charges, 2 none")
    unstrike: bool = boolean("Favor may remove a Strike instead")
    challenger: int = int8("a seat, or -1 for a random one")
    started_by: int = int8("0 Coach, 1 Pilots, 2 random, 3 the challenger's side")
    fights_for: int = int8("0 herself, 1 the team, 2 random, 3 by vote")
    choose_threats: bool = boolean("Coach chooses which Threats take part (stages edition)")
    reward: int = int8("0 win, 1 score, 2 stakes")
    specialty_involved: int = int8("0 no, 1 yes, 2 random, 3 as the Pilot claims and Coach agrees")
    edition: int = int8("of the Gambit: 0 older, 1 newer")
    stacks: bool = boolean("Threats hold invested cards, which Coach can draw (newer edition, PL-23)")
    acting: int = int8("the Pilot in a Gambit: a seat, or -1 for a random one")
    goal: int = int8("of a Gambit: 0 a small one, 1 a great one, 2 random")
    narrative: bool = boolean("a consequence may be narrative where another would change something")
    pvp: int = int8("pile edition: 1 Pilots against Pilots, 2 with Strife for every Push")
    assist_strike: Ints = int8("pile edition: a Strike-Assist's modifier by Harmony", 8)


class World(Record):
    """What outlives one conflict; entries are by seat, by Threat, by Faction or by Resource."""

    decks: Sequence[JokerDeck] = nested(JokerDeck, "the deck of all; or Coach's and the Pilots' decks", 2)
    hand: Ints = int64("[seat, word]: cards in hand", (terms.SEATS, 2))
    known: Ints = int64(
        "[viewer - 1, holder - 1, word]: cards known to be there", (terms.MAX_PILOTS, terms.MAX_PILOTS, 2)
    )
    stack: Ints = int64("[Threat, word]: invested cards, unknown to everyone", (terms.MAX_THREATS, 2))
    extra: Ints = int64("face-up cards beside Threats that Coach may play", 2)
    used: Ints = int32("abilities used that come once a scenario, as bits", terms.SEATS)
    commitment: Ints = int8("[seat, Commitment]: points left", (terms.SEATS, 4))
    commitment_max: Ints = int8("[seat, Commitment]: falls in a Crisis", (terms.SEATS, 4))
    charges: Ints = int8("left", terms.SEATS)
    buffers: Ints = int8("left", terms.SEATS)
    lessons: Ints = int8("recorded", terms.SEATS)
    endurance: Ints = int8("of the Robo, points left", terms.SEATS)
    gear: Ints = int8("pieces owned, as bits", terms.SEATS)
    rating: Ints = int8("points left", terms.MAX_THREATS)
    threat_buffers: Ints = int8("left", terms.MAX_THREATS)
    favor: Ints = int8("cards of each stack, the top last", (terms.MAX_FACTIONS, terms.MAX_FAVOR))
    favor_n: Ints = int8("cards of each stack", terms.MAX_FACTIONS)
    favor_hidden: Ints = int8("those at the bottom that nobody has seen", terms.MAX_FACTIONS)
    faction: Ints = int8("see `terms.Faction`", terms.MAX_FACTIONS)
    strikes: Ints = int8("0 to 3", terms.MAX_FACTIONS)
    resource: Ints = int8("left", terms.MAX_RESOURCES)
    harmony: int = int8("1 (Red) to 7 (Violet)")
    omens: int = int8("Active ones")
    spent: int = int8("Spent ones")
    crisis: int = int8("tier")
    location: int = int8("see `terms.Location`")
