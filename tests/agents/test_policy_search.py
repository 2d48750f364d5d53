"""Search on top of a policy: legal, repeatable, stronger than the policy and no easier to exploit."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.support import CASES, pair, run_python, setup_of
from throwdown.agents import PolicyAgent, PolicySearchAgent, load, load_agent, save_policy
from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.agents.search import Budget, policy_file
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.worlds import imagine
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation.exact import build_tree, expected_value, exploitability, tabulate
from throwdown.evaluation.match import play


def make_policy(setup: Setup, role: str, spread: float = 0.0) -> Policy:
    """Return a policy with random weights; without spread it plays uniformly."""
    rng = np.random.default_rng(len(role))
    sizes = (setup.width, 8, setup.game.actions.n)
    weights = [rng.normal(0, spread, (n, m)).astype(np.float32) for m, n in pairwise(sizes)]
    biases = [np.zeros(n, np.float32) for n in sizes[1:]]
    return Policy(setup.game.id, role, Net(tuple(weights), tuple(biases), "relu"), None, setup.scenario)


def make_pair(setup: Setup, budget: int, spread: float = 0.0, **options: float) -> list[PolicySearchAgent]:
    """Return searching agents for the two roles."""
    first, second = (PolicyAgent(make_policy(setup, role, spread)) for role in dict.fromkeys(setup.roles))
    pairs = ((first, second), (second, first))
    return [PolicySearchAgent(own, [other], Budget(budget), **options).bind(setup) for own, other in pairs]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_plays_whole_games(id: str, scenario: str) -> None:
    """`play` refuses illegal actions; the same seed plays the same."""
    setup = setup_of(id, scenario)
    first, again = (
        play(setup, dict(zip(setup.teams, make_pair(setup, 12, 0.3), strict=True)), 1, 3) for _ in range(2)
    )
    np.testing.assert_array_equal(first.returns, again.returns)
    np.testing.assert_array_equal(first.lengths, again.lengths)


def test_without_a_step_it_plays_the_policy() -> None:
    setup = setup_of()
    batch = Batch(setup, 6, seed=2)
    step = batch.reset()
    rng = np.random.default_rng(1)
    for agent in make_pair(setup, 50, 0.2, step=0.0):
        rows = np.flatnonzero(step.seats == (agent.roles == ("pilot",)))
        if len(rows):
            found = agent.distributions(imagine(setup, batch.states, rows, rng), rng)
            want = agent.policy.probabilities(View.of(step.observations[rows], step.masks[rows]))
            np.testing.assert_allclose(found, want, atol=1e-5)


def test_differences_below_the_margin_change_nothing() -> None:
    agent = make_pair(setup_of(), 10, step=10.0, margin=0.1)[0]
    chances = np.array([0.5, 0.3, 0.2])
    np.testing.assert_allclose(agent._step(chances, np.array([0.05, 0.0, -0.05]), 2.0), chances)
    better = agent._step(chances, np.array([0.9, -0.8, -0.8]), 2.0)
    assert better[0] > 0.99 and better.sum() == pytest.approx(1)
    np.testing.assert_allclose(agent._step(chances, np.array([1.8, -1.6, -1.6]), 4.0), better)


@pytest.fixture(scope="module")
def mini() -> Setup:
    return setup_of(scenario="mini")


def test_it_beats_the_policy_and_is_harder_to_exploit(mini: Setup) -> None:
    """Exactly, on the tree of a small game: against uniform play, which it searches on."""
    tree = build_tree(mini)
    coach, pilots = make_pair(mini, 60)
    bare = tabulate(tree, pair(coach.policy, pilots.policy))
    np.testing.assert_allclose(bare, tree.uniform(), atol=1e-6)
    seen: list[int] = []
    searched = tabulate(tree, pair(coach, pilots), progress=lambda done, total: seen.append(done))
    np.testing.assert_allclose(np.add.reduceat(searched, tree.first[:-1]), 1)
    assert seen[-1] == (tree.side == 1).sum()
    assert exploitability(tree, searched).share < 0.7 * exploitability(tree, bare).share
    is_coach = np.repeat(tree.side == 0, tree.sizes)
    value = expected_value(tree, bare)
    assert expected_value(tree, np.where(is_coach, searched, bare)) > value + 0.05
    assert expected_value(tree, np.where(is_coach, bare, searched)) < value - 0.05


def test_what_is_hidden_changes_no_choice() -> None:
    setup = setup_of(scenario="trio")
    batch = Batch(setup, 12, seed=8)
    batch.reset()
    for _ in range(12):
        batch.step(batch.random_actions(1 / 16))
    rows = np.arange(12)
    for agent in make_pair(setup, 30, 0.3):
        found = []
        for key in (None, 5, 6):
            rng = np.random.default_rng(key)
            real = batch.states if key is None else imagine(setup, batch.states, rows, rng).states
            worlds = imagine(setup, real, rows, np.random.default_rng(1))
            found.append(agent.distributions(worlds, np.random.default_rng(2)))
        np.testing.assert_array_equal(found[0], found[1])
        np.testing.assert_array_equal(found[0], found[2])


def test_threads_and_clocks() -> None:
    setup = setup_of()
    batch = Batch(setup, 6, seed=3)
    batch.reset()
    worlds = imagine(setup, batch.states, np.arange(6), np.random.default_rng(1))
    one, two = make_pair(setup, 40, 0.2)[0], make_pair(setup, 40, 0.2, threads=2)[0]
    found = [agent.distributions(worlds, np.random.default_rng(4)) for agent in (one, two)]
    np.testing.assert_array_equal(found[0], found[1])
    clocked = PolicySearchAgent(one.policy, one.others, Budget(seconds=0.01))
    improved = clocked.search(setup, batch.states[:1], 1)
    assert improved.simulations >= 16 and improved.played.sum() == pytest.approx(1)


def test_earlier_searches_change_nothing() -> None:
    """Also not by rounding, though seats remember what they observed last within a search."""
    setup = setup_of("throwdown-v0", "trio")
    batch = Batch(setup, 24, seed=3)
    batch.reset()
    worlds = imagine(setup, batch.states, np.arange(24), np.random.default_rng(1))
    agent = make_pair(setup, 30, 0.2)[0]
    found = [agent.search(setup, worlds.states[k : k + 1], k) for k in range(24)]
    fresh = [make_pair(setup, 30, 0.2)[0].search(setup, worlds.states[k : k + 1], k) for k in range(24)]
    np.testing.assert_array_equal([x.policy for x in found], [x.policy for x in fresh])
    np.testing.assert_array_equal([x.values for x in found], [x.values for x in fresh])


def test_names_files_and_refusals(tmp_path: Path) -> None:
    setup = setup_of()
    coach, pilot, alone = (str(tmp_path / name) for name in ("duel-coach.npz", "duel-pilot.npz", "alone.npz"))
    for file, role in ((coach, "coach"), (pilot, "pilot"), (alone, "pilot")):
        save_policy(file, make_policy(setup, role))
    assert load_agent(f"search:{coach}", setup, "coach").name == "search:duel-coach:2000"
    assert load_agent(f"search:{pilot}:20ms", setup, "pilot").name == "search:duel-pilot:20ms"
    assert load_agent(f"search:{alone}+{coach}:7", setup, "pilot").name == "search:alone:7"
    assert policy_file(f"search:{alone}+{coach}:7") == policy_file(alone) == alone
    assert load("search:trained:9", make_setup("throwdown-v0", "duel"), "pilot").name == "search:trained:9"
    for spec, match in (
        ("search:trained", "one policy per role"),
        ("search:", "is not an agent"),
        (f"search:{coach}:5:5", "is not an agent"),
        (f"search:{coach}:slow", "is not a budget"),
        (f"search:{alone}", "no policy of the coach beside it"),
        (f"search:{alone}+{pilot}", "play the same role"),
        ("search:none.npz", "no agent file"),
    ):
        with pytest.raises(InvalidConfig, match=match):
            load_agent(spec, setup)
    with pytest.raises(InvalidConfig, match="plays the coach, not the pilot"):
        load_agent(f"search:{coach}", setup, "pilot")
    with pytest.raises(InvalidConfig, match="not pile-v0"):
        load_agent(f"search:{coach}", setup_of("pile-v0"))
    with pytest.raises(InvalidConfig, match="no policy for the coach"):
        PolicySearchAgent(PolicyAgent(make_policy(setup, "pilot")), []).bind(setup)
    with pytest.raises(InvalidConfig, match="margin"):
        make_pair(setup, 5, margin=-1.0)


HASH = """
import numpy as np
from tests.agents.test_policy_search import make_pair
from tests.support import setup_of
from throwdown.envs.core.batch import Batch
setup = setup_of()
batch = Batch(setup, 1, seed=4)
batch.reset()
for agent in make_pair(setup, 12, 0.2):
    found = agent.search(setup, batch.states, 9)
    print(found.simulations, [round(float(x), 4) for x in (*found.played, *found.values)])
"""


def test_compiled_or_not_a_search_finds_the_same() -> None:
    plain = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}
    assert os.environ.get("NUMBA_DISABLE_JIT") or run_python(HASH) == run_python(HASH, **plain)
