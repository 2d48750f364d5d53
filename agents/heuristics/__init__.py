"""Heuristic players: sensible play by the rulebook.

A game's heuristic is the class `Heuristic` of its module in `OWN`; for a game of another distribution, it is the class
of the entry point with the game's id in the group `GROUP`.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig, reason
from throwdown.envs.core.game import Setup

OWN = {
    "challenge-v0": f"{__name__}.challenge",
    "gambit-v0": f"{__name__}.gambit",
    "pile-v0": f"{__name__}.pile",
    "session-v0": f"{__name__}.session",
    "showdown-v0": f"{__name__}.showdown",
    "skirmish-v0": f"{__name__}.skirmish",
    "throwdown-v0": f"{__name__}.throwdown",
}
"""This package's heuristics: module by the game's id."""
GROUP = "throwdown.heuristics"


@cache
def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def has_heuristic(setup: Setup) -> bool:
    """Return whether a setup's game has a heuristic."""
    return setup.game.id in OWN or setup.game.id in _offered()


def make_heuristic(setup: Setup) -> Agent:
    """Return the heuristic of a setup's game, not yet bound; its module is imported lazily.

    Raises:
        InvalidConfig: the game has none, or another distribution's heuristic cannot be loaded.
    """
    if not has_heuristic(setup):
        raise InvalidConfig(f"{setup.game.id} has no heuristic; choose another agent, such as random.")
    if setup.game.id in OWN:
        agent: Agent = import_module(OWN[setup.game.id]).Heuristic()
        return agent
    try:
        agent = _offered()[setup.game.id].load()()
    except (Exception, SystemExit) as error:
        raise InvalidConfig(
            f"the heuristic of {setup.game.id} cannot be loaded: {reason(error)}; choose another agent, such as random."
        ) from None
    return agent


def usual(setup: Setup) -> str:
    """Return the name of the default opponent and reference: the game's heuristic, or random play if it has none."""
    return "heuristic" if has_heuristic(setup) else "random"
