"""What a searcher may simulate: copies of games in which all that one seat cannot know is dealt anew.

The real games stay outside: a searcher is handed `Worlds`, whose hidden cards, whose order of the deck and whose stream
of chance come from its own random numbers. What it does with the copies, redealing them further included, can therefore
depend on nothing but what the seat knows.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core.batch import redeal_games
from throwdown.envs.core.game import Setup
from throwdown.envs.core.records import as_records

Ints = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Worlds:
    """One possible world for the seat to move in each of n games.

    Attributes:
        setup: what is played.
        states: records of the game's state, shape (n,); copies.
        seats: int64, shape (n,); the seat to move, which knows nothing of its game but what a redeal keeps.
    """

    setup: Setup
    states: np.ndarray
    seats: Ints

    def __len__(self) -> int:
        return len(self.states)


def imagine(setup: Setup, states: np.ndarray, rows: Ints, rng: np.random.Generator) -> Worlds:
    """Return a possible world for the seat to move in each of some games, uniform over consistent deals.

    Args:
        setup: what is played.
        states: the real games, shape (m,); none of the given rows is over.
        rows: int64, shape (n,); which of them.
        rng: decides what is hidden.
    """
    copies = states[rows]
    seats = np.asarray(as_records(copies).seat, np.int64)
    redeal_games(copies, seats, rng.integers(0, 1 << 62, len(rows)), setup.make_out())
    return Worlds(setup, copies, seats)
