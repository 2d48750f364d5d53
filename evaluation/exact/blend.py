"""Mixtures of strategies on a tree, as the one strategy that plays the same."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Floats, entry
from throwdown.evaluation.exact.solve import average
from throwdown.evaluation.exact.tree import Arrays, Tree

Parts = Sequence[tuple[float, Floats]]
"""The shares of a mixture's strategies, and these: float64 (S,)."""


@entry
def add_reach(t: Arrays, strategy: Any, share: float, own: Any, total: Any) -> None:
    """Add to every slot the share times the side's own probability of reaching it; ``own`` (S + 1,) ends with a 1."""
    first = t.first
    for i in t.ordered:
        here = own[t.up[i]]  # up is -1 at the side's first decision
        for k in range(first[i], first[i + 1]):
            own[k] = here * strategy[k]
            total[k] += share * own[k]


def blend(tree: Tree, mixtures: tuple[Parts, Parts]) -> Floats:
    """Return what two sides play that draw a strategy before each game: float64 (S,).

    With perfect recall a mixture of strategies is equal to a single one (Kuhn 1953), in which every strategy weighs as
    much as it is likely to have led to the information set. Sets that a side never reaches are played uniformly.

    Args:
        tree: the game.
        mixtures: the mixture of each side; of a strategy only that side's part is used.
    """
    total = np.zeros(len(tree.action))
    sides = np.repeat(tree.side, tree.sizes)
    for side, parts in enumerate(mixtures):
        reached = np.zeros(len(total))
        for share, strategy in parts:
            add_reach(tree.arrays, strategy, float(share), np.ones(len(total) + 1), reached)
        total += np.where(sides == side, reached, 0.0)
    out = np.empty_like(total)
    average(total, tree.first, out)
    return out
