"""Exact solving: export, best responses and CFR on the solvable scenarios; CFR+ beside OpenSpiel's on Leduc poker."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from throwdown.benchmarks.poker import poker
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import Solver, Tree, best_response, build_tree, exploitability, solve
from throwdown.evaluation.exact.solve import Method

METHODS: tuple[Method, ...] = ("cfr+", "dcfr")
CLOSE, COARSE = 1e-4, 5e-3
"""Exploitability to stop at, as a share of half the range of returns: on `mini`, and on `mini-2m`."""


def fastest(work: Callable[[], Any], times: int) -> float:
    """Return the seconds of the least disturbed of some runs."""
    found = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        found.append(time.perf_counter() - begin)
    return min(found)


def export(scenario: str) -> Tree:
    """Return the tree of a scenario."""
    return build_tree(make_setup("throwdown-v0", scenario), views=False)


def warm_up(tree: Tree) -> None:
    """Compile or load the solver."""
    exploitability(tree, Solver(tree).average())
    Solver(tree).run(1)


def measure_responses(times: int) -> dict[str, float]:
    """Return the seconds of a role's best response to uniform play on `mini-11k`."""
    tree = export("mini-11k")
    warm_up(tree)
    uniform = tree.uniform()
    coach, pilot = (fastest(partial(best_response, tree, uniform, role), times) for role in (0, 1))
    return {"response_histories": float(len(tree.parent)), "response_coach": coach, "response_pilot": pilot}


def measure_methods(times: int) -> dict[str, float]:
    """Return the seconds and iterations that solving `mini` takes, looks at the exploitability included."""
    tree, figures = export("mini"), {}
    for method in METHODS:
        name = f"solve_{method}"
        figures[f"{name}_iterations"] = float(solve(tree, CLOSE, method=method).iterations)
        figures[name] = fastest(partial(solve, tree, CLOSE, method=method), times)
    return figures


def measure_large() -> dict[str, float]:
    """Return the seconds of exporting `mini-2m` on all cores, solving it, and both best responses to the solution."""
    begin = time.perf_counter()
    tree = export("mini-2m")
    exported = time.perf_counter()
    solution = solve(tree, COARSE)
    solved = time.perf_counter()
    for role in (0, 1):
        best_response(tree, solution.strategy, role)
    return {
        "large_histories": float(len(tree.parent)),
        "large_cores": float(os.cpu_count() or 1),
        "large_export": exported - begin,
        "large_solve": solved - exported,
        "large_responses": time.perf_counter() - solved,
    }


def measure_leduc(iterations: int, times: int) -> dict[str, float]:
    """Return the seconds of CFR+ here, and if OpenSpiel is installed those of its C++ solver.

    Both play Leduc poker with 936 information sets; OpenSpiel walks the states of its game, this solver a flat tree.
    """
    tree = build_tree(poker(is_leduc=True, suits=True))
    warm_up(tree)
    figures = {
        "leduc_iterations": float(iterations),
        "leduc": fastest(lambda: Solver(tree).run(iterations), times),
    }
    try:
        import pyspiel
    except ImportError:
        return figures
    game = pyspiel.load_game("leduc_poker")

    def peer() -> None:
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    return {**figures, "leduc_peer": fastest(peer, times)}


def measure_exact(quick: bool) -> dict[str, float]:
    """Return every figure of exact solving; briefly without `mini-2m`."""
    if quick:
        return measure_responses(5) | measure_methods(1) | measure_leduc(10, 1)
    return measure_responses(100) | measure_methods(3) | measure_leduc(100, 3) | measure_large()


def exact_rows(f: dict[str, float]) -> list[tuple[str, str, str]]:
    """Return the rows of the table: what, how long, and the ratio to the peer."""
    coach, pilot = (f"{1e3 * f[f'response_{role}']:.2f}" for role in ("coach", "pilot"))
    what = f"Best response on `mini-11k` ({f['response_histories']:,.0f} histories), Coach; Pilot"
    rows = [(what, f"{coach}; {pilot} ms", "")]
    for method in METHODS:
        count = f"{f[f'solve_{method}_iterations']:,.0f} iterations"
        what = f"`mini` solved to {CLOSE:.2%} of half the range, {method.upper()}"
        rows.append((what, f"{f[f'solve_{method}']:.2f} s ({count})", ""))
    what = f"CFR+ on Leduc poker, {f['leduc_iterations']:.0f} iterations"
    ratio = f"{f['leduc_peer'] / f['leduc']:.0f} x OpenSpiel's C++ CFR+" if "leduc_peer" in f else ""
    rows.append((what, f"{1e3 * f['leduc']:.1f} ms", ratio))
    if "large_solve" in f:
        parts = [f["large_export"], f["large_solve"], f["large_responses"]]
        what = (
            f"`mini-2m` ({f['large_histories']:,.0f} histories) exported on {f['large_cores']:.0f} cores, solved to "
            f"{COARSE:.1%} of half the range by DCFR, both best responses"
        )
        rows.append((what, f"{sum(parts):.1f} s ({' + '.join(f'{x:.1f}' for x in parts)})", ""))
    return rows
