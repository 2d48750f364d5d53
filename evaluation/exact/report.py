"""The solution of a game: its value, the value's error, and the openings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Floats, Setup
from throwdown.evaluation.exact.solve import Exploitability, Method, Solver, best_response, exploitability
from throwdown.evaluation.exact.tree import Tree

BETWEEN = 20
"""Iterations between computations of the exploitability."""


@dataclass(frozen=True, eq=False)
class Solution:
    """A solved game.

    Attributes:
        tree: the game.
        strategy: the average strategy, float64 (S,).
        found: the strategy's exploitability.
        iterations: number of iterations.
        history: (iterations, exploitability as a share of half the range), in order.
    """

    tree: Tree
    strategy: Floats
    found: Exploitability
    iterations: int
    history: tuple[tuple[int, float], ...]

    @property
    def value(self) -> tuple[float, float]:
        """Bounds of side 0's return in equilibrium."""
        return self.found.values

    def openings(self, side: int, labels: tuple[str, ...]) -> list[dict[str, float]]:
        """Return a side's strategy at its first decision: probabilities by action, one entry per information set."""
        tree = self.tree
        level = np.searchsorted(tree.begin, np.arange(len(tree.ordered)), side="right")
        mine = tree.side[tree.ordered] == side
        if not mine.any():
            return []
        sets = tree.ordered[mine & (level == level[mine].min())]
        return [
            {labels[tree.action[k]]: float(self.strategy[k]) for k in range(tree.first[i], tree.first[i + 1])}
            for i in sorted(sets, key=lambda i: tree.action[tree.first[i] : tree.first[i + 1]].tolist())
        ]

    def to_dict(self, setup: Setup) -> dict[str, Any]:
        """Return everything but the strategy as plain data."""
        labels = setup.game.actions.labels
        return {
            "game": setup.game.id,
            "scenario": setup.scenario,
            "histories": len(self.tree.parent),
            "information_sets": len(self.tree.side),
            "iterations": self.iterations,
            "exploitability": self.found.mean,
            "exploitability_share": self.found.share,
            "sides": list(self.tree.sides),
            "value": list(self.value),
            "half_range": self.tree.half_range,
            "history": [list(point) for point in self.history],
            "openings": {name: self.openings(side, labels) for side, name in enumerate(self.tree.sides)},
        }


def solve(
    tree: Tree,
    until: float = 1e-3,
    iterations: int = 10_000,
    method: Method = "dcfr",
    progress: Callable[[int, float], None] | None = None,
) -> Solution:
    """Solve a tree; if only one side decides anything, its best response is the solution, without an iteration.

    In that case, ties between actions go to the lowest id.

    Args:
        tree: the game.
        until: stop at this exploitability, as a share of half the range of returns.
        iterations: maximum number of iterations.
        method: ``cfr+`` or ``dcfr``.
        progress: called as ``progress(iterations, share)``.
    """
    if len(deciders := np.unique(tree.side)) == 1:
        _, strategy = best_response(tree, tree.uniform(), int(deciders[0]))
        return Solution(tree, strategy, exploitability(tree, strategy), 0, ())
    solver = Solver(tree, method)
    history: list[tuple[int, float]] = []
    while True:
        solver.run(min(BETWEEN, iterations - solver.iterations))
        strategy = solver.average()
        found = exploitability(tree, strategy)
        history.append((solver.iterations, found.share))
        if progress is not None:
            progress(*history[-1])
        if found.share <= until or solver.iterations >= iterations:
            return Solution(tree, strategy, found, solver.iterations, tuple(history))
