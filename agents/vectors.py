"""Vector instructions that loops in Python do not reach."""

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from throwdown.agents.net import fast_kernel

LANES = 64
"""Numbers of observations compared at once."""


def differing(one: Any, other: Any, start: int) -> int:
    """Return in which of 64 numbers from ``start`` two int8 rows differ: bit k stands for number ``start + k``."""
    differs = one[start : start + LANES] != other[start : start + LANES]
    return int(np.packbits(differs, bitorder="little").view(np.int64)[0])


def first_bit(bits: Any) -> int:
    """Return the place of the lowest bit that is set, from 0."""
    return (int(bits) & -int(bits)).bit_length() - 1


@intrinsic
def _differing(_: Any, one: Any, other: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        lanes = ir.VectorType(ir.IntType(8), LANES)
        a, b = (builder.load(builder.inttoptr(x, lanes.as_pointer()), align=1) for x in values)
        return builder.bitcast(builder.icmp_unsigned("!=", a, b), ir.IntType(LANES))

    return types.int64(types.intp, types.intp), code


@intrinsic
def _first_bit(_: Any, bits: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), code


@overload(differing)
def _compiled_differing(one: Any, other: Any, start: Any) -> Any:
    def run(one: Any, other: Any, start: Any) -> Any:
        return _differing(one.ctypes.data + start, other.ctypes.data + start)

    return run


@overload(first_bit)
def _compiled_first_bit(bits: Any) -> Any:
    def run(bits: Any) -> Any:
        return _first_bit(bits)

    return run


@fast_kernel
def list_changes(row: Any, other: Any, where: Any, n: int) -> int:
    """Append to ``where`` the numbers in which two int8 rows differ, in order.

    Args:
        row: int8 (columns,), contiguous.
        other: likewise.
        where: int32; it has room.
        n: how many entries it holds already.

    Returns:
        How many it holds now.
    """
    width = row.shape[0]
    if width < LANES:
        for j in range(width):
            where[n] = j
            n += row[j] != other[j]
        return n
    for k in range((width + LANES - 1) // LANES):
        start = min(k * LANES, width - LANES)
        bits = differing(row, other, start) & (np.int64(-1) << np.int64(k * LANES - start))
        while bits != 0:
            where[n] = start + first_bit(bits)
            bits &= bits - 1
            n += 1
    return n
