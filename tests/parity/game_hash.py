"""Play fixed games and print a hash of all that they show; run as a program, compiled or not."""

from __future__ import annotations

import hashlib
import sys

import numpy as np

from tests.support import CASES, choose, content, pick_rows, setup_of, widest
from throwdown.envs.core.batch import Batch
from throwdown.envs.tables.table import Table

ROWS, STEPS = 3, 70


def hash_batches(id: str, scenario: str) -> str:
    """Return the hash of a batch that plays on by autoreset, with redeals and other seats' observations."""
    digest = hashlib.sha256()
    rng = np.random.default_rng(5)
    batch = Batch(setup_of(id, scenario, **widest(id)), ROWS, seed=11)
    step = batch.reset()
    for ply in range(STEPS):
        for array in (*step, batch.random_actions(0.25)):
            digest.update(np.ascontiguousarray(array).tobytes())
        viewers = np.arange(ROWS) % len(batch.setup.seats)
        digest.update(batch.observe(np.arange(ROWS), viewers).tobytes())
        if ply % 10 == 9:
            digest.update(redeal(batch, ply))
        step = batch.step(pick_rows(step.masks, rng, step.seats))
        assert not step.errors.any()
    return digest.hexdigest()


def redeal(batch: Batch, ply: int) -> bytes:
    from throwdown.envs.core.batch import redeal_games

    states = batch.game.allocate(ROWS)
    states[:] = batch.states
    redeal_games(states, np.zeros(ROWS, np.int64), np.full(ROWS, ply, np.int64), batch.setup.make_out())
    return content(states)


def hash_tables(id: str, scenario: str, seeds: range) -> str:
    """Return the hash of single games: masks, observations, events and returns."""
    digest = hashlib.sha256()
    for seed in seeds:
        table = Table.deal(id, seed, scenario)
        ply = 0
        while not table.over:
            digest.update(table.mask().tobytes())
            digest.update(table.observe().tobytes())
            table.play(choose(table.game, table.legal_ids(), seed, ply))
            ply += 1
        digest.update(f"{table.check} {table.events} {sorted(table.returns().items())}".encode())
    return digest.hexdigest()


def main() -> None:
    for id, scenario in CASES:
        print(id, scenario, hash_batches(id, scenario), hash_tables(id, scenario, range(2)))


if __name__ == "__main__":
    sys.exit(main())
