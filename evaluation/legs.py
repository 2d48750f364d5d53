"""Many matches in one batch: the cells of a grid, pairs of players, restrictions.

A state carries its configuration, so games of many configurations share a batch as long as they have the same
observation layout and the same book of abilities in the scenario; others get batches of their own. A leg's games
depend only on the leg: they are those of `match.play`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core.kit import Batch, Bytes, Floats, Game, Ints, InvalidConfig, Piece, Setup
from throwdown.envs.tables import drive, seating
from throwdown.evaluation import playout, signals

ROWS = 2_048
"""Games per batch; more are no faster, and batches are the units that processes share."""


def is_plain(agent: Agent) -> bool:
    """Return whether an agent chooses from observations and masks alone, so that it can be restricted or take over."""
    return agent.needs <= drive.FROM_MASKS


@dataclass(frozen=True, eq=False)
class Leg:
    """A match to be played on every deal.

    Attributes:
        setup: its setup.
        players: the players of every side, by its name, bound to the setup.
        seed: of the agents' choices.
        banned: by the name of a side or a seat: int8, shape (actions,) or (phases, actions); 1 at actions that may
            not be chosen while another one is legal. A seat's own ban replaces its side's.

    Raises:
        InvalidConfig: a side has no player, or an agent does not play its roles or cannot be restricted.
    """

    setup: Setup
    players: Mapping[str, Agent]
    seed: int = 0
    banned: Mapping[str, Bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in (*self.players, *(name for name in self.banned if name not in self.setup.seats)):
            if name not in self.setup.teams:
                raise InvalidConfig(
                    f"'{name}' is not a side of {self.setup.game.id}; its sides are {', '.join(self.setup.teams)}."
                )
        seating.seat_players(self.setup, self.players)
        for name in self.banned:
            side = name if name in self.setup.teams else self.setup.sides[self.setup.seat(name)]
            if not is_plain(self.players[side]):
                raise InvalidConfig(
                    f"{self.players[side].name} cannot be restricted: it does not choose from a mask."
                )


@dataclass(frozen=True, eq=False)
class LegResult:
    """A leg's results by deal; arrays have shape (deals,).

    Attributes:
        returns: float64; the return of the last side; in a two-sided zero-sum game the other side loses as much.
        lengths: int64; decisions of all seats.
        forced: int64; those with a single legal action.
        options: int64; legal actions, summed over the decisions.
        bits: float64; hidden information, see `signals.Hidden`, summed over the decisions.
        steps: int64; the last stage or scene reached, see `signals.Steps`.
        ends: int64; 1 + the kind of ending, see `signals.ends_of`; 0 where the game does not name it.
        uses: int64, shape (sides, kinds); how often each side chose each kind of action, over all deals.
        choices: int64, shape (seats, actions); how often each seat chose each action, likewise.
        by_phase: int64, shape (phases, seats, actions); the choices by phase. If no piece of the setup is bound to
            phases, there is one entry for all phases.
    """

    returns: Floats
    lengths: Ints
    forced: Ints
    options: Ints
    bits: Floats
    steps: Ints
    ends: Ints
    uses: Ints
    choices: Ints
    by_phase: Ints

    @property
    def wins(self) -> Floats:
        """Float64, shape (deals,): 1 where the last side's return is above 0, 0 where below, 1/2 where it is 0."""
        return np.asarray((1 + np.sign(self.returns)) / 2, np.float64)

    def uses_of(self, piece: Piece) -> Ints:
        """Return how often each seat used a piece by each action, 0 elsewhere: int64, shape (seats, actions)."""
        found, places = np.zeros_like(self.choices), np.ix_(piece.seats, piece.actions)
        found[places] = self.by_phase[list(piece.phases) or slice(None)].sum(axis=0)[places]
        return found


def kinds_of(game: Game) -> tuple[tuple[str, ...], Ints]:
    """Return the names of a game's kinds of actions, and the kind of every action: int64, shape (actions,)."""
    acts = game.actions.acts
    sizes = [len(act.range.labels) for act in acts]
    return tuple(act.label for act in acts), np.repeat(np.arange(len(acts)), sizes)


def uses_of_kinds(game: Game, uses: Ints) -> Ints:
    """Return how often each kind of action was chosen: int64, shape (sides, kinds)."""
    names, kind_of = kinds_of(game)
    found = np.zeros((len(uses), len(names)), np.int64)
    np.add.at(found.T, kind_of, uses.T)
    return found


def ban(game: Game, kind: str) -> Bytes:
    """Return the ban of a kind of action: int8, shape (actions,); see `Leg`."""
    names, kind_of = kinds_of(game)
    return np.asarray(kind_of == names.index(kind), np.int8)


def ban_actions(game: Game, actions: Sequence[int], phases: Sequence[int] = ()) -> Bytes:
    """Return the ban of some actions, in all phases or in some; see `Leg`."""
    found = np.zeros(game.actions.n, np.int8)
    found[list(actions)] = 1
    if not phases:
        return found
    by_phase = np.zeros((1 + max(game.phase_names), game.actions.n), np.int8)
    by_phase[list(phases)] = found
    return by_phase


class Relay:
    """Games of several legs in one batch.

    Args:
        legs: the legs; their setups share layout and book.
        states: one per game, at any point of play.
        leg: int64, shape (n,); the leg of every game.
    """

    def __init__(self, legs: Sequence[Leg], states: np.ndarray, leg: Ints) -> None:
        self.legs, self.leg, setup = legs, leg, legs[0].setup
        teams = list(setup.teams)
        self.side = np.array([teams.index(side) for side in setup.sides], np.int64)
        self.payee = setup.teams[teams[-1]][0]
        players: list[drive.Seated] = []
        place = np.empty((len(legs), len(setup.seats)), np.int64)
        for i, x in enumerate(legs):
            for k, side in enumerate(teams):
                place[i, self.side == k] = len(players)
                rng = np.random.default_rng([x.seed, k])
                players.append(drive.Seated(x.players[side], rng, x.banned.get(side), x.setup))
            for p in (p for p, seat in enumerate(setup.seats) if seat in x.banned):
                place[i, p] = len(players)
                rng, side = np.random.default_rng([x.seed, len(teams) + p]), setup.sides[p]
                players.append(drive.Seated(x.players[side], rng, x.banned[setup.seats[p]], x.setup))
        batch = Batch(setup, len(leg), autoreset=False)
        batch.states[:] = states
        self.driver = drive.Driver(batch, players, place[leg])
        self.driver.begin()
        self.rows = self.driver.rows
        self.tally = Tally([x.setup for x in legs], len(leg))

    @classmethod
    def deal(cls, legs: Sequence[Leg], seeds: playout.Seeds) -> Relay:
        """Deal every leg on every deal: game ``i`` is deal ``i % deals`` of leg ``i // deals``."""
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
        driver, rows = self.driver, self.rows
        if not len(rows):
            return False
        movers, actions = driver.seats[rows], driver.choose(rows)
        self.tally.decide(self, rows, movers, actions)
        driver.play(rows, actions)
        is_over = driver.seats[rows] < 0
        self.tally.finish(self, rows[is_over], movers[is_over])
        self.rows = rows[~is_over]
        return True


class Tally:
    """Counts per game, kept while games are played."""

    def __init__(self, setups: Sequence[Setup], games: int) -> None:
        self.setup = setup = setups[0]
        self.hidden, self.steps = signals.hidden_of(setup), signals.steps_of(setup)
        self.ends = signals.ends_of(setup)
        self.returns, self.bits = np.zeros(games), np.zeros(games)
        self.lengths, self.forced, self.options, self.reached, self.ended = np.zeros((5, games), np.int64)
        pieces = setup.game.pieces or (lambda _: ())
        self.is_phased = any(piece.phases for x in setups for piece in pieces(x))
        phases = 1 + max(setup.game.phase_names) if self.is_phased else 1
        self.choices = np.zeros((len(setups), phases, len(setup.seats), setup.game.actions.n), np.int64)

    def decide(self, relay: Relay, rows: Ints, movers: Ints, actions: Ints) -> None:
        """Count the decisions made in some games."""
        driver = relay.driver
        counts = driver.batch.count_options(rows)
        self.lengths[rows] += 1
        self.forced[rows] += counts == 1
        self.options[rows] += counts
        phases = driver.batch.states["phase"][rows].astype(np.int64) * self.is_phased
        np.add.at(self.choices, (relay.leg[rows], phases, movers, actions), 1)
        if self.hidden is not None:
            self.bits[rows] += self.hidden.bits(driver.observations, rows)
        if self.steps is not None:
            self.reached[rows] = np.maximum(self.reached[rows], self.steps.read(driver.observations, rows))

    def finish(self, relay: Relay, rows: Ints, movers: Ints) -> None:
        """Record the games that have just ended, with the seats that moved last."""
        if not len(rows):
            return
        batch = relay.driver.batch
        self.returns[rows] = batch.returns()[rows, relay.payee]
        if self.steps is None and self.ends is None:
            return
        seen, places = batch.observe(rows, movers), np.arange(len(rows))
        if self.steps is not None:
            self.reached[rows] = np.maximum(self.reached[rows], self.steps.read(seen, places))
        if self.ends is not None:
            self.ended[rows] = self.ends.read(seen, places)

    def result(self, leg: int, deals: int) -> LegResult:
        """Return a leg's results."""
        part = slice(leg * deals, (leg + 1) * deals)
        return LegResult(
            self.returns[part],
            self.lengths[part],
            self.forced[part],
            self.options[part],
            self.bits[part],
            self.reached[part],
            self.ended[part],
            self._uses(leg),
            self.choices[leg].sum(axis=0),
            self.choices[leg],
        )

    def _uses(self, leg: int) -> Ints:
        """Return how often each side chose each kind of action: int64, shape (sides, kinds)."""
        choices = self.choices[leg].sum(axis=0)
        by_side = [choices[list(seats)].sum(axis=0) for seats in self.setup.teams.values()]
        return uses_of_kinds(self.setup.game, np.stack(by_side))


def batches(legs: Sequence[Leg], deals: int) -> Iterator[list[int]]:
    """Yield the indices of the legs that share a batch."""
    groups: dict[object, list[int]] = {}
    for k, leg in enumerate(legs):
        s = leg.setup
        content = b"" if s.content is None else s.content.tobytes()
        memory, counts = any("sets" in agent.needs for agent in leg.players.values()), tuple(s.counts.items())
        groups.setdefault((s.game, s.roles, s.sides, counts, content, memory), []).append(k)
    size = max(1, ROWS // deals)
    for group in groups.values():
        yield from (group[i : i + size] for i in range(0, len(group), size))


def play_batch(
    legs: Sequence[Leg], seeds: playout.Seeds, progress: playout.Progress | None = None
) -> list[LegResult]:
    """Play legs that share a batch, see `batches`, on every deal.

    Args:
        legs: the legs.
        seeds: int64, shape (deals,); see `match.deal_seeds`.
        progress: called as ``progress(games done, games)`` whenever games end.
    """
    relay = Relay.deal(legs, seeds)
    total = left = len(relay.rows)
    while relay.advance():
        if progress is not None and len(relay.rows) < left:
            left = len(relay.rows)
            progress(total - left, total)
    return [relay.tally.result(i, len(seeds)) for i in range(len(legs))]


def play_legs(legs: Sequence[Leg], seeds: playout.Seeds) -> list[LegResult]:
    """Play every leg on every deal, in this process; see `play_batch`."""
    found: dict[int, LegResult] = {}
    for group in batches(legs, len(seeds)):
        found |= zip(group, play_batch([legs[k] for k in group], seeds))
    return [found[k] for k in range(len(legs))]
