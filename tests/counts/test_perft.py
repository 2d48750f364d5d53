"""How many decision nodes a tiny game has, by depth: a change of the rules or of chance shows here first.

Print new numbers with ``python -m tests.counts.test_perft`` from the root of the checkout, and explain the difference.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import GAMES, setup_of
from throwdown.envs.core.batch import apply_games, look_into, reset_games
from throwdown.envs.core.events import words_of
from throwdown.envs.registry import games

DEPTHS = {"throwdown-v0": 8, "gambit-v0": 6, "challenge-v0": 6, "skirmish-v0": 6}
SMALL = {id: "small" for id in GAMES if "small" in games()[id].scenarios} | {
    "challenge-v0": "duel",
    "skirmish-v0": "tutorial",
}
"""What is counted of each game: its smallest scenario, or one in which cards are drawn early."""
SEEDS = (1, 2, 3)
PINNED: dict[tuple[str, int], list[int]] = {
    ("challenge-v0", 1): [12, 66, 322, 1431, 5415, 17499],
    ("challenge-v0", 2): [12, 66, 322, 1431, 5415, 17499],
    ("challenge-v0", 3): [12, 66, 322, 1431, 5415, 17727],
    ("gambit-v0", 1): [2, 3, 12, 28, 36, 40],
    ("gambit-v0", 2): [2, 4, 16, 36, 46, 50],
    ("gambit-v0", 3): [2, 4, 16, 32, 32, 0],
    ("pile-v0", 1): [2, 2, 5, 12, 20, 39],
    ("pile-v0", 2): [2, 3, 9, 26, 64, 145],
    ("pile-v0", 3): [2, 3, 8, 19, 39, 79],
    ("session-v0", 1): [3, 10, 30, 104, 329, 1109],
    ("session-v0", 2): [6, 16, 56, 207, 779, 2569],
    ("session-v0", 3): [6, 16, 56, 222, 823, 2717],
    ("skirmish-v0", 1): [2, 4, 16, 48, 152, 448],
    ("skirmish-v0", 2): [2, 4, 16, 48, 156, 588],
    ("skirmish-v0", 3): [2, 4, 16, 48, 152, 608],
    ("throwdown-v0", 1): [2, 8, 22, 80, 234, 597, 1587, 4069],
    ("throwdown-v0", 2): [3, 12, 39, 146, 419, 1027, 2408, 5070],
    ("throwdown-v0", 3): [3, 12, 43, 168, 544, 1480, 3732, 8430],
}


def count(id: str, scenario: str, seed: int, depth: int) -> list[int]:
    """Return the number of nodes, finished ones included, at depth 1, 2, …; chance follows from the seed."""
    setup = setup_of(id, scenario)
    out = setup.make_out()
    states = setup.game.allocate(1)
    states[:] = setup.template[0]
    reset_games(states, np.array([seed], np.int64), np.ones(1, np.bool_), out)
    found = []
    for _ in range(depth):
        n = len(states)
        masks = np.zeros((n, setup.game.actions.n), np.int8)
        words = np.zeros((n, words_of(setup.game.actions.n)), np.int64)
        rows, seats = np.empty((n, setup.width), np.int8), np.empty(n, np.int64)
        look_into(states, np.arange(n), words, masks, rows, seats, out)
        masks[seats < 0] = 0
        parents, actions = np.nonzero(masks)
        children = setup.game.allocate(len(parents))
        children[:] = states[parents]
        errors = np.zeros(len(parents), np.bool_)
        apply_games(children, np.arange(len(parents)), actions, errors, out)
        assert not errors.any()
        states = children
        found.append(len(children))
        if not found[-1]:
            break
    return found


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("id", SMALL)
def test_nodes_of_small(id: str, seed: int) -> None:
    assert count(id, SMALL[id], seed, DEPTHS.get(id, 6)) == PINNED[id, seed]


if __name__ == "__main__":
    for _id in SMALL:
        for _seed in SEEDS:
            print(f"    ({_id!r}, {_seed}): {count(_id, SMALL[_id], _seed, DEPTHS.get(_id, 6))},")
