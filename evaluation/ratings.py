"""Ratings per side from a cross-play matrix: Bradley-Terry with an advantage of the side.

P(column wins) = 1 / (1 + exp(-(advantage + column - row))), on the Elo scale of 400 points for odds of 10 to 1.
Ratings are relative to the mean of their side's pool. One number per agent cannot show cycles:
`Ratings.misfit` measures how far the model is from the matrix. Where the same side nearly always wins and only the
margin varies, returns in [-1, 1] may replace wins: as (1 + return) / 2, so that 1 is everything and 0 nothing.

Sources: Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952); Hunter, MM algorithms for
generalized Bradley-Terry models, Annals of Statistics 32 (2004).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.kit import Floats
from throwdown.evaluation import statistics
from throwdown.evaluation.sides import Side

ELO = 400 / np.log(10)
_STEPS = 30
_RESAMPLES = 1_000


@dataclass(frozen=True)
class Rating:
    """An agent's rating in Elo points.

    Attributes:
        side: the side's name.
        name: the agent's label.
        points: relative to the mean of the side's pool.
    """

    side: str
    name: str
    points: statistics.Interval


@dataclass(frozen=True)
class Ratings:
    """The ratings of a cross-play.

    Attributes:
        agents: the rows, then the columns.
        advantage: points of the average column above the average row.
        misfit: largest difference between a cell's win rate, or mean score, and the model's.
    """

    agents: list[Rating]
    advantage: statistics.Interval
    misfit: float


def _design(rows: int, columns: int) -> Floats:
    """Return the design matrix, parameters by cell: shape (rows * columns, 1 + rows + columns)."""
    x = np.zeros((rows, columns, 1 + rows + columns))
    x[:, :, 0] = 1
    x[np.arange(rows), :, 1 + np.arange(rows)] = -1
    x[:, np.arange(columns), 1 + rows + np.arange(columns)] = 1
    return x.reshape(rows * columns, -1)


def _fit(rates: Floats, rows: int, columns: int) -> Floats:
    """Return the maximum-likelihood parameters for every row of win rates, by Newton's method.

    Args:
        rates: shape (B, rows * columns); win rates of the columns' side, strictly between 0 and 1.
        rows: number of rows.
        columns: number of columns.

    Returns:
        float64, shape (B, 1 + rows + columns): advantage, rows, columns, each side centred on 0.
    """
    x = _design(rows, columns)
    # Two directions that the data cannot tell from the advantage: all ratings of one side rise together.
    free = np.zeros((2, x.shape[1]))
    free[0, 1 : 1 + rows] = free[1, 1 + rows :] = 1
    fitted = np.zeros((len(rates), x.shape[1]))
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-fitted @ x.T))
        slope = (rates - p) @ x
        bend = np.einsum("bc,ci,cj->bij", p * (1 - p), x, x) + free.T @ free
        change = np.linalg.solve(bend, slope[:, :, None])[:, :, 0]
        fitted += change.clip(-1, 1)
        if np.abs(change).max() < 1e-9:
            break
    # A damped step may have shifted a whole side.
    first, second = fitted[:, 1 : 1 + rows], fitted[:, 1 + rows :]
    drifts = first.mean(axis=1), second.mean(axis=1)
    fitted[:, 0] += drifts[1] - drifts[0]
    first -= drifts[0][:, None]
    second -= drifts[1][:, None]
    return fitted


def ratings_of(
    scores: Floats, agents: Sequence[tuple[Side, str]], level: float = statistics.LEVEL, seed: int = 0
) -> Ratings:
    """Return ratings, with percentile bootstrap intervals over deals.

    Half a win and half a loss are added to every cell, so that an agent that won everything has a finite rating.

    Args:
        scores: shape (R, C, n); scores of the columns' side on every deal, in [0, 1].
        agents: the side and the label of every row, then of every column.
        level: confidence level.
        seed: of the resampling.
    """
    *shape, n = scores.shape
    cells = scores.reshape(-1, n).T
    means = np.vstack([cells.mean(axis=0), statistics.resampled_means(cells, _RESAMPLES, seed)])
    rates = (means * n + 0.5) / (n + 1)
    points = ELO * _fit(rates, *shape)
    low, high = np.quantile(points[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    spans = [statistics.Interval(float(a), float(b), float(c)) for a, b, c in zip(points[0], low, high)]
    model = 1 / (1 + np.exp(-points[0] / ELO @ _design(*shape).T))
    found = [Rating(side.name, label, span) for (side, label), span in zip(agents, spans[1:])]
    return Ratings(found, spans[0], float(np.abs(model - rates[0]).max()))


def rating_among(
    scores: Floats, points: Floats, level: float = statistics.LEVEL, seed: int = 0
) -> statistics.Interval:
    """Return an agent's rating by its games against opponents with known ratings, on their scale.

    The interval is by percentile bootstrap over the agent's deals; the opponents' ratings count as exact. Half a win
    and half a loss are added to every opponent's games, as in `ratings_of`.

    Args:
        scores: shape (k, n); the agent's scores against k opponents on every deal, in [0, 1].
        points: shape (k,); the rating of an agent that would score 1/2 against each opponent, in Elo points.
        level: confidence level.
        seed: of the resampling.
    """
    n = scores.shape[1]
    means = np.vstack([scores.mean(axis=1), statistics.resampled_means(scores.T, _RESAMPLES, seed)])
    rates, bars = (means * n + 0.5) / (n + 1), points / ELO
    fitted = np.full((len(rates), 1), bars.mean())
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(bars - fitted))
        change = (rates - p).sum(axis=1, keepdims=True) / (p * (1 - p)).sum(axis=1, keepdims=True)
        fitted += change.clip(-1, 1)
        if np.abs(change).max() < 1e-9:
            break
    found = ELO * fitted[:, 0]
    low, high = np.quantile(found[1:], [(1 - level) / 2, (1 + level) / 2])
    return statistics.Interval(float(found[0]), float(low), float(high))
