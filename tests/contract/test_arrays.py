"""What the public surface hands out are plain arrays, not the views by which rules read records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import GAMES
from throwdown import Table
from throwdown.envs import make_raw


def arrays(x: Any) -> Iterator[Any]:
    """Yield every array in what was handed out."""
    if isinstance(x, np.ndarray):
        yield x
    elif isinstance(x, dict):
        for value in x.values():
            yield from arrays(value)
    elif isinstance(x, tuple | list):
        for value in x:
            yield from arrays(value)


@pytest.mark.parametrize("id", GAMES)
def test_arrays_are_plain(id: str) -> None:
    raw = make_raw(id)
    raw.reset(seed=1)
    table, solo = Table.deal(id, 1), throwdown.make_solo(id)
    vector = throwdown.make_vec(id, num_envs=2)
    given = [
        [raw.observe(agent) for agent in raw.possible_agents],
        raw.last(),
        raw.state(),
        raw.action_space(raw.agent_selection).legal,
        [table.observe(seat) for seat in range(len(table.setup.seats))],
        table.mask(),
        solo.reset(seed=1),
        solo.action_masks(),
        vector.reset(seed=1),
    ]
    found = list(arrays(given))
    assert len(found) > 8 and {type(x) for x in found} == {np.ndarray}
