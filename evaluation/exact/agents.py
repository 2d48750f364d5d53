"""Agents on a tree: what they would do in every information set."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.agents.search import SearchAgent
from throwdown.envs.view import View
from throwdown.evaluation.exact.searched import tabulate_search
from throwdown.evaluation.exact.tree import Floats, Progress, Tree

CHUNK = 1 << 16
SAMPLES = 200


def tabulate(
    tree: Tree,
    coach: Agent,
    pilots: Agent,
    seed: int = 0,
    searches: int = 1,
    progress: Progress | None = None,
) -> Floats:
    """Return the strategy that two agents play: a probability per slot, float64 (S,).

    Agents that do not know their distribution are asked `SAMPLES` times in every set.

    Args:
        tree: built with ``views=True``.
        coach: acts for role 0.
        pilots: acts for role 1.
        seed: of everything random.
        searches: per information set, of agents that search; see `tabulate_search`.
        progress: called as ``progress(sets done, sets)`` for every role that searches.

    Raises:
        InvalidConfig: see `tabulate_search`.
    """
    strategy = np.zeros(len(tree.action))
    rng = np.random.default_rng(seed)
    for role, agent in enumerate((coach, pilots)):
        if isinstance(agent, SearchAgent):
            found = tabulate_search(tree, agent, role, searches, seed, progress)
        else:
            found = _tabulated(tree, agent, role, rng)
        strategy += found
    mass = np.add.reduceat(strategy, tree.first[:-1])
    return np.asarray(strategy / np.repeat(mass, tree.sizes), np.float64)


def _tabulated(tree: Tree, agent: Agent, role: int, rng: np.random.Generator) -> Floats:
    """Return a role's part of the strategy that an agent plays; the other's is 0."""
    strategy = np.zeros(len(tree.action))
    mine = np.flatnonzero(tree.role == role)
    for sets in np.array_split(mine, len(mine) // CHUNK + 1):
        masks, views = tree.masks_of(sets), tree.views[sets]
        view = View.of(views, masks, setup=tree.setup, sets=tree.key[sets].tolist())
        chances = agent.probabilities(view)
        if chances is None:
            chances = _counted(agent, view, rng)
        slots, places = tree.slots_of(sets)
        strategy[slots] = chances[places, tree.action[slots]]
    return strategy


def _counted(agent: Agent, view: View, rng: np.random.Generator) -> NDArray[np.float32]:
    counts = np.zeros(view.masks.shape, np.float32)
    for _ in range(SAMPLES):
        counts[view.rows, agent.act(view, rng)] += 1
    return np.asarray(counts / SAMPLES, np.float32)
