"""Many matches in one batch: the cells of a grid, pairs of players, restrictions.

A state carries its configuration, so games of many configurations are played side by side as long as they share the
layout of observations and the scenario's book of abilities; what does not is played in batches of its own. A leg's
games depend on nothing but the leg: they are those of `match.play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch, Step
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Game, Setup
from throwdown.envs.core.recall import Memory
from throwdown.envs.core.worlds import imagine
from throwdown.evaluation.playout import Progress, Seeds
from throwdown.evaluation.seating import seat_players
from throwdown.evaluation.signals import hidden_of, steps_of
from throwdown.evaluation.statistics import Floats

ROWS = 16_384
"""Games played side by side."""


def is_plain(agent: Agent) -> bool:
    """Return whether an agent chooses from an observation and a mask alone: it neither remembers nor searches."""
    return not (agent.remembers or agent.searches)


@dataclass(frozen=True, eq=False)
class Leg:
    """A match to be played on every deal.

    Attributes:
        setup: what is played.
        players: who plays every side, bound to the setup.
        seed: of the agents' choices.
        banned: by side: int8, shape (actions,); 1 at actions that it may not choose wherever it has another one.
    """

    setup: Setup
    players: Mapping[str, Agent]
    seed: int = 0
    banned: Mapping[str, NDArray[np.int8]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        seat_players(self.setup, self.players)
        for side in self.banned:
            if not is_plain(self.players[side]):
                raise InvalidConfig(
                    f"{self.players[side].name} cannot be restricted: it does not choose from a mask."
                )


@dataclass(frozen=True, eq=False)
class LegResult:
    """What a leg gave on every deal; arrays have shape (deals,).

    Attributes:
        returns: float64; the last side's return.
        lengths: int64; decisions of all seats.
        forced: int64; those with a single legal action.
        options: int64; legal actions, summed over the decisions.
        bits: float64; what the seat to move does not know, see `signals.Hidden`, summed over the decisions.
        steps: int64; the last stage or scene that was reached, see `signals.Steps`.
        uses: int64, shape (sides, kinds); how often every side chose each kind of action, over all deals.
    """

    returns: Floats
    lengths: NDArray[np.int64]
    forced: NDArray[np.int64]
    options: NDArray[np.int64]
    bits: Floats
    steps: NDArray[np.int64]
    uses: NDArray[np.int64]

    @property
    def wins(self) -> Floats:
        """Float64, shape (deals,): 1 where the last side's return is above 0, 0 where below, 1/2 where it is 0."""
        return np.asarray((1 + np.sign(self.returns)) / 2, np.float64)


def kinds_of(game: Game) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """Return the names of a game's kinds of actions, and the kind of every action: int64, shape (actions,)."""
    ranges = [r for page in game.actions.pages for r in page]
    return tuple(r.name for r in ranges), np.repeat(np.arange(len(ranges)), [len(r.labels) for r in ranges])


def ban(game: Game, kind: str) -> NDArray[np.int8]:
    """Return the ban of a kind of action: int8, shape (actions,); see `Leg`."""
    names, kind_of = kinds_of(game)
    return np.asarray(kind_of == names.index(kind), np.int8)


class Table:
    """Games of several legs under way in one batch.

    Args:
        legs: the legs; their setups share layout and book.
        states: one per game; they are played on from where they stand.
        leg: int64, shape (n,); the leg of every game.
    """

    def __init__(self, legs: Sequence[Leg], states: NDArray[np.void], leg: NDArray[np.int64]) -> None:
        self.legs, self.leg, self.game = legs, leg, np.arange(len(leg))
        self.setup = legs[0].setup
        teams = self.setup.teams
        self.side_of = np.array([list(teams).index(side) for side in self.setup.sides], np.int64)
        self.payee = list(teams.values())[-1][0]
        self.agents = [[x.players[side] for side in teams] for x in legs]
        self.streams = [[np.random.default_rng([x.seed, k]) for k in range(len(teams))] for x in legs]
        self.batch = Batch(self.setup, len(leg), autoreset=False)
        self.batch.states[:] = states
        self.step = self.batch.look()
        remembers = any(agent.remembers for x in legs for agent in x.players.values())
        self.memory = Memory(self.setup, self.batch.states) if remembers else None
        self.tally = Tally(self.setup, len(legs), len(leg))

    @classmethod
    def deal(cls, legs: Sequence[Leg], seeds: Seeds) -> Table:
        """Return all legs on all deals, dealt: game ``i`` is deal ``i % deals`` of leg ``i // deals``."""
        templates = legs[0].setup.game.allocate(len(legs))
        for k, x in enumerate(legs):
            templates[k] = x.setup.template[0]
        leg = np.repeat(np.arange(len(legs)), len(seeds))
        dealer = Batch(legs[0].setup, len(leg), autoreset=False)
        dealer.states[:] = templates[leg]
        dealer.reset(np.tile(seeds, len(legs)))
        return cls(legs, dealer.states, leg)

    def advance(self) -> bool:
        """Play one decision in every game; return False when all are over."""
        rows = np.flatnonzero(self.step.seats >= 0)
        if not len(rows):
            return False
        side = self.side_of[self.step.seats[rows]]
        self._restrict(rows, side)
        actions = np.full(self.batch.n, -1, np.int64)
        for part, (leg, k) in self._parts(rows, side):
            actions[part] = self._choose(self.agents[leg][k], part, self.streams[leg][k])
        counts = np.bitwise_count(self.batch.words[rows]).sum(axis=1, dtype=np.int64)
        self.tally.decide(self, rows, side, actions, counts)
        movers = np.where(self.step.seats >= 0, self.step.seats, -2)
        self.step = self.batch.step(actions, into=self.step)
        if self.memory is not None:
            self.memory.follow(movers, actions)
        self.tally.finish(self)
        return True

    def _choose(self, agent: Agent, rows: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.int64]:
        """Return what an agent chooses in some rows."""
        if agent.remembers and self.memory is not None:
            return agent.act_in(self.memory.sets(rows, self.step.seats[rows]), rng)
        if agent.searches:
            return agent.act_from(imagine(self.setup, self.batch.states, rows, rng), rng)
        chosen = np.asarray(agent.act(self.step.observations[rows], self.step.masks[rows], rng), np.int64)
        if not self.step.masks[rows, chosen].all():
            raise IllegalAction(f"{agent.name} chose an action that is illegal, or that it may not choose.")
        return chosen

    def _parts(
        self, rows: NDArray[np.int64], side: NDArray[np.int64]
    ) -> Iterator[tuple[NDArray[np.int64], tuple[int, int]]]:
        """Yield the rows in which one agent of one leg decides, in their order."""
        sides = len(self.setup.teams)
        who = self.leg[rows] * sides + side
        order = np.argsort(who, kind="stable")
        for part in np.split(order, np.flatnonzero(np.diff(who[order])) + 1):
            yield rows[part], divmod(int(who[part[0]]), sides)

    def _restrict(self, rows: NDArray[np.int64], side: NDArray[np.int64]) -> None:
        """Take banned actions out of the masks wherever something else is legal."""
        for k, leg in enumerate(self.legs):
            for name, banned in leg.banned.items():
                mine = rows[(self.leg[rows] == k) & (side == list(self.setup.teams).index(name))]
                left = self.step.masks[mine] & (1 - banned)
                some = left.any(axis=1)
                self.step.masks[mine[some]] = left[some]

    def drop_finished(self) -> None:
        """Go on with the unfinished games alone once they are few: a batch steps over finished ones, too."""
        rows = np.flatnonzero(self.step.seats >= 0)
        if self.memory is not None or not 0 < len(rows) < self.batch.n / 2:
            return
        states = self.batch.states[rows]
        self.leg, self.game = self.leg[rows], self.game[rows]
        self.batch = Batch(self.setup, len(rows), autoreset=False)
        self.batch.states[:] = states
        self.step = self.batch.look()


class Tally:
    """What is counted while games go on, per game."""

    def __init__(self, setup: Setup, legs: int, games: int) -> None:
        names, self.kind_of = kinds_of(setup.game)
        self.hidden, self.steps = hidden_of(setup), steps_of(setup)
        self.returns, self.bits = np.zeros(games), np.zeros(games)
        self.lengths, self.forced, self.options, self.reached = np.zeros((4, games), np.int64)
        self.uses = np.zeros((legs, len(setup.teams), len(names)), np.int64)

    def decide(
        self,
        table: Table,
        rows: NDArray[np.int64],
        side: NDArray[np.int64],
        actions: NDArray[np.int64],
        counts: NDArray[np.int64],
    ) -> None:
        """Count the decisions that are made in some rows, with the numbers of their legal actions."""
        games = table.game[rows]
        self.lengths[games] += 1
        self.forced[games] += counts == 1
        self.options[games] += counts
        np.add.at(self.uses, (table.leg[rows], side, self.kind_of[actions[rows]]), 1)
        if self.hidden is not None:
            self.bits[games] += self.hidden.bits(table.step.observations, rows)
        self._reach(games, table.step.observations, rows)

    def _reach(
        self, games: NDArray[np.int64], observations: NDArray[np.int8], rows: NDArray[np.int64]
    ) -> None:
        if self.steps is not None:
            self.reached[games] = np.maximum(self.reached[games], self.steps.read(observations, rows))

    def finish(self, table: Table) -> None:
        """Note the games that have just ended."""
        step: Step = table.step
        done = np.flatnonzero(step.done)
        self.returns[table.game[done]] = step.rewards[done, table.payee]
        self._reach(table.game[done], step.final, np.arange(len(done)))

    def result(self, leg: int, deals: int) -> LegResult:
        """Return a leg's part."""
        part = slice(leg * deals, (leg + 1) * deals)
        return LegResult(
            self.returns[part],
            self.lengths[part],
            self.forced[part],
            self.options[part],
            self.bits[part],
            self.reached[part],
            self.uses[leg],
        )


def batches(legs: Sequence[Leg], deals: int) -> Iterator[list[int]]:
    """Yield which legs are played side by side."""
    groups: dict[object, list[int]] = {}
    for k, leg in enumerate(legs):
        s = leg.setup
        book = b"" if s.book is None else s.book.tobytes()
        memory = any(agent.remembers for agent in leg.players.values())
        counts = tuple(s.counts.items())
        groups.setdefault((s.game.id, s.roles, s.sides, counts, book, memory), []).append(k)
    size = max(1, ROWS // deals)
    for group in groups.values():
        yield from (group[i : i + size] for i in range(0, len(group), size))


def play_legs(legs: Sequence[Leg], seeds: Seeds, progress: Progress | None = None) -> list[LegResult]:
    """Play every leg on every deal.

    Args:
        legs: the legs.
        seeds: int64, shape (deals,); see `match.deal_seeds`.
        progress: called as ``progress(games done, games)``, as often as games end.
    """
    found: dict[int, LegResult] = {}
    total, before = len(legs) * len(seeds), 0
    for group in batches(legs, len(seeds)):
        table = Table.deal([legs[k] for k in group], seeds)
        while table.advance():
            if progress is not None and table.step.done.any():
                left = int((table.step.seats >= 0).sum())
                progress(before + len(group) * len(seeds) - left, total)
            table.drop_finished()
        before += len(group) * len(seeds)
        found |= {k: table.tally.result(i, len(seeds)) for i, k in enumerate(group)}
    return [found[k] for k in range(len(legs))]
