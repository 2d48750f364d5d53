"""Matches on paired deals: a Coach's agent against the agent of all Pilots.

A deal is a seed: the deck is the same for the same seed whatever the agents do, card by card in the order of drawing.
So two agents are compared on the same deals (duplicate play), and the luck of the deal cancels in their difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch, Step
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.recall import Memory
from throwdown.envs.core.worlds import imagine
from throwdown.evaluation.statistics import (
    LEVEL,
    Floats,
    Interval,
    bootstrap,
    bootstrap_columns,
    variance_reduction,
    win_rate,
    win_rates,
)

Seeds = NDArray[np.int64]
Progress = Callable[[int, int], None]

COACH, PILOT = "coach", "pilot"
_STREAM = 0xE7A1  # keeps evaluation's deals apart from training's, whatever the seed


def deal_seeds(n: int, seed: int = 0) -> Seeds:
    """Return the seeds of ``n`` deals: int64, shape (n,); the first ones stay the same when ``n`` grows."""
    if n < 1 or seed < 0:
        raise InvalidConfig(f"deals is {n} and seed {seed}; they must be 1 or more and 0 or more.")
    rng = np.random.default_rng([_STREAM, seed])
    return rng.integers(0, 2**62, n, dtype=np.int64)


def leg_seed(seed: int, *place: int) -> int:
    """Return the seed of one leg or cell of a larger match.

    Legs share their deals, never their agents' random numbers: two equal agents would play the same game twice, and
    their difference, exactly 0 on every deal, would look measured without error.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    return int(np.random.SeedSequence([seed, *place]).generate_state(1)[0])


@dataclass(frozen=True, eq=False)
class MatchResult:
    """What one assignment scored on every deal.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        coach: the Coach's agent.
        pilots: the Pilots' agent.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices.
        returns: float64, shape (n,); the Pilots' return, the Coach's is its negative.
        lengths: int64, shape (n,); decisions of all seats.
    """

    game: str
    scenario: str
    coach: str
    pilots: str
    deals: Seeds
    seed: int
    returns: Floats
    lengths: NDArray[np.int64]

    @property
    def wins(self) -> Floats:
        """Float64, shape (n,): 1 where the Pilots' return is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    def mean(self, level: float = LEVEL) -> Interval:
        """Return the Pilots' mean return with its bootstrap interval."""
        return bootstrap(self.returns, level, seed=self.seed)

    def win_rate(self, level: float = LEVEL) -> Interval:
        """Return the Pilots' win rate with its bootstrap interval."""
        return win_rate(self.wins, level, seed=self.seed)


def _seated(agent: Agent, role: str, setup: Setup) -> Agent:
    if role not in agent.roles:
        raise InvalidConfig(f"{agent.name} plays the {' and the '.join(agent.roles)}, not the {role}.")
    return agent.bind(setup)


def _choose(
    agent: Agent,
    step: Step,
    rows: NDArray[np.int64],
    rng: np.random.Generator,
    actions: NDArray[np.int64],
    memory: Memory | None = None,
    batch: Batch | None = None,
) -> None:
    """Write the agent's actions at ``rows``."""
    if agent.remembers and memory is not None:
        chosen = agent.act_in(memory.sets(rows, step.seats[rows]), rng)
    elif agent.searches and batch is not None:
        chosen = agent.act_from(imagine(batch.setup, batch.states, rows, rng), rng)
    else:
        chosen = np.asarray(agent.act(step.observations[rows], step.masks[rows], rng))
    if chosen.shape != rows.shape or not np.issubdtype(chosen.dtype, np.integer):
        raise IllegalAction(
            f"{agent.name} returned shape {chosen.shape} and dtype {chosen.dtype}; it must be {len(rows)} integers."
        )
    illegal = step.masks[rows, chosen.clip(0, step.masks.shape[1] - 1)] == 0
    illegal |= (chosen < 0) | (chosen >= step.masks.shape[1])
    if illegal.any():
        raise IllegalAction(f"{agent.name} chose action {chosen[illegal.argmax()]}, which is illegal.")
    actions[rows] = chosen


def _play_out(
    setup: Setup, agents: tuple[Agent, Agent], seeds: Seeds, seed: int, progress: Progress | None = None
) -> tuple[Floats, NDArray[np.int64]]:
    """Play every deal to its end; return the Pilots' returns and the numbers of decisions, shapes (n,)."""
    batch = Batch(setup, len(seeds), autoreset=False)
    streams = [np.random.default_rng([seed, k]) for k in range(2)]
    is_pilot = np.array(
        [*(role == PILOT for role in setup.roles), False]
    )  # the last entry: seat -1, finished
    pilot = setup.roles.index(PILOT)
    returns, lengths = np.zeros(len(seeds)), np.zeros(len(seeds), np.int64)
    step = batch.reset(seeds)
    memory = Memory(setup, batch.states) if any(agent.remembers for agent in agents) else None
    while (active := step.seats >= 0).any():
        actions = np.full(len(seeds), -1, np.int64)
        for k, side in enumerate((~is_pilot, is_pilot)):
            rows = np.flatnonzero(active & side[step.seats])
            if len(rows):
                _choose(agents[k], step, rows, streams[k], actions, memory, batch)
        movers = np.where(active, step.seats, -2).astype(np.int64)
        step = batch.step(actions, into=step)
        if memory is not None:
            memory.follow(movers, actions)
        lengths += active
        returns[step.done] = step.rewards[step.done, pilot]
        if progress is not None and step.done.any():
            progress(int((step.seats < 0).sum()), len(seeds))
    return returns, lengths


def _as_deals(deals: Seeds | int, seed: int) -> Seeds:
    if isinstance(deals, int | np.integer):
        return deal_seeds(int(deals), seed)
    seeds = np.asarray(deals, np.int64)
    if seeds.ndim != 1 or not len(seeds):
        raise InvalidConfig(f"deals have shape {seeds.shape}; they must be seeds, one per deal.")
    return seeds


def play(
    setup: Setup,
    coach: Agent,
    pilots: Agent,
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
) -> MatchResult:
    """Play every deal once with one assignment.

    Args:
        setup: what is played.
        coach: who plays the Coach.
        pilots: who plays every Pilot.
        deals: int64, shape (n,), a seed per deal; or how many deals to draw from ``seed``.
        seed: of the agents' choices; each side has its own stream.
        progress: called as ``progress(games done, games)`` whenever games end.

    Raises:
        InvalidConfig: an agent does not play its role, or does not fit the setup.
        IllegalAction: an agent chose an illegal action.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    seeds = _as_deals(deals, seed)
    agents = (_seated(coach, COACH, setup), _seated(pilots, PILOT, setup))
    returns, lengths = _play_out(setup, agents, seeds, seed, progress)
    return MatchResult(setup.game.id, setup.scenario, coach.name, pilots.name, seeds, seed, returns, lengths)


@dataclass(frozen=True, eq=False)
class Duel:
    """Two sides on the same deals in both assignments.

    Attributes:
        a: name of the first side.
        b: name of the second side.
        a_coaches: a's Coach against b's Pilots.
        b_coaches: b's Coach against a's Pilots.
    """

    a: str
    b: str
    a_coaches: MatchResult
    b_coaches: MatchResult

    @property
    def sums(self) -> Floats:
        """Float64, shape (n,): a's return as Coach plus a's as Pilots, per deal; in [-2, 2]."""
        return self.b_coaches.returns - self.a_coaches.returns

    @property
    def wins(self) -> Floats:
        """Float64, shape (n,): the share of a deal's two games that a won."""
        return (self.b_coaches.wins + 1 - self.a_coaches.wins) / 2

    @property
    def variance_reduction(self) -> float:
        """How many times as many games on different deals give an interval of `sums` as narrow."""
        return variance_reduction(self.b_coaches.returns, self.a_coaches.returns)

    def mean(self, level: float = LEVEL) -> Interval:
        """Return a's mean sum over both assignments with its bootstrap interval."""
        return bootstrap(self.sums, level, seed=self.a_coaches.seed)

    def win_rate(self, level: float = LEVEL) -> Interval:
        """Return a's win rate over both assignments with its bootstrap interval."""
        return win_rate(self.wins, level, seed=self.a_coaches.seed)


def duel(
    setup: Setup, a: tuple[Agent, Agent], b: tuple[Agent, Agent], deals: Seeds | int, seed: int = 0
) -> Duel:
    """Play the same deals in both assignments.

    Args:
        setup: what is played.
        a: the first side's agents as Coach and as Pilots.
        b: the second side's.
        deals: see `play`.
        seed: of the agents' choices.
    """
    seeds = _as_deals(deals, seed)
    names = ["/".join(dict.fromkeys(agent.name for agent in side)) for side in (a, b)]
    legs = [play(setup, x[0], y[1], seeds, leg_seed(seed, k)) for k, (x, y) in enumerate(((a, b), (b, a)))]
    return Duel(names[0], names[1], legs[0], legs[1])


@dataclass(frozen=True)
class Comparison:
    """Two agents of one role against the same opponents on the same deals.

    Attributes:
        role: ``coach`` or ``pilot``.
        first: one agent's name.
        second: the other's.
        difference: of their mean returns over all opponents, in their role's view; above 0 the first is stronger.
        variance_reduction: what pairing gained, see `statistics.variance_reduction`.
    """

    role: str
    first: str
    second: str
    difference: Interval
    variance_reduction: float


@dataclass(frozen=True)
class Strength:
    """An agent's mean over all opponents, in its role's view.

    Attributes:
        role: ``coach`` or ``pilot``.
        name: the agent's label.
        returns: mean return.
        wins: win rate.
    """

    role: str
    name: str
    returns: Interval
    wins: Interval


@dataclass(frozen=True, eq=False)
class CrossPlay:
    """Every Coach against every set of Pilots, on the same deals in every cell.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        coaches: labels of the C rows.
        pilots: labels of the P columns.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices and of the resampling.
        returns: float64, shape (C, P, n); the Pilots' return.
        lengths: int64, shape (C, P, n); decisions of all seats.
        level: confidence level of every interval.
    """

    game: str
    scenario: str
    coaches: tuple[str, ...]
    pilots: tuple[str, ...]
    deals: Seeds
    seed: int
    returns: Floats
    lengths: NDArray[np.int64]
    level: float = LEVEL

    @property
    def wins(self) -> Floats:
        """Float64, shape (C, P, n): 1 where the Pilots' return is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    def _grid(self, found: list[Interval]) -> list[list[Interval]]:
        width = len(self.pilots)
        return [found[i : i + width] for i in range(0, len(found), width)]

    @cached_property
    def means(self) -> list[list[Interval]]:
        """The Pilots' mean return with its interval, by row and column."""
        cells = self.returns.reshape(-1, len(self.deals)).T
        return self._grid(bootstrap_columns(cells, self.level, seed=self.seed))

    @cached_property
    def win_rates(self) -> list[list[Interval]]:
        """The Pilots' win rate with its interval, by row and column."""
        cells = self.wins.reshape(-1, len(self.deals)).T
        return self._grid(win_rates(cells, self.level, seed=self.seed))

    @property
    def mean_lengths(self) -> Floats:
        """Float64, shape (C, P): mean number of decisions."""
        return np.asarray(self.lengths.mean(axis=2), np.float64)

    def names(self, role: str) -> tuple[str, ...]:
        """Return the labels of a role's agents."""
        return self.coaches if role == COACH else self.pilots

    def scores(self, role: str) -> Floats:
        """Return every agent's return per deal, the mean over its opponents, in its role's view: (agents, n)."""
        scores = -self.returns.mean(axis=1) if role == COACH else self.returns.mean(axis=0)
        return np.asarray(scores, np.float64)

    @cached_property
    def strengths(self) -> list[Strength]:
        """Every agent's mean over its opponents: the Coaches, then the Pilots."""
        found = []
        for role, wins in ((COACH, 1 - self.wins.mean(axis=1)), (PILOT, self.wins.mean(axis=0))):
            means = bootstrap_columns(self.scores(role).T, self.level, seed=self.seed)
            rates = win_rates(wins.T, self.level, seed=self.seed)
            found += [Strength(role, *parts) for parts in zip(self.names(role), means, rates)]
        return found

    @cached_property
    def comparisons(self) -> list[Comparison]:
        """Every two Coaches, then every two Pilots."""
        found = []
        for role in (COACH, PILOT):
            names, scores = self.names(role), self.scores(role)
            for i, j in combinations(range(len(names)), 2):
                gap = bootstrap(scores[i] - scores[j], self.level, seed=self.seed)
                gain = variance_reduction(scores[i], scores[j])
                found.append(Comparison(role, names[i], names[j], gap, gain))
        return found


def cross_play(
    setup: Setup,
    coaches: Mapping[str, Agent],
    pilots: Mapping[str, Agent],
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
) -> CrossPlay:
    """Play every Coach against every set of Pilots, all on the same deals.

    Args:
        setup: what is played.
        coaches: agents by label; the rows.
        pilots: agents by label; the columns.
        deals: see `play`; 2 or more.
        seed: of the agents' choices, which are independent between cells.
        progress: called as ``progress(cells done, cells)`` before the first and after every cell.
    """
    seeds = _as_deals(deals, seed)
    if not coaches or not pilots or len(seeds) < 2:
        raise InvalidConfig("cross-play needs 1 Coach, 1 Pilot and 2 deals or more.")
    shape = (len(coaches), len(pilots), len(seeds))
    returns, lengths = np.empty(shape), np.empty(shape, np.int64)
    tell = progress or (lambda done, total: None)
    tell(0, shape[0] * shape[1])
    for i, coach in enumerate(coaches.values()):
        for j, pilot in enumerate(pilots.values()):
            match = play(setup, coach, pilot, seeds, leg_seed(seed, i, j))
            returns[i, j], lengths[i, j] = match.returns, match.lengths
            tell(i * shape[1] + j + 1, shape[0] * shape[1])
    return CrossPlay(
        setup.game.id, setup.scenario, tuple(coaches), tuple(pilots), seeds, seed, returns, lengths
    )
