"""Games by their ids, imported and checked, and the setups that are made of them."""

import copyreg
import multiprocessing
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from throwdown.envs.core.errors import (
    InvalidConfig,
    InvalidGame,
    ThrowdownError,
    UnknownGame,
    did_you_mean,
    reason,
)
from throwdown.envs.core.game import REQUIRED, Game, Setup
from throwdown.envs.core.names import may_open, typed
from throwdown.envs.core.scenarios import file_of, read_toml
from throwdown.envs.games import DEFAULT, OWN, ids, offered

_FILES = {
    ".py": "what a file of code defines is played once a package that offers it is installed",
    ".toml": "a scenario's file is named as the scenario, on the command line with --scenario",
}
"""What to say of a file, by its ending, that stands where a game's id belongs."""


@cache
def _load(id: str) -> Game | ThrowdownError:
    """Return a game, or why it cannot be played: what another distribution offers takes nothing else down."""
    if id in OWN:
        return _among(import_module(OWN[id]), id)
    try:
        game = _among(offered()[id].load(), id)
        check_parts(game)
        for scenario in game.scenarios:
            game.configure(scenario)
    except ThrowdownError as error:
        return error
    except (Exception, SystemExit) as error:
        return InvalidGame(f"'{id}' cannot be loaded: {reason(error)}.")
    return game


def _among(package: Any, id: str) -> Game:
    for game in package.GAMES:
        if game.id == id:
            found: Game = game
            return found
    raise UnknownGame(f"'{id}' is offered by {package.__name__}, but not among its GAMES.")


def check_parts(game: Game) -> None:
    """See that a game has what every game must have.

    Raises:
        InvalidGame: it lacks a word, a phase or a scenario.
    """
    missing = [name for name in REQUIRED if not callable(getattr(game.text, name, None))]
    if missing:
        names = f"the word {missing[0]}" if len(missing) == 1 else f"the words {', '.join(missing)}"
        raise InvalidGame(f"'{game.id}' cannot be loaded: it lacks {names}, which every game has.")


@cache
def games() -> Mapping[str, Game]:
    """Return every game by its id; all are imported. What cannot be loaded is left out, and stderr says so once."""
    found = {id: _load(id) for id in ids()}
    for error in found.values():
        if isinstance(error, ThrowdownError) and multiprocessing.parent_process() is None:
            print(f"throwdown: {error} The other games are there.", file=sys.stderr, flush=True)
    return {id: game for id, game in found.items() if isinstance(game, Game)}


def find_game(id: str) -> Game:
    """Return a game by its id, the only one that is imported.

    ``throwdown_v0`` and ``throwdown/throwdown-v0`` are read as ``throwdown-v0``.

    Raises:
        UnknownGame: there is none.
        InvalidGame: another distribution offers it, and it cannot be loaded.
    """
    name, known = str(id).removeprefix("throwdown/").replace("_", "-"), ids()
    if name not in known:
        why = _FILES.get(Path(name.partition(":")[0]).suffix)
        near = f": {why}" if why else did_you_mean(name, known)
        raise UnknownGame(f"'{id}' is not a game{near}; the games are {', '.join(known)}.")
    found = _load(name)
    if isinstance(found, ThrowdownError):
        raise found from None
    return found


def make_setup(id: str, scenario: str | Mapping[str, Any] | None = None, /, **options: Any) -> Setup:
    """Return a game with a scenario and options, ready to be dealt.

    A scenario's file is a path object, or a text that is `names.Typed`; `typed_setup` takes plain texts for files, too.

    Raises:
        UnknownGame, InvalidConfig: there is no such game, scenario or option, or a field is wrong.
    """
    game = find_game(id)
    try:
        return game.configure(scenario, options)
    except InvalidConfig:
        _check_game(game, scenario)
        raise


def _check_game(game: Game, scenario: Any) -> None:
    """Refuse a scenario's file that is written for another game, which says more than all its mistakes do.

    Raises:
        InvalidConfig: it is.
    """
    if file_of(scenario) is None or not may_open(scenario):
        return
    other = game_of(scenario)
    if find_game(other).files != game.files:
        raise InvalidConfig(
            f"'{scenario}' is a scenario of {other}, not of {game.id}: name that game, on the command line with --game "
            f"{other}."
        )


def game_of(file: str | Path) -> str:
    """Return the id of the game that a scenario's file is written for; it may name one that there is not.

    A line ``game = "skirmish-v0"`` says so; else it is the game whose own scenarios have most of the file's fields, the
    default game before others.

    Raises:
        InvalidConfig: the file cannot be read.
    """
    data = read_toml(Path(file), "scenario", str(file))
    if "game" in data:
        return str(data["game"])
    known = sorted((game for game in games().values() if game.files), key=lambda game: game.id != DEFAULT)
    return max(known, key=lambda game: len(fields_of(game) & data.keys()), default=find_game(DEFAULT)).id


@cache
def fields_of(game: Game) -> frozenset[str]:
    """Return the fields that the scenarios of a game have, which keeps them in files."""
    files = () if game.files is None else game.files.glob("*.toml")
    return frozenset(name for file in files for name in read_toml(file, "scenario"))


def typed_setup(id: str, scenario: str | Mapping[str, Any] | None = None, /, **options: Any) -> Setup:
    """Return what `make_setup` does, of a scenario that somebody typed or passed in Python: its file is opened.

    What was read from anywhere must go to `make_setup`.
    """
    return make_setup(id, typed(scenario), **options)


SetupKey = tuple[str, dict[str, Any], dict[str, Any], str]
"""What identifies a setup, as plain data: the game's id, configuration, options and the scenario's name."""


def setup_key(setup: Setup) -> SetupKey:
    """Return what `rebuild_setup` makes an equal setup from."""
    return setup.game.id, dict(setup.config), dict(setup.options), setup.scenario


def rebuild_setup(key: SetupKey) -> Setup:
    """Return the setup with a key."""
    id, config, options, scenario = key
    return replace(make_setup(id, config, **options), scenario=scenario)


# Pickles hold ids and keys only: rules, words and modules are looked up again on loading.
copyreg.pickle(Game, lambda game: (find_game, (game.id,)))
copyreg.pickle(Setup, lambda setup: (rebuild_setup, (setup_key(setup),)))
