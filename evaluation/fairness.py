"""Whether a scenario is decided before it starts: how often the Pilots win it, for players of several strengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from throwdown.agents import load
from throwdown.agents.base import Agent
from throwdown.envs.core.game import Setup
from throwdown.evaluation.match import play
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
    trained: Callable[[Setup], Pair] | None = None,
    names: Sequence[str] = ("random", "heuristic"),
) -> Fairness:
    """Play a scenario with the same kind of player on both sides.

    Args:
        setup: the scenario; its reward must be ``win``.
        deals: games per pair.
        seed: of deals and choices.
        trained: makes a trained Coach and Pilot for the setup; none by default.
        names: agents by name.
    """
    pairs: dict[str, Pair] = {
        name: (load(name, setup, "coach"), load(name, setup, "pilot")) for name in names
    }
    if trained is not None:
        pairs["trained"] = trained(setup)
    results = [play(setup, *pair, deals=deals, seed=seed) for pair in pairs.values()]
    return Fairness(
        setup.scenario,
        tuple(pairs),
        tuple(result.win_rate() for result in results),
        tuple(float(np.median(result.lengths)) for result in results),
    )


def fairness_table(found: Sequence[Fairness]) -> str:
    """Return the Pilots' wins as a Markdown table."""
    pairs = found[0].pairs
    rows = [
        f"| scenario | {' | '.join(f'{pair}, both sides' for pair in pairs)} | decisions, {pairs[-1]} |",
        f"|---|{'---|' * (len(pairs) + 1)}",
    ]
    for x in found:
        wins = " | ".join(interval.percent() for interval in x.wins)
        rows.append(f"| `{x.scenario}` | {wins} | {x.lengths[-1]:.0f} |")
    return "\n".join(rows)
