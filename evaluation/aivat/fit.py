"""The fit of a baseline, on separate deals."""

from collections.abc import Iterable, Sequence

import numpy as np

from throwdown.agents import Agent, RandomAgent, has_heuristic, make_heuristic
from throwdown.envs.core.kit import Batch, Bytes, Flags, Floats, Setup, Singles
from throwdown.envs.tables import seating
from throwdown.evaluation import playout
from throwdown.evaluation.aivat.baseline import Baseline
from throwdown.evaluation.aivat.kernels import deal_worth

GAMES = 6_000
"""Games to fit on, on separate deals, so that the matches' results are independent of the fit."""
DEALS = 100_000
"""Fresh deals in the mean value of a deal."""
ROWS, COLUMNS = 40_000, 2_500
"""The most states in the fit, and the most numbers of their observations."""
PENALTY = 100.0
"""Of squared weights, of numbers scaled to a variance of 1."""
_STREAM = 0xBA5E


class _Sample:
    """Observations of all seats in `ROWS` states, drawn uniformly from all states of all games (Vitter 1985, R).

    Attributes:
        views: int8, shape (ROWS, seats * width); the first ``min(seen, ROWS)`` rows are filled.
        games: int64, shape (ROWS,); the game of each, numbered through all playouts.
        seen: number of states up to now.
        first: number of the present playout's first game.
    """

    def __init__(self, setup: Setup, rng: np.random.Generator) -> None:
        self.seats, self.rng = len(setup.seats), rng
        self.views = np.empty((ROWS, self.seats * setup.width), np.int8)
        self.games = np.empty(ROWS, np.int64)
        self.seen = self.first = 0

    def dealt(self, batch: Batch) -> None:
        self._keep(batch, np.ones(batch.n, np.bool_))

    def chosen(self, batch: Batch, active: Flags, chances: Singles) -> None:
        self._keep(batch, active)

    def played(self, batch: Batch, active: Flags) -> None:
        """Do nothing: `chosen` has seen everything needed."""

    def _keep(self, batch: Batch, active: Flags) -> None:
        games = np.flatnonzero(active)
        numbers = self.seen + np.arange(len(games))
        places = np.where(numbers < ROWS, numbers, self.rng.integers(0, numbers + 1))
        games, places = games[places < ROWS], places[places < ROWS]
        for seat, views in enumerate(np.split(self.views, self.seats, axis=1)):
            views[places] = batch.observe(games, np.full(len(games), seat))
        self.games[places] = self.first + games
        self.seen += len(numbers)


def quick_games(setup: Setup, games: Iterable[seating.Players]) -> list[seating.Players]:
    """Return the players of the games to fit on: the heuristic, and agents that return probabilities, which are fast.

    Corrections for the latter agents' choices are only as good as the fit to their games.
    """
    base = make_heuristic(setup).bind(setup) if has_heuristic(setup) else RandomAgent()
    found: list[seating.Players] = [dict.fromkeys(setup.teams, base)]
    for players in games:
        agents = [agent for lineup in players.values() for agent in seating.each(lineup)]
        if all(type(x).probabilities is not Agent.probabilities for x in agents):
            found.append(players)
    return found


def fit_baseline(
    setup: Setup,
    players: Sequence[seating.Players],
    seed: int,
    games: int = GAMES,
    progress: playout.Progress | None = None,
) -> Baseline:
    """Fit a ridge regression of the second side's return on all seats' observations.

    Args:
        setup: the game's setup.
        players: players of the games to fit on, in equal parts; see `match.play`.
        seed: of deals and choices; they differ from those of matches with the same seed.
        games: total number of games.
        progress: called as ``progress(players done, players)``.

    Raises:
        InvalidConfig: the game is not a two-sided zero-sum game.
    """
    setup.opponents("AIVAT")
    rng = np.random.default_rng([_STREAM, seed])
    sample, returns = _Sample(setup, rng), list[Floats]()
    for k, seated in enumerate(players):
        seeds = rng.integers(0, 2**62, max(games // len(players), 100), dtype=np.int64)
        found, _ = playout.play_out(setup, seating.seat_players(setup, seated), seeds, seed, watch=sample)
        returns.append(found[1])
        sample.first += len(seeds)
        if progress is not None:
            progress(k + 1, len(players))
    filled = min(sample.seen, ROWS)
    x, y = sample.views[:filled], np.concatenate(returns)[sample.games[:filled]]
    weights, bias = _ridge(x, y)
    shaped = weights.reshape(len(setup.seats), setup.width)
    _, (me, *_) = setup.teams.values()
    return Baseline(shaped, bias, me, _mean_deal(setup, shaped, bias, me, rng))


def _ridge(x: Bytes, y: Floats) -> tuple[Floats, float]:
    """Return weights and bias of a ridge regression on the columns that vary, without duplicates."""
    step = max(1, len(x) // 4_000)
    some, own = x[::step].astype(np.float32), y[::step].astype(np.float32)
    varying = np.flatnonzero(some.std(axis=0) > 0)
    _, single = np.unique(some[:, varying], axis=1, return_index=True)
    columns = varying[np.sort(single)]
    if len(columns) > COLUMNS:  # the most informative by themselves
        some = some[:, columns] - some[:, columns].mean(axis=0)
        gain = np.abs(some.T @ (own - own.mean())) / some.std(axis=0)
        columns = np.sort(columns[np.argsort(-gain)[:COLUMNS]])
    table = x[:, columns].astype(np.float32)
    centre, spread = table.mean(axis=0), table.std(axis=0) + 1e-6
    table = (table - centre) / spread
    square = table.T @ table + PENALTY * np.eye(len(columns), dtype=np.float32)
    found = np.linalg.solve(square.astype(np.float64), (table.T @ (y - y.mean())).astype(np.float64)) / spread
    weights = np.zeros(x.shape[1])
    weights[columns] = found
    return weights, float(y.mean() - found @ centre)


def _mean_deal(setup: Setup, weights: Floats, bias: float, me: int, rng: np.random.Generator) -> float:
    room = setup.game.allocate(2)
    room[:] = setup.template[0]
    keys = rng.integers(0, 2**62, DEALS, dtype=np.int64)
    return float(deal_worth(room, keys, weights, bias, me, setup.make_out()))
