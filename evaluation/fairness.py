"""Whether a scenario is decided before it starts: how often the Pilots win it, for players of several strengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from throwdown.agents import load
from throwdown.agents.base import Agent
from throwdown.envs.core.game import Setup
from throwdown.evaluation.match import play
from throwdown.evaluation.playout import Progress
from throwdown.evaluation.statistics import Interval

FAIR = (0.3, 0.7)
"""Between these shares of wins no side has won a scenario before it starts."""
Pair = tuple[Agent, Agent]


@dataclass(frozen=True)
class Fairness:
    """How often the Pilots win a scenario.

    Attributes:
        scenario: its name.
        pairs: the players, by name: the same kind on both sides.
        wins: the Pilots' share of wins for each pair, with a 95 % interval; a draw counts a half.
        lengths: decisions of a median game for each pair.
    """

    scenario: str
    pairs: tuple[str, ...]
    wins: tuple[Interval, ...]
    lengths: tuple[float, ...]

    def is_fair(self, pair: str) -> bool:
        """Return whether both sides win at least 30 % with these players."""
        return FAIR[0] <= self.wins[self.pairs.index(pair)].mean <= FAIR[1]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return {
            "scenario": self.scenario,
            **{
                pair: {"wins": [x.mean, x.low, x.high], "median_length": length}
                for pair, x, length in zip(self.pairs, self.wins, self.lengths)
            },
        }


def fairness(
    setup: Setup,
    deals: int = 1000,
    seed: int = 1,
    trained: Pair | None = None,
    names: Sequence[str] = ("random", "heuristic"),
    progress: Progress | None = None,
) -> Fairness:
    """Play a scenario with the same kind of player on both sides.

    Args:
        setup: the scenario; its reward must be ``win``.
        deals: games per pair.
        seed: of deals and choices.
        trained: a trained Coach and Pilot, bound to the setup; none by default.
        names: agents by name.
        progress: called as ``progress(games done, games)``, as often as the engine comes round.
    """
    pairs: dict[str, Pair] = {
        name: (load(name, setup, "coach"), load(name, setup, "pilot")) for name in names
    }
    if trained is not None:
        pairs["trained"] = trained
    results = []
    for k, pair in enumerate(pairs.values()):
        tell = None if progress is None else _shifted(progress, k * deals, len(pairs) * deals)
        results.append(play(setup, *pair, deals=deals, seed=seed, progress=tell))
    return Fairness(
        setup.scenario,
        tuple(pairs),
        tuple(result.win_rate() for result in results),
        tuple(float(np.median(result.lengths)) for result in results),
    )


def _shifted(progress: Progress, done: int, total: int) -> Progress:
    return lambda now, _: progress(done + now, total)


def fairness_head(pairs: Sequence[str]) -> str:
    """Return the head of a Markdown table of `fairness_row`."""
    cells = " | ".join(f"{pair}, both sides" for pair in pairs)
    return f"| scenario | {cells} | decisions, {pairs[-1]} |\n|---|{'---|' * (len(pairs) + 1)}"


def fairness_row(found: Fairness) -> str:
    """Return the Pilots' wins as a row of a Markdown table."""
    wins = " | ".join(interval.percent() for interval in found.wins)
    return f"| `{found.scenario}` | {wins} | {found.lengths[-1]:.0f} |"
