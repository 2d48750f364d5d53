"""Players of a side that draw one of several agents before each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core.kit import Floats, Setup
from throwdown.evaluation.exact import Tree, expected_value, tabulate
from throwdown.evaluation.exact.blend import blend
from throwdown.evaluation.match import deal_seeds, leg_seed, play

Mixture = Sequence[tuple[float, Agent]]
"""The agents of a side with their shares of the games, which sum to 1."""
Lineup = Mapping[str, Mixture]
"""A mixture for every side, in the order of `Setup.teams`."""


def returns_of(setup: Setup, lineup: Lineup, deals: int, seed: int) -> Floats:
    """Play fresh deals; return the second side's returns: float64 (deals,).

    Args:
        setup: the setup.
        lineup: who plays.
        deals: the number of deals.
        seed: of deals and choices.
    """
    rng = np.random.default_rng([seed, 8])
    seeds, returns = deal_seeds(deals, seed), np.empty(deals)
    drawn = [rng.choice(len(x), deals, p=np.array([share for share, _ in x])) for x in lineup.values()]
    second = list(lineup)[1]
    for pair in np.unique(np.array(drawn), axis=1).T.tolist():
        at = np.flatnonzero((drawn[0] == pair[0]) & (drawn[1] == pair[1]))
        players = {side: x[k][1] for (side, x), k in zip(lineup.items(), pair)}
        returns[at] = play(setup, players, seeds[at], leg_seed(seed, *pair)).of(second)
    return returns


def strategy_of(tree: Tree, lineup: Lineup) -> Floats:
    """Return what a lineup plays on a tree: float64 (S,)."""
    mixtures = list(lineup.values())
    most = max(map(len, mixtures))
    # Agents of both sides are tabulated in pairs; the shorter list's last one is in several.
    pairs = [{side: x[min(k, len(x) - 1)][1] for side, x in lineup.items()} for k in range(most)]
    found = [tabulate(tree, players) for players in pairs]
    first, second = ([(share, s) for (share, _), s in zip(x, found)] for x in mixtures)
    return blend(tree, (first, second))


def exact_advantage(tree: Tree, one: Floats, other: Floats) -> float:
    """Return the advantage of a strategy over another as a mean over both places; both are float64 (S,)."""
    is_first = np.repeat(tree.side, tree.sizes) == 0
    ahead = expected_value(tree, np.where(is_first, one, other))
    return (ahead - expected_value(tree, np.where(is_first, other, one))) / 2


def advantages(setup: Setup, one: Lineup, other: Lineup, deals: int, seed: int) -> Floats:
    """Return the advantage of a lineup over another, by deal, as a mean over both places: float64 (deals,)."""
    first, second = setup.teams
    ahead = returns_of(setup, {first: other[first], second: one[second]}, deals, seed)
    behind = returns_of(setup, {first: one[first], second: other[second]}, deals, seed + 1)
    return np.asarray((ahead - behind) / 2, np.float64)
