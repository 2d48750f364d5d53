"""Batched playouts: the seats' players decide, on all deals at once."""

from collections.abc import Callable, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from throwdown.agents import View
from throwdown.agents.base import draw
from throwdown.envs.core.kit import Batch, Flags, Floats, Ints, Setup, Singles, as_records
from throwdown.envs.tables import drive, seating

Seeds = Ints
Progress = Callable[[int, int], None]


class Watch(Protocol):
    """An observer of games, with all cards open, which never changes them."""

    def dealt(self, batch: Batch) -> None:
        """See the deals."""

    def chosen(self, batch: Batch, active: Flags, chances: Singles) -> None:
        """See the probability of every action, before one is played.

        Args:
            batch: the games.
            active: bool, shape (n,); the games that are not over.
            chances: float32, shape (n, actions); 1 at the choice of an agent that gives no probabilities.
        """

    def played(self, batch: Batch, active: Flags) -> None:
        """See the resulting states."""


class Collector:
    """Keeps copies of games in which one of some seats has a choice, with the probabilities of its actions.

    Args:
        mine: bool, shape (seats,); the seats.
        share: of these decisions, in [0, 1], that are kept.
        rng: picks them.

    Attributes:
        states: copies of games, a few arrays.
        chances: float32, shapes (n, actions); of the action to be played in each, see `Watch.chosen`.
        games: int64, shapes (n,); the rows of the games.
    """

    def __init__(self, mine: Flags, share: float, rng: np.random.Generator) -> None:
        self.mine, self.share, self.rng = mine, share, rng
        self.states: list[np.ndarray] = []
        self.chances: list[Singles] = []
        self.games: list[Ints] = []

    def dealt(self, batch: Batch) -> None:
        """Do nothing."""

    def chosen(self, batch: Batch, active: Flags, chances: Singles) -> None:
        """Keep some of the games in which one of the seats has a choice."""
        seats = np.asarray(as_records(batch.states).seat, np.int64)
        options = np.bitwise_count(batch.words.view(np.uint64)).sum(axis=1)
        at = np.flatnonzero(
            active & self.mine[seats] & (options > 1) & (self.rng.random(batch.n) < self.share)
        )
        self.states.append(batch.states[at].copy())
        self.chances.append(chances[at].copy())
        self.games.append(at)

    def played(self, batch: Batch, active: Flags) -> None:
        """Do nothing: `chosen` has seen everything needed."""


class Dice:
    """Random numbers for the agents, fixed by the deal, the seat and the number of its decision.

    Two games on one deal use the same dice, so equal agents play alike until the games differ. The distribution of
    each game by itself is the same as with dice of its own.
    """

    def __init__(self, seed: int, deals: Seeds, seats: int) -> None:
        self._keys = _scramble(deals.astype(np.uint64) + np.uint64(_scrambled(seed)))
        self._counts = np.zeros((len(deals), seats), np.uint64)

    def roll(self, rows: Ints, seats: Ints) -> Floats:
        """Return a number in [0, 1) for a decision in every row: float64, shape (len(rows),)."""
        self._counts[rows, seats] += np.uint64(1)
        place = self._counts[rows, seats] * np.uint64(64) + seats.astype(np.uint64)
        return np.asarray((_scramble(self._keys[rows] ^ _scramble(place)) >> np.uint64(11)) * 2.0**-53)

    def draw(self, view: View, chances: Singles) -> Ints:
        """Return an action per game: the first at which the sum of the chances (n, actions) passes the dice."""
        return draw(chances, self.roll(view.rows, view.seats))


def _scrambled(number: int) -> int:
    return int(_scramble(np.array([number % 2**64], np.uint64))[0])


def _scramble(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return SplitMix64's output for every state."""
    z = z + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def play_out(
    setup: Setup,
    seated: Sequence[tuple[seating.Player, Ints]],
    deals: Seeds,
    seed: int,
    progress: Progress | None = None,
    watch: Watch | None = None,
    dice: int | None = None,
) -> tuple[Floats, Ints]:
    """Play every deal once.

    Args:
        setup: the game's setup.
        seated: the players with their seats, see `seat_players`; each has its own random stream.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices.
        progress: called as ``progress(games done, games)`` whenever games end.
        watch: an observer.
        dice: seed of `Dice` for the agents that return probabilities.

    Returns:
        float64, shape (sides, n), the returns of every side in the order of `Setup.teams`; and int64, shape (n,), the
        number of decisions of all seats.
    """
    n, lengths = len(deals), np.zeros(len(deals), np.int64)
    driver = drive.Driver(
        Batch(setup, n, autoreset=False),
        dice=None if dice is None else Dice(dice, deals, len(setup.seats)),
        keeps_chances=watch is not None,
    )
    for k, (player, seats) in enumerate(seated):
        driver.seat(driver.rows, seats, driver.add(drive.Seated(player, np.random.default_rng([seed, k]))))
    driver.deal(deals)
    if watch is not None:
        watch.dealt(driver.batch)
    rows = driver.rows
    while len(rows):
        _move(driver, rows, watch)
        lengths[rows] += 1
        left = rows[driver.seats[rows] >= 0]
        if progress is not None and len(left) < len(rows):
            progress(n - len(left), n)
        rows = left
    first = [seats[0] for seats in setup.teams.values()]
    return driver.batch.returns()[:, first].T.astype(np.float64), lengths


def _move(driver: drive.Driver, rows: Ints, watch: Watch | None) -> None:
    """Play one action in each of the games that are not over."""
    if watch is None or driver.chances is None:
        driver.advance(rows)
        return
    active = driver.seats >= 0
    actions = driver.choose(rows)
    watch.chosen(driver.batch, active, driver.chances)
    driver.play(rows, actions)
    watch.played(driver.batch, active)
