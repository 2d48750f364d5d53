"""Searching agents on a tree: their strategies, tabulated by visiting every information set."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from throwdown.agents import SearchAgent
from throwdown.envs.core.kit import SEEDS, Batch, Flags, Floats, Ints, InvalidConfig, Memory, entry, imagine
from throwdown.envs.core.recall import set_key
from throwdown.evaluation.exact.tree import Progress, Tree

ROWS = 4096
ROUNDS = 2000
"""Batches of games before a set counts as out of reach."""

Visit = tuple[Ints, np.ndarray, Ints]


def tabulate_search(
    tree: Tree,
    agent: SearchAgent[Any, Any],
    side: int,
    searches: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Floats:
    """Return one side's part of a searching agent's strategy: float64 (S,); the other part is 0.

    Games are steered towards unseen information sets until all sets of the side are visited; there the agent
    searches in a possible world, as in a match. It plays a mixture over its own random numbers, so several searches
    are averaged; with few of them noise can make it look more exploitable than it is.

    Args:
        tree: the game.
        agent: the searching agent.
        side: 0 or 1.
        searches: searches per information set.
        seed: of everything random.
        progress: called as ``progress(sets done, sets)``.

    Raises:
        InvalidConfig: a set was never reached.
    """
    played, setup, done = np.zeros(len(tree.action)), tree.setup, 0
    rng = np.random.default_rng([seed, side])
    mine = np.flatnonzero(tree.side == side)
    for sets, states, rows in _visits(tree, side, np.random.default_rng([seed, side, 1])):
        slots, places = tree.slots_of(sets)
        for _ in range(searches):
            chances = agent.distributions(imagine(setup, states, rows, rng), rng)
            played[slots] += chances[places, tree.action[slots]] / searches
        done += len(sets)
        if progress is not None:
            progress(done, len(mine))
    if done < len(mine):
        raise InvalidConfig(
            f"only {done} of {len(mine)} information sets of '{setup.scenario}' were reached."
        )
    return played


def _visits(tree: Tree, side: int, rng: np.random.Generator) -> Iterator[Visit]:
    """Yield a side's information sets with games that have reached them, each set once."""
    order, setup = np.argsort(tree.key), tree.setup
    is_missing = tree.side == side
    batch = Batch(setup, ROWS, autoreset=False)
    for _ in range(ROUNDS):
        wanted = _slots_towards(tree, is_missing)
        step = batch.reset(rng.integers(0, SEEDS, ROWS))
        memory = Memory(setup, batch.states)
        while (active := step.seats >= 0).any():
            rows = np.flatnonzero(active)
            names = np.empty(len(rows), np.int64)
            name_sets(memory.keys[rows], memory.sides, step.seats[rows], names)
            sets = order[np.searchsorted(tree.key, names, sorter=order)]
            found, first = np.unique(sets, return_index=True)
            fresh = is_missing[found]
            if fresh.any():
                is_missing[found[fresh]] = False
                yield found[fresh], batch.states, rows[first[fresh]]
            actions = np.full(ROWS, -1, np.int64)
            actions[rows] = _steer(tree, sets, wanted, rng)
            movers = np.where(active, step.seats, -2).astype(np.int64)
            step = batch.step(actions, into=step)
            memory.follow(movers, actions)
        if not is_missing.any():
            return


@entry
def name_sets(keys: Any, sides: Any, seats: Any, names: Any) -> None:
    """Write the names of the deciding seats' information sets."""
    for i in range(seats.shape[0]):
        names[i] = set_key(keys[i], sides[seats[i]], seats[i])


def _slots_towards(tree: Tree, sets: Flags) -> Flags:
    """Return the slots that may lead to some information sets: bool (S,)."""
    leads = np.where(tree.info >= 0, sets[tree.info], False)
    for level in range(len(tree.start) - 2, 0, -1):
        nodes = slice(tree.start[level], tree.start[level + 1])
        leads[tree.parent[nodes][leads[nodes]]] = True
    wanted = np.zeros(len(tree.action), np.bool_)
    wanted[tree.slot[leads & (tree.slot >= 0)]] = True
    return wanted


def _steer(tree: Tree, sets: Ints, wanted: Flags, rng: np.random.Generator) -> Ints:
    """Return a random action in every information set, a wanted one where there is one."""
    slots, _ = tree.slots_of(sets)
    sizes = tree.sizes[sets]
    scores = rng.random(len(slots)) + wanted[slots]
    best = np.maximum.reduceat(scores, np.cumsum(sizes) - sizes)
    return np.asarray(tree.action[slots[scores == np.repeat(best, sizes)]], np.int64)
