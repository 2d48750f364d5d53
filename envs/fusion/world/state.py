"""What outlives one conflict, and the scenario that it started from: all the games of FUSION share them.

Seat 0 is Coach, seats 1 to 7 are Pilots.
"""

from __future__ import annotations

from collections.abc import Sequence

from throwdown.envs.core.records import Floats, Ints, Record, float32, int8, int16, int32, int64, nested
from throwdown.envs.fusion.world.jokers import JokerDeck

MAX_PILOTS = 7
SEATS = MAX_PILOTS + 1
MAX_THREATS = 8
COACH = 0
MAX_FACTIONS = 4
MAX_FAVOR = 6
MAX_RESOURCES = 4
COMMITMENTS = ("steel", "flesh", "synch", "solo")
STEEL, FLESH, SYNCH, SOLO = range(4)
MAX_HARMONY = 7


class Config(Record):
    """The scenario that a game started from; entries are by seat, by Threat, by Faction or by Resource."""

    faces: Ints = int64("[deck, word]: the cards of each deck", (2, 2))
    weights: Floats = float32("what the stakes count for: Harmony, Commitments, Charges, Buffers, Ratings", 5)
    commitment_max: Ints = int8("[seat, Commitment]: the most of each", (SEATS, 4))
    commitment: Ints = int8("[seat, Commitment]: at the start", (SEATS, 4))
    charge_max: Ints = int8("size of the gauge", SEATS)
    charges: Ints = int8("at the start", SEATS)
    buffer_max: Ints = int8("the most Buffers", SEATS)
    buffers: Ints = int8("at the start", SEATS)
    hand_max: Ints = int8("without Gear", SEATS)
    specialty: Ints = int8("the Gambit Specialty of a Pilot's playbook", SEATS)
    tech_assists: Ints = int8("Assist Techs a turn", SEATS)
    buffers_for_all: Ints = int8("1: may buffer Schism that an ally caused", SEATS)
    endurance: Ints = int8("of the Robo; 0 = none", SEATS)
    robo_present: Ints = int8("1: piloted from the start", SEATS)
    rider: Ints = int8("Strike from a summoned Robo", SEATS)
    trauma_shift: Ints = int8("1: the Robo may take its Pilot's Trauma", SEATS)
    gear: Ints = int8("pieces owned, as bits", SEATS)
    gear_hand: Ints = int8("[seat, piece]: what it adds to the Hand Max while owned", (SEATS, 3))
    gear_strike: Ints = int8("[seat, piece]: what it adds to Strike", (SEATS, 3))
    gear_bonus: Ints = int8("[seat, piece]: what it adds to the Commander's bonus draw", (SEATS, 3))
    assists: Ints = int16("abilities of a Pilot's page that are Assists, as bits", SEATS)
    rating_max: Ints = int8("full Rating", MAX_THREATS)
    rating: Ints = int8("at the start", MAX_THREATS)
    threat_buffer_max: Ints = int8("the most Buffers", MAX_THREATS)
    threat_buffers: Ints = int8("at the start", MAX_THREATS)
    invested: Ints = int8("cards dealt onto each Threat's stack", MAX_THREATS)
    extra: Ints = int8("cards dealt face-up beside each Threat", MAX_THREATS)
    giant: Ints = int8("1: a Big Giant Monster", MAX_THREATS)
    strike_bonus: Ints = int8("to Coach's Strike, while in play", MAX_THREATS)
    unbound: Ints = int8("1: lifts Coach's Strike limit", MAX_THREATS)
    from_hand: Ints = int8("1: Coach's initiative is not blind (pile edition)", MAX_THREATS)
    faction_state: Ints = int8("at the start, see `HIDDEN`", MAX_FACTIONS)
    faction_strikes: Ints = int8("at the start", MAX_FACTIONS)
    favor: Ints = int8("cards dealt", MAX_FACTIONS)
    favor_max: Ints = int8("the most cards of its stack", MAX_FACTIONS)
    favor_coach: Ints = int8("1: Coach controls it", MAX_FACTIONS)
    faction_threat: Ints = int8("the Threat it may turn into, or NONE", MAX_FACTIONS)
    resource: Ints = int8("at the start", MAX_RESOURCES)
    resource_max: Ints = int8("the most of each", MAX_RESOURCES)
    pilots: int = int8("their number")
    threats: int = int8("their number, those that Factions may turn into included")
    factions: int = int8("their number")
    resources: int = int8("their number")
    positions: int = int8("0: no Rumble")
    location: int = int8("at the start, see `RAZED`")
    crisis: int = int8("tier at the start")
    crisis_gate: int = int8("tier from which Coach may Initiate Rumble")
    crisis_per_omen: int = int8("tiers that every Omen Spent adds")
    crisis_loss: int = int8("points that every Commitment loses for good in a Crisis")
    gate_giant: int = int8("1: Coach's Rumble needs a Big Giant Monster in play")
    coach_assists: int = int8("1: there is a Wave, a Storm or an Escalation Event")
    slots: int = int8("Pilot slots of the observation")
    harmony: int = int8("at the start, 1 (Red) to 7 (Violet)")
    order: int = int8("see `order.order_index`")
    strict_block: int = int8("1: only a higher suit Blocks")
    clip_schism: int = int8("1: points beyond Red are lost")
    reshuffle: int = int8("an empty deck: 0 gives no cards, 1 takes its Trash back, 2 stops the conflict")
    jokers_return: int = int8("0 with the next reshuffle, 1 at once")
    decks: int = int8("1: one for all; 2: Coach's and the Pilots'")
    reference: int = int8("see `order.REFERENCES`")
    call_off_ties: int = int8("1: a tied initiative calls the conflict off")
    share_hands: int = int8("1: Pilots see each other's hands")
    final_step: int = int8("1: discard and draw when it is over")
    invest_leftovers: int = int8("1: what Coach discards in the final step goes onto a Threat's stack")
    rout: int = int8("0 never, 1 by any Commitment at 0, 2 by all of them")
    rumble_from: int = int8("0 in stage 3 only, 1 in any of the first three")
    rumble_charges: int = int8("0 Harmony, 1 the sum of the Pilots' Charges, 2 none")
    unstrike: int = int8("1: a Favor may take a Strike off instead")
    challenger: int = int8("a seat, or -1 for a random one")
    started_by: int = int8("0 Coach, 1 Pilots, 2 random, 3 the challenger's side")
    fights_for: int = int8("0 herself, 1 the team, 2 random, 3 by vote")
    reward: int = int8("0 win, 1 score, 2 stakes")
    specialty_involved: int = int8("0 no, 1 yes, 2 random")
    edition: int = int8("of the Gambit: 0 older, 1 newer")
    acting: int = int8("the Pilot in a Gambit: a seat, or -1 for a random one")
    pvp: int = int8("pile edition: 1 Pilots against Pilots, 2 with Strife for every Push")
    assist_strike: Ints = int8("pile edition: a Strike-Assist's modifier by Harmony", 8)


class World(Record):
    """What outlives one conflict; entries are by seat, by Threat, by Faction or by Resource."""

    decks: Sequence[JokerDeck] = nested(JokerDeck, "the one of all; or Coach's and the Pilots'", 2)
    hand: Ints = int64("[seat, word]: cards in hand", (SEATS, 2))
    known: Ints = int64(
        "[viewer - 1, holder - 1, word]: cards known to be there", (MAX_PILOTS, MAX_PILOTS, 2)
    )
    stack: Ints = int64("[Threat, word]: invested cards, unknown to everyone", (MAX_THREATS, 2))
    extra: Ints = int64("face-up cards beside Threats, which Coach may play", 2)
    used: Ints = int32("abilities used that come once a scenario, as bits", SEATS)
    commitment: Ints = int8("[seat, Commitment]: points left", (SEATS, 4))
    commitment_max: Ints = int8("[seat, Commitment]: falls in a Crisis", (SEATS, 4))
    charges: Ints = int8("left", SEATS)
    buffers: Ints = int8("left", SEATS)
    lessons: Ints = int8("recorded", SEATS)
    endurance: Ints = int8("of the Robo, points left", SEATS)
    gear: Ints = int8("pieces owned, as bits", SEATS)
    rating: Ints = int8("points left", MAX_THREATS)
    threat_buffers: Ints = int8("left", MAX_THREATS)
    favor: Ints = int8("cards of each stack, the top last", (MAX_FACTIONS, MAX_FAVOR))
    favor_n: Ints = int8("cards of each stack", MAX_FACTIONS)
    favor_hidden: Ints = int8("those at the bottom that nobody has seen", MAX_FACTIONS)
    faction: Ints = int8("see `HIDDEN`", MAX_FACTIONS)
    strikes: Ints = int8("0 to 3", MAX_FACTIONS)
    resource: Ints = int8("left", MAX_RESOURCES)
    harmony: int = int8("1 (Red) to 7 (Violet)")
    omens: int = int8("Active ones")
    spent: int = int8("Spent ones")
    crisis: int = int8("tier")
    location: int = int8("see `RAZED`")


HIDDEN, IN_PLAY, REMOVED, TURNED = range(4)
"""What a Faction is: not revealed, in play, out of play, turned into a Threat."""
NOWHERE, RAZED, DAMAGED, STANDING = range(4)
"""What the Location is."""
PIT_CREW, FAN_CLUB = range(2)
"""The Resources that rules name."""
ALL_OMENS = 4
"""Spent Omens at which the Jokers may return (CD-28)."""

EVENTS = (
    "NOTHING",
    "CARD_DRAWN",
    "CARD_DISCARDED",
    "JOKER_SURFACED",
    "DECK_RESHUFFLED",
    "CHARGED",
    "CHARGE_SPENT",
    "FORTIFIED",
    "BUFFER_SPENT",
    "BUFFER_KEPT",
    "HARMONY_LOST",
    "HARMONY_RAISED",
    "COMMITMENT_LOWERED",
    "COMMITMENT_RECOVERED",
    "CHARGES_PURGED",
    "RATING_LOWERED",
    "RATING_RECOVERED",
    "LESSON_RECORDED",
    "ABILITY_USED",
    "EFFECT_AIMED",
    "CRISIS_ENTERED",
    "THREAT_DEFEATED",
    "FAVOR_INVESTED",
    "FAVOR_TAKEN",
    "FAVOR_TURNED_UP",
    "STRIKE_ADDED",
    "STRIKE_REMOVED",
    "FACTION_REMOVED",
    "FACTION_TURNED",
    "RESOURCE_SPENT",
    "RESOURCE_GAINED",
    "LOCATION_RUINED",
    "LOCATION_REBUILT",
    "TIME_LOST",
    "OMEN_SPENT",
    "JOKERS_RETURNED",
    "STRIKE_CHANGED",
    "ROBO_SUMMONED",
    "GEAR_DESTROYED",
    "ENDURANCE_LOST",
    "ENDURANCE_REPAIRED",
    "ROBO_LOST",
    "TRAUMA_SHIFTED",
    "FORM_STRENGTHENED",
    "EXTRA_CARD_DEALT",
    "EXTRA_CARD_TAKEN",
    "CARD_INVESTED",
    "DECK_RAN_OUT",
    "CARD_SHOWN",
    "TRIGGER_GATHERED",
    "FACTION_REVEALED",
)
(
    NOTHING,
    CARD_DRAWN,
    CARD_DISCARDED,
    JOKER_SURFACED,
    DECK_RESHUFFLED,
    CHARGED,
    CHARGE_SPENT,
    FORTIFIED,
    BUFFER_SPENT,
    BUFFER_KEPT,
    HARMONY_LOST,
    HARMONY_RAISED,
    COMMITMENT_LOWERED,
    COMMITMENT_RECOVERED,
    CHARGES_PURGED,
    RATING_LOWERED,
    RATING_RECOVERED,
    LESSON_RECORDED,
    ABILITY_USED,
    EFFECT_AIMED,
    CRISIS_ENTERED,
    THREAT_DEFEATED,
    FAVOR_INVESTED,
    FAVOR_TAKEN,
    FAVOR_TURNED_UP,
    STRIKE_ADDED,
    STRIKE_REMOVED,
    FACTION_REMOVED,
    FACTION_TURNED,
    RESOURCE_SPENT,
    RESOURCE_GAINED,
    LOCATION_RUINED,
    LOCATION_REBUILT,
    TIME_LOST,
    OMEN_SPENT,
    JOKERS_RETURNED,
    STRIKE_CHANGED,
    ROBO_SUMMONED,
    GEAR_DESTROYED,
    ENDURANCE_LOST,
    ENDURANCE_REPAIRED,
    ROBO_LOST,
    TRAUMA_SHIFTED,
    FORM_STRENGTHENED,
    EXTRA_CARD_DEALT,
    EXTRA_CARD_TAKEN,
    CARD_INVESTED,
    DECK_RAN_OUT,
    CARD_SHOWN,
    TRIGGER_GATHERED,
    FACTION_REVEALED,
) = range(len(EVENTS))
