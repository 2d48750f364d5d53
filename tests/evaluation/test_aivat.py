"""AIVAT changes no mean, and shrinks variances."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support import pair
from throwdown.agents import RandomAgent, load, save_table
from throwdown.agents.base import draw
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import make_setup
from throwdown.envs.tables import seating
from throwdown.evaluation.aivat import Baseline, fit, fit_baseline, quick_games
from throwdown.evaluation.exact import Tree, build_tree, expected_value, tabulate
from throwdown.evaluation.exact.aivat import baseline_of, estimates, history_values, pairs, seated, spread
from throwdown.evaluation.exact.tree import Floats
from throwdown.evaluation.match import deal_seeds, duel, play
from throwdown.evaluation.plan import cross_play
from throwdown.evaluation.playout import Dice, play_out
from throwdown.evaluation.statistics import controlled, factors

Sides = dict[str, tuple[Floats, Floats]]
UNEQUAL, NEAR, MIRROR = 0, 1, 2


@pytest.fixture(scope="module")
def mini() -> Setup:
    return make_setup("throwdown-v0", "mini")


@pytest.fixture(scope="module")
def tree(mini: Setup) -> Tree:
    return build_tree(mini)


@pytest.fixture(scope="module")
def sides(tree: Tree) -> Sides:
    return pairs(tree, 500)


def test_on_the_tree_the_mean_of_the_estimates_is_the_value(tree: Tree, sides: Sides) -> None:
    """Whatever the baseline: a good one, and noise."""
    noise = np.random.default_rng(1).normal(size=len(tree.parent))
    for a, b in sides.values():
        leg = seated(tree, a, b)
        for baseline in (baseline_of(tree), noise):
            found = estimates(tree, leg, baseline)
            assert history_values(tree, leg, found)[0] == pytest.approx(expected_value(tree, leg), abs=1e-9)


def test_a_perfect_baseline_leaves_no_variance(tree: Tree) -> None:
    uniform = tree.uniform()
    found = spread(tree, uniform, uniform, history_values(tree, uniform))
    assert found.plain > 0.05 and abs(found.aivat) < 1e-12 and found.factors()["both"] == float("inf")


def test_near_equal_players_need_a_twentieth_of_the_games(tree: Tree, sides: Sides) -> None:
    """CFR+ after 20 iterations against the converged strategy, and the other pairs for comparison."""
    found = [spread(tree, *pair, baseline_of(tree)).factors() for pair in sides.values()]
    assert found[NEAR]["both"] > 20 and found[NEAR]["duplicate"] > 2
    assert found[UNEQUAL]["both"] > 2 and found[MIRROR]["both"] > found[NEAR]["both"]


def test_duplicate_play_of_near_equal_players_with_shared_dice(
    mini: Setup, tree: Tree, sides: Sides, tmp_path: Path
) -> None:
    """Played, not computed: the factor is about 5.4."""
    agents = []
    for k, strategy in enumerate(list(sides.values())[NEAR]):
        save_table(tmp_path / f"{k}.npz", mini, tree.key, tree.first, tree.action, strategy)
        agents.append(load(tmp_path / f"{k}.npz", mini))
    a, b = agents
    apart = duel(mini, a, b, 4000, 1)
    together = duel(mini, a, b, 4000, 1, shared_dice=True)
    assert 2.5 < apart.factors.duplicate < 4.5 < together.factors.duplicate
    exact = spread(tree, *list(sides.values())[NEAR], baseline_of(tree))
    for found in (apart, together):
        assert abs(found.sums.mean() / 2 - exact.mean) < 4 * found.sums.std() / 2 / np.sqrt(4000)
    variance = float(sum(returns.var() for returns in apart.returns))
    assert variance == pytest.approx(exact.plain, rel=0.1)


@pytest.fixture(scope="module")
def baseline(mini: Setup) -> Baseline:
    return fit_baseline(mini, quick_games(mini, [pair(RandomAgent(), RandomAgent())]), 1)


def test_a_sample_of_states_is_uniform_over_all_games(mini: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two playouts of 500 games, 400 places hold as many states of either, of all their lengths."""
    monkeypatch.setattr(fit, "ROWS", 400)
    sample = fit._Sample(mini, np.random.default_rng(1))
    for seed in (1, 2):
        players = seating.seat_players(mini, pair(RandomAgent(), RandomAgent()))
        play_out(mini, players, deal_seeds(500, seed), seed, watch=sample)
        sample.first += 500
    assert sample.seen > 4000 and sample.views.shape == (400, 2 * mini.width)
    assert 160 < (sample.games < 500).sum() < 240
    batch = Batch(mini, 1, autoreset=False)
    deals = np.concatenate([deal_seeds(500, seed) for seed in (1, 2)])
    starts = 0
    for game, view in zip(sample.games, sample.views):
        batch.reset(deals[game : game + 1])
        seen = [batch.observe(np.zeros(1, np.int64), np.array([seat])) for seat in range(2)]
        starts += (np.hstack(seen)[0] == view).all()
    share = 2000 / sample.seen  # the deal, and before the first choice
    assert abs(starts - 400 * share) < 4 * np.sqrt(400 * share * (1 - share))


def test_in_matches_luck_has_mean_zero(mini: Setup, tree: Tree, baseline: Baseline) -> None:
    heuristic, random = load("heuristic", mini), RandomAgent()
    for coach, pilots in ((random, random), (heuristic, random), (random, heuristic)):
        found = play(mini, pair(coach, pilots), 20_000, 4, baseline=baseline)
        assert found.luck is not None
        error = found.luck.std(axis=0) / np.sqrt(20_000)
        assert (np.abs(found.luck.mean(axis=0)) < 4 * error).all() and (error > 0).all()
        exact = -expected_value(tree, tabulate(tree, pair(coach, pilots)))
        corrected = found.corrected("pilot")
        assert abs(corrected.mean() - exact) < 4 * corrected.std() / np.sqrt(20_000)
        assert corrected.var() < 0.97 * found.of("pilot").var()
        np.testing.assert_allclose(found.corrected("coach"), -corrected)


def test_of_random_players_every_choice_is_corrected(mini: Setup, baseline: Baseline) -> None:
    """Given the state, the mean luck over the actions is 0, so luck cannot be told from what came before."""
    found = duel(mini, RandomAgent(), RandomAgent(), 5000, 2, baseline)
    assert found.factors.aivat is not None and found.factors.aivat > 1.3
    assert found.mean().low < 0 < found.mean().high


def test_without_a_baseline_nothing_is_corrected(mini: Setup) -> None:
    found = play(mini, pair(RandomAgent(), RandomAgent()), 50)
    assert found.luck is None
    np.testing.assert_array_equal(found.corrected("pilot"), found.of("pilot"))


def test_a_full_game_is_corrected_without_bias(setup: Setup) -> None:
    fitted = fit_baseline(setup, quick_games(setup, [pair(RandomAgent(), RandomAgent())]), 1, games=2000)
    agents = {"random": RandomAgent(), "heuristic": load("heuristic", setup)}
    found = [
        play(setup, pair(a, b), 2000, 3, baseline=fitted) for a in agents.values() for b in agents.values()
    ]
    for match in found:
        assert match.luck is not None
        plain, corrected = match.of("pilot"), match.corrected("pilot")
        gap = plain - corrected
        assert abs(gap.mean()) < 4 * gap.std() / np.sqrt(2000)
        assert corrected.var() < plain.var()
    assert found[0].of("pilot").var() / found[0].corrected("pilot").var() > 1.8


def test_watching_changes_no_game(setup: Setup, baseline: Baseline, mini: Setup) -> None:
    plain, watched = (
        play(mini, pair(RandomAgent(), RandomAgent()), 300, 5, baseline=b) for b in (None, baseline)
    )
    np.testing.assert_array_equal(plain.returns, watched.returns)
    batch = Batch(mini, 40, autoreset=False)
    step = batch.reset(deal_seeds(40))
    watch, before = baseline.watch(mini), batch.states.tobytes()
    watch.dealt(batch)
    watch.chosen(batch, step.seats >= 0, step.masks.astype(np.float32))
    assert batch.states.tobytes() == before


def test_controls_of_mean_zero_keep_the_mean() -> None:
    rng = np.random.default_rng(3)
    luck = rng.normal(size=(4000, 2))
    values = 1 + 2 * luck[:, 0] + 0.1 * rng.normal(size=4000)
    found = controlled(values, luck)
    assert found.var() == pytest.approx(0.01, rel=0.1) and found.mean() == pytest.approx(1, abs=0.01)
    noise = rng.normal(size=(4000, 2))
    assert controlled(values, noise).var() < 1.01 * values.var()
    assert (controlled(values[:5], luck[:5]) == values[:5]).all()
    gains = factors(values, values + rng.normal(size=4000), luck, luck)
    assert gains.aivat is not None and gains.both is not None and 1 < gains.aivat < gains.duplicate * 10


def test_shared_dice_depend_on_the_deal_the_seat_and_the_decision() -> None:
    deals = deal_seeds(5000)
    one, two, other = Dice(1, deals, 2), Dice(1, deals[::-1].copy(), 2), Dice(2, deals, 2)
    rows = np.arange(5000)
    first = one.roll(rows, np.zeros(5000, np.int64))
    np.testing.assert_array_equal(first, two.roll(rows, np.zeros(5000, np.int64))[::-1])
    for numbers in (first, one.roll(rows, np.zeros(5000, np.int64)), one.roll(rows, np.ones(5000, np.int64))):
        assert numbers.min() >= 0 and numbers.max() < 1
        assert numbers.mean() == pytest.approx(0.5, abs=0.02) and numbers.var() == pytest.approx(
            1 / 12, rel=0.05
        )
    assert abs(np.corrcoef(first, other.roll(rows, np.zeros(5000, np.int64)))[0, 1]) < 0.06


def test_drawn_actions_follow_their_chances() -> None:
    chances = np.tile(np.array([0, 0.25, 0, 0.75, 0], np.float32), (4, 1))
    assert draw(chances, np.array([0.0, 0.2499, 0.25, 0.999999])).tolist() == [1, 1, 3, 3]


def test_cross_play_with_shared_dice_of_equal_agents(mini: Setup) -> None:
    from throwdown.evaluation.plan import Plan

    agents = {"a": RandomAgent(), "b": RandomAgent()}
    plan = Plan(mini, agents, agents, deal_seeds(40), 0, shared_dice=True)
    found = plan.assemble({unit: plan.play(unit) for unit in plan.units})
    assert np.ptp(found.returns, axis=(0, 1)).max() == 0 and found.returns.std() > 0
    assert np.ptp(cross_play(mini, agents, agents, 40).returns, axis=(0, 1)).max() > 0
