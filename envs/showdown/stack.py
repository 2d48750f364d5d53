"""The Stacks of a Tic: what may be staged, how it is revealed, paid and aimed."""

from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, act_of, allow, allow_each, kernel, reset, tell
from throwdown.envs.showdown import combat, decks, effects, leader, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    A_MOVE,
    CARDS,
    EFFECTS,
    GEARS,
    LIST,
    ON_A_CHARACTER,
    OWN,
    SLOTS,
    TEXTS,
    Card,
    Class,
    Effect,
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

# Composing a Stack ------------------------------------------------------------------------------------------------


@kernel
def fits_tic(s: State, text: Text) -> bool:
    """Return whether a text can be staged in this Tic (SD-55, SD-56)."""
    return bool(text.when == When.STACK and (text.initiative == 0 or text.initiative == s.tic))


@kernel
def fits_card(s: State, card: int) -> bool:
    """Return whether a card is a Combat Card for this Tic, whatever it demands (SD-57)."""
    return s.cfg.cards[card].kind == Kind.COMBAT and fits_tic(s, s.cfg.cards[card].texts[0])


@kernel
def is_stageable_card(s: State, side: int, card: int, words: int) -> bool:
    """Return whether a card can be staged where these terms are in Combat (SD-57, SD-135)."""
    c = s.cfg.cards[card]
    if not fits_card(s, card) or s.teams[side].stack_n >= SLOTS:
        return False
    if not table.has_term(words, c.keyword):
        return False
    return bool(c.requires == NONE or table.has_term(table.words_in_play(s, side), c.requires))


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
    if card == NONE or w.card == NONE or w.is_wounded:
        return False
    text = s.cfg.cards[card].texts[k]
    used = w.used if gear == OWN else w.gear_used[gear]
    if not fits_tic(s, text) or (used >> k) & 1 or not table.is_live(s, c, gear):
        return False
    if not w.in_combat and not (moves_self_in(text) and not w.is_employed):
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
    if w.card == NONE or w.is_wounded or w.is_employed:
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


@kernel
def stage_ability(s: State, c: int, n: int) -> None:
    """Stage the n-th Ability of a Character that can be staged."""
    found = nth_stageable(s, c, n)
    gear = found // 2 - 1
    stage(s, table.side_of(c), table.text_card(s, c, gear), c, gear, found % 2)


@kernel
def staged_cards(s: State, side: int) -> int:
    """Return how many Combat Cards a side has staged."""
    n = 0
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        if s.stack[k].source == NONE:
            n += 1
    return n


@kernel
def ask_stack(s: State, out: Out) -> None:
    """Ask for what is staged next."""
    ask(s, Phase.COMPOSE)


@kernel
def choices(s: State, out: Out) -> None:
    """Write what can be staged, Leader Actions, and being done: with nothing staged also to want it over (SDA-16)."""
    side = s.seat
    team, words = s.teams[side], table.words_in_combat(s, side)
    allow(out, Act.PASS)
    if team.stack_n == 0:
        allow(out, Act.OVER)
    for k in range(LIST):
        if team.hand[k] > 0 and is_stageable_card(s, side, side * CARDS + k, words):
            allow(out, Act.CARD + k)
    for k in range(team.top):
        n = count_stageable(s, side * SLOTS + k)
        allow_each(out, Act.ABILITY + TEXTS * k, (1 << n) - 1)
    leader.choices(s, out)


@kernel
def compose(s: State, action: int, out: Out) -> None:
    """Stage a card or an Ability, use a Leader Action, or be done."""
    if action == Act.PASS or action == Act.OVER:
        end_composing(s, action == Act.OVER, out)
    elif act_of(Act, action) == Act.ABILITY:
        at = action - Act.ABILITY
        stage_ability(s, s.seat * SLOTS + at // TEXTS, at % TEXTS)
    elif leader.is_use(s, action):
        leader.use(s, action, out)
    else:
        stage_card(s, decks.card_at(s, action))


@kernel
def end_composing(s: State, is_over: bool, out: Out) -> None:
    """Be done with a Stack; after the second both are revealed."""
    side = s.side
    s.teams[side].is_over = is_over
    tell(out, Event.COMPOSED, side, number=staged_cards(s, side))
    if side == Side.VILLAINS:
        s.side = Side.HEROES
    else:
        reveal(s, out)


@kernel
def reveal(s: State, out: Out) -> None:
    """Turn both Stacks up; Combat ends if both want it, or late if nothing is staged (SD-61, SDA-16)."""
    s.is_sealed = False
    for side in range(Side.VILLAINS, -1, -1):
        if s.teams[side].is_over:
            tell(out, Event.OVER, side)
        for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
            entry = s.stack[k]
            if entry.source != NONE:
                mark_used(s, entry)
            tell(out, Event.REVEALED, side, card=entry.card, amount=entry.source)
    is_empty = s.teams[0].stack_n + s.teams[1].stack_n == 0
    both_over = s.teams[0].is_over and s.teams[1].is_over
    s.side = Side.VILLAINS
    if both_over or (is_empty and s.tic >= s.cfg.quiet_tic):
        s.tic, s.step = 0, Step.LAST
    elif is_empty:
        combat.open_tic(s, s.tic + 1, out)
    else:
        s.step = Step.REACT


@kernel
def mark_used(s: State, entry: Entry) -> None:
    """Mark an Ability as used in this Turn (SD-85, SHO-39)."""
    w = s.characters[entry.source]
    if entry.gear == OWN:
        w.used |= 1 << entry.text
    else:
        w.gear_used[entry.gear] |= 1 << entry.text


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
    if w.card == NONE or w.is_wounded or table.text_card(s, entry.source, entry.gear) != entry.card:
        return False
    return w.in_combat or (moves_self_in(entry_text(s, entry)) and not w.is_employed)


@kernel
def aimed_effect(text: Text) -> int:
    """Return which effect of a text in a Stack is aimed at a Character, or -1; its others share the target."""
    for e in range(EFFECTS):
        if (ON_A_CHARACTER >> text.effects[e].op) & 1:
            return e
    return -1


@kernel
def is_immune(s: State, c: int, shot: Card) -> bool:
    """Return whether a Character cannot be Shot by a card: it is on an active Ship, and the card is none (SD-129)."""
    return table.is_on_ship(s, c) and not table.is_class(shot, Class.SHIP)


@kernel
def is_aim(s: State, side: int, entry: Entry, effect: Effect, c: int) -> bool:
    """Return whether what lies in a Stack can be aimed at a Character (SD-65, SD-69, SHO-06, SHO-34, SHO-46)."""
    w, op = s.characters[c], effect.op
    if w.card == NONE or not effects.is_within(s, side, effect.who, c, entry.source):
        return False
    if (A_MOVE >> op) & 1:
        if table.side_of(c) != side:
            return False
        if w.in_combat:
            return op != Op.MOVE_IN
        return op != Op.MOVE_OUT and table.is_eligible(s, c)
    if not w.in_combat or (op == Op.WOUND and w.is_wounded):
        return False
    return not (op == Op.SHOOT and is_immune(s, c, s.cfg.cards[entry.card]))


@kernel
def aims_of(s: State, side: int, k: int) -> int:
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
def ask_payment(s: State, out: Out) -> None:
    """Come to the next place of a Stack, in the order staged; what cannot be paid or aimed Whiffs unasked (SHO-07)."""
    side = s.side
    s.at = side * SLOTS if s.at == NONE else s.at + 1
    if s.at >= side * SLOTS + s.teams[side].stack_n:
        s.at = NONE
        if side == Side.VILLAINS:
            s.side = Side.HEROES
        else:
            s.step = Step.RESOLVE
        return
    entry = s.stack[s.at]
    if entry.status == Status.WHIFFED:
        return
    text = entry_text(s, entry)
    has_aim = aimed_effect(text) < 0 or aims_of(s, side, s.at) != 0
    if text.cost <= s.teams[side].valor and has_aim and is_sound(s, entry):
        ask(s, Phase.PAY)
    else:
        whiff(s, entry, out)


@kernel
def whiff(s: State, entry: Entry, out: Out) -> None:
    """Let a card or an Ability Whiff (SD-147)."""
    entry.status = Status.WHIFFED
    tell(out, Event.WHIFFED, entry.card // CARDS, card=entry.card, amount=entry.source)


@kernel
def payments(s: State, out: Out) -> None:
    """Write that what lies in the Stack can be paid, or left to Whiff (SD-63, SD-64)."""
    allow(out, Act.PAY)
    allow(out, Act.WHIFF)


@kernel
def pay(s: State, action: int, out: Out) -> None:
    """Pay for the place of the Stack that is asked for, or let it Whiff; its target comes next (SD-63)."""
    entry, side = s.stack[s.at], s.side
    if action == Act.WHIFF:
        whiff(s, entry, out)
        return
    text = entry_text(s, entry)
    s.teams[side].valor -= text.cost
    entry.status = Status.PAID
    tell(out, Event.PAID, side, card=entry.card, amount=entry.source, number=text.cost)
    if aimed_effect(text) >= 0:
        ask(s, Phase.AIM)


@kernel
def aims(s: State, out: Out) -> None:
    """Write at whom the place of the Stack that has been paid can be aimed."""
    allow_each(out, Act.OWN, aims_of(s, s.seat, s.at))


@kernel
def aim(s: State, action: int, out: Out) -> None:
    """Aim what has been paid; the direction of a MOVE is fixed now (SHO-11)."""
    entry, c = s.stack[s.at], table.character_at(s, action)
    entry.target, entry.way = c, not s.characters[c].in_combat
    tell(out, Event.AIMED, s.side, card=entry.card, amount=c, number=s.characters[c].card)
