"""Equal rows of a rollout, so that a net processes each only once."""

from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import Flags, Floats, Singles, entry
from throwdown.training.opponents import Rows


class Groups(NamedTuple):
    """Rows sorted into groups.

    Attributes:
        first: int64 (g,); a row of every group.
        of: int64 (n,); the group of every row.
    """

    first: Rows
    of: Rows

    def __len__(self) -> int:
        return len(self.first)

    def gather(self, values: Singles, counts: Flags | None = None) -> tuple[Singles, Floats]:
        """Return every group's mean of the values of its rows, float32 (g,), and the number of these, float64 (g,).

        Args:
            values: float32 (n,).
            counts: bool (n,); the rows that count, all by default.
        """
        one = np.ones(len(values)) if counts is None else counts.astype(np.float64)
        sizes = np.bincount(self.of, one, len(self.first)).astype(np.float64)
        means = np.bincount(self.of, values * one, len(self.first)) / np.maximum(sizes, 1.0)
        return means.astype(np.float32), sizes


@entry
def fingerprint(rows: Any, factors: Any, out: Any) -> None:
    """Add to ``out`` a hash of every row: the sum of its numbers times random factors."""
    for i in range(rows.shape[0]):
        total = np.int64(0)
        for j in range(rows.shape[1]):
            total += rows[i, j] * factors[j]
        out[i] += total


def merge(*columns: np.ndarray) -> Groups:
    """Return the groups of equal rows; two different rows are treated as equal with probability 2**-57.

    Args:
        columns: integers, each of shape (n,) or (n, k); rows are equal if all columns are.
    """
    rng = np.random.default_rng(0x6D)
    hashes = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        if column.size:
            rows = column.reshape(len(column), -1)
            fingerprint(rows, rng.integers(-(1 << 63), (1 << 63) - 1, rows.shape[1]) | 1, hashes)
    _, first, of = np.unique(hashes, return_index=True, return_inverse=True)
    return Groups(first, of)


def apart(n: int) -> Groups:
    """Return groups of one row each."""
    return Groups(np.arange(n), np.arange(n))
