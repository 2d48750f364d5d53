from __future__ import annotations

import difflib
from pathlib import Path

import pytest

from tests.golden_games import files, playthrough
from tests.support import GAMES

CASES = [(id, *case) for id in GAMES for case in files(id).values()]
FILES = [file for id in GAMES for file in files(id)]


@pytest.mark.parametrize(("id", "scenario", "seed"), CASES)
def test_playthrough(id: str, scenario: str, seed: int) -> None:
    file = next(f for f, case in files(id).items() if case == (scenario, seed))
    assert file.is_file(), f"{file} is missing: run `make golden`"
    old, new = file.read_text(encoding="utf-8"), playthrough(id, scenario, seed)
    if old != new:
        diff = difflib.unified_diff(old.splitlines(), new.splitlines(), "golden", "now", lineterm="", n=2)
        pytest.fail("\n".join([*list(diff)[:60], "If this is meant, run `make golden` and review the diff."]))


def test_no_golden_is_left_over() -> None:
    """A file that nobody compares would rot."""
    assert all(files(id) for id in GAMES)
    folders = {file.parent for file in FILES}
    assert set(FILES) == {file for folder in folders for file in folder.glob("*")}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_playthroughs_hide_what_a_seat_may_not_see(file: Path) -> None:
    """Views of other seats show `??` for face-down cards, and other seats are told that *a card* was drawn."""
    text = file.read_text(encoding="utf-8")
    assert "sees" in text and "legal:" in text and "plays:" in text and "End, after" in text
    assert "??" in text or "drew a card." in text
