"""Imports stay few, and a name means one thing."""

import ast
import os
from collections import defaultdict
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

import pytest

from throwdown.envs.games import OWN

ROOT = Path(__file__).parents[2]
TOP = ("agents", "benchmarks", "envs", "evaluation", "play", "throwdown", "training")
ROOMS = sorted(f.parent for f in (ROOT / "envs" / "fusion").glob("*/__init__.py"))
PACKAGES = sorted(
    Path(folder)
    for room in TOP
    for folder, _, files in os.walk(ROOT / room)  # it leaves the links in throwdown/ alone
    if any(name.endswith(".py") for name in files) and not set(ROOMS) & {Path(folder), *Path(folder).parents}
)
MOST = {
    "agents": 0.075,  # a short file for every kind of agent, and one that loads them all
    "agents/search": 0.06,
    "benchmarks": 0.085,  # a short file for every table
    "envs": 0.13,  # PettingZoo's modules of three lines
    "envs/core": 0.07,  # the kit is nothing but imports, the rest stands on NumPy's and Numba's own parts
    "envs/environments": 0.075,  # on PettingZoo, gymnasium and everything below
    "envs/challenge": 0.08,  # a short file for every subject, which holds the rules of its decisions
    "envs/fusion/gambit": 0.08,  # likewise
    "envs/fusion/pile": 0.055,
    "envs/fusion/throwdown": 0.052,  # likewise
    "envs/fusion/session": 0.105,  # it strings other games together
    "envs/poker": 0.165,  # a game of 300 lines in files of 30
    "envs/poker/words": 0.065,  # likewise, in three files
    "envs/showdown": 0.067,  # as in Challenges
    "envs/showdown/positions": 0.053,
    "envs/showdown/sheets": 0.052,
    "envs/skirmish": 0.062,  # as in Challenges
    "evaluation/aivat": 0.06,
    "throwdown": 0.2,  # the public names and two short files
    "throwdown/cli": 0.125,  # a command imports what it needs, and when it runs: help must not wait for Numba
    "play/companion": 0.063,  # it stands on all that plays, in short files
    "play/throwdown": 0.082,  # on the world of FUSION besides
    "play/web": 0.075,  # on Starlette and anyio besides, in a short file for each thing that a server must see to
    "throwdown/testing": 0.074,  # it looks at everything from the kit to the agents
    "training": 0.076,  # on PyTorch, Stable-Baselines3 and everything below
    "training/baselines": 0.08,  # likewise, in a short file for every algorithm
}
"""Of all lines, at most so many import something: one in twenty, more only where a reason is given."""
BY_GAME = {"CHOICES", "DECISIONS", "FIELDS", "GAMES", "LAYOUT", "PHASES", "RESULTS", "SHARED", "WORDS"}
"""What every game has of its own under one name."""


def share(files: Iterable[Path]) -> float:
    """Return the share of some files' lines that are import statements."""
    imports = lines = 0
    for file in files:
        text = file.read_text(encoding="utf-8")
        found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Import | ast.ImportFrom)]
        imports += sum((n.end_lineno or n.lineno) - n.lineno + 1 for n in found)
        lines += len(text.splitlines())
    return imports / lines


def name_of(folder: Path) -> str:
    return str(folder.relative_to(ROOT))


@pytest.mark.parametrize("folder", [*PACKAGES, *ROOMS], ids=name_of)
def test_imports_are_few(folder: Path) -> None:
    found = share(folder.rglob("*.py") if folder in ROOMS else folder.glob("*.py"))
    most = MOST.get(name_of(folder), 0.05)
    assert found <= most, f"{found:.1%} of the lines import; import modules, not their names"


def module_of(file: Path) -> str:
    """Return the name by which a file is imported."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    parts = parts if parts[0] == "throwdown" else ("throwdown", *parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


PUBLIC = [
    file
    for folder in (*PACKAGES, *ROOMS)
    for file in sorted(folder.rglob("*.py") if folder in ROOMS else folder.glob("*.py"))
    if "\n__all__ = " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("file", PUBLIC, ids=name_of)
def test_all_that_a_module_offers_can_be_imported(file: Path) -> None:
    found: dict[str, object] = {}
    exec(f"from {module_of(file)} import *", found)
    offered = import_module(module_of(file)).__all__
    assert set(offered) <= set(found) and len(set(offered)) == len(offered)


def constants(file: Path) -> list[str]:
    """Return the names of the constants that a module defines."""
    found = []
    for n in ast.parse(file.read_text(encoding="utf-8")).body:
        targets = (
            n.targets if isinstance(n, ast.Assign) else [n.target] if isinstance(n, ast.AnnAssign) else []
        )
        for t in targets:
            names = t.elts if isinstance(t, ast.Tuple) else [t]
            found += [x.id for x in names if isinstance(x, ast.Name) and x.id.isupper() and x.id[0] != "_"]
    return found


def test_no_name_has_two_values() -> None:
    seen = defaultdict(list)
    for file in sorted((ROOT / "envs" / "fusion").rglob("*.py")):
        module = import_module(module_of(file))
        for name in constants(file):
            seen[name].append((str(file.relative_to(ROOT)), repr(vars(module)[name])))
    twice = {name: [f for f, _ in at] for name, at in seen.items() if len({x for _, x in at}) > 1}
    assert set(twice) <= BY_GAME, {name: at for name, at in twice.items() if name not in BY_GAME}


def test_a_class_has_a_name_of_its_own() -> None:
    """Outside the games, which have a `State`, a `Phase` or an `Event` each."""
    games = {ROOT / "envs" / module.split(".")[2] for module in OWN.values()}
    seen = defaultdict(list)
    for folder in PACKAGES:
        if games & {folder, *folder.parents} or folder.name == "heuristics":
            continue
        for file in sorted(folder.glob("*.py")):
            for node in ast.parse(file.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    seen[node.name].append(name_of(file))
    twice = {name: at for name, at in seen.items() if len(at) > 1}
    both = ["envs/core/batch.py", "envs/environments/batch.py"]
    assert twice == {"Batch": both}, "the public one finds its game by id"
