"""Start-up time of a new process until the first step of a game: with nothing compiled, and with a warm cache."""

import os
import subprocess
import sys
from functools import partial
from tempfile import TemporaryDirectory

from throwdown.benchmarks.harness import Group, Job, Measure

SCRIPT = """
import numpy as np
import throwdown
env = throwdown.make("{game}")
env.reset(seed=1)
env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
batch = throwdown.Batch("{game}", 64)
batch.reset()
batch.step(batch.random_actions())
"""


class Starts:
    """Processes that deal, step and observe a game and a batch of 64; the first one fills the others' cache."""

    cache: TemporaryDirectory[str]

    def __init__(self, game: str) -> None:
        self.script = SCRIPT.format(game=game)

    def first(self) -> float:
        """Start with nothing compiled."""
        self.cache = TemporaryDirectory()
        return self.cached(1)

    def cached(self, times: int) -> float:
        """Start with the cache of the last first start."""
        env = {**os.environ, "NUMBA_CACHE_DIR": self.cache.name}
        for _ in range(times):
            subprocess.run([sys.executable, "-c", self.script], env=env, check=True, capture_output=True)
        return times


def start_group(is_quick: bool) -> Group:
    """Return the measures of a start."""
    starts = Starts("throwdown-v0")

    def first(name: str, what: str, starts: Starts) -> Measure:
        return Measure(
            name=name,
            what=f"{what} (compiles)",
            unit="s",
            setup=partial(Job, starts.first),
            at_most=1 if is_quick else 3,
            is_warmed=False,
            cost=60,
        )

    cached = Measure(
        name="cached_start",
        what="Cached start of a process",
        unit="s",
        setup=partial(Job, partial(starts.cached, 1 if is_quick else 3)),
        is_warmed=False,
        cost=3,
    )
    others = (
        first(f"first_start_{game}", f"First start of a process that plays {title}", Starts(f"{game}-v0"))
        for game, title in (("challenge", "Challenges"), ("skirmish", "Skirmish"), ("showdown", "Showdown"))
    )
    return first("first_start", "First start of a process", starts), cached, *others
