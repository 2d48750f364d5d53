"""What the tests of agents share."""

from __future__ import annotations

from typing import Any

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core.batch import Batch, BatchStep
from throwdown.envs.core.game import Setup
from throwdown.envs.core.records import as_records
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.tables.view import View


def setup_of(scenario: str, **options: Any) -> Setup:
    return THROWDOWN.configure(scenario, options)


def midgame(setup: Setup, n: int, plies: int = 20, seed: int = 1) -> BatchStep:
    """Return ``n`` positions some random plies in."""
    batch = Batch(setup, n, seed=seed)
    step = batch.reset()
    for _ in range(plies):
        step = batch.step(batch.random_actions(1 / 16))
    return step


def win_rate(setup: Setup, coach: Agent, pilot: Agent, games: int, seed: int = 1) -> float:
    """Return the share of games that the Pilots win; every pair of agents meets the same deals."""
    batch = Batch(setup, games, seed=seed, autoreset=False)
    rng = np.random.default_rng(seed)
    step = batch.reset()
    while (step.seats >= 0).any():
        actions = np.full(games, -1, np.int64)
        for agent, mine in ((coach, step.seats == 0), (pilot, step.seats > 0)):
            if mine.any():
                actions[mine] = agent.act(View.of(step.observations[mine], step.masks[mine]), rng)
        step = batch.step(actions)
        assert not step.errors.any()
    winner = as_records(batch.states).winner
    return float((winner == 1).mean() + 0.5 * (winner < 0).mean())
