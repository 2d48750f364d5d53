"""The random agent."""

import numpy as np

from throwdown.agents.base import Agent
from throwdown.envs.core.kit import Ints, Singles
from throwdown.envs.tables.view import View


class RandomAgent(Agent):
    """Chooses uniformly among the legal actions."""

    name = "random"
    needs = frozenset({"masks"})

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return a uniformly random legal action per game."""
        counts = np.cumsum(view.masks, axis=1, dtype=np.int16)
        k = rng.integers(0, counts[:, -1], dtype=np.int64)
        return np.asarray((counts > k[:, None]).argmax(axis=1), np.int64)

    def probabilities(self, view: View) -> Singles:
        """Return the uniform distribution over the legal actions per game."""
        legal = (view.masks != 0).astype(np.float32)
        return np.asarray(legal / legal.sum(axis=1, keepdims=True), np.float32)
