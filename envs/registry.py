"""Which games there are, found by looking into the folders."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from typing import Any

import throwdown.envs as envs
from throwdown.envs.core.errors import UnknownGame, did_you_mean
from throwdown.envs.core.game import Game, Setup


@cache
def games() -> dict[str, Game]:
    """Return every game by its id: a game is a package under ``envs`` with a tuple ``GAMES``."""
    found: dict[str, Game] = {}
    for module in pkgutil.walk_packages(envs.__path__, "throwdown.envs."):
        if module.ispkg:
            for game in getattr(importlib.import_module(module.name), "GAMES", ()):
                found[game.id] = game
    return dict(sorted(found.items()))


def find_game(id: str) -> Game:
    """Return a game by its id; ``throwdown_v0`` and ``throwdown/throwdown-v0`` are read as ``throwdown-v0``.

    Raises:
        UnknownGame: there is none.
    """
    name = str(id).removeprefix("throwdown/").replace("_v", "-v")
    known = games()
    if name not in known:
        raise UnknownGame(f"'{id}' is no game{did_you_mean(name, known)}; the games are {', '.join(known)}.")
    return known[name]


def make_setup(id: str, scenario: str | Mapping[str, Any] | None = None, /, **options: Any) -> Setup:
    """Return a game with a scenario and options, ready to be dealt.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, scenario or option, or a field is wrong.
    """
    return find_game(id).configure(scenario, options)
