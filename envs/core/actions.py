"""The action layout: named ranges, their ids and labels, and the table printed in the docs.

A legal set is a row of 64-bit words, one per *page*; a page is one range or several short ones, at most 63 actions
wide. Rules fill words, by `allow` and `allow_each`; bytes are written only when somebody asks for a mask.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import index
from typing import Any, Self

import numpy as np

from throwdown.envs.core.cards import CardKit
from throwdown.envs.core.cardset import nth_bit, popcount
from throwdown.envs.core.enums import Named
from throwdown.envs.core.errors import IllegalAction, did_you_mean
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel

WIDEST = 63
"""Actions of a page."""


@dataclass(frozen=True)
class Range:
    """Actions that belong together.

    Attributes:
        name: what the range is called.
        labels: the text of every action.
        meaning: what they do.
        aliases: other texts by which actions are read, and the labels they stand for.
        first: the id of the first action, if the range begins a class of `Actions`; any other follows the one before.
    """

    name: str
    labels: tuple[str, ...]
    meaning: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    first: int = 0


def card_range(verb: str, kit: CardKit, meaning: str) -> Range:
    """Return the range of an action with one of a kit's cards: ``verb 2C`` … ``verb AS``."""
    aliases = {f"{verb} {text}": f"{verb} {name}" for text, name in kit.aliases.items()}
    return Range(verb, tuple(f"{verb} {name}" for name in kit.names), meaning, aliases)


def single(label: str, meaning: str) -> Range:
    """Return a range of one action."""
    return Range(label, (label,), meaning)


class Actions(Named):
    """A game's actions, a range a line; a member is the id of its first action.

    ``FOLD = single("fold", tr("give the pot up"))``. Ids, labels, pages and docs follow from the lines, in their order.

    Attributes:
        range: the range.
    """

    range: Range

    def __new__(cls, given: Range) -> Self:
        """Number a range."""
        before = list(cls)[-1:]
        id = before[0] + len(before[0].range.labels) if before else given.first
        member = int.__new__(cls, id)
        member._value_, member.range = id, given
        return member

    @property
    def label(self) -> str:
        """The name of the range."""
        return self.range.name


def as_action(given: Any, n: int) -> int | None:
    """Return the number of one of ``n`` actions.

    Args:
        given: an integer of Python or NumPy, or an array or tensor that holds a single one.
        n: the number of actions.

    Returns:
        None for anything else: truth values, fractions, texts, and numbers that are not in [0, n).
    """
    try:
        number = index(given)
    except TypeError:
        return None
    is_truth = isinstance(given, bool) or str(getattr(given, "dtype", "")).endswith("bool")
    return number if 0 <= number < n and not is_truth else None


class ActionLayout:
    """Ids for pages of ranges.

    Attributes:
        starts: int64, shape (pages + 1,); the first id of every page, then the number of actions.
        n: the number of actions.
        labels: the text of every id.
    """

    def __init__(self, *actions: type[Actions] | Sequence[Sequence[Range]]) -> None:
        """Lay out ranges.

        Args:
            *actions: classes of actions, of which each begins where the one before ends; or pages.

        Raises:
            ValueError: a range or page is wider than a word, or a class begins elsewhere.
        """
        self.pages = tuple(chain.from_iterable(_pages(given) for given in actions))
        starts: list[int] = [0]
        labels: list[str] = []
        self._first: dict[str, int] = {}
        for page in self.pages:
            for r in page:
                self._first[r.name] = len(labels)
                labels.extend(r.labels)
            if len(labels) - starts[-1] > WIDEST:
                raise ValueError(f"a page holds at most {WIDEST} actions")
            starts.append(len(labels))
        self.starts = np.array(starts, np.int64)
        self.labels = tuple(labels)
        self.n = len(labels)
        for act in chain.from_iterable(given for given in actions if isinstance(given, type)):
            if act != self._first[act.label]:
                raise ValueError(
                    f"{act!r} is action {self._first[act.label]} of the layout; its class begins elsewhere."
                )
        self._ids = {label.lower(): i for i, label in enumerate(labels)}
        for r in (r for page in self.pages for r in page):
            self._ids |= {text.lower(): self._ids[label.lower()] for text, label in r.aliases.items()}

    def first(self, name: str) -> int:
        """Return the first id of a range."""
        return self._first[name]

    def bit(self, name: str) -> int:
        """Return the first id of a range, counted from the start of its page."""
        i = self._first[name]
        return i - int(self.starts[np.searchsorted(self.starts, i, side="right") - 1])

    def parse(self, text: str) -> int:
        """Return the id of an action's text.

        Raises:
            IllegalAction: the text names no action of this game.
        """
        word = " ".join(text.strip().lower().split())
        if word not in self._ids:
            raise IllegalAction(f"'{text}' is not an action of this game{did_you_mean(word, self._ids)}.")
        return self._ids[word]

    def table(self) -> str:
        """Return the layout as a Markdown table."""
        rows = ["| ids | action | meaning |", "|---|---|---|"]
        for page in self.pages:
            for r in page:
                i, n = self._first[r.name], len(r.labels)
                ids = str(i) if n == 1 else f"{i}–{i + n - 1}"
                text = f"`{r.labels[0]}`" if n == 1 else f"`{r.labels[0]}` … `{r.labels[-1]}`"
                rows.append(f"| {ids} | {text} | {r.meaning} |")
        return "\n".join(rows)


def _pages(given: type[Actions] | Sequence[Sequence[Range]]) -> list[tuple[Range, ...]]:
    """Return pages, of a class of actions as few as its order allows."""
    if not isinstance(given, type):
        return [tuple(page) for page in given]
    pages: list[tuple[Range, ...]] = []
    room = 0
    for act in given:
        n = len(act.range.labels)
        if n > room:
            pages.append(())
            room = WIDEST
        pages[-1] += (act.range,)
        room -= n
    return pages


@kernel
def allow(out: Out, action: int) -> None:
    """Put an action into the legal set."""
    w = out.page[action]
    out.words[w] |= 1 << (action - out.starts[w])


@kernel
def allow_each(out: Out, first: int, word: int) -> None:
    """Put the k-th action of the range that begins at ``first`` into the legal set, for every bit k of a word."""
    w = out.page[first]
    out.words[w] |= word << (first - out.starts[w])


@kernel
def is_member(out: Out, action: int) -> bool:
    """Return whether ``action`` is in the legal set ``out.words``."""
    if action < 0 or action >= out.starts[out.pages]:
        return False
    w = out.page[action]
    return bool((out.words[w] >> (action - out.starts[w])) & 1 != 0)


@kernel
def count_members(out: Out) -> int:
    """Return the number of actions in the legal set ``out.words``."""
    n = 0
    for w in range(out.pages):
        n += popcount(out.words[w])
    return n


@kernel
def nth_member(out: Out, k: int) -> int:
    """Return the id of the k-th action in the legal set ``out.words``, which has as many."""
    page, before, skipped = 0, 0, 0
    for w in range(out.pages):
        if before <= k:  # numbers are chosen, not ways to go: which page it is cannot be foreseen
            page, skipped = w, before
        before += popcount(out.words[w])
    return int(out.starts[page] + nth_bit(out.words[page], k - skipped))
