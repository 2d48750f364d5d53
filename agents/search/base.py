"""The base of searching agents, which map possible worlds to distributions over actions."""

from abc import abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Generic, TypeVar

import numpy as np

from throwdown.agents.base import Agent, draw
from throwdown.agents.search.budget import Budget
from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup, Worlds
from throwdown.envs.tables.view import View


class Room:
    """Memory for one search at a time: a few states, the first of which is the searched world."""

    def __init__(self, setup: Setup, states: int) -> None:
        self.setup, self.out, self.states = setup, setup.make_out(), setup.game.allocate(states)


R = TypeVar("R", bound=Room)
T = TypeVar("T")


class SearchAgent(Agent, Generic[R, T]):
    """Plays the result of a search in worlds that are possible to the seat to move.

    Args:
        budget: per decision. The same seed gives the same play if it is a number of simulations.
        threads: games searched concurrently; the result is the same.
    """

    needs = frozenset({"worlds"})

    def __init__(self, budget: Budget, threads: int = 1) -> None:
        if threads < 1:
            raise InvalidConfig(f"threads is {threads}; it must be 1 or more.")
        self.budget, self.threads = budget, threads
        self._rooms: list[R] = []

    @abstractmethod
    def make_room(self, setup: Setup) -> R:
        """Return memory for a search."""

    @abstractmethod
    def search_in(self, room: R, key: int) -> T:
        """Search for the seat to move in the world in ``room``, its first state; ``key`` is the seed."""

    @abstractmethod
    def plan(self, found: T) -> Floats:
        """Return the distribution to play after a search: float64, shape (actions,); legal actions only."""

    def search(self, setup: Setup, state: np.ndarray, key: int) -> T:
        """Search for the seat to move in one possible world.

        Args:
            setup: the game's setup.
            state: the world, shape (1,).
            key: the seed.
        """
        with self.room_for(setup, state) as room:
            return self.search_in(room, key)

    @contextmanager
    def room_for(self, setup: Setup, state: np.ndarray) -> Iterator[R]:
        """Lend memory for searching a world."""
        try:
            room = self._rooms.pop()
        except IndexError:  # the first search of a thread
            room = self.make_room(setup)
        if room.setup is not setup:
            room = self.make_room(setup)
        room.states[:] = state
        yield room
        self._rooms.append(room)

    def distributions(self, worlds: Worlds, rng: np.random.Generator) -> Floats:
        """Return the distribution to play in each world: float64, shape (n, actions); legal actions only.

        Args:
            worlds: see `worlds.imagine`.
            rng: the only source of randomness.
        """
        chances = np.zeros((len(worlds), worlds.setup.game.actions.n))
        keys = rng.integers(0, 1 << 62, len(worlds)).tolist()

        def look(row: int) -> None:
            chances[row] = self.plan(self.search(worlds.setup, worlds.states[row : row + 1], keys[row]))

        if self.threads == 1 or len(worlds) == 1:
            for row in range(len(worlds)):
                look(row)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                list(pool.map(look, range(len(worlds))))
        return chances

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a legal action per game, by a search in one possible world of each."""
        return draw(self.distributions(view.worlds(rng), rng), rng.random(len(view)))
