"""What a choice does is told in one sentence, of every choice in every game, from what the seat may know."""

from __future__ import annotations

import random

import pytest

from tests.support import GAMES, walk
from throwdown.envs.tables.table import Table


def merits(table: Table) -> list[str]:
    """Return the merits of all legal choices, each beside the first and the last."""
    legal = table.legal_ids()
    return [table.merit(i, rival) for i in legal for rival in (None, legal[0], legal[-1])]


@pytest.mark.parametrize("id", GAMES)
def test_merits_hang_on_nothing_that_is_hidden(id: str) -> None:
    rng, compared, differed = random.Random(1), 0, 0
    for table in walk(id, None, seed=2, keep=0.0):
        if table.over or compared > 60:
            break
        if len(table.history) > 12 and rng.random() < 0.8:
            continue
        here = merits(table)
        assert all(text == "" or text[0].isupper() or not text[0].isalpha() for text in here), here
        for key in (3, 4):
            assert table.agent is not None
            other = table.redeal(table.agent, key)
            assert merits(other) == here, table.phase
            differed += other.content != table.content
            compared += 1
    assert differed
