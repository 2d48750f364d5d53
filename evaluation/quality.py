"""Decision quality: an agent's agreement with a strong search, and its regret by the search's values.

Decisions are sampled from the agent's own games. The judge is asked twice, with different random numbers: once for the
best action and once for the values, so that an action that only looked good by luck does not count against the
agent.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core import kit
from throwdown.envs.tables import seating
from throwdown.evaluation import playout, statistics
from throwdown.evaluation.workers import WORTH, distribute

PER_GAME = 0.2
"""The share of decisions with a choice that is judged."""


@runtime_checkable
class Judge(Protocol):
    """An agent that can estimate the values of actions."""

    name: str

    def action_values(self, worlds: kit.Worlds, rng: np.random.Generator) -> kit.Floats:
        """Return the mean return of the seat to move for every action: float64, shape (n, actions).

        NaN for actions that are illegal or were not tried.

        Args:
            worlds: possible worlds, see `worlds.imagine`.
            rng: the only source of randomness.
        """


@dataclass(frozen=True)
class Judged:
    """The quality of an agent's decisions.

    Attributes:
        side: the side's name.
        name: the agent's label.
        judge: the judge's name.
        decisions: number of judged decisions.
        agreement: the share of decisions in which the agent chooses the judge's best action.
        regret: the mean loss per decision, in returns, by the judge's values.
    """

    side: str
    name: str
    judge: str
    decisions: int
    agreement: statistics.Interval
    regret: statistics.Interval


def as_judge(agent: Agent) -> Judge:
    """Return an agent as a judge.

    Raises:
        InvalidConfig: it cannot estimate the values of actions.
    """
    if not isinstance(agent, Judge):
        raise kit.InvalidConfig(
            f"{agent.name} cannot judge decisions: it does not estimate the values of actions."
        )
    return agent


@dataclass(frozen=True, eq=False)
class Trial:
    """Agents to be judged in games against the first agent of the other side.

    Attributes:
        setup: the game's setup.
        rows: lineups of the first side, by label.
        columns: lineups of the second side.
        judge: the judge.
        deals: int64, shape (n,); about a fifth of the decisions in these games is judged.
        seed: of all choices.
    """

    setup: kit.Setup
    rows: Mapping[str, seating.Lineup]
    columns: Mapping[str, seating.Lineup]
    judge: Judge
    deals: playout.Seeds
    seed: int = 0

    def judged(self, k: int) -> Judged:
        """Judge an agent: the rows come first, then the columns."""
        first, second = self.setup.opponents("Judging decisions")
        row, column = ([*lineups] for lineups in (self.rows, self.columns))
        side, name = (first, row[k]) if k < len(row) else (second, column[k - len(row)])
        players = {
            first: self.rows[name if side == first else row[0]],
            second: self.columns[name if side == second else column[0]],
        }
        rng = np.random.default_rng([self.seed, k])
        mine = np.array([x == side for x in self.setup.sides])
        watch = playout.Collector(mine, PER_GAME, rng)
        playout.play_out(
            self.setup, seating.seat_players(self.setup, players), self.deals, self.seed + k, watch=watch
        )
        agreed, regret = _compare(self.setup, self.judge, watch, rng)
        spans = _per_game(agreed, watch, self.seed), _per_game(regret, watch, self.seed)
        return Judged(side, name, self.judge.name, len(agreed), *spans)


def judge_agents(
    trial: Trial,
    progress: playout.Progress | None = None,
    workers: int | None = 1,
    on: str = "",
    make: Callable[[], Callable[[int], Judged]] | None = None,
) -> list[Judged]:
    """Judge every agent.

    Args:
        trial: the agents and the judge.
        progress: called as ``progress(agents done, agents)``.
        workers: maximum number of processes, see `workers.distribute`.
        on: where they run.
        make: returns `Trial.judged` of such a trial in another process.
    """
    found: dict[int, Judged] = {}
    agents = range(len(trial.rows) + len(trial.columns))
    for k, judged in distribute(trial.judged, agents, workers, on, make, WORTH):
        found[k] = judged
        if progress is not None:
            progress(len(found), len(agents))
    return [found[k] for k in agents]


def _compare(
    setup: kit.Setup, judge: Judge, watch: playout.Collector, rng: np.random.Generator
) -> tuple[kit.Floats, kit.Floats]:
    """Return the agent's probability of the best action and its loss, for every sampled decision."""
    states, chances = np.concatenate(watch.states), np.concatenate(watch.chances).astype(np.float64)
    if not len(states):
        raise kit.InvalidConfig("no decision with a choice came up to be judged; give more deals.")
    first, second = (_ask(setup, judge, states, rng) for _ in range(2))
    best = np.nanargmax(first, axis=1)
    worst = np.nanmin(second, axis=1, keepdims=True)
    values = np.where(np.isnan(second), worst, second)  # an action that was not tried counts as the worst
    rows = np.arange(len(states))
    return chances[rows, best], values[rows, best] - (chances * values).sum(axis=1)


def _ask(setup: kit.Setup, judge: Judge, states: np.ndarray, rng: np.random.Generator) -> kit.Floats:
    """Return the judge's values, with everything hidden from the seat to move dealt anew."""
    return judge.action_values(kit.imagine(setup, states, np.arange(len(states)), rng), rng)


def _per_game(values: kit.Floats, watch: playout.Collector, seed: int) -> statistics.Interval:
    """Return the mean over decisions with its interval; decisions of one game are resampled together."""
    _, place = np.unique(np.concatenate(watch.games), return_inverse=True)
    counts = np.bincount(place)
    sums = np.bincount(place, values).astype(np.float64)
    if len(counts) < 2:
        mean = float(values.mean())
        return statistics.Interval(mean, mean, mean)
    return statistics.bootstrap(statistics.linearised(sums, counts), seed=seed)
