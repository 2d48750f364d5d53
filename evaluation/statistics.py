"""Means with bootstrap intervals over deals, and the variance reduction by pairing deals.

Deals are the resampling unit: all games on one deal (both assignments, every opponent) stay together, so that
intervals of differences and sums account for the pairing.

Sources: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 13 (percentile) and 14 (BCa);
Wilson, Probable inference, the law of succession, and statistical inference, JASA 22 (1927).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from statistics import NormalDist
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from throwdown.envs.core.kit import Floats, Ints, InvalidConfig

Method = Literal["bca", "percentile"]

LEVEL = 0.95
RESAMPLES = 2_000
_CHUNK = 4_000_000  # resampled indices per chunk
_KEEP = 50_000_000  # resampled indices cached for the next table
_NORMAL = NormalDist()


class Interval(NamedTuple):
    """An estimate with a confidence interval.

    Attributes:
        mean: the estimate.
        low: lower end.
        high: upper end.
    """

    mean: float
    low: float
    high: float

    def text(self, digits: int = 3, signed: bool = True) -> str:
        """Return ``+0.120 [+0.080, +0.160]``."""
        form = f"{{:{'+' if signed else ''}.{digits}f}}".format
        return f"{form(self.mean)} [{form(self.low)}, {form(self.high)}]"

    def percent(self, digits: int = 1) -> str:
        """Return ``56.0 % [52.9, 59.1]`` of an interval of shares."""
        mean, low, high = (f"{100 * x:.{digits}f}" for x in self)
        return f"{mean} % [{low}, {high}]"

    def flipped(self) -> Interval:
        """Return the interval of the negated estimate."""
        return Interval(-self.mean, -self.high, -self.low)


def resampled_means(values: Floats, resamples: int = RESAMPLES, seed: int = 0) -> Floats:
    """Return the means of bootstrap samples of the rows, every column under the same resampling.

    Args:
        values: shape (n, k); one row per deal.
        resamples: number of bootstrap samples, B.
        seed: of the resampling.

    Returns:
        float64, shape (B, k).
    """
    n = len(values)
    counts = _kept(n, resamples, seed) if n * resamples <= _KEEP else _drawn(n, resamples, seed)
    return np.vstack([part.astype(np.float64) @ values / n for part in counts])


def _drawn(n: int, resamples: int, seed: int) -> Iterator[np.ndarray]:
    """Yield how often every row is drawn in some of the bootstrap samples: shape (b, n)."""
    rng, size = np.random.default_rng(seed), max(1, _CHUNK // n)
    for first in range(0, resamples, size):
        b = min(size, resamples - first)
        drawn = rng.integers(0, n, (b, n)) + n * np.arange(b)[:, None]
        yield np.bincount(drawn.reshape(-1), minlength=b * n).reshape(b, n).astype(np.uint16)


@lru_cache(maxsize=2)
def _kept(n: int, resamples: int, seed: int) -> tuple[np.ndarray, ...]:
    """Return `_drawn`, cached for the next table of the same deals."""
    return tuple(_drawn(n, resamples, seed))


def _tails(values: Floats, means: Floats, level: float, method: Method) -> Floats:
    """Return the two quantiles to read off the bootstrap means: shape (2, k)."""
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    if method == "percentile":
        return np.repeat(tails[:, None], values.shape[1], axis=1)
    centred = values - values.mean(axis=0)
    square = (centred**2).sum(axis=0)
    skew = (centred**3).sum(axis=0)
    a = np.divide(skew, 6 * square**1.5, out=np.zeros_like(skew), where=square > 0)
    below = (means < values.mean(axis=0)).mean(axis=0) + (means == values.mean(axis=0)).mean(axis=0) / 2
    z0 = np.array([_NORMAL.inv_cdf(float(p)) for p in below.clip(1e-6, 1 - 1e-6)])
    z = z0 + np.array([[_NORMAL.inv_cdf(float(t))] for t in tails])
    adjusted = z0 + z / np.maximum(1 - a * z, 1e-6)
    return np.array([[_NORMAL.cdf(float(x)) for x in row] for row in adjusted])


def bootstrap_columns(
    values: ArrayLike,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
    method: Method = "bca",
) -> list[Interval]:
    """Return the mean of every column with its bootstrap interval; rows are resampled as a whole.

    Args:
        values: shape (n, k); one row per deal, n >= 2.
        level: confidence level, such as 0.95.
        resamples: number of bootstrap samples.
        seed: of the resampling.
        method: ``bca`` (bias-corrected and accelerated, second-order accurate) or ``percentile``.
    """
    table = np.asarray(values, np.float64)
    if table.ndim != 2 or len(table) < 2:
        raise InvalidConfig(f"values have shape {table.shape}; an interval needs 2 deals or more.")
    if not 0 < level < 1 or resamples < 1:
        raise InvalidConfig(
            f"level is {level} and resamples {resamples}; they must be in (0, 1) and 1 or more."
        )
    means = resampled_means(table, resamples, seed)
    tails = _tails(table, means, level, method)
    centre, constant = table.mean(axis=0), np.ptp(table, axis=0) == 0
    ends = [np.quantile(means[:, k], tails[:, k]) for k in range(table.shape[1])]
    return [
        Interval(float(c), float(c), float(c)) if flat else Interval(float(c), float(low), float(high))
        for c, flat, (low, high) in zip(centre, constant, ends)
    ]


def bootstrap(
    values: ArrayLike,
    level: float = LEVEL,
    resamples: int = RESAMPLES,
    seed: int = 0,
    method: Method = "bca",
) -> Interval:
    """Return the mean of one value per deal (shape (n,)) with its bootstrap interval; see `bootstrap_columns`."""
    return bootstrap_columns(np.asarray(values, np.float64)[:, None], level, resamples, seed, method)[0]


def paired_difference(first: ArrayLike, second: ArrayLike, level: float = LEVEL, seed: int = 0) -> Interval:
    """Return the mean of ``first - second`` on the same deals (shapes (n,)) with its interval."""
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    if a.shape != b.shape:
        raise InvalidConfig(
            f"paired results have shapes {a.shape} and {b.shape}; they must be of the same deals."
        )
    return bootstrap(a - b, level, seed=seed)


def linearised(sums: Floats, counts: Floats | Ints) -> Floats:
    """Return values with the mean and, to first order, the spread of a ratio of sums: float64, in the given shape.

    So a mean over decisions gets an interval by the bootstrap over deals.

    Args:
        sums: shape (n,) or (n, k); one row per deal.
        counts: of the same shape; each column's total is above 0.
    """
    share = sums.sum(axis=0) / counts.sum(axis=0)
    return np.asarray(share + (sums - share * counts) / counts.mean(axis=0), np.float64)


def variance_reduction(first: ArrayLike, second: ArrayLike) -> float:
    """Return the factor by which pairing deals reduces the variance of ``mean(first) - mean(second)``.

    It is (var a + var b) / var(a - b): how many times as many games on different deals give an interval as narrow.
    At 1 pairing gained nothing, at infinity the two never differed on any deal.
    """
    a, b = np.asarray(first, np.float64), np.asarray(second, np.float64)
    return ratio(float(a.var() + b.var()), float((a - b).var()))


def ratio(before: float, after: float) -> float:
    """Return the factor by which a variance shrank: infinity if none is left, 1 if there was none."""
    if after > 1e-15 * max(before, 1.0):
        return before / after
    return float("inf") if before > 0 else 1.0


class Factors(NamedTuple):
    """Variance reduction: how many times as many plain games give an interval as narrow for a difference.

    Attributes:
        duplicate: by the same deals.
        aivat: by AIVAT, on different deals; None without AIVAT.
        both: by AIVAT on the same deals; None without AIVAT.
    """

    duplicate: float
    aivat: float | None = None
    both: float | None = None


def controlled(values: Floats, controls: Floats) -> Floats:
    """Return values less the multiple of each control variate that minimises their variance.

    A control has mean 0, so the mean does not change. The multiples for one half of the rows are fitted on the other
    half (cross-fitting), which keeps this exact; uninformative controls get multiples near 0.

    Args:
        values: float64, shape (n,).
        controls: float64, shape (n, k).
    """
    found = values.copy()
    for half in (slice(0, None, 2), slice(1, None, 2)):
        other = slice(1 - (half.start or 0), None, 2)
        if len(values[other]) > 2 * controls.shape[1] + 2:
            fitted = controls[other] - controls[other].mean(axis=0)
            multiples = np.linalg.lstsq(fitted, values[other] - values[other].mean(), rcond=1e-9)[0]
            found[half] -= controls[half] @ multiples
    return found


def factors(first: Floats, second: Floats, luck: Floats | None, second_luck: Floats | None) -> Factors:
    """Return the variance reduction of ``mean(first) - mean(second)``: shapes (n,), controls (n, k), by deal."""
    duplicate = variance_reduction(first, second)
    if luck is None or second_luck is None:
        return Factors(duplicate)
    plain = float(first.var() + second.var())
    apart = float(controlled(first, luck).var() + controlled(second, second_luck).var())
    together = float(controlled(first - second, np.hstack([luck, second_luck])).var())
    return Factors(duplicate, ratio(plain, apart), ratio(plain, together))


def wilson(share: float, n: int, level: float = LEVEL) -> Interval:
    """Return Wilson's score interval of a share of ``n`` independent games."""
    z = _NORMAL.inv_cdf((1 + level) / 2)
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * (share * (1 - share) / n + z * z / (4 * n * n)) ** 0.5
    return Interval(share, min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half)))


def win_rates(wins: ArrayLike, level: float = LEVEL, seed: int = 0) -> list[Interval]:
    """Return the win rate of every column with its bootstrap interval.

    If every deal ended alike, a bootstrap interval has no width although the next deal may differ: Wilson's interval
    replaces it.

    Args:
        wins: shape (n, k); 1 won, 0 lost, 1/2 drawn, or a mean of these per deal.
        level: confidence level.
        seed: of the resampling.
    """
    table = np.asarray(wins, np.float64)
    found = bootstrap_columns(table, level, seed=seed)
    return [wilson(x.mean, len(table), level) if x.low == x.high else x for x in found]


def win_rate(wins: ArrayLike, level: float = LEVEL, seed: int = 0) -> Interval:
    """Return the win rate of one result per deal (shape (n,)); see `win_rates`."""
    return win_rates(np.asarray(wins, np.float64)[:, None], level, seed)[0]
