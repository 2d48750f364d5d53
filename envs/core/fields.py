"""The observation layout: named fields, their offsets, and the table printed in the docs.

A layout has a fixed part, then blocks of fields, one block for each thing of a kind: a hero, an area, a player. How
many there are is data of a setup. Offsets of the fixed part are constants; a block's follow from the counts and its
number, so that one compile serves any number of things.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.cards import FACES, FRENCH

Counts = Mapping[str, int]
"""How many things of each kind there are."""


@dataclass(frozen=True)
class Field:
    """``size`` numbers in [low, high], and what they mean.

    A field of 52 numbers has one for each card. In others single numbers have names if the meaning lists as many words
    after a colon (``one-hot: red, green``), or nothing but as many words.
    """

    name: str
    size: int
    low: int
    high: int
    meaning: str

    @property
    def labels(self) -> list[str]:
        """What each of its numbers is called, by default its place."""
        if self.size == FACES:
            return [FRENCH.name(card) for card in range(FACES)]
        _, colon, after = self.meaning.rpartition(": ")
        words = after.split(", ")
        if len(words) == self.size and (colon or not any(" " in word for word in words)):
            return words
        return [str(k) for k in range(self.size)]

    def names(self, name: str) -> list[str]:
        """Return the names of its numbers, where the field's full name is ``name``."""
        return [name] if self.size == 1 else [f"{name}[{label}]" for label in self.labels]


@dataclass(frozen=True)
class Block:
    """Fields that come once for each thing of a kind.

    Attributes:
        thing: the kind's name.
        fields: what is written of one thing.
        least: with fewer things than that the blocks are left out.
    """

    thing: str
    fields: tuple[Field, ...]
    least: int = 1

    @property
    def size(self) -> int:
        """Numbers written of one thing."""
        return sum(f.size for f in self.fields)

    def count(self, counts: Counts) -> int:
        """Return how many blocks there are."""
        n = counts[self.thing]
        return n if n >= self.least else 0


class Fields:
    """A fixed part, then for each of ``blocks`` one after another, a block for each thing.

    Attributes:
        fixed_width: numbers of the fixed part.
        things: the kinds of things that have blocks.
    """

    def __init__(self, fixed: Sequence[Field], *blocks: Block) -> None:
        self.fixed, self.blocks = tuple(fixed), blocks
        self.fixed_width = sum(f.size for f in fixed)
        self.things = tuple(dict.fromkeys(block.thing for block in blocks))
        self._at: dict[str, int] = {}
        for part in (self.fixed, *(block.fields for block in blocks)):
            at = 0
            for f in part:
                self._at[f.name] = at
                at += f.size

    def at(self, name: str) -> int:
        """Return a field's offset, inside its block if it is in one."""
        return self._at[name]

    def width(self, counts: Counts) -> int:
        """Return the width of an observation of so many things."""
        return self.fixed_width + sum(block.size * block.count(counts) for block in self.blocks)

    def bounds(self, counts: Counts) -> tuple[np.ndarray, np.ndarray]:
        """Return the lowest and highest value of every number: int8, shape (width,)."""
        every = [f for _, _, f in self.rows(counts)]
        low = np.concatenate([np.full(f.size, f.low, np.int8) for f in every])
        high = np.concatenate([np.full(f.size, f.high, np.int8) for f in every])
        return low, high

    def rows(self, counts: Counts) -> list[tuple[int, str, Field]]:
        """Return (offset, full name, field) in the order of the layout."""
        out, at = [], 0
        parts = [("", self.fixed)]
        for block in self.blocks:
            parts += [(f"{block.thing}_{k}.", block.fields) for k in range(block.count(counts))]
        for prefix, part in parts:
            for f in part:
                out.append((at, prefix + f.name, f))
                at += f.size
        return out

    def names(self, counts: Counts) -> list[str]:
        """Return the name of every number, in the order of the layout."""
        return [text for _, name, f in self.rows(counts) for text in f.names(name)]

    def table(self, counts: Counts) -> str:
        """Return the layout as a Markdown table."""
        rows = ["| from | size | field | range | meaning |", "|---|---|---|---|---|"]
        for at, name, f in self.rows(counts):
            rows.append(f"| {at} | {f.size} | `{name}` | {f.low} … {f.high} | {f.meaning} |")
        return "\n".join(rows)


class JoinedFields(Fields):
    """The layouts of a game's parts one after another, then a fixed part of its own.

    A part's fields are called ``<part>.<field>``.
    """

    def __init__(self, parts: Mapping[str, Fields], fixed: Sequence[Field]) -> None:
        super().__init__(fixed)
        self.parts = dict(parts)
        self.things = tuple(dict.fromkeys(thing for part in parts.values() for thing in part.things))

    def start(self, name: str, counts: Counts) -> int:
        """Return where a part begins; an empty name is the own part, which comes last."""
        at = 0
        for part, fields in self.parts.items():
            if part == name:
                return at
            at += fields.width(counts)
        return at

    def width(self, counts: Counts) -> int:
        """Return the width of an observation of so many things."""
        return self.start("", counts) + self.fixed_width

    def rows(self, counts: Counts) -> list[tuple[int, str, Field]]:
        """Return (offset, full name, field) in the order of the layout."""
        out = [
            (self.start(part, counts) + at, f"{part}.{name}", f)
            for part, fields in self.parts.items()
            for at, name, f in fields.rows(counts)
        ]
        own = self.start("", counts)
        return out + [(own + at, name, f) for at, name, f in super().rows(counts)]
