"""Exact solving: export, best responses and CFR on solvable scenarios; CFR+ against OpenSpiel's on Leduc poker."""

import os
from functools import cache, partial
from importlib.util import find_spec

from throwdown.benchmarks.harness import Group, Job, Measure, repeated
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import Solution, Solver, Tree, best_response, build_tree, solve
from throwdown.evaluation.exact.solve import Method

METHODS: tuple[Method, ...] = ("cfr+", "dcfr")
CLOSE, COARSE = 1e-4, 5e-3
"""Exploitability to stop at, as a share of half the range of returns: on `mini`, and on `mini-2m`."""


@cache
def export(scenario: str) -> Tree:
    """Return the tree of a scenario."""
    return build_tree(make_setup("throwdown-v0", scenario), views=False)


def response_job(role: int, times: int) -> Job:
    """Return the job of computing a role's best response to uniform play on `mini-11k`."""
    tree = export("mini-11k")
    work = partial(best_response, tree, tree.uniform(), role)
    return Job(repeated(work, times), {"histories": len(tree.parent)})


def method_job(method: Method, times: int) -> Job:
    """Return the job of solving `mini`, including computations of the exploitability."""
    work = partial(solve, export("mini"), CLOSE, method=method)
    return Job(repeated(work, times), {"iterations": work().iterations})


def leduc_job(iterations: int, times: int) -> Job:
    """Return the job of CFR+ on Leduc poker with 936 information sets."""
    tree = build_tree(make_setup("leduc-v0", "suits"))
    return Job(repeated(lambda: Solver(tree).run(iterations), times), {"iterations": iterations})


def leduc_peer_job(iterations: int) -> Job:
    """Return the same job by OpenSpiel, which walks the states of its game instead of a flat tree."""
    import pyspiel

    game = pyspiel.load_game("leduc_poker")

    def work() -> None:
        solver = pyspiel.CFRPlusSolver(game)
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    return Job(repeated(work, 1), {"iterations": iterations})


class Large:
    """`mini-2m`: exported, then solved, then both best responses to the solution, in this order."""

    tree: Tree
    solution: Solution

    def __init__(self) -> None:
        self.facts: dict[str, float] = {}

    def export(self) -> float:
        """Export the tree on all cores."""
        self.tree = build_tree(make_setup("throwdown-v0", "mini-2m"), views=False)
        self.facts["histories"] = len(self.tree.parent)
        return 1

    def solve(self) -> float:
        """Solve it."""
        self.solution = solve(self.tree, COARSE)
        return 1

    def respond(self) -> float:
        """Find both best responses."""
        for role in (0, 1):
            best_response(self.tree, self.solution.strategy, role)
        return 1


def large_group() -> Group:
    """Return the measures of `mini-2m`; each depends on the previous one, so none has a warm-up run."""
    large, cores = Large(), os.cpu_count() or 1
    parts = (
        ("export", f"exported, {cores} cores together", large.export, 13),
        ("solve", f"solved to {COARSE:.1%} of half the range by DCFR", large.solve, 13),
        ("responses", "both best responses to that", large.respond, 1),
    )
    return tuple(
        Measure(
            name=f"large_{name}",
            what=f"`mini-2m` ({{histories:,.0f}} histories) {what}",
            unit="s",
            setup=partial(Job, run, large.facts),
            at_most=3,
            is_warmed=False,
            cost=cost,
        )
        for name, what, run, cost in parts
    )


def exact_groups(is_quick: bool) -> list[Group]:
    """Return the measures of exact solving: OpenSpiel's only if installed, `mini-2m` unless quick."""
    responses = tuple(
        Measure(
            name=f"response_{role}",
            what=f"Best response on `mini-11k` ({{histories:,.0f}} histories), {role.title()}",
            unit="ms",
            setup=partial(response_job, k, 100 if is_quick else 2000),
        )
        for k, role in enumerate(make_setup("throwdown-v0", "mini-11k").teams)
    )
    methods = tuple(
        Measure(
            name=f"solve_{method}",
            what=f"`mini` solved to {CLOSE:.2%} of half the range, {method.upper()}, {{iterations:.0f}} iterations",
            unit="s",
            setup=partial(method_job, method, 1 if is_quick else 5),
        )
        for method in METHODS
    )
    iterations, what = 10 if is_quick else 100, "CFR+ on Leduc poker, {iterations:.0f} iterations"
    leduc = [
        Measure(
            name="leduc",
            what=what,
            unit="ms",
            setup=partial(leduc_job, iterations, 100),
            peer="leduc_peer",
        )
    ]
    if find_spec("pyspiel") is not None:
        peer = Measure(
            name="leduc_peer",
            what=f"{what}, OpenSpiel (C++)",
            unit="ms",
            setup=partial(leduc_peer_job, iterations),
            short="OpenSpiel's C++ CFR+",
        )
        leduc.insert(0, peer)
    return [responses, methods, leduc, *([] if is_quick else [large_group()])]
