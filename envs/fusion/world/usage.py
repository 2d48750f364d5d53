"""Who may use which ability, what it costs, and how its effects come onto the agenda."""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import ACE, JACK, NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import push
from throwdown.envs.fusion.world.conflict import ABSENT, SUMMONED, ConflictState, in_form
from throwdown.envs.fusion.world.deal import discard, hand_size, reshuffle, spend_resource
from throwdown.envs.fusion.world.state import (
    ABILITY_USED,
    ALL_OMENS,
    CHARGE_SPENT,
    COACH,
    GEAR_DESTROYED,
    OMEN_SPENT,
    PIT_CREW,
    ROBO_SUMMONED,
)
from throwdown.envs.fusion.world.triggers import tarry


def _faces(*ranks: int) -> int:
    return sum(0xF << (4 * rank) for rank in ranks)


CARDS_OF = (0, (1 << 52) - 1, _faces(JACK, JACK + 1, JACK + 2), _faces(ACE), _faces(*range(JACK, ACE + 1)))
"""The cards of every class of `book.CARD_CLASSES`, as words."""


@kernel
def class_word(kind: int) -> int:
    """Return the cards of a class."""
    return CARDS_OF[kind]


@kernel
def payable(s: ConflictState, seat: int, kind: int) -> int:
    """Return the cards in a hand that may pay a cost of a class, as a word."""
    return wide(s.world.hand[seat, 0]) & class_word(kind)


@kernel
def count_payable(s: ConflictState, seat: int, kind: int) -> int:
    """Return how many cards in a hand may pay a cost of a class."""
    word = class_word(kind)
    hand = s.world.hand[seat]
    return cardset.popcount(wide(hand[0]) & word) + cardset.popcount(wide(hand[1]) & word)


@kernel
def is_fresh(s: ConflictState, seat: int, k: int, a: int, out: Out) -> bool:
    """Return whether an ability of a page has not been used as often as it may."""
    per = book.entry_of(out, a, book.PER)
    used = s.conflict.turn_used[seat]
    if per == book.PER_CONFLICT:
        used = s.conflict.used[seat]
    elif per == book.PER_SCENARIO:
        used = s.world.used[seat]
    return (wide(used) >> k) & 1 == 0


@kernel
def mark_used(s: ConflictState, seat: int, k: int) -> None:
    """Note that an ability of a page was used."""
    bit = 1 << k
    s.conflict.turn_used[seat] = wide(s.conflict.turn_used[seat]) | bit
    s.conflict.used[seat] = wide(s.conflict.used[seat]) | bit
    s.world.used[seat] = wide(s.world.used[seat]) | bit


@kernel
def can_afford(s: ConflictState, seat: int, a: int, public: bool, out: Out) -> bool:
    """Return whether a seat can pay what an ability costs; as far as everybody can tell, if ``public``."""
    if s.world.charges[seat] < book.entry_of(out, a, book.CHARGES):
        return False
    r = book.entry_of(out, a, book.RESOURCE) - 1
    if r >= 0 and s.world.resource[r] < book.entry_of(out, a, book.POINTS):
        return False
    cards = book.entry_of(out, a, book.CARDS)
    if cards == 0:
        return True
    if public:
        return hand_size(s, seat) >= cards
    return count_payable(s, seat, book.entry_of(out, a, book.CARD_CLASS)) >= cards


@kernel
def gear_of(k: int) -> int:
    """Return the piece of Gear that an ability of a page belongs to, or NONE."""
    if k < book.ACTIVATE or k >= book.SUMMON:
        return NONE
    return (k - book.ACTIVATE) % book.MAX_GEAR


@kernel
def suits_conflict(s: ConflictState, p: int, k: int, a: int, out: Out) -> bool:
    """Return whether an ability fits where its Pilot is: its Robo, its Gear, the Rumble (TS-32, TS-96, C-128)."""
    c = s.conflict
    in_rumble = c.rumble > 0
    if k == book.SUMMON:
        able = s.cfg.endurance[p] > 0 and s.world.endurance[p] > 0 and s.world.resource[PIT_CREW] > 0
        return able and c.robo[p] == ABSENT and not in_rumble
    g = gear_of(k)
    if g != NONE:  # a piece is activated or sacrificed, and once a conflict (C-114, TP-84)
        both = (1 << (book.ACTIVATE + g)) | (1 << (book.SACRIFICE + g))
        owned = (wide(s.world.gear[p]) >> g) & 1 == 1
        return owned and wide(c.used[p]) & both == 0
    if book.entry_of(out, a, book.FAMILY) == book.ROBO_TECH:
        return in_form(s, p) if in_rumble else c.robo[p] != ABSENT
    return not in_rumble or book.entry_of(out, a, book.FLAGS) & book.IN_RUMBLE != 0


@kernel
def can_use(s: ConflictState, p: int, k: int, public: bool, out: Out) -> bool:
    """Return whether a Pilot may use an ability of hers now; as far as everybody can tell, if ``public``."""
    a = book.of_pilot(p, k)
    if s.world.charges[p] < book.entry_of(out, a, book.CHARGES) or not is_fresh(s, p, k, a, out):
        return False
    return suits_conflict(s, p, k, a, out) and can_afford(s, p, a, public, out)


@kernel
def usable(s: ConflictState, p: int, public: bool, out: Out) -> int:
    """Return the abilities that a Pilot may use now, as a word over her page."""
    word = 0
    left = wide(s.cfg.assists[p]) & ~wide(s.conflict.turn_used[p])
    while left != 0:
        k = cardset.lowest(left)
        left &= left - 1
        if can_use(s, p, k, public, out):
            word |= 1 << k
    return word


@kernel
def can_use_boon(s: ConflictState, p: int, k: int, public: bool, out: Out) -> bool:
    """Return whether a Pilot may use a boon of the Location, which must not be Razed (SY-16)."""
    a = book.of_pilot(COACH, book.BOONS + k)
    if s.world.location < 2 or not book.exists(out, a):
        return False
    return is_fresh(s, COACH, book.BOONS + k, a, out) and can_afford(s, p, a, public, out)


@kernel
def use(s: ConflictState, p: int, k: int, scale: int, out: Out) -> None:
    """Use an ability of a Pilot's page: pay for it, then carry it out."""
    a = book.of_pilot(p, k)
    mark_used(s, p, k)
    emit(out, ABILITY_USED, p, NONE, a, EVERYONE, 0)
    if k == book.SUMMON:
        spend_resource(s, PIT_CREW, 1, out)
        s.conflict.robo[p] = SUMMONED
        emit(out, ROBO_SUMMONED, p, NONE, 1, EVERYONE, 0)
    elif book.SACRIFICE <= k < book.SUMMON:
        g = gear_of(k)
        s.world.gear[p] = wide(s.world.gear[p]) & ~(1 << g)
        emit(out, GEAR_DESTROYED, p, NONE, g, EVERYONE, 0)
    begin(s, a, p, NONE, scale, out)


@kernel
def use_boon(s: ConflictState, p: int, k: int, scale: int, out: Out) -> None:
    """Use a boon of the Location."""
    a = book.of_pilot(COACH, book.BOONS + k)
    mark_used(s, COACH, book.BOONS + k)
    emit(out, ABILITY_USED, p, NONE, a, EVERYONE, 0)
    begin(s, a, p, NONE, scale, out)


@kernel
def begin(s: ConflictState, a: int, seat: int, source: int, scale: int, out: Out) -> None:
    """Pay an ability's own costs and put it on the agenda."""
    charges = book.entry_of(out, a, book.CHARGES)
    if charges > 0:
        s.world.charges[seat] -= charges
        emit(out, CHARGE_SPENT, seat, NONE, charges, EVERYONE, 0)
    r = book.entry_of(out, a, book.RESOURCE) - 1
    if r >= 0:
        spend_resource(s, r, book.entry_of(out, a, book.POINTS), out)
    push(s, a, seat, source, scale)
    lost = book.entry_of(out, a, book.TARRY)
    if lost > 0:
        tarry(s, lost, out)
    demand(s, seat, book.entry_of(out, a, book.CARDS), book.entry_of(out, a, book.CARD_CLASS))


@kernel
def demand(s: ConflictState, seat: int, n: int, kind: int) -> None:
    """Have a seat discard cards of a class before the agenda goes on."""
    d = s.pending
    d.pay = n
    d.pay_class = kind
    d.payer = seat


@kernel
def pay(s: ConflictState, c: int, out: Out) -> None:
    """Carry out the decision of phase `PAY`."""
    s.pending.pay -= 1
    discard(s, wide(s.pending.payer), c, out)


@kernel
def threats_with(s: ConflictState, first: int, n: int, out: Out) -> int:
    """Return the Waves (first 0) or Storms (first 2) of Threats in play, as a word: bit 2 * Threat + number."""
    word = wide(0)
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0:
            for k in range(n):
                if book.exists(out, book.of_threat(t, first + k)):
                    word |= cardset.ONE << (2 * t + k)
    return word


@kernel
def use_threat(s: ConflictState, t: int, k: int, scale: int, out: Out) -> None:
    """Carry out a Wave or a Storm of a Threat (ME-36, ME-42)."""
    a = book.of_threat(t, k)
    emit(out, ABILITY_USED, COACH, NONE, a, EVERYONE, 0)
    begin(s, a, COACH, t, scale, out)


@kernel
def can_spend_omen(s: ConflictState, k: int, out: Out) -> bool:
    """Return whether Coach may Spend an Omen for an Escalation Event that is not used up (SY-29)."""
    a = book.of_pilot(COACH, book.EVENTS + k)
    return s.world.omens > 0 and book.exists(out, a) and (wide(s.world.used[COACH]) >> k) & 1 == 0


@kernel
def spend_omen(s: ConflictState, k: int, scale: int, out: Out) -> None:
    """Spend an Omen: the Crisis tier rises and an Escalation Event fires (SY-29, SY-30, C-14)."""
    w = s.world
    w.omens -= 1
    w.spent += 1
    w.crisis += s.cfg.crisis_per_omen
    mark_used(s, COACH, k)
    emit(out, OMEN_SPENT, COACH, NONE, k, EVERYONE, w.spent)
    if w.spent >= ALL_OMENS and s.cfg.jokers_return == 1:
        for d in range(s.cfg.decks):
            reshuffle(s, d, out)
    begin(s, book.of_pilot(COACH, book.EVENTS + k), COACH, NONE, scale, out)
