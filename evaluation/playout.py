"""Playing games out: whoever sits at the seats decides, all deals at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch, Step
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.game import Setup
from throwdown.envs.core.recall import Memory
from throwdown.envs.core.worlds import imagine
from throwdown.evaluation.statistics import Floats

Seeds = NDArray[np.int64]
Progress = Callable[[int, int], None]
Seats = tuple[Agent, NDArray[np.int64]]
"""An agent and its seats, which it plays from one stream of chance."""


class Watch(Protocol):
    """Someone who looks on, with all cards open, and never changes a game."""

    def dealt(self, batch: Batch) -> None:
        """See the deals."""

    def chosen(self, batch: Batch, active: NDArray[np.bool_], chances: NDArray[np.float32]) -> None:
        """See how likely every action was, before one is played.

        Args:
            batch: the games.
            active: bool, shape (n,); those that are not over.
            chances: float32, shape (n, actions); 1 for what was chosen by an agent that does not know.
        """

    def played(self, batch: Batch, active: NDArray[np.bool_]) -> None:
        """See what came of it."""


class Dice:
    """Chance for the agents, fixed by the deal, the seat and the number of its decision.

    Two games on one deal are played with the same dice, so equal agents play equally until something differs. Every
    game on its own is as likely as with dice of its own.
    """

    def __init__(self, seed: int, deals: Seeds, seats: int) -> None:
        self._keys = _scramble(deals.astype(np.uint64) + np.uint64(_scrambled(seed)))
        self._counts = np.zeros((len(deals), seats), np.uint64)

    def roll(self, rows: NDArray[np.int64], seats: NDArray[np.int64]) -> Floats:
        """Return a number in [0, 1) for a decision in every row: float64, shape (len(rows),)."""
        self._counts[rows, seats] += np.uint64(1)
        place = self._counts[rows, seats] * np.uint64(64) + seats.astype(np.uint64)
        return np.asarray((_scramble(self._keys[rows] ^ _scramble(place)) >> np.uint64(11)) * 2.0**-53)


def _scrambled(number: int) -> int:
    return int(_scramble(np.array([number % 2**64], np.uint64))[0])


def _scramble(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's output for every state."""
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def draw(chances: NDArray[np.float32], dice: Floats) -> NDArray[np.int64]:
    """Return an action per row: that at which the sum of the chances (n, actions) passes the dice (n,)."""
    sums = np.cumsum(chances, axis=1, dtype=np.float64)
    chosen = (sums > (dice * sums[:, -1])[:, None]).argmax(axis=1)
    return np.asarray(chosen, np.int64)


class PlayOut:
    """Some deals, played to their ends.

    Args:
        setup: what is played.
        seated: who plays.
        seeds: int64, shape (n,); the deals.
        seed: of the agents' choices; every agent has its own stream.
        watch: who looks on.
        shared: throw the agents' dice by `Dice`, where an agent knows its distribution.
    """

    def __init__(
        self,
        setup: Setup,
        seated: list[Seats],
        seeds: Seeds,
        seed: int,
        watch: Watch | None = None,
        shared: int | None = None,
    ) -> None:
        self.setup, self.seated, self.watch = setup, seated, watch
        self.batch = Batch(setup, len(seeds), autoreset=False)
        self.streams = [np.random.default_rng([seed, k]) for k in range(len(seated))]
        self.dice = None if shared is None else Dice(shared, seeds, len(setup.seats))
        self.step = self.batch.reset(seeds)
        remembers = any(agent.remembers for agent, _ in seated)
        self.memory = Memory(setup, self.batch.states) if remembers else None
        self.chances = np.zeros(self.step.masks.shape, np.float32)

    def run(self, progress: Progress | None = None) -> tuple[Floats, NDArray[np.int64]]:
        """Return every side's return, shape (sides, n), and the numbers of decisions, shape (n,)."""
        n, firsts = self.batch.n, [seats[0] for seats in self.setup.teams.values()]
        returns, lengths = np.zeros((len(firsts), n)), np.zeros(n, np.int64)
        if self.watch is not None:
            self.watch.dealt(self.batch)
        while (active := self.step.seats >= 0).any():
            self._move(active)
            lengths += active
            done = self.step.done
            returns[:, done] = self.step.rewards[done][:, firsts].T
            if progress is not None and done.any():
                progress(int((self.step.seats < 0).sum()), n)
        return returns, lengths

    def _move(self, active: NDArray[np.bool_]) -> None:
        """Play one action in every game that is not over."""
        actions = np.full(self.batch.n, -1, np.int64)
        for (agent, seats), stream in zip(self.seated, self.streams):
            rows = np.flatnonzero(active & np.isin(self.step.seats, seats))
            if len(rows):
                actions[rows] = self._choose(agent, rows, stream)
        if self.watch is not None:
            self.watch.chosen(self.batch, active, self.chances)
        movers = np.where(active, self.step.seats, -2).astype(np.int64)
        self.step = self.batch.step(actions, into=self.step)
        if self.memory is not None:
            self.memory.follow(movers, actions)
        if self.watch is not None:
            self.watch.played(self.batch, active)

    def _choose(
        self, agent: Agent, rows: NDArray[np.int64], stream: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return the agent's actions at ``rows``."""
        known = None
        if self.watch is not None or self.dice is not None:
            known = self._distribution(agent, rows)
        if known is not None and self.dice is not None:
            chosen = draw(known, self.dice.roll(rows, self.step.seats[rows]))
        elif agent.remembers and self.memory is not None:
            chosen = agent.act_in(self.memory.sets(rows, self.step.seats[rows]), stream)
        elif agent.searches:
            chosen = agent.act_from(imagine(self.setup, self.batch.states, rows, stream), stream)
        else:
            chosen = np.asarray(agent.act(self.step.observations[rows], self.step.masks[rows], stream))
        _check(agent, chosen, self.step, rows)
        if self.watch is not None:
            self.chances[rows] = 0 if known is None else known
            if known is None:
                self.chances[rows, chosen] = 1
        return chosen

    def _distribution(self, agent: Agent, rows: NDArray[np.int64]) -> NDArray[np.float32] | None:
        if agent.remembers and self.memory is not None:
            sets = self.memory.sets(rows, self.step.seats[rows])
            return agent.probabilities_in(sets, self.step.masks.shape[1])
        if agent.searches:
            return None
        return agent.probabilities(self.step.observations[rows], self.step.masks[rows])


def _check(agent: Agent, chosen: NDArray[np.int64], step: Step, rows: NDArray[np.int64]) -> None:
    if chosen.shape != rows.shape or not np.issubdtype(chosen.dtype, np.integer):
        raise IllegalAction(
            f"{agent.name} returned shape {chosen.shape} and dtype {chosen.dtype}; it must be {len(rows)} integers."
        )
    illegal = step.masks[rows, chosen.clip(0, step.masks.shape[1] - 1)] == 0
    illegal |= (chosen < 0) | (chosen >= step.masks.shape[1])
    if illegal.any():
        raise IllegalAction(f"{agent.name} chose action {chosen[illegal.argmax()]}, which is illegal.")
