"""Vector instructions do what NumPy does."""

import numpy as np
import pytest
from numba import njit

from throwdown.agents.vectors import list_changes, spread_rows, sum_rows


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


@pytest.mark.parametrize("units", [5, 16, 48, 64, 150])
def test_rows_are_visited_as_in_numpy(units: int) -> None:
    """Widths of whole blocks and of less; what is beside them is left alone."""
    rng = np.random.default_rng(units)
    matrix, vector = (
        rng.normal(size=(9, units)).astype(np.float32),
        rng.normal(size=units + 1).astype(np.float32),
    )
    where, what = np.array([7, 7, 0, 3, 8], np.int32), rng.normal(size=5).astype(np.float32)
    before, sums = matrix.copy(), vector.copy()
    sums[:-1] += what[1:4] @ before[where[1:4]]
    njit(lambda *arguments: sum_rows(*arguments, 1, 4))(vector[:-1], matrix, where, what)
    assert vector == pytest.approx(sums, abs=1e-5) and vector[-1] == sums[-1] and (matrix == before).all()
    njit(lambda *arguments: spread_rows(*arguments, 1, 4))(vector[:-1], matrix, where, what)
    before[where[1:4]] += what[1:4, None] * vector[:-1]
    assert matrix == pytest.approx(before, abs=1e-5) and (vector[-1], matrix[8, 0]) == (
        sums[-1],
        before[8, 0],
    )
