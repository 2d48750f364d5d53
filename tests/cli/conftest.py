from __future__ import annotations

from pathlib import Path

import pytest

from tests.play.support import deal, play_on


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a finished game."""
    session = deal()
    play_on(session, 3)
    return session.save(tmp_path / "game.json")


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
