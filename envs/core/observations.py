"""Observations: classes that declare the numbers shown to a seat.

An observation is a row of int8, declared as a class with one line per field::

    class Seen(Observation):
        phase: Flags = one_hot("the decision", Phase)
        turn: int = number("the Turn", 0, 10)
        is_over: bool = flag("whether it is over")

``Seen.of(row)`` reads and writes a row by these names, compiled and in plain Python; it is a `Record` view of the row.
A setup gives the number of things of each kind (heroes, areas, players): each thing has a block of its own class after
the fixed part, so that one compile serves any number of things. `Fields` orders the classes, and gives offsets, bounds
and the table printed in the docs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, models, overload_method, register_model, typeof_impl

from throwdown.envs.core.cards import FACES, FRENCH
from throwdown.envs.core.enums import Named, labels
from throwdown.envs.core.records import Column, Record, as_records, row as one_record

Counts = Mapping[str, int]
"""The number of things of each kind."""


@dataclass(frozen=True)
class Field:
    """``size`` numbers in [low, high], and their meaning.

    A field of 52 numbers has one for each card. In other fields, single numbers have names if the meaning lists that
    many words after a colon (``one-hot: red, green``), or consists of that many words.
    """

    name: str
    size: int
    low: int
    high: int
    meaning: str

    @property
    def labels(self) -> list[str]:
        """The name of each of its numbers, by default its index."""
        if self.size == FACES:
            return [FRENCH.name(card) for card in range(FACES)]
        _, colon, after = self.meaning.rpartition(": ")
        words = after.split(", ")
        if len(words) == self.size and (colon or not any(" " in word for word in words)):
            return words
        return [str(k) for k in range(self.size)]

    def names(self, name: str) -> list[str]:
        """Return the names of its numbers, given the field's full name."""
        return [name] if self.size == 1 else [f"{name}[{label}]" for label in self.labels]


@dataclass(frozen=True)
class Shown(Column):
    """A field of an observation, or a group of them.

    Attributes:
        low, high: the range of every number.
        name: its name in the layout, by default the attribute's name without a trailing underscore; for a group, the
            prefix of its fields' names. In arrays of groups or lists, ``{}`` in name and meaning is the index, and
            ``{place}`` in the meaning counts from 1.
        what: for a group, the replacement of ``{what}`` in the meanings of its fields.
    """

    low: int = 0
    high: int = 1
    name: str | None = None
    what: str = ""

    def fields(self, attribute: str) -> list[Field]:
        """Return its fields in the layout."""
        name = attribute.rstrip("_") if self.name is None else self.name
        if self.record is None:
            *lists, size = self.shape or (1,)
            inner: tuple[Field, ...] = (Field("", size, self.low, self.high, self.meaning),)
        else:
            lists, inner = [*self.shape], cast("type[Observation]", self.record).fields
        if self.what:
            inner = tuple(replace(f, meaning=f.meaning.replace("{what}", self.what)) for f in inner)
        if not lists:
            return [replace(f, name=name + f.name) for f in inner]
        return [
            replace(f, name=name.format(k) + f.name, meaning=f.meaning.replace("{place}", str(k + 1)))
            for k in range(lists[0])
            for f in inner
        ]


Shape = int | tuple[int, ...]


def _axes(shape: Shape) -> tuple[int, ...]:
    return (shape,) if isinstance(shape, int) else shape


def number(meaning: str, low: int, high: int, name: str | None = None) -> Any:
    """Return a field of one number; see `Shown`."""
    return numbers(meaning, low, high, (), name)


def numbers(meaning: str, low: int, high: int, shape: Shape, name: str | None = None) -> Any:
    """Return a field of several numbers with one range, or a list of such fields; see `Shown`."""
    return Shown(meaning, np.dtype(np.int8), _axes(shape), 0, False, low=low, high=high, name=name)


def flag(meaning: str, name: str | None = None) -> Any:
    """Return a field that is 0 or 1; see `Shown`."""
    return flags(meaning, (), name)


def flags(meaning: str, shape: Shape, name: str | None = None) -> Any:
    """Return a field of several numbers that are 0 or 1, or a list of such fields; see `Shown`."""
    return Shown(meaning, np.dtype(np.bool_), _axes(shape), 0, False, name=name)


def one_hot(what: str, enum: type[Named], name: str | None = None) -> Any:
    """Return flags, one for each member of an enum, of which at most one is set."""
    return flags(f"{what}, one-hot: {', '.join(labels(enum))}", len(enum), name)


def group(record: type[Observation], name: str = "", shape: Shape = (), what: str = "") -> Any:
    """Return a group of fields, or an array of groups; ``name`` is the prefix of its fields' names (see `Shown`)."""
    return Shown("", record.dtype, _axes(shape), 0, False, record, name=name, what=what)


class _Meta(type):
    """Lets the compiler distinguish observations from other classes."""


class Observation(Record, metaclass=_Meta):
    """Base of the parts of observations: the fixed part, and the blocks after it.

    Attributes:
        fields: its fields, including those of its groups, in order.
        size: number of its numbers.
        before: the classes before its first block in a layout, the fixed part first; set by `Fields`.
    """

    fields: ClassVar[tuple[Field, ...]] = ()
    size: ClassVar[int] = 0
    before: ClassVar[tuple[type[Observation], ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.fields = tuple(
            f for name, shown in cls.columns.items() if isinstance(shown, Shown) for f in shown.fields(name)
        )
        cls.size, cls.before = cls.dtype.itemsize, ()

    @classmethod
    def of(cls, row: np.ndarray, k: int = 0, counts: tuple[int, ...] = ()) -> Self:
        """Return a view of the k-th thing of a kind in a row.

        Kernels take a row of shape (width,). Elsewhere it may be a batch of rows, shape (n, width), read all at once.

        Args:
            row: an observation: int8.
            k: index of the thing; 0 for the fixed part.
            counts: number of things in each of the blocks before this one.
        """
        at = _start(cls, counts) + k * cls.size
        found = np.asarray(row)[..., at : at + cls.size].view(cls.dtype)
        return cast("Self", one_record(found) if row.ndim == 1 else as_records(found[..., 0]))


def _start(record: type[Observation], counts: Sequence[Any]) -> Any:
    """Return the offset of the first thing of a kind, after the given numbers of other things."""
    if not record.before:
        return 0
    first, *blocks = record.before
    if len(blocks) != len(counts):
        raise TypeError(
            f"before {record.__name__} there are {len(blocks)} kinds of blocks, not {len(counts)}"
        )
    return first.size + sum(block.size * n for block, n in zip(blocks, counts))


class _Class(types.Opaque):
    """The compiler's type of a class of observations."""

    def __init__(self, record: type[Observation]) -> None:
        self.record = record
        super().__init__(f"class({record.__module__}.{record.__qualname__})")


register_model(_Class)(models.OpaqueModel)
_INT = ir.IntType(64)


@typeof_impl.register(_Meta)
def _type_of_class(record: type[Observation], context: Any) -> types.Type:
    return _Class(record)


@intrinsic
def _part(typingctx: Any, of: Any, row: Any, k: Any, counts: Any) -> Any:
    found, start = numba.from_dtype(of.record.dtype), _start(of.record, [0] * len(counts))
    sizes = [of.record.size, *(block.size for block in of.record.before[1:])]

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array, at = context.make_array(row)(context, builder, args[1]), ir.Constant(_INT, start)
        for n, size in zip([args[2], *cgutils.unpack_tuple(builder, args[3])], sizes):
            at = builder.add(at, builder.mul(n, ir.Constant(_INT, size)))
        return builder.bitcast(builder.gep(array.data, [at]), context.get_value_type(found))

    before = types.UniTuple(types.int64, len(counts))  # type: ignore[attr-defined]
    return found(of, row, types.int64, before), code


@overload_method(_Class, "of", strict=False)
def _of(of: Any, row: Any, k: Any = 0, counts: Any = ()) -> Any:
    if not isinstance(row, types.Array) or row.ndim != 1 or row.layout != "C" or row.dtype != types.int8:
        raise TypeError("an observation is a contiguous row of int8")
    if isinstance(counts, types.BaseTuple):  # type: ignore[attr-defined]
        return lambda of, row, k=0, counts=(): _part(of, row, k, counts)
    return lambda of, row, k=0, counts=(): _part(of, row, k, ())


@dataclass(frozen=True)
class Block:
    """Fields repeated for each thing of a kind.

    Attributes:
        thing: the kind's name.
        record: the fields of one thing.
        least: minimum number of things; with fewer, the blocks are left out.
        name: prefix of the names of its fields.
    """

    thing: str
    record: type[Observation]
    least: int = 1
    name: str = ""

    def count(self, counts: Counts) -> int:
        """Return the number of blocks."""
        n = counts[self.thing]
        return n if n >= self.least else 0


class Fields:
    """A layout: a fixed part, then for each of ``blocks`` in turn a block per thing.

    Attributes:
        things: the kinds of things that have blocks.
    """

    def __init__(self, fixed: type[Observation], *blocks: Block) -> None:
        self.fixed, self.blocks = fixed, blocks
        self.things = tuple(dict.fromkeys(block.thing for block in blocks))
        for i, block in enumerate(blocks):
            if not block.record.before:
                block.record.before = (fixed, *(other.record for other in blocks[:i]))

    def width(self, counts: Counts) -> int:
        """Return the width of an observation with these counts of blocks."""
        return self.fixed.size + sum(block.record.size * block.count(counts) for block in self.blocks)

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
            parts += [(f"{block.thing}_{k}.{block.name}", block.record) for k in range(block.count(counts))]
        for prefix, part in parts:
            for f in part.fields:
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

    def __init__(self, parts: Mapping[str, Fields], fixed: type[Observation]) -> None:
        super().__init__(fixed)
        self.parts = dict(parts)
        self.things = tuple(dict.fromkeys(thing for part in parts.values() for thing in part.things))

    def start(self, name: str, counts: Counts) -> int:
        """Return the offset of a part; an empty name is the game's own part, which comes last."""
        at = 0
        for part, fields in self.parts.items():
            if part == name:
                return at
            at += fields.width(counts)
        return at

    def width(self, counts: Counts) -> int:
        """Return the width of an observation of so many things."""
        return self.start("", counts) + self.fixed.size

    def rows(self, counts: Counts) -> list[tuple[int, str, Field]]:
        """Return (offset, full name, field) in the order of the layout."""
        out = [
            (self.start(part, counts) + at, f"{part}.{name}", f)
            for part, fields in self.parts.items()
            for at, name, f in fields.rows(counts)
        ]
        own = self.start("", counts)
        return out + [(own + at, name, f) for at, name, f in super().rows(counts)]
