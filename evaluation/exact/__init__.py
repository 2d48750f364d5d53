"""Exact solutions of small games: trees, CFR+ and DCFR, best responses, exploitability."""

from throwdown.evaluation.exact.agents import tabulate
from throwdown.evaluation.exact.report import Solution, solve
from throwdown.evaluation.exact.solve import (
    Exploitability,
    Solver,
    best_response,
    expected_value,
    exploitability,
)
from throwdown.evaluation.exact.tree import Tree, build_tree

__all__ = [
    "Exploitability",
    "Solution",
    "Solver",
    "Tree",
    "best_response",
    "build_tree",
    "expected_value",
    "exploitability",
    "solve",
    "tabulate",
]
