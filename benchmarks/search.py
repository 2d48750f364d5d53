"""Simulations per second of searching agents; information set Monte Carlo tree search against OpenSpiel's in C++."""

from functools import partial
from importlib.util import find_spec

import numpy as np

from throwdown.agents import Budget, IsmctsAgent, make_search
from throwdown.agents.search.improve import DEFAULT
from throwdown.benchmarks.harness import Group, Job, Measure
from throwdown.envs.core.kit import Batch, Setup, imagine
from throwdown.envs.registry import make_setup

SIMULATIONS = 1000
SCENARIOS = {"mini": 1000, "duel": 800, "trio": 120}
"""Number of searches per round."""
PLIES = 6
"""Random plies before the searched positions."""


def positions(setup: Setup, n: int, plies: int) -> list[np.ndarray]:
    """Return up to ``n`` states with a choice, after some random plies."""
    batch = Batch(setup, 4 * n, seed=1)
    step = batch.reset()
    for _ in range(plies):
        step = batch.step(batch.random_actions(1 / 16))
    rows = np.flatnonzero(step.masks.sum(axis=1, dtype=np.int64) > 1)[:n]
    return [batch.states[i : i + 1] for i in rows]


def own_job(setup: Setup, plies: int, times: int) -> Job:
    """Return the job of searching some positions, one after another."""
    agent, starts, calls = IsmctsAgent(Budget(SIMULATIONS)), positions(setup, 16, plies), iter(range(1 << 40))

    def run() -> float:
        for _ in range(times):
            k = next(calls)
            agent.search(setup, starts[k % len(starts)], k)
        return times * SIMULATIONS

    return Job(run)


def peer_job(times: int) -> Job:
    """Return the job of searching the first decision of Leduc poker with OpenSpiel."""
    import pyspiel

    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, final, False, False)
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    for card in (0, 3):
        state.apply_action(card)

    def run() -> float:
        for _ in range(times):
            bot.step(state)
        return times * SIMULATIONS

    return Job(run)


def thinking_job(decisions: int) -> Job:
    """Return the job of searching on top of the first role's shipped policy on `duel`."""
    setup = make_setup("throwdown-v0", "duel")
    role = setup.roles[0]
    agent = make_search("search:trained", setup, role).bind(setup)
    batch = Batch(setup, 512, seed=1)
    step = batch.reset()
    for _ in range(PLIES):
        step = batch.step(batch.random_actions(1 / 16))
    is_mine = np.array([setup.roles[seat] == role for seat in step.seats])
    rows = np.flatnonzero(is_mine & (step.masks.sum(axis=1, dtype=np.int64) > 1))[:decisions]

    def run() -> float:
        rng = np.random.default_rng(1)
        agent.distributions(imagine(setup, batch.states, rows, rng), rng)
        return len(rows)

    return Job(run)


def search_groups(is_quick: bool) -> list[Group]:
    """Return the measures of searching; OpenSpiel's only if installed."""
    part, unit = 10 if is_quick else 1, "simulations/s"
    leduc = [
        Measure(
            name="search_leduc",
            what="ISMCTS on Leduc poker",
            unit=unit,
            setup=partial(own_job, make_setup("leduc-v0"), 0, 3000 // part),
            peer="peer_search_leduc",
        )
    ]
    if find_spec("pyspiel") is not None:
        peer = Measure(
            name="peer_search_leduc",
            what="ISMCTS on Leduc poker, OpenSpiel (C++)",
            unit=unit,
            setup=partial(peer_job, 400 // part),
            short="OpenSpiel",
        )
        leduc.insert(0, peer)
    own = tuple(
        Measure(
            name=f"search_{scenario}",
            what=f"ISMCTS on `{scenario}`",
            unit=unit,
            setup=partial(own_job, make_setup("throwdown-v0", scenario), PLIES, times // part),
        )
        for scenario, times in SCENARIOS.items()
    )
    thinking = Measure(
        name="policy_search",
        what=f"Search on the first shipped policy of `duel`, {DEFAULT.simulations:,} rollouts, a decision",
        unit="ms",
        setup=partial(thinking_job, 40),
    )
    return [leduc, own, (thinking,)]
