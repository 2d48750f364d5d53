"""Check that the links in ``throwdown/`` make one package for tools; ``.ci/run`` runs it in the installed Python."""

from __future__ import annotations

import ast
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MODULE, FILE = "throwdown.envs.core.cards", ROOT / "envs" / "core" / "cards.py"


def first_constant() -> str:
    """Return the name of the first public constant that the module's own file defines."""
    for node in ast.parse(FILE.read_text(encoding="utf-8")).body:
        names = [n.id for n in getattr(node, "targets", []) if isinstance(n, ast.Name)]
        if names and not names[0].startswith("_"):
            return names[0]
    raise AssertionError(f"{FILE} defines no constant")


def main() -> None:
    name = first_constant()
    with tempfile.TemporaryDirectory() as folder:
        code = Path(folder) / "editor.py"
        code.write_text(
            f"from {MODULE} import {name}\nfrom {MODULE} import not_in_this_file\n", encoding="utf-8"
        )
        command = [
            sys.executable,
            "-m",
            "mypy",
            "--config-file=",
            "--cache-dir",
            f"{folder}/cache",
            code.name,
        ]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    complaints = [line for line in done.stdout.splitlines() if line.startswith(code.name)]
    right = len(complaints) == 1 and 'has no attribute "not_in_this_file"' in complaints[0]
    if not right:
        sys.exit(
            f"a tool that knows only the install does not find {FILE} as {MODULE}:\n{done.stdout}{done.stderr}"
        )
    print(f"{MODULE} is found where it lies, by mypy without any settings")


if __name__ == "__main__":
    main()
