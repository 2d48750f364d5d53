"""The players of self-play: the learning nets, frozen snapshots of them, and other agents."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents import Agent, Net, View, load
from throwdown.agents.net import Nets, follow, make_past, stack
from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup, Singles
from throwdown.envs.tables.drive import Seated
from throwdown.training.config import TrainConfig

Rows = Ints

KINDS = ("latest", "snapshots", "exploiters", "heuristic", "random", "rival")
SNAPSHOT, EXPLOITER, HEURISTIC, RANDOM, RIVAL = 1, 2, 3, 4, 5
LATEST, HUNTER, FIRST = 0, 1, 2
"""Indices in a pool: the learning net, its exploiter, and the first snapshot."""
FROZEN = -1


class Pool:
    """A role's current net, its exploiter, and up to ``size`` snapshots.

    A new snapshot takes a free place, else that of a random old one, so that early ones survive long.

    Args:
        size: the number of snapshots stored, with the league.
        rng: chooses the snapshots that are replaced.
        league: the first snapshots, which are never replaced.

    Attributes:
        weights: float64, (snapshots,); the shares of games in which the snapshots play; None: equal shares.
    """

    def __init__(self, size: int, rng: np.random.Generator, league: int = 0) -> None:
        self.size, self.rng, self.league = size, rng, league
        self.turns: list[int] = []  # the turn of each snapshot
        self.nets: Nets | None = None
        self.weights: Floats | None = None

    @property
    def snapshots(self) -> int:
        """The number of snapshots stored."""
        return len(self.turns)

    @property
    def current(self) -> Singles:
        """The learning net and its exploiter, which `update` replaces: float32 (2, numbers of a net)."""
        if self.nets is None:
            raise InvalidConfig("a pool has nets only after its first update.")
        return self.nets.flat[:FIRST]

    def update(self, net: Net, place: int = LATEST) -> None:
        """Replace the net at an index."""
        if self.nets is None:
            self.nets = stack([net] * (self.size + FIRST))
        self.nets.flat[place] = net.flat()

    def snapshot(self, turn: int) -> None:
        """Store the latest net as a snapshot."""
        if self.nets is None:
            raise InvalidConfig("a pool takes a snapshot only after its first update.")
        if self.snapshots < self.size:
            place = self.snapshots
            self.turns.append(turn)
        else:
            newest = int(np.argmax(self.turns))
            own = range(self.league, self.size)
            place = int(self.rng.choice([k for k in own if k != newest or len(own) == 1]))
            self.turns[place] = turn
        self.nets.flat[FIRST + place] = self.nets.flat[LATEST]

    def places(self, chances: Floats) -> Rows:
        """Return the index of a snapshot for each of some random numbers in [0, 1): int64 (n,)."""
        if self.weights is None:
            return FIRST + (chances * self.snapshots).astype(np.int64)
        return FIRST + np.searchsorted(np.cumsum(self.weights)[:-1], chances, side="right")

    def get_state(self) -> dict[str, Any]:
        """Return everything as arrays and plain data, but for the weights."""
        flat = np.empty((0, 0), np.float32) if self.nets is None else self.nets.flat.copy()
        return {"flat": flat, "turns": list(self.turns), "rng": self.rng.bit_generator.state}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from a result of `get_state`; `update` must have been called before."""
        flat = state["flat"]
        if self.nets is None or self.nets.flat.shape != flat.shape or flat.dtype != np.float32:
            raise InvalidConfig("this pool was saved with nets of another shape.")
        if len(state["turns"]) > self.size or not np.isfinite(flat).all():
            raise ValueError("a pool holds more snapshots than it has places, or numbers that are not finite")
        self.nets.flat[:] = state["flat"]
        self.turns = [int(t) for t in state["turns"]]
        self.rng.bit_generator.state = state["rng"]


@dataclass(frozen=True, eq=False)
class Assignment:
    """The player of each side in each of n games.

    Attributes:
        kind: int64 (sides, n); index into `KINDS`.
        net: int64 (sides, n); the index in the pools of the side's roles, where nets play.
        learner: int64 (sides, n); the index of the learners that learn from the game, or `FROZEN`.
    """

    kind: Rows
    net: Rows
    learner: Rows


class Blocks(NamedTuple):
    """Games side by side, in blocks that share nothing but the players: each has random numbers of its own.

    Attributes:
        ends: int64 (blocks + 1,); block k holds the games from ``ends[k]`` to ``ends[k + 1]``.
        rngs: the random generator of every block.
    """

    ends: Rows
    rngs: Sequence[np.random.Generator]

    def seeds(self) -> Rows:
        """Return a seed per game: int64 (games,)."""
        return np.concatenate(
            [
                np.asarray(rng.integers(0, 1 << 62, n), np.int64)
                for rng, n in zip(self.rngs, np.diff(self.ends))
            ]
        )

    def uniforms(self, games: Rows) -> Floats:
        """Return a number of [0, 1) for each of some games, which are in order: float64 (n,)."""
        counts = np.diff(np.searchsorted(games, self.ends))
        return np.concatenate([rng.random(n) for rng, n in zip(self.rngs, counts)])


class Part(NamedTuple):
    """The seats of one role on one side, played and rewarded as one in a game.

    Attributes:
        side: the index of the side in `Setup.teams`.
        role: the role's name.
        seats: int64; the seats.
    """

    side: int
    role: str
    seats: Rows


def parts_of(setup: Setup) -> list[Part]:
    """Return the parts of a setup, in the order of their first seats."""
    sides, found = list(setup.teams), dict.fromkeys(zip(setup.sides, setup.roles))
    pairs = list(zip(setup.sides, setup.roles))
    return [
        Part(
            sides.index(side), role, np.array([p for p, x in enumerate(pairs) if x == (side, role)], np.int64)
        )
        for side, role in found
    ]


class PooledAgent(Agent):
    """The nets of a pool, each in the games assigned to it.

    Args:
        nets: the nets.
        places: int64 (games,); which of them plays a game.
        seats: the seats that it plays.
        blocks: the games; their random numbers are used.
        log_probs: float32 (games,); the log-probability of the last action chosen in a game is written to it.
    """

    name = "net"

    def __init__(self, nets: Nets, places: Rows, seats: Rows, blocks: Blocks, log_probs: Singles) -> None:
        self.nets, self.places, self.seats = nets, places, seats
        self.blocks, self.log_probs = blocks, log_probs
        self.memory = make_past(nets, len(places) * len(seats))

    def act(self, view: View, rng: np.random.Generator) -> Rows:
        """Return a legal action per game."""
        which = self.places[view.rows]
        places = view.rows * len(self.seats) + np.searchsorted(self.seats, view.seats)
        seen = view.observations, view.masks, self.blocks.uniforms(view.rows)
        actions, self.log_probs[view.rows] = follow(self.nets, which, places, self.memory, *seen)
        return actions


class OpponentMix:
    """The players of self-play games, chosen by the shares in ``config.mix``.

    Args:
        setup: the setup.
        config: the run.
        pools: the nets of the learning roles.
        rivals: the agents of the other roles.
    """

    def __init__(
        self, setup: Setup, config: TrainConfig, pools: Mapping[str, Pool], rivals: Mapping[str, Agent]
    ) -> None:
        self.setup, self.pools, self.config = setup, pools, config
        self.parts = parts_of(setup)
        learning = [{x.role for x in self.parts if x.side == k} & set(pools) for k in range(len(setup.teams))]
        self.pool_of = [pools[min(roles)] if roles else None for roles in learning]
        self._shares = np.array([config.mix.shares[name] for name in KINDS[:RIVAL]])
        self._agents: dict[tuple[str, int], Agent] = {}
        for role in dict.fromkeys(setup.roles):
            if role not in pools:
                self._agents[role, RIVAL] = rivals[role]
            for kind in (HEURISTIC, RANDOM):
                if role in pools and self._shares[kind] > 0:
                    self._agents[role, kind] = load(KINDS[kind], setup, role)

    def draw(self, n: int, rng: np.random.Generator) -> Assignment:
        """Assign players to ``n`` games; at least one learner learns from each.

        If two sides or more learn, one of them, chosen at random, gets an opponent by the shares of the mix.
        """
        shape = (len(self.pool_of), n)
        assignment = Assignment(
            np.zeros(shape, np.int64), np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        )
        learning = [k for k, pool in enumerate(self.pool_of) if pool is not None]
        kinds = np.searchsorted(np.cumsum(self._shares)[:-1], rng.random(n), side="right")
        across, chances = rng.integers(0, max(2, len(learning)), n), rng.random(n)
        for k, pool in enumerate(self.pool_of):
            if pool is None:
                assignment.kind[k], assignment.learner[k] = RIVAL, FROZEN
            elif len(learning) > 1:
                self._assign(
                    assignment, k, pool, np.where(across == learning.index(k), kinds, LATEST), chances
                )
        return assignment

    def _assign(self, assignment: Assignment, k: int, pool: Pool, kinds: Rows, chances: Floats) -> None:
        kinds = np.where((kinds == SNAPSHOT) & (pool.snapshots == 0), LATEST, kinds)
        assignment.kind[k] = kinds
        assignment.net[k] = np.where(
            kinds == SNAPSHOT, pool.places(chances), np.where(kinds == EXPLOITER, HUNTER, LATEST)
        )
        assignment.learner[k] = np.where(
            kinds == LATEST, LATEST, np.where(kinds == EXPLOITER, HUNTER, FROZEN)
        )

    def seat(self, assignment: Assignment, blocks: Blocks, log_probs: Singles) -> tuple[list[Seated], Rows]:
        """Return the players, and the index of each seat's player: int64 (n, seats).

        Nets write the log-probability of the last action chosen in a game to ``log_probs``: float32 (n,).
        """
        players: list[Seated] = []
        who = np.zeros((assignment.kind.shape[1], len(self.setup.seats)), np.int64)
        block = np.repeat(np.arange(len(blocks.rngs)), np.diff(blocks.ends))
        for part in self.parts:
            place = np.zeros((len(KINDS), len(blocks.rngs)), np.int64)
            pool = self.pools.get(part.role)
            if pool is not None:
                if pool.nets is None:
                    raise InvalidConfig("a pool plays only after its first update.")
                place[: EXPLOITER + 1] = len(players)
                player = PooledAgent(pool.nets, assignment.net[part.side], part.seats, blocks, log_probs)
                players.append(Seated(player, blocks.rngs[0]))
            for kind in (HEURISTIC, RANDOM, RIVAL):
                if (part.role, kind) in self._agents:
                    place[kind] = len(players) + np.arange(len(blocks.rngs))
                    players += [Seated(self._agents[part.role, kind], rng) for rng in blocks.rngs]
            who[:, part.seats] = place[assignment.kind[part.side], block][:, None]
        return players, who
