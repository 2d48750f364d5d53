"""Carries out abilities and single effects: one interpreter for every rule that fires a +Trigger.

What is being carried out lies on the agenda in ``pending``; an effect that needs a choice waits there for it. `work`
settles damage and runs the agenda until somebody must decide or nothing is left.
"""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, cardset, kernel, tell
from throwdown.envs.fusion.world import agenda, book, conflict, damage, deal, subjects, triggers, usage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, Choice, Event, Faction, Location

# The agenda ----------------------------------------------------------------------------------------------------------


@kernel
def work(s: ConflictState, out: Out) -> bool:
    """Work everything off that waits; return True where somebody must decide first."""
    while not agenda.is_idle(s):
        if work_on(s, out):
            return True
    return False


@kernel
def work_on(s: ConflictState, out: Out) -> bool:
    """Have costs paid, or carry out one effect and let its damage land; return True where somebody must decide first.

    A game in which damage may end the conflict looks at it after every such part (TS-129, C-132).
    """
    d = s.pending
    if d.pay > 0:
        if usage.payable(s, d.payer, d.pay_class) != 0:
            s.phase = Choice.PAY
            s.seat = d.payer
            return True
        d.pay = 0
    if d.waiting == 0 and d.depth > 0 and run_top(s, out):
        return True
    return d.waiting > 0 and damage.settle(s, out)


@kernel
def run_top(s: ConflictState, out: Out) -> bool:
    """Carry out the effect on top of the agenda; return True where somebody must decide first."""
    d = s.pending
    i = d.depth - 1
    a = d.ability[i]
    if d.at[i] >= (1 if a == NONE else book.entry_of(out, a, book.Ability.COUNT)):
        d.depth -= 1
        return False
    kind, by = agenda.top_kind(s, out), d.by[i]
    is_now = a == NONE or book.entry_of(out, a, book.Ability.FLAGS) & book.IMMEDIATE != 0
    if s.conflict.deferred and book.Kind.DISFAVOR <= kind <= book.LAST_TRIGGER and not is_now:
        gather(s, kind, agenda.top_aim(s, out), agenda.top_amount(s, out), by, out)
        agenda.done(s)
        return False
    if kind == book.Kind.WAVE or kind == book.Kind.STORM:
        return await_threat(s, kind, out)
    if kind == book.Kind.DAMAGE:
        return await_damage(s, by)
    word = subjects.subjects(s, kind, agenda.top_aim(s, out), by, d.source[i])
    return concern(s, kind, word, agenda.top_amount(s, out), by, out)


@kernel
def gather(s: ConflictState, kind: int, aim: int, n: int, by: int, out: Out) -> None:
    """Put damage into the Payload of the side that it hits; one on each or the team counts per member (ME-47)."""
    c = s.conflict
    mine = camp(s, by)
    side = mine if hits_own(s, kind, aim, by) else 1 - mine
    if (aim == book.Target.EACH or aim == book.Target.TEAM) and (
        kind == book.Kind.TRAUMA or kind == book.Kind.PURGE
    ):
        members = 0
        for p in range(1, s.cfg.pilots + 1):
            members += 1 if c.involved[p] and camp(s, p) == side else 0
        for t in range(s.cfg.threats):
            members += 1 if side == 0 and c.involved[COACH] and s.world.rating[t] > 0 else 0
        n *= members
    if n > 0:
        c.payload[side, kind] = min(book.FULL, c.payload[side, kind] + n)
        tell(out, Event.TRIGGER_GATHERED, by, amount=kind, number=2 * min(n, book.FULL) + side)


@kernel
def camp(s: ConflictState, seat: int) -> int:
    """Return the side whose Payload a seat's is: as `side_of`, or a side of Pilots against Pilots."""
    return 0 if seat == COACH or s.conflict.opposes[seat] else 1


@kernel
def hits_own(s: ConflictState, kind: int, aim: int, by: int) -> bool:
    """Return whether deferred damage hits the side that fires it."""
    if by == COACH:
        return aim == book.Target.SELF or aim == book.Target.THREAT or aim == book.Target.COACH
    if aim == book.Target.PILOT:
        return s.cfg.pvp == 0
    if (kind == book.Kind.STRIFE or kind == book.Kind.SCHISM) and aim != book.Target.OPPONENT:
        return True  # Harmony is the Pilots'
    is_team = (
        aim == book.Target.TEAM
        or aim == book.Target.ALLY
        or aim == book.Target.INVOLVED
        or aim == book.Target.COMMANDER
    )
    return aim == book.Target.SELF or is_team


@kernel
def concern(s: ConflictState, kind: int, word: int, n: int, by: int, out: Out) -> bool:
    """Let an effect concern its subjects; return True where somebody must choose first."""
    aim = agenda.top_aim(s, out)
    if word == 0:
        agenda.done(s)
        return False
    if aim == book.Target.EACH or aim == book.Target.TEAM:
        agenda.done(s)
        affect_each(s, kind, word, n, by, out)
        return False
    if cardset.popcount(word) > 1:
        s.phase = Choice.TARGET
        s.seat = conflict.leader(s) if kind == book.Kind.FAVOR and by == COACH else by
        return True
    return aimed(s, kind, cardset.lowest(word), n, by, out)


@kernel
def await_damage(s: ConflictState, by: int) -> bool:
    """+Damage:Choice: who fires it picks the damage first (ME-08); return whether there is any."""
    if damage_word(s) == 0:
        agenda.done(s)
        return False
    s.phase = Choice.DAMAGE
    s.seat = by
    return True


@kernel
def damage_word(s: ConflictState) -> int:
    """Return the kinds of `book.DAMAGES` that the +Damage:Choice on top of the agenda may be, as a word."""
    i, word = s.pending.depth - 1, 0
    for k in range(len(book.DAMAGES)):
        kind = book.DAMAGES[k]
        would_hit = subjects.subjects(s, kind, book.Target.CHOICE, s.pending.by[i], s.pending.source[i]) != 0
        if would_hit and (kind != book.Kind.RUIN or s.world.location > Location.RAZED):
            word |= cardset.ONE << k
    return word


@kernel
def choose_damage(s: ConflictState, k: int, out: Out) -> None:
    """Carry out the decision of phase `Choice.DAMAGE`: the effect goes on as damage of that kind (ME-08)."""
    d = s.pending
    i = d.depth - 1
    a, by, n = d.ability[i], d.by[i], agenda.top_amount(s, out)
    kind, is_now = (
        book.DAMAGES[k],
        a == NONE or book.entry_of(out, a, book.Ability.FLAGS) & book.IMMEDIATE != 0,
    )
    agenda.done(s)
    if s.conflict.deferred and not is_now:
        gather(s, kind, book.Target.CHOICE, n, by, out)
    else:
        agenda.fire(s, kind, book.Target.CHOICE, n, by)


@kernel
def aimed(s: ConflictState, kind: int, x: int, n: int, by: int, out: Out) -> bool:
    """Let an effect concern one subject; return True where it needs more choices."""
    if x < Subject.COACH:
        tell(out, Event.EFFECT_AIMED, by, amount=kind, number=x)
    if kind == book.Kind.RECOVER and x < Subject.THREATS:
        word = triggers.lowered_commitments(s, x + 1)
        if cardset.popcount(word) > 1 and n < book.FULL:
            s.pending.target = x + 1
            s.phase = Choice.RECOVER
            s.seat = x + 1
            return True
    elif kind == book.Kind.FAVOR:
        s.pending.faction = x - Subject.FACTIONS
        s.phase = Choice.INVEST
        s.seat = by if by != COACH else conflict.leader(s)
        return True
    elif kind == book.Kind.DISCARD:
        return await_discard(s, COACH if x == Subject.COACH else x + 1, n, out)
    agenda.done(s)
    affect(s, kind, x, n, by, out)
    return False


@kernel
def await_discard(s: ConflictState, seat: int, n: int, out: Out) -> bool:
    """Have a seat discard cards; when there is no choice they go by themselves."""
    if deal.hand_size(s, seat) <= n:
        agenda.done(s)
        triggers.burn(s, seat, out)
        return False
    s.pending.left = n
    s.pending.target = seat
    s.phase = Choice.DISCARD_ONE
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
    p = COACH if x == Subject.COACH else x + 1
    if kind == book.Kind.TRAUMA:
        if Subject.THREATS <= x < Subject.FACTIONS:
            triggers.threat_trauma(s, x - Subject.THREATS, n)
        else:
            triggers.trauma(s, p, n)
    elif kind == book.Kind.SCHISM or kind == book.Kind.STRIFE:
        triggers.schism(s, p if x < Subject.THREATS else NONE, n)
    elif kind == book.Kind.CHARGEUP:
        deal.chargeup(s, p, n, out)
    elif kind == book.Kind.PURGE:
        triggers.purge(s, p)
    elif kind == book.Kind.FORTIFY:
        triggers.fortify(s, p, n, out)
    elif kind == book.Kind.DRAW:
        deal.draw(s, p, n, out)
    elif kind == book.Kind.STRIKE:
        s.conflict.bonus[p] = max(-15, min(15, s.conflict.bonus[p] + n))
        tell(out, Event.STRIKE_CHANGED, p, amount=n)
    elif kind == book.Kind.RECOVER:
        if x >= Subject.THREATS:
            triggers.recover_threat(s, x - Subject.THREATS, n, out)
        else:
            recover_some(s, p, n, out)
    else:
        affect_table(s, kind, x, n, out)


@kernel
def recover_some(s: ConflictState, p: int, n: int, out: Out) -> None:
    """+Recover without a choice: all lowered Commitments, or the only one."""
    for k in range(4):
        triggers.recover(s, p, k, n, out)


@kernel
def affect_table(s: ConflictState, kind: int, x: int, n: int, out: Out) -> None:
    """Change what an effect changes apart from Pilots' and Threats' gauges."""
    c = s.conflict
    if kind == book.Kind.RALLY:
        for _ in range(n):
            triggers.rally(s, out)
    elif kind == book.Kind.REBUILD:
        triggers.rebuild(s, out)
    elif kind == book.Kind.RUIN:
        triggers.ruin(s, n)
    elif kind == book.Kind.TARRY:
        triggers.tarry(s, n, out)
    elif kind == book.Kind.DISFAVOR:
        triggers.disfavor(s, x - Subject.FACTIONS, n)
    elif kind == book.Kind.REPLENISH:
        triggers.replenish(s, x - Subject.RESOURCES, n, out)
    elif kind == book.Kind.BURN:
        triggers.burn(s, COACH if x == Subject.COACH else x + 1, out)
    elif kind == book.Kind.BREAK:
        c.broken = True
    elif kind == book.Kind.REPAIR:
        repair(s, x + 1, n, out)
    elif kind == book.Kind.REVEAL:
        for _ in range(n):
            reveal(s, out)
    elif kind >= book.Kind.RUMBLE_STRIKE and c.rumble > 0:
        if kind == book.Kind.RUMBLE_STRIKE:
            c.form_strike = min(15, c.form_strike + n)
        elif kind == book.Kind.RUMBLE_CHARGE:
            c.form_charges += n
        else:
            c.form_buffers += n
        tell(out, Event.FORM_STRENGTHENED, conflict.leader(s), amount=kind, number=n)


@kernel
def repair(s: ConflictState, p: int, n: int, out: Out) -> None:
    """A Robo regains Endurance, up to its maximum; one at 0 stays out."""
    gain = min(n, s.cfg.endurance[p] - s.world.endurance[p])
    if gain > 0 and s.world.endurance[p] > 0:
        s.world.endurance[p] += gain
        tell(out, Event.ENDURANCE_REPAIRED, p, amount=gain)


@kernel
def reveal(s: ConflictState, out: Out) -> None:
    """The next hidden Faction is discovered (SY-01)."""
    for f in range(s.cfg.factions):
        if s.world.faction[f] == Faction.HIDDEN:
            s.world.faction[f] = Faction.IN_PLAY
            tell(out, Event.FACTION_REVEALED, amount=f)
            deal.turn_up(s, f, out)
            return


@kernel
def await_threat(s: ConflictState, kind: int, out: Out) -> bool:
    """+Wave and +Storm: Coach picks one of a Threat in play (ME-36, ME-42); without any it has no effect."""
    is_wave = kind == book.Kind.WAVE
    word = usage.threats_with(s, 0 if is_wave else book.MAX_WAVES, book.MAX_WAVES, out)
    if word == 0:
        agenda.done(s)
        return False
    s.phase = Choice.WAVE if is_wave else Choice.STORM
    s.seat = COACH
    return True


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def choose_subject(s: ConflictState, x: int, out: Out) -> bool:
    """Carry out the decision of phase `Choice.TARGET`; return whether the decision goes on."""
    d = s.pending
    return aimed(s, agenda.top_kind(s, out), x, agenda.top_amount(s, out), d.by[d.depth - 1], out)


@kernel
def choose_recovery(s: ConflictState, k: int, out: Out) -> None:
    """Carry out the decision of phase `Choice.RECOVER`."""
    n = agenda.top_amount(s, out)
    agenda.done(s)
    triggers.recover(s, s.seat, k, n, out)


@kernel
def invest(s: ConflictState, c: int, out: Out) -> None:
    """Carry out the decision of phase `Choice.INVEST`: a card goes onto a Faction's stack, face-up (ME-20, C-23)."""
    f = s.pending.faction
    deal.leave_hand(s, s.seat, c)
    place_favor(s, f, c)
    tell(out, Event.FAVOR_INVESTED, s.seat, card=c, amount=f)
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
    i, n = d.depth - 1, agenda.top_amount(s, out) - 1
    by = d.by[i]
    if d.ability[i] == NONE and n > 0:  # in its place: the agenda is only so deep
        d.amount[i] = n
        return
    agenda.done(s)
    if n > 0 and n < book.FULL - 1:
        agenda.fire(s, book.Kind.FAVOR, book.Target.NONE, n, by)


@kernel
def unstrike(s: ConflictState, out: Out) -> None:
    """Take a Strike off the Faction instead of investing (ME-21)."""
    f = s.pending.faction
    s.world.strikes[f] -= 1
    tell(out, Event.STRIKE_REMOVED, s.seat, amount=f, number=s.world.strikes[f])
    again(s, f, out)


@kernel
def discard_one(s: ConflictState, c: int, out: Out) -> bool:
    """Carry out the decision of phase `Choice.DISCARD_ONE`; return whether the decision goes on."""
    d = s.pending
    deal.discard(s, s.seat, c, out)
    d.left -= 1
    if d.left > 0:
        return True
    agenda.done(s)
    return False


@kernel
def choose_threat(s: ConflictState, bit: int, first: int, out: Out) -> None:
    """Carry out the decision of phase `Choice.WAVE` or `Choice.STORM`."""
    d = s.pending
    scale = d.scale[d.depth - 1]
    agenda.done(s)
    usage.use_threat(s, bit // 2, first + bit % 2, scale, out)
