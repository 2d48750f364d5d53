"""Exact cross-play of a small game: no sampling, no intervals."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from throwdown.agents import Agent, RandomAgent
from throwdown.envs.core.kit import Floats, InvalidConfig, Setup
from throwdown.envs.tables.seating import Lineup
from throwdown.evaluation.exact import aivat, report
from throwdown.evaluation.exact.agents import tabulate
from throwdown.evaluation.exact.solve import best_response, expected_value
from throwdown.evaluation.exact.tree import Progress, Tree, build_tree

AS_GOOD = 0.01
"""Tolerance for best actions, as a share of half the range of returns."""
UNTIL = 1e-4


@dataclass(frozen=True)
class Quality:
    """The quality of an agent's decisions, by the action values of a best response to an equilibrium.

    Attributes:
        side: the side's name.
        name: the agent's label.
        agreement: the share of its decisions, weighted by their frequency, that are as good as the best.
        regret: its mean loss per decision, in returns.
        loss: its loss per game: its regret times the decisions of a game.
    """

    side: str
    name: str
    agreement: float
    regret: float
    loss: float


@dataclass(frozen=True)
class Exact:
    """Exact results of a cross-play.

    Attributes:
        histories: number of histories of the game.
        information_sets: number of its information sets.
        value: the return of the columns' side in equilibrium.
        exploitability: exploitability of the computed equilibrium (NashConv / 2).
        means: the mean return of the columns' side, by row and column.
        gains: side and label of every agent, and the gain of a best response to it above the value of the game.
        quality: quality of every agent, against an opponent in equilibrium.
        searches: number of averaged searches per information set; 0 if no agent searches.
    """

    histories: int
    information_sets: int
    value: float
    exploitability: float
    means: list[list[float]]
    gains: list[tuple[str, str, float]]
    quality: list[Quality]
    searches: int = 0


def exact_cross_play(
    setup: Setup,
    rows: Mapping[str, Lineup],
    columns: Mapping[str, Lineup],
    searches: int = 1,
    seed: int = 0,
    progress: Progress | None = None,
) -> Exact:
    """Return the exact results of a cross-play.

    Agents that return no probabilities are sampled many times in every information set, see `tabulate`.

    Args:
        setup: the game.
        rows: lineups of the first side, by label.
        columns: lineups of the second side.
        searches: searches per information set, for searching agents.
        seed: of agents that are sampled or that search.
        progress: called as ``progress(information sets done, information sets)`` while an agent searches.

    Raises:
        InvalidConfig: the game is not two-sided and zero-sum, or too large for a tree; or a lineup has several agents.
    """
    first, second = setup.opponents("Exact cross-play")
    agents = _alone(setup, first, rows), _alone(setup, second, columns)
    tree = build_tree(setup)
    found = report.solve(tree, until=UNTIL)
    random = RandomAgent()
    how = seed, searches, progress
    mine = {name: tabulate(tree, {first: x, second: random}, *how) for name, x in agents[0].items()}
    theirs = {name: tabulate(tree, {first: random, second: y}, *how) for name, y in agents[1].items()}
    value = -sum(found.value) / 2
    means = [
        [-expected_value(tree, aivat.seated(tree, x, y)) for y in theirs.values()] for x in mine.values()
    ]
    gains = [(first, name, best_response(tree, x, 1)[0] - value) for name, x in mine.items()]
    gains += [(second, name, best_response(tree, y, 0)[0] + value) for name, y in theirs.items()]
    judged = [judge(found, 0, name, x) for name, x in mine.items()]
    judged += [judge(found, 1, name, y) for name, y in theirs.items()]
    sizes = len(tree.parent), len(tree.side)
    is_search = any("worlds" in agent.needs for pool in agents for agent in pool.values())
    return Exact(*sizes, value, found.found.mean, means, gains, judged, searches if is_search else 0)


def _alone(setup: Setup, side: str, lineups: Mapping[str, Lineup]) -> dict[str, Agent]:
    """Return the single agent of every lineup."""
    found = {name: agent for name, agent in lineups.items() if isinstance(agent, Agent)}
    if len(found) < len(lineups):
        raise InvalidConfig(f"exact results need one agent for all seats of {setup.called(side)}.")
    return found


def _reaches(tree: Tree, weights: Floats) -> Floats:
    """Return the product of the weights on the way to every history: float64 (N,)."""
    found = np.ones(len(weights))
    for low, high in zip(tree.start[1:-1], tree.start[2:]):
        found[low:high] = found[tree.parent[low:high]] * weights[low:high]
    return found


def action_values(
    tree: Tree, strategy: Floats, side: int, ends: Floats | None = None
) -> tuple[Floats, Floats]:
    """Return the values of a side's actions if both sides follow a strategy afterwards.

    Args:
        tree: the game.
        strategy: float64 (S,).
        side: the side that acts.
        ends: values of terminal histories, float64 (N,); the side's return by default.

    Returns:
        float64 (S,), a value per slot, 0 where the other side never leads; and float64 (I,), the probability with
        which chance and the other side lead to every information set.
    """
    likely = _reaches(tree, np.where(tree.edge == side, 1.0, aivat.edge_chances(tree, strategy)))
    own = tree.value if side == 0 else -tree.value
    values = aivat.history_values(tree, strategy, own if ends is None else ends)
    inner, mine = tree.info >= 0, np.flatnonzero(tree.edge == side)
    mass = np.bincount(tree.info[inner], likely[inner], minlength=len(tree.side))
    total = np.bincount(tree.slot[mine], likely[mine] * values[mine], minlength=len(tree.action))
    each = np.repeat(mass, tree.sizes)
    values = np.divide(total, each, out=np.zeros(len(total)), where=each > 0)
    return np.asarray(values, np.float64), np.asarray(mass, np.float64)


def judge(found: report.Solution, side: int, name: str, strategy: Floats) -> Quality:
    """Return the quality of a side's part of a strategy against the solution, where there is a choice.

    Args:
        found: the solved game; the other side plays its strategy.
        side: the side to judge.
        name: the agent's label.
        strategy: float64 (S,).
    """
    tree = found.tree
    values, mass = action_values(tree, best_response(tree, found.strategy, side)[1], side)
    own = _reaches(tree, np.where(tree.edge == side, strategy[tree.slot], 1.0))
    inner = np.flatnonzero(tree.info >= 0)
    reached = np.zeros(len(tree.side))
    reached[tree.info[inner]] = own[inner]
    weights = reached * mass * ((tree.side == side) & (tree.sizes > 1))
    first = tree.first[:-1]
    best = np.maximum.reduceat(values, first)
    regret = best - np.add.reduceat(strategy * values, first)
    is_good = values >= np.repeat(best, tree.sizes) - AS_GOOD * tree.half_range
    agreement = np.add.reduceat(strategy * is_good, first)
    decisions = weights.sum()
    loss = float(weights @ regret)
    shares = float(weights @ agreement / decisions), float(loss / decisions)
    return Quality(tree.sides[side], name, *shares, loss)
