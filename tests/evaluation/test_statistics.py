from __future__ import annotations

import numpy as np
import pytest

from throwdown.envs.core.errors import InvalidConfig
from throwdown.evaluation.statistics import (
    Interval,
    Method,
    bootstrap,
    bootstrap_columns,
    linearised,
    paired_difference,
    resampled_means,
    variance_reduction,
    wilson,
    win_rate,
)


def test_two_values_have_the_binomial_bootstrap() -> None:
    # The mean of two draws from {0, 1} is 0, 1/2, 1 with probability 1/4, 1/2, 1/4.
    means = resampled_means(np.array([[0.0], [1.0]]), 40_000)[:, 0]
    assert set(np.unique(means)) == {0.0, 0.5, 1.0}
    assert (means == 0.5).mean() == pytest.approx(0.5, abs=0.02)
    assert bootstrap([0.0, 1.0], method="percentile") == Interval(0.5, 0.0, 1.0)


def test_a_large_sample_agrees_with_the_normal_interval() -> None:
    x = np.random.default_rng(0).normal(1, 2, 4_000)
    half = 1.96 * x.std() / len(x) ** 0.5
    for method in ("bca", "percentile"):
        found = bootstrap(x, resamples=8_000, method=method)  # type: ignore[arg-type]
        assert found.mean == pytest.approx(x.mean())
        assert found.low == pytest.approx(x.mean() - half, abs=0.1 * half)
        assert found.high == pytest.approx(x.mean() + half, abs=0.1 * half)


@pytest.mark.parametrize("method", ["bca", "percentile"])
def test_coverage_on_a_skewed_distribution(method: Method) -> None:
    # 300 experiments of 60 draws, mean 1: each column is one. Binomial error of the coverage: 1.3 points.
    draws = np.random.default_rng(1).gamma(2.0, 0.5, (60, 300))
    found = bootstrap_columns(draws, resamples=1_000, method=method)
    coverage = np.mean([x.low <= 1 <= x.high for x in found])
    assert 0.89 <= coverage <= 0.98


def test_bca_leans_towards_the_long_tail() -> None:
    x = np.random.default_rng(2).exponential(1, 40)
    plain, better = bootstrap(x, method="percentile"), bootstrap(x, method="bca")
    assert better.low > plain.low and better.high > plain.high


def test_columns_share_their_resampling() -> None:
    x = np.random.default_rng(3).normal(size=(50, 1))
    means = resampled_means(np.hstack([x, 1 - x]), 100)
    np.testing.assert_allclose(means.sum(axis=1), 1)


def test_chunks_and_seeds() -> None:
    x = np.random.default_rng(4).normal(size=100)
    assert bootstrap(x, seed=5) == bootstrap(x, seed=5) != bootstrap(x, seed=6)
    assert resampled_means(np.ones((3_000, 2)), 3_000).shape == (3_000, 2)


def test_variance_reduction_by_hand() -> None:
    # var a = 1, var b = 4, var (a - b) = 1: pairing saves a factor of 5.
    assert variance_reduction([1, -1], [2, -2]) == pytest.approx(5)
    assert variance_reduction([1, -1, 1, -1], [1, 1, -1, -1]) == pytest.approx(1)
    assert variance_reduction([1, -1], [-1, 1]) == pytest.approx(0.5)
    assert variance_reduction([1, -1], [3, 1]) == float("inf")
    assert variance_reduction([2, 2], [1, 1]) == 1


def test_paired_differences_use_the_pairing() -> None:
    luck = np.random.default_rng(5).normal(0, 10, 200)
    gap = paired_difference(luck + 1, luck)
    assert gap.mean == pytest.approx(1) and gap.high - gap.low < 1e-9
    with pytest.raises(InvalidConfig, match="same deals"):
        paired_difference([1.0, 2.0], [1.0])


def test_win_rates() -> None:
    # Wilson's interval of 10 wins in 10 games: [n / (n + z^2), 1] = [.7225, 1].
    assert win_rate(np.ones(10)) == pytest.approx((1, 0.72247, 1), abs=1e-4)
    assert wilson(0.5, 100) == pytest.approx((0.5, 0.40383, 0.59617), abs=1e-4)
    found = win_rate(np.repeat([0.0, 1.0], 50))
    assert found == pytest.approx((0.5, 0.40, 0.60), abs=0.02)


def test_texts() -> None:
    x = Interval(0.12, -0.08, 0.3)
    assert x.text() == "+0.120 [-0.080, +0.300]"
    assert x.text(1, signed=False) == "0.1 [-0.1, 0.3]"
    assert Interval(0.5, 0.25, 1.0).percent() == "50.0 % [25.0, 100.0]"
    assert x.flipped() == Interval(-0.12, -0.3, 0.08)


def test_too_little_to_say() -> None:
    with pytest.raises(InvalidConfig, match="2 deals or more"):
        bootstrap([1.0])
    with pytest.raises(InvalidConfig, match="level is 95"):
        bootstrap([1.0, 2.0], level=95)
    assert bootstrap([1.0, 1.0]) == Interval(1, 1, 1)


def test_a_ratio_is_linearised() -> None:
    """Where all rows count alike, into its own values; else into values with its mean."""
    assert linearised(np.array([2.0, 6, 4]), np.array([2, 2, 2])).tolist() == [1, 3, 2]
    uneven = linearised(np.array([[2.0, 0], [6, 1]]), np.array([[1, 0], [3, 1]]))
    assert uneven.mean(axis=0).tolist() == [2, 1] and np.ptp(uneven[:, 0]) == 0
