"""What searching agents share: they are handed possible worlds and answer with a distribution."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.worlds import Worlds

Floats = NDArray[np.float64]


class SearchAgent(Agent):
    """Plays what a search finds in worlds that the seat to move thinks possible."""

    searches = True

    @abstractmethod
    def distributions(self, worlds: Worlds, rng: np.random.Generator) -> Floats:
        """Return the distribution that it plays in each world: float64, shape (n, actions); legal actions only.

        Args:
            worlds: see `worlds.imagine`.
            rng: the only source of randomness.
        """

    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NoReturn:
        """Refuse: an observation cannot be played on."""
        raise InvalidConfig(
            f"{self.name} must be handed the game; it plays in matches and at the table only."
        )

    def act_from(self, worlds: Worlds, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal action per world."""
        sums = np.cumsum(self.distributions(worlds, rng), axis=1)
        draws = rng.random(len(worlds)) * sums[:, -1]
        return np.asarray((sums > draws[:, None]).argmax(axis=1), np.int64)


def each_row(search: Callable[[int], None], n: int, threads: int) -> None:
    """Search in every row, on several threads if wanted; rows must not share anything."""
    if threads == 1 or n == 1:
        for row in range(n):
            search(row)
        return
    with ThreadPoolExecutor(threads) as pool:
        for _ in pool.map(search, range(n)):
            pass
