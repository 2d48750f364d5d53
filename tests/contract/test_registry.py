from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pettingzoo
import pytest

import throwdown
from tests.support import GAMES, HAS_REGISTRY, ROOT, folder_of, run_python
from throwdown import envs
from throwdown.agents import heuristics
from throwdown.envs.core.errors import UnknownGame
from throwdown.envs.core.game import REQUIRED
from throwdown.envs.games import OWN, ids
from throwdown.envs.registry import find_game, games
from throwdown.testing.games import well_formed

PETTINGZOO = '''"""PettingZoo's module of ``{id}``: `env` (wrapped) and `raw_env`."""

from throwdown.envs import pettingzoo_module

env, raw_env = pettingzoo_module("{id}")
'''
ROOMS = ("envs", "agents", "training", "evaluation", "play", "benchmarks")


def test_the_dictionary_names_every_game() -> None:
    """A folder's GAMES that it does not name cannot be played, a name without a game cannot be loaded."""
    packages = [m.name for m in pkgutil.walk_packages(envs.__path__, "throwdown.envs.") if m.ispkg]
    modules = {name: importlib.import_module(name) for name in packages}
    assert {game.id: name for name in modules for game in getattr(modules[name], "GAMES", ())} == OWN
    assert set(OWN) <= set(games()) == set(ids()) and list(OWN) == sorted(OWN)
    assert throwdown.ids() == sorted(ids())


def test_pettingzoos_modules_are_those_of_the_dictionary() -> None:
    files = {file.name: file.read_text(encoding="utf-8") for file in (ROOT / "envs").glob("*_v*.py")}
    assert files == {f"{id.replace('-', '_')}.py": PETTINGZOO.format(id=id) for id in OWN}


def test_heuristics_are_those_of_their_dictionary() -> None:
    modules = [
        importlib.import_module(f"{heuristics.__name__}.{m.name}")
        for m in pkgutil.iter_modules(heuristics.__path__)
    ]
    own = [module.__name__ for module in modules if "Heuristic" in vars(module)]
    assert sorted(heuristics.OWN.values()) == own and heuristics.OWN.keys() <= OWN.keys()
    for id, module in heuristics.OWN.items():
        assert id == importlib.import_module(module).Heuristic.game


def test_ids_need_no_game_to_be_imported() -> None:
    code = (
        "import sys, throwdown; print(throwdown.ids());"
        "print([m for m in sys.modules if m.startswith('throwdown.envs.') or m in ('numba', 'torch')])"
    )
    listed, loaded = run_python(code).strip().splitlines()[-2:]
    light = {
        "throwdown.envs.games",
        "throwdown.envs.core",
        "throwdown.envs.core.errors",
        "throwdown.envs.core.names",
    }
    assert listed == str(ids()) and set(eval(loaded)) <= light


PARTS = ("state", "actions", "decisions", "flow", "rules", "obs", "redeal", "words/decisions", "words/text")
"""The files that every game has."""


@pytest.mark.parametrize("id", GAMES)
def test_every_part_of_a_game_is_there(id: str) -> None:
    game = games()[id]
    folder, name = folder_of(game), folder_of(game).name
    for function in REQUIRED:
        assert callable(getattr(game.text, function, None)), f"text.{function}"
    for file in ("RULES.md", *(f"{part}.py" for part in PARTS)):
        assert (folder / file).exists(), file
    assert (folder / "positions").exists() == (game.positions is not None)
    assert list((folder / "golden").glob("*.txt")), "golden playthroughs (make golden)"
    assert list((ROOT / "tests" / name).glob("test_*.py")), f"tests/{name}"
    assert game.default in game.scenarios and game.rules_version and game.title


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_well_formed(id: str) -> None:
    game = games()[id]
    assert game.id == id and game.event_names
    assert not list(well_formed(game))
    for field in ("rng", "phase", "seat", "over"):
        assert field in game.state.columns


def test_every_room_is_linked_into_the_package() -> None:
    for room in ROOMS:
        link = ROOT / "throwdown" / room
        assert link.is_symlink() and link.readlink() == Path("..") / room


def test_every_folder_with_code_is_a_package() -> None:
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            assert (file.parent / "__init__.py").is_file(), file.parent


@pytest.mark.parametrize("id", ids())
def test_names_that_are_read_as_an_id(id: str) -> None:
    for name in (id, id.replace("-", "_"), f"throwdown/{id}"):
        assert find_game(name).id == id
    assert not HAS_REGISTRY or f"throwdown/{id}" in pettingzoo.aec_registry


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("throwdwn-v0", "throwdown-v0"), ("Throwdown-v0", "throwdown-v0"), ("throwdown-v1", "throwdown-v0")],
)
def test_unknown_id_suggests_the_nearest(wrong: str, meant: str) -> None:
    with pytest.raises(UnknownGame, match=f"did you mean '{meant}'") as error:
        throwdown.make(wrong)
    assert f"'{wrong}'" in str(error.value)


@pytest.mark.parametrize("wrong", ["", "chess-v5", "v0", "throwdown"])
def test_unknown_id_lists_the_games(wrong: str) -> None:
    with pytest.raises(UnknownGame, match=r"is not a game.*the games are .*throwdown-v0") as error:
        throwdown.make(wrong)
    assert str(error.value).endswith(".")


def test_only_the_game_asked_for_is_imported() -> None:
    code = (
        "import sys\nfrom throwdown.envs.registry import find_game\nfind_game('kuhn-v0')\n"
        "print([m for m in sys.modules if m.startswith('throwdown.envs.fusion')])"
    )
    assert run_python(code).strip() == "[]"


def test_module_runs_as_a_program() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "throwdown", "--help"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0 and "play" in done.stdout, done.stderr
