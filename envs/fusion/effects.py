"""Carries out abilities and single effects: one interpreter for every rule that fires a +Trigger.

What is being carried out lies on the agenda in ``pending``; an effect that needs a choice waits there for it. `work`
settles damage and runs the agenda until somebody must decide or nothing is left.
"""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import ACE, JACK, NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion import book
from throwdown.envs.fusion.scene import (
    ABSENT,
    DEPTH,
    DISCARD_ONE,
    INVEST,
    PAY,
    RECOVER,
    STORM_PHASE,
    SUMMONED,
    TARGET,
    WAVE_PHASE,
    in_form,
    leader,
)
from throwdown.envs.fusion.triggers import (
    burn,
    disfavor,
    fortify,
    lowered_commitments,
    purge,
    rally,
    rebuild,
    recover,
    recover_threat,
    replenish,
    ruin,
    schism,
    settle,
    tarry,
    threat_trauma,
    trauma,
)
from throwdown.envs.fusion.world import (
    ABILITY_USED,
    ALL_OMENS,
    CHARGE_SPENT,
    COACH,
    EFFECT_AIMED,
    ENDURANCE_REPAIRED,
    FAVOR_INVESTED,
    FORM_STRENGTHENED,
    GEAR_DESTROYED,
    IN_PLAY,
    MAX_FACTIONS,
    MAX_FAVOR,
    MAX_PILOTS,
    MAX_RESOURCES,
    MAX_THREATS,
    OMEN_SPENT,
    PIT_CREW,
    ROBO_SUMMONED,
    STRIKE_CHANGED,
    STRIKE_REMOVED,
    TRIGGER_GATHERED,
    chargeup,
    discard,
    draw,
    hand_size,
    leave_hand,
    resample,
    reshuffle,
    spend_resource,
)

PILOTS, THREATS, FACTIONS, RESOURCES = (
    0,
    MAX_PILOTS,
    MAX_PILOTS + MAX_THREATS,
    MAX_PILOTS + MAX_THREATS + MAX_FACTIONS,
)
SUBJECTS = RESOURCES + MAX_RESOURCES
"""Whom or what an effect may concern, as one word: Pilots (bit seat - 1), Threats, Factions, Resources."""
COACH_SUBJECT = SUBJECTS
"""Coach himself, who is never a choice."""
ON_THREATS = (1 << book.TRAUMA) | (1 << book.RECOVER)
"""Kinds that may hit Threats (ME-65, TS-116)."""


def _faces(*ranks: int) -> int:
    return sum(0xF << (4 * rank) for rank in ranks)


REDEALS = 10_000
"""Tries before a redeal settles for a hand that cannot pay; one in three holds an Ace."""
CARDS_OF = (0, (1 << 52) - 1, _faces(JACK, JACK + 1, JACK + 2), _faces(ACE), _faces(*range(JACK, ACE + 1)))
"""The cards of every class of `book.CARD_CLASSES`, as words."""


@kernel
def class_word(kind: int) -> int:
    """Return the cards of a class."""
    return CARDS_OF[kind]


@kernel
def payable(s: Any, seat: int, kind: int) -> int:
    """Return the cards in a hand that may pay a cost of a class, as a word."""
    return wide(s.world.hand[seat, 0]) & class_word(kind)


@kernel
def count_payable(s: Any, seat: int, kind: int) -> int:
    """Return how many cards in a hand may pay a cost of a class."""
    word = class_word(kind)
    hand = s.world.hand[seat]
    return cardset.popcount(wide(hand[0]) & word) + cardset.popcount(wide(hand[1]) & word)


# Abilities -----------------------------------------------------------------------------------------------------------


@kernel
def is_fresh(s: Any, seat: int, k: int, a: int, out: Any) -> bool:
    """Return whether an ability of a page has not been used as often as it may."""
    per = book.entry_of(out, a, book.PER)
    used = s.scene.turn_used[seat]
    if per == book.PER_CONFLICT:
        used = s.scene.used[seat]
    elif per == book.PER_SCENARIO:
        used = s.world.used[seat]
    return (wide(used) >> k) & 1 == 0


@kernel
def mark_used(s: Any, seat: int, k: int) -> None:
    """Note that an ability of a page was used."""
    bit = 1 << k
    s.scene.turn_used[seat] = wide(s.scene.turn_used[seat]) | bit
    s.scene.used[seat] = wide(s.scene.used[seat]) | bit
    s.world.used[seat] = wide(s.world.used[seat]) | bit


@kernel
def can_afford(s: Any, seat: int, a: int, public: bool, out: Any) -> bool:
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
def suits_scene(s: Any, p: int, k: int, a: int, out: Any) -> bool:
    """Return whether an ability fits where its Pilot is: its Robo, its Gear, the Rumble (TS-32, TS-96, C-128)."""
    c = s.scene
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
def can_use(s: Any, p: int, k: int, public: bool, out: Any) -> bool:
    """Return whether a Pilot may use an ability of hers now; as far as everybody can tell, if ``public``."""
    a = book.of_pilot(p, k)
    if s.world.charges[p] < book.entry_of(out, a, book.CHARGES) or not is_fresh(s, p, k, a, out):
        return False
    return suits_scene(s, p, k, a, out) and can_afford(s, p, a, public, out)


@kernel
def usable(s: Any, p: int, public: bool, out: Any) -> int:
    """Return the abilities that a Pilot may use now, as a word over her page."""
    word = 0
    left = wide(s.cfg.assists[p]) & ~wide(s.scene.turn_used[p])
    while left != 0:
        k = cardset.lowest(left)
        left &= left - 1
        if can_use(s, p, k, public, out):
            word |= 1 << k
    return word


@kernel
def can_use_boon(s: Any, p: int, k: int, public: bool, out: Any) -> bool:
    """Return whether a Pilot may use a boon of the Location, which must not be Razed (SY-16)."""
    a = book.of_pilot(COACH, book.BOONS + k)
    if s.world.location < 2 or not book.exists(out, a):
        return False
    return is_fresh(s, COACH, book.BOONS + k, a, out) and can_afford(s, p, a, public, out)


@kernel
def use(s: Any, p: int, k: int, scale: int, out: Any) -> None:
    """Use an ability of a Pilot's page: pay for it, then carry it out."""
    a = book.of_pilot(p, k)
    mark_used(s, p, k)
    emit(out, ABILITY_USED, p, NONE, a, EVERYONE, 0)
    if k == book.SUMMON:
        spend_resource(s, PIT_CREW, 1, out)
        s.scene.robo[p] = SUMMONED
        emit(out, ROBO_SUMMONED, p, NONE, 1, EVERYONE, 0)
    elif book.SACRIFICE <= k < book.SUMMON:
        g = gear_of(k)
        s.world.gear[p] = wide(s.world.gear[p]) & ~(1 << g)
        emit(out, GEAR_DESTROYED, p, NONE, g, EVERYONE, 0)
    begin(s, a, p, NONE, scale, out)


@kernel
def use_boon(s: Any, p: int, k: int, scale: int, out: Any) -> None:
    """Use a boon of the Location."""
    a = book.of_pilot(COACH, book.BOONS + k)
    mark_used(s, COACH, book.BOONS + k)
    emit(out, ABILITY_USED, p, NONE, a, EVERYONE, 0)
    begin(s, a, p, NONE, scale, out)


@kernel
def begin(s: Any, a: int, seat: int, source: int, scale: int, out: Any) -> None:
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
def demand(s: Any, seat: int, n: int, kind: int) -> None:
    """Have a seat discard cards of a class before the agenda goes on."""
    d = s.pending
    d.pay = n
    d.pay_class = kind
    d.payer = seat


@kernel
def pay(s: Any, c: int, out: Any) -> None:
    """Carry out the decision of phase `PAY`."""
    s.pending.pay -= 1
    discard(s, wide(s.pending.payer), c, out)


@kernel
def threats_with(s: Any, first: int, n: int, out: Any) -> int:
    """Return the Waves (first 0) or Storms (first 2) of Threats in play, as a word: bit 2 * Threat + number."""
    word = wide(0)
    for t in range(s.cfg.threats):
        if s.world.rating[t] > 0:
            for k in range(n):
                if book.exists(out, book.of_threat(t, first + k)):
                    word |= cardset.ONE << (2 * t + k)
    return word


@kernel
def use_threat(s: Any, t: int, k: int, scale: int, out: Any) -> None:
    """Carry out a Wave or a Storm of a Threat (ME-36, ME-42)."""
    a = book.of_threat(t, k)
    emit(out, ABILITY_USED, COACH, NONE, a, EVERYONE, 0)
    begin(s, a, COACH, t, scale, out)


@kernel
def can_spend_omen(s: Any, k: int, out: Any) -> bool:
    """Return whether Coach may Spend an Omen for an Escalation Event that is not used up (SY-29)."""
    a = book.of_pilot(COACH, book.EVENTS + k)
    return s.world.omens > 0 and book.exists(out, a) and (wide(s.world.used[COACH]) >> k) & 1 == 0


@kernel
def spend_omen(s: Any, k: int, scale: int, out: Any) -> None:
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


# The agenda ----------------------------------------------------------------------------------------------------------


@kernel
def push(s: Any, a: int, by: int, source: int, scale: int) -> None:
    """Put an ability on the agenda; one beyond its depth is lost."""
    d = s.pending
    if d.depth < DEPTH:
        i = wide(d.depth)
        d.ability[i] = a
        d.at[i] = 0
        d.by[i] = by
        d.source[i] = source
        d.scale[i] = scale
        d.depth += 1


@kernel
def fire(s: Any, kind: int, target: int, amount: int, by: int) -> None:
    """Put a single effect on the agenda."""
    i = wide(s.pending.depth)
    push(s, NONE, by, NONE, 1)
    if i < DEPTH:
        s.pending.effect[i] = kind
        s.pending.aim[i] = target
        s.pending.amount[i] = amount


@kernel
def work(s: Any, out: Any) -> bool:
    """Have costs paid, settle damage, run the agenda; return True where somebody must decide first."""
    d = s.pending
    while True:
        if d.pay > 0:
            if payable(s, wide(d.payer), wide(d.pay_class)) != 0:
                s.phase = PAY
                s.seat = d.payer
                return True
            d.pay = 0
        if d.waiting > 0 and settle(s, out):
            return True
        if d.depth == 0:
            return False
        if run_top(s, out):
            return True


@kernel
def top_kind(s: Any, out: Any) -> int:
    """Return the kind of the effect on top of the agenda."""
    d = s.pending
    i = wide(d.depth) - 1
    return (
        wide(d.effect[i])
        if d.ability[i] == NONE
        else book.effect_of(out, wide(d.ability[i]), wide(d.at[i]), 0)
    )


@kernel
def top_aim(s: Any, out: Any) -> int:
    """Return the target of the effect on top of the agenda."""
    d = s.pending
    i = wide(d.depth) - 1
    return (
        wide(d.aim[i]) if d.ability[i] == NONE else book.effect_of(out, wide(d.ability[i]), wide(d.at[i]), 1)
    )


@kernel
def top_amount(s: Any, out: Any) -> int:
    """Return the amount of the effect on top of the agenda."""
    d = s.pending
    i = wide(d.depth) - 1
    if d.ability[i] == NONE:
        return wide(d.amount[i])
    a, at = wide(d.ability[i]), wide(d.at[i])
    n = book.effect_of(out, a, at, book.AMOUNT)
    return n * wide(d.scale[i]) if book.effect_of(out, a, at, book.SCALE) == 1 else n


@kernel
def done(s: Any) -> None:
    """Go on to the next effect of the agenda."""
    s.pending.at[s.pending.depth - 1] += 1


@kernel
def run_top(s: Any, out: Any) -> bool:
    """Carry out the effect on top of the agenda; return True where somebody must decide first."""
    d = s.pending
    i = wide(d.depth) - 1
    a = wide(d.ability[i])
    if d.at[i] >= (1 if a == NONE else book.entry_of(out, a, book.COUNT)):
        d.depth -= 1
        return False
    kind, by = top_kind(s, out), wide(d.by[i])
    is_now = a == NONE or book.entry_of(out, a, book.FLAGS) & book.IMMEDIATE != 0
    if s.scene.deferred == 1 and book.DISFAVOR <= kind <= book.LAST_TRIGGER and not is_now:
        gather(s, kind, top_aim(s, out), top_amount(s, out), by, out)
        done(s)
        return False
    if kind == book.WAVE or kind == book.STORM:
        return await_threat(s, kind, out)
    word = subjects(s, kind, top_aim(s, out), by, wide(d.source[i]))
    return concern(s, kind, word, top_amount(s, out), by, out)


@kernel
def gather(s: Any, kind: int, aim: int, n: int, by: int, out: Any) -> None:
    """Put damage into the Payload of the side that it hits; one on each or the team counts per member (ME-47)."""
    c = s.scene
    mine = camp(s, by)
    side = mine if hits_own(s, kind, aim, by) else 1 - mine
    if (aim == book.EACH or aim == book.TEAM) and (kind == book.TRAUMA or kind == book.PURGE):
        members = 0
        for p in range(1, s.cfg.pilots + 1):
            members += 1 if c.involved[p] == 1 and camp(s, p) == side else 0
        for t in range(s.cfg.threats):
            members += 1 if side == 0 and c.involved[COACH] == 1 and s.world.rating[t] > 0 else 0
        n *= members
    if n > 0:
        c.payload[side, kind] = min(book.FULL, wide(c.payload[side, kind]) + n)
        emit(out, TRIGGER_GATHERED, by, NONE, kind, EVERYONE, 2 * min(n, book.FULL) + side)


@kernel
def camp(s: Any, seat: int) -> int:
    """Return the side whose Payload a seat's is: as `side_of`, or a side of Pilots against Pilots."""
    return 0 if seat == COACH or s.scene.opposes[seat] == 1 else 1


@kernel
def hits_own(s: Any, kind: int, aim: int, by: int) -> bool:
    """Return whether deferred damage hits the side that fires it."""
    if by == COACH:
        return aim == book.SELF or aim == book.THREAT or aim == book.COACH_SEAT
    if aim == book.PILOT:
        return s.cfg.pvp == 0
    if (kind == book.STRIFE or kind == book.SCHISM) and aim != book.OPPONENT:
        return True  # Harmony is the Pilots'
    is_team = aim == book.TEAM or aim == book.ALLY or aim == book.INVOLVED or aim == book.COMMANDER
    return aim == book.SELF or is_team


@kernel
def concern(s: Any, kind: int, word: int, n: int, by: int, out: Any) -> bool:
    """Let an effect concern its subjects; return True where somebody must choose first."""
    aim = top_aim(s, out)
    if word == 0:
        done(s)
        return False
    if aim == book.EACH or aim == book.TEAM:
        done(s)
        affect_each(s, kind, word, n, by, out)
        return False
    if cardset.popcount(word) > 1:
        s.phase = TARGET
        s.seat = leader(s) if kind == book.FAVOR and by == COACH else by
        return True
    return aimed(s, kind, cardset.lowest(word), n, by, out)


@kernel
def subjects(s: Any, kind: int, aim: int, by: int, source: int) -> int:
    """Return whom or what an effect may concern now, as a word over subjects."""
    if kind == book.FAVOR or kind == book.DISFAVOR:
        return faction_word(s, kind, by)
    if kind == book.REPLENISH:
        return resource_word(s)
    if kind == book.SCHISM or kind == book.STRIFE:
        return 1 << (by - 1) if by != COACH and aim == book.SELF else cardset.ONE << COACH_SUBJECT
    is_for_all = kind == book.RALLY or kind == book.REBUILD or kind == book.RUIN or kind == book.TARRY_KIND
    if is_for_all or kind == book.BREAK or book.RUMBLE_STRIKE <= kind <= book.FORM_BUFFER:
        return cardset.ONE << COACH_SUBJECT
    if aim == book.THREAT or (aim == book.OPPONENT and by != COACH and (ON_THREATS >> kind) & 1 != 0):
        return threat_word(s, kind)
    if aim == book.SELF and by == COACH and (ON_THREATS >> kind) & 1 != 0:
        return threat_word(s, kind) & (cardset.ONE << (THREATS + max(0, source)))
    word = seats_word(s, aim, by)
    if (aim == book.CHOICE or aim == book.EACH) and (ON_THREATS >> kind) & 1 != 0:
        word |= threat_word(s, kind)
    return useful(s, kind, word)


@kernel
def seats_word(s: Any, aim: int, by: int) -> int:
    """Return the seats that a target names: Pilots as subjects, or Coach."""
    everyone = wide((1 << wide(s.cfg.pilots)) - 1)
    if aim == book.COACH_SEAT or (aim == book.OPPONENT and by != COACH):
        return cardset.ONE << COACH_SUBJECT
    if aim == book.OPPONENT or aim == book.COMMANDER:
        return cardset.ONE << (leader(s) - 1)
    if aim == book.SELF or aim == book.IMPLIED:
        return cardset.ONE << (by - 1 if by != COACH else COACH_SUBJECT)
    if aim == book.ALLY or aim == book.INVOLVED:
        word = wide(0)
        for p in range(1, s.cfg.pilots + 1):
            if s.scene.involved[p] == 1 and (p != by or aim == book.INVOLVED):
                word |= cardset.ONE << (p - 1)
        return word
    return everyone


@kernel
def useful(s: Any, kind: int, word: int) -> int:
    """Return those of the Pilots in a word for whom an effect would change something, which is public."""
    w, cfg, left = s.world, s.cfg, word & ((cardset.ONE << MAX_PILOTS) - 1)
    while left != 0:
        p = cardset.lowest(left) + 1
        left &= left - 1
        keep = True
        if kind == book.CHARGEUP:
            keep = w.charges[p] < cfg.charge_max[p]
        elif kind == book.FORTIFY:
            keep = w.buffers[p] < cfg.buffer_max[p]
        elif kind == book.RECOVER:
            keep = lowered_commitments(s, p) != 0
        elif kind == book.PURGE:
            keep = w.charges[p] > 0
        elif kind == book.TRAUMA:
            keep = can_suffer(s, p)
        elif kind == book.REPAIR:
            keep = w.endurance[p] > 0 and w.endurance[p] < cfg.endurance[p]
        elif kind == book.DISCARD or kind == book.BURN:
            keep = hand_size(s, p) > 0
        if not keep:
            word &= ~(cardset.ONE << (p - 1))
    return word


@kernel
def can_suffer(s: Any, p: int) -> bool:
    """Return whether a Pilot has a Commitment, or in the Final Form a Robo, left to suffer Trauma."""
    if in_form(s, p):
        return s.world.endurance[p] > 0
    for k in range(4):
        if s.world.commitment[p, k] > 0:
            return True
    return False


@kernel
def threat_word(s: Any, kind: int) -> int:
    """Return the Threats in play whom an effect would change."""
    word = wide(0)
    for t in range(s.cfg.threats):
        rating = s.world.rating[t]
        if rating > 0 and (kind != book.RECOVER or rating < s.cfg.rating_max[t]):
            word |= cardset.ONE << (THREATS + t)
    return word


@kernel
def can_invest(s: Any, f: int, by: int) -> bool:
    """Return whether a Pilot could invest in a Faction or take a Strike off it (ME-20, ME-21, C-23)."""
    w = s.world
    if s.cfg.unstrike == 1 and w.strikes[f] > 0:
        return True
    return hand_size(s, by) > 0 and w.favor_n[f] < min(MAX_FAVOR, wide(s.cfg.favor_max[f]))


@kernel
def faction_word(s: Any, kind: int, by: int) -> int:
    """Return the Factions that +Favor or +Disfavor may concern: revealed ones (SY-02)."""
    word = wide(0)
    investor = by if by != COACH else leader(s)
    for f in range(s.cfg.factions):
        if s.world.faction[f] == IN_PLAY and (kind == book.DISFAVOR or can_invest(s, f, investor)):
            if kind == book.DISFAVOR or s.cfg.favor_coach[f] == 0:
                word |= cardset.ONE << (FACTIONS + f)
    return word


@kernel
def resource_word(s: Any) -> int:
    """Return the Resources below their maximum."""
    word = wide(0)
    for r in range(s.cfg.resources):
        if s.world.resource[r] < s.cfg.resource_max[r]:
            word |= cardset.ONE << (RESOURCES + r)
    return word


@kernel
def aimed(s: Any, kind: int, x: int, n: int, by: int, out: Any) -> bool:
    """Let an effect concern one subject; return True where it needs more choices."""
    if x < COACH_SUBJECT:
        emit(out, EFFECT_AIMED, by, NONE, kind, EVERYONE, x)
    if kind == book.RECOVER and x < THREATS:
        word = lowered_commitments(s, x + 1)
        if cardset.popcount(word) > 1 and n < book.FULL:
            s.pending.target = x + 1
            s.phase = RECOVER
            s.seat = x + 1
            return True
    elif kind == book.FAVOR:
        s.pending.faction = x - FACTIONS
        s.phase = INVEST
        s.seat = by if by != COACH else leader(s)
        return True
    elif kind == book.DISCARD:
        return await_discard(s, COACH if x == COACH_SUBJECT else x + 1, n, out)
    done(s)
    affect(s, kind, x, n, by, out)
    return False


@kernel
def await_discard(s: Any, seat: int, n: int, out: Any) -> bool:
    """Have a seat discard cards; when there is no choice they go by themselves."""
    if hand_size(s, seat) <= n:
        done(s)
        burn(s, seat, out)
        return False
    s.pending.left = n
    s.pending.target = seat
    s.phase = DISCARD_ONE
    s.seat = seat
    return True


@kernel
def affect_each(s: Any, kind: int, word: int, n: int, by: int, out: Any) -> None:
    """Let an effect concern every subject of a word, one after another."""
    while word != 0:
        x = cardset.lowest(word)
        word &= word - 1
        affect(s, kind, x, n, by, out)


@kernel
def affect(s: Any, kind: int, x: int, n: int, by: int, out: Any) -> None:
    """Change what an effect changes for one subject."""
    p = COACH if x == COACH_SUBJECT else x + 1
    if kind == book.TRAUMA:
        if THREATS <= x < FACTIONS:
            threat_trauma(s, x - THREATS, n)
        else:
            trauma(s, p, n)
    elif kind == book.SCHISM or kind == book.STRIFE:
        schism(s, p if x < THREATS else NONE, n)
    elif kind == book.CHARGEUP:
        chargeup(s, p, n, out)
    elif kind == book.PURGE:
        purge(s, p)
    elif kind == book.FORTIFY:
        fortify(s, p, n, out)
    elif kind == book.DRAW:
        draw(s, p, n, out)
    elif kind == book.STRIKE:
        s.scene.bonus[p] = max(-15, min(15, wide(s.scene.bonus[p]) + n))
        emit(out, STRIKE_CHANGED, p, NONE, n, EVERYONE, 0)
    elif kind == book.RECOVER:
        if x >= THREATS:
            recover_threat(s, x - THREATS, n, out)
        else:
            recover_some(s, p, n, out)
    else:
        affect_table(s, kind, x, n, out)


@kernel
def recover_some(s: Any, p: int, n: int, out: Any) -> None:
    """+Recover without a choice: all lowered Commitments, or the only one."""
    for k in range(4):
        recover(s, p, k, n, out)


@kernel
def affect_table(s: Any, kind: int, x: int, n: int, out: Any) -> None:
    """Change what an effect changes apart from Pilots' and Threats' gauges."""
    c = s.scene
    if kind == book.RALLY:
        for _ in range(n):
            rally(s, out)
    elif kind == book.REBUILD:
        rebuild(s, out)
    elif kind == book.RUIN:
        ruin(s, n)
    elif kind == book.TARRY_KIND:
        tarry(s, n, out)
    elif kind == book.DISFAVOR:
        disfavor(s, x - FACTIONS, n)
    elif kind == book.REPLENISH:
        replenish(s, x - RESOURCES, n, out)
    elif kind == book.BURN:
        burn(s, COACH if x == COACH_SUBJECT else x + 1, out)
    elif kind == book.BREAK:
        c.broken = 1
    elif kind == book.REPAIR:
        repair(s, x + 1, n, out)
    elif kind >= book.RUMBLE_STRIKE and c.rumble > 0:
        if kind == book.RUMBLE_STRIKE:
            c.form_strike = min(15, wide(c.form_strike) + n)
        elif kind == book.RUMBLE_CHARGE:
            c.form_charges += n
        else:
            c.form_buffers += n
        emit(out, FORM_STRENGTHENED, leader(s), NONE, kind, EVERYONE, n)


@kernel
def repair(s: Any, p: int, n: int, out: Any) -> None:
    """A Robo regains Endurance, up to its maximum; one at 0 stays out."""
    gain = min(n, wide(s.cfg.endurance[p]) - wide(s.world.endurance[p]))
    if gain > 0 and s.world.endurance[p] > 0:
        s.world.endurance[p] += gain
        emit(out, ENDURANCE_REPAIRED, p, NONE, gain, EVERYONE, 0)


@kernel
def await_threat(s: Any, kind: int, out: Any) -> bool:
    """+Wave and +Storm: Coach picks one of a Threat in play (ME-36, ME-42); None to pick is no effect."""
    is_wave = kind == book.WAVE
    word = threats_with(s, 0 if is_wave else book.MAX_WAVES, book.MAX_WAVES, out)
    if word == 0:
        done(s)
        return False
    s.phase = WAVE_PHASE if is_wave else STORM_PHASE
    s.seat = COACH
    return True


@kernel
def redeal_world(s: Any, viewer: int, sealed: Any) -> None:
    """Resample what ``viewer`` cannot know; a hand that is about to pay a cost holds the cards for it.

    Deals that cannot pay are dealt again, so those that can stay equally likely.
    """
    d = s.pending
    for _ in range(REDEALS):
        resample(s, viewer, sealed)
        seat = wide(d.payer)
        if d.pay == 0 or count_payable(s, seat, wide(d.pay_class)) >= d.pay:
            return


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def choose_subject(s: Any, x: int, out: Any) -> bool:
    """Carry out the decision of phase `TARGET`; return whether the decision goes on."""
    d = s.pending
    return aimed(s, top_kind(s, out), x, top_amount(s, out), wide(d.by[d.depth - 1]), out)


@kernel
def choose_recovery(s: Any, k: int, out: Any) -> None:
    """Carry out the decision of phase `RECOVER`."""
    n = top_amount(s, out)
    done(s)
    recover(s, wide(s.seat), k, n, out)


@kernel
def invest(s: Any, c: int, out: Any) -> None:
    """Carry out the decision of phase `INVEST`: a card goes onto a Faction's stack, face-up (ME-20, C-23)."""
    f = wide(s.pending.faction)
    leave_hand(s, wide(s.seat), c)
    place_favor(s, f, c)
    emit(out, FAVOR_INVESTED, s.seat, c, f, EVERYONE, 0)
    again(s, f, out)


@kernel
def place_favor(s: Any, f: int, c: int) -> None:
    """Lay a card face-up on a Faction's stack."""
    w = s.world
    w.favor[f, w.favor_n[f]] = c
    w.favor_n[f] += 1


@kernel
def again(s: Any, f: int, out: Any) -> None:
    """One card of a +Favor is done; another of the same goes on while it can."""
    d = s.pending
    n = top_amount(s, out) - 1
    by = wide(d.by[d.depth - 1])
    done(s)
    if n > 0 and n < book.FULL - 1:
        fire(s, book.FAVOR, book.IMPLIED, n, by)


@kernel
def unstrike(s: Any, out: Any) -> None:
    """Take a Strike off the Faction instead of investing (ME-21)."""
    f = wide(s.pending.faction)
    s.world.strikes[f] -= 1
    emit(out, STRIKE_REMOVED, s.seat, NONE, f, EVERYONE, s.world.strikes[f])
    again(s, f, out)


@kernel
def discard_one(s: Any, c: int, out: Any) -> bool:
    """Carry out the decision of phase `DISCARD_ONE`; return whether the decision goes on."""
    d = s.pending
    discard(s, wide(s.seat), c, out)
    d.left -= 1
    if d.left > 0:
        return True
    done(s)
    return False


@kernel
def choose_threat(s: Any, bit: int, first: int, out: Any) -> None:
    """Carry out the decision of phase `WAVE_PHASE` or `STORM_PHASE`."""
    d = s.pending
    scale = wide(d.scale[d.depth - 1])
    done(s)
    use_threat(s, bit // 2, first + bit % 2, scale, out)
