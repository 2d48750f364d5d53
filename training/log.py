"""The decisions of games while they are played: of every one only what differs from the one before.

A row of some thousand numbers differs in about twenty from the last one of the same part in the same game.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents.net import Numbers
from throwdown.agents.vectors import fast_kernel, list_changes
from throwdown.envs.core.kit import Bytes, Flags, Singles, entry
from throwdown.training.opponents import Rows


class Changes(NamedTuple):
    """The rows of n decisions: what differs in each from the row before, in the first of a game from zeros.

    A row holds the observation of the deciding seat, those of the other seats, and the mask.

    Attributes:
        widths: the numbers of columns of the three.
        where: int32 (entries,); the columns that differ, ascending in a row.
        what: int8 (entries,); their numbers.
        ends: int64 (n + 1,); where the entries of the rows begin, and where those of the last end.
    """

    widths: tuple[int, int, int]
    where: Numbers
    what: Bytes
    ends: Rows

    def columns(self) -> Flags:
        """Return which columns are not 0 throughout: bool (columns,)."""
        found: Flags = np.zeros(sum(self.widths), np.bool_)
        found[self.where[: self.ends[-1]]] = True  # every game begins with zeros: what never changes is 0
        return found

    def rows(self, last: Flags) -> list[Bytes]:
        """Return the whole rows of n decisions: observations, those of the other seats, and masks.

        Args:
            last: bool (n,); which are the last of a game.
        """
        out = [np.empty((len(last), width), np.int8) for width in self.widths]
        row = np.zeros(sum(self.widths), np.int8)
        read_changes(self.where, self.what, self.ends, last, row, *out)
        return out


def join_changes(parts: Sequence[Changes]) -> Changes:
    """Concatenate the rows of whole games."""
    where, what = np.concatenate([x.where for x in parts]), np.concatenate([x.what for x in parts])
    starts = np.cumsum([0, *(x.ends[-1] for x in parts)])
    ends = [x.ends[:-1] + start for x, start in zip(parts, starts)]
    return Changes(parts[0].widths, where, what, np.concatenate([*ends, starts[-1:]]))


class Log:
    """Decisions in the order of play.

    Args:
        games: the number of games.
        parts: that of the parts of the setup.
        widths: see `Changes`.
    """

    def __init__(self, games: int, parts: int, widths: tuple[int, int, int]) -> None:
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

    def changes(self, order: Rows) -> Changes:
        """Return the rows of decisions.

        Args:
            order: int64 (n,); decisions by number, those of a part in a game together and in the order of play.
        """
        ends = np.concatenate(self.ends)
        starts = np.append(0, np.cumsum(np.diff(ends)[order]))
        where, what = np.empty(starts[-1], np.int32), np.empty(starts[-1], np.int8)
        sort_changes(self.where, self.what, ends, order, where, what)
        return Changes(self.widths, where, what, starts)


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


@entry
def sort_changes(where: Any, what: Any, ends: Any, order: Any, to_where: Any, to_what: Any) -> None:
    """Copy the entries of decisions in the given order."""
    n = 0
    for k in order:
        for e in range(ends[k], ends[k + 1]):
            to_where[n], to_what[n] = where[e], what[e]
            n += 1


@fast_kernel
def copy_part(row: Any, first: int, out: Any) -> None:
    """Copy the columns from ``first``."""
    for j in range(out.shape[0]):
        out[j] = row[first + j]


@entry
def read_changes(
    where: Any, what: Any, ends: Any, last: Any, row: Any, observations: Any, others: Any, masks: Any
) -> None:
    """Write whole rows; ``row`` is working memory, 0 at first."""
    a, b = observations.shape[1], observations.shape[1] + others.shape[1]
    for k in range(last.shape[0]):
        for e in range(ends[k], ends[k + 1]):
            row[where[e]] = what[e]
        copy_part(row, 0, observations[k])
        copy_part(row, a, others[k])
        copy_part(row, b, masks[k])
        if last[k]:
            for j in range(row.shape[0]):
                row[j] = 0
