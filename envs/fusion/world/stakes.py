"""What a conflict changed hands, and what that is worth: the part of the stakes that every FUSION game shares.

``start`` (int16, shape (5,)) is the stock before the conflict, or before the session.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.kit import Ints, kernel
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import MAX_HARMONY


@kernel
def stock(s: ConflictState, i: int) -> int:
    """Return Harmony, Commitments, Charges, Buffers or Ratings, each as the Pilots would have it higher."""
    w = s.world
    n = 0
    if i == 0:
        return w.harmony
    for p in range(1, s.cfg.pilots + 1):
        if i == 1:
            for k in range(4):
                n += w.commitment[p, k]
        elif i == 2:
            n += w.charges[p]
        elif i == 3:
            n += w.buffers[p]
    for t in range(s.cfg.threats):
        if i == 3:
            n -= w.threat_buffers[t]
        elif i == 4:
            n -= w.rating[t]
    return n


@kernel
def span(s: ConflictState, i: int) -> int:
    """Return the greatest change that entry ``i`` of the stock can undergo."""
    n = 0
    if i == 0:
        n = MAX_HARMONY - 1
    elif i == 4:
        for t in range(s.cfg.threats):
            n += s.cfg.rating_max[t]
    else:
        for p in range(1, s.cfg.pilots + 1):
            if i == 1:
                for k in range(4):
                    n += s.cfg.commitment_max[p, k]
            else:
                n += s.cfg.charge_max[p] if i == 2 else s.cfg.buffer_max[p]
        if i == 3:
            for t in range(s.cfg.threats):
                n += s.cfg.threat_buffer_max[t]
    return n


@kernel
def take_stock(s: ConflictState, start: Ints) -> None:
    """Remember the stock before a conflict, or a session."""
    for i in range(5):
        start[i] = stock(s, i)


@kernel
def weigh_changes(s: ConflictState, start: Ints) -> float:
    """Return the weighted changes since `take_stock`, as the Pilots value them, in [-1/2, 1/2]."""
    total = 0.0
    for i in range(5):
        if span(s, i) > 0:
            total += np.float64(s.cfg.weights[i]) * (stock(s, i) - start[i]) / span(s, i)
    return total
