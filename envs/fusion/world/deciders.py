"""Who decides in a shared phase: worked out anew for positions that are set up from outside."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import entry, kernel, wide
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import top_aim, top_kind
from throwdown.envs.fusion.world.conflict import (
    ASSIGN,
    BUFFER,
    COMMITMENT,
    DAMAGE_PHASE,
    DISCARD_ONE,
    ENDURANCE,
    FATE,
    FORM_TRAUMA,
    INVEST,
    NO_DAMAGE,
    PAY,
    RECOVER,
    STORM_PHASE,
    TARGET,
    TRAUMA,
    WAVE_PHASE,
    ConflictState,
    leader,
)
from throwdown.envs.fusion.world.damage import commitments_left, forms_robos, is_moot, next_asked, next_point
from throwdown.envs.fusion.world.effects import damage_word
from throwdown.envs.fusion.world.state import COACH
from throwdown.envs.fusion.world.subjects import subjects


@kernel
def settle_point(s: ConflictState) -> None:
    """Choose the point that is landing if none is told."""
    if s.pending.waiting > 0 and s.pending.kind == NO_DAMAGE:
        s.pending.kind = next_point(s)


@kernel
def shared_phase(s: ConflictState, out: Out) -> int:
    """Return the shared phase that what waits leads to, as far as it follows; NONE if nothing waits."""
    d = s.pending
    if d.fate != NONE:
        return FATE
    if d.pay > 0:
        return PAY
    if d.waiting > 0:
        if next_asked(s) != NONE:
            return BUFFER
        if d.kind == TRAUMA:
            return COMMITMENT
        return ASSIGN if d.kind == FORM_TRAUMA or d.kind == ENDURANCE else NONE
    if d.depth == 0:
        return NONE
    kind = top_kind(s, out)
    if d.left > 0:
        return DISCARD_ONE
    if kind == book.FAVOR and d.faction != NONE:
        return INVEST
    if kind == book.WAVE or kind == book.STORM:
        return WAVE_PHASE if kind == book.WAVE else STORM_PHASE
    return DAMAGE_PHASE if kind == book.DAMAGE else TARGET


@kernel
def decider(s: ConflictState, phase: int, out: Out) -> int:
    """Return the seat that decides in a shared phase, or NONE where nobody can or it does not follow."""
    d = s.pending
    if phase == BUFFER:
        return NONE if is_moot(s, wide(d.kind)) else next_asked(s)
    if phase == COMMITMENT or phase == ASSIGN:
        return lander(s, phase)
    if phase == PAY:
        return wide(d.payer)
    if phase == FATE or phase == WAVE_PHASE or phase == STORM_PHASE:
        return COACH
    if phase == DAMAGE_PHASE:
        return wide(d.by[d.depth - 1]) if top_kind(s, out) == book.DAMAGE and damage_word(s) != 0 else NONE
    if phase == INVEST or (phase == TARGET and has_choice(s, out)):
        by = wide(d.by[d.depth - 1])
        return leader(s) if by == COACH and top_kind(s, out) == book.FAVOR else by
    return NONE


@kernel
def lander(s: ConflictState, phase: int) -> int:
    """Return who says where the present point lands, once nobody prevents it; NONE where there is no choice."""
    d = s.pending
    if is_moot(s, wide(d.kind)) or next_asked(s) != NONE:
        return NONE
    if phase == COMMITMENT:
        return wide(d.target) if d.kind == TRAUMA and commitments_left(s, wide(d.target)) > 1 else NONE
    robos = d.kind == FORM_TRAUMA or d.kind == ENDURANCE
    return leader(s) if robos and cardset.popcount(wide(forms_robos(s))) > 1 else NONE


@kernel
def has_choice(s: ConflictState, out: Out) -> bool:
    """Return whether the present effect may concern several subjects, of which one is chosen."""
    d = s.pending
    i, aim = wide(d.depth) - 1, top_aim(s, out)
    if i < 0 or aim == book.EACH or aim == book.TEAM:
        return False
    return cardset.popcount(wide(subjects(s, top_kind(s, out), aim, wide(d.by[i]), wide(d.source[i])))) > 1


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


RECOVERS = (RECOVER, DISCARD_ONE)
"""Phases in which the present effect has a target, who decides."""
