"""The actions of a game, declared one range per line; ids, labels and the table in the docs follow from them.

A legal set is a bit set: a row of 64-bit words. Rules fill it by `allow` and `allow_each`; a mask of bytes is written
only on request.
"""

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from operator import index
from typing import Any, Self

import numpy as np
from numba.extending import overload

from throwdown.envs.core.cards import NONE, CardKit
from throwdown.envs.core.cardset import ONE, nth_bit, popcount
from throwdown.envs.core.compiler import OPTIONS, KernelCompiler
from throwdown.envs.core.enums import Named
from throwdown.envs.core.errors import IllegalAction, did_you_mean
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel

WIDEST = 63
"""The maximum number of actions of a range."""


@dataclass(frozen=True)
class Range:
    """A range of related actions.

    Attributes:
        name: the name of the range.
        labels: the text of every action.
        meaning: the meaning of the actions.
        aliases: other texts accepted for actions, with the labels they stand for.
        first: the id of the first action, if the range begins a class of `Actions`; others follow the range before.
        title: an action's name for people, for the beginning of a sentence; empty: its label, quoted.
    """

    name: str
    labels: tuple[str, ...]
    meaning: str
    aliases: Mapping[str, str] = field(default_factory=dict)
    first: int = 0
    title: str = ""


def card_range(verb: str, kit: CardKit, meaning: str, first: int = 0) -> Range:
    """Return the range of an action with one of a kit's cards: ``verb 2C`` … ``verb AS``."""
    aliases = {f"{verb} {text}": f"{verb} {name}" for text, name in kit.aliases.items()}
    return Range(verb, tuple(f"{verb} {name}" for name in kit.names), meaning, aliases, first)


def single(label: str, meaning: str, title: str = "") -> Range:
    """Return a range of one action."""
    return Range(label, (label,), meaning, title=title)


class Actions(Named):
    """A game's actions, one range per line; a member is the id of its first action.

    ``FOLD = single("fold", tr("give the pot up"))``. Ids, labels and docs follow from the lines, in order.

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
    """Return an integer in [0, n) as an int.

    Args:
        given: a Python or NumPy integer, or an array or tensor with a single one.
        n: the number of actions.

    Returns:
        None for anything else: Booleans, fractions, texts, and numbers outside [0, n).
    """
    try:
        number = index(given)
    except TypeError:
        return None
    is_truth = isinstance(given, bool) or str(getattr(given, "dtype", "")).endswith("bool")
    return number if 0 <= number < n and not is_truth else None


class ActionLayout:
    """The ids and the labels of a game's actions.

    Attributes:
        acts: the members of all classes, by id.
        n: the number of actions.
        labels: the text of every id.
    """

    def __init__(self, *actions: type[Actions]) -> None:
        """Lay out classes of actions, each starting where the previous one ends.

        Raises:
            ValueError: a range is too wide, or a class begins elsewhere.
        """
        self.acts: tuple[Actions, ...] = tuple(chain.from_iterable(actions))
        labels: list[str] = []
        for act in self.acts:
            if act != len(labels):
                raise ValueError(
                    f"{act!r} is action {len(labels)} of the layout; its class begins elsewhere."
                )
            n = len(act.range.labels)
            if n > WIDEST:
                raise ValueError(f"{act!r} has {n} actions; a range holds at most {WIDEST}.")
            labels += act.range.labels
        self.labels = tuple(labels)
        self.n = len(labels)
        self._ids = {label.lower(): i for i, label in enumerate(labels)}
        for act in self.acts:
            self._ids |= {text.lower(): self._ids[label.lower()] for text, label in act.range.aliases.items()}

    def act_of(self, action: int) -> Actions:
        """Return the member of an action."""
        return self.acts[bisect_right(self.acts, action) - 1]

    def title(self, action: int) -> str:
        """Return an action's name for people, for the beginning of a sentence."""
        return self.act_of(action).range.title or f"'{self.labels[action]}'"

    def parse(self, text: str) -> int:
        """Return the id of an action given as text.

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
        for act in self.acts:
            labels = act.range.labels
            ids = f"{act:d}" if len(labels) == 1 else f"{act:d}–{act + len(labels) - 1}"
            text = f"`{labels[0]}`" if len(labels) == 1 else f"`{labels[0]}` … `{labels[-1]}`"
            rows.append(f"| {ids} | {text} | {act.range.meaning} |")
        return "\n".join(rows)


@cache
def _acts(act: type[Actions]) -> np.ndarray:
    """Return the member of every action of a class, from the first one on; int16."""
    return np.repeat(np.array(list(act), np.int16), [len(member.range.labels) for member in act])


def act_of(act: type[Actions], action: int) -> int:
    """Return the member of a class that contains an action; NONE if none does."""
    acts = _acts(act)
    k = action - acts[0]
    return int(acts[k]) if 0 <= k < len(acts) else NONE


@overload(act_of, strict=False, jit_options={"pipeline_class": KernelCompiler, **OPTIONS})
def _act_of(act: Any, action: Any) -> Any:
    acts = _acts(act.instance_class)
    first, n = int(acts[0]), len(acts)

    def compiled(act: Any, action: Any) -> Any:
        k = action - first
        return int(acts[k]) if 0 <= k < n else NONE

    return compiled


@kernel
def allow(out: Out, action: int) -> None:
    """Add an action to the legal set."""
    out.words[action >> 6] |= ONE << (action & 63)


@kernel
def allow_each(out: Out, first: int, word: int) -> None:
    """Add the k-th action from ``first`` on to the legal set, for every set bit k of a word."""
    w, k = first >> 6, first & 63
    out.words[w] |= np.int64(word) << k
    out.words[w + 1] |= (word >> 1 & ~(ONE << 63)) >> (63 - k)


@kernel
def is_member(out: Out, action: int) -> bool:
    """Return whether ``action`` is in the legal set ``out.words``."""
    return bool(0 <= action < out.action_n and (out.words[action >> 6] >> (action & 63)) & 1)


@kernel
def count_members(out: Out) -> int:
    """Return the number of actions in the legal set ``out.words``."""
    n = 0
    for w in range(out.word_n):
        n += popcount(out.words[w])
    return n


@kernel
def nth_member(out: Out, k: int) -> int:
    """Return the id of the k-th action in the legal set ``out.words``, which must have more than k."""
    at, before, skipped = 0, 0, 0
    for w in range(out.word_n):
        if before <= k:  # compiled to selects, not branches: which word it is cannot be predicted
            at, skipped = w, before
        before += popcount(out.words[w])
    return 64 * at + nth_bit(out.words[at], k - skipped)


@kernel
def shift_members(out: Out, first: int, by: int) -> None:
    """Replace every action a >= ``first`` of the legal set by a + ``by``."""
    for w in range(out.word_n - 1, (first >> 6) - 1, -1):
        word = out.words[w]
        if w == first >> 6:
            word &= -ONE << (first & 63)
        if word != 0:
            out.words[w] ^= word
            allow_each(out, 64 * w + by, word)
