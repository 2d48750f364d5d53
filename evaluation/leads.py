"""Who is ahead in the course of a game, by playing it on: lead changes, and when a game is decided.

At several points of a game it is played on many times by the same players, as a spectator sees it who knows what is
public: everything that any seat cannot see is dealt anew. The second side's share of wins among these continuations
says who is ahead. No knowledge of the game is needed, only its rules.
"""

from dataclasses import dataclass, replace

import numpy as np

from throwdown.envs.core import kit
from throwdown.evaluation import legs, match, playout, statistics

POINTS, CONTINUATIONS = 8, 32
AHEAD = 3 / 4
"""Share of continuations from which a side is ahead. An even game strays that far by chance once in 140 points."""
SWEEPS = 2
"""How often the hands are dealt anew in turn, each as the next seat cannot see it: from the second sweep on what they
were at first plays hardly any part (Gibbs sampling)."""


@dataclass(frozen=True, eq=False)
class Leads:
    """Who was ahead in the course of games.

    Attributes:
        shares: float64, shape (games, points); the second side's share of wins among the continuations, at evenly
            spaced decisions from the first to the last.
        continuations: how many there were at every point.
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
        """Int64, shape (games,): how often the other side was ahead than the one that was ahead last."""
        return np.array([(np.diff(row[row != 0]) != 0).sum() for row in self.leaders], np.int64)

    def mean_changes(self, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return the mean number of lead changes a game with its interval."""
        return statistics.bootstrap(self.changes, level)

    @property
    def ahead(self) -> kit.Floats:
        """Float64, shape (points,): the share of games in which somebody is ahead."""
        return np.asarray((self.leaders != 0).mean(axis=0), np.float64)


def reseed(states: np.ndarray, keys: kit.Ints) -> None:
    """Give every game, and every game inside it, a stream of chance of its own: int64, shape (n,)."""
    for name in states.dtype.names or ():
        kind = states.dtype[name]
        if kind == kit.Stream.dtype:
            kit.as_records(states[name]).key = keys
        elif kind.names is not None:
            reseed(states[name], keys)


def forget(setup: kit.Setup, states: np.ndarray, rng: np.random.Generator) -> None:
    """Deal all that is not public anew in every game, and give it a stream of chance of its own."""
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
    """Play a leg on every deal and measure who was ahead in the course of each game.

    Args:
        leg: the leg.
        seeds: int64, shape (deals,).
        points: decisions of every game that are looked at.
        continuations: how often the game is played on from each.
        progress: called as ``progress(continuations done, continuations)``.

    Raises:
        InvalidConfig: the game has not two sides, one of which wins what the other loses; or an agent plays from more
            than observations and masks, and so cannot take over a game.
    """
    leg.setup.opponents("Measuring lead changes")
    for agent in leg.players.values():
        if not legs.is_plain(agent):
            raise kit.InvalidConfig(f"{agent.name} cannot take over a game that others have begun.")
    states = leg.setup.game.allocate(len(seeds) * points * continuations)
    states[:] = np.repeat(follow(leg, seeds, points).reshape(-1), continuations)
    forget(leg.setup, states, np.random.default_rng([leg.seed, 1]))
    wins = np.empty(len(states))
    for first in range(0, len(states), legs.ROWS):
        part = states[first : first + legs.ROWS]
        played = replace(leg, seed=match.leg_seed(leg.seed, 2, first))
        relay = legs.Relay([played], part, np.zeros(len(part), np.int64))
        while relay.advance():
            pass
        wins[first : first + len(part)] = relay.tally.result(0, len(part)).wins
        if progress is not None:
            progress(first + len(part), len(states))
    return Leads(wins.reshape(len(seeds), points, continuations).mean(axis=2), continuations)
