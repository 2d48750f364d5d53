"""Searching agents play legally, by their seed alone, and better the longer they think."""

from __future__ import annotations

import os

import numpy as np
import pytest

from tests.support import CASES, pair, run_python, setup_of, walk
from throwdown.agents import Agent, IsmctsAgent, RandomAgent, load
from throwdown.agents.search import Budget, read_budget
from throwdown.agents.search.tree import ROOM
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.records import row
from throwdown.envs.core.worlds import imagine
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation.match import play

FOLD, CALL, RAISE = range(3)


def pilots_mean(
    scenario: str, coach: Agent, pilot: Agent, deals: int, id: str = "throwdown-v0"
) -> tuple[float, float]:
    """Return the Pilots' mean return and its standard error."""
    returns = play(setup_of(id, scenario, reward="win"), pair(coach, pilot), deals, 7).of("pilot")
    return float(returns.mean()), float(returns.std() / np.sqrt(deals))


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_plays_whole_games(id: str, scenario: str) -> None:
    """`play` refuses illegal actions."""
    setup, agent = setup_of(id, scenario), IsmctsAgent(Budget(30))
    first = play(setup, dict.fromkeys(setup.teams, agent), 2, 3)
    again = play(setup, dict.fromkeys(setup.teams, IsmctsAgent(Budget(30))), 2, 3)
    np.testing.assert_array_equal(first.returns, again.returns)
    np.testing.assert_array_equal(first.lengths, again.lengths)


def test_the_seed_decides_under_a_number_of_simulations() -> None:
    setup = setup_of()
    batch = Batch(setup, 8, seed=3)
    batch.reset()
    for _ in range(6):
        batch.step(batch.random_actions(1 / 16))
    rows = np.arange(8)
    found = []
    for seed, threads in ((1, 1), (1, 2), (2, 1)):
        agent = IsmctsAgent(Budget(300), final="sample", threads=threads)
        worlds = imagine(setup, batch.states, rows, np.random.default_rng(seed))
        found.append(agent.distributions(worlds, np.random.default_rng(seed)))
    np.testing.assert_array_equal(found[0], found[1])
    assert not np.array_equal(found[0], found[2])
    np.testing.assert_allclose(found[0].sum(axis=1), 1)
    assert not (found[0] * (1 - batch.look().masks)).any()


def test_finds_what_wins_for_sure() -> None:
    """Leduc's last decision with the best hand against a bet: raise, and hardly ever fold."""
    setup = make_setup("leduc-v0")
    batch = Batch(setup, 1, autoreset=False)
    for seed in range(40):
        batch.reset(np.array([seed]))
        s = row(batch.states)
        for action in (CALL, CALL, RAISE):
            batch.step(np.array([action]))
        s = row(batch.states)
        if s.hand[s.seat] != s.shared:
            continue
        for observer in ("single", "acting"):
            agent = IsmctsAgent(Budget(2000), observer=observer)  # type: ignore[arg-type]
            found = agent.search(setup, batch.states, seed)
            assert found.simulations == 2000 == found.visits.sum()
            assert found.visits.argmax() == RAISE
            assert found.values[FOLD] == -1 and found.visits[FOLD] < 200
        return
    raise AssertionError("no deal had a pair")


def test_values_are_those_of_random_play_when_there_is_one_simulation_each() -> None:
    """Every legal action of the root is tried before any is tried again; a game is won, lost or called off."""
    setup = setup_of(reward="win")
    batch = Batch(setup, 1, seed=6)
    step = batch.reset()
    legal = np.flatnonzero(step.masks[0])
    found = IsmctsAgent(Budget(len(legal))).search(setup, batch.states, 1)
    np.testing.assert_array_equal(np.flatnonzero(found.visits), legal)
    assert found.visits.max() == 1 and set(found.values[legal]) == {-1.0, 1.0}


def test_beats_random_play_and_grows_stronger() -> None:
    few, many = IsmctsAgent(Budget(8)), IsmctsAgent(Budget(600))
    mean, error = pilots_mean("duel", RandomAgent(), many, 50)
    assert mean > 4 * error
    mean, error = pilots_mean("duel", many, RandomAgent(), 50)
    assert mean < -4 * error
    strong, e1 = pilots_mean("duel", few, many, 100)
    weak, e2 = pilots_mean("duel", many, few, 100)
    assert strong - weak > 3 * float(np.hypot(e1, e2))


def test_a_full_tree_is_still_used() -> None:
    setup = make_setup("kuhn-v0")
    batch = Batch(setup, 1)
    batch.reset()
    found = IsmctsAgent(Budget(ROOM + 1000)).search(setup, batch.states, 1)
    assert found.visits.sum() == found.simulations == ROOM + 1000


def test_a_time_budget_is_kept_roughly_and_a_forced_move_takes_none() -> None:
    agent = IsmctsAgent(Budget(seconds=0.02))
    forced = 0
    for seed in range(4):
        for table in walk("throwdown-v0", "small", seed):
            if not table.over:
                found = agent.search(table.setup, table._states, 1)
                assert (found.simulations == 0) == (len(table.legal_ids()) == 1)
                assert set(np.flatnonzero(found.visits)) == set(table.legal_ids())
                forced += found.simulations == 0
    assert forced


@pytest.mark.parametrize(
    ("text", "want"),
    [("500", Budget(500)), ("50ms", Budget(seconds=0.05)), ("1.5s", Budget(seconds=1.5)), (" 7 ", Budget(7))],
)
def test_budgets_are_read(text: str, want: Budget) -> None:
    assert read_budget(text) == want
    assert read_budget(want.text) == want


@pytest.mark.parametrize(
    "text",
    [
        "",
        "fast",
        "-3",
        "0",
        "0ms",
        "1e3",
        "50 ms",
        "3h",
        "99999999999",
        "9" * 5000,
        "9" * 5000 + "s",
        "1." + "9" * 5000 + "s",
    ],
    ids=lambda text: text[:9],
)
def test_bad_budgets_are_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(InvalidConfig, match=r"budget.*\.$"):
        read_budget(text)


@pytest.mark.parametrize("spec", ["ismcts:", "ismcts:5:5", "ismcts:5:most:3", "ismcts:quick"])
def test_bad_names_are_refused_in_a_sentence(spec: str) -> None:
    with pytest.raises(InvalidConfig, match=r"\.$"):
        load(spec, setup_of())


def test_names_and_refusals() -> None:
    setup = setup_of()
    assert load("ismcts", setup).name == "ismcts:1000"
    assert load("ismcts:50ms:sample", setup, "coach").name == "ismcts:50ms:sample"
    view = View.of(np.zeros((1, setup.width), np.int8), np.ones((1, 4), np.int8))
    with pytest.raises(InvalidConfig, match="cannot tell possible worlds, only observations, masks"):
        load("ismcts", setup).act(view, np.random.default_rng())
    with pytest.raises(InvalidConfig, match="most or sample"):
        IsmctsAgent(final="least")  # type: ignore[arg-type]
    with pytest.raises(InvalidConfig, match="threads"):
        IsmctsAgent(threads=0)


HASH = """
import numpy as np
from tests.support import setup_of
from throwdown.agents import IsmctsAgent
from throwdown.agents.search import Budget
from throwdown.envs.core.batch import Batch
for id in ("throwdown-v0", "pile-v0"):
    setup = setup_of(id, "duel")
    batch = Batch(setup, 1, seed=4)
    batch.reset()
    for observer in ("single", "acting"):
        found = IsmctsAgent(Budget(25), observer=observer).search(setup, batch.states, 9)
        print(found.visits.tolist(), [round(float(x), 9) for x in found.values])
"""


def test_compiled_or_not_a_search_finds_the_same() -> None:
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    assert os.environ.get("NUMBA_DISABLE_JIT") or run_python(HASH) == run_python(HASH, **plain)
