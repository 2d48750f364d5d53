"""Equilibria of matrices, Nash averages, and how cyclic a cross-play is."""

from __future__ import annotations

import numpy as np
import pytest

from tests.evaluation.support import SIDES
from throwdown.evaluation.alpha_rank import alpha_rank
from throwdown.evaluation.cross import CrossPlay
from throwdown.evaluation.match import deal_seeds
from throwdown.evaluation.nash import cyclicity, equilibrium, gap, nash

CIRCLE = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def played(means: np.ndarray, n: int = 4000, noise: float = 0.5, seed: int = 0) -> CrossPlay:
    """Return a cross-play with these mean returns and noise that is shared by a deal's cells in part."""
    rng = np.random.default_rng(seed)
    returns = means[:, :, None] + noise * (rng.normal(size=(*means.shape, n)) + rng.normal(size=n))
    names = "abcdefgh"
    rows, columns = (tuple(names[:k]) for k in means.shape)
    lengths = np.ones(returns.shape, np.int64)
    return CrossPlay("g", "s", SIDES, rows, columns, deal_seeds(n), 0, returns, lengths)


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (3, 5), (8, 8), (15, 12)])
@pytest.mark.parametrize("kind", ["normal", "integers", "copies"])
def test_nobody_gains_by_leaving_an_equilibrium(shape: tuple[int, int], kind: str) -> None:
    rng = np.random.default_rng(1)
    games = rng.normal(size=(60, *shape)) if kind != "integers" else rng.integers(-1, 2, (60, *shape)) * 1.0
    if kind == "copies":
        games[:, -1], games[:, :, -1] = games[:, 0], games[:, :, 0]
    rows, columns = equilibrium(games)
    assert np.allclose(rows.sum(axis=1), 1) and np.allclose(columns.sum(axis=1), 1)
    assert (gap(games, rows, columns) < 1e-4 * np.ptp(games, axis=(1, 2)).clip(1)).all()
    if kind == "copies":  # of all equilibria the one of greatest entropy: copies share their weight
        np.testing.assert_allclose(rows[:, 0], rows[:, -1], atol=1e-6)
        np.testing.assert_allclose(columns[:, 0], columns[:, -1], atol=1e-6)


def test_known_games() -> None:
    rows, columns = equilibrium(np.array([CIRCLE, np.zeros((3, 3)), [[0, 1, 1], [-1, 0, 0], [-1, 0, 0]]]))
    np.testing.assert_allclose(rows[0], 1 / 3, atol=1e-6)
    np.testing.assert_allclose(columns[1], 1 / 3, atol=1e-6)
    np.testing.assert_allclose(rows[2], [0, 0.5, 0.5], atol=1e-4)  # the row player pays
    skewed = np.array([[[3.0, -1], [-2, 1]]])  # rows mix 3/7, columns 2/7, value 1/7
    rows, columns = equilibrium(skewed)
    np.testing.assert_allclose(rows[0], [3 / 7, 4 / 7], atol=1e-4)
    np.testing.assert_allclose(columns[0], [2 / 7, 5 / 7], atol=1e-4)
    assert (rows[:, None] @ skewed @ columns[:, :, None])[0, 0, 0] == pytest.approx(1 / 7, abs=1e-4)


def test_a_weak_agent_gets_no_weight_and_its_copy_changes_nothing() -> None:
    means = np.array([[0.1, 0.4], [0.5, 0.8], [0.5, 0.8]])
    found = nash(played(means, noise=0.05))
    weights = {(x.side, x.name): x.weight.mean for x in found.agents}
    assert weights["rows", "a"] > 0.99 and weights["columns", "b"] > 0.99
    assert found.value.low <= found.value.mean <= found.value.high
    assert found.value.mean == pytest.approx(0.4, abs=0.02)
    scores = {(x.side, x.name): x.returns.mean for x in found.agents}
    assert scores["rows", "b"] == pytest.approx(-0.8, abs=0.02) == scores["rows", "c"]
    assert scores["columns", "a"] == pytest.approx(0.1, abs=0.02)


def test_a_ranking_has_no_cycles() -> None:
    means = 0.3 * np.arange(4)[None, :] - 0.2 * np.arange(4)[:, None]
    found = cyclicity(played(means))
    assert found.cycles is not None
    for share in found.interaction, found.cycles:
        assert share.low == 0 and share.mean < 0.01 and share.high < 0.03


def test_a_circle_is_all_cycles() -> None:
    found = cyclicity(played(CIRCLE))
    assert found.cycles is not None
    assert found.cycles.mean > 0.97 and found.interaction.mean > 0.97 and found.cycles.low > 0.9


def test_half_and_half() -> None:
    """Squares of a ranking 0, 1, 2 and of a circle: 12 against 6 in the contest of scores and cycles."""
    scores = np.array([0.0, 1, 2])
    contest = scores[None, :] - scores[:, None] + CIRCLE
    found = cyclicity(played(contest / 4, 20_000))
    assert found.cycles is not None and found.cycles.mean == pytest.approx(1 / 3, abs=0.03)
    assert found.cycles.low < 1 / 3 < found.cycles.high


def test_noise_is_not_taken_for_cycles() -> None:
    shares = [cyclicity(played(np.zeros((4, 4)), 200, seed=k)).interaction for k in range(5)]
    assert all(x.low == 0 for x in shares)
    assert cyclicity(played(np.zeros((2, 2)), 200)).cycles is None


@pytest.mark.parametrize("shape", [(1, 2), (2, 2), (3, 4), (5, 3)])
def test_alpha_rank_is_that_of_openspiel(shape: tuple[int, int]) -> None:
    reference = pytest.importorskip("open_spiel.python.egt.alpharank")
    rng = np.random.default_rng(2)
    games = np.stack([rng.normal(size=shape), rng.integers(-1, 2, shape)])
    for m, rows, columns in zip(games, *alpha_rank(games, 0.02)):
        *_, pairs, _, _ = reference.compute([-m, m], use_inf_alpha=True, inf_alpha_eps=0.02)
        np.testing.assert_allclose(rows, pairs.reshape(shape).sum(axis=1), atol=1e-9)
        np.testing.assert_allclose(columns, pairs.reshape(shape).sum(axis=0), atol=1e-9)


def test_alpha_rank_stays_with_what_dominates_and_goes_round_a_circle() -> None:
    dominated = np.array([[0.1, 0.4], [0.5, 0.8]])
    rows, columns = alpha_rank(np.array([dominated, np.zeros((2, 2))]))
    assert rows[0, 0] > 0.98 and columns[0, 1] > 0.98
    np.testing.assert_allclose(rows[1], 0.5)
    for shares in alpha_rank(CIRCLE[None]):
        np.testing.assert_allclose(shares[0], 1 / 3, atol=1e-9)
    for shares in alpha_rank(CIRCLE[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])][None]):
        np.testing.assert_allclose(shares[0], [0.205, 0.205, 0.363, 0.227], atol=1e-3)
    np.testing.assert_array_equal(alpha_rank(np.ones((1, 1, 1))), np.ones((2, 1, 1)))


def test_alpha_rank_has_intervals() -> None:
    found = nash(played(np.array([[0.1, 0.4], [0.5, 0.8]]), noise=0.05))
    shares = {(x.side, x.name): x.alpha_rank for x in found.agents}
    assert shares["rows", "a"].low > 0.98 and shares["columns", "a"].high < 0.02
    assert all(x.low <= x.mean <= x.high for x in shares.values())
