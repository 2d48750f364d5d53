"""Exact solving agrees with closed forms and published figures."""

from __future__ import annotations

import sys
from importlib import import_module

import numpy as np
import pytest

from tests.exact.support import SMALL, team
from tests.support import pair
from throwdown.agents.random import RandomAgent
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig, MissingExtra
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import (
    Solver,
    Tree,
    best_response,
    build_tree,
    expected_value,
    exploitability,
    solve,
)
from throwdown.evaluation.match import play


@pytest.fixture(scope="module")
def kuhn() -> Tree:
    return build_tree(make_setup("kuhn-v0"))


@pytest.fixture(scope="module")
def leduc() -> Tree:
    return build_tree(make_setup("leduc-v0"))


def test_kuhn_has_twelve_information_sets_and_thirty_ends(kuhn: Tree) -> None:
    assert len(kuhn.side) == 12
    assert (kuhn.info == -2).sum() == 30
    assert kuhn.half_range == 2


def test_leduc_has_288_information_sets(leduc: Tree) -> None:
    """936 with suits told apart, as OpenSpiel has them; 288 ranks alone."""
    assert len(leduc.side) == 288
    assert leduc.half_range == 13


def test_a_deal_that_asks_chance_too_often_is_refused() -> None:
    setup = make_setup("throwdown-v0", "titan", share_hands=True)
    with pytest.raises(InvalidConfig, match="more than 24 chance events in a deal, too many for a tree"):
        build_tree(setup)


def test_kuhn_is_worth_a_minus_eighteenth(kuhn: Tree) -> None:
    solver = Solver(kuhn)
    solver.run(2000)
    strategy = solver.average()
    assert exploitability(kuhn, strategy).mean < 1e-4
    assert expected_value(kuhn, strategy) == pytest.approx(-1 / 18, abs=1e-4)


def test_kuhn_s_uniform_strategy_is_known(kuhn: Tree) -> None:
    found = exploitability(kuhn, kuhn.uniform())
    assert found.mean == pytest.approx(0.4583333333)


def test_leduc_s_uniform_strategy_is_known(leduc: Tree) -> None:
    assert exploitability(leduc, leduc.uniform()).mean == pytest.approx(2.3736111111)


@pytest.mark.parametrize("method", ["cfr+", "dcfr"])
def test_regrets_vanish(leduc: Tree, method: str) -> None:
    solver = Solver(leduc, method)  # type: ignore[arg-type]
    seen = []
    for _ in range(3):
        solver.run(100)
        seen.append(exploitability(leduc, solver.average()).mean)
    assert seen[2] < seen[1] < seen[0] < 0.03
    assert expected_value(leduc, solver.average()) == pytest.approx(-0.0856, abs=2e-3)


def test_a_best_response_gains_what_it_says(leduc: Tree) -> None:
    for role, sign in ((0, 1), (1, -1)):
        value, answer = best_response(leduc, leduc.uniform(), role)
        assert sign * expected_value(leduc, answer) == pytest.approx(value)
        theirs = leduc.side[np.repeat(np.arange(len(leduc.side)), leduc.sizes)] != role
        np.testing.assert_array_equal(answer[theirs], leduc.uniform()[theirs])


def test_chance_sums_to_one_below_every_chance_node(leduc: Tree) -> None:
    below = np.zeros(len(leduc.parent))
    after_chance = leduc.edge == 2
    np.add.at(below, leduc.parent[after_chance], leduc.chance[after_chance])
    np.testing.assert_allclose(below[leduc.info == -1], 1)


def test_cfr_plus_follows_the_published_trajectory(leduc: Tree) -> None:
    """OpenSpiel's CFR+ reaches .013416 on Leduc after 100 iterations."""
    solver = Solver(leduc)
    solver.run(40)
    solver.run(60)
    assert exploitability(leduc, solver.average()).mean == pytest.approx(0.013416, abs=1e-6)


@pytest.fixture(scope="module")
def small() -> Tree:
    return build_tree(make_setup("throwdown-v0", SMALL))


def test_a_tree_is_the_game(small: Tree) -> None:
    """Uniform play is worth on the tree what random games return on average."""
    setup = make_setup("throwdown-v0", SMALL)
    random = RandomAgent()
    result = play(setup, pair(random, random), 20_000, 1)
    sampled, exact = -result.of("pilot").mean(), expected_value(small, small.uniform())
    assert abs(sampled - exact) < 4 * result.of("pilot").std() / np.sqrt(len(result.deals))


def test_a_small_throwdown_is_solved(small: Tree) -> None:
    solver = Solver(small, "dcfr")
    solver.run(300)
    found = exploitability(small, solver.average())
    assert found.share < 1e-3
    assert found.values[0] <= expected_value(small, solver.average()) <= found.values[1]


def test_threads_do_not_change_a_tree(small: Tree) -> None:
    alone = build_tree(make_setup("throwdown-v0", SMALL), threads=1)
    for name in ("parent", "slot", "info", "chance", "value", "key", "views"):
        np.testing.assert_array_equal(getattr(small, name), getattr(alone, name))


def test_views_and_actions_are_those_of_the_game(small: Tree) -> None:
    """An information set's observation names its seat's role, and its actions are the game's legal ones."""
    setup = make_setup("throwdown-v0", SMALL)
    assert small.views.shape == (len(small.side), setup.width)
    batch = Batch(setup, 64, seed=2)
    step = batch.reset()
    legal = {
        view.tobytes(): set(small.action[a:b].tolist())
        for view, a, b in zip(small.views, small.first, small.first[1:], strict=False)
    }
    for _ in range(12):
        for view, mask in zip(step.observations, step.masks, strict=True):
            assert legal[view.tobytes()] == set(np.flatnonzero(mask).tolist())
        step = batch.step(batch.random_actions())


def test_a_team_with_hidden_hands_is_refused() -> None:
    with pytest.raises(
        InvalidConfig,
        match="the Pilots of 'spar' have 2 seats that hide their cards from one another; a tree needs one seat",
    ):
        build_tree(make_setup("throwdown-v0", "spar"))


@pytest.mark.parametrize(
    ("name", "histories", "sets"), [("mini", 20_249, 5_370), ("mini-11k", 35_772, 11_237)]
)
def test_the_minis_stay_as_they_are(name: str, histories: int, sets: int) -> None:
    """Figures of training on them compare only while the games do not drift."""
    tree = build_tree(make_setup("throwdown-v0", name), views=False)
    assert (len(tree.parent), len(tree.side)) == (histories, sets)
    solution = solve(tree, until=1e-3)
    assert solution.found.share <= 1e-3
    assert [share for _, share in solution.history][-1] == solution.found.share
    for role in (0, 1):
        openings = solution.openings(role, make_setup("throwdown-v0", "duel").game.actions.labels)
        assert all(sum(choice.values()) == pytest.approx(1) for choice in openings)
        assert all(label.split()[0] in ("initiative", "refuse") for choice in openings for label in choice)


def test_a_team_that_shares_its_hands_is_one_player() -> None:
    """With open hands the team is one player of perfect recall, and the tree is solved like any other."""
    tree = build_tree(make_setup("throwdown-v0", team()))
    assert exploitability(tree, tree.uniform()).share > 0.1
    found = solve(tree, until=0.01)
    assert found.found.share <= 0.01


def test_without_openspiel_its_games_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    name = "throwdown.evaluation.exact.openspiel"
    monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(MissingExtra, match=r"pip install 'throwdown\[openspiel\]'"):
        import_module(name)
