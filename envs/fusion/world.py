"""What outlives one conflict, and what may be done to it: draws, discards, hands and who knows what of them.

Every FUSION game's record has ``rng``, ``cfg`` (`CONFIG`), ``world`` (`WORLD`) and ``damage`` (`triggers.DAMAGE`); the
kernels here take the record and touch nothing else, so all the games share them. Seat 0 is Coach, seats 1 to 7 Pilots.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.envs.core import cardset, deck
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.core.rng import pick

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
) = range(len(EVENTS))


@kernel
def deck_of(s: Any, seat: int) -> int:
    """Return the index of the deck that a seat draws from and discards to (C-16)."""
    return 1 if s.cfg.decks == 2 and seat != COACH else 0


@kernel
def setup_world(s: Any, out: Any) -> None:
    """Start a scenario: shuffle, fill every hand to its Max, lay the Threats' stacks and the Factions' Favor."""
    w, cfg = s.world, s.cfg
    w.commitment[:] = cfg.commitment
    w.commitment_max[:] = cfg.commitment_max
    w.charges[:] = cfg.charges
    w.buffers[:] = cfg.buffers
    w.endurance[:] = cfg.endurance
    w.gear[:] = cfg.gear
    w.rating[:] = cfg.rating
    w.threat_buffers[:] = cfg.threat_buffers
    w.faction[:] = cfg.faction_state
    w.strikes[:] = cfg.faction_strikes
    w.resource[:] = cfg.resource
    fill(w.lessons, 0)
    fill(w.used, 0)
    fill(w.favor_n, 0)
    fill(w.favor_hidden, 0)
    w.harmony = cfg.harmony
    w.location = cfg.location
    w.crisis = cfg.crisis
    w.omens = 0
    w.spent = 0
    w.hand[:] = 0
    w.stack[:] = 0
    cardset.clear(w.extra)
    if cfg.pilots > 1:
        w.known[:] = 0
    for d in range(cfg.decks):
        deck.fill(w.decks[d], cfg.faces[d])
        surface_jokers(s, d, out)
    for p in range(cfg.pilots + 1):
        draw(s, p, hand_max(s, p), out)
    for t in range(cfg.threats):
        for _ in range(cfg.invested[t]):
            c = draw_card(s, 0, out)
            if c != NONE:
                cardset.add(w.stack[t], c)
    deal_table(s, out)


@kernel
def deal_table(s: Any, out: Any) -> None:
    """Deal the Factions' Favor, its top card face-up (PL-15), and the Threats' extra cards (SY-27)."""
    w, cfg = s.world, s.cfg
    for t in range(cfg.threats):
        for _ in range(cfg.extra[t]):
            c = draw_card(s, 0, out)
            if c != NONE:
                cardset.add(w.extra, c)
                emit(out, EXTRA_CARD_DEALT, COACH, c, t, EVERYONE, 0)
    for f in range(cfg.factions):
        for _ in range(cfg.favor[f]):
            c = draw_card(s, favor_deck(s, f), out)
            if c != NONE:
                w.favor[f, w.favor_n[f]] = c
                w.favor_n[f] += 1
        w.favor_hidden[f] = w.favor_n[f]
        turn_up(s, f, out)


@kernel
def hand_max(s: Any, seat: int) -> int:
    """Return a seat's Hand Max, her Gear included (PL-09)."""
    n = wide(s.cfg.hand_max[seat])
    gear = wide(s.world.gear[seat])
    if gear != 0:
        for g in range(3):
            n += wide(s.cfg.gear_hand[seat, g]) * ((gear >> g) & 1)
    return n


@kernel
def surface_jokers(s: Any, d: int, out: Any) -> None:
    """Turn Jokers on top of a deck into Omens, each a Charge for every Pilot (CD-24 to CD-26, C-11, C-13)."""
    joker = deck.surface(s.world.decks[d], s.rng, d + 1)
    while joker != NONE:
        s.world.omens += 1
        emit(out, JOKER_SURFACED, NONE, joker, 1, EVERYONE, 0)
        for p in range(1, s.cfg.pilots + 1):
            chargeup(s, p, 1, out)
        joker = deck.surface(s.world.decks[d], s.rng, d + 1)


@kernel
def return_jokers(s: Any) -> None:
    """Put the four Spent Omens back among the open cards of their decks (CD-28)."""
    if s.world.spent < ALL_OMENS:
        return
    s.world.spent = 0
    for d in range(s.cfg.decks):
        deck.return_jokers(s.world.decks[d], s.cfg.faces[d])


@kernel
def reshuffle(s: Any, d: int, out: Any) -> None:
    """Shuffle a deck with its Trash; four Spent Omens go along (OP-14, C-14)."""
    pile = s.world.decks[d]
    spent = wide(s.world.spent)
    return_jokers(s)
    deck.reshuffle(pile)
    emit(out, DECK_RESHUFFLED, NONE, NONE, pile.n, EVERYONE, 0)
    if spent > wide(s.world.spent):
        emit(out, JOKERS_RETURNED, NONE, NONE, spent, EVERYONE, 0)
        for other in range(s.cfg.decks):
            surface_jokers(s, other, out)
    else:
        surface_jokers(s, d, out)


@kernel
def draw_card(s: Any, d: int, out: Any) -> int:
    """Take the top card of a deck, reshuffling an empty one first (C-15); NONE if there is none to take."""
    pile = s.world.decks[d]
    if pile.n == 0 and s.cfg.reshuffle == 1 and pile.trash[0] != 0:
        reshuffle(s, d, out)
    if pile.n == 0:
        if s.cfg.reshuffle == 2 and s.scene.stopped == 0:
            s.scene.stopped = 1
            emit(out, DECK_RAN_OUT, NONE, NONE, d, EVERYONE, 0)
        return NONE
    c = deck.take(pile, s.rng, d + 1)
    if pile.jokers > 0:
        surface_jokers(s, d, out)
    return c


@kernel
def draw(s: Any, seat: int, n: int, out: Any) -> None:
    """Draw up to ``n`` cards into a hand, one at a time (OP-04, C-11)."""
    for _ in range(n):
        c = draw_card(s, deck_of(s, seat), out)
        if c == NONE:
            return
        cardset.add(s.world.hand[seat], c)
        emit(out, CARD_DRAWN, seat, c, 1, 1 << seat, 0)


@kernel
def to_trash(s: Any, seat: int, c: int) -> None:
    """Lay a card on the Trash of its owner's deck."""
    cardset.add(s.world.decks[deck_of(s, seat)].trash, c)


@kernel
def forget(s: Any, holder: int, c: int) -> None:
    """A card of ``holder`` was seen to leave: whoever knew of a copy knows of one less."""
    if s.cfg.pilots > 1 and holder != COACH:
        for v in range(s.cfg.pilots):
            if cardset.has(s.world.known[v, holder - 1], c):
                cardset.remove(s.world.known[v, holder - 1], c)


@kernel
def leave_hand(s: Any, seat: int, c: int) -> None:
    """Take a card out of a hand for all to see."""
    cardset.remove(s.world.hand[seat], c)
    forget(s, seat, c)


@kernel
def hand_over(s: Any, giver: int, taker: int, c: int) -> None:
    """Move a card from hand to hand, seen by these two only.

    Any card that somebody else knew in the giver's hand may have been the one: her knowledge of that hand is gone.
    """
    w = s.world
    cardset.remove(w.hand[giver], c)
    cardset.add(w.hand[taker], c)
    for v in range(1, s.cfg.pilots + 1):
        if v != giver and v != taker:
            cardset.clear(w.known[v - 1, giver - 1])
    if cardset.has(w.known[taker - 1, giver - 1], c):
        cardset.remove(w.known[taker - 1, giver - 1], c)
    cardset.add(w.known[giver - 1, taker - 1], c)


@kernel
def discard(s: Any, seat: int, c: int, out: Any) -> None:
    """Discard a card from a hand (OP-01)."""
    leave_hand(s, seat, c)
    to_trash(s, seat, c)
    emit(out, CARD_DISCARDED, seat, c, 1, EVERYONE, 0)


@kernel
def hand_size(s: Any, seat: int) -> int:
    """Return the number of cards in a hand, which is public."""
    return cardset.size(s.world.hand[seat])


@kernel
def favor_deck(s: Any, f: int) -> int:
    """Return the deck that a Faction's cards come from."""
    return deck_of(s, COACH if s.cfg.favor_coach[f] == 1 else 1)


@kernel
def turn_up(s: Any, f: int, out: Any) -> None:
    """The top card of a Faction's stack lies face-up (PL-15, C-45)."""
    w = s.world
    n = wide(w.favor_n[f])
    if n > 0 and w.favor_hidden[f] >= n:
        w.favor_hidden[f] = n - 1
        emit(out, FAVOR_TURNED_UP, NONE, w.favor[f, n - 1], f, EVERYONE, 0)


@kernel
def is_source(s: Any, seat: int, f: int) -> bool:
    """Return whether a seat may use the top card of a Faction (SY-03, SY-05)."""
    w = s.world
    mine = (s.cfg.favor_coach[f] == 1) == (seat == COACH)
    return mine and w.faction[f] == IN_PLAY and w.favor_n[f] > 0


@kernel
def table_word(s: Any, seat: int) -> int:
    """Return the cards on the table that a seat may play, as a word: Factions' tops, Threats' extra cards (TP-72)."""
    word = wide(s.world.extra[0]) if seat == COACH else wide(0)
    for f in range(s.cfg.factions):
        if is_source(s, seat, f):
            word |= cardset.ONE << wide(s.world.favor[f, s.world.favor_n[f] - 1])
    return word


@kernel
def playable(s: Any, seat: int) -> int:
    """Return the cards that a seat may play, as a word: her Hand's and those on the table (TS-58, C-111)."""
    word = wide(s.world.hand[seat, 0])
    if s.cfg.factions > 0 or seat == COACH:
        word |= table_word(s, seat)
    return word


@kernel
def take_favor(s: Any, seat: int, f: int, out: Any) -> int:
    """Take the top card of a Faction's stack; the next is turned up (TP-80, C-45)."""
    w = s.world
    w.favor_n[f] -= 1
    c = wide(w.favor[f, w.favor_n[f]])
    emit(out, FAVOR_TAKEN, seat, c, f, EVERYONE, 0)
    turn_up(s, f, out)
    return c


@kernel
def spend_card(s: Any, seat: int, c: int, out: Any) -> None:
    """Take a card that a seat plays from where it lies: from the table before her Hand."""
    w = s.world
    if seat == COACH and cardset.has(w.extra, c):
        cardset.remove(w.extra, c)
        emit(out, EXTRA_CARD_TAKEN, seat, c, 1, EVERYONE, 0)
        return
    for f in range(s.cfg.factions):
        if is_source(s, seat, f) and w.favor[f, w.favor_n[f] - 1] == c:
            take_favor(s, seat, f, out)
            return
    leave_hand(s, seat, c)


@kernel
def spend_resource(s: Any, r: int, n: int, out: Any) -> None:
    """Spend points of a Resource (SY-17)."""
    s.world.resource[r] -= n
    emit(out, RESOURCE_SPENT, NONE, NONE, r, EVERYONE, n)


@kernel
def chargeup(s: Any, p: int, n: int, out: Any) -> None:
    """+Chargeup: up to the gauge's maximum (ME-17, ME-18, C-32)."""
    gain = min(n, wide(s.cfg.charge_max[p]) - wide(s.world.charges[p]))
    if gain > 0:
        s.world.charges[p] += gain
        emit(out, CHARGED, p, NONE, gain, EVERYONE, 0)


@kernel
def can_see_hand(s: Any, viewer: int, holder: int) -> bool:
    """Return whether a hand is open to ``viewer``: her own, and an ally's if hands are shared."""
    return viewer == holder or (s.cfg.share_hands == 1 and viewer != COACH and holder != COACH)


@kernel
def resample(s: Any, viewer: int, sealed: Any) -> None:
    """Deal all that ``viewer`` cannot know anew, uniformly over consistent deals.

    Hidden are the hands of others but for the cards she knows to be there, their face-down cards in ``sealed`` (a card
    or NONE per seat, shape (8,)), the Threats' stacks, Favor that was never face-up, and the order of the decks.
    """
    w = s.world
    for d in range(s.cfg.decks):
        pool = w.decks[d]
        deck.reopen(pool)
        for h in range(s.cfg.pilots + 1):
            if deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                if sealed[h] != NONE:
                    cardset.add(w.hand[h], sealed[h])
                if viewer != COACH and h != COACH:
                    cardset.subtract(w.hand[h], w.known[viewer - 1, h - 1])
                cardset.merge(pool.cards, w.hand[h])
        if d == 0:
            for t in range(s.cfg.threats):
                cardset.merge(pool.cards, w.stack[t])
        for f in range(s.cfg.factions):
            if favor_deck(s, f) == d:
                for i in range(w.favor_hidden[f]):
                    cardset.add(pool.cards, wide(w.favor[f, i]))
    for d in range(s.cfg.decks):
        for h in range(s.cfg.pilots + 1):
            if deck_of(s, h) == d and not can_see_hand(s, viewer, h):
                refill(s, d, w.hand[h])
                if viewer != COACH and h != COACH:
                    cardset.merge(w.hand[h], w.known[viewer - 1, h - 1])
                if sealed[h] != NONE:
                    c = cardset.nth(w.hand[h], pick(s, cardset.size(w.hand[h])))
                    cardset.remove(w.hand[h], c)
                    sealed[h] = c
        if d == 0:
            for t in range(s.cfg.threats):
                refill(s, d, w.stack[t])
        for f in range(s.cfg.factions):
            if favor_deck(s, f) == d:
                for i in range(w.favor_hidden[f]):
                    c = random_face(s, w.decks[d])
                    cardset.remove(w.decks[d].cards, c)
                    w.favor[f, i] = c
        settle_top(s, d)


@kernel
def refill(s: Any, d: int, cards: Any) -> None:
    """Replace a hidden set, already returned to the open part of the deck, by as many random suited cards."""
    n = cardset.size(cards)
    cardset.clear(cards)
    pool = s.world.decks[d]
    for _ in range(n):
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        cardset.add(cards, c)


@kernel
def random_face(s: Any, pool: Any) -> int:
    """Return a random suited card among those whose place is open."""
    low = (cardset.ONE << FACES) - 1
    n0 = cardset.popcount(pool.cards[0] & low)
    k = pick(s, n0 + cardset.popcount(pool.cards[1] & low))
    return cardset.nth_bit(pool.cards[0] & low, k) if k < n0 else cardset.nth_bit(pool.cards[1] & low, k - n0)


@kernel
def settle_top(s: Any, d: int) -> None:
    """Count a deck again and, while it holds Jokers, fix a top card that is none: a Joker would have surfaced."""
    pool = s.world.decks[d]
    pool.n = cardset.size(pool.cards)
    if pool.jokers > 0 and pool.n > 0:
        c = random_face(s, pool)
        cardset.remove(pool.cards, c)
        pool.ahead[0] = c
        pool.ahead_n = 1
