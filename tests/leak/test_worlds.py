"""Possible worlds: nothing hidden of the real game comes through to a searcher, in any byte."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.leak.test_leaks import redealt
from tests.support import CASES, content, setup_of, walk
from throwdown import Table
from throwdown.agents import IsmctsAgent
from throwdown.agents.search import Budget
from throwdown.envs.core.worlds import imagine

each_case = pytest.mark.parametrize(("id", "scenario"), CASES)
ROW = np.zeros(1, np.int64)


def positions(id: str, scenario: str, seeds: int, every: int) -> Iterator[tuple[int, Table]]:
    """Walk through random games; hand out every so many plies a table at which somebody decides, and the ply."""
    for seed in range(seeds):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not table.over and ply % every == 0:
                yield ply, table


@each_case
def test_a_redeal_keeps_nothing_of_what_was_hidden(id: str, scenario: str) -> None:
    """Dealt anew from another deal that the seat cannot tell apart, a game is the same to the last byte."""
    setup = setup_of(id, scenario)
    for ply, table in positions(id, scenario, seeds=6, every=3):
        for seat in range(len(setup.seats)):
            want = content(redealt(setup, table._states, seat, range(3)))
            other = redealt(setup, table._states, seat, range(ply + 9, ply + 10))
            assert content(redealt(setup, other, seat, range(3))) == want, (seat, ply)


@each_case
def test_worlds_follow_from_what_the_seat_knows(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    for ply, table in positions(id, scenario, seeds=3, every=5):
        seat = int(table.state.seat)
        worlds = table.worlds(np.random.default_rng(ply))
        assert len(worlds) == 1 and worlds.seats.tolist() == [seat]
        assert not np.shares_memory(worlds.states, table._states)
        other = redealt(setup, table._states, seat, range(ply, ply + 1))
        again = imagine(setup, other, ROW, np.random.default_rng(ply))
        assert content(again.states) == content(worlds.states)


AGENTS = {
    "acting": IsmctsAgent(Budget(200)),
    "sample": IsmctsAgent(Budget(200), final="sample"),
    "single": IsmctsAgent(Budget(200), observer="single"),
}


@each_case
@pytest.mark.parametrize("name", AGENTS)
def test_what_is_hidden_changes_no_choice(id: str, scenario: str, name: str) -> None:
    """Everything that the seat cannot know dealt anew: the same action for the same seed and budget."""
    setup, agent = setup_of(id, scenario), AGENTS[name]
    changed = 0
    for seed in range(2):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if table.over or ply % 4 or ply > 60:
                continue
            seat = int(table.state.seat)
            want = agent.act_from(table.worlds(np.random.default_rng(ply)), np.random.default_rng(seed))
            for key in range(3):
                other = redealt(setup, table._states, seat, range(key, key + 1))
                changed += content(other) != content(table._states)
                worlds = imagine(setup, other, ROW, np.random.default_rng(ply))
                assert agent.act_from(worlds, np.random.default_rng(seed)) == want
            assert table.mask()[want[0]] == 1
    assert changed > 0
