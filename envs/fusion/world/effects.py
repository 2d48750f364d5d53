"""Carries out abilities and single effects: one interpreter for every rule that fires a +Trigger.

What is being carried out lies on the agenda in ``pending``; an effect that needs a choice waits there for it. `work_on`
carries out one effect and settles its damage, until somebody must decide.
"""

from __future__ import annotations

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow_each, cardset, kernel, tell
from throwdown.envs.fusion.world import agenda, book, conflict, damage, deal, favor, subjects, triggers, usage
from throwdown.envs.fusion.world.choices import Act
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import COACH, USABLE, Choice, Event, Faction

# The agenda ----------------------------------------------------------------------------------------------------------


@kernel
def work_on(s: ConflictState, out: Out) -> None:
    """Have costs paid, or carry out one effect and let its damage land, until somebody must decide.

    A game in which damage may end the conflict looks at it after every such part (TS-129, C-132).
    """
    d = s.pending
    if d.pay > 0:
        if usage.payable(s, d.payer, d.pay_class) != 0:
            ask(s, Choice.PAY)
            return
        d.pay = 0
    if d.waiting == 0 and d.depth > 0:
        run_top(s, out)
    damage.settle(s, out)


@kernel
def run_top(s: ConflictState, out: Out) -> None:
    """Carry out the effect on top of the agenda, or ask what must be chosen first."""
    d = s.pending
    i = d.depth - 1
    a = d.ability[i]
    if d.at[i] >= (1 if a == NONE else book.entry_of(out, a, book.Ability.COUNT)):
        d.depth -= 1
        return
    kind, by = agenda.top_kind(s, out), d.by[i]
    d.effect[i] = kind
    is_now = a == NONE or book.entry_of(out, a, book.Ability.FLAGS) & book.IMMEDIATE != 0
    if s.conflict.deferred and (book.HARMS >> kind) & 1 and not is_now:
        gather(s, kind, agenda.top_aim(s, out), agenda.top_amount(s, out), by, out)
        agenda.done(s)
    elif kind == book.Kind.WAVE:
        ask_or_skip(s, Choice.WAVE, usage.threats_with(s, 0, book.MAX_WAVES, out))
    elif kind == book.Kind.STORM:
        ask_or_skip(s, Choice.STORM, usage.threats_with(s, book.MAX_WAVES, book.MAX_STORMS, out))
    elif kind == book.Kind.DAMAGE:
        ask_or_skip(s, Choice.DAMAGE, damage_word(s))
    else:
        word = subjects.subjects(s, kind, agenda.top_aim(s, out), by, d.source[i])
        concern(s, kind, word, agenda.top_amount(s, out), by, out)


@kernel
def ask_or_skip(s: ConflictState, phase: int, word: int) -> None:
    """Ask for one of the answers in a word; without any the effect does nothing."""
    if word != 0:
        ask(s, phase)
    else:
        agenda.done(s)


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
def concern(s: ConflictState, kind: int, word: int, n: int, by: int, out: Out) -> None:
    """Let an effect concern its subjects, or ask which of them."""
    aim = agenda.top_aim(s, out)
    if word == 0:
        agenda.done(s)
    elif aim == book.Target.EACH or aim == book.Target.TEAM:
        agenda.done(s)
        affect_each(s, kind, word, n, by, out)
    elif cardset.popcount(word) > 1:
        ask(s, Choice.TARGET)
    else:
        aimed(s, kind, cardset.lowest(word), n, by, out)


@kernel
def aimed(s: ConflictState, kind: int, x: int, n: int, by: int, out: Out) -> None:
    """Let an effect concern one subject, or ask what it needs to know besides."""
    if x < Subject.COACH:
        tell(out, Event.EFFECT_AIMED, by, amount=kind, number=x)
    if kind == book.Kind.RECOVER and x < Subject.THREATS:
        word = triggers.lowered_commitments(s, x + 1)
        if cardset.popcount(word) > 1 and n < book.FULL:
            s.pending.target = x + 1
            ask(s, Choice.RECOVER)
            return
    elif kind == book.Kind.FAVOR:
        s.pending.faction = x - Subject.FACTIONS
        ask(s, Choice.INVEST)
        return
    elif kind == book.Kind.DISCARD:
        have_discarded(s, COACH if x == Subject.COACH else x + 1, n, out)
        return
    agenda.done(s)
    affect(s, kind, x, n, by, out)


@kernel
def have_discarded(s: ConflictState, seat: int, n: int, out: Out) -> None:
    """Have a seat discard cards; when there is no choice they go by themselves."""
    if deal.hand_size(s, seat) <= n:
        agenda.done(s)
        triggers.burn(s, seat, out)
        return
    s.pending.left = n
    s.pending.target = seat
    ask(s, Choice.DISCARD_ONE)


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
    elif (book.FOR_FORM >> kind) & 1 and c.rumble > 0:
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


# Decisions -----------------------------------------------------------------------------------------------------------


@kernel
def firer(s: ConflictState) -> int:
    """Return who fired the present effect."""
    return int(s.pending.by[s.pending.depth - 1])


@kernel
def chooser(s: ConflictState) -> int:
    """Return who chooses whom or what the present effect concerns."""
    is_favor = s.pending.effect[s.pending.depth - 1] == book.Kind.FAVOR
    return favor.investor(s) if is_favor else firer(s)


@kernel
def legal_subjects(s: ConflictState, out: Out) -> None:
    """All whom the present effect may concern (ME-06)."""
    d = s.pending
    i = d.depth - 1
    word = subjects.subjects(s, agenda.top_kind(s, out), agenda.top_aim(s, out), d.by[i], d.source[i])
    allow_each(out, Act.PILOT, word)


@kernel
def choose_subject(s: ConflictState, action: int, out: Out) -> None:
    """Aim the present effect."""
    aimed(s, agenda.top_kind(s, out), action, agenda.top_amount(s, out), firer(s), out)


@kernel
def legal_recoveries(s: ConflictState, out: Out) -> None:
    """Any lowered Commitment (ME-31)."""
    allow_each(out, Act.COMMITMENT, triggers.lowered_commitments(s, s.seat))


@kernel
def choose_recovery(s: ConflictState, action: int, out: Out) -> None:
    """Let a Commitment recover."""
    n = agenda.top_amount(s, out)
    agenda.done(s)
    triggers.recover(s, s.seat, action - Act.COMMITMENT, n, out)


@kernel
def legal_discards(s: ConflictState, out: Out) -> None:
    """Any card in hand."""
    allow_each(out, Act.DISCARD, s.world.hand[s.seat, 0])


@kernel
def discard_one(s: ConflictState, action: int, out: Out) -> None:
    """Discard a card that the present effect takes, and go on to the next."""
    d = s.pending
    deal.discard(s, s.seat, action - Act.DISCARD, out)
    d.left -= 1
    if d.left > 0:
        ask(s, Choice.DISCARD_ONE)
    else:
        agenda.done(s)


@kernel
def damage_word(s: ConflictState) -> int:
    """Return the kinds of `book.DAMAGES` that the +Damage:Choice on top of the agenda may be, as a word."""
    i, word = s.pending.depth - 1, 0
    for k in range(len(book.DAMAGES)):
        kind = book.DAMAGES[k]
        would_hit = subjects.subjects(s, kind, book.Target.CHOICE, s.pending.by[i], s.pending.source[i]) != 0
        if would_hit and (kind != book.Kind.RUIN or (USABLE >> s.world.location) & 1):
            word |= cardset.ONE << k
    return word


@kernel
def legal_damage(s: ConflictState, out: Out) -> None:
    """Any damage that would hit somebody (ME-08)."""
    allow_each(out, Act.DAMAGE, damage_word(s))


@kernel
def choose_damage(s: ConflictState, action: int, out: Out) -> None:
    """Let the effect go on as damage of a kind (ME-08)."""
    d = s.pending
    i = d.depth - 1
    a, by, n = d.ability[i], d.by[i], agenda.top_amount(s, out)
    kind, is_now = (
        book.DAMAGES[action - Act.DAMAGE],
        a == NONE or book.entry_of(out, a, book.Ability.FLAGS) & book.IMMEDIATE != 0,
    )
    agenda.done(s)
    if s.conflict.deferred and not is_now:
        gather(s, kind, book.Target.CHOICE, n, by, out)
    else:
        agenda.fire(s, kind, book.Target.CHOICE, n, by)


@kernel
def legal_waves(s: ConflictState, out: Out) -> None:
    """Any Wave of a Threat that takes part (ME-42)."""
    allow_each(out, Act.WAVE, usage.threats_with(s, 0, book.MAX_WAVES, out))


@kernel
def legal_storms(s: ConflictState, out: Out) -> None:
    """Any Storm of a Threat that takes part (ME-36)."""
    allow_each(out, Act.STORM, usage.threats_with(s, book.MAX_WAVES, book.MAX_STORMS, out))


@kernel
def choose_attack(s: ConflictState, action: int, out: Out) -> None:
    """Carry out a Threat's Wave or Storm in place of the present effect."""
    d = s.pending
    scale = d.scale[d.depth - 1]
    agenda.done(s)
    usage.use_threat(s, usage.threat_of(action), usage.attack_of(action), scale, out)
