"""Types: a misspelt field of a state is found inside a rule, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import ROOT

RULE = Path("throwdown/envs/fusion/throwdown/drives.py")
MISSPELT = {"s.stage": ("s.stagge", "State"), "s.conflict.commander": ("s.conflict.comander", "Conflict")}


def test_a_misspelt_field_is_found_inside_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    """Mypy reads a copy of a rule in which two fields are misspelt; one run, for it takes seconds."""
    api = pytest.importorskip("mypy.api")
    monkeypatch.chdir(ROOT)
    text, copy = RULE.read_text(encoding="utf-8"), tmp_path / RULE.name
    for right, (wrong, _) in MISSPELT.items():
        assert right in text
        text = text.replace(right, wrong, 1)
    copy.write_text(text, encoding="utf-8")
    kept = getattr(pytestconfig, "cache", None)  # none without pytest's plugin for it
    cache = str(kept.mkdir("mypy") if kept else tmp_path)
    module = ".".join(RULE.with_suffix("").parts)
    told, failed, _ = api.run(["--cache-dir", cache, "--shadow-file", str(RULE), str(copy), "-m", module])
    assert not failed
    for wrong, record in MISSPELT.values():
        assert f'"{record}" has no attribute "{wrong.split(".")[-1]}"' in told, told
    assert f"Found {len(MISSPELT)} errors" in told
