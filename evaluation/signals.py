"""Figures read from observations, in the fields that a game names for them; without a field there is no figure."""

from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.kit import Bytes, Floats, Ints, Setup, Singles
from throwdown.envs.core.signals import Signals

_FACTORIALS = np.concatenate([[0.0], np.log2(np.arange(1, 1025)).cumsum()])


def signals_of(setup: Setup) -> Signals:
    """Return the fields that a game names for measuring; empty if it names none."""
    return Signals() if setup.game.signals is None else setup.game.signals(setup)


def _places(setup: Setup) -> dict[str, tuple[int, int]]:
    """Return offset and size of every field by its full name."""
    return {name: (at, field.size) for at, name, field in setup.game.fields.rows(setup.counts)}


@dataclass(frozen=True)
class Steps:
    """The progress of a game, such as its stage or its scene.

    Attributes:
        name: the unit of progress.
        at: its offset in an observation.
        size: 1 for a number, more for one-hot.
    """

    name: str
    at: int
    size: int

    def read(self, observations: Bytes, rows: Ints) -> Ints:
        """Return the number in the given rows, 0 before the first: int64, shape (len(rows),)."""
        part = observations[rows, self.at : self.at + self.size].astype(np.int64)
        return part[:, 0] if self.size == 1 else part @ np.arange(1, self.size + 1)


def steps_of(setup: Setup) -> Steps | None:
    """Return the field with the game's progress, None if there is none."""
    step = signals_of(setup).step
    return None if step is None else Steps(step[1], *_places(setup)[step[0]])


def ends_of(setup: Setup) -> Steps | None:
    """Return the field with the kind of ending, None if there is none."""
    ends = signals_of(setup).ends
    return None if ends is None else Steps("end", *_places(setup)[ends[0]])


@dataclass(frozen=True, eq=False)
class Hidden:
    """The seat to move's uncertainty about other hands.

    Attributes:
        columns: int64, shape (c,); the relevant columns.
        viewer: float32, shape (seats, c); 1 at the column that marks a seat as the viewer.
        hands: float32, shape (seats, c); a column's weight in the number of a seat's hidden cards: 1 for the cards
            that it holds, -1 for those known to the viewer.
        rest: float32, shape (c,); 1 at columns that count cards out of everybody's sight.
    """

    columns: Ints
    viewer: Singles
    hands: Singles
    rest: Singles

    def bits(self, observations: Bytes, rows: Ints) -> Floats:
        """Return the base-2 logarithm of the number of hands that others may hold: float64, shape (len(rows),).

        With h cards in hidden hands and u cards whose place the viewer does not know (in those hands or out of
        everybody's sight), it is log2 of u choose h: cards are distinct, and evidence from play is ignored.
        """
        found = observations[rows[:, None], self.columns].astype(np.float32)
        is_other = 1 - found @ self.viewer.T
        hidden = (np.maximum(found @ self.hands.T, 0) * is_other).sum(axis=1).astype(np.int64)
        unseen = hidden + (found @ self.rest).astype(np.int64)
        return np.asarray(
            _FACTORIALS[unseen] - _FACTORIALS[hidden] - _FACTORIALS[unseen - hidden], np.float64
        )


def held_of(setup: Setup) -> Singles | None:
    """Return the weights of an observation's numbers in the count of a seat's own cards: float32, shape (seats, width).

    None if the game does not name them.
    """
    told, places = signals_of(setup).hands, _places(setup)
    weights = np.zeros((len(setup.seats), setup.width), np.float32)
    for seat, hand in enumerate(told):
        for at, size in (places[name] for name in hand.held):
            weights[seat, at : at + size] = 1
    return weights if told else None


def hidden_of(setup: Setup) -> Hidden | None:
    """Return the measure of hidden cards for a game, None if its observations do not give it."""
    told = signals_of(setup)
    if not told.hands:
        return None
    places, seats = _places(setup), len(setup.seats)
    weights = np.zeros((2 * seats + 1, setup.width), np.float32)
    viewer, hands, rest = weights[:seats], weights[seats:-1], weights[-1]
    hands[:] = held_of(setup)
    for seat, hand in enumerate(told.hands):
        viewer[seat, places[told.viewer][0] + seat] = 1
        for at, size in (places[name] for name in hand.known):
            hands[seat, at : at + size] = -1
    for at, size in (places[name] for name in told.unseen):
        rest[at : at + size] = 1
    columns = np.flatnonzero(weights.any(axis=0))
    return Hidden(columns, viewer[:, columns], hands[:, columns], rest[columns])
