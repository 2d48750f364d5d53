"""The agenda: abilities and single effects that are being carried out, the last one first."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Out, kernel
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.conflict import DEPTH, ConflictState


@kernel
def is_idle(s: ConflictState) -> bool:
    """Return whether nothing waits: no cost, no damage, no effect."""
    d = s.pending
    return d.waiting + d.depth + d.pay == 0


@kernel
def push(s: ConflictState, a: int, by: int, source: int, scale: int) -> None:
    """Put an ability on the agenda; one beyond its depth is lost."""
    d = s.pending
    if d.depth < DEPTH:
        i = d.depth
        d.ability[i] = a
        d.at[i] = 0
        d.by[i] = by
        d.source[i] = source
        d.scale[i] = scale
        d.depth += 1


@kernel
def fire(s: ConflictState, kind: int, target: int, amount: int, by: int) -> None:
    """Put a single effect on the agenda."""
    i = s.pending.depth
    push(s, NONE, by, NONE, 1)
    if i < DEPTH:
        s.pending.effect[i] = kind
        s.pending.aim[i] = target
        s.pending.amount[i] = amount


@kernel
def top_kind(s: ConflictState, out: Out) -> int:
    """Return the kind of the effect on top of the agenda."""
    d = s.pending
    i = d.depth - 1
    return d.effect[i] if d.ability[i] == NONE else book.effect_of(out, d.ability[i], d.at[i], 0)


@kernel
def top_aim(s: ConflictState, out: Out) -> int:
    """Return the target of the effect on top of the agenda."""
    d = s.pending
    i = d.depth - 1
    return d.aim[i] if d.ability[i] == NONE else book.effect_of(out, d.ability[i], d.at[i], 1)


@kernel
def top_amount(s: ConflictState, out: Out) -> int:
    """Return the amount of the effect on top of the agenda."""
    d = s.pending
    i = d.depth - 1
    if d.ability[i] == NONE:
        return int(d.amount[i])
    a, at = d.ability[i], d.at[i]
    n = book.effect_of(out, a, at, book.Effect.AMOUNT)
    return n * d.scale[i] if book.effect_of(out, a, at, book.Effect.SCALE) == 1 else n


@kernel
def done(s: ConflictState) -> None:
    """Go on to the next effect of the agenda."""
    s.pending.at[s.pending.depth - 1] += 1
