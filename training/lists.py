"""The lists of the fast learner, made from what changes from decision to decision: rows are never written to memory.

One row is kept instead, of only the columns that ever occur.
"""

from typing import Any, NamedTuple

import numpy as np

from throwdown.agents.net import RUN, Numbers
from throwdown.agents.vectors import list_changes
from throwdown.envs.core.kit import Bytes, Flags, Ints, Singles
from throwdown.training.kernels import ALL, OWN, LegalLists, Lists, clear, fast_entry
from throwdown.training.log import Changes

SEEN = 33
"""Rows whose median is the reference row."""
f32 = np.float32


class Frame(NamedTuple):
    """What lists are made from; a *slot* is a column of the row that is kept, first the inputs, then the actions.

    Attributes:
        changes: the rows of n decisions.
        begins: bool (n,); the first decisions of games.
        slots: int32 (columns,); the slot of every column.
        own: the number of inputs that the actor reads; they come first.
        base: int8 (slots,); the reference row, whose actions are 0.
        scale: float32 (inputs,); factors of the inputs.
    """

    changes: Changes
    begins: Flags
    slots: Numbers
    own: int
    base: Bytes
    scale: Singles


def list_decisions(
    changes: Changes, last: Flags, inputs: Ints, actions: Ints, scale: Singles
) -> tuple[Lists, Lists, LegalLists]:
    """Return the lists of decisions.

    Args:
        changes: their rows.
        last: bool (n,); the last decisions of games.
        inputs: int64; the nets' inputs, ascending, with all that occur.
        actions: int64; their actions, likewise.
        scale: float32; the factors of these inputs.

    Returns:
        The inputs of every row against the reference row, whose own entries come last; those of every row against the
        row before; and the legal actions of every row.
    """
    n, width = len(last), sum(changes.widths[:2])
    columns = np.append(inputs, width + actions)
    slots = np.zeros(sum(changes.widths), np.int32)
    slots[columns] = np.arange(len(columns))
    begins, own = np.append(True, last[:-1])[:n], int(np.searchsorted(inputs, changes.widths[0]))
    base = middle_row(changes, begins)[columns]
    base[len(inputs) :] = 0
    frame, row = Frame(changes, begins, slots, own, base, scale), np.zeros(len(base), np.int8)
    steps = make_lists(len(changes.where), n)
    seen = np.flatnonzero(base)
    found, options = write_steps(frame, len(seen), row, steps)
    end = found + len(seen)
    lists = make_lists(end + 1, n + 1)  # `list_changes` needs room for one more
    legal = LegalLists(np.empty(options + 1, np.int32), np.zeros(n + 1, np.int64))
    write_lists(frame, row, lists, legal)
    lists.where[found:end], lists.what[found:end] = seen, base[seen] * scale[seen]
    lists.ends[n] = found, found + np.searchsorted(seen, own), end
    return lists, steps, LegalLists(legal.where[:options], legal.ends)


def make_lists(entries: int, rows: int) -> Lists:
    """Return lists to be filled."""
    return Lists(np.empty(entries, np.int32), np.empty(entries, np.float32), np.empty((rows, 3), np.int64))


def middle_row(changes: Changes, begins: Flags) -> Bytes:
    """Return the median of `SEEN` rows, column by column: int8 (columns,); 0 without rows."""
    n = len(begins)
    rows = np.zeros((SEEN, sum(changes.widths)), np.int8)
    starts = np.maximum.accumulate(np.where(begins, np.arange(n), 0))
    for row, k in zip(rows, np.linspace(0, n - 1, SEEN).astype(np.int64) if n > 0 else ()):
        some = slice(changes.ends[starts[k]], changes.ends[k + 1])
        row[changes.where[some]] = changes.what[some]  # of several numbers of a column the last one stays
    middle: Bytes = np.sort(rows, axis=0)[SEEN // 2]
    return middle


@fast_entry
def write_steps(f: Any, first: int, row: Any, steps: Any) -> tuple[int, int]:
    """Fill the lists against the rows before; return the numbers of entries of the other ones.

    Args:
        f: what they are made from.
        first: the number of entries of a row that is 0.
        row: int8 (slots,); working memory.
        steps: the lists.
    """
    n = found = options = differing = legal = 0
    inputs = f.scale.shape[0]
    for r in range(f.begins.shape[0]):
        if f.begins[r]:
            clear(row)
            differing, legal = first, 0
        start = own = n
        for e in range(f.changes.ends[r], f.changes.ends[r + 1]):
            c, now = f.slots[f.changes.where[e]], f.changes.what[e]
            more = int(now != f.base[c]) - int(row[c] != f.base[c])
            if c < inputs:
                differing += more
                steps.where[n], steps.what[n] = c, (f32(now) - f32(row[c])) * f.scale[c]
                n += 1
                own += c < f.own
            else:
                legal += more
            row[c] = now
        found += differing
        options += legal
        steps.ends[r, 0], steps.ends[r, OWN], steps.ends[r, ALL] = start, own, n
        if f.begins[r] or r % RUN == 0:
            steps.ends[r, 0], n = -1, start
    return found, options


@fast_entry
def write_lists(f: Any, row: Any, lists: Any, legal: Any) -> None:
    """Fill the lists against the reference row and those of the legal actions.

    Args:
        f: what they are made from.
        row: int8 (slots,); working memory.
        lists: the lists.
        legal: the lists of actions.
    """
    n = m = 0
    inputs = f.scale.shape[0]
    for r in range(f.begins.shape[0]):
        if f.begins[r]:
            clear(row)
        for e in range(f.changes.ends[r], f.changes.ends[r + 1]):
            row[f.slots[f.changes.where[e]]] = f.changes.what[e]
        start = own = n
        n = list_changes(row[:inputs], f.base[:inputs], lists.where, start)
        for k in range(start, n):
            c = lists.where[k]
            lists.what[k] = (f32(row[c]) - f32(f.base[c])) * f.scale[c]
            own += c < f.own
        lists.ends[r, 0], lists.ends[r, OWN], lists.ends[r, ALL] = start, own, n
        m = list_changes(row[inputs:], f.base[inputs:], legal.where, m)
        legal.ends[r + 1] = m
