"""Perfect recall: all that a seat has seen and done, folded into one running key.

Two histories that a seat can tell apart get different keys (up to a collision of 63-bit hashes); those that it cannot
get the same. Solvers and search keep keys; plain batches do not pay for them.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.rng import mix

START = 0x5EED


def fold(key: int, *numbers: int) -> int:
    """Return the key after seeing ``numbers``."""
    for number in numbers:
        key = mix(key, number & 0xFFFFFFFF)
    return key


def fold_events(key: int, rows: np.ndarray, viewer: int | None) -> int:
    """Return the key of ``viewer`` (None: all-seeing) after the events in ``rows`` (int16, shape (n, 6))."""
    for kind, seat, card, amount, seen, stage in rows.tolist():
        is_seen = viewer is None or (seen >> viewer) & 1
        key = fold(key, kind, seat, card if is_seen else NONE, amount, stage)
    return key
