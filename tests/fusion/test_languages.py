"""In another language people read other words, and programs the same data."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from tests.support import speak_in_brackets, walk
from throwdown.envs.tables.table import Table


def data(table: Table) -> Any:
    """Return what programs read of a table."""
    views = [table.view(seat) for seat in (None, *table.setup.seats)]
    return table.position(), views, [] if table.over else table.legal()


@pytest.mark.parametrize("id", ["pile-v0", "gambit-v0", "session-v0"])
@pytest.mark.parametrize("plies", [9, 1000])
def test_data_is_the_same_in_every_language(id: str, plies: int, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, table = islice(walk(id, "intrigue", 1, keep=0.02), plies)
    english = data(table)
    speak_in_brackets(monkeypatch)
    shown = table.render()
    assert "[Broker" in shown and "[Press" in shown and "[Harmony " in shown
    assert data(table) == english
    assert data(Table.from_setup_position(table.setup, english[0])) == english
