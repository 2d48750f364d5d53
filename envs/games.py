"""Which games there are: this package's by one dictionary, and those that other installed distributions offer."""

import re
from functools import cache
from importlib.metadata import EntryPoint, entry_points

OWN = {
    "challenge-v0": "throwdown.envs.challenge",
    "gambit-v0": "throwdown.envs.fusion.gambit",
    "kuhn-v0": "throwdown.envs.poker",
    "leduc-v0": "throwdown.envs.poker",
    "pile-v0": "throwdown.envs.fusion.pile",
    "session-v0": "throwdown.envs.fusion.session",
    "showdown-v0": "throwdown.envs.showdown",
    "skirmish-v0": "throwdown.envs.skirmish",
    "throwdown-v0": "throwdown.envs.fusion.throwdown",
}
"""This package's games: the id of each, and the module that holds its ``GAMES``."""
GROUP = "throwdown.games"
"""The entry points by which other distributions offer games, likewise: an id, and a module."""
DEFAULT = "throwdown-v0"
"""The game that is meant where none is named."""
ID = re.compile(r"[a-z][a-z0-9-]*-v[0-9]+")


@cache
def offered() -> dict[str, EntryPoint]:
    """Return what other installed distributions offer, by id. What is not named like an id is left out."""
    return {entry.name: entry for entry in entry_points(group=GROUP) if ID.fullmatch(entry.name)}


def ids() -> list[str]:
    """Return the ids of all games, without importing them."""
    return sorted({*OWN, *offered()})
