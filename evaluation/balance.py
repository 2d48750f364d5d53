"""What happens in a scenario: who wins it, how long it takes, how far it goes and which of its options are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.game import Game, Setup
from throwdown.evaluation.match import COACH, PILOT, Seeds, deal_seeds, play_out, seated
from throwdown.evaluation.statistics import Interval, wilson

FAIR = (0.3, 0.7)
"""Between these shares of wins no side has won a scenario before it starts."""


@dataclass(frozen=True)
class Balance:
    """What happened in a scenario; every share of games has its Wilson 95 % interval.

    Attributes:
        game: id of the game.
        scenario: its name.
        coach: the Coach's agent.
        pilots: the Pilots' agent.
        games: how many were played.
        wins: games that the Pilots won; those that nobody won count a half.
        draws: games that nobody won: called off.
        routs: games that were decided without anybody leaving them (`Game.exits`).
        median_length: decisions of all seats in the median game.
        mean_length: in the mean.
        long_length: in a game longer than 95 % of them.
        stages: share of games that ended in each stage; empty if the game has none.
        used: share of games in which each range of actions was used, by name.
    """

    game: str
    scenario: str
    coach: str
    pilots: str
    games: int
    wins: Interval
    draws: Interval
    routs: Interval
    median_length: float
    mean_length: float
    long_length: float
    stages: dict[int, Interval]
    used: dict[str, Interval]

    @property
    def is_fair(self) -> bool:
        """Whether each side wins 30 % or more."""
        return FAIR[0] <= self.wins.mean <= FAIR[1]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        shares = {name: list(getattr(self, name)) for name in ("wins", "draws", "routs")}
        plain = (
            "game",
            "scenario",
            "coach",
            "pilots",
            "games",
            "median_length",
            "mean_length",
            "long_length",
        )
        return {
            **{name: getattr(self, name) for name in plain},
            **shares,
            "stages": {str(stage): list(x) for stage, x in self.stages.items()},
            "used": {name: list(x) for name, x in self.used.items()},
        }


class _Watch:
    """Notes in every game which ranges of actions were used, and whether an exit decided it."""

    def __init__(self, game: Game, n: int) -> None:
        ranges = [r for page in game.actions.pages for r in page]
        self.names = [r.name for r in ranges]
        owner = np.repeat(np.arange(len(ranges)), [len(r.labels) for r in ranges])
        self.range_of: NDArray[np.int64] = np.append(owner, len(ranges))  # the last entry: action -1
        self.used = np.zeros((n, len(ranges) + 1), np.bool_)
        self.exits = [game.actions.first(name) for name in game.exits]
        self.has_winner = "winner" in (game.state.names or ())
        self.decided = np.zeros(n, np.bool_)
        self.routed = np.zeros(n, np.bool_)

    def __call__(self, batch: Batch, actions: NDArray[np.int64]) -> None:
        self.used[np.arange(len(actions)), self.range_of[actions]] = True
        if self.has_winner:
            decided = np.asarray(batch.states["winner"] >= 0)
            self.routed |= decided & ~self.decided & ~np.isin(actions, self.exits)
            self.decided = decided
        self.last = batch.states


def share(hits: NDArray[Any]) -> Interval:
    """Return the share of games with its Wilson 95 % interval; a hit of 1/2 counts a half."""
    return wilson(float(np.mean(hits)), len(hits))


def balance(setup: Setup, agents: tuple[Agent, Agent], deals: Seeds | int = 1000, seed: int = 0) -> Balance:
    """Play a scenario and count what happens in it.

    Args:
        setup: the scenario.
        agents: the Coach's and the Pilots' agent.
        deals: int64, shape (n,), a seed per deal; or how many deals to draw from ``seed``.
        seed: of the deals and of the agents' choices.

    Raises:
        InvalidConfig: an agent does not play its role, or does not fit the setup.
    """
    seeds = deals if isinstance(deals, np.ndarray) else deal_seeds(int(deals), seed)
    bound = (seated(agents[0], COACH, setup), seated(agents[1], PILOT, setup))
    watch = _Watch(setup.game, len(seeds))
    returns, lengths = play_out(setup, bound, seeds, seed, watch)
    stages: dict[int, Interval] = {}
    if "stage" in (setup.game.state.names or ()):
        ends = np.asarray(watch.last["stage"])
        stages = {int(k): share(ends == k) for k in np.unique(ends)}
    used = {name: share(watch.used[:, k]) for k, name in enumerate(watch.names) if watch.used[:, k].any()}
    return Balance(
        setup.game.id,
        setup.scenario,
        agents[0].name,
        agents[1].name,
        len(seeds),
        share((1 + np.sign(returns)) / 2),
        share(returns == 0),
        share(watch.routed),
        float(np.median(lengths)),
        float(lengths.mean()),
        float(np.quantile(lengths, 0.95)),
        stages,
        used,
    )


def balance_table(found: Sequence[Balance], options: Sequence[str] = ()) -> str:
    """Return one row per scenario as a Markdown table, with a column for every range of actions in ``options``."""
    columns = ("scenario", "players", "Pilots win", "called off", "rout", "decisions", *options)
    rows = [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    for x in found:
        players = x.coach if x.coach == x.pilots else f"{x.coach} against {x.pilots}"
        cells = [f"`{x.scenario}`", players, x.wins.percent(), f"{x.draws.mean:.1%}", f"{x.routs.mean:.1%}"]
        cells.append(f"{x.median_length:.0f}")
        cells += [f"{x.used[name].mean:.0%}" if name in x.used else "–" for name in options]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)
