"""Lists the rules of the inventory that neither a test nor the table of reasons names.

FUSION has 455, Challenges 166, Skirmish 212, Showdown 265.

The rules' ids stand in ``inventory.tsv``, each with a gist in our own words; with them some goldens (``G-xx``). A test
names a rule in its own name (``test_ts_12_…``, ``test_tp_01_02_89_…``) or in its docstring (``TS-12``). What cannot be
tested stands in ``docs/reference/untested_rules.md`` with the reason, and only there.

Run it: ``python tests/inventory.py``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).resolve().parent
INVENTORY = TESTS / "inventory.tsv"
TABLE = TESTS.parent / "docs" / "reference" / "untested_rules.md"
GROUPS = (
    "CD",
    "PL",
    "OP",
    "ME",
    "GA",
    "TP",
    "TS",
    "SY",
    "CHA",
    "CHE",
    "CHO",
    "CH",
    "SDA",
    "SDE",
    "SHO",
    "SD",
    "SKA",
    "SKE",
    "SKO",
    "SK",
)
_GROUP = "|".join((*GROUPS, "G"))
_IN_NAME = re.compile(rf"(?<![a-z])({_GROUP.lower()})((?:_\d+)+)(?![a-z\d])")
_IN_TEXT = re.compile(rf"\b({_GROUP})-(\d+)(?: to \1-(\d+))?\b")
_ROW = re.compile(r"^\| ((?:[A-Z]{2,3}-\d+(?:, )?)+) \| (\S.*\S) \|$", re.MULTILINE)


def rules() -> dict[str, str]:
    """Return the gist of every rule by its id."""
    lines = INVENTORY.read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line)


def _id(group: str, number: str | int) -> str:
    return f"{group.upper()}-{int(number):02}"


def named_in(text: str) -> set[str]:
    """Return the rules that a text names, ranges such as ``TS-12 to TS-14`` included."""
    found: set[str] = set()
    for group, first, last in _IN_TEXT.findall(text):
        found |= {_id(group, n) for n in range(int(first), int(last or first) + 1)}
    return found


def named_by(test: ast.FunctionDef) -> set[str]:
    """Return the rules that a test names in its name or its docstring."""
    found = {_id(m[1], n) for m in _IN_NAME.finditer(test.name) for n in m[2].split("_")[1:]}
    return found | named_in(ast.get_docstring(test) or "")


def tests_in(file: Path) -> Iterator[ast.FunctionDef]:
    """Yield the tests of a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def can_fail(test: ast.FunctionDef) -> bool:
    """Return whether a test asserts anything: by a statement, by ``raises``, or by a helper that says so."""
    for node in ast.walk(test):
        if isinstance(node, ast.Assert):
            return True
        if isinstance(node, ast.Call) and re.search(
            r"\b(assert|raises|refusal|refused)", ast.unparse(node.func)
        ):
            return True
    return False


def named_by_tests() -> dict[str, list[str]]:
    """Return the tests that name each rule and can fail."""
    found: dict[str, list[str]] = {}
    for file in sorted(TESTS.glob("**/test_*.py")):
        for test in filter(can_fail, tests_in(file)):
            for rule in named_by(test):
                found.setdefault(rule, []).append(f"{file.relative_to(TESTS)}::{test.name}")
    return found


def reasons() -> dict[str, str]:
    """Return why there is nothing to test, for every rule of the table."""
    rows = _ROW.findall(TABLE.read_text(encoding="utf-8"))
    return {rule: reason for ids, reason in rows for rule in ids.split(", ")}


def gaps() -> dict[str, str]:
    """Return what is wrong, by rule: named nowhere, named twice over, or unknown to the inventory."""
    known, tested, excused = rules(), named_by_tests(), reasons()
    out = {rule: f"named nowhere: {gist}" for rule, gist in known.items() if rule not in {*tested, *excused}}
    out |= {rule: f"is in the table, but {tested[rule][0]} names it" for rule in excused if rule in tested}
    mistaken = [rule for rule in {**tested, **excused} if rule not in known and not rule.startswith("G-")]
    return out | dict.fromkeys(mistaken, "is no rule of the inventory")


def main() -> int:
    """Print what is wrong, and how many rules are tested; return how many mistakes there are."""
    wrong = gaps()
    for rule, what in wrong.items():
        print(f"{rule}  {what}")
    known, named, excused = (
        [rule for rule in rules() if not rule.startswith("G-")],
        named_by_tests(),
        reasons(),
    )
    tested = [rule for rule in known if rule in named]
    print(
        f"{len(tested)} of {len(known)} rules are tested, {len(excused)} have nothing to test.",
        file=sys.stderr,
    )
    return len(wrong)


if __name__ == "__main__":
    sys.exit(min(1, main()))
