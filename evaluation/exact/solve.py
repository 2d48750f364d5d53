"""Solving a tree: counterfactual regret minimisation (CFR+, DCFR) and exact best responses.

CFR+ is Tammelin (arXiv 1407.5042): regrets clipped at 0, sides updated in turn, the average weighted by the iteration.
DCFR is Brown and Sandholm (arXiv 1809.04040) with alpha 3/2, beta 0, gamma 2: the average is weighted by the iteration
squared. Both match OpenSpiel's solvers iteration by iteration. Exploitability is the mean of both sides' gains by best
responses (NashConv / 2).
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from throwdown.envs.core.kit import Floats, entry, kernel
from throwdown.evaluation.exact.tree import CHANCE_EDGE, Arrays, Tree

Method = Literal["cfr+", "dcfr"]


@kernel
def reach(t: Arrays, strategy: Any, side: int, r: Any, u: Any) -> None:
    """Write the probability of every history if ``side`` plays to reach it, and its weighted return to the side.

    With a side of -1 nobody plays to reach it, and returns are those of side 0. At non-terminal histories they are 0.
    """
    sign = -1.0 if side == 1 else 1.0
    r[0], u[0] = 1.0, 0.0
    for n in range(1, t.parent.shape[0]):
        x = r[t.parent[n]]
        if t.edge[n] == CHANCE_EDGE:
            x *= t.chance[n]
        elif t.edge[n] != side:
            x *= strategy[t.slot[n]]
        r[n] = x
        u[n] = sign * t.value[n] * x


@kernel
def back_up(t: Arrays, strategy: Any, side: int, u: Any, q: Any) -> None:
    """Write a side's counterfactual values of all histories, and of all its actions into ``q``."""
    for k in range(q.shape[0]):
        q[k] = 0.0
    for n in range(t.parent.shape[0] - 1, 0, -1):
        x = u[n]
        if t.edge[n] == side:
            q[t.slot[n]] += x
            x *= strategy[t.slot[n]]
        u[t.parent[n]] += x


@kernel
def match_regrets(regret: Any, first: Any, i: int, strategy: Any) -> None:
    """Set an information set's strategy in proportion to positive regrets (regret matching)."""
    total = 0.0
    for k in range(first[i], first[i + 1]):
        total += max(0.0, regret[k])
    for k in range(first[i], first[i + 1]):
        strategy[k] = max(0.0, regret[k]) / total if total > 0.0 else 1.0 / (first[i + 1] - first[i])


@entry
def iterate(
    t: Arrays,
    done: int,
    iterations: int,
    is_plus: bool,
    regret: Any,
    total: Any,
    strategy: Any,
    r: Any,
    u: Any,
    q: Any,
    own: Any,
) -> None:
    """Run iterations after the first ``done``; ``own`` (S + 1,) is a side's own reach of every slot, then a 1."""
    first = t.first
    for k in range(done + 1, done + iterations + 1):
        gain = (k - 1.0) ** 1.5 / ((k - 1.0) ** 1.5 + 1.0)  # the discount at the end of the last iteration
        fade = ((k - 1.0) / k) ** 2
        for side in range(2):
            reach(t, strategy, side, r, u)
            back_up(t, strategy, side, u, q)
            for i in t.ordered:
                if t.side[i] != side:
                    continue
                mean, here = 0.0, own[t.up[i]]  # up is -1 at the side's first decision, and own[-1] is 1
                for a in range(first[i], first[i + 1]):
                    mean += strategy[a] * q[a]
                    own[a] = here * strategy[a]
                    total[a] = total[a] + k * own[a] if is_plus else total[a] * fade + own[a]
                for a in range(first[i], first[i + 1]):
                    x = regret[a]
                    if is_plus:
                        regret[a] = max(0.0, x + q[a] - mean)
                    else:
                        regret[a] = x * (gain if x > 0.0 else 0.5) + q[a] - mean
                match_regrets(regret, first, i, strategy)


@entry
def average(total: Any, first: Any, strategy: Any) -> None:
    """Write the average strategy; uniform in sets that the side never reaches."""
    for i in range(first.shape[0] - 1):
        mass = 0.0
        for k in range(first[i], first[i + 1]):
            mass += total[k]
        for k in range(first[i], first[i + 1]):
            strategy[k] = total[k] / mass if mass > 0.0 else 1.0 / (first[i + 1] - first[i])


@entry
def respond(t: Arrays, side: int, strategy: Any, r: Any, u: Any, q: Any) -> float:
    """Replace a side's part of ``strategy`` by a best response to the other part and return its value.

    It works level by level from the end: an information set lies on one level, so the values of its actions are known.
    """
    reach(t, strategy, side, r, u)
    for k in range(q.shape[0]):
        q[k] = 0.0
    first, start = t.first, t.start
    last = start.shape[0] - 3
    for level in range(last - last % 2 - 1, 0, -2):
        low, middle, high = start[level + 1], start[level + 2], start[min(level + 3, start.shape[0] - 1)]
        for n in range(middle, high):
            if t.edge[n] == CHANCE_EDGE:
                u[t.parent[n]] += u[n]
        for n in range(low, high):
            if t.edge[n] == side:
                q[t.slot[n]] += u[n]
        for i in t.ordered[t.begin[level] : t.begin[level + 1]]:
            if t.side[i] == side:
                best = first[i]
                for k in range(first[i], first[i + 1]):
                    strategy[k] = 0.0
                    if q[k] > q[best]:
                        best = k
                strategy[best] = 1.0
        for n in range(low, high):
            if t.edge[n] == side:
                u[t.parent[n]] += strategy[t.slot[n]] * u[n]
            elif t.edge[n] != CHANCE_EDGE:
                u[t.parent[n]] += u[n]
    total = 0.0
    for n in range(start[1], start[2]):
        total += u[n]
    return total


@dataclass(frozen=True)
class Exploitability:
    """How far a strategy is from an equilibrium of its tree, in returns.

    Attributes:
        gains: the gain of each side by a best response to the other.
        values: the return of side 0 if side 1, or side 0 itself, plays a best response: the bounds of the game's
            value.
        half_range: half the distance between the best and the worst return.
    """

    gains: tuple[float, float]
    values: tuple[float, float]
    half_range: float

    @property
    def mean(self) -> float:
        """NashConv / 2, in returns."""
        return sum(self.gains) / 2

    @property
    def share(self) -> float:
        """NashConv / 2 as a fraction of half the range of returns."""
        return self.mean / self.half_range if self.half_range > 0 else 0.0


class Solver:
    """CFR+ or DCFR on a tree; every call of `run` resumes."""

    def __init__(self, tree: Tree, method: Method = "cfr+") -> None:
        self.tree, self.method = tree, method
        self.iterations = 0
        slots = int(tree.first[-1])
        self.strategy = tree.uniform()
        self._regret, self._total, self._q = (np.zeros(slots) for _ in range(3))
        self._own = np.ones(slots + 1)
        self._reach, self._value = np.zeros(len(tree.parent)), np.zeros(len(tree.parent))

    def run(self, iterations: int) -> None:
        """Run some more iterations."""
        iterate(
            *(self.tree.arrays, self.iterations, iterations, self.method == "cfr+"),
            *(self._regret, self._total, self.strategy, self._reach, self._value, self._q, self._own),
        )
        self.iterations += iterations

    def average(self) -> Floats:
        """Return the average strategy, the one that converges: float64 (S,)."""
        strategy = np.empty_like(self.strategy)
        average(self._total, self.tree.first, strategy)
        return strategy


def best_response(tree: Tree, strategy: Floats, side: int) -> tuple[float, Floats]:
    """Return the value of a side's best response to a strategy, and the strategy with that side's part replaced."""
    answer = strategy.copy()
    work = np.zeros(len(tree.parent)), np.zeros(len(tree.parent)), np.zeros(len(strategy))
    value = respond(tree.arrays, side, answer, *work)
    return float(value), answer


def expected_value(tree: Tree, strategy: Floats) -> float:
    """Return the expected return of side 0 if both sides follow a strategy."""
    likely, u = np.zeros(len(tree.parent)), np.zeros(len(tree.parent))
    return float(expect(tree.arrays, strategy, likely, u))


@entry
def expect(t: Arrays, strategy: Any, r: Any, u: Any) -> float:
    """Return side 0's expected return."""
    reach(t, strategy, -1, r, u)
    total = 0.0
    for n in range(u.shape[0]):
        total += u[n]
    return total


def exploitability(tree: Tree, strategy: Floats) -> Exploitability:
    """Return the exact exploitability of a strategy."""
    mine, _ = best_response(tree, strategy, 0)
    theirs, _ = best_response(tree, strategy, 1)
    now = expected_value(tree, strategy)
    return Exploitability((mine - now, theirs + now), (-theirs, mine), tree.half_range)
