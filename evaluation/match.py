"""Matches on paired deals: a Coach's agent against the agent of all Pilots.

A deal is a seed: the deck is the same for the same seed whatever the agents do, card by card in the order of drawing.
So two agents are compared on the same deals (duplicate play), and the luck of the deal cancels in their difference.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.evaluation.aivat import Baseline
from throwdown.evaluation.playout import COACH, PILOT, Lineup, PlayOut, Progress, Seeds, sides_of, team_name
from throwdown.evaluation.statistics import (
    LEVEL,
    Factors,
    Floats,
    Interval,
    bootstrap,
    controlled,
    factors,
    variance_reduction,
    win_rate,
)

_STREAM = 0xE7A1  # keeps evaluation's deals apart from training's, whatever the seed


def deal_seeds(n: int, seed: int = 0) -> Seeds:
    """Return the seeds of ``n`` deals: int64, shape (n,); the first ones stay the same when ``n`` grows."""
    if n < 1 or seed < 0:
        raise InvalidConfig(f"deals is {n} and seed {seed}; they must be 1 or more and 0 or more.")
    rng = np.random.default_rng([_STREAM, seed])
    return rng.integers(0, 2**62, n, dtype=np.int64)


def leg_seed(seed: int, *place: int) -> int:
    """Return the seed of one leg or cell of a larger match.

    Legs share their deals, but not their agents' random numbers unless that is asked for (`playout.Dice`): two equal
    agents would play the same game twice, and their difference, exactly 0 on every deal, would have no interval.
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
        luck: float64, shape (n, 2); what the deal, and all dice after it, gave the Pilots, if there was a baseline.
    """

    game: str
    scenario: str
    coach: str
    pilots: str
    deals: Seeds
    seed: int
    returns: Floats
    lengths: NDArray[np.int64]
    luck: Floats | None = None

    @property
    def corrected(self) -> Floats:
        """Float64, shape (n,): the Pilots' return less their luck, with the same mean; the return if none is known."""
        return self.returns if self.luck is None else controlled(self.returns, self.luck)

    @property
    def wins(self) -> Floats:
        """Float64, shape (n,): 1 where the Pilots' return is above 0, 0 where below, 1/2 where it is 0."""
        return (1 + np.sign(self.returns)) / 2

    def mean(self, level: float = LEVEL) -> Interval:
        """Return the Pilots' mean return with its bootstrap interval, by AIVAT if there was a baseline."""
        return bootstrap(self.corrected, level, seed=self.seed)

    def win_rate(self, level: float = LEVEL) -> Interval:
        """Return the Pilots' win rate with its bootstrap interval."""
        return win_rate(self.wins, level, seed=self.seed)


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
    baseline: Baseline | None = None,
    dice: int | None = None,
) -> MatchResult:
    """Play every deal once with one assignment.

    Args:
        setup: what is played.
        coach: who plays the Coach.
        pilots: who plays every Pilot, or one agent for each of them.
        deals: int64, shape (n,), a seed per deal; or how many deals to draw from ``seed``.
        seed: of the agents' choices; each side has its own stream.
        progress: called as ``progress(games done, games)`` whenever games end.
        baseline: correct the returns by AIVAT with it.
        dice: seed of dice that depend on the deal, for agents that know their distribution, see `playout.Dice`.

    Raises:
        InvalidConfig: an agent does not play its role, or does not fit the setup.
        IllegalAction: an agent chose an illegal action.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    seeds = as_deals(deals, seed)
    watch = None if baseline is None else baseline.watch(setup)
    sides = sides_of(setup, {COACH: coach, PILOT: pilots})
    found = PlayOut(setup, sides, seeds, seed, watch, dice).run(progress)
    luck = None if watch is None else watch.luck
    names = coach.name, team_name(pilots)
    returns = found.returns[:, 1]
    return MatchResult(setup.game.id, setup.scenario, *names, seeds, seed, returns, found.lengths, luck)


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

    @property
    def factors(self) -> Factors:
        """How many times as many plain games each way of counting is worth."""
        return factors(
            *(self.b_coaches.returns, self.a_coaches.returns),
            *(self.b_coaches.luck, self.a_coaches.luck),
        )

    def mean(self, level: float = LEVEL) -> Interval:
        """Return a's mean sum over both assignments with its bootstrap interval, by AIVAT if there was a baseline."""
        mine, theirs = self.b_coaches.luck, self.a_coaches.luck
        luck = None if mine is None or theirs is None else np.hstack([mine, theirs])
        sums = self.sums if luck is None else controlled(self.sums, luck)
        return bootstrap(sums, level, seed=self.a_coaches.seed)

    def win_rate(self, level: float = LEVEL) -> Interval:
        """Return a's win rate over both assignments with its bootstrap interval."""
        return win_rate(self.wins, level, seed=self.a_coaches.seed)


def duel(
    setup: Setup,
    a: tuple[Agent, Agent],
    b: tuple[Agent, Agent],
    deals: Seeds | int,
    seed: int = 0,
    baseline: Baseline | None = None,
    shared_dice: bool = False,
) -> Duel:
    """Play the same deals in both assignments.

    Args:
        setup: what is played.
        a: the first side's agents as Coach and as Pilots.
        b: the second side's.
        deals: see `play`.
        seed: of the agents' choices.
        baseline: see `play`.
        shared_dice: throw the same dice in both games of a deal, see `playout.Dice`.
    """
    seeds, dice = as_deals(deals, seed), seed if shared_dice else None
    names = ["/".join(dict.fromkeys(agent.name for agent in side)) for side in (a, b)]
    legs = [
        play(setup, x[0], y[1], seeds, leg_seed(seed, k), None, baseline, dice)
        for k, (x, y) in enumerate(((a, b), (b, a)))
    ]
    return Duel(names[0], names[1], legs[0], legs[1])
