"""How long a new process takes: with nothing compiled yet, and with the cache in place."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

SCRIPT = """
import numpy as np
import throwdown
batch = throwdown.Batch("throwdown-v0", 64)
batch.reset()
batch.step(batch.random_actions())
"""


def start_seconds(cache: str) -> float:
    """Return the wall time of a process that deals, steps and observes 64 games."""
    env = {**os.environ, "NUMBA_CACHE_DIR": cache}
    begin = time.perf_counter()
    subprocess.run([sys.executable, "-c", SCRIPT], env=env, check=True, capture_output=True)
    return time.perf_counter() - begin


def measure_start() -> dict[str, float]:
    """Return the seconds of a first start, and the best of three cached ones."""
    with tempfile.TemporaryDirectory() as cache:
        first = start_seconds(cache)
        return {"first_start": first, "cached_start": min(start_seconds(cache) for _ in range(3))}
