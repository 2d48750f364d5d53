"""Carries out abilities and single effects: one interpreter for every rule that fires a +Trigger.

What is being carried out lies on the agenda in ``pending``; an effect that needs a choice waits there for it. `work`
settles damage and runs the agenda until somebody must decide or nothing is left.
"""

from __future__ import annotations

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import done, fire, top_aim, top_amount, top_kind
from throwdown.envs.fusion.world.conflict import (
    DAMAGE_PHASE,
    DISCARD_ONE,
    INVEST,
    PAY,
    RECOVER,
    STORM_PHASE,
    TARGET,
    WAVE_PHASE,
    ConflictState,
    leader,
)
from throwdown.envs.fusion.world.damage import settle
from throwdown.envs.fusion.world.deal import chargeup, discard, draw, hand_size, leave_hand, turn_up
from throwdown.envs.fusion.world.state import (
    COACH,
    EFFECT_AIMED,
    ENDURANCE_REPAIRED,
    FACTION_REVEALED,
    FAVOR_INVESTED,
    FORM_STRENGTHENED,
    HIDDEN,
    IN_PLAY,
    RAZED,
    STRIKE_CHANGED,
    STRIKE_REMOVED,
    TRIGGER_GATHERED,
)
from throwdown.envs.fusion.world.subjects import COACH_SUBJECT, FACTIONS, RESOURCES, THREATS, subjects
from throwdown.envs.fusion.world.triggers import (
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
    tarry,
    threat_trauma,
    trauma,
)
from throwdown.envs.fusion.world.usage import payable, threats_with, use_threat

# The agenda ----------------------------------------------------------------------------------------------------------


@kernel
def work(s: ConflictState, out: Out) -> bool:
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
def run_top(s: ConflictState, out: Out) -> bool:
    """Carry out the effect on top of the agenda; return True where somebody must decide first."""
    d = s.pending
    i = wide(d.depth) - 1
    a = wide(d.ability[i])
    if d.at[i] >= (1 if a == NONE else book.entry_of(out, a, book.COUNT)):
        d.depth -= 1
        return False
    kind, by = top_kind(s, out), wide(d.by[i])
    is_now = a == NONE or book.entry_of(out, a, book.FLAGS) & book.IMMEDIATE != 0
    if s.conflict.deferred == 1 and book.DISFAVOR <= kind <= book.LAST_TRIGGER and not is_now:
        gather(s, kind, top_aim(s, out), top_amount(s, out), by, out)
        done(s)
        return False
    if kind == book.WAVE or kind == book.STORM:
        return await_threat(s, kind, out)
    if kind == book.DAMAGE:
        return await_damage(s, by)
    word = subjects(s, kind, top_aim(s, out), by, wide(d.source[i]))
    return concern(s, kind, word, top_amount(s, out), by, out)


@kernel
def gather(s: ConflictState, kind: int, aim: int, n: int, by: int, out: Out) -> None:
    """Put damage into the Payload of the side that it hits; one on each or the team counts per member (ME-47)."""
    c = s.conflict
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
def camp(s: ConflictState, seat: int) -> int:
    """Return the side whose Payload a seat's is: as `side_of`, or a side of Pilots against Pilots."""
    return 0 if seat == COACH or s.conflict.opposes[seat] == 1 else 1


@kernel
def hits_own(s: ConflictState, kind: int, aim: int, by: int) -> bool:
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
def concern(s: ConflictState, kind: int, word: int, n: int, by: int, out: Out) -> bool:
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
def await_damage(s: ConflictState, by: int) -> bool:
    """+Damage:Choice: who fires it picks the damage first (ME-08); return whether there is any."""
    if damage_word(s) == 0:
        done(s)
        return False
    s.phase = DAMAGE_PHASE
    s.seat = by
    return True


@kernel
def damage_word(s: ConflictState) -> int:
    """Return the kinds of `book.DAMAGES` that the +Damage:Choice on top of the agenda may be, as a word."""
    i, word = wide(s.pending.depth) - 1, wide(0)
    for k in range(len(book.DAMAGES)):
        kind = book.DAMAGES[k]
        would_hit = subjects(s, kind, book.CHOICE, wide(s.pending.by[i]), wide(s.pending.source[i])) != 0
        if would_hit and (kind != book.RUIN or s.world.location > RAZED):
            word |= cardset.ONE << k
    return word


@kernel
def choose_damage(s: ConflictState, k: int, out: Out) -> None:
    """Carry out the decision of phase `DAMAGE_PHASE`: the effect goes on as damage of that kind (ME-08)."""
    d = s.pending
    i = wide(d.depth) - 1
    a, by, n = wide(d.ability[i]), wide(d.by[i]), top_amount(s, out)
    kind, is_now = book.DAMAGES[k], a == NONE or book.entry_of(out, a, book.FLAGS) & book.IMMEDIATE != 0
    done(s)
    if s.conflict.deferred == 1 and not is_now:
        gather(s, kind, book.CHOICE, n, by, out)
    else:
        fire(s, kind, book.CHOICE, n, by)


@kernel
def aimed(s: ConflictState, kind: int, x: int, n: int, by: int, out: Out) -> bool:
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
def await_discard(s: ConflictState, seat: int, n: int, out: Out) -> bool:
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
def affect_each(s: ConflictState, kind: int, word: int, n: int, by: int, out: Out) -> None:
    """Let an effect concern every subject of a word, one after another."""
    while word != 0:
        x = cardset.lowest(word)
        word &= word - 1
        affect(s, kind, x, n, by, out)


@kernel
def affect(s: ConflictState, kind: int, x: int, n: int, by: int, out: Out) -> None:
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
        s.conflict.bonus[p] = max(-15, min(15, wide(s.conflict.bonus[p]) + n))
        emit(out, STRIKE_CHANGED, p, NONE, n, EVERYONE, 0)
    elif kind == book.RECOVER:
        if x >= THREATS:
            recover_threat(s, x - THREATS, n, out)
        else:
            recover_some(s, p, n, out)
    else:
        affect_table(s, kind, x, n, out)


@kernel
def recover_some(s: ConflictState, p: int, n: int, out: Out) -> None:
    """+Recover without a choice: all lowered Commitments, or the only one."""
    for k in range(4):
        recover(s, p, k, n, out)


@kernel
def affect_table(s: ConflictState, kind: int, x: int, n: int, out: Out) -> None:
    """Change what an effect changes apart from Pilots' and Threats' gauges."""
    c = s.conflict
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
    elif kind == book.REVEAL:
        for _ in range(n):
            reveal(s, out)
    elif kind >= book.RUMBLE_STRIKE and c.rumble > 0:
        if kind == book.RUMBLE_STRIKE:
            c.form_strike = min(15, wide(c.form_strike) + n)
        elif kind == book.RUMBLE_CHARGE:
            c.form_charges += n
        else:
            c.form_buffers += n
        emit(out, FORM_STRENGTHENED, leader(s), NONE, kind, EVERYONE, n)


@kernel
def repair(s: ConflictState, p: int, n: int, out: Out) -> None:
    """A Robo regains Endurance, up to its maximum; one at 0 stays out."""
    gain = min(n, wide(s.cfg.endurance[p]) - wide(s.world.endurance[p]))
    if gain > 0 and s.world.endurance[p] > 0:
        s.world.endurance[p] += gain
        emit(out, ENDURANCE_REPAIRED, p, NONE, gain, EVERYONE, 0)


@kernel
def reveal(s: ConflictState, out: Out) -> None:
    """The next hidden Faction is discovered (SY-01)."""
    for f in range(s.cfg.factions):
        if s.world.faction[f] == HIDDEN:
            s.world.faction[f] = IN_PLAY
            emit(out, FACTION_REVEALED, NONE, NONE, f, EVERYONE, 0)
            turn_up(s, f, out)
            return


@kernel
def await_threat(s: ConflictState, kind: int, out: Out) -> bool:
    """+Wave and +Storm: Coach picks one of a Threat in play (ME-36, ME-42); None to pick is no effect."""
    is_wave = kind == book.WAVE
    word = threats_with(s, 0 if is_wave else book.MAX_WAVES, book.MAX_WAVES, out)
    if word == 0:
        done(s)
        return False
    s.phase = WAVE_PHASE if is_wave else STORM_PHASE
    s.seat = COACH
    return True


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def choose_subject(s: ConflictState, x: int, out: Out) -> bool:
    """Carry out the decision of phase `TARGET`; return whether the decision goes on."""
    d = s.pending
    return aimed(s, top_kind(s, out), x, top_amount(s, out), wide(d.by[d.depth - 1]), out)


@kernel
def choose_recovery(s: ConflictState, k: int, out: Out) -> None:
    """Carry out the decision of phase `RECOVER`."""
    n = top_amount(s, out)
    done(s)
    recover(s, wide(s.seat), k, n, out)


@kernel
def invest(s: ConflictState, c: int, out: Out) -> None:
    """Carry out the decision of phase `INVEST`: a card goes onto a Faction's stack, face-up (ME-20, C-23)."""
    f = wide(s.pending.faction)
    leave_hand(s, wide(s.seat), c)
    place_favor(s, f, c)
    emit(out, FAVOR_INVESTED, s.seat, c, f, EVERYONE, 0)
    again(s, f, out)


@kernel
def place_favor(s: ConflictState, f: int, c: int) -> None:
    """Lay a card face-up on a Faction's stack."""
    w = s.world
    w.favor[f, w.favor_n[f]] = c
    w.favor_n[f] += 1


@kernel
def again(s: ConflictState, f: int, out: Out) -> None:
    """One card of a +Favor is done; another of the same goes on while it can."""
    d = s.pending
    i, n = wide(d.depth) - 1, top_amount(s, out) - 1
    by = wide(d.by[i])
    if d.ability[i] == NONE and n > 0:  # in its place: the agenda is only so deep
        d.amount[i] = n
        return
    done(s)
    if n > 0 and n < book.FULL - 1:
        fire(s, book.FAVOR, book.IMPLIED, n, by)


@kernel
def unstrike(s: ConflictState, out: Out) -> None:
    """Take a Strike off the Faction instead of investing (ME-21)."""
    f = wide(s.pending.faction)
    s.world.strikes[f] -= 1
    emit(out, STRIKE_REMOVED, s.seat, NONE, f, EVERYONE, s.world.strikes[f])
    again(s, f, out)


@kernel
def discard_one(s: ConflictState, c: int, out: Out) -> bool:
    """Carry out the decision of phase `DISCARD_ONE`; return whether the decision goes on."""
    d = s.pending
    discard(s, wide(s.seat), c, out)
    d.left -= 1
    if d.left > 0:
        return True
    done(s)
    return False


@kernel
def choose_threat(s: ConflictState, bit: int, first: int, out: Out) -> None:
    """Carry out the decision of phase `WAVE_PHASE` or `STORM_PHASE`."""
    d = s.pending
    scale = wide(d.scale[d.depth - 1])
    done(s)
    use_threat(s, bit // 2, first + bit % 2, scale, out)
