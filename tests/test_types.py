"""Types: a misspelt field of a state or of an observation is found inside a rule, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import ROOT

RULE = Path("throwdown/envs/fusion/throwdown/drives.py")
OBSERVE = Path("throwdown/envs/poker/obs.py")
MISSPELT = {
    RULE: {"s.stage": ("s.stagge", "State"), "s.conflict.commander": ("s.conflict.comander", "Conflict")},
    OBSERVE: {"seen.raises": ("seen.raisess", "Seen")},
}


def test_a_misspelt_field_is_found_inside_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """Mypy reads copies of rules in which fields are misspelt; one run, for it takes seconds."""
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(ROOT)
    args: list[str] = []
    for rule, misspelt in MISSPELT.items():
        text, copy = rule.read_text(encoding="utf-8"), tmp_path / rule.name
        for right, (wrong, _) in misspelt.items():
            assert right in text
            text = text.replace(right, wrong, 1)
        copy.write_text(text, encoding="utf-8")
        args += ["--shadow-file", str(rule), str(copy), "-m", ".".join(rule.with_suffix("").parts)]
    kept = getattr(pytestconfig, "cache", None)  # none without pytest's plugin for it
    told, failed, _ = api.run(["--cache-dir", str(kept.mkdir("mypy") if kept else tmp_path), *args])
    assert not failed
    fields = [field for misspelt in MISSPELT.values() for field in misspelt.values()]
    for wrong, record in fields:
        assert f'"{record}" has no attribute "{wrong.split(".")[-1]}"' in told, told
    assert f"Found {len(fields)} errors" in told
