"""The balance of a scenario, or of a grid of scenarios, for players of several strengths.

Designers' questions about a game: who wins, at which skill; the value of each action; length and progress; the number
of choices and the hidden information; lead changes; whether better play wins more. Everything is measured by playing,
on the same deals in every cell, with an interval over deals.

Sources: Jaffe, Miller, Andersen, Liu, Karlin and Popovic, Evaluating competitive game balance with restricted play,
AIIDE 2012; measures of length, branching and lead changes as in Browne, Automatic generation and evaluation of
recombination games, PhD thesis, QUT 2008.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, NamedTuple, TypeVar

import numpy as np

from throwdown.agents import Agent, load
from throwdown.envs.core.kit import Bytes, Floats, InvalidConfig, Piece, Setup
from throwdown.envs.core.names import typed
from throwdown.evaluation import balance, decks, leads, legs, match, playout, signals, statistics
from throwdown.evaluation.balance import ActionValue, Balance, Cell, Difference, Figures, Rung, Tried
from throwdown.evaluation.legs import Leg, LegResult
from throwdown.evaluation.sides import two_sides
from throwdown.evaluation.workers import WORTH, distribute

U = TypeVar("U")
R = TypeVar("R")

SEARCH, SEARCH_DEALS = "ismcts:200", 100
"""The player that tries rarely used pieces, and the number of its deals."""
LEAD_GAMES = 50
_MEANS = ("length", "branching", "forced", "bits")

Bar = Callable[[str], AbstractContextManager[playout.Progress]]
"""A function that opens a progress bar for a part of the work."""


def _no_bar(what: str) -> AbstractContextManager[playout.Progress]:
    return nullcontext(lambda done, total: None)


@dataclass(frozen=True, eq=False)
class Tier:
    """A strength of play, the same on both sides.

    Attributes:
        name: its name in tables.
        seat: returns the players of every side of a setup, bound to it; picklable, if other processes are to call it.
    """

    name: str
    seat: Callable[[Setup], Mapping[str, Agent]]


def tier(name: str, *specs: Any) -> Tier:
    """Return a tier of agents by their names for `load_agent`: one for all sides, or one for each in order.

    Raises:
        InvalidConfig: (on seating) the numbers of agents and sides differ.
    """
    return Tier(name, partial(_seat, typed(specs)))


def _seat(specs: tuple[Any, ...], setup: Setup) -> dict[str, Agent]:
    sides = list(setup.teams)
    if len(specs) not in (1, len(sides)):
        raise InvalidConfig(
            f"players '{','.join(specs)}' are {len(specs)} agents for {len(sides)} sides; name one for all, or one "
            f"for each: {', '.join(sides)}."
        )
    chosen = specs * len(sides) if len(specs) == 1 else specs
    firsts = (setup.roles[seats[0]] for seats in setup.teams.values())
    return {side: load(spec, setup, role) for side, spec, role in zip(sides, chosen, firsts)}


def figures_of(results: Sequence[LegResult]) -> list[Figures]:
    """Return the figures of legs played on the same deals."""
    wins = statistics.win_rates(np.stack([x.wins for x in results], axis=1))
    columns = [_means(x) for x in results]
    found = statistics.bootstrap_columns(np.concatenate(columns, axis=1))
    means = [dict(zip(_MEANS, found[k : k + len(_MEANS)])) for k in range(0, len(found), len(_MEANS))]
    out = []
    for x, share, named in zip(results, wins, means):
        low, middle, high = np.percentile(x.lengths, [10, 50, 90]).tolist()
        steps = tuple((np.bincount(x.steps) / len(x.steps)).tolist())
        out.append(Figures(wins=share, lengths=(low, middle, high), steps=steps, shares={}, **named))
    return out


def shares_of(setup: Setup, result: LegResult) -> dict[str, dict[str, float]]:
    """Return the shares of endings and actions, see `Figures.shares`."""
    told, layout = signals.signals_of(setup), setup.game.actions
    found = {}
    if told.ends is not None:
        counts = np.bincount(result.ends, minlength=len(told.ends[1]) + 1)[1:]
        found["ended"] = dict(zip(told.ends[1], (counts / len(result.ends)).tolist()))
    ranges = {act.label: act.range for act in layout.acts}
    for what, names in told.choices.items():
        labels = [(name, label) for name in names for label in ranges[name].labels]
        uses = result.choices[:, [layout.parse(label) for _, label in labels]].sum(axis=0)
        words = (label.removeprefix(f"{name} ") for name, label in labels)
        found[what] = dict(zip(words, (uses / max(1, uses.sum())).tolist()))
    return found


def _means(x: LegResult) -> Floats:
    """Return every game's length, branching, share of forced moves and bits: float64, shape (deals, 4)."""
    n = np.maximum(x.lengths, 1)
    return np.stack([x.lengths, x.options / n, x.forced / n, x.bits / n], axis=1).astype(np.float64)


class _Use(NamedTuple):
    """A side's uses of a kind of action or a piece, per game."""

    side: str
    name: str
    uses: float
    piece: Piece | None = None


class _Place(NamedTuple):
    """A leg of a cell: the tiers on its two sides, what they may not choose, and what else tells it from others."""

    cell: int
    first: int
    second: int
    banned: Mapping[str, Bytes] = {}
    rest: tuple[int, ...] = ()


class Grid:
    """The games of a study, which any process can play.

    Args:
        cells: the configurations.
        tiers: the players.
        seeds: int64, shape (deals,); the deals.
        seed: of the agents' choices.

    Raises:
        InvalidConfig: the cells have other sides.
    """

    def __init__(self, cells: Sequence[Cell], tiers: Sequence[Tier], seeds: playout.Seeds, seed: int) -> None:
        self.cells, self.tiers, self.seeds, self.seed = cells, tiers, seeds, seed
        self.sides, *others = (cell.setup.opponents("Balance") for cell in cells)
        if odd := [k for k, sides in enumerate(others, 1) if sides != self.sides]:
            raise InvalidConfig(
                f"'{cells[odd[0]].setup.scenario}' is played by {' and '.join(others[odd[0] - 1])}, "
                f"'{cells[0].setup.scenario}' by {' and '.join(self.sides)}: measure them one at a time."
            )
        self._pairs: dict[int, list[Mapping[str, Agent]]] = {}

    def __getstate__(self) -> dict[str, Any]:
        return vars(self) | {"_pairs": {}}  # another process loads the players that it needs

    def pairs(self, c: int) -> list[Mapping[str, Agent]]:
        """Return the players of a cell, by tier and side; they are loaded once."""
        if c not in self._pairs:
            self._pairs[c] = [tier.seat(self.cells[c].setup) for tier in self.tiers]
        return self._pairs[c]

    def leg(self, place: _Place) -> Leg:
        """Return a leg."""
        c, first, second, banned, rest = place
        key = match.leg_seed(self.seed, c, first, second, *rest)
        players = {side: self.pairs(c)[tier][side] for side, tier in zip(self.sides, (first, second))}
        return Leg(self.cells[c].setup, players, key, banned)

    def play(self, places: Sequence[_Place], progress: playout.Progress | None = None) -> list[LegResult]:
        """Play legs that share a batch."""
        return legs.play_batch([self.leg(place) for place in places], self.seeds, progress)

    def search(self, c: int, progress: playout.Progress | None = None) -> LegResult:
        """Play a cell with searching players on both sides."""
        setup, n = self.cells[c].setup, len(self.tiers)
        leg = Leg(setup, tier(SEARCH, SEARCH).seat(setup), match.leg_seed(self.seed, c, n, n))
        return legs.play_batch([leg], self.seeds[:SEARCH_DEALS], progress)[0]

    def lead(self, place: _Place, progress: playout.Progress | None = None) -> leads.Leads:
        """Return who was ahead in a leg."""
        return leads.lead_changes(self.leg(place), self.seeds[:LEAD_GAMES], progress=progress)


class Study:
    """Plays the legs of a study and caches their results, so that none is played twice.

    Args:
        grid: its games.
        bar: opens a progress bar.
        workers: maximum number of processes, None for one per core.
        on: where they run, see `workers.start_workers`.
    """

    def __init__(self, grid: Grid, bar: Bar = _no_bar, workers: int | None = 1, on: str = "") -> None:
        self.grid, self.bar, self.workers, self.on = grid, bar, workers, on
        self.cells, self.tiers, self.seeds, self.sides = grid.cells, grid.tiers, grid.seeds, grid.sides
        self.pairs = [grid.pairs(c) for c in range(len(grid.cells))]
        self.mirrors: list[list[LegResult]] = []

    def _each(
        self,
        what: str,
        method: Callable[[Grid, U, playout.Progress], R],
        units: Sequence[U],
        games: list[int],
    ) -> list[R]:
        """Return the results of units of work, which take some numbers of games, by a method of the grid."""
        found: dict[int, R] = {}
        done, whole = 0, sum(games)
        make = partial(partial, method, self.grid)
        with self.bar(what) as progress:

            def here(unit: U) -> R:
                return method(self.grid, unit, lambda part, _: progress(done + part, whole))

            for k, result in distribute(here, units, self.workers, self.on, make, WORTH):
                found[k] = result
                done += games[k]
                progress(done, whole)
        return [found[k] for k in range(len(units))]

    def _play(self, places: Sequence[_Place], what: str) -> list[LegResult]:
        """Play legs, several in a batch."""
        if not places:
            return []
        deals = len(self.seeds)
        groups = [*legs.batches([self.grid.leg(place) for place in places], deals)]
        units = [[places[k] for k in group] for group in groups]
        played = self._each(what, Grid.play, units, [deals * len(unit) for unit in units])
        found = {k: result for group, some in zip(groups, played) for k, result in zip(group, some)}
        return [found[k] for k in range(len(places))]

    def play(self) -> list[list[Figures]]:
        """Play every tier against itself in every cell; return the figures by cell and tier."""
        n = len(self.tiers)
        places = [_Place(c, t, t) for c in range(len(self.cells)) for t in range(n)]
        results = self._play(places, "the grid" if len(self.cells) > 1 else "games")
        self.mirrors = [results[i : i + n] for i in range(0, len(results), n)]
        flat = [
            replace(figures, shares=shares_of(self.cells[place.cell].setup, result))
            for place, figures, result in zip(places, figures_of(results), results)
        ]
        return [flat[i : i + n] for i in range(0, len(flat), n)]

    def climb(self) -> list[list[Rung]]:
        """Return the skill ladder of every cell: each tier on one side against the tier before it."""
        n = len(self.tiers)
        places = [(c, t, k) for c in range(len(self.cells)) for t in range(1, n) for k in range(2)]
        results = self._play(
            [_Place(c, t - 1 + (k == 0), t - 1 + (k == 1)) for c, t, k in places], "the ladder"
        )
        gaps = [
            (result.wins - self.mirrors[c][t - 1].wins) * (-1 if k == 0 else 1)
            for (c, t, k), result in zip(places, results)
        ]
        gains = statistics.bootstrap_columns(np.stack(gaps, axis=1)) if gaps else []
        found: list[list[Rung]] = [[] for _ in self.cells]
        for (c, t, k), gain in zip(places, gains):
            lower, upper = self.tiers[t - 1].name, self.tiers[t].name
            found[c].append(Rung(self.sides[k], lower, upper, gain))
        return found

    def restrict(self, tier: int) -> tuple[list[list[ActionValue]], list[list[Piece]]]:
        """Return the value of every kind of action and every piece, in every cell, for one tier.

        Returns:
            by cell: the values, and the pieces used too seldom to be rated. Kinds of actions used only by pieces are
            left out.
        """
        rated, idle = [], []
        for c in range(len(self.cells)):
            uses = self._uses(c, tier)
            rated += [(c, x) for x in uses if x.uses >= balance.RARE]
            idle.append([x.piece for x in uses if x.piece is not None and x.uses < balance.RARE])
        results = self._play([self._without(c, tier, x) for c, x in rated], "restricted")
        gaps = [
            (self.mirrors[c][tier].wins - result.wins) * (-1 if x.side == self.sides[0] else 1)
            for (c, x), result in zip(rated, results)
        ]
        values = statistics.bootstrap_columns(np.stack(gaps, axis=1)) if gaps else []
        found: list[list[ActionValue]] = [[] for _ in self.cells]
        for (c, x), value in zip(rated, values):
            found[c].append(ActionValue(x.side, x.name, x.uses, value, x.piece))
        return found, idle

    def probe(self, pieces: Sequence[Sequence[Piece]]) -> list[Tried | None]:
        """Return the results of searching players with some pieces of every cell; None where there are none."""
        found: list[Tried | None] = [None for _ in self.cells]
        places, deals = [c for c, some in enumerate(pieces) if some], min(SEARCH_DEALS, len(self.seeds))
        if not places:
            return found
        for c, result in zip(places, self._each("search", Grid.search, places, [deals] * len(places))):
            (figures,) = figures_of([result])
            uses = tuple((piece, float(result.uses_of(piece).sum() / deals)) for piece in pieces[c])
            found[c] = Tried(SEARCH, deals, figures.wins, figures.is_fair, uses)
        return found

    def _uses(self, c: int, tier: int) -> list[_Use]:
        """Return the uses of every kind of action and every piece in a cell, by side."""
        setup, result = self.cells[c].setup, self.mirrors[c][tier]
        names, kind_of = legs.kinds_of(setup.game)
        pieces = setup.game.pieces(setup) if setup.game.pieces else []
        other = result.choices.copy()
        for piece in pieces:
            other -= result.uses_of(piece)
        found = []
        for k, side in enumerate(self.sides):
            seats = list(setup.teams[side])
            left = np.bincount(kind_of, other[seats].sum(axis=0), len(names))
            often = result.uses[k] / len(self.seeds)
            found += [_Use(side, name, float(often[j])) for j, name in enumerate(names) if left[j]]
            for piece in (x for x in pieces if setup.sides[x.seats[0]] == side):
                n = result.uses_of(piece).sum() / len(self.seeds)
                found.append(_Use(side, piece.name, float(n), piece))
        return found

    def _without(self, c: int, tier: int, use: _Use) -> _Place:
        """Return a leg in which a side may not use a kind of action, or some seats may not use a piece."""
        setup, piece = self.cells[c].setup, use.piece
        k, kinds = self.sides.index(use.side), legs.kinds_of(setup.game)[0]
        if piece is None:
            place = kinds.index(use.name)
            return _Place(c, tier, tier, {use.side: legs.ban(setup.game, use.name)}, (k, place))
        banned = legs.ban_actions(setup.game, piece.actions, piece.phases)
        bans = {setup.seats[p]: banned for p in piece.seats}
        return _Place(c, tier, tier, bans, (k, len(kinds) + piece.actions[0], piece.seats[0]))

    def plain(self) -> list[int]:
        """Return the tiers whose agents choose from observations and masks alone, in every cell."""
        return [
            t
            for t in range(len(self.tiers))
            if all(legs.is_plain(agent) for row in self.pairs for agent in row[t].values())
        ]

    def lead(self) -> list[dict[str, leads.Leads]]:
        """Return the leads in the first deals, by cell and tier."""
        found: list[dict[str, leads.Leads]] = [{} for _ in self.cells]
        places = [_Place(c, t, t) for c in range(len(self.cells)) for t in self.plain()]
        if not places:
            return found
        games = min(LEAD_GAMES, len(self.seeds)) * leads.POINTS * leads.CONTINUATIONS
        for place, result in zip(places, self._each("on", Grid.lead, places, [games] * len(places))):
            found[place.cell][self.tiers[place.first].name] = result
        return found

    def compare(self) -> list[Difference]:
        """Return the differences between neighbouring cells, which come in pairs."""
        places = [(c, t) for c in range(0, len(self.cells), 2) for t in range(len(self.tiers))]
        pairs = [(self.mirrors[c][t], self.mirrors[c + 1][t]) for c, t in places]
        columns = [np.stack([b.wins - a.wins, b.lengths - a.lengths], axis=1) for a, b in pairs]
        found = statistics.bootstrap_columns(np.concatenate(columns, axis=1))
        return [
            Difference(self.cells[c].values[:-1], self.tiers[t].name, found[2 * k], found[2 * k + 1])
            for k, (c, t) in enumerate(places)
        ]


def measure(
    cells: Sequence[Cell],
    tiers: Sequence[Tier],
    deals: int = 1000,
    seed: int = 1,
    axes: Sequence[str] = (),
    is_full: bool = True,
    compares: bool = False,
    bar: Bar = _no_bar,
    swaps: Sequence[decks.Swap] = (),
    workers: int | None = 1,
    on: str = "",
) -> Balance:
    """Measure the balance of configurations of one game.

    Args:
        cells: the configurations, of one game; their rewards should be ``win``.
        tiers: the players, from the weakest to the strongest.
        deals: games per cell and tier, the same deals everywhere; 2 or more.
        seed: of deals and choices.
        axes: names of the axes, one for each of `Cell.values`.
        is_full: also measure values of actions, lead changes and the skill ladder, in every cell.
        compares: whether to compare the two values of the last axis.
        bar: opens a progress bar for each part of the work.
        swaps: the swap of every cell but the first, see `variations.swap_cells`.
        workers: maximum number of processes, None for one per core; the results are the same.
        on: where they run, see `workers.start_workers`.

    Raises:
        InvalidConfig: an agent does not fit a cell, there is nothing to play, or the game is not a two-sided zero-sum
            game.
    """
    if not cells or not tiers or deals < 2:
        raise InvalidConfig("balance needs at least 1 configuration, 1 kind of player and 2 deals.")
    study = Study(Grid(cells, tiers, match.deal_seeds(deals, seed), seed), bar, workers, on)
    names, steps = tuple(tier.name for tier in tiers), signals.steps_of(cells[0].setup)
    found = Balance(
        cells[0].setup.game.id,
        two_sides(cells[0].setup, "Balance"),
        tuple(axes),
        list(cells),
        names,
        deals,
        seed,
        study.play(),
        step_name=None if steps is None else steps.name,
    )
    if compares:
        found = replace(found, differences=study.compare())
    wins = [[x.wins for x in row] for row in study.mirrors]
    if swaps:
        found = replace(found, swaps=decks.gains(swaps, study.sides, names, wins))
    if axes and all(axis in study.sides for axis in axes):
        values = [cell.values for cell in cells]
        found = replace(found, strengths=decks.strengths(axes, study.sides, names, values, wins))
    if not is_full:
        return found
    plain = study.plain()
    if plain:
        actions, idle = study.restrict(plain[-1])
        seldom = [balance.hardly_used(*both) for both in zip(actions, idle)]
        found = replace(found, actions=actions, idle=idle, restricted=names[plain[-1]])
        found = replace(found, tried=study.probe(seldom))
    return replace(found, rungs=study.climb(), leads=study.lead())
