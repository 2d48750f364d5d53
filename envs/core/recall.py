"""Perfect recall: everything that a seat has seen and done, folded into one running key.

Histories that a seat can tell apart get different keys (up to collisions of 63-bit hashes); others get equal keys.
Solvers and search keep keys; plain batches do not pay for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core import calls as rules
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import entry, kernel
from throwdown.envs.core.rng import mix
from throwdown.envs.core.state import GameState

if TYPE_CHECKING:
    from throwdown.envs.core.game import Setup

START = 0x5EED


def fold(key: int, *numbers: int) -> int:
    """Return the key after seeing ``numbers``."""
    for number in numbers:
        key = mix(key, number & 0xFFFFFFFF)
    return key


def fold_events(key: int, rows: np.ndarray, viewer: int | None) -> int:
    """Return the key of ``viewer`` (None: omniscient) after the events in ``rows`` (int16, shape (n, 6))."""
    for kind, seat, card, amount, number, seen in rows.tolist():
        is_seen = viewer is None or (seen >> viewer) & 1
        key = fold(key, kind, seat, card if is_seen else NONE, amount, number)
    return key


PRIME = np.int64(0x100000001B3)


@kernel
def fold_view(key: int, s: GameState, viewer: int, width: int, out: Out) -> int:
    """Return a viewer's key after another observation."""
    rules.observe(s, viewer, out.row[:width], out)
    row = out.row.view(np.int64)  # beyond the width it stays 0
    a, b = np.int64(key), np.int64(0)
    for j in range((width + 7) // 8):
        a = (a ^ row[j]) * PRIME
        b += a >> 29
    return mix(int(a), int(b))


@kernel
def see_all(s: GameState, keys: Any, sides: Any, width: int, out: Out) -> None:
    """Fold every seat's observation into its side's key."""
    for seat in range(sides.shape[0]):
        keys[sides[seat]] = fold_view(keys[sides[seat]], s, seat, width, out)


@kernel
def set_key(keys: Any, side: int, seat: int) -> int:
    """Return the name of the deciding seat's information set."""
    return mix(keys[side], seat) | 1


@entry
def follow(states: Any, movers: Any, actions: Any, sides: Any, width: int, keys: Any, outs: Any) -> None:
    """Fold a move (-1: the deal, -2: none) of every game, and all observations after it."""
    for i in range(states.shape[0]):
        if movers[i] == -1:
            for side in range(keys.shape[1]):
                keys[i, side] = side + 1
        elif movers[i] >= 0:
            side = sides[movers[i]]
            keys[i, side] = mix(keys[i, side], actions[i])
        if movers[i] != -2:
            see_all(states[i], keys[i], sides, width, outs[0])


class Memory:
    """The observations and actions of every side in each of N games, accessible only as keys."""

    def __init__(self, setup: Setup, states: np.ndarray) -> None:
        """Start with newly dealt games."""
        self._setup, self._states, self._outs = setup, states, setup.make_out()
        teams = list(setup.teams)
        self.sides = np.array([teams.index(side) for side in setup.sides])
        self.keys = np.zeros((len(states), len(teams)), np.int64)
        self.follow(np.full(len(states), -1), np.full(len(states), -1))

    def follow(self, movers: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Record a move per game by the seats ``movers``; -2 for none."""
        follow(self._states, movers, actions, self.sides, self._setup.width, self.keys, self._outs)

    def sets(self, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> list[int]:
        """Return the names of the deciding seats' information sets in some games."""
        return [
            mix(int(self.keys[i, self.sides[seat]]), int(seat)) | 1
            for i, seat in zip(rows.tolist(), seats.tolist(), strict=True)
        ]
