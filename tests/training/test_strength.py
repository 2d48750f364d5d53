"""The table of strength: every pair that ships, its exploiters, and what no longer holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import exit_code
from throwdown.benchmarks import strength
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord

PAIR = "challenge-v0/duel"


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Let everything be small, and return the folder of the results."""
    for name, value in {"STEPS": 2000, "SEEDS": 2, "DEALS": 40, "ROLLOUTS": 4, "SEARCH_DEALS": 2}.items():
        monkeypatch.setattr(strength, name, value)
    monkeypatch.setattr(strength, "RUNS", tmp_path / "runs")
    return tmp_path


def test_every_role_is_exploited_by_every_seed_and_by_a_search(
    tiny: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tiny), "--workers", "1")
    assert exit_code(monkeypatch, strength.main, PAIR, "--search", *out) == 1  # other pairs are not measured
    assert [(x.role, bool(x.search)) for x in strength.read_gains(tiny / "strength.json")] == [
        ("a", True),
        ("b", True),
    ]
    assert f"{PAIR}, a: no exploiter was trained." in capsys.readouterr().err
    assert exit_code(monkeypatch, strength.main, PAIR, *out) == 1
    gains = strength.read_gains(tiny / "strength.json")
    assert [(x.role, bool(x.search), x.steps, len(x.gains)) for x in gains] == [
        ("a", False, 2000, 2),
        ("a", True, 0, 1),
        ("b", False, 2000, 2),
        ("b", True, 0, 1),
    ]
    assert gains[0].best.mean == max(mean for mean, _, _ in gains[0].gains)
    told = capsys.readouterr().err
    assert f"{PAIR}, a" not in told and "challenge-v0/scene, table: no exploiter was trained." in told
    lines = (tiny / "strength.md").read_text().splitlines()
    assert len(lines) == 2 + len(strength.shipped())
    assert gains[0].best.text() in next(line for line in lines if "`duel`" in line and "| a " in line)

    (tiny / "strength.md").unlink()
    assert exit_code(monkeypatch, strength.main, "--table", *out) == 1
    assert (tiny / "strength.md").read_text().splitlines() == lines

    before = (tiny / "strength.json").read_text()
    for search in ((), ("--search",)):
        assert exit_code(monkeypatch, strength.main, PAIR, *search, *out) == 1
        assert (tiny / "strength.json").read_text() == before
    monkeypatch.setattr(strength, "identity", lambda name, setup, role: "another")
    capsys.readouterr()
    exit_code(monkeypatch, strength.main, "--check", *out)
    assert f"{PAIR}, a: measured with another pair or other rules." in capsys.readouterr().err


def test_the_table_in_the_docs_is_of_what_ships() -> None:
    gains = strength.read_gains(strength.FOLDER / "strength.json")
    assert (strength.FOLDER / "strength.md").read_text(encoding="utf-8") == strength.table(gains)
    assert all("no exploiter was trained" in fault for fault in strength.faults(gains))


def test_bad_input_is_one_sentence(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        InvalidConfig,
        match=r"no policies ship for 'duel'; there are challenge-v0/duel, challenge-v0/duel-2v2, ",
    ):
        strength.pairs(["duel"])
    (tiny / "strength.json").write_text("[7]")
    with pytest.raises(InvalidRecord, match="holds no gains, or is damaged"):
        strength.read_gains(tiny / "strength.json")
