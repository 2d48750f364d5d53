"""Who may use which ability, what it costs, and how its effects come onto the agenda."""

from __future__ import annotations

from throwdown.envs.core.cards import ACE, FACES, JACK
from throwdown.envs.core.kit import NONE, Out, act_of, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.world import agenda, book, choices, conflict, deal, triggers
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import ALL_OMENS, COACH, MAX_CRISIS, USABLE, Event, Resource, Robo


def _faces(*ranks: int) -> int:
    return sum(0xF << (4 * rank) for rank in ranks)


ANY_CARD = (1 << FACES) - 1
"""All cards with a suit, as a word."""

CARDS_OF = (0, ANY_CARD, _faces(JACK, JACK + 1, JACK + 2), _faces(ACE), _faces(*range(JACK, ACE + 1)))
"""The cards of every class of `book.CardClass`, as words."""


@kernel
def class_word(kind: int) -> int:
    """Return the cards of a class."""
    return CARDS_OF[kind]


@kernel
def payable(s: ConflictState, seat: int, kind: int) -> int:
    """Return the cards in a hand that may pay a cost of a class, as a word."""
    return int(s.world.hand[seat, 0] & class_word(kind))


@kernel
def count_payable(s: ConflictState, seat: int, kind: int) -> int:
    """Return how many cards in a hand may pay a cost of a class."""
    word = class_word(kind)
    hand = s.world.hand[seat]
    return cardset.popcount(hand[0] & word) + cardset.popcount(hand[1] & word)


@kernel
def is_fresh(s: ConflictState, seat: int, k: int, a: int, out: Out) -> bool:
    """Return whether an ability of a page has not been used as often as it may."""
    per = book.entry_of(out, a, book.Ability.PER)
    used = s.conflict.turn_used[seat]
    if per == book.Per.CONFLICT:
        used = s.conflict.used[seat]
    elif per == book.Per.SCENARIO:
        used = s.world.used[seat]
    return bool((used >> k) & 1 == 0)


@kernel
def mark_used(s: ConflictState, seat: int, k: int) -> None:
    """Note that an ability of a page was used."""
    bit = 1 << k
    s.conflict.turn_used[seat] |= bit
    s.conflict.used[seat] |= bit
    s.world.used[seat] |= bit


@kernel
def can_afford(s: ConflictState, seat: int, a: int, public: bool, out: Out) -> bool:
    """Return whether a seat can pay what an ability costs; as far as everybody can tell, if ``public``."""
    if s.world.charges[seat] < book.entry_of(out, a, book.Ability.CHARGES):
        return False
    r = book.entry_of(out, a, book.Ability.RESOURCE) - 1
    if r >= 0 and s.world.resource[r] < book.entry_of(out, a, book.Ability.POINTS):
        return False
    cards = book.entry_of(out, a, book.Ability.CARDS)
    if cards == 0:
        return True
    if public:
        return deal.hand_size(s, seat) >= cards
    return count_payable(s, seat, book.entry_of(out, a, book.Ability.CARD_CLASS)) >= cards


@kernel
def gear_of(k: int) -> int:
    """Return the piece of Gear that an ability of a page belongs to, or NONE."""
    if ((book.ACTIVATIONS | book.SACRIFICES) >> k) & 1 == 0:
        return NONE
    return (k - book.Page.ACTIVATE) % book.MAX_GEAR


@kernel
def suits_conflict(s: ConflictState, p: int, k: int, a: int, out: Out) -> bool:
    """Return whether an ability fits where its Pilot is: its Robo, its Gear, the Rumble (TS-32, TS-96, C-128)."""
    c = s.conflict
    in_rumble = c.rumble > 0
    if k == book.Page.SUMMON:
        able = s.cfg.endurance[p] > 0 and s.world.endurance[p] > 0 and s.world.resource[Resource.PIT_CREW] > 0
        return able and c.robo[p] == Robo.ABSENT and not in_rumble
    g = gear_of(k)
    if g != NONE:  # a piece is activated or sacrificed, and once a conflict (C-114, TP-84)
        both = (1 << (book.Page.ACTIVATE + g)) | (1 << (book.Page.SACRIFICE + g))
        owned = (s.world.gear[p] >> g) & 1 == 1
        return bool(owned and c.used[p] & both == 0)
    if book.entry_of(out, a, book.Ability.FAMILY) == book.Family.ROBO:
        return conflict.in_form(s, p) if in_rumble else c.robo[p] != Robo.ABSENT
    return not in_rumble or book.entry_of(out, a, book.Ability.FLAGS) & book.IN_RUMBLE != 0


@kernel
def can_use(s: ConflictState, p: int, k: int, public: bool, out: Out) -> bool:
    """Return whether a Pilot may use an ability of hers now; as far as everybody can tell, if ``public``."""
    a = book.of_pilot(p, k)
    if s.world.charges[p] < book.entry_of(out, a, book.Ability.CHARGES) or not is_fresh(s, p, k, a, out):
        return False
    return suits_conflict(s, p, k, a, out) and can_afford(s, p, a, public, out)


@kernel
def usable(s: ConflictState, p: int, public: bool, out: Out) -> int:
    """Return the abilities that a Pilot may use now, as a word over her page."""
    word = 0
    left = s.cfg.assists[p] & ~s.conflict.turn_used[p]
    while left != 0:
        k = cardset.lowest(left)
        left &= left - 1
        if can_use(s, p, k, public, out):
            word |= 1 << k
    return word


@kernel
def can_use_boon(s: ConflictState, p: int, k: int, public: bool, out: Out) -> bool:
    """Return whether a Pilot may use a boon of the Location, which must not be Razed (SY-16)."""
    a = book.of_pilot(COACH, book.CoachPage.BOONS + k)
    if (USABLE >> s.world.location) & 1 == 0 or not book.exists(out, a):
        return False
    return is_fresh(s, COACH, book.CoachPage.BOONS + k, a, out) and can_afford(s, p, a, public, out)


@kernel
def use(s: ConflictState, p: int, k: int, scale: int, out: Out) -> None:
    """Use an ability of a Pilot's page: pay for it, then carry it out."""
    a = book.of_pilot(p, k)
    mark_used(s, p, k)
    tell(out, Event.ABILITY_USED, p, amount=a)
    if k == book.Page.SUMMON:
        deal.spend_resource(s, Resource.PIT_CREW, 1, out)
        s.conflict.robo[p] = Robo.SUMMONED
        tell(out, Event.ROBO_SUMMONED, p)
    elif (book.SACRIFICES >> k) & 1 == 1:
        g = gear_of(k)
        s.world.gear[p] &= ~(1 << g)
        tell(out, Event.GEAR_DESTROYED, p, amount=g)
    begin(s, a, p, NONE, scale, out)


@kernel
def use_boon(s: ConflictState, p: int, k: int, scale: int, out: Out) -> None:
    """Use a boon of the Location."""
    a = book.of_pilot(COACH, book.CoachPage.BOONS + k)
    mark_used(s, COACH, book.CoachPage.BOONS + k)
    tell(out, Event.ABILITY_USED, p, amount=a)
    begin(s, a, p, NONE, scale, out)


@kernel
def begin(s: ConflictState, a: int, seat: int, source: int, scale: int, out: Out) -> None:
    """Pay an ability's own costs and put it on the agenda."""
    charges = book.entry_of(out, a, book.Ability.CHARGES)
    if charges > 0:
        s.world.charges[seat] -= charges
        tell(out, Event.CHARGE_SPENT, seat, amount=charges)
    r = book.entry_of(out, a, book.Ability.RESOURCE) - 1
    if r >= 0:
        deal.spend_resource(s, r, book.entry_of(out, a, book.Ability.POINTS), out)
    agenda.push(s, a, seat, source, scale)
    lost = book.entry_of(out, a, book.Ability.TARRY)
    if lost > 0:
        triggers.tarry(s, lost, out)
    demand(s, seat, book.entry_of(out, a, book.Ability.CARDS), book.entry_of(out, a, book.Ability.CARD_CLASS))


@kernel
def demand(s: ConflictState, seat: int, n: int, kind: int) -> None:
    """Have a seat discard cards of a class before the agenda goes on."""
    d = s.pending
    d.pay = n
    d.pay_class = kind
    d.payer = seat


# Payment -------------------------------------------------------------------------------------------------------------


@kernel
def payer(s: ConflictState) -> int:
    """Return who pays the cost that waits."""
    return s.pending.payer


@kernel
def legal_payments(s: ConflictState, out: Out) -> None:
    """Any card in hand of the class that the cost asks for."""
    allow_each(out, choices.Act.DISCARD, payable(s, s.seat, s.pending.pay_class))


@kernel
def pay(s: ConflictState, action: int, out: Out) -> None:
    """Discard a card for the cost."""
    s.pending.pay -= 1
    deal.discard(s, s.pending.payer, action - choices.Act.DISCARD, out)


# Waves, Storms, Omens ------------------------------------------------------------------------------------------------


@kernel
def threats_with(s: ConflictState, first: int, n: int, out: Out) -> int:
    """Return the Waves (first 0) or Storms (first 2) of Threats that take part, as a word: bit 2 * Threat + number."""
    word = 0
    for t in range(s.cfg.threats):
        if conflict.is_engaged(s, t):
            for k in range(n):
                if book.exists(out, book.of_threat(t, first + k)):
                    word |= cardset.ONE << (2 * t + k)
    return word


@kernel
def attack_action(t: int, k: int) -> int:
    """Return the action of a Wave (``k`` below `book.MAX_WAVES`) or a Storm of a Threat."""
    if k < book.MAX_WAVES:
        return choices.Act.WAVE + book.MAX_WAVES * t + k
    return choices.Act.STORM + book.MAX_STORMS * t + k - book.MAX_WAVES


@kernel
def threat_of(action: int) -> int:
    """Return the Threat whose Wave or Storm an action is."""
    if act_of(choices.Act, action) == choices.Act.WAVE:
        return (action - choices.Act.WAVE) // book.MAX_WAVES
    return (action - choices.Act.STORM) // book.MAX_STORMS


@kernel
def attack_of(action: int) -> int:
    """Return which Wave or Storm of its Threat an action is, see `attack_action`."""
    if act_of(choices.Act, action) == choices.Act.WAVE:
        return (action - choices.Act.WAVE) % book.MAX_WAVES
    return (action - choices.Act.STORM) % book.MAX_STORMS + book.MAX_WAVES


@kernel
def use_threat(s: ConflictState, t: int, k: int, scale: int, out: Out) -> None:
    """Carry out a Wave or a Storm of a Threat (ME-36, ME-42)."""
    a = book.of_threat(t, k)
    tell(out, Event.ABILITY_USED, COACH, amount=a)
    begin(s, a, COACH, t, scale, out)


@kernel
def can_spend_omen(s: ConflictState, k: int, out: Out) -> bool:
    """Return whether Coach may Spend an Omen for an Escalation Event that is not used up (SY-29)."""
    a = book.of_pilot(COACH, book.CoachPage.EVENTS + k)
    return s.world.omens > 0 and book.exists(out, a) and (s.world.used[COACH] >> k) & 1 == 0


@kernel
def omen_word(s: ConflictState, out: Out) -> int:
    """Return the Escalation Events for which Coach may Spend an Omen, as a word."""
    word = 0
    for k in range(book.MAX_EVENTS):
        if can_spend_omen(s, k, out):
            word |= cardset.ONE << k
    return word


@kernel
def spend_omen(s: ConflictState, k: int, scale: int, out: Out) -> None:
    """Spend an Omen: the Crisis tier rises and an Escalation Event fires (SY-29, SY-30, C-14)."""
    w = s.world
    w.omens -= 1
    w.spent += 1
    w.crisis = min(MAX_CRISIS, w.crisis + s.cfg.crisis_per_omen)
    mark_used(s, COACH, k)
    tell(out, Event.OMEN_SPENT, COACH, amount=k, number=w.spent)
    if w.spent >= ALL_OMENS and s.cfg.jokers_return == 1:
        for d in range(s.cfg.decks):
            deal.reshuffle(s, d, out)
    begin(s, book.of_pilot(COACH, book.CoachPage.EVENTS + k), COACH, NONE, scale, out)
