"""What a choice says before it is played is what happens, and tells nothing hidden."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support import GAMES, setup_of
from tests.words import ahead
from throwdown.envs.registry import games
from throwdown.testing.walks import moments

CASES = [(id, scenario) for id in GAMES for scenario in games()[id].scenarios]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_choices_do_what_they_say_and_tell_nothing_hidden(id: str, scenario: str) -> None:
    counts: Counter[str] = Counter()
    for n, table in enumerate(moments(setup_of(id, scenario), range(3), first=12, every=12, ends=False)):
        assert ahead.wrong(table, counts) == [], f"seed {table.origin['seed']}, move {len(table.history)}"
        assert ahead.leaks(table, range(n, n + 2)) == []
