"""What can be read off observations by the names of their fields; a game that lacks a field lacks the figure."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core.game import Setup
from throwdown.evaluation.statistics import Floats

STEPS = {"stage": "stage", "number": "scene"}
"""Fields that say how far a game has come, and what that is called."""
_FACTORIALS = np.concatenate([[0.0], np.log2(np.arange(1, 1025)).cumsum()])


def _places(setup: Setup) -> dict[str, tuple[int, int]]:
    """Return offset and size of every field by its full name."""
    return {name: (at, field.size) for at, name, field in setup.game.fields.rows(setup.counts)}


@dataclass(frozen=True)
class Steps:
    """How far a game has come: its stage, or its scene.

    Attributes:
        name: what is counted.
        at: where it lies in an observation.
        size: 1 for a number, more for one-hot.
    """

    name: str
    at: int
    size: int

    def read(self, observations: NDArray[np.int8], rows: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the number in the given rows, 0 before the first: int64, shape (len(rows),)."""
        part = observations[rows, self.at : self.at + self.size].astype(np.int64)
        return part[:, 0] if self.size == 1 else part @ np.arange(1, self.size + 1)


def steps_of(setup: Setup) -> Steps | None:
    """Return how the game tells how far it has come, None if it does not."""
    places = _places(setup)
    found = [Steps(word, *places[name]) for name, word in STEPS.items() if name in places]
    return found[0] if found else None


@dataclass(frozen=True, eq=False)
class Hidden:
    """How much the seat to move does not know about the hands of others.

    Attributes:
        columns: int64, shape (c,); the columns that matter.
        viewer: float32, shape (seats, c); 1 at the column that says that a seat looks.
        hands: float32, shape (seats, c); what a column adds to the hidden cards of a seat: 1 counts cards that it
            holds, -1 cards that the viewer knows to be there.
        rest: float32, shape (c,); 1 where cards in decks and the Threats' stacks are counted.
    """

    columns: NDArray[np.int64]
    viewer: NDArray[np.float32]
    hands: NDArray[np.float32]
    rest: NDArray[np.float32]

    def bits(self, observations: NDArray[np.int8], rows: NDArray[np.int64]) -> Floats:
        """Return the base-2 logarithm of the number of hands that others may hold: float64, shape (len(rows),).

        With h cards in hidden hands and u cards whose place the viewer does not know, in those hands, the decks and the
        Threats' stacks, that is log2 of u choose h: cards count as distinct, and what others' play tells is left out.
        """
        found = observations[rows[:, None], self.columns].astype(np.float32)
        is_other = 1 - found @ self.viewer.T
        hidden = (np.maximum(found @ self.hands.T, 0) * is_other).sum(axis=1).astype(np.int64)
        unseen = hidden + (found @ self.rest).astype(np.int64)
        return np.asarray(
            _FACTORIALS[unseen] - _FACTORIALS[hidden] - _FACTORIALS[unseen - hidden], np.float64
        )


def hidden_of(setup: Setup) -> Hidden | None:
    """Return how to measure what is hidden in a game, None if its observations do not tell."""
    places, slot = _places(setup), (*setup.game.fields.things, "")[0]
    if not {"viewer", "deck", "stack", "coach_hand", f"{slot}_0.hand_size"} <= places.keys():
        return None
    seats = len(setup.seats)
    weights = np.zeros((2 * seats + 1, setup.width), np.float32)
    viewer, hands, rest = weights[:seats], weights[seats:-1], weights[-1]
    for seat in range(seats):
        viewer[seat, places["viewer"][0] + seat] = 1
        own = ("coach_hand", "coach_sealed") if seat == 0 else _held(f"{slot}_{seat - 1}")
        for name, weight in (*((name, 1) for name in own), (f"{slot}_{seat - 1}.known", -1)):
            at, size = places.get(name, (0, 0))
            hands[seat, at : at + size] = weight
    for name in ("deck", "stack"):
        rest[places[name][0] : sum(places[name])] = 1
    columns = np.flatnonzero(weights.any(axis=0))
    return Hidden(columns, viewer[:, columns], hands[:, columns], rest[columns])


def _held(pilot: str) -> tuple[str, str]:
    return f"{pilot}.hand_size", f"{pilot}.has_sealed"
