"""Effects outside the Stack: whether they are possible, whom they may be aimed at, and how a text is resolved.

A text is resolved effect by effect in printed order (SD-108): what is impossible is skipped, what is possible is
compulsory (SHO-21). Who controls it is asked for one Character after the other.
"""

from throwdown.envs.core.cardset import popcount
from throwdown.envs.core.decisions import ask
from throwdown.envs.core.kit import NONE, Out, allow, allow_each, kernel, tell
from throwdown.envs.showdown import decks, table
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import (
    EFFECTS,
    LIST,
    ON_A_CHARACTER,
    SLOTS,
    UNCHOSEN,
    Class,
    Effect,
    Event,
    Op,
    Phase,
    Side,
    State,
    Status,
    Text,
    Who,
)

# Targets ----------------------------------------------------------------------------------------------------------


@kernel
def is_within(s: State, side: int, who: int, c: int, source: int) -> bool:
    """Return whether a Character is one of those that an effect of a side may mean."""
    if who == Who.ANY:
        return True
    if who == Who.OPPOSING:
        return table.side_of(c) != side
    if who == Who.SELF:
        return c == source
    if table.side_of(c) != side:
        return False
    if who == Who.INITIAL:
        return table.is_initial(s, c)
    return who != Who.EACH_MOOK or table.is_class(table.card_of(s, c), Class.MOOK)


@kernel
def is_enough(s: State, c: int, x: int) -> bool:
    """Return whether SHOOT X or WOUND X is enough for a Character's Power (SD-145)."""
    return bool(table.power(s, c) <= x)


@kernel
def is_target(s: State, side: int, effect: Effect, c: int, source: int) -> bool:
    """Return whether an effect, outside the Stack, can be aimed at a Character."""
    w = s.characters[c]
    if w.card == NONE or not is_within(s, side, effect.who, c, source):
        return False
    if effect.op == Op.HEAL:
        return w.is_wounded
    if effect.op == Op.WOUND:
        return not w.is_wounded and is_enough(s, c, effect.amount)  # SHO-26, SHO-48
    return effect.op != Op.POWER or w.in_combat  # SHO-22


@kernel
def is_aimed(effect: Effect) -> bool:
    """Return whether an effect needs a Character to be chosen."""
    return (ON_A_CHARACTER >> effect.op) & ~(UNCHOSEN >> effect.who) & 1 != 0


@kernel
def targets(s: State, side: int, effect: Effect, source: int, last: int) -> int:
    """Return the Characters at which an effect can be aimed as bits, the side's own first; of several in order."""
    word = 0
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            if is_target(s, side, effect, c, source):
                word |= 1 << table.facing(side, c)
    if last != NONE:
        word &= -1 << (table.facing(side, last) + 1)
    return word


@kernel
def stoppable(s: State, side: int) -> int:
    """Return the places of the opposing Stack whose Combat Cards can be made to Whiff, as bits (SD-62)."""
    word = 0
    for k in range(s.teams[1 - side].stack_n):
        entry = s.stack[(1 - side) * SLOTS + k]
        if entry.source == NONE and entry.status != Status.WHIFFED:
            word |= 1 << k
    return word


# What is possible -------------------------------------------------------------------------------------------------


@kernel
def is_possible(s: State, side: int, effect: Effect, source: int, played: int) -> bool:
    """Return whether an effect outside the Stack would change something, once ``played`` cards left the hand."""
    op = effect.op
    if op == Op.NONE:
        return False
    if op == Op.DRAW:
        return decks.can_draw(s, side, played)
    if op == Op.DISCARD or op == Op.DISCARD_RANDOM:
        return bool(s.teams[1 - side].hand_n > 0)
    if op == Op.DRAMA:
        return True
    if op == Op.VALOR:
        return s.is_sealed  # SHO-22
    if op == Op.WHIFF:
        return s.phase == Phase.REACT and stoppable(s, side) != 0
    if op == Op.POWER and (not s.in_combat or not (s.is_sealed or s.phase == Phase.LAST)):
        return False
    for half in range(2):
        for c in range(half * SLOTS, table.end_of(s, half)):
            if is_target(s, side, effect, c, source):
                return True
    return False


@kernel
def is_useful(s: State, side: int, text: Text, source: int, played: int) -> bool:
    """Return whether any effect of a text would change something (SHO-05); see `is_possible`."""
    for e in range(EFFECTS):
        if is_possible(s, side, text.effects[e], source, played):
            return True
    return False


@kernel
def is_playable(s: State, side: int, card: int) -> bool:
    """Return whether an Event's or a Mission's demands are met (SD-136, SD-138)."""
    c = s.cfg.cards[card]
    if c.keyword == NONE and c.requires == NONE:
        return True
    return table.has_term(table.words_on_table(s, side), c.keyword) and table.has_term(
        table.words_in_play(s, side), c.requires
    )


# Resolving a text -------------------------------------------------------------------------------------------------


@kernel
def begin(s: State, side: int, card: int, k: int, source: int) -> None:
    """Begin to resolve a text."""
    s.by, s.card, s.text, s.source = side, card, k, source
    s.effect, s.left, s.last = 0, NONE, NONE
    s.price = s.cfg.cards[card].texts[k].price


@kernel
def go_on(s: State, out: Out) -> None:
    """Go on with the text that is resolved until somebody has to choose, or it is done."""
    side = s.by
    if s.price > 0:
        ask(s, Phase.EMPLOY)
        return
    while s.effect < EFFECTS:
        effect = present(s)
        if s.left == NONE:
            s.left, s.last = count(s, side, effect), NONE
        if s.left > 0:
            if effect.op == Op.DISCARD:
                ask(s, Phase.DROP)
                return
            if effect.op == Op.WHIFF:
                ask(s, Phase.STOP)
                return
            if is_aimed(effect):
                ask(s, Phase.TARGET)
                return
            do(s, side, effect, out)
        s.effect += 1
        s.left = NONE
    s.by, s.card, s.source, s.effect, s.text, s.last = NONE, NONE, NONE, 0, 0, NONE


@kernel
def count(s: State, side: int, effect: Effect) -> int:
    """Return how many choices an effect asks for, or 1 if it asks for none; 0 if it is impossible (SHO-21)."""
    if effect.op == Op.DISCARD:
        return min(effect.amount, s.teams[1 - side].hand_n)
    if is_aimed(effect):
        found = popcount(targets(s, side, effect, s.source, NONE))
        return min(effect.amount if effect.op == Op.HEAL or effect.op == Op.UPGRADE else 1, found)
    if effect.op == Op.WHIFF:
        return 1 if stoppable(s, side) != 0 else 0
    return 1 if effect.op != Op.NONE else 0


@kernel
def do(s: State, side: int, effect: Effect, out: Out) -> None:
    """Produce an effect that nobody has to aim."""
    op, n = effect.op, effect.amount
    if op == Op.DRAW:
        decks.draw(s, side, n, out)
    elif op == Op.DISCARD_RANDOM:
        decks.discard_random(s, 1 - side, n, out)
    elif op == Op.DRAMA:
        gain_drama(s, n, out)
    elif op == Op.VALOR:
        gain_valor(s, side, n, out)
    elif op == Op.HEAL:
        heal_each(s, side, effect.who, out)


@kernel
def gain_drama(s: State, n: int, out: Out) -> None:
    """Add to the Drama Pool (SD-117)."""
    team = s.teams[Side.VILLAINS]
    team.drama = min(100, team.drama + n)
    tell(out, Event.DRAMA, Side.VILLAINS, amount=n, number=team.drama)


@kernel
def gain_valor(s: State, side: int, n: int, out: Out) -> None:
    """Add to a side's Valor."""
    s.teams[side].valor += n
    tell(out, Event.VALOR, side, amount=n, number=s.teams[side].valor)


@kernel
def next_of(s: State, side: int, after: int) -> int:
    """Return the place of a side's Character that came into Play next after a number, or -1."""
    found = -1
    for c in range(side * SLOTS, table.end_of(s, side)):
        w = s.characters[c]
        if w.card != NONE and w.seq > after and (found < 0 or w.seq < s.characters[found].seq):
            found = c
    return found


@kernel
def heal_each(s: State, side: int, who: int, out: Out) -> None:
    """Heal all of a side's Wounded Characters of a sort, in order of entry into Play."""
    c = next_of(s, side, -1)
    while c >= 0:
        at = s.characters[c].seq
        if s.characters[c].is_wounded and is_within(s, side, who, c, NONE):
            table.heal(s, c, out)
        c = next_of(s, side, at)


@kernel
def in_order(word: int, left: int) -> int:
    """Leave out the last choices of a word, so that enough are left for those that follow in ascending order."""
    n = popcount(word) - left + 1
    kept = 0
    for _ in range(n):
        kept |= word & -word
        word &= word - 1
    return kept


@kernel
def present(s: State) -> Effect:
    """Return the effect that is resolved."""
    return s.cfg.cards[s.card].texts[s.text].effects[s.effect]


@kernel
def aims(s: State, out: Out) -> None:
    """Write at whom the effect can be aimed next, several in ascending order."""
    allow_each(out, Act.OWN, in_order(targets(s, s.seat, present(s), s.source, s.last), s.left))


@kernel
def aim(s: State, action: int, out: Out) -> None:
    """Produce the effect that is resolved on the Character chosen."""
    effect, c = present(s), table.character_at(s, action)
    s.left -= 1
    s.last = c
    if effect.op == Op.HEAL:
        table.heal(s, c, out)
    elif effect.op == Op.UPGRADE:
        table.upgrade(s, c, out)
    elif effect.op == Op.WOUND:
        table.wound(s, c, out)
    else:
        change(s, c, effect.amount, out)
    follow(s)


@kernel
def follow(s: State) -> None:
    """Come to the next effect if the one that is resolved has nobody left to be aimed at."""
    if s.left == 0:
        s.effect += 1
        s.left, s.last = NONE, NONE


@kernel
def change(s: State, c: int, n: int, out: Out) -> None:
    """Change a Character's Power to the end of the Turn (SD-110, SDA-15)."""
    s.characters[c].bonus += n
    tell(out, Event.CHANGED, table.side_of(c), card=s.characters[c].card, amount=c, number=n)


@kernel
def drops(s: State, out: Out) -> None:
    """Write the cards of the hand."""
    for k in range(LIST):
        if s.teams[s.seat].hand[k] > 0:
            allow(out, Act.CARD + k)


@kernel
def drop(s: State, action: int, out: Out) -> None:
    """Discard the card that its owner has chosen (SHO-19)."""
    decks.discard(s, decks.card_at(s, action), out)
    s.left -= 1
    follow(s)


@kernel
def stops(s: State, out: Out) -> None:
    """Write which Combat Cards of the opposing Stack can be made to Whiff."""
    allow_each(out, Act.STACK, stoppable(s, s.seat))


@kernel
def stop(s: State, action: int, out: Out) -> None:
    """Make a Combat Card in the opposing Stack Whiff (SD-62)."""
    entry = s.stack[(1 - s.by) * SLOTS + action - Act.STACK]
    entry.status = Status.WHIFFED
    tell(out, Event.WHIFFED, 1 - s.by, card=entry.card, amount=NONE)
    s.left = 0
    follow(s)
