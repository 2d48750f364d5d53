"""What is decided about what waits: worked out anew for positions that are set up from outside."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.kit import NONE, Out, entry, kernel
from throwdown.envs.fusion.world import agenda, book, damage
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import Choice, Point


@kernel
def settle_point(s: ConflictState) -> None:
    """Choose the point that is landing if none is told."""
    if s.pending.waiting > 0 and s.pending.kind == Point.NONE:
        s.pending.kind = damage.next_point(s)


@kernel
def shared_phase(s: ConflictState, out: Out) -> int:
    """Return the shared phase that what waits leads to, as far as it follows; NONE if nobody is asked."""
    d = s.pending
    if d.fate != NONE:
        return Choice.FATE
    if d.pay > 0:
        return Choice.PAY
    if d.waiting > 0:
        if damage.next_asked(s) != NONE:
            return Choice.BUFFER
        if d.kind == Point.TRAUMA:
            return Choice.COMMITMENT
        return Choice.ENDURANCE if d.kind == Point.FORM_TRAUMA or d.kind == Point.ENDURANCE else NONE
    if d.depth == 0:
        return NONE
    kind = agenda.top_kind(s, out)
    if d.left > 0:
        return Choice.DISCARD_ONE
    if kind == book.Kind.FAVOR and d.faction != NONE:
        return Choice.INVEST
    if kind == book.Kind.WAVE or kind == book.Kind.STORM:
        return Choice.WAVE if kind == book.Kind.WAVE else Choice.STORM
    if kind == book.Kind.DAMAGE:
        return Choice.DAMAGE
    aim = agenda.top_aim(s, out)
    return NONE if aim == book.Target.EACH or aim == book.Target.TEAM else Choice.TARGET


@entry
def find_phase(states: np.ndarray, outs: np.ndarray) -> int:
    """Return the shared phase of a position set up from outside."""
    settle_point(states[0])
    return shared_phase(states[0], outs[0])
