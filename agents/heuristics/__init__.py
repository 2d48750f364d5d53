"""Heuristic players, one module per game: what a reader of the rulebook would call sensible."""

from __future__ import annotations

from importlib import import_module

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup

MODULES = {"throwdown-v0": "throwdown", "gambit-v0": "gambit"}
"""The module of every game that has a heuristic; its class is called `HeuristicAgent`."""


def make_heuristic(setup: Setup) -> Agent:
    """Return the heuristic of a setup's game, not yet bound; its module is imported only now.

    Raises:
        InvalidConfig: nobody has written one.
    """
    if setup.game.id not in MODULES:
        raise InvalidConfig(f"there is no heuristic for {setup.game.id}; there is one for {', '.join(MODULES)}.")
    agent: Agent = import_module(f"{__name__}.{MODULES[setup.game.id]}").HeuristicAgent()
    return agent
