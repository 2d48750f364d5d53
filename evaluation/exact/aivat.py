"""AIVAT on a tree: exact variances of matches, plain, duplicate and with control variates.

AIVAT (Burch, Schmid, Moravcik, Morrill and Bowling, AAAI 2018, arXiv 1612.06915) subtracts from a game's return the
contributions of chance and of the players' own dice: at every step V of the child less the mean of V over all
children, for any value V of histories. The mean stays the same, and the better V is, the smaller the variance. On a
tree every history is known, so nothing is sampled here: the variances are exact.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.kit import Floats
from throwdown.evaluation.exact.solve import Solver
from throwdown.evaluation.exact.tree import CHANCE_EDGE, Tree
from throwdown.evaluation.statistics import ratio

BASELINE_ITERATIONS = 100


def edge_chances(tree: Tree, strategy: Floats) -> Floats:
    """Return the probability of every history given its parent: float64 (N,); the root's is 1."""
    return np.where(tree.edge == CHANCE_EDGE, tree.chance, strategy[tree.slot])


def _means(tree: Tree, weights: Floats, values: Floats) -> Floats:
    """Return the weighted sum of the values of every history's children: float64 (N,), 0 for leaves."""
    parts = weights[1:] * values[1:]
    return np.asarray(np.bincount(tree.parent[1:], parts, minlength=len(values)), np.float64)


def history_values(tree: Tree, strategy: Floats, ends: Floats | None = None) -> Floats:
    """Return the value of every history if both sides follow a strategy: float64 (N,).

    Args:
        tree: the game.
        strategy: float64 (S,).
        ends: values of terminal histories, float64 (N,); the return of side 0 by default.
    """
    weights = edge_chances(tree, strategy)
    values = np.array(tree.value if ends is None else ends, np.float64)
    values[tree.info != -2] = 0.0
    for level in range(len(tree.start) - 2, 0, -1):
        low, high = tree.start[level], tree.start[level + 1]
        np.add.at(values, tree.parent[low:high], weights[low:high] * values[low:high])
    return values


def estimates(tree: Tree, strategy: Floats, baseline: Floats) -> Floats:
    """Return AIVAT's estimate of side 0's value from every possible game: float64 (N,), at terminal histories.

    Args:
        tree: the game.
        strategy: the players' strategy, float64 (S,), which AIVAT must know.
        baseline: V, float64 (N,), any values of histories; see `history_values`.
    """
    means = _means(tree, edge_chances(tree, strategy), baseline)
    found = np.zeros(len(baseline))
    for low, high in zip(tree.start[1:-1], tree.start[2:]):
        parent = tree.parent[low:high]
        found[low:high] = found[parent] - baseline[low:high] + means[parent]
    return np.asarray(found + tree.value, np.float64)


@dataclass(frozen=True)
class Variances:
    """Variances per deal of a match of two pairs of players in both assignments, and their reduction.

    Attributes:
        mean: the first pair's return, the mean of both assignments.
        plain: variance of the sum of two games on different deals.
        duplicate: variance of the sum on one deal.
        aivat: two games on different deals, with control variates.
        both: one deal, with control variates.
    """

    mean: float
    plain: float
    duplicate: float
    aivat: float
    both: float

    def factors(self) -> dict[str, float]:
        """Return the variance reduction by each method: how many times as many plain games give equal intervals."""
        return {name: ratio(self.plain, getattr(self, name)) for name in ("duplicate", "aivat", "both")}


def seated(tree: Tree, first: Floats, second: Floats) -> Floats:
    """Return the strategy in which side 0 plays one strategy and side 1 another: float64 (S,)."""
    return np.asarray(np.where(np.repeat(tree.side, tree.sizes) == 0, first, second), np.float64)


def spread(tree: Tree, first: Floats, second: Floats, baseline: Floats) -> Variances:
    """Return the exact variances of a match.

    On one deal the two games share the hands; later draws count as independent, which slightly underrates duplicate
    play where the whole deck is shared.

    Args:
        tree: the game.
        first: one pair's strategy for both sides, float64 (S,).
        second: the other pair's.
        baseline: AIVAT's value of histories, float64 (N,).
    """
    legs = seated(tree, first, second), seated(tree, second, first)
    plain = [_moments(tree, leg, tree.value) for leg in legs]
    better = [_moments(tree, leg, estimates(tree, leg, baseline)) for leg in legs]
    mean = (plain[0][0] @ plain[0][2] - plain[1][0] @ plain[1][2]) / 2
    variances = [_apart(plain), _together(plain), _apart(better), _together(better)]
    return Variances(float(mean), *variances)


Moments = tuple[Floats, Floats, Floats]


def _moments(tree: Tree, strategy: Floats, ends: Floats) -> Moments:
    """Return the mean and the mean square of a game's ends by deal, and the deals' probabilities."""
    low, high = tree.start[1], tree.start[2]
    first, square = (history_values(tree, strategy, x)[low:high] for x in (ends, ends**2))
    return first, square, tree.chance[low:high]


def _apart(legs: Sequence[Moments]) -> float:
    return float(sum(square @ chance - (mean @ chance) ** 2 for mean, square, chance in legs))


def _together(legs: Sequence[Moments]) -> float:
    """Return the variance on one deal of the first leg less the second, in which the pairs change sides."""
    (a, a2, chance), (b, b2, _) = legs
    within = (a2 - a**2 + b2 - b**2) @ chance
    return float(within + (a - b) ** 2 @ chance - ((a - b) @ chance) ** 2)


def pairs(tree: Tree, iterations: int = 2000) -> dict[str, tuple[Floats, Floats]]:
    """Return the two strategies of each match, by description: of unequal, near-equal and equal strength."""
    solver = Solver(tree, "cfr+")
    solver.run(20)
    early = solver.average()
    solver.run(iterations - 20)
    best = solver.average()
    return {
        "unequal: converged against uniform": (best, tree.uniform()),
        "near-equal: converged against CFR+ after 20 iterations": (best, early),
        "mirror: converged against itself": (best, best),
    }


def baseline_of(tree: Tree) -> Floats:
    """Return values of histories for AIVAT's baseline: those under a roughly solved strategy."""
    solver = Solver(tree, "dcfr")
    solver.run(BASELINE_ITERATIONS)
    return history_values(tree, solver.average())
