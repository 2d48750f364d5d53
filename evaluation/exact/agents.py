"""Agents on a tree: what they would do in every information set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.evaluation.exact.tree import Floats, Tree

CHUNK = 1 << 16
SAMPLES = 200


def slots_of(tree: Tree, sets: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return all slots of some information sets, and for each its set's place among them: int64 (n,) both."""
    sizes = tree.sizes[sets]
    places = np.repeat(np.arange(len(sets)), sizes)
    starts = np.cumsum(sizes) - sizes
    return tree.first[sets][places] + np.arange(len(places)) - starts[places], places


def masks_of(tree: Tree, sets: NDArray[np.int64]) -> NDArray[np.int8]:
    """Return the masks of some information sets: int8, shape (n, actions)."""
    slots, places = slots_of(tree, sets)
    masks = np.zeros((len(sets), tree.actions), np.int8)
    masks[places, tree.action[slots]] = 1
    return masks


def tabulate(tree: Tree, coach: Agent, pilots: Agent, seed: int = 0) -> Floats:
    """Return the strategy that two agents play: a probability per slot, float64 (S,).

    Agents that do not know their distribution are asked `SAMPLES` times in every set.

    Args:
        tree: built with ``views=True``.
        coach: acts for role 0; it plays from observations, or knows its chances in every information set.
        pilots: acts for role 1.
        seed: of the agents that are asked.
    """
    strategy = np.zeros(len(tree.action))
    rng = np.random.default_rng(seed)
    if coach.searches or pilots.searches:
        raise InvalidConfig("an agent that searches cannot be tabulated from observations.")
    for role, agent in enumerate((coach, pilots)):
        mine = np.flatnonzero(tree.role == role)
        for sets in np.array_split(mine, len(mine) // CHUNK + 1):
            masks, views = masks_of(tree, sets), tree.views[sets]
            if agent.remembers:
                chances = agent.probabilities_in(tree.key[sets].tolist(), tree.actions)
            else:
                chances = agent.probabilities(views, masks)
            if chances is None:
                chances = _counted(agent, views, masks, rng)
            slots, places = slots_of(tree, sets)
            strategy[slots] = chances[places, tree.action[slots]]
    mass = np.add.reduceat(strategy, tree.first[:-1])
    return np.asarray(strategy / np.repeat(mass, tree.sizes), np.float64)


def _counted(
    agent: Agent, views: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
) -> NDArray[np.float32]:
    counts = np.zeros(masks.shape, np.float32)
    rows = np.arange(len(masks))
    for _ in range(SAMPLES):
        counts[rows, agent.act(views, masks, rng)] += 1
    return np.asarray(counts / SAMPLES, np.float32)
