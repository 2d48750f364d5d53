"""Which games there are: this package's, and those that other installed distributions offer."""

import copyreg
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any

from throwdown.envs import ids, module_of, offered, own_ids
from throwdown.envs.core.errors import UnknownGame, did_you_mean
from throwdown.envs.core.game import Game, Setup


@cache
def _load(id: str) -> Game:
    if id in own_ids():
        package = import_module(import_module(module_of(id)).PACKAGE)
    else:
        package = offered()[id].load()
    for game in package.GAMES:
        if game.id == id:
            found: Game = game
            return found
    raise UnknownGame(f"'{id}' is offered by {package.__name__}, but not among its GAMES.")


def games() -> dict[str, Game]:
    """Return every game by its id; all are imported."""
    return {id: _load(id) for id in ids()}


def find_game(id: str) -> Game:
    """Return a game by its id, the only one that is imported.

    ``throwdown_v0`` and ``throwdown/throwdown-v0`` are read as ``throwdown-v0``.

    Raises:
        UnknownGame: there is none.
    """
    name, known = str(id).removeprefix("throwdown/").replace("_", "-"), ids()
    if name not in known:
        raise UnknownGame(
            f"'{id}' is not a game{did_you_mean(name, known)}; the games are {', '.join(known)}."
        )
    return _load(name)


def make_setup(id: str, scenario: str | Mapping[str, Any] | None = None, /, **options: Any) -> Setup:
    """Return a game with a scenario and options, ready to be dealt.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, scenario or option, or a field is wrong.
    """
    return find_game(id).configure(scenario, options)


Made = tuple[str, dict[str, Any], dict[str, Any], str]
"""What a setup is made from, as plain data: id, configuration, options, and the scenario's name."""


def parts_of(setup: Setup) -> Made:
    """Return what a setup is made from."""
    return setup.game.id, dict(setup.config), dict(setup.options), setup.scenario


def made_of(parts: Made) -> Setup:
    """Return the setup that `parts_of` took apart."""
    id, config, options, scenario = parts
    return replace(make_setup(id, config, **options), scenario=scenario)


# A pickle keeps what names a game and what makes a setup: rules, words and modules are found again by them.
copyreg.pickle(Game, lambda game: (find_game, (game.id,)))
copyreg.pickle(Setup, lambda setup: (made_of, (parts_of(setup),)))
