"""Matches on paired deals: a Coach's agent against the agent of all Pilots.

A deal is a seed: the deck is the same for the same seed whatever the agents do, card by card in the order of drawing.
So two agents are compared on the same deals (duplicate play), and the luck of the deal cancels in their difference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch, Step
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.recall import Memory
from throwdown.evaluation.statistics import (
    LEVEL,
    Floats,
    Interval,
    bootstrap,
    variance_reduction,
    win_rate,
)

Seeds = NDArray[np.int64]
Progress = Callable[[int, int], None]
Lineup = Agent | Sequence[Agent]
"""Who plays the Pilots: one agent for all, or one for each of them."""

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


Side = tuple[Agent, NDArray[np.bool_]]
"""An agent and its seats: bool, shape (seats + 1,); the last entry stands for seat -1, a finished game."""


def _sides(setup: Setup, coach: Agent, pilots: Lineup) -> list[Side]:
    """Return who plays which seats: the Coach first, then the Pilots' one agent, or one for each of them."""
    is_pilot = np.array([*(role == PILOT for role in setup.roles), False])
    is_coach = np.array([*(role == COACH for role in setup.roles), False])
    sides = [(_seated(coach, COACH, setup), is_coach)]
    if isinstance(pilots, Agent):
        return [*sides, (_seated(pilots, PILOT, setup), is_pilot)]
    seats = np.flatnonzero(is_pilot)
    if len(pilots) != len(seats):
        raise InvalidConfig(
            f"the team has {len(pilots)} agents for the {len(seats)} Pilots of '{setup.scenario}'; "
            "name one agent, or one for each Pilot."
        )
    for agent, seat in zip(pilots, seats):
        sides.append((_seated(agent, PILOT, setup), np.arange(len(is_pilot)) == seat))
    return sides


def team_name(pilots: Lineup) -> str:
    """Return what tables call the Pilots' agent, or their agents in the order of their seats."""
    return pilots.name if isinstance(pilots, Agent) else ",".join(agent.name for agent in pilots)


def _choose(
    agent: Agent,
    step: Step,
    rows: NDArray[np.int64],
    rng: np.random.Generator,
    actions: NDArray[np.int64],
    memory: Memory | None = None,
) -> None:
    """Write the agent's actions at ``rows``."""
    if agent.remembers and memory is not None:
        chosen = agent.act_in(memory.sets(rows, step.seats[rows]), rng)
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
    setup: Setup, sides: list[Side], seeds: Seeds, seed: int, progress: Progress | None = None
) -> tuple[Floats, NDArray[np.int64]]:
    """Play every deal to its end; return the Pilots' returns and the numbers of decisions, shapes (n,)."""
    batch = Batch(setup, len(seeds), autoreset=False)
    streams = [np.random.default_rng([seed, k]) for k in range(len(sides))]
    pilot = setup.roles.index(PILOT)
    returns, lengths = np.zeros(len(seeds)), np.zeros(len(seeds), np.int64)
    step = batch.reset(seeds)
    memory = Memory(setup, batch.states) if any(agent.remembers for agent, _ in sides) else None
    while (active := step.seats >= 0).any():
        actions = np.full(len(seeds), -1, np.int64)
        for (agent, seats), stream in zip(sides, streams):
            rows = np.flatnonzero(active & seats[step.seats])
            if len(rows):
                _choose(agent, step, rows, stream, actions, memory)
        movers = np.where(active, step.seats, -2).astype(np.int64)
        step = batch.step(actions, into=step)
        if memory is not None:
            memory.follow(movers, actions)
        lengths += active
        returns[step.done] = step.rewards[step.done, pilot]
        if progress is not None and step.done.any():
            progress(int((step.seats < 0).sum()), len(seeds))
    return returns, lengths


def as_deals(deals: Seeds | int, seed: int) -> Seeds:
    """Return the seeds of deals that are given as such, or as how many to draw from ``seed``."""
    if isinstance(deals, int | np.integer):
        return deal_seeds(int(deals), seed)
    seeds = np.asarray(deals, np.int64)
    if seeds.ndim != 1 or not len(seeds):
        raise InvalidConfig(f"deals have shape {seeds.shape}; they must be seeds, one per deal.")
    return seeds


def play(
    setup: Setup,
    coach: Agent,
    pilots: Lineup,
    deals: Seeds | int,
    seed: int = 0,
    progress: Progress | None = None,
) -> MatchResult:
    """Play every deal once with one assignment.

    Args:
        setup: what is played.
        coach: who plays the Coach.
        pilots: who plays every Pilot, or one agent for each of them.
        deals: int64, shape (n,), a seed per deal; or how many deals to draw from ``seed``.
        seed: of the agents' choices; each side has its own stream.
        progress: called as ``progress(games done, games)`` whenever games end.

    Raises:
        InvalidConfig: an agent does not play its role, or does not fit the setup.
        IllegalAction: an agent chose an illegal action.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    seeds = as_deals(deals, seed)
    returns, lengths = _play_out(setup, _sides(setup, coach, pilots), seeds, seed, progress)
    names = coach.name, team_name(pilots)
    return MatchResult(setup.game.id, setup.scenario, *names, seeds, seed, returns, lengths)


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
    seeds = as_deals(deals, seed)
    names = ["/".join(dict.fromkeys(agent.name for agent in side)) for side in (a, b)]
    legs = [play(setup, x[0], y[1], seeds, leg_seed(seed, k)) for k, (x, y) in enumerate(((a, b), (b, a)))]
    return Duel(names[0], names[1], legs[0], legs[1])
