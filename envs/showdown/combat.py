"""A Combat: who joins, Tics with their Stacks, paying, effects by kind, and the comparison."""

from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell, wide
from throwdown.envs.showdown import decks, effects, table
from throwdown.envs.showdown.effects import ask
from throwdown.envs.showdown.state import (
    CARDS,
    EFFECTS,
    GEARS,
    OWN,
    SLOTS,
    TEXTS,
    Card,
    Class,
    Effect,
    End,
    Entry,
    Event,
    Kind,
    Op,
    Phase,
    Side,
    State,
    Status,
    Step,
    Text,
    When,
    Who,
)

MOVES, SHOOTS, POWERS, OTHERS = 0, 1, 2, 3
"""The order in which effects are produced (SD-69 to SD-72)."""


# Who joins --------------------------------------------------------------------------------------------------------


@kernel
def open_combat(s: State, out: Out) -> None:
    """Open a Combat: the Villains assign first (SD-49)."""
    tell(out, Event.COMBAT_BEGAN)
    s.in_combat = 1
    s.side, s.at, s.todo = Side.VILLAINS, NONE, Step.ASSIGN


@kernel
def assign_next(s: State) -> None:
    """Ask for the next eligible Character, in order of entry into Play (SHO-28)."""
    side = wide(s.side)
    c = effects.next_of(s, side, -1 if s.at == NONE else wide(s.characters[s.at].seq))
    while c >= 0 and not table.is_eligible(s, c):
        c = effects.next_of(s, side, wide(s.characters[c].seq))
    if c >= 0:
        s.at = c
        ask(s, Phase.ASSIGN, side)
    elif side == Side.VILLAINS and joined(s, side) > 0:
        s.side, s.at = Side.HEROES, NONE
    else:  # nobody eligible among the Villains: the Heroes are not asked (SHO-23)
        s.at, s.todo = NONE, Step.START_COMBAT


@kernel
def joined(s: State, side: int) -> int:
    """Return how many Characters of a side are in Combat."""
    n = 0
    for c in range(side * SLOTS, table.end_of(s, side)):
        n += wide(s.characters[c].in_combat)
    return n


@kernel
def must_join(s: State) -> bool:
    """Return whether the Character that is asked for is the Villains' last, and nobody has joined (SDA-04, SHO-28)."""
    if s.side == Side.HEROES or joined(s, Side.VILLAINS) > 0:
        return False
    for c in range(SLOTS, table.end_of(s, 1)):
        if table.is_eligible(s, c) and s.characters[c].seq > s.characters[s.at].seq:
            return False
    return True


@kernel
def decide_join(s: State, joins: bool, out: Out) -> None:
    """Let the Character that is asked for join, or stay out."""
    if joins:
        s.characters[s.at].in_combat = 1
        tell(out, Event.JOINED, wide(s.side), card=s.characters[s.at].card, amount=s.at)
    s.todo = Step.ASSIGN


@kernel
def total(s: State, side: int) -> int:
    """Return the Power of a side's Characters in Combat."""
    n = 0
    for c in range(side * SLOTS, table.end_of(s, side)):
        if s.characters[c].in_combat == 1:
            n += table.power(s, c)
    return n


@kernel
def start(s: State, out: Out) -> None:
    """Take Valor, and begin the first Tic; without Heroes there is none (SD-51 to SD-54)."""
    if joined(s, Side.HEROES) == 0:
        s.side, s.todo = Side.VILLAINS, Step.LAST
        return
    for side in range(2):
        s.teams[side].valor = 0
        bonus = wide(s.cfg.bonus_valor) >> wide(s.teams[side].wounds) if side == Side.HEROES else 0
        effects.gain_valor(s, side, total(s, side) + bonus, out)
    open_tic(s, 1, out)


@kernel
def open_tic(s: State, tic: int, out: Out) -> None:
    """Begin a Tic: the Villains compose first (SDA-17)."""
    s.tic, s.is_sealed = tic, 1
    for side in range(2):
        s.teams[side].is_over = 0
    tell(out, Event.TIC_BEGAN, amount=tic)
    s.side, s.todo = Side.VILLAINS, Step.COMPOSE


# Composing a Stack ------------------------------------------------------------------------------------------------


@kernel
def fits_tic(s: State, text: Text) -> bool:
    """Return whether a text can be staged in this Tic (SD-55, SD-56)."""
    return bool(text.when == When.STACK and (text.initiative == 0 or text.initiative == s.tic))


@kernel
def is_stageable_card(s: State, side: int, card: int, words: int) -> bool:
    """Return whether a card can be staged where these terms are in Combat (SD-57, SD-135)."""
    c = s.cfg.cards[card]
    if c.kind != Kind.COMBAT or not fits_tic(s, c.texts[0]) or s.teams[side].stack_n >= SLOTS:
        return False
    if not table.has_term(words, wide(c.keyword)):
        return False
    return bool(c.requires == NONE or table.has_term(table.words_in_play(s, side), wide(c.requires)))


@kernel
def is_staged(s: State, c: int, gear: int, k: int) -> bool:
    """Return whether an Ability lies in its side's Stack already."""
    side = table.side_of(c)
    for j in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        entry = s.stack[j]
        if entry.source == c and entry.gear == gear and entry.text == k:
            return True
    return False


@kernel
def moves_self_in(text: Text) -> bool:
    """Return whether a text moves its own Character into Combat (SHO-11)."""
    op = text.effects[0].op
    return bool(text.effects[0].who == Who.SELF and (op == Op.MOVE or op == Op.MOVE_IN))


@kernel
def is_stageable(s: State, c: int, gear: int, k: int) -> bool:
    """Return whether an Ability can be staged: it fits, is live and unused, and its Character in Combat (SD-59)."""
    w, card = s.characters[c], table.text_card(s, c, gear)
    if card == NONE or w.card == NONE or w.is_wounded == 1:
        return False
    text = effects.text_of(s, card, k)
    used = w.used if gear == OWN else w.gear_used[gear]
    if not fits_tic(s, text) or (used >> k) & 1 or not table.is_live(s, c, gear):
        return False
    if w.in_combat == 0 and not (moves_self_in(text) and w.is_employed == 0):
        return False
    return bool(s.teams[table.side_of(c)].stack_n < SLOTS and not is_staged(s, c, gear, k))


@kernel
def nth_stageable(s: State, c: int, n: int) -> int:
    """Return the n-th Ability of a Character that can be staged, as 2 * (place of the Attachment + 1) + text, or -1."""
    for gear in range(OWN, GEARS):
        for k in range(TEXTS):
            if is_stageable(s, c, gear, k):
                if n == 0:
                    return 2 * (gear + 1) + k
                n -= 1
    return -1


@kernel
def count_stageable(s: State, c: int) -> int:
    """Return how many Abilities of a Character can be staged, up to as many as there are actions for."""
    w, n = s.characters[c], 0
    if w.card == NONE or w.is_wounded == 1 or w.is_employed == 1:
        return 0
    for gear in range(OWN, GEARS):
        if gear != OWN and w.gear[gear] == NONE:
            continue
        for k in range(TEXTS):
            if n < TEXTS and is_stageable(s, c, gear, k):
                n += 1
    return n


@kernel
def stage(s: State, side: int, card: int, source: int, gear: int, k: int) -> None:
    """Stage a card or an Ability."""
    entry = s.stack[side * SLOTS + s.teams[side].stack_n]
    reset(entry)
    entry.card, entry.source, entry.gear, entry.text = card, source, gear, k
    s.teams[side].stack_n += 1


@kernel
def stage_card(s: State, card: int) -> None:
    """Stage a Combat Card face down."""
    decks.leave_hand(s, card)
    stage(s, card // CARDS, card, NONE, OWN, 0)
    s.todo = Step.COMPOSE


@kernel
def stage_ability(s: State, c: int, n: int) -> None:
    """Stage the n-th Ability of a Character that can be staged."""
    found = nth_stageable(s, c, n)
    gear = found // 2 - 1
    stage(s, table.side_of(c), table.text_card(s, c, gear), c, gear, found % 2)
    s.todo = Step.COMPOSE


@kernel
def staged_cards(s: State, side: int) -> int:
    """Return how many Combat Cards a side has staged."""
    n = 0
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        if s.stack[k].source == NONE:
            n += 1
    return n


@kernel
def end_composing(s: State, is_over: bool, out: Out) -> None:
    """Be done with a Stack; after the second both are revealed."""
    side = wide(s.side)
    s.teams[side].is_over = 1 if is_over else 0
    tell(out, Event.COMPOSED, side, number=staged_cards(s, side))
    if side == Side.VILLAINS:
        s.side, s.todo = Side.HEROES, Step.COMPOSE
    else:
        reveal(s, out)


@kernel
def reveal(s: State, out: Out) -> None:
    """Turn both Stacks up; Combat ends if both want it, or late if nothing is staged (SD-61, SDA-16)."""
    s.is_sealed = 0
    for side in range(Side.VILLAINS, -1, -1):
        if s.teams[side].is_over == 1:
            tell(out, Event.OVER, side)
        for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
            entry = s.stack[k]
            if entry.source != NONE:
                mark_used(s, entry)
            tell(out, Event.REVEALED, side, card=entry.card, amount=entry.source)
    is_empty = s.teams[0].stack_n + s.teams[1].stack_n == 0
    both_over = s.teams[0].is_over == 1 and s.teams[1].is_over == 1
    s.side = Side.VILLAINS
    if both_over or (is_empty and s.tic >= s.cfg.quiet_tic):
        s.tic, s.todo = 0, Step.LAST
    elif is_empty:
        open_tic(s, s.tic + 1, out)
    else:
        s.todo = Step.REACT


@kernel
def mark_used(s: State, entry: Entry) -> None:
    """Mark an Ability as used in this Turn (SD-85, SHO-39)."""
    w = s.characters[entry.source]
    if entry.gear == OWN:
        w.used |= 1 << entry.text
    else:
        w.gear_used[entry.gear] |= 1 << entry.text


@kernel
def react_next(s: State) -> None:
    """Ask who may touch the opposing Stack, by public facts alone: Villains, then Heroes (SDA-23, SHO-04)."""
    side = wide(s.side)
    team = s.teams[side]
    may = team.leader == 1 and effects.stoppable(s, side) != 0 and s.cfg.whiffs[side] == 1
    if may and (team.hand_n > 0 or leader_stops(s, side)):
        ask(s, Phase.REACT, side)
    else:
        end_react(s)


@kernel
def leader_stops(s: State, side: int) -> bool:
    """Return whether the Leader itself has an Action that makes cards Whiff."""
    card = side * CARDS + CARDS - 1
    for k in range(TEXTS):
        text = effects.text_of(s, card, k)
        if text.when == When.LEADER and text.effects[0].op == Op.WHIFF:
            return True
    return False


@kernel
def end_react(s: State) -> None:
    """Let the other side react, or begin to pay."""
    if s.side == Side.VILLAINS:
        s.side, s.todo = Side.HEROES, Step.REACT
    else:
        s.side, s.at, s.todo = Side.VILLAINS, NONE, Step.PAY


# Paying -----------------------------------------------------------------------------------------------------------


@kernel
def entry_text(s: State, entry: Entry) -> Text:
    """Return the text of a card or an Ability in a Stack."""
    return s.cfg.cards[entry.card].texts[entry.text]


@kernel
def is_sound(s: State, entry: Entry) -> bool:
    """Return whether a source can produce effects: an Ability's Character unwounded and in Combat (SD-73, SHO-11)."""
    if entry.source == NONE:
        return True
    w = s.characters[entry.source]
    if (
        w.card == NONE
        or w.is_wounded == 1
        or table.text_card(s, wide(entry.source), wide(entry.gear)) != entry.card
    ):
        return False
    return bool(w.in_combat == 1 or (moves_self_in(entry_text(s, entry)) and w.is_employed == 0))


@kernel
def aimed_effect(text: Text) -> int:
    """Return which effect of a text in a Stack is aimed at a Character, or -1; its others share the target."""
    for e in range(EFFECTS):
        if Op.POWER <= text.effects[e].op <= Op.UPGRADE:
            return e
    return -1


@kernel
def is_immune(s: State, c: int, shot: Card) -> bool:
    """Return whether a Character cannot be Shot by a card: it is on an active Ship, and the card is none (SD-129)."""
    return table.is_on_ship(s, c) and not table.is_class(shot, Class.SHIP)


@kernel
def is_aim(s: State, side: int, entry: Entry, effect: Effect, c: int) -> bool:
    """Return whether a card or an Ability in a Stack can be aimed at a Character (SD-65, SD-69, SHO-06, SHO-34)."""
    w = s.characters[c]
    if (
        w.card == NONE
        or w.is_wounded == 1
        or not effects.is_within(s, side, wide(effect.who), c, wide(entry.source))
    ):
        return False
    op = wide(effect.op)
    if Op.MOVE <= op <= Op.MOVE_OUT:
        if table.side_of(c) != side:
            return False
        if w.in_combat == 1:
            return op != Op.MOVE_IN
        return op != Op.MOVE_OUT and table.is_eligible(s, c)
    if w.in_combat == 0:
        return False
    return not (op == Op.SHOOT and is_immune(s, c, s.cfg.cards[entry.card]))


@kernel
def aims(s: State, side: int, k: int) -> int:
    """Return the Characters at which a place of the Stack can be aimed as bits, the side's own first."""
    entry = s.stack[k]
    text = entry_text(s, entry)
    e, word = aimed_effect(text), 0
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            if is_aim(s, side, entry, text.effects[e], c):
                word |= 1 << table.facing(side, c)
    return word


@kernel
def pay_next(s: State, out: Out) -> None:
    """Come to the next place of a Stack, in the order staged; what cannot be paid or aimed Whiffs unasked (SHO-07)."""
    side = wide(s.side)
    s.at = side * SLOTS if s.at == NONE else s.at + 1
    if s.at >= side * SLOTS + s.teams[side].stack_n:
        s.at = NONE
        if side == Side.VILLAINS:
            s.side = Side.HEROES
        else:
            s.todo = Step.RESOLVE
        return
    entry = s.stack[s.at]
    if entry.status == Status.WHIFFED:
        return
    text = entry_text(s, entry)
    has_aim = aimed_effect(text) < 0 or aims(s, side, wide(s.at)) != 0
    if text.cost <= s.teams[side].valor and has_aim and is_sound(s, entry):
        ask(s, Phase.PAY, side)
    else:
        whiff(s, entry, out)


@kernel
def whiff(s: State, entry: Entry, out: Out) -> None:
    """Let a card or an Ability Whiff (SD-147)."""
    entry.status = Status.WHIFFED
    tell(out, Event.WHIFFED, wide(entry.card) // CARDS, card=entry.card, amount=entry.source)


@kernel
def pay(s: State, out: Out) -> None:
    """Pay for the place of the Stack that is asked for; its target comes next (SD-63)."""
    entry, side = s.stack[s.at], wide(s.side)
    text = entry_text(s, entry)
    s.teams[side].valor -= text.cost
    entry.status = Status.PAID
    tell(out, Event.PAID, side, card=entry.card, amount=entry.source, number=text.cost)
    if aimed_effect(text) < 0:
        s.todo = Step.PAY
    else:
        ask(s, Phase.AIM, side)


@kernel
def aim(s: State, c: int, out: Out) -> None:
    """Aim what has been paid; the direction of a MOVE is fixed now (SHO-11)."""
    entry = s.stack[s.at]
    entry.target, entry.way = c, 1 - s.characters[c].in_combat
    tell(out, Event.AIMED, wide(s.side), card=entry.card, amount=c, number=s.characters[c].card)
    s.todo = Step.PAY


# Effects by kind --------------------------------------------------------------------------------------------------


@kernel
def kind_of(op: int) -> int:
    """Return when an effect's turn comes (SD-69 to SD-72)."""
    if op == Op.POWER:
        return POWERS
    if op == Op.SHOOT:
        return SHOOTS
    return MOVES if Op.MOVE <= op <= Op.MOVE_OUT else OTHERS


@kernel
def has_kind(text: Text, kind: int) -> bool:
    """Return whether a text has an effect of a kind."""
    for e in range(EFFECTS):
        if text.effects[e].op != Op.NONE and kind_of(wide(text.effects[e].op)) == kind:
            return True
    return False


@kernel
def resolve(s: State, out: Out) -> None:
    """Produce the effects of both Stacks by kind, then end the Tic (SD-68, SD-75, SD-76)."""
    for kind in range(OTHERS + 1):
        judge(s, kind, out)
        for target_side in range(2):  # on one target those of its controller first (SD-74, SDA-20)
            produce(s, kind, target_side, target_side, out)
            produce(s, kind, 1 - target_side, target_side, out)
    for side in range(2):
        for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
            if s.stack[k].source == NONE:
                s.teams[side].trash[wide(s.stack[k].card) % CARDS] += 1
            reset(s.stack[k])
        s.teams[side].stack_n = 0
    open_tic(s, s.tic + 1, out)


@kernel
def judge(s: State, kind: int, out: Out) -> None:
    """Let Whiff what has lost its source or its target before any effect of a kind is produced (SDA-21, SHO-36)."""
    for side in range(Side.VILLAINS, -1, -1):
        for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
            entry = s.stack[k]
            text = entry_text(s, entry)
            if entry.status == Status.PAID and has_kind(text, kind):
                if not is_sound(s, entry) or not is_still_aimed(s, entry, text, kind):
                    whiff(s, entry, out)


@kernel
def is_still_aimed(s: State, entry: Entry, text: Text, kind: int) -> bool:
    """Return whether the target is where an effect of a kind needs it."""
    if entry.target == NONE:
        return True
    w = s.characters[entry.target]
    if w.card == NONE or w.is_wounded == 1:
        return False
    if kind == MOVES:
        return bool(w.in_combat != entry.way)
    is_moved_in = bool(entry.way == 1 and has_kind(text, MOVES))
    return bool(w.in_combat == 1 or is_moved_in)


@kernel
def produce(s: State, kind: int, side: int, target_side: int, out: Out) -> None:
    """Produce a side's effects of a kind on one side's Characters; those that are aimed at nobody with its own."""
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        entry = s.stack[k]
        at = side if entry.target == NONE else table.side_of(wide(entry.target))
        if entry.status != Status.PAID or at != target_side:
            continue
        text = entry_text(s, entry)
        for e in range(EFFECTS):
            effect = text.effects[e]
            if effect.op != Op.NONE and kind_of(wide(effect.op)) == kind:
                act_on(s, side, effect, entry, out)


@kernel
def act_on(s: State, side: int, effect: Effect, entry: Entry, out: Out) -> None:
    """Produce one effect of a Stack."""
    op, c = wide(effect.op), wide(entry.target)
    if op == Op.SHOOT:
        shoot(s, c, wide(effect.amount), out)
    elif op == Op.POWER:
        effects.change(s, c, wide(effect.amount), out)
    elif Op.MOVE <= op <= Op.MOVE_OUT:
        s.characters[c].in_combat = entry.way
        tell(out, Event.MOVED, table.side_of(c), card=s.characters[c].card, amount=c, number=entry.way)
    elif op == Op.UPGRADE:
        table.upgrade(s, c, out)
    elif op == Op.WOUND:
        if s.characters[c].is_wounded == 0 and table.power(s, c) <= effect.amount:
            table.wound(s, c, out)
    else:
        effects.do(s, side, effect, out)


@kernel
def shoot(s: State, c: int, x: int, out: Out) -> None:
    """SHOOT X: up to Power X a Wound and all Upgrades lost, otherwise up to X Upgrades (SD-145)."""
    w = s.characters[c]
    if w.is_wounded == 1:  # by another SHOOT of this step: an effect, but it finds nothing left (SHO-36)
        return
    n = wide(w.upgrades)
    lost = n if table.power(s, c) <= x else min(n, x)
    is_lethal = table.power(s, c) <= x
    w.upgrades = n - lost
    tell(out, Event.SHOT, table.side_of(c), card=w.card, amount=c, number=lost)
    if is_lethal:
        table.wound(s, c, out)


# The end ----------------------------------------------------------------------------------------------------------


@kernel
def last_next(s: State) -> None:
    """Let who holds a Leader Action use it before the comparison: Villains, then Heroes (SHO-27)."""
    if s.teams[s.side].leader == 1:
        ask(s, Phase.LAST, wide(s.side))
    else:
        end_last(s)


@kernel
def end_last(s: State) -> None:
    """Let the other side be last, or compare."""
    if s.side == Side.VILLAINS:
        s.side, s.todo = Side.HEROES, Step.LAST
    else:
        s.todo = Step.END_COMBAT


@kernel
def end_combat(s: State, out: Out) -> None:
    """Compare; a loss Wounds Characters and then the Leader, a tie nobody (SD-78 to SD-82, SHO-42)."""
    heroes, villains = total(s, Side.HEROES), total(s, Side.VILLAINS)
    tell(out, Event.COMPARED, amount=heroes, number=villains)
    if heroes == villains:
        tell(out, Event.COMBAT_TIED)
    else:
        winner = Side.HEROES if heroes > villains else Side.VILLAINS
        tell(out, Event.COMBAT_WON, winner)
        for half in range(2):
            for c in range(half * SLOTS, table.end_of(s, half)):
                if s.characters[c].in_combat == 1:
                    if s.cfg.wound_losers == 0 or table.side_of(c) != winner:
                        table.wound(s, c, out)
        wound_leader(s, 1 - winner, out)
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            s.characters[c].in_combat = 0
    for side in range(2):
        s.teams[side].valor, s.teams[side].is_over = 0, 0
    s.tic, s.in_combat, s.todo = 0, 0, Step.END_TURN


@kernel
def wound_leader(s: State, side: int, out: Out) -> None:
    """Wound a Leader; the last Wound ends the game at once (SD-10, SD-11, SHO-42)."""
    team = s.teams[side]
    team.wounds += 1
    tell(out, Event.LEADER_WOUNDED, side, amount=team.wounds)
    if team.wounds >= s.cfg.wounds:
        s.over = True
        s.ended = End.VILLAINS if side == Side.HEROES else End.HEROES
