"""Nash averaging, and the cyclicity of a cross-play.

An average over all opponents rewards beating the weak ones that happen to be in the pool: a copy of one of them
changes it. Nash averaging (Balduzzi, Tuyls, Perolat and Graepel, Re-evaluating Evaluation, NeurIPS 2018, arXiv
1806.02643) plays the matrix as a game: both sides choose mixtures of agents, and an agent's score is its mean return
against the other side's mixture. The equilibrium of greatest entropy is taken, which is unique.

It is found as the limit of quantal response equilibria (McKelvey and Palfrey, Games and Economic Behavior 10, 1995):
with both sides rewarded for entropy the equilibrium is unique and smooth, and is followed as the reward fades.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from throwdown.envs.core.kit import Floats
from throwdown.evaluation import cross, statistics
from throwdown.evaluation.alpha_rank import alpha_rank

FADE, COLDEST, CORRECTIONS = 0.7, 1e-5, 4
RESAMPLES = 400
TOLERANCE = 1e-3


def _softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return np.asarray(e / e.sum(axis=-1, keepdims=True), np.float64)


def _spread(p: Floats) -> Floats:
    """Return the derivative of softmax at every row of probabilities: (B, k, k)."""
    return p[:, :, None] * (np.eye(p.shape[1]) - p[:, None, :])


def equilibrium(games: Floats, fade: float = FADE) -> tuple[Floats, Floats]:
    """Return equilibria of greatest entropy of zero-sum matrix games.

    Args:
        games: float64, shape (B, R, C); the column player's payoffs, which the row player pays.
        fade: factor of the reward for entropy per step.

    Returns:
        mixtures of the rows, shape (B, R), and of the columns, shape (B, C); each gives its player the game's value to
        within a few 1e-5 of the range of the matrix.
    """
    low, high = games.min(axis=(1, 2), keepdims=True), games.max(axis=(1, 2), keepdims=True)
    m = (games - (low + high) / 2) / np.where(high > low, high - low, 1.0)
    rows, columns = _follow(m, fade)
    lost = gap(m, rows, columns) > TOLERANCE
    if lost.any() and fade < 0.99:  # the path bends too sharply for this step size
        rows[lost], columns[lost] = equilibrium(games[lost], fade**0.25)
    return rows, columns


def gap(games: Floats, rows: Floats, columns: Floats) -> Floats:
    """Return the sum of both players' gains by best responses: shape (B,); 0 in an equilibrium."""
    most = (rows[:, None] @ games)[:, 0].max(axis=1)
    least = (games @ columns[:, :, None])[:, :, 0].min(axis=1)
    return np.asarray(most - least, np.float64)


def _follow(m: Floats, fade: float) -> tuple[Floats, Floats]:
    """Follow the logits of both mixtures while the reward fades, by Newton's method with a tangent predictor."""
    b, r, c = m.shape
    x, heat, eye = np.zeros((b, r + c)), 1.0, np.eye(r + c)
    while True:
        for _ in range(CORRECTIONS):
            rows, columns = _softmax(x[:, :r]), _softmax(x[:, r:])
            pull = np.concatenate([-(m @ columns[:, :, None])[:, :, 0], (rows[:, None] @ m)[:, 0]], axis=1)
            slope = np.tile(eye, (b, 1, 1))
            slope[:, :r, r:] += m @ _spread(columns) / heat
            slope[:, r:, :r] -= m.transpose(0, 2, 1) @ _spread(rows) / heat
            x = x - np.linalg.solve(slope, (x - pull / heat)[:, :, None])[:, :, 0]
        if heat <= COLDEST:
            return _softmax(x[:, :r]), _softmax(x[:, r:])
        cooler = max(heat * fade, COLDEST)
        x = x + np.linalg.solve(slope, (pull * (1 / cooler - 1 / heat))[:, :, None])[:, :, 0]
        heat = cooler


@dataclass(frozen=True)
class NashScore:
    """An agent in the game of choosing agents.

    Attributes:
        side: the side's name.
        name: the agent's label.
        weight: its share in its side's mixture.
        returns: its own side's mean return against the other side's mixture.
        alpha_rank: its α-Rank: its share of time if both sides keep switching to better agents.
    """

    side: str
    name: str
    weight: statistics.Interval
    returns: statistics.Interval
    alpha_rank: statistics.Interval


@dataclass(frozen=True)
class Nash:
    """The Nash average of a cross-play, and its α-Rank.

    Attributes:
        agents: the rows, then the columns.
        value: the return of the columns' side if both sides play their mixtures.
    """

    agents: list[NashScore]
    value: statistics.Interval


@lru_cache(maxsize=4)
def nash(result: cross.CrossPlay) -> Nash:
    """Return the Nash average and α-Rank of a cross-play, with percentile bootstrap intervals over its deals."""
    n, (r, c) = len(result.deals), result.returns.shape[:2]
    cells = result.estimates.reshape(-1, n).T
    means = np.vstack(
        [cells.mean(axis=0), statistics.resampled_means(cells, RESAMPLES, result.seed)]
    ).reshape(-1, r, c)
    rows, columns = equilibrium(means)
    scores = np.hstack([-(means @ columns[:, :, None])[:, :, 0], (rows[:, None] @ means)[:, 0]])
    values = (rows[:, None] @ means @ columns[:, :, None])[:, :, 0]
    found = _spans(np.hstack([rows, columns, scores, *alpha_rank(means), values]), result.level)
    agents = [
        NashScore(side.name, label, *parts)
        for (side, label), *parts in zip(result.agents, found, found[r + c :], found[2 * (r + c) :])
    ]
    return Nash(agents, found[-1])


def _spans(table: Floats, level: float) -> list[statistics.Interval]:
    """Return intervals of the columns: the first row is the estimate, the others are bootstrap samples."""
    low, high = np.quantile(table[1:], [(1 - level) / 2, (1 + level) / 2], axis=0)
    return [statistics.Interval(float(x), float(a), float(b)) for x, a, b in zip(table[0], low, high)]


@dataclass(frozen=True)
class Cyclicity:
    """The part of a cross-play that a ranking cannot show, as shares of the variance between its cells.

    Attributes:
        interaction: the residual of one number per agent, within the matrix.
        cycles: the cyclic share of the contest between agents that play both sides; None if there are fewer than
            three.
    """

    interaction: statistics.Interval
    cycles: statistics.Interval | None


@lru_cache(maxsize=4)
def cyclicity(result: cross.CrossPlay) -> Cyclicity:
    """Return the cyclicity of a cross-play, with percentile bootstrap intervals over deals.

    Chance makes any measured matrix look richer than it is: the expected share of noise is subtracted, and shares are
    clipped to [0, 1]. The contest between agents that play both sides is split into a difference of scores and cycles
    (Hodge decomposition; Jiang, Lim, Yao and Ye, Mathematical Programming 127, 2011).
    """
    cells = result.estimates
    cycles = None
    if len(result.pairs) > 2:
        _, rows, columns = zip(*result.pairs)
        square = cells[np.ix_(rows, columns)]
        contest = square.transpose(1, 0, 2) - square  # [x, y]: x plays the columns' side, less the other way
        cycles = _share(contest, result)
    return Cyclicity(_share(cells, result), cycles)


def _share(cells: Floats, result: cross.CrossPlay) -> statistics.Interval:
    """Return the residual share of squares after fitting a number to each row and column of ``cells`` (R, C, n)."""
    n = cells.shape[2]
    rest, whole = _residual(cells), cells - cells.mean(axis=(0, 1), keepdims=True)
    noise = np.array([rest.var(axis=2).sum(), whole.var(axis=2).sum()]) / n
    flat = np.concatenate([rest.reshape(-1, n), whole.reshape(-1, n)]).T
    means = np.vstack([flat.mean(axis=0), statistics.resampled_means(flat, RESAMPLES, result.seed)])
    parts = (means**2).reshape(len(means), 2, -1).sum(axis=2)
    parts -= noise * np.r_[1.0, np.full(len(means) - 1, 2.0)][:, None]  # a resampled mean has the noise twice
    share = np.where(parts[:, 1] > 0, parts[:, 0] / np.where(parts[:, 1] > 0, parts[:, 1], 1), 0).clip(0, 1)
    return _spans(share[:, None], result.level)[0]


def _residual(cells: Floats) -> Floats:
    rows, columns = cells.mean(axis=1, keepdims=True), cells.mean(axis=0, keepdims=True)
    return np.asarray(cells - rows - columns + cells.mean(axis=(0, 1), keepdims=True), np.float64)
