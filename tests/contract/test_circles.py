"""No module imports another that imports it in turn: at its top, inside a function, or for types alone."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import throwdown

PACKAGE = Path(throwdown.__file__).parent


def modules() -> dict[str, Path]:
    """Return the package's modules and their files."""
    found = {}
    for folder, _, names in os.walk(PACKAGE, followlinks=True):
        for file in (Path(folder, name) for name in names if name.endswith(".py")):
            parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported(file: Path) -> Iterator[str]:
    """Yield what a file imports, wherever it does, by full names: of modules, or of what is in them."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file} imports by a relative name"
            yield from (f"{node.module}.{name.name}" for name in node.names)


def graph() -> dict[str, set[str]]:
    """Return the modules that each module imports. That a package is loaded before its modules does not count."""
    files = modules()
    found = {}
    for module, file in files.items():
        names = {name if name in files else name.rpartition(".")[0] for name in imported(file)}
        found[module] = names & files.keys()
    return found


def test_no_imports_run_in_a_circle() -> None:
    TopologicalSorter(graph()).prepare()


def test_the_graph_has_what_is_imported_late() -> None:
    """A name of a module, a module of a package, an import in a function, one for types."""
    found = graph()
    assert "throwdown.envs.core.records" in found["throwdown.envs.core.rng"]
    assert "throwdown.envs.registry" in found["throwdown.envs"]
    assert "throwdown.training.vecenv" in found["throwdown.api"]
    assert len(found) > 400 and found["throwdown.envs.games"] == set()
