"""Possible worlds for searchers: copies of games with everything hidden from one seat dealt anew.

A searcher never gets the real games, only `Worlds`, whose hidden cards, order of the deck and random stream come from
its own random numbers. Its results, even after further redeals of the copies, therefore depend only on the seat's
information.
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
        setup: the games' setup.
        states: records of the game's state, shape (n,); copies.
        seats: int64, shape (n,); the seat to move, which knows only what a redeal keeps.
    """

    setup: Setup
    states: np.ndarray
    seats: Ints

    def __len__(self) -> int:
        return len(self.states)


def imagine(setup: Setup, states: np.ndarray, rows: Ints, rng: np.random.Generator) -> Worlds:
    """Return a possible world for the seat to move in each of some games, uniform over consistent deals.

    Args:
        setup: the games' setup.
        states: the real games, shape (m,); none of the given rows is over.
        rows: int64, shape (n,); indices of the games.
        rng: source of the hidden information.
    """
    copies = states[rows]
    seats = np.asarray(as_records(copies).seat, np.int64)
    redeal_games(copies, seats, rng.integers(0, 1 << 62, len(rows)), setup.make_out())
    return Worlds(setup, copies, seats)
