"""Every rule of the inventory has a test that can fail, or a reason why there is nothing to test."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import inventory

SIZES = {
    "CD": 32,
    "PL": 23,
    "OP": 15,
    "ME": 75,
    "GA": 32,
    "TP": 110,
    "TS": 132,
    "SY": 36,
    "CH": 72,
    "CHA": 40,
    "CHO": 40,
    "CHE": 17,
    "SK": 101,
    "SKA": 54,
    "SKO": 50,
    "SKE": 7,
    "SD": 154,
    "SDA": 48,
    "SHO": 55,
    "SDE": 8,
}


def function(code: str) -> ast.FunctionDef:
    """Return the only function of some code."""
    (found,) = ast.parse(code).body
    assert isinstance(found, ast.FunctionDef)
    return found


def test_the_inventory_is_whole() -> None:
    known = inventory.rules()
    for group, size in SIZES.items():
        assert [r for r in known if r.startswith(f"{group}-")] == [
            f"{group}-{n:02}" for n in range(1, size + 1)
        ]


def test_every_rule_is_tested_or_excused_and_none_both() -> None:
    assert inventory.gaps() == {}


def test_a_test_names_rules_by_name_and_docstring() -> None:
    test = function('def test_ts_92_cd_01_02_g_07_x(): "TP-03, ME-04 to ME-06, but not C-12."')
    names = {"TS-92", "CD-01", "CD-02", "G-07", "TP-03", "ME-04", "ME-05", "ME-06"}
    assert inventory.named_by(test) == names
    assert inventory.named_by(function("def test_steps_12_and_rows_7(): ...")) == set()


@pytest.mark.parametrize(
    ("body", "can"),
    [("...", False), ("play()", False), ("assert x", True), ("with pytest.raises(E): play()", True)],
)
def test_a_test_that_asserts_nothing_does_not_count(body: str, can: bool) -> None:
    assert inventory.can_fail(function(f"def test_ts_01():\n {body}")) is can


def test_gaps_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule without a test or reason, one with both, and one that does not exist."""
    table = tmp_path / "table.md"
    table.write_text(
        "| rule | why |\n|---|---|\n| ME-72, TS-92 | talk |\n| XX-01 | talk |\n", encoding="utf-8"
    )
    monkeypatch.setattr(inventory, "TABLE", table)
    found = inventory.gaps()
    assert found["CD-05"].startswith("named nowhere") and "names it" in found["TS-92"]
    assert found["XX-01"] == "is no rule of the inventory" and "ME-72" not in found
