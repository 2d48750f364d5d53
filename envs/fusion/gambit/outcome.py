"""The outcome: what the cards gave, its consequences, and the clearing of the table (GA-12 to GA-30)."""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, Out, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES as CONSEQUENCE_NAMES
from throwdown.envs.fusion.gambit.actions import NARRATIVE, STRIFE, WAVE
from throwdown.envs.fusion.gambit.state import (
    CALLED_OFF,
    CONSEQUENCES,
    E_CALLED_OFF,
    E_CONSEQUENCE,
    E_ENDED,
    E_OUTCOME,
    E_REPEATED,
    END,
    NEWER,
    NO_AND,
    NO_BUT,
    PLAYED,
    YES_AND,
    YES_BUT,
    State,
)
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.agenda import fire
from throwdown.envs.fusion.world.conflict import OVER, ConflictState
from throwdown.envs.fusion.world.damage import commitments_left
from throwdown.envs.fusion.world.deal import chargeup, draw, hand_max, hand_size, to_trash
from throwdown.envs.fusion.world.stakes import weigh_changes
from throwdown.envs.fusion.world.state import CARD_DISCARDED, COACH, DAMAGED, LESSON_RECORDED
from throwdown.envs.fusion.world.subjects import subjects
from throwdown.envs.fusion.world.triggers import schism
from throwdown.envs.fusion.world.usage import threats_with

EFFECTS = np.array(
    [
        (book.NO_KIND, book.IMPLIED),
        (book.CHARGEUP, book.SELF),
        (book.FAVOR, book.IMPLIED),
        (book.FORTIFY, book.SELF),
        (book.REBUILD, book.IMPLIED),
        (book.RECOVER, book.SELF),
        (book.REPLENISH, book.IMPLIED),
        (book.WAVE, book.IMPLIED),
        (book.DISFAVOR, book.IMPLIED),
        (book.PURGE, book.OPPONENT),
        (book.STRIFE, book.SELF),
    ],
    np.int64,
)
"""[consequence]: kind and target of its effect; Pilots fire those before the Wave, Coach the others."""


@kernel
def is_attained(outcome: int) -> bool:
    """Return whether the Pilot reaches her goal (GA-17, GA-20)."""
    return outcome == YES_AND or outcome == YES_BUT


@kernel
def is_positive(outcome: int) -> bool:
    """Return whether an outcome's consequences are positive (GA-17, GA-21, GA-28)."""
    return outcome == YES_AND or outcome == NO_BUT


@kernel
def reach(s: State, outcome: int, out: Out) -> None:
    """Fix the outcome: Coach owes one consequence, two if the Specialty is involved (GA-27, GA-30)."""
    p = wide(s.acting)
    s.outcome = outcome
    s.left = 2 if s.specialty == 1 else 1
    s.last = NONE
    emit(out, E_OUTCOME, p, NONE, outcome, EVERYONE, 0)
    if outcome == NO_AND:
        chargeup(s, p, 1, out)  # at once, before the consequence (GA-25, C-42)
        if s.specialty == 1:
            s.world.lessons[p] += 1
            emit(out, LESSON_RECORDED, p, NONE, 1, EVERYONE, 0)
    s.step = CONSEQUENCES


@kernel
def can_strife(s: ConflictState) -> bool:
    """Return whether +Strife would change anything (ME-61, ME-63, C-24)."""
    if s.world.harmony > 1:
        return True
    if s.cfg.clip_schism == 1:
        return False
    for p in range(1, s.cfg.pilots + 1):
        if commitments_left(s, p) > 0:
            return True
    return False


@kernel
def changes(s: ConflictState, kind: int, aim: int, by: int, out: Out) -> bool:
    """Return whether an effect would change anything, which is public; no effect at all may always be chosen."""
    if kind == book.NO_KIND:
        return True
    if kind == book.STRIFE:
        return can_strife(s)
    if kind == book.WAVE:
        return threats_with(s, 0, book.MAX_WAVES, out) != 0
    if kind == book.REBUILD:
        return s.world.location == DAMAGED
    return subjects(s, kind, aim, by, NONE) != 0


@kernel
def would_change(s: State, kind: int, out: Out) -> bool:
    """Return whether a consequence would change anything."""
    by = wide(s.acting) if kind < WAVE else COACH
    return changes(s, wide(EFFECTS[kind, 0]), wide(EFFECTS[kind, 1]), by, out)


@kernel
def legal_consequences(s: State, out: Out) -> int:
    """Return what Coach may choose, as a word: narrative, and the triggers that would change something."""
    word = 0
    first, last = (NARRATIVE, WAVE) if is_positive(s.outcome) else (WAVE, len(CONSEQUENCE_NAMES))
    for kind in range(first, last):
        if would_change(s, kind, out):
            word |= 1 << kind
    return word | 1 << NARRATIVE


@kernel
def choose_consequence(s: State, kind: int, out: Out) -> None:
    """Carry out a consequence; what it leaves to choose is asked next (GA-18, GA-23, C-39)."""
    p = wide(s.acting)
    emit(out, E_CONSEQUENCE, p, NONE, kind, EVERYONE, 0)
    if kind == s.last:
        emit(out, E_REPEATED, p, NONE, kind, EVERYONE, 0)  # a warning only (C-43)
    s.left -= 1
    s.last = kind
    if kind == STRIFE:
        schism(s, p, 1)
    elif kind != NARRATIVE:
        fire(s, wide(EFFECTS[kind, 0]), wide(EFFECTS[kind, 1]), 1, p if kind < WAVE else COACH)


@kernel
def measure(s: State) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands."""
    s.stakes = (0.5 if is_attained(s.outcome) else -0.5) + weigh_changes(s)


@kernel
def close(s: State, out: Out) -> None:
    """All consequences are done: count them, then clear the table."""
    s.result = PLAYED
    measure(s)
    clear_table(s, out)


@kernel
def call_off(s: State, out: Out) -> None:
    """There is no card to lay or to turn: the Gambit comes to nothing."""
    s.result = CALLED_OFF
    emit(out, E_CALLED_OFF, s.acting, NONE, 0, EVERYONE, 0)
    clear_table(s, out)


@kernel
def trash_card(s: State, seat: int, c: int, out: Out) -> None:
    """Lay a card of the table on the Trash for all to see, if there is one."""
    if c != NONE:
        to_trash(s, seat, c)
        emit(out, CARD_DISCARDED, seat, c, 1, EVERYONE, 0)


@kernel
def clear_table(s: State, out: Out) -> None:
    """Discard both cards, then let everybody draw up to Max (GA-15, GA-16, C-41)."""
    trash_card(s, wide(s.acting), wide(s.played), out)
    trash_card(s, COACH, wide(s.threshold), out)
    trash_card(s, COACH, wide(s.sealed[COACH]), out)
    trash_card(s, COACH, wide(s.blind), out)
    s.played = NONE
    s.threshold = NONE
    s.sealed[COACH] = NONE
    s.blind = NONE
    if s.cfg.final_step == 1:
        for k in range(s.cfg.pilots + 1):
            p = refill_seat(s, k)
            if p != COACH or s.cfg.edition == NEWER:
                draw(s, p, hand_max(s, p) - hand_size(s, p), out)
    end(s, out)


@kernel
def refill_seat(s: State, k: int) -> int:
    """Return who draws k-th: the acting Pilot, the others in seat order, Coach (C-149)."""
    p = wide(s.acting)
    if k == 0:
        return p
    if k == s.cfg.pilots:
        return COACH
    return k if k < p else k + 1


@kernel
def end(s: State, out: Out) -> None:
    """End the Gambit."""
    emit(out, E_ENDED, s.acting, NONE, s.result, EVERYONE, 0)
    s.step = END
    s.phase = OVER
    s.seat = s.acting
    s.over = True
