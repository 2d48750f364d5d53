"""Legal sets as bytes, and drawn from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from throwdown.envs.core.actions import allow, count_members, is_member, nth_member
from throwdown.envs.core.batch import write_mask
from throwdown.envs.core.events import Out, make_out
from throwdown.envs.core.records import row


@pytest.mark.parametrize("n", [1, 4, 63, 64, 65, 127, 128, 129, 231, 256])
@given(data=st.data())
def test_masks_are_the_legal_set(n: int, data: st.DataObject) -> None:
    outs = make_out(n)
    out: Out = row(outs)
    members = sorted(data.draw(st.sets(st.integers(0, n - 1))))
    for a in members:
        allow(out, a)
    mask = np.full(n + 2, 7, np.int8)
    write_mask(mask[1:-1], outs[0])
    assert np.flatnonzero(mask[1:-1]).tolist() == members and mask.max(initial=0) == 7
    assert (mask[0], mask[-1]) == (7, 7) and set(mask[1:-1].tolist()) <= {0, 1}
    assert count_members(outs[0]) == len(members)
    assert [nth_member(outs[0], k) for k in range(len(members))] == members
    assert [a for a in range(-1, n + 1) if is_member(outs[0], a)] == members
