"""The balance of a scenario, or of a grid of scenarios, for players of several strengths.

What designers ask of a game: who wins, at which skill; what each action is worth; how long it lasts, how far it gets,
how much there is to choose and to guess; whether the lead changes hands; whether better play wins more. Everything is
measured by playing, on the same deals in every cell, and comes with an interval over deals.

Sources: Jaffe, Miller, Andersen, Liu, Karlin and Popovic, Evaluating competitive game balance with restricted play,
AIIDE 2012; measures of length, branching and lead changes as in Browne, Automatic generation and evaluation of
recombination games, PhD thesis, QUT 2008.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, replace

import numpy as np

from throwdown.agents import Agent, load
from throwdown.envs.core.kit import Bytes, Floats, InvalidConfig, Setup
from throwdown.evaluation import match, playout, signals, statistics
from throwdown.evaluation.leads import Leads, lead_changes
from throwdown.evaluation.legs import Leg, LegResult, ban, is_plain, kinds_of, play_legs
from throwdown.evaluation.sides import Sides, two_sides

FAIR = (0.3, 0.7)
"""Between these shares of wins no side has won a scenario before it starts."""
RARE = 0.02
"""Kinds of actions that a side chooses less often than this in a game are not restricted: nothing would be measured."""
LEAD_GAMES = 50
_MEANS = ("length", "branching", "forced", "bits")

Bar = Callable[[str], AbstractContextManager[playout.Progress]]
"""Opens a progress bar for a part of the work."""


def _no_bar(what: str) -> AbstractContextManager[playout.Progress]:
    return nullcontext(lambda done, total: None)


@dataclass(frozen=True)
class Cell:
    """One configuration.

    Attributes:
        setup: what is played.
        values: what makes it differ, by the names of the axes, as text.
    """

    setup: Setup
    values: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Tier:
    """A strength of play, the same on both sides.

    Attributes:
        name: what tables call it.
        seat: returns who plays every side of a setup, bound to it.
    """

    name: str
    seat: Callable[[Setup], Mapping[str, Agent]]


def tier(name: str, *specs: str) -> Tier:
    """Return a tier of agents by their names for `agents.load`: one for all sides, or one for each in their order.

    Raises:
        InvalidConfig: when it is seated, if there is another number of agents than of sides.
    """

    def seat(setup: Setup) -> dict[str, Agent]:
        sides = list(setup.teams)
        if len(specs) not in (1, len(sides)):
            raise InvalidConfig(
                f"players '{','.join(specs)}' are {len(specs)} agents for {len(sides)} sides; name one for all, or one "
                f"for each: {', '.join(sides)}."
            )
        chosen = specs * len(sides) if len(specs) == 1 else specs
        firsts = (setup.roles[seats[0]] for seats in setup.teams.values())
        return {side: load(spec, setup, role) for side, spec, role in zip(sides, chosen, firsts)}

    return Tier(name, seat)


@dataclass(frozen=True)
class Figures:
    """What the games of one cell and tier were like.

    Attributes:
        wins: the second side's share of wins; a draw counts a half.
        length: decisions a game.
        lengths: the 10th, 50th and 90th percentile of that.
        branching: legal actions a decision, the mean over games of each game's mean; likewise the next two.
        forced: the share of decisions with a single legal action.
        bits: what the seat to move does not know of other hands, see `signals.Hidden`; 0 where it cannot be told.
        steps: the share of games whose last stage (or scene) was 0, 1, 2 …; see `signals.Steps`.
    """

    wins: statistics.Interval
    length: statistics.Interval
    lengths: tuple[float, float, float]
    branching: statistics.Interval
    forced: statistics.Interval
    bits: statistics.Interval
    steps: tuple[float, ...]

    @property
    def is_fair(self) -> bool:
        """Whether both sides win at least 30 %."""
        return FAIR[0] <= self.wins.mean <= FAIR[1]


@dataclass(frozen=True)
class ActionValue:
    """What a kind of action is worth to a side, by restricted play.

    Attributes:
        side: who may not choose it where there is another action.
        kind: its name, the range in the action layout.
        uses: how often a game the side chooses it when it may.
        value: the side's share of wins with it less that without it, on the same deals.
    """

    side: str
    kind: str
    uses: float
    value: statistics.Interval


@dataclass(frozen=True)
class Rung:
    """One step of the skill ladder.

    Attributes:
        side: the side that gets the better player.
        lower: the tier on both sides before.
        upper: the tier that takes over the side.
        gain: by how much the side's share of wins rises, on the same deals.
    """

    side: str
    lower: str
    upper: str
    gain: statistics.Interval


@dataclass(frozen=True)
class Difference:
    """Two configurations, paired by deals: the second less the first.

    Attributes:
        values: of the other axes, as text.
        tier: who played.
        wins: the change of the second side's share of wins.
        length: the change of the decisions a game.
    """

    values: tuple[str, ...]
    tier: str
    wins: statistics.Interval
    length: statistics.Interval


@dataclass(frozen=True, eq=False)
class Balance:
    """What was measured.

    Attributes:
        game: id of the game.
        sides: its two sides.
        axes: names of what varies, in the order of `Cell.values`.
        cells: the configurations.
        tiers: names of the tiers.
        deals: games per cell and tier.
        seed: of deals and choices.
        figures: by cell and tier.
        actions: values of actions, by cell; empty where they were not asked for, like the next two.
        rungs: the skill ladder, by cell.
        restricted: the tier whose actions were restricted; None if there is none that can be.
        leads: who was ahead, by cell and the tiers that can take over a game.
        differences: between the two values of the axis that is compared, which is the last.
        step_name: what `Figures.steps` counts; None if the game has no such thing.
    """

    game: str
    sides: Sides
    axes: tuple[str, ...]
    cells: list[Cell]
    tiers: tuple[str, ...]
    deals: int
    seed: int
    figures: list[list[Figures]]
    actions: list[list[ActionValue]] = field(default_factory=list)
    rungs: list[list[Rung]] = field(default_factory=list)
    restricted: str | None = None
    leads: list[dict[str, Leads]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    step_name: str | None = None

    def __repr__(self) -> str:
        """Show who wins, and what the games are like."""
        from throwdown.evaluation import balance_report as report, sections  # they stand on this module

        return sections.to_text(
            report.describe(self), [report.wins_section(self), report.games_section(self)]
        )


def figures_of(results: Sequence[LegResult]) -> list[Figures]:
    """Return the figures of legs that were played on the same deals."""
    wins = statistics.win_rates(np.stack([x.wins for x in results], axis=1))
    columns = [_means(x) for x in results]
    found = statistics.bootstrap_columns(np.concatenate(columns, axis=1))
    means = [dict(zip(_MEANS, found[k : k + len(_MEANS)])) for k in range(0, len(found), len(_MEANS))]
    out = []
    for x, share, named in zip(results, wins, means):
        low, middle, high = np.percentile(x.lengths, [10, 50, 90]).tolist()
        steps = tuple((np.bincount(x.steps) / len(x.steps)).tolist())
        out.append(Figures(wins=share, lengths=(low, middle, high), steps=steps, **named))
    return out


def _means(x: LegResult) -> Floats:
    """Return every game's length, branching, share of forced moves and bits: float64, shape (deals, 4)."""
    n = np.maximum(x.lengths, 1)
    return np.stack([x.lengths, x.options / n, x.forced / n, x.bits / n], axis=1).astype(np.float64)


class Study:
    """Plays the legs of a study and keeps them, so that none is played twice.

    Args:
        cells: the configurations.
        tiers: the players.
        seeds: int64, shape (deals,); the deals.
        seed: of the agents' choices.
        bar: opens a progress bar.
    """

    def __init__(
        self,
        cells: Sequence[Cell],
        tiers: Sequence[Tier],
        seeds: playout.Seeds,
        seed: int,
        bar: Bar = _no_bar,
    ) -> None:
        self.cells, self.tiers, self.seeds, self.seed, self.bar = cells, tiers, seeds, seed, bar
        self.sides, *_ = (cell.setup.opponents("Balance") for cell in cells)
        self.pairs = [[tier.seat(cell.setup) for tier in tiers] for cell in cells]
        self.mirrors: list[list[LegResult]] = []

    def leg(
        self,
        c: int,
        first: int,
        second: int,
        banned: Mapping[str, Bytes] | None = None,
        *place: int,
    ) -> Leg:
        """Return the leg in a cell of one tier on the first side against another on the second."""
        pairs, key = self.pairs[c], match.leg_seed(self.seed, c, first, second, *place)
        players = {side: pairs[tier][side] for side, tier in zip(self.sides, (first, second))}
        return Leg(self.cells[c].setup, players, key, banned or {})

    def _play(self, legs: Sequence[Leg], what: str) -> list[LegResult]:
        with self.bar(what) as progress:
            return play_legs(legs, self.seeds, progress)

    def play(self) -> list[list[Figures]]:
        """Play every tier against itself in every cell; return the figures by cell and tier."""
        n = len(self.tiers)
        legs = [self.leg(c, t, t) for c in range(len(self.cells)) for t in range(n)]
        results = self._play(legs, "the grid" if len(self.cells) > 1 else "games")
        self.mirrors = [results[i : i + n] for i in range(0, len(results), n)]
        flat = figures_of(results)
        return [flat[i : i + n] for i in range(0, len(flat), n)]

    def climb(self) -> list[list[Rung]]:
        """Return the skill ladder of every cell: each tier on one side against the tier before it."""
        n = len(self.tiers)
        places = [(c, t, k) for c in range(len(self.cells)) for t in range(1, n) for k in range(2)]
        legs = [self.leg(c, t - 1 + (k == 0), t - 1 + (k == 1)) for c, t, k in places]
        results = self._play(legs, "the ladder") if legs else []
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

    def restrict(self, tier: int) -> list[list[ActionValue]]:
        """Return what every kind of action that is used is worth to each side, in every cell, for one tier."""
        names, _ = kinds_of(self.cells[0].setup.game)
        places = []
        for c in range(len(self.cells)):
            uses = self.mirrors[c][tier].uses / len(self.seeds)
            places += [(c, int(k), int(j), float(uses[k, j])) for k, j in np.argwhere(uses >= RARE)]
        legs = [self._without(c, tier, k, names[j]) for c, k, j, _ in places]
        results = self._play(legs, "restricted") if legs else []
        gaps = [
            (self.mirrors[c][tier].wins - result.wins) * (-1 if k == 0 else 1)
            for (c, k, _, _), result in zip(places, results)
        ]
        values = statistics.bootstrap_columns(np.stack(gaps, axis=1)) if gaps else []
        found: list[list[ActionValue]] = [[] for _ in self.cells]
        for (c, k, j, often), value in zip(places, values):
            found[c].append(ActionValue(self.sides[k], names[j], often, value))
        return found

    def _without(self, c: int, tier: int, k: int, kind: str) -> Leg:
        """Return a leg in which a side goes without a kind of action."""
        game = self.cells[c].setup.game
        key = kinds_of(game)[0].index(kind)
        return self.leg(c, tier, tier, {self.sides[k]: ban(game, kind)}, k, key)

    def plain(self) -> list[int]:
        """Return the tiers that choose from observations and masks alone, in every cell."""
        return [
            t
            for t in range(len(self.tiers))
            if all(is_plain(agent) for row in self.pairs for agent in row[t].values())
        ]

    def lead(self, games: int = LEAD_GAMES) -> list[dict[str, Leads]]:
        """Return who is ahead in the course of the first ``games`` deals, by cell and tier."""
        found: list[dict[str, Leads]] = [{} for _ in self.cells]
        for c in range(len(self.cells)):
            for t in self.plain():
                name = self.tiers[t].name
                with self.bar(f"on, {name}") as progress:
                    found[c][name] = lead_changes(self.leg(c, t, t), self.seeds[:games], progress=progress)
        return found

    def compare(self) -> list[Difference]:
        """Return the differences between neighbouring cells, which stand in pairs."""
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
) -> Balance:
    """Measure the balance of configurations of one game.

    Args:
        cells: the configurations, of one game; their rewards should be ``win``.
        tiers: the players, from the weakest to the strongest.
        deals: games per cell and tier, the same deals everywhere; 2 or more.
        seed: of deals and choices.
        axes: names of what varies, one for each of `Cell.values`.
        is_full: also measure what actions are worth, lead changes and the skill ladder, in every cell.
        compares: whether the last axis has two values that are to be compared.
        bar: opens a progress bar for each part of the work.

    Raises:
        InvalidConfig: an agent does not fit a cell, there is nothing to play, or the game has other sides than two, one
            of which wins what the other loses.
    """
    if not cells or not tiers or deals < 2:
        raise InvalidConfig("balance needs at least 1 configuration, 1 kind of player and 2 deals.")
    study = Study(cells, tiers, match.deal_seeds(deals, seed), seed, bar)
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
    if not is_full:
        return found
    plain = study.plain()
    actions = study.restrict(plain[-1]) if plain else []
    restricted = names[plain[-1]] if plain else None
    return replace(found, rungs=study.climb(), actions=actions, restricted=restricted, leads=study.lead())
