"""Agents on a tree: their strategies in every information set."""

from collections.abc import Mapping

import numpy as np

from throwdown.agents import Agent, SearchAgent, View
from throwdown.envs.core.kit import Floats, InvalidConfig, Singles
from throwdown.envs.tables.seating import place_seats
from throwdown.evaluation.exact.searched import tabulate_search
from throwdown.evaluation.exact.tree import Progress, Tree

CHUNK = 1 << 16
SAMPLES = 200


def tabulate(
    tree: Tree,
    players: Mapping[str, Agent],
    seed: int = 0,
    searches: int = 1,
    progress: Progress | None = None,
) -> Floats:
    """Return the agents' strategy: a probability per slot, float64 (S,).

    Agents that return no probabilities are sampled `SAMPLES` times in every set.

    Args:
        tree: built with ``views=True``.
        players: by the names of sides, roles or seats; one agent plays all seats of a side.
        seed: of everything random.
        searches: searches per information set, for searching agents; see `tabulate_search`.
        progress: called as ``progress(sets done, sets)`` for every side that searches.

    Raises:
        InvalidConfig: see `seating.place_seats` and `tabulate_search`; or a side has two agents.
    """
    strategy = np.zeros(len(tree.action))
    rng = np.random.default_rng(seed)
    for side, agent in enumerate(_agents(tree, players)):
        if isinstance(agent, SearchAgent):
            found = tabulate_search(tree, agent, side, searches, seed, progress)
        else:
            found = _tabulated(tree, agent, side, rng)
        strategy += found
    mass = np.add.reduceat(strategy, tree.first[:-1])
    return np.asarray(strategy / np.repeat(mass, tree.sizes), np.float64)


def _agents(tree: Tree, players: Mapping[str, Agent]) -> list[Agent]:
    """Return the agent of either side."""
    places, found = place_seats(tree.setup, tuple(players)), []
    for side, seats in tree.setup.teams.items():
        mine = [players[name] for name, own in places.items() if set(own) & set(seats)]
        if any(agent is not mine[0] for agent in mine):
            raise InvalidConfig(
                f"several agents play {tree.setup.called(side)}; a tree needs one agent per side."
            )
        found.append(mine[0])
    return found


def _tabulated(tree: Tree, agent: Agent, side: int, rng: np.random.Generator) -> Floats:
    """Return one side's part of an agent's strategy; the other part is 0."""
    strategy = np.zeros(len(tree.action))
    mine = np.flatnonzero(tree.side == side)
    for sets in np.array_split(mine, len(mine) // CHUNK + 1):
        masks, views = tree.masks_of(sets), tree.views[sets]
        view = View.of(views, masks, setup=tree.setup, sets=tree.key[sets].tolist())
        chances = agent.probabilities(view)
        if chances is None:
            chances = _counted(agent, view, rng)
        slots, places = tree.slots_of(sets)
        strategy[slots] = chances[places, tree.action[slots]]
    return strategy


def _counted(agent: Agent, view: View, rng: np.random.Generator) -> Singles:
    counts = np.zeros(view.masks.shape, np.float32)
    rows = np.arange(len(view))
    for _ in range(SAMPLES):
        counts[rows, agent.act(view, rng)] += 1
    return np.asarray(counts / SAMPLES, np.float32)
