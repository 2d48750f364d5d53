"""Lists the rules of inventory group 7 (the Throwdown, stages edition) that no test names.

The rules' ids stand in ``throwdown/inventory.tsv``, each with a gist in our own words. A test names a rule in its own
name (``test_ts_12_…``, ``test_g_44_…``) or in its docstring (``TS-12``).

Run it: ``python tests/inventory.py``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
INVENTORY = TESTS / "throwdown" / "inventory.tsv"
_IN_NAME = re.compile(r"(?<![a-z])(ts|g)_(\d+)(?!\d)")
_IN_TEXT = re.compile(r"\b(TS|G)-(\d+)\b")
_RANGE = re.compile(r"\b(TS|G)-(\d+) to (?:TS|G)-(\d+)\b")


def rules() -> dict[str, str]:
    """Return the gist of every rule by its id."""
    lines = INVENTORY.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line)


def _id(group: str, number: str | int) -> str:
    return f"{group.upper()}-{int(number):02}"


def named_in(text: str) -> set[str]:
    """Return the rules that a text names, ranges included."""
    found = {_id(*m.groups()) for m in _IN_TEXT.finditer(text)}
    for m in _RANGE.finditer(text):
        found |= {_id(m[1], n) for n in range(int(m[2]), int(m[3]) + 1)}
    return found


def tests_in(file: Path) -> Iterator[ast.FunctionDef]:
    """Yield the tests of a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def named_by_tests() -> set[str]:
    """Return the rules that tests name in their names or docstrings."""
    found: set[str] = set()
    for file in sorted(TESTS.glob("**/test_*.py")):
        for test in tests_in(file):
            found |= {_id(*m.groups()) for m in _IN_NAME.finditer(test.name)}
            found |= {_id(*m.groups()) for m in _IN_TEXT.finditer(ast.get_docstring(test) or "")}
    return found


def missing() -> dict[str, str]:
    """Return the rules that no test names."""
    named = named_by_tests()
    return {rule: gist for rule, gist in rules().items() if rule not in named}


def main() -> int:
    """Print the rules that no test names; return how many there are."""
    gaps = missing()
    for rule, gist in gaps.items():
        print(f"{rule}  {gist}")
    print(f"{len(rules()) - len(gaps)} of {len(rules())} rules are named by a test.", file=sys.stderr)
    return len(gaps)


if __name__ == "__main__":
    sys.exit(min(1, main()))
