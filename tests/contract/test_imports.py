"""Imports stay few, and a name means one thing in all of FUSION."""

from __future__ import annotations

import ast
from collections import defaultdict
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = sorted(f.parent for f in (ROOT / "envs" / "fusion").glob("*/__init__.py"))
MOST = {"session": 0.07}
"""Of all lines, at most so many import something: one in twenty, more where a game strings others together."""
BY_GAME = {"FIELDS", "GAMES", "HELP", "LAYOUT", "PHASES", "TASKS", "WHEN"}
"""What every game has of its own under one name."""


def share(folder: Path) -> float:
    """Return the share of a folder's lines that are import statements."""
    imports = lines = 0
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        found = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Import | ast.ImportFrom)]
        imports += sum((n.end_lineno or n.lineno) - n.lineno + 1 for n in found)
        lines += len(text.splitlines())
    return imports / lines


@pytest.mark.parametrize("room", ROOMS, ids=lambda f: f.name)
def test_imports_are_few(room: Path) -> None:
    found = f"{share(room):.1%} of the lines are imports; import modules, not their names"
    assert share(room) <= MOST.get(room.name, 0.05), found


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
        parts = file.relative_to(ROOT).with_suffix("").parts
        module = import_module(".".join(("throwdown", *[p for p in parts if p != "__init__"])))
        for name in constants(file):
            seen[name].append((str(file.relative_to(ROOT)), repr(vars(module)[name])))
    twice = {name: [f for f, _ in at] for name, at in seen.items() if len({x for _, x in at}) > 1}
    assert set(twice) <= BY_GAME, {name: at for name, at in twice.items() if name not in BY_GAME}
