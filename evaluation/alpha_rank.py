"""α-Rank: which agents survive if both sides keep switching to better ones.

The population of each side plays one agent. Now and then somebody tries another agent of the side; it takes over
if it does better against the other side's current agent. The share of time that this walk over pairs of agents
spends with an agent is its α-Rank (Omidshafiei et al., α-Rank: Multi-Agent Evaluation by Evolution,
Scientific Reports 9, 2019, arXiv 1903.01373), here in the limit of strong selection: better replaces worse nearly
always, worse replaces better with a small probability that keeps every agent within reach.
"""

import numpy as np

from throwdown.envs.core.kit import Floats

MISTAKE = 0.01
TIE = 1e-12


def alpha_rank(games: Floats, mistake: float = MISTAKE) -> tuple[Floats, Floats]:
    """Return the α-Rank of both players' choices in zero-sum matrix games.

    Args:
        games: float64, shape (B, R, C); the column player's payoffs, which the row player pays.
        mistake: the probability, above 0 and at most .5, that the worse of two replaces the better.

    Returns:
        shares of the rows, shape (B, R), and of the columns, shape (B, C); each row sums to 1.
    """
    stays = np.stack([_stationary(_moves(m, mistake)).reshape(m.shape) for m in games])
    return stays.sum(axis=2), stays.sum(axis=1)


def _moves(m: Floats, mistake: float) -> Floats:
    """Return the transition probabilities between pairs, numbered row by row: (R * C, R * C)."""
    r, c = m.shape
    step = np.zeros((r, c, r, c))
    j, i = np.arange(c), np.arange(r)
    step[:, j, :, j] = _takes_over((m[:, None] - m[None]).transpose(2, 0, 1), mistake)
    step[i, :, i, :] = _takes_over(m[:, None, :] - m[:, :, None], mistake)
    chain = step.reshape(r * c, r * c)
    np.fill_diagonal(chain, 0)
    chain /= max(r + c - 2, 1)
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    return chain


def _takes_over(gain: Floats, mistake: float) -> Floats:
    """Return the probability that a newcomer with ``gain`` more return replaces the current agent."""
    return np.where(np.abs(gain) < TIE, 0.5, np.where(gain > 0, 1 - mistake, mistake))


def _stationary(chain: Floats) -> Floats:
    """Return the stationary distribution of an irreducible chain."""
    n = len(chain)
    return np.asarray(np.linalg.solve(chain.T - np.eye(n) + 1, np.ones(n)), np.float64)
