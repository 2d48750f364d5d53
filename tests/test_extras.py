"""What cannot be tested is told first, and is a failure where it was asked for."""

from __future__ import annotations

import pytest

from tests import extras


@pytest.mark.parametrize("need", extras.NEEDS, ids=lambda need: need.tested)
def test_what_is_missing_is_told_and_refused_where_it_is_required(
    need: extras.Need, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = need._replace(missing=lambda: ["a thing"])
    monkeypatch.setattr(extras, "NEEDS", (missing,))
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    (line,) = extras.report()
    assert need.tested in line and "a thing" in line and need.install in line
    monkeypatch.setenv(need.variable, "0")
    assert extras.refused() == ""
    monkeypatch.setenv(need.variable, "1")
    assert extras.refused() == f"{need.variable}=1, but a thing is not installed: {need.install}."


def test_nothing_is_told_where_nothing_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [need._replace(missing=list) for need in extras.NEEDS]
    monkeypatch.setattr(extras, "NEEDS", there)
    monkeypatch.delenv("NUMBA_DISABLE_JIT", raising=False)
    for need in there:
        monkeypatch.setenv(need.variable, "1")
    assert extras.report() == [] and extras.refused() == ""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (line,) = extras.report()
    assert "NUMBA_DISABLE_JIT is set" in line and extras.refused() == ""


def test_a_module_that_is_not_installed_is_found() -> None:
    assert extras.absent("json", "no_such_module_here") == ["no_such_module_here"]
