"""The contract of an agent: it acts on a batch of observations and masks, and on nothing else."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.worlds import Worlds


class Agent(ABC):
    """Someone who plays. It sees what its seat observes: there is no way to peek at hidden cards.

    Attributes:
        name: what tables and reports call it.
        roles: the roles it can play; none named: all.
    """

    name: str
    roles: tuple[str, ...] = ()
    remembers: bool = False
    """Whether it plays by `act_in`, from the names of information sets instead of observations."""
    searches: bool = False
    """Whether it plays by `act_from`, from possible worlds instead of observations."""

    def bind(self, setup: Setup) -> Agent:
        """Get ready for a setup and return self; raise `InvalidConfig` if it cannot be played."""
        return self

    def plays(self, role: str) -> bool:
        """Return whether it can play a role."""
        return not self.roles or role in self.roles

    @abstractmethod
    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return a legal action per row.

        Args:
            observations: shape (n, width); of the seats to move, which all have one of the agent's roles.
            masks: shape (n, actions); 1 = legal, at least one in every row.
            rng: the only source of randomness.
        """

    def act_in(self, sets: list[int], rng: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal action per information set (`recall.Memory.sets`); only for agents that remember."""
        raise InvalidConfig(f"{self.name} does not play by information sets, but by `act`.")

    def act_from(self, worlds: Worlds, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return a legal action per possible world (`worlds.imagine`); only for agents that search."""
        raise InvalidConfig(f"{self.name} does not search, but plays by `act`.")

    def probabilities(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8]
    ) -> NDArray[np.float32] | None:
        """Return the distribution that `act` draws from, per row: float32, shape (n, actions).

        None if the agent does not know it, which is the default.
        """
        return None

    def probabilities_in(self, sets: list[int], actions: int) -> NDArray[np.float32] | None:
        """Return the distribution that `act_in` draws from, per information set: float32, shape (n, actions).

        None if the agent does not know it, or does not play by `act_in`.
        """
        return None
