"""The outcome: spoils by suit, concessions, and the Payloads that land on both sides (TP-89 to TP-105)."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE, SPADES
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.pile.actions import (
    CANCEL,
    CANCELLED,
    CONCESSION,
    EFFECTS,
    FAVOR,
    REBUILD,
    RESTORE,
    RUIN,
    SPADE,
    SPEND,
    SPOILS_DONE,
    SUIT_OF,
    TRAUMA,
)
from throwdown.envs.fusion.pile.main_actions import leave_pile
from throwdown.envs.fusion.pile.state import (
    AFTER,
    CALLED_OFF,
    CONCESSION_PHASE,
    E_ASSIGNED,
    E_CONCESSION,
    E_SPOIL,
    E_SPOILS_ENDED,
    E_TALLIED,
    E_THREAT_FORTIFIED,
    ORDER_PHASE,
    PAYLOAD_PHASE,
    PAYLOADS,
    REPAIR,
    RESTORE_PHASE,
    SPOILS_PHASE,
    WIN_FAVOR,
    State,
)
from throwdown.envs.fusion.pile.table import command, count_side
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import fire
from throwdown.envs.fusion.world.book import DAMAGES
from throwdown.envs.fusion.world.conflict import ABSENT
from throwdown.envs.fusion.world.state import CARD_DISCARDED, COACH, DAMAGED, IN_PLAY, RAZED
from throwdown.envs.fusion.world.subjects import FACTIONS, THREATS, can_suffer, faction_word
from throwdown.envs.fusion.world.triggers import (
    disfavor,
    fortify,
    purge,
    rebuild,
    ruin,
    schism,
    threat_trauma,
    trauma,
)

KINDS = len(EFFECTS)
HIGHEST = 99

# What lies in the Payloads -------------------------------------------------------------------------------------------


@kernel
def incoming(s: State, side: int, kind: int) -> int:
    """Return how many triggers of a kind a side is to receive; Strife counts with its causers' (C-58)."""
    n = wide(s.conflict.payload[side, kind])
    if kind == book.STRIFE:
        n += wide(s.conflict.payload[side, book.SCHISM])
        for p in range(1, s.cfg.pilots + 1):
            if s.side[p] == side:
                n += wide(s.strife[p])
    return n


@kernel
def add_trigger(s: State, side: int, kind: int) -> None:
    """Put one trigger into the Payload that a side receives."""
    s.conflict.payload[side, kind] = min(HIGHEST, wide(s.conflict.payload[side, kind]) + 1)


@kernel
def strike_off(s: State, side: int, kind: int) -> None:
    """Strike one trigger off: of Strife that of the Pilot with the fewest Buffers first (TP-95, P-18)."""
    if kind == book.STRIFE:
        worst = NONE
        for p in range(1, s.cfg.pilots + 1):
            if s.side[p] == side and s.strife[p] > 0:
                if worst == NONE or s.world.buffers[p] < s.world.buffers[worst]:
                    worst = p
        if worst != NONE:
            s.strife[worst] -= 1
            return
        if s.conflict.payload[side, kind] == 0:
            kind = book.SCHISM
    s.conflict.payload[side, kind] -= 1


@kernel
def members(s: State, side: int, kind: int) -> int:
    """Return those of a side whom a trigger may hit, as a word over subjects: participants only (TP-101, P-20)."""
    word = wide(0)
    if kind == book.DISFAVOR:
        for f in range(s.cfg.factions):
            if s.world.faction[f] == IN_PLAY:
                word |= wide(1) << (FACTIONS + f)
        return word
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and (can_suffer(s, p) if kind == book.TRAUMA else s.world.charges[p] > 0):
            word |= wide(1) << (p - 1)
    if kind == book.TRAUMA and s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0:
                word |= wide(1) << (THREATS + t)
    return word


@kernel
def members_hurt(s: State, side: int) -> int:
    """Return those of a side with a spent Buffer, as a word over subjects (TP-96)."""
    word = wide(0)
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.world.buffers[p] < s.cfg.buffer_max[p]:
            word |= wide(1) << (p - 1)
    if s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0 and s.world.threat_buffers[t] < s.cfg.threat_buffer_max[t]:
                word |= wide(1) << (THREATS + t)
    return word


@kernel
def has_giants(s: State, side: int) -> bool:
    """Return whether a side featured Robos or Big Giant Monsters (TP-94)."""
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.conflict.robo[p] != ABSENT:
            return True
    if s.side[COACH] == side:
        for t in range(s.cfg.threats):
            if s.world.rating[t] > 0 and s.cfg.giant[t] == 1:
                return True
    return False


# Spoils and concessions ----------------------------------------------------------------------------------------------


@kernel
def can_take(s: State, side: int, effect: int) -> bool:
    """Return whether an effect would do anything for a side (TP-93 to TP-97, P-17)."""
    if effect == TRAUMA:
        return members(s, 1 - side, book.TRAUMA) != 0
    if effect == RUIN:
        return has_giants(s, side) and s.world.location > RAZED
    if effect < RESTORE:
        return incoming(s, side, CANCELLED[effect - CANCEL]) > 0
    if effect == RESTORE:
        return members_hurt(s, side) != 0
    if count_side(s, side) == 0:
        return False
    if effect == FAVOR:
        return s.focus == WIN_FAVOR and faction_word(s, book.FAVOR, wide(s.leader[side])) != 0
    return s.focus == REPAIR and s.world.location == DAMAGED


@kernel
def takeable(s: State, side: int) -> int:
    """Return the effects that a side may take, as a word."""
    word = wide(0)
    for e in range(KINDS):
        word |= wide(1 if can_take(s, side, e) else 0) << e
    return word


@kernel
def card_of_suit(s: State, suit: int) -> int:
    """Return the place of the highest card of a suit in the final Pile, or NONE; face-down ones count (C-52)."""
    for i in range(s.pile_n - 1, -1, -1):
        if s.pile_card[i] % 4 == suit:
            return i
    return NONE


@kernel
def spoils_word(s: State) -> int:
    """Return what the victor may spend, as a word of the page of spoils."""
    effects, word = takeable(s, wide(s.winner)), wide(0)
    for e in range(KINDS):
        if (effects >> e) & 1 == 1 and card_of_suit(s, SUIT_OF[e]) != NONE:
            word |= wide(1) << (SPEND + e)
    if card_of_suit(s, SPADES) != NONE:
        word |= effects << SPADE
    return word


@kernel
def await_spoils(s: State, out: Out) -> bool:
    """Let the victor spend the final Pile, then the loser take concessions; return whether one must choose (TP-92)."""
    if s.taker == NONE:
        s.taker = s.winner
        s.won = s.pile_n
        s.conflict.deferred = 0
        tally(s, out)
    if s.taker == s.winner:
        if spoils_word(s) != 0:
            return ask_leader(s, SPOILS_PHASE)
        clear_pile(s, out)
        s.taker = 1 - s.winner
    if s.concessions > 0 and s.leader[s.taker] != NONE and takeable(s, wide(s.taker)) != 0:
        return ask_leader(s, CONCESSION_PHASE)
    s.taker = 1 - s.winner
    s.step = PAYLOADS
    return False


@kernel
def ask_leader(s: State, phase: int) -> bool:
    """Ask the leader of the side that takes (C-49, C-70)."""
    command(s, wide(s.taker))
    s.phase = phase
    s.seat = s.leader[s.taker]
    return True


@kernel
def tally(s: State, out: Out) -> None:
    """Announce both Payloads (TP-91)."""
    for side in range(2):
        for k in range(len(DAMAGES)):
            kind = DAMAGES[k]
            n = incoming(s, side, kind)
            if n > 0:
                emit(out, E_TALLIED, NONE, NONE, kind, EVERYONE, 2 * n + side)


@kernel
def clear_pile(s: State, out: Out) -> None:
    """Discard what is left of the final Pile (TP-92, PL-04)."""
    while s.pile_n > 0:
        emit(out, CARD_DISCARDED, s.pile_by[s.pile_n - 1], s.pile_card[s.pile_n - 1], 1, EVERYONE, 0)
        leave_pile(s, wide(s.pile_n) - 1)


@kernel
def choose_spoil(s: State, bit: int, out: Out) -> bool:
    """Carry out a decision of phase spoils or concession; return whether a target must be chosen (TP-92, TP-98)."""
    if bit == SPOILS_DONE:
        emit(out, E_SPOILS_ENDED, s.seat, NONE, 1, EVERYONE, 0)
        if s.phase == CONCESSION_PHASE:
            s.concessions = 0
        else:
            clear_pile(s, out)
        return False
    if bit >= CONCESSION:
        s.concessions -= 1
        emit(out, E_CONCESSION, s.seat, NONE, bit - CONCESSION, EVERYONE, 0)
        return take(s, wide(s.taker), bit - CONCESSION, out)
    by_spade = bit >= SPADE
    effect = bit - SPADE if by_spade else bit - SPEND
    at = card_of_suit(s, SPADES if by_spade else SUIT_OF[effect])
    emit(out, E_SPOIL, s.seat, s.pile_card[at], effect, EVERYONE, 0)
    leave_pile(s, at)
    if by_spade:
        s.concessions += 1
    return take(s, wide(s.taker), effect, out)


@kernel
def take(s: State, side: int, effect: int, out: Out) -> bool:
    """Let a side take an effect; return whether its target must be chosen (TP-93 to TP-99)."""
    if effect == TRAUMA:
        add_trigger(s, 1 - side, book.TRAUMA)
    elif effect == RUIN:
        add_trigger(s, 1 - side, book.RUIN)
    elif effect == FAVOR:
        add_trigger(s, side, book.FAVOR)
    elif effect == REBUILD:
        add_trigger(s, side, book.REBUILD)
    elif effect < RESTORE:
        strike_off(s, side, CANCELLED[effect - CANCEL])
    else:
        word = members_hurt(s, side)
        if cardset.popcount(word) > 1:
            s.phase = RESTORE_PHASE
            return True
        restore(s, cardset.lowest(word), out)
    return False


@kernel
def restore(s: State, x: int, out: Out) -> None:
    """A spent Buffer returns, at once (TP-96)."""
    if x < THREATS:
        fortify(s, x + 1, 1, out)
    else:
        s.world.threat_buffers[x - THREATS] += 1
        emit(out, E_THREAT_FORTIFIED, COACH, NONE, x - THREATS, EVERYONE, 0)


# The Payloads land ---------------------------------------------------------------------------------------------------


@kernel
def await_payloads(s: State, out: Out) -> bool:
    """Let the next trigger of a Payload land, the loser's side first (TP-101, P-21); return whether one must choose.

    One kind of damage follows another in the order that the side's leader picks (ME-46, C-35). Damage that a trigger
    causes is settled before the next.
    """
    if s.result == CALLED_OFF or s.taker == NONE:
        s.step = AFTER
        return False
    side = wide(s.taker)
    command(s, side)
    word = landing_word(s, side)
    if word == 0:
        s.landing = book.NO_KIND
        s.taker = s.winner if side != s.winner else NONE
        return False
    if s.landing == book.NO_KIND or not is_landing(s, side, wide(s.landing)):
        if cardset.popcount(word) > 1 and s.leader[side] != NONE:
            return ask_leader(s, ORDER_PHASE)
        s.landing = DAMAGES[cardset.lowest(word)]
    if s.landing == book.STRIFE:
        land_strife(s, side)
        return False
    return land_next(s, side, wide(s.landing), out)


@kernel
def is_landing(s: State, side: int, kind: int) -> bool:
    """Return whether triggers of a kind wait in a Payload and would hit somebody."""
    if incoming(s, side, kind) == 0:
        return False
    return kind == book.STRIFE or kind == book.RUIN or members(s, side, kind) != 0


@kernel
def landing_word(s: State, side: int) -> int:
    """Return the kinds of `book.DAMAGES` that a side has still to take, as a word."""
    word = wide(0)
    for k in range(len(DAMAGES)):
        word |= wide(1 if is_landing(s, side, DAMAGES[k]) else 0) << k
    return word


@kernel
def land_strife(s: State, side: int) -> None:
    """Let the Strife of the next causer land: she alone may buffer it, Pink excepted (TP-104, C-58)."""
    for p in range(1, s.cfg.pilots + 1):
        if s.side[p] == side and s.strife[p] > 0:
            n = wide(s.strife[p])
            s.strife[p] = 0
            schism(s, p, n)
            return
    payload = s.conflict.payload
    n = wide(payload[side, book.STRIFE]) + wide(payload[side, book.SCHISM])
    payload[side, book.STRIFE] = 0
    payload[side, book.SCHISM] = 0
    schism(s, NONE, n)


@kernel
def land_next(s: State, side: int, kind: int, out: Out) -> bool:
    """Let one trigger land; return whether the leader must say whom it hits (TP-102, C-69)."""
    if kind == book.RUIN:
        s.conflict.payload[side, kind] -= 1
        ruin(s, 1)
        return False
    word = members(s, side, kind)
    s.effect = kind
    if cardset.popcount(word) > 1:
        s.phase = PAYLOAD_PHASE
        s.seat = s.leader[side]
        return True
    assign(s, cardset.lowest(word), out)
    return False


@kernel
def assign(s: State, x: int, out: Out) -> None:
    """Let the trigger hit one subject (TP-101)."""
    kind = wide(s.effect)
    s.conflict.payload[s.taker, kind] -= 1
    s.effect = book.NO_KIND
    emit(out, E_ASSIGNED, s.leader[s.taker], NONE, kind, EVERYONE, x)
    if kind == book.TRAUMA:
        if x < THREATS:
            trauma(s, x + 1, 1)
        else:
            threat_trauma(s, x - THREATS, 1)
    elif kind == book.PURGE:
        purge(s, x + 1)
    else:
        disfavor(s, x - FACTIONS, 1)


@kernel
def resolve_rest(s: State, out: Out) -> bool:
    """Resolve the triggers that are no damage; return whether something was fired (TP-105)."""
    for side in range(2):
        payload = s.conflict.payload
        if payload[side, book.REBUILD] > 0:
            payload[side, book.REBUILD] = 0
            rebuild(s, out)
        if payload[side, book.FAVOR] > 0:
            n = wide(payload[side, book.FAVOR])
            payload[side, book.FAVOR] = 0
            command(s, side)
            fire(s, book.FAVOR, book.IMPLIED, n, wide(s.leader[side]))
            return True
    return False
