"""Who decides in a shared phase: worked out anew for positions that are set up from outside."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.kit import NONE, Out, cardset, entry, kernel
from throwdown.envs.fusion.world import agenda, book, conflict, damage, effects, subjects
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Choice, Point


@kernel
def settle_point(s: ConflictState) -> None:
    """Choose the point that is landing if none is told."""
    if s.pending.waiting > 0 and s.pending.kind == Point.NONE:
        s.pending.kind = damage.next_point(s)


@kernel
def shared_phase(s: ConflictState, out: Out) -> int:
    """Return the shared phase that what waits leads to, as far as it follows; NONE if nothing waits."""
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
    return Choice.DAMAGE if kind == book.Kind.DAMAGE else Choice.TARGET


@kernel
def decider(s: ConflictState, phase: int, out: Out) -> int:
    """Return the seat that decides in a shared phase, or NONE where nobody can or it does not follow."""
    d = s.pending
    if phase == Choice.BUFFER:
        return NONE if damage.is_moot(s, d.kind) else damage.next_asked(s)
    if phase == Choice.COMMITMENT or phase == Choice.ENDURANCE:
        return lander(s, phase)
    if phase == Choice.PAY:
        return d.payer
    if phase == Choice.FATE or phase == Choice.WAVE or phase == Choice.STORM:
        return COACH
    if phase == Choice.DAMAGE:
        return (
            d.by[d.depth - 1]
            if agenda.top_kind(s, out) == book.Kind.DAMAGE and effects.damage_word(s) != 0
            else NONE
        )
    if phase == Choice.INVEST or (phase == Choice.TARGET and has_choice(s, out)):
        by = d.by[d.depth - 1]
        return conflict.leader(s) if by == COACH and agenda.top_kind(s, out) == book.Kind.FAVOR else by
    return NONE


@kernel
def lander(s: ConflictState, phase: int) -> int:
    """Return who says where the present point lands, once nobody prevents it; NONE where there is no choice."""
    d = s.pending
    if damage.is_moot(s, d.kind) or damage.next_asked(s) != NONE:
        return NONE
    if phase == Choice.COMMITMENT:
        return d.target if d.kind == Point.TRAUMA and damage.commitments_left(s, d.target) > 1 else NONE
    robos = d.kind == Point.FORM_TRAUMA or d.kind == Point.ENDURANCE
    return conflict.leader(s) if robos and cardset.popcount(damage.forms_robos(s)) > 1 else NONE


@kernel
def has_choice(s: ConflictState, out: Out) -> bool:
    """Return whether the present effect may concern several subjects, of which one is chosen."""
    d = s.pending
    i, aim = d.depth - 1, agenda.top_aim(s, out)
    if i < 0 or aim == book.Target.EACH or aim == book.Target.TEAM:
        return False
    return cardset.popcount(subjects.subjects(s, agenda.top_kind(s, out), aim, d.by[i], d.source[i])) > 1


@entry
def find_phase(states: np.ndarray, outs: np.ndarray) -> int:
    """Return the shared phase of a position set up from outside."""
    settle_point(states[0])
    return shared_phase(states[0], outs[0])


@entry
def find_decider(states: np.ndarray, phase: int, outs: np.ndarray) -> int:
    """Return who decides in a shared phase of a position set up from outside."""
    settle_point(states[0])
    return decider(states[0], phase, outs[0])


RECOVERS = (Choice.RECOVER, Choice.DISCARD_ONE)
"""Phases in which the present effect has a target, who decides."""
