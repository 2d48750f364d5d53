"""What a revealed Stack does: effects by kind, first Moves, then Shoots, Power and the rest (SD-68 to SD-74)."""

from throwdown.envs.core.kit import NONE, Out, kernel, reset, tell
from throwdown.envs.showdown import combat, effects, stack, table
from throwdown.envs.showdown.state import (
    A_MOVE,
    CARDS,
    EFFECTS,
    SLOTS,
    Effect,
    Entry,
    Event,
    Op,
    Side,
    State,
    Status,
    Text,
)

MOVES, SHOOTS, POWERS, OTHERS = 0, 1, 2, 3
"""The order in which effects are produced (SD-69 to SD-72)."""


@kernel
def kind_of(op: int) -> int:
    """Return when an effect's turn comes (SD-69 to SD-72)."""
    if op == Op.POWER:
        return POWERS
    if op == Op.SHOOT:
        return SHOOTS
    return MOVES if (A_MOVE >> op) & 1 else OTHERS


@kernel
def has_kind(text: Text, kind: int) -> bool:
    """Return whether a text has an effect of a kind."""
    for e in range(EFFECTS):
        if text.effects[e].op != Op.NONE and kind_of(text.effects[e].op) == kind:
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
                s.teams[side].trash[s.stack[k].card % CARDS] += 1
            reset(s.stack[k])
        s.teams[side].stack_n = 0
    combat.open_tic(s, s.tic + 1, out)


@kernel
def judge(s: State, kind: int, out: Out) -> None:
    """Let Whiff what has lost its source or its target before any effect of a kind is produced (SDA-21, SHO-36)."""
    for side in range(Side.VILLAINS, -1, -1):
        for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
            entry = s.stack[k]
            text = stack.entry_text(s, entry)
            if entry.status == Status.PAID and has_kind(text, kind):
                if not stack.is_sound(s, entry) or not is_still_aimed(s, entry, kind):
                    stack.whiff(s, entry, out)


@kernel
def is_still_aimed(s: State, entry: Entry, kind: int) -> bool:
    """Return whether the target is where an effect of a kind needs it; a Wound is no way out (SDA-21, SHO-46)."""
    if entry.target == NONE:
        return True
    w = s.characters[entry.target]
    if kind == MOVES and entry.way:
        return table.is_eligible(s, entry.target)
    return w.card != NONE and w.in_combat


@kernel
def produce(s: State, kind: int, side: int, target_side: int, out: Out) -> None:
    """Produce a side's effects of a kind on one side's Characters; those that are aimed at nobody with its own."""
    for k in range(side * SLOTS, side * SLOTS + s.teams[side].stack_n):
        entry = s.stack[k]
        at = side if entry.target == NONE else table.side_of(entry.target)
        if entry.status != Status.PAID or at != target_side:
            continue
        text = stack.entry_text(s, entry)
        for e in range(EFFECTS):
            effect = text.effects[e]
            if effect.op != Op.NONE and kind_of(effect.op) == kind:
                act_on(s, side, effect, entry, out)


@kernel
def act_on(s: State, side: int, effect: Effect, entry: Entry, out: Out) -> None:
    """Produce one effect of a Stack."""
    op, c = effect.op, entry.target
    if op == Op.SHOOT:
        shoot(s, c, effect.amount, out)
    elif op == Op.POWER:
        effects.change(s, c, effect.amount, out)
    elif (A_MOVE >> op) & 1:
        s.characters[c].in_combat = entry.way
        tell(out, Event.MOVED, table.side_of(c), card=s.characters[c].card, amount=c, number=entry.way)
    elif op == Op.UPGRADE:
        table.upgrade(s, c, out)
    elif op == Op.WOUND:
        if not s.characters[c].is_wounded and effects.is_enough(s, c, effect.amount):
            table.wound(s, c, out)
    else:
        effects.do(s, side, effect, out)


@kernel
def shoot(s: State, c: int, x: int, out: Out) -> None:
    """SHOOT X: up to Power X a Wound, unless there is one, and all Upgrades; otherwise X Upgrades (SD-145, SHO-47)."""
    w = s.characters[c]
    n, is_enough = w.upgrades, effects.is_enough(s, c, x)
    lost = n if is_enough else min(n, x)
    w.upgrades = n - lost
    tell(out, Event.SHOT, table.side_of(c), card=w.card, amount=c, number=lost)
    if is_enough and not w.is_wounded:
        table.wound(s, c, out)
