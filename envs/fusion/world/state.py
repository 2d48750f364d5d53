"""What outlives one conflict, and the scenario that it started from.

Every FUSION game's record has ``rng``, ``cfg`` (`CONFIG`) and ``world`` (`WORLD`), which all the games share. Seat 0 is
Coach, seats 1 to 7 are Pilots.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core import deck

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

CONFIG = np.dtype(
    [
        ("faces", np.int64, (2, 2)),  # [deck, word]: the cards of each deck
        ("weights", np.float32, (5,)),  # of the stakes: Harmony, Commitments, Charges, Buffers, Ratings
        ("commitment_max", np.int8, (SEATS, 4)),
        ("commitment", np.int8, (SEATS, 4)),  # at the start
        ("charge_max", np.int8, (SEATS,)),
        ("charges", np.int8, (SEATS,)),
        ("buffer_max", np.int8, (SEATS,)),
        ("buffers", np.int8, (SEATS,)),
        ("hand_max", np.int8, (SEATS,)),
        ("specialty", np.int8, (SEATS,)),  # the Gambit Specialty of a Pilot's playbook
        ("tech_assists", np.int8, (SEATS,)),  # Assist Techs a turn
        ("buffers_for_all", np.int8, (SEATS,)),  # 1: may buffer Schism that an ally caused
        ("endurance", np.int8, (SEATS,)),  # of the Robo; 0 = none
        ("robo_present", np.int8, (SEATS,)),  # 1: piloted from the start
        ("rider", np.int8, (SEATS,)),  # Strike from a summoned Robo
        ("trauma_shift", np.int8, (SEATS,)),  # 1: the Robo may take its Pilot's Trauma
        ("gear", np.int8, (SEATS,)),  # pieces owned, as bits
        ("gear_hand", np.int8, (SEATS, 3)),  # what each piece adds while owned: to the Hand Max,
        ("gear_strike", np.int8, (SEATS, 3)),  # to Strike,
        ("gear_bonus", np.int8, (SEATS, 3)),  # to the Commander's bonus draw
        ("assists", np.int16, (SEATS,)),  # abilities of a Pilot's page that are Assists, as bits
        ("rating_max", np.int8, (MAX_THREATS,)),
        ("rating", np.int8, (MAX_THREATS,)),
        ("threat_buffer_max", np.int8, (MAX_THREATS,)),
        ("threat_buffers", np.int8, (MAX_THREATS,)),
        ("invested", np.int8, (MAX_THREATS,)),  # cards dealt onto each Threat's stack
        ("extra", np.int8, (MAX_THREATS,)),  # cards dealt face-up beside it
        ("giant", np.int8, (MAX_THREATS,)),  # 1: a Big Giant Monster
        ("strike_bonus", np.int8, (MAX_THREATS,)),
        ("unbound", np.int8, (MAX_THREATS,)),  # 1: lifts Coach's Strike limit
        ("from_hand", np.int8, (MAX_THREATS,)),  # 1: Coach's initiative is not blind (pile edition)
        ("faction_state", np.int8, (MAX_FACTIONS,)),  # at the start, see `HIDDEN`
        ("faction_strikes", np.int8, (MAX_FACTIONS,)),
        ("favor", np.int8, (MAX_FACTIONS,)),  # cards dealt
        ("favor_max", np.int8, (MAX_FACTIONS,)),
        ("favor_coach", np.int8, (MAX_FACTIONS,)),  # 1: Coach controls it
        ("faction_threat", np.int8, (MAX_FACTIONS,)),  # the Threat it may turn into, or NONE
        ("resource", np.int8, (MAX_RESOURCES,)),
        ("resource_max", np.int8, (MAX_RESOURCES,)),
        ("pilots", np.int8),
        ("threats", np.int8),  # those that Factions may turn into included
        ("factions", np.int8),
        ("resources", np.int8),
        ("positions", np.int8),  # 0: no Rumble
        ("location", np.int8),  # at the start, see `RAZED`
        ("crisis", np.int8),  # tier at the start
        ("crisis_gate", np.int8),  # tier from which Coach may Initiate Rumble
        ("crisis_per_omen", np.int8),
        ("crisis_loss", np.int8),  # points that every Commitment loses for good in a Crisis
        ("gate_giant", np.int8),  # 1: Coach's Rumble needs a Big Giant Monster in play
        ("coach_assists", np.int8),  # 1: there is a Wave, a Storm or an Escalation Event
        ("slots", np.int8),  # Pilot slots of the observation
        ("harmony", np.int8),
        ("order", np.int8),  # see `order.order_index`
        ("strict_block", np.int8),  # 1: only a higher suit Blocks
        ("clip_schism", np.int8),  # 1: points beyond Red are lost
        (
            "reshuffle",
            np.int8,
        ),  # an empty deck: 0 gives no cards, 1 takes its Trash back, 2 stops the conflict
        ("jokers_return", np.int8),  # 0 with the next reshuffle, 1 at once
        ("decks", np.int8),  # 1: one for all; 2: Coach's and the Pilots'
        ("reference", np.int8),  # see `order.REFERENCES`
        ("call_off_ties", np.int8),
        ("share_hands", np.int8),
        ("final_step", np.int8),  # 1: discard and draw when it is over
        ("invest_leftovers", np.int8),  # 1: what Coach discards in the final step goes onto a Threat's stack
        ("rout", np.int8),  # 0 never, 1 by any Commitment at 0, 2 by all of them
        ("rumble_from", np.int8),  # 0 in stage 3 only, 1 in any of the first three
        ("rumble_charges", np.int8),  # 0 Harmony, 1 the sum of the Pilots' Charges, 2 none
        ("unstrike", np.int8),  # 1: a Favor may take a Strike off instead
        ("challenger", np.int8),  # a seat, or -1 for a random one
        ("started_by", np.int8),  # 0 Coach, 1 Pilots, 2 random, 3 the challenger's side
        ("fights_for", np.int8),  # 0 herself, 1 the team, 2 random, 3 by vote
        ("reward", np.int8),  # 0 win, 1 score, 2 stakes
        ("specialty_involved", np.int8),  # 0 no, 1 yes, 2 random
        ("edition", np.int8),  # of the Gambit: 0 older, 1 newer
        ("acting", np.int8),  # the Pilot in a Gambit: a seat, or -1 for a random one
        ("pvp", np.int8),  # pile edition: 1 Pilots against Pilots, 2 with Strife for every Push
        ("assist_strike", np.int8, (8,)),  # pile edition: a Strike-Assist's modifier by Harmony
    ],
    align=True,
)

WORLD = np.dtype(
    [
        ("decks", deck.DECK, (2,)),
        ("hand", np.int64, (SEATS, 2)),
        ("known", np.int64, (MAX_PILOTS, MAX_PILOTS, 2)),  # [viewer - 1, holder - 1]: cards known to be there
        ("stack", np.int64, (MAX_THREATS, 2)),  # invested cards, unknown to everyone
        ("extra", np.int64, (2,)),  # face-up cards beside Threats, which Coach may play
        ("used", np.int32, (SEATS,)),  # abilities used that come once a scenario, as bits
        ("commitment", np.int8, (SEATS, 4)),
        ("commitment_max", np.int8, (SEATS, 4)),  # falls in a Crisis
        ("charges", np.int8, (SEATS,)),
        ("buffers", np.int8, (SEATS,)),
        ("lessons", np.int8, (SEATS,)),
        ("endurance", np.int8, (SEATS,)),
        ("gear", np.int8, (SEATS,)),  # pieces owned, as bits
        ("rating", np.int8, (MAX_THREATS,)),
        ("threat_buffers", np.int8, (MAX_THREATS,)),
        ("favor", np.int8, (MAX_FACTIONS, MAX_FAVOR)),  # cards of each stack, the top last
        ("favor_n", np.int8, (MAX_FACTIONS,)),
        ("favor_hidden", np.int8, (MAX_FACTIONS,)),  # those at the bottom that nobody has seen
        ("faction", np.int8, (MAX_FACTIONS,)),  # see `HIDDEN`
        ("strikes", np.int8, (MAX_FACTIONS,)),
        ("resource", np.int8, (MAX_RESOURCES,)),
        ("harmony", np.int8),  # 1 (Red) to 7 (Violet)
        ("omens", np.int8),  # Active ones
        ("spent", np.int8),  # Spent Omens
        ("crisis", np.int8),  # tier
        ("location", np.int8),  # see `RAZED`
    ],
    align=True,
)

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
