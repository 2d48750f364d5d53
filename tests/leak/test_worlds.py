"""Possible worlds: nothing hidden of the real game comes through to a searcher, in any byte."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.support import CASES, Sampler, content, seeds, setup_of, walk
from throwdown import Table
from throwdown.agents import Agent, IsmctsAgent, RandomAgent, load
from throwdown.agents.heuristics import has_heuristic
from throwdown.agents.search import Budget
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.game import Setup
from throwdown.envs.core.worlds import imagine
from throwdown.envs.tables.drive import Driver
from throwdown.envs.tables.view import View
from throwdown.testing import hidden
from throwdown.testing.hidden import redealt

each_case = pytest.mark.parametrize(("id", "scenario"), CASES)
ROW = np.zeros(1, np.int64)


def positions(id: str, scenario: str, seeds: int, first: int) -> Iterator[tuple[int, Table]]:
    """Walk through random games; hand out tables at which somebody decides, the first of every phase, and the ply."""
    sampler = Sampler(first, every=20)
    for seed in range(seeds):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not table.over and sampler.takes(table.phase):
                yield ply, table


@each_case
def test_a_redeal_keeps_nothing_of_what_was_hidden(id: str, scenario: str) -> None:
    """Dealt anew from another deal that the seat cannot tell apart, a game is the same to the last byte."""
    setup = setup_of(id, scenario)
    for ply, table in positions(id, scenario, seeds=6, first=5):
        for seat in range(len(setup.seats)):
            assert not list(hidden.remembered(table, seat, ply))


@each_case
def test_worlds_follow_from_what_the_seat_knows(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    for ply, table in positions(id, scenario, seeds=3, first=4):
        seat = int(table.state.seat)
        worlds = table.worlds(np.random.default_rng(ply))
        assert len(worlds) == 1 and worlds.seats.tolist() == [seat]
        assert not np.shares_memory(worlds.states, table._states)
        other = redealt(setup, table._states, seat, range(ply, ply + 1))
        again = imagine(setup, other, ROW, np.random.default_rng(ply))
        assert content(again.states) == content(worlds.states)


def seen(setup: Setup, states: np.ndarray) -> View:
    """Return what a player is shown in the first of some games."""
    batch = Batch(setup, 1, autoreset=False)
    batch.states[:] = states[0]
    driver = Driver(batch)
    driver.begin()
    return driver.view(ROW)


@each_case
def test_no_part_of_a_view_follows_from_what_is_hidden(id: str, scenario: str) -> None:
    """Everything that the seat cannot know dealt anew: the view says the same, in the driver and at a table."""
    setup = setup_of(id, scenario)
    changed = 0
    for ply, table in positions(id, scenario, seeds=4, first=5):
        seat = int(table.state.seat)
        want = everything(seen(setup, table._states), ply)
        assert everything(table.decision(), ply) == want
        for key in range(3):
            other = redealt(setup, table._states, seat, range(key, key + 1))
            changed += content(other) != content(table._states)
            assert everything(seen(setup, other), ply) == want, (seat, ply, key)
    assert changed > 0


def everything(view: View, seed: int) -> tuple[object, ...]:
    """Return all that a view says, but for information sets, which depend on what came before."""
    worlds = view.worlds(np.random.default_rng(seed))
    assert worlds.seats.tolist() == view.seats.tolist()
    parts = view.rows, view.seats, view.observations, view.masks
    return (view.setup.scenario, content(worlds.states), *(part.tobytes() for part in parts))


AGENTS = {
    "random": lambda setup: RandomAgent(),
    "heuristic": lambda setup: load("heuristic", setup),
    "acting": lambda setup: IsmctsAgent(Budget(80)),
    "sample": lambda setup: IsmctsAgent(Budget(80), final="sample"),
    "single": lambda setup: IsmctsAgent(Budget(80), observer="single"),
}


@pytest.mark.parametrize(
    ("name", "id", "scenario"),
    [
        (name, *case)
        for name in AGENTS
        for case in CASES
        if name != "heuristic" or has_heuristic(setup_of(*case))
    ],
)
def test_what_is_hidden_changes_no_choice(name: str, id: str, scenario: str) -> None:
    """Everything that the seat cannot know dealt anew: the same action for the same seed and budget."""
    setup = setup_of(id, scenario)
    changed, agent = 0, AGENTS[name](setup)
    for seed in seeds(id, 0, 2):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if table.over or ply % 4 or ply > 60:
                continue
            seat = int(table.state.seat)
            want, known = choice(agent, seen(setup, table._states), seed)
            for key in range(3):
                other = redealt(setup, table._states, seat, range(key, key + 1))
                changed += content(other) != content(table._states)
                assert choice(agent, seen(setup, other), seed) == (want, known)
            assert table.mask()[want] == 1
    assert changed > 0


def choice(agent: Agent, view: View, seed: int) -> tuple[int, bytes]:
    """Return what an agent chooses, and the distribution that it says it chooses from."""
    chances = agent.probabilities(view)
    known = b"" if chances is None else chances.tobytes()
    return int(agent.act(view, np.random.default_rng(seed))[0]), known
