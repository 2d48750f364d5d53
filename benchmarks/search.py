"""Simulations a second of searching agents; of information set Monte Carlo tree search beside OpenSpiel's in C++."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from throwdown.agents.search import Budget, IsmctsAgent, make_search
from throwdown.agents.search.improve import DEFAULT
from throwdown.benchmarks.poker import poker
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.game import Setup
from throwdown.envs.core.worlds import imagine
from throwdown.envs.registry import make_setup

SIMULATIONS = 1000
SCENARIOS = ("mini", "duel", "trio")
PLIES = 6
"""Random plies before the positions that are searched."""


def positions(setup: Setup, n: int, plies: int) -> list[np.ndarray]:
    """Return up to ``n`` states with something to decide, some random plies in."""
    batch = Batch(setup, 4 * n, seed=1)
    step = batch.reset()
    for _ in range(plies):
        step = batch.step(batch.random_actions(1 / 16))
    rows = np.flatnonzero(step.masks.sum(axis=1, dtype=np.int64) > 1)[:n]
    return [batch.states[i : i + 1] for i in rows]


def rate(search: Callable[[], None], seconds: float) -> float:
    """Return the simulations a second of something that does `SIMULATIONS` at a time."""
    search()
    begin, times = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        search()
        times += 1
    return times * SIMULATIONS / (time.perf_counter() - begin)


def own_search(setup: Setup, plies: int) -> Callable[[], None]:
    """Return what searches the next of some positions."""
    agent, starts, calls = IsmctsAgent(Budget(SIMULATIONS)), positions(setup, 16, plies), iter(range(1 << 40))

    def search() -> None:
        k = next(calls)
        agent.search(setup, starts[k % len(starts)], k)

    return search


def peer_search() -> Callable[[], None] | None:
    """Return what searches the first decision of Leduc poker with OpenSpiel, or None where it is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, final, False, False)
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 3):
        state.apply_action(card)
    return lambda: bot.step(state)


def thinking_time(decisions: int) -> float:
    """Return the mean seconds that a search on top of the shipped Coach takes for a decision on `duel`."""
    setup = make_setup("throwdown-v0", "duel")
    agent = make_search("search:trained", setup, "coach").bind(setup)
    batch = Batch(setup, 512, seed=1)
    step = batch.reset()
    for _ in range(PLIES):
        step = batch.step(batch.random_actions(1 / 16))
    is_mine = np.array([setup.roles[seat] == "coach" for seat in step.seats])
    rows = np.flatnonzero(is_mine & (step.masks.sum(axis=1, dtype=np.int64) > 1))[: decisions + 1]
    rng = np.random.default_rng(1)
    agent.distributions(imagine(setup, batch.states, rows[:1], rng), rng)
    begin = time.perf_counter()
    agent.distributions(imagine(setup, batch.states, rows[1:], rng), rng)
    return (time.perf_counter() - begin) / (len(rows) - 1)


def measure_search(quick: bool) -> dict[str, float]:
    """Return every figure of searching; the peer's only where it is installed."""
    seconds, times = (0.2, 2) if quick else (1.0, 5)
    figures = {}
    for scenario in SCENARIOS:
        search = own_search(make_setup("throwdown-v0", scenario), PLIES)
        figures[f"search_{scenario}"] = max(rate(search, seconds) for _ in range(times))
    ours, theirs = own_search(poker(is_leduc=True), 0), peer_search()
    pairs = [(rate(ours, seconds), rate(theirs, seconds) if theirs else 0.0) for _ in range(times)]
    figures["search_leduc"] = max(mine for mine, _ in pairs)
    figures["policy_search_seconds"] = min(thinking_time(40) for _ in range(times))
    if theirs is not None:
        figures["peer_search_leduc"] = max(other for _, other in pairs)
    return figures


def search_rows(f: dict[str, float]) -> list[tuple[str, str, str]]:
    """Return the rows of the table: what, the rate, and the ratio to the peer."""
    rows = []
    peer = f.get("peer_search_leduc")
    if peer is not None:
        rows.append(("ISMCTS on Leduc poker, OpenSpiel (C++)", f"{peer:,.0f} simulations/s", "1 (the peer)"))
    ratio = "" if peer is None else f"{f['search_leduc'] / peer:.1f} x OpenSpiel"
    rows.append(("ISMCTS on Leduc poker", f"{f['search_leduc']:,.0f} simulations/s", ratio))
    for scenario in SCENARIOS:
        rows.append((f"ISMCTS on `{scenario}`", f"{f[f'search_{scenario}']:,.0f} simulations/s", ""))
    rate, budget = f["policy_search_seconds"], DEFAULT.simulations
    rows.append(
        (
            f"Search on the shipped Coach of `duel`, {budget:,} rollouts",
            f"{1000 * rate:.0f} ms a decision",
            "",
        )
    )
    return rows
