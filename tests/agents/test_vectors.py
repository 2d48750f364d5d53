"""Vector instructions do what NumPy does."""

import numpy as np
import pytest

from throwdown.agents.vectors import list_changes


@pytest.mark.parametrize("share", [0.0, 0.1, 1.0])
@pytest.mark.parametrize("width", [1, 63, 64, 65, 127, 128, 200])
def test_where_rows_differ_is_listed_in_order(width: int, share: float) -> None:
    """In rows of whole blocks and of less; entries before stay."""
    rng = np.random.default_rng(width)
    row = rng.integers(-128, 128, width, np.int8)
    other = np.where(rng.random(width) < share, row ^ -128, row)
    where = np.full(width + 2, 7, np.int32)
    n = list_changes(row, other, where, 1)
    assert where[0] == 7 and where[1:n].tolist() == np.flatnonzero(row != other).tolist()
