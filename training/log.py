"""The decisions of games while they are played: of every one only what differs from the one before.

A row of some thousand numbers differs in about twenty from the last one of the same part in the same game, so that
whole rows are written only once, in their final order.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from throwdown.agents.net import fast_kernel
from throwdown.agents.vectors import list_changes
from throwdown.envs.core.kit import Bytes, Singles, entry
from throwdown.training.opponents import Rows


class Log:
    """Decisions in the order of play; a row is its observations, those of the other seats, and its mask.

    Args:
        games: the number of games.
        parts: that of the parts of the setup.
        widths: the numbers of columns of the three.
    """

    def __init__(self, games: int, parts: int, widths: Sequence[int]) -> None:
        self.widths, self.parts = widths, parts
        self.last = np.zeros((games * parts, sum(widths)), np.int8)
        self.where, self.what = np.empty(0, np.int32), np.empty(0, np.int8)  # columns, and their new numbers
        self.n = 0  # entries in these
        self.ends = [np.zeros(1, np.int64)]  # of every decision's entries
        self.columns: list[tuple[Rows, Rows, Rows, Rows, Singles]] = []

    def add(
        self,
        columns: tuple[Rows, Rows, Rows, Rows, Singles],
        observations: Bytes,
        others: Bytes,
        masks: Bytes,
    ) -> None:
        """Add m decisions in different games.

        Args:
            columns: int64 (m,) each, the games, parts, learners and actions, and float32 (m,), the log-probabilities.
            observations: int8 (games, width).
            others: int8 (m, k * width).
            masks: int8 (games, actions).
        """
        games, parts, *_ = columns
        self._reserve(self.n + len(games) * self.last.shape[1])
        places, ends = games * self.parts + parts, np.empty(len(games), np.int64)
        self.n = write_changes(
            observations, others, masks, games, places, self.last, self.where, self.what, self.n, ends
        )
        self.ends.append(ends)
        self.columns.append(columns)

    def _reserve(self, most: int) -> None:
        """Make room for so many entries; memory that is not written to costs nothing."""
        if most > len(self.where):
            where, what = np.empty(2 * most, np.int32), np.empty(2 * most, np.int8)
            where[: self.n], what[: self.n] = self.where[: self.n], self.what[: self.n]
            self.where, self.what = where, what

    def rows(self, order: Rows, is_first: Any) -> list[Bytes]:
        """Return observations, those of other seats and masks.

        Args:
            order: int64 (n,); decisions by number, those of a part in a game together and in the order of play.
            is_first: bool (n,); whether they are the first of these.
        """
        out = [np.empty((len(order), width), np.int8) for width in self.widths]
        row = np.zeros(self.last.shape[1], np.int8)
        read_changes(self.where, self.what, np.concatenate(self.ends), order, is_first, row, *out)
        return out


@fast_kernel
def write_part(row: Any, last: Any, first: int, where: Any, what: Any, n: int) -> int:
    """Append where a part of a row, whose columns begin at ``first``, differs from the last one, and remember it."""
    end = list_changes(row, last[first : first + row.shape[0]], where, n)
    for k in range(n, end):
        number = row[where[k]]
        where[k] += first
        what[k] = last[where[k]] = number
    return end


@entry
def write_changes(
    observations: Any,
    others: Any,
    masks: Any,
    games: Any,
    places: Any,
    last: Any,
    where: Any,
    what: Any,
    n: int,
    ends: Any,
) -> int:
    """Append to ``n`` entries what changes in decisions, whose rows in ``last`` are ``places``; return their number."""
    a, b = observations.shape[1], observations.shape[1] + others.shape[1]
    for k in range(games.shape[0]):
        row = last[places[k]]
        n = write_part(observations[games[k]], row, 0, where, what, n)
        n = write_part(others[k], row, a, where, what, n)
        n = write_part(masks[games[k]], row, b, where, what, n)
        ends[k] = n
    return n


@fast_kernel
def copy_part(row: Any, first: int, out: Any) -> None:
    """Copy the columns from ``first``."""
    for j in range(out.shape[0]):
        out[j] = row[first + j]


@entry
def read_changes(
    where: Any,
    what: Any,
    ends: Any,
    order: Any,
    is_first: Any,
    row: Any,
    observations: Any,
    others: Any,
    masks: Any,
) -> None:
    """Write whole rows of decisions in the given order; ``row`` is working memory."""
    a, b = observations.shape[1], observations.shape[1] + others.shape[1]
    for k in range(order.shape[0]):
        if is_first[k]:
            for j in range(row.shape[0]):
                row[j] = 0
        for e in range(ends[order[k]], ends[order[k] + 1]):
            row[where[e]] = what[e]
        copy_part(row, 0, observations[k])
        copy_part(row, a, others[k])
        copy_part(row, b, masks[k])
