"""Legal sets as bytes, and drawn from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from throwdown.envs.core.actions import count_members, is_member, nth_member
from throwdown.envs.core.batch import write_mask
from throwdown.envs.core.events import Out, make_out
from throwdown.envs.core.records import row

PAGES = [
    [1],
    [4],
    [63],
    [20, 43],
    [63, 1],
    [63, 63],
    [39, 52, 52, 36, 52],
    [1, 1, 1, 63],
    [63, 1, 1, 1, 30, 1],
]


@pytest.mark.parametrize("pages", PAGES, ids=str)
@given(data=st.data())
def test_masks_are_the_legal_set(pages: list[int], data: st.DataObject) -> None:
    starts = np.array([0, *np.cumsum(pages)], np.int64)
    outs = make_out(starts)
    out: Out = row(outs)
    n = int(starts[-1])
    members = sorted(data.draw(st.sets(st.integers(0, n - 1))))
    for a in members:
        page = int(np.searchsorted(starts, a, side="right")) - 1
        out.words[page] |= 1 << (a - int(starts[page]))
    mask = np.full(n + 2, 7, np.int8)
    write_mask(mask[1:-1], outs[0])
    assert np.flatnonzero(mask[1:-1]).tolist() == members and mask.max(initial=0) == 7
    assert (mask[0], mask[-1]) == (7, 7) and set(mask[1:-1].tolist()) <= {0, 1}
    assert count_members(outs[0]) == len(members)
    assert [nth_member(outs[0], k) for k in range(len(members))] == members
    assert [a for a in range(-1, n + 1) if is_member(outs[0], a)] == members
