"""Games a second of matches between heuristics, every deal played in both assignments."""

from __future__ import annotations

import time

from throwdown.agents import load
from throwdown.envs.registry import make_setup
from throwdown.evaluation import duel

PAIRS = 20_000


def measure_matches(quick: bool) -> dict[str, float]:
    """Return how many duplicate pairs of games on `duel` heuristics play in a second."""
    setup = make_setup("throwdown-v0", "duel")
    agent, pairs = load("heuristic", setup), PAIRS // (10 if quick else 1)
    duel(setup, agent, agent, 10)
    begin = time.perf_counter()
    duel(setup, agent, agent, pairs, seed=1)
    return {"heuristic_pairs": pairs / (time.perf_counter() - begin)}


def match_rows(f: dict[str, float]) -> list[tuple[str, str, str]]:
    """Return the row of the table: what, the rate, and how long 20,000 pairs take."""
    rate = f["heuristic_pairs"]
    return [
        (
            "Duplicate pairs of heuristics on `duel`",
            f"{rate:,.0f} pairs/s",
            f"{PAIRS:,} in {PAIRS / rate:.1f} s",
        )
    ]
