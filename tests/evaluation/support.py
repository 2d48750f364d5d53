"""Agents whose play is easy to predict."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.agents.random import RandomAgent
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.tables.view import View
from throwdown.evaluation.sides import Side

SIDES = (Side("rows", "the rows"), Side("columns", "the columns"))
"""Of cross-plays that nobody played."""


class Conceder(Agent):
    """Leaves the game as soon as it may: refuses a challenge, concedes; else it plays at random."""

    name = "conceder"

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        actions = RandomAgent().act(view, rng)
        for a in THROWDOWN.exits:
            actions[view.masks[:, a] == 1] = a
        return actions


class First(Agent):
    """Plays the legal action with the lowest number."""

    name = "first"

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        return np.asarray(view.masks.argmax(axis=1), np.int64)
