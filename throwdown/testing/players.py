"""Whether a game's own heuristic plays it, and better than chance."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from throwdown.agents import Agent, RandomAgent, load
from throwdown.envs.core.kit import Setup, ThrowdownError
from throwdown.evaluation.match import play

DEALS = 200
SIGMAS = 4
"""By so many standard errors a heuristic loses to chance before that is called a fault."""


def outplayed(setup: Setup, seed: int) -> Iterator[str]:
    """See that the heuristic, in each side's place against random play, does no worse than random play itself."""
    sides = tuple(setup.teams)
    try:
        chance: dict[str, Agent] = dict.fromkeys(sides, RandomAgent())
        before = play(setup, chance, DEALS, seed)
        gains = [
            play(setup, {**chance, side: load("heuristic", setup)}, DEALS, seed).of(side) - before.of(side)
            for side in sides
        ]
    except ThrowdownError as error:
        yield f"scenario '{setup.scenario}': {error}"
        return
    gain = np.mean(gains, axis=0)
    if gain.mean() < -SIGMAS * gain.std() / np.sqrt(DEALS):
        yield (
            f"scenario '{setup.scenario}': the heuristic gets {-gain.mean():.2f} less than random play in its place: "
            "do the returns go to the seats that win them?"
        )
