"""What a choice says before it is played is what happens, and tells nothing hidden."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.support import GAMES, seeds, setup_of
from tests.words import ahead
from throwdown.envs.registry import games
from throwdown.testing.walks import moments

CASES = [(id, scenario) for id in GAMES for scenario in games()[id].scenarios]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_choices_do_what_they_say_and_tell_nothing_hidden(id: str, scenario: str) -> None:
    counts: Counter[str] = Counter()
    for n, table in enumerate(
        moments(setup_of(id, scenario), seeds(id, 0, 3), first=6, every=24, ends=False)
    ):
        assert ahead.wrong(table, counts) == [], f"seed {table.origin['seed']}, move {len(table.history)}"
        assert ahead.leaks(table, range(n, n + 2)) == []


def test_threats_factions_and_the_final_form_are_told_of() -> None:
    counts: Counter[str] = Counter()
    for scenario in ("titan", "trio"):
        for table in moments(setup_of("throwdown-v0", scenario), range(6), first=30, every=12, ends=False):
            assert ahead.wrong(table, counts) == [], f"seed {table.origin['seed']}, move {len(table.history)}"
    assert all(
        counts[name] for name in ("Rating", "Strikes", "Form's Buffers", "Form's Charges", "Endurance")
    )


def test_who_alone_could_oppose_is_told_that_sitting_out_loses() -> None:
    seen: Counter[bool] = Counter()
    for scenario in ("duel", "trio"):
        for table in moments(setup_of("pile-v0", scenario), range(30), first=60, every=1, ends=False):
            if table.phase != "side":
                continue
            told, after = table.describe("sit-out"), table.clone()
            while after.phase == "side":
                after.play("sit-out")
            has_won = after.view()["result"] == "refused"
            seen[told.gives_up] += 1
            if told.gives_up:
                assert (
                    has_won and told.effect == "take no part; nobody else can oppose the challenger, who wins"
                )
    assert seen[True] and seen[False]
