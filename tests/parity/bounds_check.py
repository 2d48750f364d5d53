"""Play random games of every game and scenario with every array index checked, and print how many ended.

Compiled code checks no index by itself. `make boundscheck` and continuous integration run this; it is no test of the
suite, for all rules are compiled a second time.
"""

from __future__ import annotations

import numba
import numpy as np

from tests.support import CASES, setup_of, widest
from throwdown.envs.core.batch import Batch

GAMES_EACH = 300


def main() -> None:
    assert numba.config.BOUNDSCHECK, "set NUMBA_BOUNDSCHECK=1, and NUMBA_CACHE_DIR to a folder of its own"
    for id, scenario in CASES:
        batch, ended = Batch(setup_of(id, scenario, **widest(id)), 50, seed=1), 0
        batch.reset()
        while ended < GAMES_EACH:
            step = batch.step(batch.random_actions(1 / 8))
            assert not step.errors.any()
            ended += int(np.count_nonzero(step.done))
        print(id, scenario, ended)


if __name__ == "__main__":
    main()
