"""Play every game and scenario with every array index checked: random games, and positions varied at random.

It prints how many games ended, and how many positions were taken and refused. Compiled code checks no index by itself.
`make boundscheck` and continuous integration run this; it is no test of the suite, for all rules are compiled a second
time.
"""

from __future__ import annotations

import os
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from typing import Any

import numba
import numpy as np

from tests.fuzz.played import Run
from tests.support import CASES, setup_of, widest
from throwdown.envs.core.batch import Batch
from throwdown.envs.registry import games

GAMES_EACH, POSITIONS_EACH = 300, 40


def play(cases: list[tuple[str, Any]]) -> None:
    """Play the scenarios of a game."""
    for id, scenario in cases:
        batch, ended = Batch(setup_of(id, scenario, **widest(id)), 50, seed=1), 0
        batch.reset()
        while ended < GAMES_EACH:
            step = batch.step(batch.random_actions(1 / 8))
            assert not step.errors.any()
            ended += int(np.count_nonzero(step.done))
        run = Run(id, scenario, seed=1)
        if games()[id].positions is not None:
            run.play(POSITIONS_EACH)
        print(id, scenario if isinstance(scenario, str) else "older", ended, dict(run.told), flush=True)
        assert not run.wrong, run.wrong


def main() -> None:
    """Play all games, each in one process, which compiles its rules."""
    assert numba.config.BOUNDSCHECK, "set NUMBA_BOUNDSCHECK=1, and NUMBA_CACHE_DIR to a folder of its own"
    of_games = [list(cases) for _, cases in groupby(CASES, key=lambda case: case[0])]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(play, of_games))


if __name__ == "__main__":
    main()
