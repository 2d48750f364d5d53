"""Heuristic players: what a reader of the rulebook would call sensible.

The one for a game is the class `Heuristic` of the module that `OWN` names; for a game of another distribution it is the
class that an entry point of the group `GROUP` names, by the game's id.
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
"""This package's heuristics: the id of each one's game, and its module."""
GROUP = "throwdown.heuristics"


@cache
def _offered() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def has_heuristic(setup: Setup) -> bool:
    """Return whether somebody has written a heuristic for a setup's game."""
    return setup.game.id in OWN or setup.game.id in _offered()


def make_heuristic(setup: Setup) -> Agent:
    """Return the heuristic of a setup's game, not yet bound; its module is imported only now.

    Raises:
        InvalidConfig: nobody has written one, or that of another distribution cannot be loaded.
    """
    if not has_heuristic(setup):
        raise InvalidConfig(
            f"nobody has written a heuristic for {setup.game.id}; name another agent, such as random."
        )
    if setup.game.id in OWN:
        agent: Agent = import_module(OWN[setup.game.id]).Heuristic()
        return agent
    try:
        agent = _offered()[setup.game.id].load()()
    except (Exception, SystemExit) as error:
        raise InvalidConfig(
            f"the heuristic of {setup.game.id} cannot be loaded: {reason(error)}; name another agent, such as random."
        ) from None
    return agent


def usual(setup: Setup) -> str:
    """Return the name of the agent to play with and to compare with unless somebody says otherwise.

    It is the game's heuristic, or random play where there is none.
    """
    return "heuristic" if has_heuristic(setup) else "random"
