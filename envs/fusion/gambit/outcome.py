"""The outcome: what the cards gave, its consequences, and the clearing of the table (GA-12 to GA-30)."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core import cardset
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.gambit.actions import (
    CHARGEUP,
    FORTIFY,
    NARRATIVE,
    PURGE,
    RECOVER,
    STRIFE,
)
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
    OVER,
    PLAYED,
    RECOVER_PHASE,
    YES_AND,
    YES_BUT,
)
from throwdown.envs.fusion.stakes import weigh_changes
from throwdown.envs.fusion.triggers import (
    commitments_left,
    fortify,
    lowered_commitments,
    purge,
    recover,
    schism,
)
from throwdown.envs.fusion.world import (
    CARD_DISCARDED,
    COACH,
    LESSON_RECORDED,
    chargeup,
    draw,
    hand_size,
    to_trash,
)


@kernel
def is_attained(outcome: int) -> bool:
    """Return whether the Pilot reaches her goal (GA-17, GA-20)."""
    return outcome == YES_AND or outcome == YES_BUT


@kernel
def is_positive(outcome: int) -> bool:
    """Return whether an outcome's consequences are positive (GA-17, GA-21, GA-28)."""
    return outcome == YES_AND or outcome == NO_BUT


@kernel
def reach(s: Any, outcome: int, out: Any) -> None:
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
def can_strife(s: Any) -> bool:
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
def legal_consequences(s: Any) -> int:
    """Return what Coach may choose, as a word: narrative, and the triggers that would change something."""
    p, w, cfg = wide(s.acting), s.world, s.cfg
    word = 1 << NARRATIVE
    if is_positive(s.outcome):
        word |= (1 if w.charges[p] < cfg.charge_max[p] else 0) << CHARGEUP
        word |= (1 if w.buffers[p] < cfg.buffer_max[p] else 0) << FORTIFY
        word |= (1 if lowered_commitments(s, p) != 0 else 0) << RECOVER
    else:
        word |= (1 if w.charges[p] > 0 else 0) << PURGE
        word |= (1 if can_strife(s) else 0) << STRIFE
    return word


@kernel
def choose_consequence(s: Any, kind: int, out: Any) -> bool:
    """Carry out a consequence; return whether the Pilot must choose a Commitment first."""
    p = wide(s.acting)
    emit(out, E_CONSEQUENCE, p, NONE, kind, EVERYONE, 0)
    if kind == s.last:
        emit(out, E_REPEATED, p, NONE, kind, EVERYONE, 0)  # a warning only (C-43)
    s.left -= 1
    s.last = kind
    if kind == CHARGEUP:
        chargeup(s, p, 1, out)
    elif kind == FORTIFY:
        fortify(s, p, 1, out)
    elif kind == RECOVER:
        word = lowered_commitments(s, p)
        if cardset.popcount(word) > 1:
            s.phase = RECOVER_PHASE
            s.seat = p
            return True
        recover(s, p, cardset.lowest(word), 1, out)
    elif kind == PURGE:
        purge(s, p)
    elif kind == STRIFE:
        schism(s, p, 1)
    return False


@kernel
def measure(s: Any) -> None:
    """Work out the Pilots' stakes: half the win, half what changed hands."""
    s.stakes = (0.5 if is_attained(s.outcome) else -0.5) + weigh_changes(s)


@kernel
def close(s: Any, out: Any) -> None:
    """All consequences are done: count them, then clear the table."""
    s.result = PLAYED
    measure(s)
    clear_table(s, out)


@kernel
def call_off(s: Any, out: Any) -> None:
    """There is no card to lay or to turn: the Gambit comes to nothing."""
    s.result = CALLED_OFF
    emit(out, E_CALLED_OFF, s.acting, NONE, 0, EVERYONE, 0)
    clear_table(s, out)


@kernel
def trash_card(s: Any, seat: int, c: int, out: Any) -> None:
    """Lay a card of the table on the Trash for all to see, if there is one."""
    if c != NONE:
        to_trash(s, seat, c)
        emit(out, CARD_DISCARDED, seat, c, 1, EVERYONE, 0)


@kernel
def clear_table(s: Any, out: Any) -> None:
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
                draw(s, p, wide(s.cfg.hand_max[p]) - hand_size(s, p), out)
    end(s, out)


@kernel
def refill_seat(s: Any, k: int) -> int:
    """Return who draws k-th: the acting Pilot, the others in seat order, Coach (C-149)."""
    p = wide(s.acting)
    if k == 0:
        return p
    if k == s.cfg.pilots:
        return COACH
    return k if k < p else k + 1


@kernel
def end(s: Any, out: Any) -> None:
    """End the Gambit."""
    emit(out, E_ENDED, s.acting, NONE, s.result, EVERYONE, 0)
    s.step = END
    s.phase = OVER
    s.seat = s.acting
    s.over = True
