"""Matches on paired deals.

A deal is a seed: the same seed gives the same deck, card by card in the order of drawing, whatever the agents do.
Two agents are compared on the same deals (duplicate play), so the luck of the deal cancels in their difference.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from throwdown.agents import Agent
from throwdown.envs.core.kit import Floats, Ints, InvalidConfig, Setup, did_you_mean, how_many
from throwdown.envs.tables import seating
from throwdown.evaluation import playout, statistics
from throwdown.evaluation.aivat import Baseline
from throwdown.evaluation.report.sections import Section, to_text
from throwdown.evaluation.sides import team_name

_STREAM = 0xE7A1  # keeps evaluation's deals apart from training's, whatever the seed


def deal_seeds(n: int, seed: int = 0) -> playout.Seeds:
    """Return the seeds of ``n`` deals: int64, shape (n,); a larger ``n`` only appends."""
    if n < 1 or seed < 0:
        raise InvalidConfig(f"deals is {n} and seed {seed}; they must be 1 or more and 0 or more.")
    rng = np.random.default_rng([_STREAM, seed])
    return rng.integers(0, 2**62, n, dtype=np.int64)


def leg_seed(seed: int, *place: int) -> int:
    """Return the seed of one leg or cell of a larger match.

    Legs share their deals, but not their agents' random numbers unless requested (`playout.Dice`): two equal agents
    would play the same game twice, and their difference, exactly 0 on every deal, would have no interval.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    return int(np.random.SeedSequence([seed, *place]).generate_state(1)[0])


@dataclass(frozen=True, eq=False)
class MatchResult:
    """The results of one assignment of players, by deal.

    Attributes:
        game: id of the game.
        scenario: name of the scenario.
        players: display names of the players, by side.
        deals: int64, shape (n,); seeds.
        seed: of the agents' choices.
        returns: float64, shape (sides, n); returns of every side, in the order of ``players``.
        lengths: int64, shape (n,); decisions of all seats.
        luck: float64, shape (n, 2); the second side's luck, which the first side loses: at the deal, and in all dice
            after it; only with a baseline.
    """

    game: str
    scenario: str
    players: Mapping[str, str]
    deals: playout.Seeds
    seed: int
    returns: Floats
    lengths: Ints
    luck: Floats | None = None

    def __repr__(self) -> str:
        """Show the result of every side."""
        what = f"{self.game} · scenario {self.scenario} · {how_many(f'{len(self.deals):,}', 'deal')} · seed {self.seed}"
        rows = [
            [side, name, self.mean(side).text(), self.win_rate(side).percent()]
            for side, name in self.players.items()
        ]
        return to_text(what, [Section("Match", ["side", "player", "return", "wins"], rows)])

    def of(self, side: str) -> Floats:
        """Return a side's return on every deal: float64, shape (n,)."""
        if side not in self.players:
            near = did_you_mean(side, self.players)
            raise InvalidConfig(
                f"'{side}' is not a side of {self.game}{near}; there are {', '.join(self.players)}."
            )
        found: Floats = self.returns[list(self.players).index(side)]
        return found

    def corrected(self, side: str) -> Floats:
        """Return a side's returns less its luck, of the same mean; its returns if luck is unknown: shape (n,)."""
        return self.of(side) if self.luck is None else statistics.controlled(self.of(side), self.luck)

    def wins(self, side: str) -> Floats:
        """Return 1 where a side's return is above 0, 0 where below, 1/2 where it is 0: float64, shape (n,)."""
        return np.asarray((1 + np.sign(self.of(side))) / 2, np.float64)

    def mean(self, side: str, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return a side's mean return with its bootstrap interval, by AIVAT if there was a baseline."""
        return statistics.bootstrap(self.corrected(side), level, seed=self.seed)

    def win_rate(self, side: str, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return a side's win rate with its bootstrap interval."""
        return statistics.win_rate(self.wins(side), level, seed=self.seed)


def as_deals(deals: playout.Seeds | int, seed: int) -> playout.Seeds:
    """Return ``deals`` as seeds; a number stands for that many seeds drawn from ``seed``."""
    if isinstance(deals, int | np.integer):
        return deal_seeds(int(deals), seed)
    seeds = np.asarray(deals, np.int64)
    if seeds.ndim != 1 or not len(seeds):
        raise InvalidConfig(f"deals have shape {seeds.shape}; they must be seeds, one per deal.")
    return seeds


def play(
    setup: Setup,
    players: seating.Players,
    deals: playout.Seeds | int,
    seed: int = 0,
    progress: playout.Progress | None = None,
    baseline: Baseline | None = None,
    dice: int | None = None,
) -> MatchResult:
    """Play every deal once with one assignment.

    Args:
        setup: the game's setup.
        players: the players, by the names of sides, roles or seats: one agent, or one for each seat of that name.
        deals: int64, shape (n,), a seed per deal; or the number of deals to draw from ``seed``.
        seed: of the agents' choices; each name has its own stream.
        progress: called as ``progress(games done, games)`` whenever games end.
        baseline: baseline for correcting the returns by AIVAT.
        dice: seed of dice that depend on the deal, for agents that return probabilities, see `playout.Dice`.

    Raises:
        InvalidConfig: a name is unknown, a seat is empty, or an agent does not play its role or fit the setup.
        IllegalAction: an agent chose an illegal action.
    """
    if seed < 0:
        raise InvalidConfig(f"seed is {seed}; it must be 0 or more.")
    seeds, seated = as_deals(deals, seed), seating.seat_players(setup, players)
    watch = None if baseline is None else baseline.watch(setup)
    returns, lengths = playout.play_out(setup, seated, seeds, seed, progress, watch, dice)
    luck = None if watch is None else watch.luck
    names = {side: team_name(setup, side, seated) for side in setup.teams}
    return MatchResult(setup.game.id, setup.scenario, names, seeds, seed, returns, lengths, luck)


@dataclass(frozen=True, eq=False)
class Duel:
    """Two pairs of players on the same deals in both assignments.

    Attributes:
        a: name of the first pair.
        b: name of the second pair.
        sides: the two sides.
        a_first: the match with a on the first side, b on the second.
        b_first: the match with b on the first side, a on the second.
    """

    a: str
    b: str
    sides: tuple[str, str]
    a_first: MatchResult
    b_first: MatchResult

    def __repr__(self) -> str:
        """Show the first pair's advantage."""
        what = f"{self.a} against {self.b}, in both assignments of {how_many(f'{len(self.sums):,}', 'deal')}"
        row = [self.a, self.mean().text(), self.win_rate().percent()]
        return to_text(what, [Section("Duel", ["pair", "return, both sides", "wins"], [row])])

    @property
    def returns(self) -> tuple[Floats, Floats]:
        """The second side's returns with a on it, and with b on it: float64, shapes (n,)."""
        return self.b_first.of(self.sides[1]), self.a_first.of(self.sides[1])

    @property
    def sums(self) -> Floats:
        """Float64, shape (n,): a's return on the first side plus that on the second, per deal."""
        mine, theirs = self.returns
        return mine - theirs

    @property
    def wins(self) -> Floats:
        """Float64, shape (n,): the share of a deal's two games that a won."""
        return (self.b_first.wins(self.sides[1]) + self.a_first.wins(self.sides[0])) / 2

    @property
    def variance_reduction(self) -> float:
        """How many times as many games on different deals give an interval of `sums` as narrow."""
        return statistics.variance_reduction(*self.returns)

    @property
    def factors(self) -> statistics.Factors:
        """The variance reduction of each method, in plain games."""
        return statistics.factors(*self.returns, self.b_first.luck, self.a_first.luck)

    def mean(self, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return a's mean sum over both assignments with its bootstrap interval, by AIVAT if there was a baseline."""
        mine, theirs = self.b_first.luck, self.a_first.luck
        luck = None if mine is None or theirs is None else np.hstack([mine, theirs])
        sums = self.sums if luck is None else statistics.controlled(self.sums, luck)
        return statistics.bootstrap(sums, level, seed=self.a_first.seed)

    def win_rate(self, level: float = statistics.LEVEL) -> statistics.Interval:
        """Return a's win rate over both assignments with its bootstrap interval."""
        return statistics.win_rate(self.wins, level, seed=self.a_first.seed)


def duel(
    setup: Setup,
    a: Agent | Mapping[str, Agent],
    b: Agent | Mapping[str, Agent],
    deals: playout.Seeds | int,
    seed: int = 0,
    baseline: Baseline | None = None,
    shared_dice: bool = False,
) -> Duel:
    """Play the same deals in both assignments.

    Args:
        setup: the setup of a two-sided zero-sum game.
        a: the first pair: an agent by side, or one agent for both.
        b: the second pair.
        deals: see `play`.
        seed: of the agents' choices.
        baseline: see `play`.
        shared_dice: use the same dice in both games of a deal, see `playout.Dice`.

    Raises:
        InvalidConfig: the game is not a two-sided zero-sum game, or see `play`.
    """
    first, second = sides = setup.opponents("A duel")
    seeds, dice = as_deals(deals, seed), seed if shared_dice else None
    pairs = [dict.fromkeys(sides, x) if isinstance(x, Agent) else dict(x) for x in (a, b)]
    if odd := next((pair for pair in pairs if set(pair) != set(sides)), None):
        raise InvalidConfig(f"a pair names {', '.join(odd) or 'nobody'}; it must name {first} and {second}.")
    names = ["/".join(dict.fromkeys(pair[side].name for side in sides)) for pair in pairs]
    legs = [
        play(setup, {first: x[first], second: y[second]}, seeds, leg_seed(seed, k), None, baseline, dice)
        for k, (x, y) in enumerate((pairs, pairs[::-1]))
    ]
    return Duel(names[0], names[1], sides, legs[0], legs[1])
