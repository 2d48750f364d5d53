"""Lead changes, and when a game is decided, measured by continuations.

From several points of a game the same players continue it many times, with the knowledge of a spectator who sees
only what is public: everything hidden from any seat is dealt anew. The second side's share of wins among these
continuations shows who is ahead. This takes only the game's rules, no knowledge of its strategy.
"""

from dataclasses import dataclass, replace

import numpy as np

from throwdown.envs.core import kit
from throwdown.evaluation import legs, match, playout, statistics

POINTS, CONTINUATIONS = 8, 32
ROWS = 16_384
"""Continuations per batch; each batch has a seed of its own."""
AHEAD = 3 / 4
"""Share of continuations won from which a side is ahead. An even game exceeds it by chance once in 140 points."""
SWEEPS = 2
"""Sweeps of Gibbs sampling over the seats: each deals anew what a seat cannot see. From the second sweep on, the
original hands hardly matter."""


@dataclass(frozen=True, eq=False)
class Leads:
    """Who was ahead in the course of games.

    Attributes:
        shares: float64, shape (games, points); the second side's share of wins among the continuations, at evenly
            spaced decisions from the first to the last.
        continuations: number of continuations per point.
    """

    shares: kit.Floats
    continuations: int

    @property
    def leaders(self) -> kit.Ints:
        """Int64, shape (games, points): 1 where the second side is ahead, -1 where the first is, 0 where nobody is."""
        edge = 1e-9
        return (self.shares >= AHEAD - edge).astype(np.int64) - (self.shares <= 1 - AHEAD + edge)

    @property
    def changes(self) -> kit.Ints:
        """Int64, shape (games,): how often the lead passed from one side to the other."""
        return np.array([(np.diff(row[row != 0]) != 0).sum() for row in self.leaders], np.int64)

    def mean_changes(self, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return the mean number of lead changes per game with its interval."""
        return statistics.bootstrap(self.changes, level)

    @property
    def ahead(self) -> kit.Floats:
        """Float64, shape (points,): the share of games in which somebody is ahead."""
        return np.asarray((self.leaders != 0).mean(axis=0), np.float64)


def reseed(states: np.ndarray, keys: kit.Ints) -> None:
    """Seed the random stream of every game, and of every game inside it, from its key: int64, shape (n,)."""
    for name in states.dtype.names or ():
        kind = states.dtype[name]
        if kind == kit.Stream.dtype:
            kit.as_records(states[name]).key = keys
        elif kind.names is not None:
            reseed(states[name], keys)


def forget(setup: kit.Setup, states: np.ndarray, rng: np.random.Generator) -> None:
    """Deal everything that is not public anew in every game, and give it a random stream of its own."""
    out = setup.make_out()
    for seat in [*range(len(setup.seats))] * SWEEPS:
        kit.redeal_games(states, np.full(len(states), seat), rng.integers(0, kit.SEEDS, len(states)), out)
    reseed(states, rng.integers(0, kit.SEEDS, len(states)))


def follow(leg: legs.Leg, seeds: playout.Seeds, points: int = POINTS) -> np.ndarray:
    """Play a leg and return the states at evenly spaced decisions of every game: shape (deals, points)."""
    relay, kept = legs.Relay.deal([leg], seeds), []
    while len(relay.rows):
        kept.append(relay.driver.batch.states.copy())
        relay.advance()
    last = relay.tally.lengths[:, None] - 1
    when = np.rint(last * np.linspace(0, 1, points)).astype(np.int64)
    return np.stack(kept)[when, np.arange(len(seeds))[:, None]]


def lead_changes(
    leg: legs.Leg,
    seeds: playout.Seeds,
    points: int = POINTS,
    continuations: int = CONTINUATIONS,
    progress: playout.Progress | None = None,
) -> Leads:
    """Play a leg on every deal and measure who is ahead in the course of each game.

    Args:
        leg: the leg.
        seeds: int64, shape (deals,).
        points: number of decisions examined per game.
        continuations: number of continuations from each.
        progress: called as ``progress(continuations done, continuations)``.

    Raises:
        InvalidConfig: the game is not a two-sided zero-sum game; or an agent uses more than observations and masks,
            and so cannot take over a game.
    """
    leg.setup.opponents("Measuring lead changes")
    for agent in leg.players.values():
        if not legs.is_plain(agent):
            raise kit.InvalidConfig(f"{agent.name} cannot take over a game that others have begun.")
    states = leg.setup.game.allocate(len(seeds) * points * continuations)
    states[:] = np.repeat(follow(leg, seeds, points).reshape(-1), continuations)
    forget(leg.setup, states, np.random.default_rng([leg.seed, 1]))
    wins = np.empty(len(states))
    for first in range(0, len(states), ROWS):
        part = states[first : first + ROWS]
        played = replace(leg, seed=match.leg_seed(leg.seed, 2, first))
        relay = legs.Relay([played], part, np.zeros(len(part), np.int64))
        while relay.advance():
            pass
        wins[first : first + len(part)] = relay.tally.result(0, len(part)).wins
        if progress is not None:
            progress(first + len(part), len(states))
    return Leads(wins.reshape(len(seeds), points, continuations).mean(axis=2), continuations)
