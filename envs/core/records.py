"""Records: typed classes for structured arrays, of which game states are made.

A record is declared as a class with one line a field::

    class Hero(Record):
        health: int = int8("points left, 0 to 9", start=9)
        hand: Ints = int64("cards held, a word per copy", 2)

Its NumPy dtype (`Record.dtype`) and its blank (`Record.blank`) come from these lines, so a field that is added is
allocated and reset without another word. Type checkers see plain attributes; a kernel that takes ``hero: Hero`` reads
``hero.health`` compiled and in plain Python.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype
from numpy.typing import NDArray

from throwdown.envs.core.jit import IS_COMPILED

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Singles = NDArray[np.float32]
Bytes = NDArray[np.int8]
Flags = NDArray[np.bool_]
"""Arrays, by what they hold. A field with a shape is ``Ints``, ``Floats`` or ``Flags`` to type checkers, whatever its
width in storage; one that is an array of records is a ``Sequence`` of them."""

Shape = int | tuple[int, ...]

types.Boolean.bitwidth = 8  # type: ignore[attr-defined]  # else Numba has no arrays of them in records


@dataclass(frozen=True)
class Column:
    """One field of a record.

    Attributes:
        meaning: what it holds: unit, range, axes.
        dtype: of one entry; a record's for a field that is a record.
        shape: () for a single value.
        start: the value of every entry in a blank record.
        kept: whether `reset` leaves it as it is.
        record: the class of a field that is a record.
    """

    meaning: str = field(compare=False)
    dtype: np.dtype
    shape: tuple[int, ...]
    start: float
    kept: bool
    record: type[Record] | None = None


def _declare(dtype: Any) -> Any:
    def declare(meaning: str = "", shape: Shape = (), start: float = 0, kept: bool = False) -> Any:
        axes = (shape,) if isinstance(shape, int) else shape
        return Column(meaning, np.dtype(dtype), axes, start, kept)

    declare.__doc__ = f"Return a field of {np.dtype(dtype).name} numbers; see `Column`."
    return declare


int8, int16, int32, int64 = (_declare(d) for d in (np.int8, np.int16, np.int32, np.int64))
float32, float64 = _declare(np.float32), _declare(np.float64)
boolean = _declare(np.bool_)


def nested(record: type[Record], meaning: str = "", shape: Shape = (), kept: bool = False) -> Any:
    """Return a field that is a record, or an array of records."""
    axes = (shape,) if isinstance(shape, int) else shape
    return Column(meaning, record.dtype, axes, 0, kept, record)


class Record:
    """Base of all records. Subclasses are never instantiated: they describe the rows of NumPy arrays.

    Attributes:
        dtype: the aligned structured dtype; the fields of base classes come first.
        columns: the fields by name, in their order.
    """

    dtype: ClassVar[np.dtype] = np.dtype([])
    columns: ClassVar[dict[str, Column]] = {}
    _start: ClassVar[np.ndarray] = np.zeros(1)

    def __init_subclass__(cls) -> None:
        own = {name: column for name, column in vars(cls).items() if isinstance(column, Column)}
        named = [n for n, hint in get_annotations(cls).items() if not str(hint).startswith("ClassVar")]
        if missing := [name for name in named if name not in own]:
            raise TypeError(f"{cls.__name__}.{missing[0]} is not a field: give it a width, such as int8().")
        if taken := [name for name in own if hasattr(Rows, name) or hasattr(Row, name)]:
            raise TypeError(
                f"{cls.__name__}.{taken[0]} is taken: NumPy's records have an attribute of that name."
            )
        cls.columns = {**cls.columns, **own}
        cls.dtype = _dtype_of(cls)
        cls._start = np.zeros(1, cls.dtype)
        for name, column in cls.columns.items():
            cls._start[name] = column.record._start[0] if column.record else column.start
        _CLASSES[key_of(cls.dtype)] = cls

    @classmethod
    def blank(cls, n: int = 1) -> np.ndarray:
        """Return ``n`` records with every field at its start value; kernels accept them, compiled or not."""
        return duplicate(cls._start, n)


def _dtype_of(record: type[Record]) -> np.dtype:
    """Return the dtype of a record's fields.

    The title of the first field names the class and its start values, so that NumPy and the compiler tell apart records
    with equal fields.
    """
    starts = repr([(c.start, c.kept) for c in record.columns.values()])
    mark = hashlib.sha256(starts.encode()).hexdigest()[:8]
    title = f"{record.__module__}.{record.__qualname__} {mark}"
    fields: list[Any] = [(name, column.dtype, column.shape) for name, column in record.columns.items()]
    if fields:
        first, *rest = fields
        fields = [((title, first[0]), *first[1:]), *rest]
    return np.dtype(fields, align=True)


# `getfield` is another view than `view`: it does not compare the two dtypes field by field, which takes far longer.


def _bytes(records: np.ndarray) -> np.ndarray:
    """Return records as bytes: shape (n, bytes of a record), uint8; a view where they lie one after another."""
    whole = records.view(np.ndarray).getfield(f"V{records.itemsize}")
    return np.ascontiguousarray(whole).view(np.uint8).reshape(len(records), -1)


def _records(found: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """Return what `_bytes` made as records that kernels accept, compiled or not; a view."""
    records = found.view(f"V{dtype.itemsize}")[:, 0].getfield(dtype)
    return records if IS_COMPILED else as_records(records)


def duplicate(records: np.ndarray, n: int = 1) -> np.ndarray:
    """Return every record of an array ``n`` times, copied as bytes: NumPy is slow to copy nested records by fields."""
    return _records(_bytes(records).repeat(n, axis=0), records.dtype)


@cache
def _places(dtype: np.dtype) -> Ints:
    """Return the indices of the bytes of a record that are not padding."""
    if dtype.subdtype is not None:
        starts = np.arange(0, dtype.itemsize, dtype.base.itemsize)
        return (starts[:, None] + _places(dtype.base)).ravel()
    if dtype.fields is None:
        return np.arange(dtype.itemsize)
    return np.concatenate([offset + _places(inner) for _, inner, offset, _ in _fields(dtype)])


def content(records: np.ndarray) -> bytes:
    """Return the bytes of records without padding, which copies need not preserve."""
    return _bytes(records)[:, _places(records.dtype)].tobytes()


Key = tuple[Any, ...]
"""The identity of a dtype of records."""
_CLASSES: dict[Key, type[Record]] = {}


def _fields(dtype: np.dtype) -> list[tuple[str, np.dtype, int, str | None]]:
    """Return the fields of a record: name, dtype, offset, and title or None."""
    places: Any = dtype.fields or {}
    return [(name, *places[name][:2], *(places[name][2:] or (None,))) for name in dtype.names or ()]


@cache
def key_of(dtype: np.dtype) -> Key:
    """Return the identity of a dtype; for a record its fields, their offsets, its class and its start values.

    It is the same for all variants that NumPy and the compiler make of a dtype.
    """
    if dtype.subdtype is not None:
        return (key_of(dtype.base), dtype.shape)
    if dtype.fields is None:
        return (dtype.str,)
    inside = ((name, key_of(inner), offset, title) for name, inner, offset, title in _fields(dtype))
    return (*inside, dtype.itemsize)


def class_of(dtype: np.dtype) -> type[Record]:
    """Return the record class of a dtype."""
    return _CLASSES[key_of(dtype)]


def allocate(dtype: np.dtype, n: int) -> np.ndarray:
    """Return ``n`` zeroed records that kernels accept, compiled or not."""
    records = np.zeros(n, dtype)
    return records if IS_COMPILED else as_records(records)


_NARROW = {np.bool_, np.int8, np.int16, np.int32}
"""Types that are read as Python numbers: NumPy's wrap at their width, unlike compiled code."""


class Entries(np.ndarray):
    """An array of narrow numbers in a record; single entries are read as Python numbers."""

    def __getitem__(self, at: Any) -> Any:
        found = np.ndarray.__getitem__(self, at)
        return found if type(found) is Entries else found.item()


class Row(np.void):  # type: ignore[misc]  # final in the stubs only
    """A record with attribute access to its fields, nested records included; four times as fast as `numpy.record`."""

    def __getattr__(self, name: str) -> Any:
        try:
            found = self[name]
        except (KeyError, ValueError):
            raise AttributeError(f"a record of {self.dtype.names} has no '{name}'") from None
        if type(found) in _NARROW:
            return found.item()
        if type(found) is np.ndarray and found.dtype.type in _NARROW:
            return found.view(Entries)
        return found

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


class Rows(np.ndarray):
    """An array of records with attribute access to its columns: one entry per record."""

    def __getattr__(self, name: str) -> Any:
        if name not in (self.dtype.names or ()):
            raise AttributeError(f"records of {self.dtype.names} have no '{name}'")
        column = self[name]
        return column if column.dtype.names else column.view(np.ndarray)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (self.dtype.names or ()):
            self[name] = value
        else:
            super().__setattr__(name, value)


@cache
def _with_attributes(dtype: np.dtype) -> np.dtype:
    """Return the dtype with `Row` as its scalar type, nested records included."""
    if dtype.subdtype is not None:
        return np.dtype((_with_attributes(dtype.base), dtype.shape))
    if dtype.fields is None:
        return dtype
    names, inner, offsets, titles = zip(*_fields(dtype))
    places = {
        "names": names,
        "formats": [_with_attributes(one) for one in inner],
        "offsets": offsets,
        "titles": titles,
        "itemsize": dtype.itemsize,
    }
    return np.dtype((Row, np.dtype(places, align=dtype.isalignedstruct)))  # type: ignore[call-overload]


def _shown(records: np.ndarray) -> np.ndarray:
    return records if records.dtype.type is Row else records.getfield(_with_attributes(records.dtype))


def as_records(records: np.ndarray) -> Any:
    """Return an array of records with attribute access to fields: of single rows, and of all rows as columns."""
    return _shown(records).view(Rows)


def row(records: np.ndarray, i: int = 0) -> Any:
    """Return a view of one record of an array, with attribute access to its fields."""
    return _shown(records)[i]


def copy_record(to: Record, source: Record) -> None:
    """Copy every field of a record to another of the same class."""
    _copy_fields(to, source)


def _copy_fields(to: Any, source: Any) -> None:
    for name in source.dtype.names:
        to[name] = source[name]


def copy_values(to: Ints, source: Ints) -> None:
    """Copy every entry of an array field to another of the same shape and dtype."""
    to[:] = source


def reset(record: Record) -> None:
    """Set every field of a record to its start value unless it is ``kept``; a nested record is reset as a whole."""
    _restart(record, False)


def wipe(record: Record) -> None:
    """Set every field of a record to its start value, ``kept`` or not."""
    _restart(record, True)


@cache
def _blank(dtype: np.dtype) -> Any:
    return class_of(dtype).blank()[0]


def _restart(record: Any, is_whole: bool) -> None:
    blank = _blank(record.dtype)
    for name, column in class_of(record.dtype).columns.items():
        if is_whole or not column.kept:
            record[name] = blank[name]


_BYTE = ir.IntType(8)


@intrinsic
def _copy(typingctx: Any, to: Any, source: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointers = [builder.bitcast(pointer, _BYTE.as_pointer()) for pointer in args]
        cgutils.raw_memcpy(builder, *pointers, ir.Constant(ir.IntType(64), to.size), 1)
        return context.get_dummy_value()

    return types.void(to, source), code


def _runs(record: type[Record]) -> list[tuple[int, int]]:
    """Return (begin, end) byte ranges of adjacent fields that are not ``kept``."""
    runs: list[tuple[int, int]] = []
    last_kept = True
    for name, column in record.columns.items():
        dtype, begin = record.dtype.fields[name][:2]  # type: ignore[index]
        if not column.kept:
            if last_kept:
                runs.append((begin, begin + dtype.itemsize))
            else:
                runs[-1] = (runs[-1][0], begin + dtype.itemsize)
        last_kept = column.kept
    return runs


def _write_blank(builder: Any, pointer: Any, found: type[Record], runs: list[tuple[int, int]]) -> None:
    blank = np.asarray(found.blank()).tobytes()
    to = builder.bitcast(pointer, _BYTE.as_pointer())
    for begin, end in runs:
        part = cgutils.make_bytearray(bytearray(blank[begin:end]))
        held = cgutils.global_constant(builder, f"blank.{found.__name__}.{begin}", part)
        source = builder.bitcast(held, _BYTE.as_pointer())
        size = ir.Constant(ir.IntType(64), end - begin)
        cgutils.raw_memcpy(builder, cgutils.pointer_add(builder, to, begin), source, size, 1)


@intrinsic
def _reset(typingctx: Any, record: Any) -> Any:
    found = class_of(as_dtype(record))

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _write_blank(builder, args[0], found, _runs(found))
        return context.get_dummy_value()

    return types.void(record), code


@intrinsic
def _wipe(typingctx: Any, record: Any) -> Any:
    found = class_of(as_dtype(record))

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        _write_blank(builder, args[0], found, [(0, record.size)])
        return context.get_dummy_value()

    return types.void(record), code


@overload(copy_record)
def _copy_record(to: Any, source: Any) -> Any:
    if not isinstance(to, types.Record) or to != source:
        raise TypeError("records are copied into records of the same class")

    def compiled(to: Any, source: Any) -> None:
        _copy(to, source)

    return compiled


@intrinsic
def _copy_array(typingctx: Any, to: Any, source: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        ours, theirs = (context.make_array(to)(context, builder, array) for array in args)
        size = builder.mul(ours.nitems, ours.itemsize)
        cgutils.raw_memcpy(builder, ours.data, theirs.data, size, 1)
        return context.get_dummy_value()

    return types.void(to, source), code


@overload(copy_values)
def _copy_values(to: Any, source: Any) -> Any:
    if any(array.layout != "C" for array in (to, source)) or (to.dtype, to.ndim) != (
        source.dtype,
        source.ndim,
    ):
        raise TypeError("values are copied into a contiguous array of the same shape and width")

    def compiled(to: Any, source: Any) -> None:
        _copy_array(to, source)

    return compiled


@overload(reset)
def _reset_record(record: Any) -> Any:
    def compiled(record: Any) -> None:
        _reset(record)

    return compiled


@overload(wipe)
def _wipe_record(record: Any) -> Any:
    def compiled(record: Any) -> None:
        _wipe(record)

    return compiled
