"""α-Rank: which agents survive if both sides keep switching to what does better.

The populations of the two sides each play one agent. Now and then somebody tries another agent of the side;
it takes over if it does better against what the other side plays at that moment. The share of time that this walk over
pairs of agents spends with an agent is its α-Rank (Omidshafiei et al., α-Rank: Multi-Agent Evaluation by Evolution,
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
        games: float64, shape (B, R, C); what the column player gets and the row player pays.
        mistake: the probability, above 0 and at most .5, that the worse of two replaces the better.

    Returns:
        shares of the rows, shape (B, R), and of the columns, shape (B, C); either sums to 1.
    """
    stays = np.stack([_stationary(_moves(m, mistake)).reshape(m.shape) for m in games])
    return stays.sum(axis=2), stays.sum(axis=1)


def _moves(m: Floats, mistake: float) -> Floats:
    """Return the probabilities of going from pair to pair, with pairs numbered row by row: (R * C, R * C)."""
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
    """Return the probability that a newcomer who gets ``gain`` more replaces the agent that is played."""
    return np.where(np.abs(gain) < TIE, 0.5, np.where(gain > 0, 1 - mistake, mistake))


def _stationary(chain: Floats) -> Floats:
    """Return the distribution that a step of an irreducible chain leaves as it is."""
    n = len(chain)
    return np.asarray(np.linalg.solve(chain.T - np.eye(n) + 1, np.ones(n)), np.float64)
