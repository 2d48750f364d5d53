"""Heuristic players, one module per game: what a reader of the rulebook would call sensible."""

from __future__ import annotations

from importlib import import_module

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup

CLASSES = {
    "throwdown-v0": ("throwdown", "HeuristicAgent"),
    "gambit-v0": ("gambit", "GambitHeuristic"),
    "pile-v0": ("pile", "PileHeuristic"),
    "session-v0": ("session", "SessionHeuristic"),
}
"""Module and class per game."""


def make_heuristic(setup: Setup) -> Agent:
    """Return the heuristic of a setup's game, not yet bound; its module is imported only now.

    Raises:
        InvalidConfig: nobody has written one.
    """
    if setup.game.id not in CLASSES:
        known = ", ".join(CLASSES)
        raise InvalidConfig(f"there is no heuristic for {setup.game.id}; there is one for {known}.")
    module, name = CLASSES[setup.game.id]
    agent: Agent = getattr(import_module(f"{__name__}.{module}"), name)()
    return agent
