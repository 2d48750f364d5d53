"""What heuristics share: they rate the legal actions from an observation, and play the best."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, Self

import numpy as np

from throwdown.agents.base import Agent
from throwdown.envs.core.kit import Bytes, Flags, Floats, Ints, InvalidConfig, Setup, kernel, row
from throwdown.envs.tables.view import View


@kernel
def which(flags: Flags) -> int:
    """Return which of the flags is set first, or -1."""
    for k in range(flags.shape[0]):
        if flags[k]:
            return k
    return -1


@kernel
def tie_break(chance: float, a: int) -> float:
    """Return a number in [0, 1) that orders actions of the same rating at random."""
    return (chance * (7919.0 + 104729.0 * a)) % 1.0


def config_of(setup: Setup) -> Any:
    """Return what a scenario says, as the rules read it."""
    return row(setup.template).cfg


class RatedAgent(Agent):
    """Plays the best-rated legal action of one game, in all roles.

    Attributes:
        game: the game's id.
    """

    name = "heuristic"
    game: str

    def bind(self, setup: Setup) -> Self:
        """Read the numbers of a scenario and return self.

        Raises:
            InvalidConfig: the setup is another game's.
        """
        if setup.game.id != self.game:
            raise InvalidConfig(f"this heuristic plays {self.game}, not {setup.game.id}.")
        self.read(setup)
        return self

    @abstractmethod
    def read(self, setup: Setup) -> None:
        """Read the numbers of a scenario of this game."""

    @abstractmethod
    def choose(self, observations: Bytes, masks: Bytes, chances: Floats, out: Ints) -> None:
        """Write the best-rated legal action of each row to ``out``; a number in [0, 1) for each row breaks ties."""

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return the best-rated legal action per game."""
        rows = np.ascontiguousarray(view.observations, np.int8)
        masks = np.ascontiguousarray(view.masks, np.int8)
        out = np.empty(len(rows), np.int64)
        self.choose(rows, masks, rng.random(len(rows)), out)
        return out
