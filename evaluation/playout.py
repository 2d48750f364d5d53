"""Playing games out: whoever sits at the seats decides, all deals at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.game import Setup
from throwdown.envs.drive import CALLER, Driver, Player, Seated, assign
from throwdown.envs.view import View
from throwdown.evaluation.statistics import Floats

Seeds = NDArray[np.int64]
Progress = Callable[[int, int], None]
Lineup = Agent | Sequence[Agent]
"""Who plays the seats of a name: one agent for all, or one for each of them."""
Side = tuple[Player, NDArray[np.int64]]
"""An agent and its seats, which it plays from one stream of chance."""


COACH, PILOT = "coach", "pilot"


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


def team_name(agents: Lineup) -> str:
    """Return what tables call the agent of some seats, or their agents in the order of their seats."""
    return agents.name if isinstance(agents, Agent) else ",".join(agent.name for agent in agents)


def sides_of(setup: Setup, players: Mapping[str, Lineup]) -> list[Side]:
    """Return who plays which seats, bound to the setup, in the order of their first seats.

    Args:
        setup: what is played.
        players: by the name of a side, a role or a seat, see `drive.assign`.

    Raises:
        InvalidConfig: an agent does not play its role or fit the setup, or a team has another size.
    """
    return [(player.bind(setup), seats) for player, seats in assign(setup, players)]


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

    def draw(self, view: View, chances: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return an action per game: that at which the sum of the chances (n, actions) passes the dice."""
        return draw(chances, self.roll(view.rows, view.seats))


def draw(chances: NDArray[np.float32], dice: Floats) -> NDArray[np.int64]:
    """Return an action per row: that at which the sum of the chances (n, actions) passes the dice (n,)."""
    sums = np.cumsum(chances, axis=1, dtype=np.float64)
    chosen = (sums > (dice * sums[:, -1])[:, None]).argmax(axis=1)
    return np.asarray(chosen, np.int64)


def _scrambled(number: int) -> int:
    return int(_scramble(np.array([number % 2**64], np.uint64))[0])


def _scramble(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's output for every state."""
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


class Played(NamedTuple):
    """What games that were played out gave.

    Attributes:
        returns: float64, shape (n, sides); of every side, in the order of `Setup.teams`.
        lengths: int64, shape (n,); the decisions of all seats.
    """

    returns: Floats
    lengths: NDArray[np.int64]


class PlayOut:
    """Some deals, played to their ends.

    Args:
        setup: what is played.
        sides: who plays, see `sides_of`.
        seeds: int64, shape (n,); the deals.
        seed: of the agents' choices; each entry of ``sides`` has its own stream.
        watch: who looks on.
        shared: throw the agents' dice by `Dice`, where an agent knows its distribution.
    """

    def __init__(
        self,
        setup: Setup,
        sides: Sequence[Side],
        seeds: Seeds,
        seed: int,
        watch: Watch | None = None,
        shared: int | None = None,
    ) -> None:
        self.setup, self.watch, self.seeds = setup, watch, seeds
        who = np.full((len(seeds), len(setup.seats)), CALLER)
        for k, (_, seats) in enumerate(sides):
            who[:, seats] = k
        self.driver = Driver(
            Batch(setup, len(seeds), autoreset=False),
            [Seated(player, np.random.default_rng([seed, k])) for k, (player, _) in enumerate(sides)],
            who,
            None if shared is None else Dice(shared, seeds, len(setup.seats)),
            keeps_chances=watch is not None,
        )

    def run(self, progress: Progress | None = None) -> Played:
        """Play all games out.

        Args:
            progress: called as ``progress(games done, games)`` whenever games end.
        """
        driver, n = self.driver, len(self.seeds)
        driver.deal(self.seeds)
        if self.watch is not None:
            self.watch.dealt(driver.batch)
        rows, lengths = driver.rows, np.zeros(n, np.int64)
        while len(rows):
            self._move(rows)
            lengths[rows] += 1
            left = rows[driver.seats[rows] >= 0]
            if progress is not None and len(left) < len(rows):
                progress(n - len(left), n)
            rows = left
        first = [seats[0] for seats in self.setup.teams.values()]
        return Played(driver.batch.returns()[:, first].astype(np.float64), lengths)

    def _move(self, rows: NDArray[np.int64]) -> None:
        """Play one action in each of the games that are not over."""
        driver, watch = self.driver, self.watch
        if watch is None or driver.chances is None:
            driver.advance(rows)
            return
        active = driver.seats >= 0
        actions = driver.choose(rows)
        watch.chosen(driver.batch, active, driver.chances)
        driver.play(rows, actions)
        watch.played(driver.batch, active)
