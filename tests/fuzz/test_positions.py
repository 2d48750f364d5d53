"""Positions that are damaged, and those that are taken are played on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.fuzz.played import Run
from tests.fuzz.support import START, TIMES, damaged, each, is_taken
from tests.support import FUSION, OTHERS, choose, walk
from throwdown.envs.registry import games
from throwdown.envs.tables.table import Table

CASES = [(id, scenario) for id in FUSION for scenario in ("duel", "trio")]
CASES += [(id, scenario) for id, scenario in OTHERS if games()[id].positions is not None]


def play_on(position: dict[str, Any], id: str, scenario: str) -> None:
    table = Table.from_position(position, id, scenario)
    assert table.position()
    for ply in range(12):
        if not table.over:
            assert table.mask().any(), table.render()
            table.play(choose(table.game, table.legal_ids(), 5, ply, keep=0.02))
            table.render(), table.events_seen(0), table.position(), table.observe(0)


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_a_damaged_position_is_refused_in_a_sentence_or_can_be_played(id: str, scenario: str) -> None:
    positions = [table.position() for table in walk(id, scenario, 3, keep=0)][:400:9]
    for seed in each(60):
        rng = random.Random(seed)
        worse = damaged(rng.choice(positions), rng)
        if isinstance(worse, dict):
            is_taken(lambda worse=worse: play_on(worse, id, scenario))  # type: ignore[misc]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_a_position_varied_at_random_is_played_on_and_comes_back(id: str, scenario: str) -> None:
    """`tests.parity.bounds_check` does the same with every index checked."""
    run = Run(id, scenario, START, moments=15 * TIMES)
    run.play(6 * TIMES)
    assert not run.wrong, "\n".join(run.wrong)
