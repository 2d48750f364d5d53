"""The +Trigger microevents, one kernel each, and the settling of damage.

Damage lands point by point: each may be prevented by a Buffer, which is somebody's decision, so points wait in the
record's ``damage`` until `settle` has worked them off (C-24 to C-27, C-36, C-146).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import EVERYONE, emit
from throwdown.envs.core.jit import fill, kernel, wide
from throwdown.envs.fusion.world import (
    BUFFER_KEPT,
    BUFFER_SPENT,
    CHARGES_PURGED,
    COACH,
    COMMITMENT_LOWERED,
    COMMITMENT_RECOVERED,
    FORTIFIED,
    HARMONY_LOST,
    HARMONY_RAISED,
    MAX_HARMONY,
    MAX_THREATS,
    RATING_LOWERED,
    RATING_RECOVERED,
    SEATS,
    chargeup,
)

DAMAGE = np.dtype(
    [
        ("trauma", np.int16, (SEATS,)),  # points waiting, per Pilot
        ("purge", np.int16, (SEATS,)),  # 1 = a Purge waits
        ("threat_trauma", np.int16, (MAX_THREATS,)),
        ("waiting", np.int16),  # points waiting, of every kind
        ("schism", np.int16),  # those of Schism
        ("schism_by", np.int16),  # the Pilot who caused it; NONE = the whole team is the target
        ("asked", np.int16),  # seats up to this one have declined to spend a Buffer on the present point
        ("kind", np.int16),  # what the present point is, see below
        ("target", np.int16),  # the Pilot or Threat it hits
    ],
    align=True,
)
NO_DAMAGE, TRAUMA, PURGE, THREAT_TRAUMA, SCHISM = range(5)

BUFFER, COMMITMENT = 1, 2
"""Phases that every FUSION game shares: spend a Buffer or not; choose the Commitment to lower."""


@kernel
def clear_damage(s: Any) -> None:
    """Start without damage waiting."""
    d = s.damage
    fill(d.trauma, 0)
    fill(d.purge, 0)
    fill(d.threat_trauma, 0)
    d.waiting = 0
    d.schism = 0
    d.schism_by = NONE
    d.asked = 0
    d.kind = NO_DAMAGE
    d.target = NONE


@kernel
def chargeup_each(s: Any, n: int, out: Any) -> None:
    """+Chargeup:Team."""
    for p in range(1, s.cfg.pilots + 1):
        chargeup(s, p, n, out)


@kernel
def fortify(s: Any, p: int, n: int, out: Any) -> None:
    """+Fortify: spent Buffers return, up to the maximum (ME-23)."""
    gain = min(n, wide(s.cfg.buffer_max[p]) - wide(s.world.buffers[p]))
    if gain > 0:
        s.world.buffers[p] += gain
        emit(out, FORTIFIED, p, NONE, gain, EVERYONE, 0)


@kernel
def fortify_each(s: Any, n: int, out: Any) -> None:
    """+Fortify:Team."""
    for p in range(1, s.cfg.pilots + 1):
        fortify(s, p, n, out)


@kernel
def rally(s: Any, out: Any) -> None:
    """+Rally: Harmony rises by one; at Violet the team charges up instead (ME-25, ME-26)."""
    if s.world.harmony < MAX_HARMONY:
        s.world.harmony += 1
        emit(out, HARMONY_RAISED, NONE, NONE, 1, EVERYONE, 0)
    else:
        chargeup_each(s, 1, out)


@kernel
def recover(s: Any, p: int, k: int, n: int, out: Any) -> None:
    """+Recover on a Pilot: a lowered Commitment rises, up to its maximum (ME-31)."""
    gain = min(n, wide(s.cfg.commitment_max[p, k]) - wide(s.world.commitment[p, k]))
    if gain > 0:
        s.world.commitment[p, k] += gain
        emit(out, COMMITMENT_RECOVERED, p, k, gain, EVERYONE, 0)


@kernel
def recover_threat(s: Any, t: int, n: int, out: Any) -> None:
    """+Recover on a Threat that is still in play."""
    gain = min(n, wide(s.cfg.rating_max[t]) - wide(s.world.rating[t]))
    if gain > 0 and s.world.rating[t] > 0:
        s.world.rating[t] += gain
        emit(out, RATING_RECOVERED, t, NONE, gain, EVERYONE, 0)


@kernel
def schism(s: Any, by: int, x: int) -> None:
    """+Schism(x), caused by a Pilot, or NONE where the team is the target (ME-73, C-24)."""
    s.damage.schism += x
    s.damage.schism_by = by
    s.damage.waiting += x


@kernel
def trauma(s: Any, p: int) -> None:
    """+Trauma:Pilot, one point (ME-66)."""
    s.damage.trauma[p] += 1
    s.damage.waiting += 1


@kernel
def threat_trauma(s: Any, t: int) -> None:
    """+Trauma:Threat, one point (ME-69)."""
    s.damage.threat_trauma[t] += 1
    s.damage.waiting += 1


@kernel
def purge(s: Any, p: int) -> None:
    """+Purge (ME-54)."""
    s.damage.purge[p] = 1
    s.damage.waiting += 1


@kernel
def commitments_left(s: Any, p: int) -> int:
    """Return how many of a Pilot's Commitments are above 0."""
    n = 0
    for k in range(4):
        n += 1 if s.world.commitment[p, k] > 0 else 0
    return n


@kernel
def lowered_commitments(s: Any, p: int) -> int:
    """Return a Pilot's lowered Commitments as a word."""
    word = 0
    for k in range(4):
        word |= (1 if s.world.commitment[p, k] < s.cfg.commitment_max[p, k] else 0) << k
    return word


@kernel
def lower_commitment(s: Any, p: int, k: int, out: Any) -> None:
    """Take one point of +Trauma on Commitment ``k`` (ME-66)."""
    s.world.commitment[p, k] -= 1
    emit(out, COMMITMENT_LOWERED, p, k, 1, EVERYONE, 0)


@kernel
def next_point(s: Any) -> int:
    """Choose the point to settle next: the consequences of one come before the next of its cause."""
    d = s.damage
    for p in range(1, s.cfg.pilots + 1):
        if d.trauma[p] > 0:
            d.target = p
            return TRAUMA
    for t in range(s.cfg.threats):
        if d.threat_trauma[t] > 0:
            d.target = t
            return THREAT_TRAUMA
    for p in range(1, s.cfg.pilots + 1):
        if d.purge[p] > 0:
            d.target = p
            return PURGE
    return SCHISM


@kernel
def is_moot(s: Any, kind: int) -> bool:
    """Return whether a point can change nothing (C-27)."""
    d, w = s.damage, s.world
    if kind == TRAUMA:
        return commitments_left(s, d.target) == 0
    if kind == THREAT_TRAUMA:
        return w.rating[d.target] == 0
    if kind == PURGE:
        return w.charges[d.target] == 0
    return s.cfg.clip_schism == 1 and w.harmony == 1


@kernel
def drop_point(s: Any) -> None:
    """Take the present point off those that wait."""
    d = s.damage
    d.waiting -= 1
    if d.kind == TRAUMA:
        d.trauma[d.target] -= 1
    elif d.kind == THREAT_TRAUMA:
        d.threat_trauma[d.target] -= 1
    elif d.kind == PURGE:
        d.purge[d.target] = 0
    elif d.kind == SCHISM:
        d.schism -= 1
    d.kind = NO_DAMAGE
    d.asked = 0


@kernel
def next_asked(s: Any) -> int:
    """Return the next seat that may spend a Buffer on the present point, or NONE (ME-55, ME-64, ME-71, C-26)."""
    d, w = s.damage, s.world
    if d.kind == THREAT_TRAUMA:
        return COACH if d.asked == 0 and w.threat_buffers[d.target] > 0 else NONE
    for p in range(max(1, d.asked + 1), s.cfg.pilots + 1):
        mine = (d.schism_by == NONE or d.schism_by == p) if d.kind == SCHISM else d.target == p
        if mine and w.buffers[p] > 0:
            return p
    return NONE


@kernel
def land(s: Any, out: Any) -> bool:
    """Let the present point land; return whether the Pilot must choose a Commitment first."""
    d, w = s.damage, s.world
    if d.kind == TRAUMA:
        p = wide(d.target)
        if commitments_left(s, p) > 1:
            s.phase = COMMITMENT
            s.seat = p
            return True
        for k in range(4):
            if w.commitment[p, k] > 0:
                lower_commitment(s, p, k, out)
                break
    elif d.kind == THREAT_TRAUMA:
        w.rating[d.target] -= 1
        emit(out, RATING_LOWERED, d.target, NONE, 1, EVERYONE, 0)
    elif d.kind == PURGE:
        emit(out, CHARGES_PURGED, d.target, NONE, w.charges[d.target], EVERYONE, 0)
        w.charges[d.target] = 0
    elif w.harmony > 1:
        w.harmony -= 1
        emit(out, HARMONY_LOST, d.schism_by, NONE, 1, EVERYONE, 0)
    else:
        for p in range(1, s.cfg.pilots + 1):
            trauma(s, p)
    drop_point(s)
    return False


@kernel
def settle(s: Any, out: Any) -> bool:
    """Work off waiting damage; return True where somebody must decide first (phase and seat are set)."""
    d = s.damage
    while d.waiting > 0:
        if d.kind == NO_DAMAGE:
            d.kind = next_point(s)
            d.asked = 0
        if is_moot(s, d.kind):
            drop_point(s)
            continue
        p = next_asked(s)
        if p != NONE:
            s.phase = BUFFER
            s.seat = p
            return True
        if land(s, out):
            return True
    return False


@kernel
def decide_buffer(s: Any, spend: bool, out: Any) -> None:
    """Carry out the decision of phase `BUFFER`."""
    d, w = s.damage, s.world
    if not spend:
        d.asked = s.seat if d.kind != THREAT_TRAUMA else 1
        emit(out, BUFFER_KEPT, s.seat, NONE, 1, EVERYONE, 0)
        return
    if d.kind == THREAT_TRAUMA:
        w.threat_buffers[d.target] -= 1
        emit(out, BUFFER_SPENT, COACH, NONE, 1, EVERYONE, 0)
    else:
        w.buffers[s.seat] -= 1
        emit(out, BUFFER_SPENT, s.seat, NONE, 1, EVERYONE, 0)
    drop_point(s)


@kernel
def decide_commitment(s: Any, k: int, out: Any) -> None:
    """Carry out the decision of phase `COMMITMENT`."""
    lower_commitment(s, s.seat, k, out)
    drop_point(s)
