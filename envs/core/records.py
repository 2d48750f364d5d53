"""Records as a whole: copied and cleared, compiled or not with the same result."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from throwdown.envs.core.jit import IS_COMPILED

_BYTE = ir.IntType(8)


def allocate(dtype: np.dtype, n: int) -> np.ndarray:
    """Return ``n`` zeroed records that kernels accept, compiled or not."""
    records = np.zeros(n, dtype)
    return records if IS_COMPILED else records.view(np.recarray)


def copy_record(to: Any, source: Any) -> None:
    """Write every field of a record into another of the same type."""
    for name in source.dtype.names:
        to[name] = source[name]


def clear_record(record: Any) -> None:
    """Set every field of a record to zero."""
    copy_record(record, np.zeros(1, record.dtype)[0])


@intrinsic
def _copy(typingctx: Any, to: Any, source: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointers = [builder.bitcast(pointer, _BYTE.as_pointer()) for pointer in args]
        cgutils.raw_memcpy(builder, *pointers, ir.Constant(ir.IntType(64), to.size), 1)
        return context.get_dummy_value()

    return types.void(to, source), code


@intrinsic
def _clear(typingctx: Any, record: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pointer = builder.bitcast(args[0], _BYTE.as_pointer())
        cgutils.memset(builder, pointer, ir.Constant(ir.IntType(64), record.size), 0)
        return context.get_dummy_value()

    return types.void(record), code


@overload(copy_record)
def _copy_record(to: Any, source: Any) -> Any:
    if not isinstance(to, types.Record) or to != source:
        raise TypeError("records are copied into records of the same type")

    def compiled(to: Any, source: Any) -> None:
        _copy(to, source)

    return compiled


@overload(clear_record)
def _clear_record(record: Any) -> Any:
    def compiled(record: Any) -> None:
        _clear(record)

    return compiled
