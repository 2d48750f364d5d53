"""Vector instructions that loops in Python do not reach."""

from collections.abc import Callable
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

F = TypeVar("F", bound=Callable[..., Any])
LANES = 64
"""Numbers of observations compared at once."""
WIDE, NARROW = 64, 16
"""Units whose sums are held in registers at a time."""
LINE = 16
"""Single-precision numbers in a cache line."""


def aligned(n: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return float32 zeros that begin at a cache line: rows that cross one take twice as long."""
    flat = np.zeros(n + LINE, np.float32)
    start = -flat.ctypes.data // 4 % LINE
    return flat[start : start + n]


def fast_kernel(function: F) -> F:
    """Compile a kernel with reorderable sums, so that they are vectorised."""
    compiled: F = numba.njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract", "nsz"})(
        function
    )
    return compiled


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
        where: int32; it has room for these and one more.
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
            j = first_bit(bits)
            where[n] = start + j
            bits &= ~(np.int64(1) << np.int64(j))
            n += 1
    return n


def _rows_kernel(units: int, is_sum: bool) -> Any:
    """Return an intrinsic for ``units`` columns of a matrix, of which it visits rows.

    Its arguments are the addresses of a vector, a matrix, the rows' numbers and factors, the first and the last
    position (excluded) in these, and the size of a matrix row in bytes. With ``is_sum`` it adds the rows times their
    factors to the vector, else the vector times the factors to the rows. LLVM splits so long a vector into the
    registers that the processor has, where it stays over all rows: half the time of the best loop in Python.
    """

    @intrinsic
    def visit(
        _: Any, vector: Any, matrix: Any, where: Any, what: Any, start: Any, end: Any, size: Any
    ) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            vector, matrix, where, what, start, end, size = values
            int32, int64, single = ir.IntType(32), ir.IntType(64), ir.FloatType()
            many = ir.VectorType(single, units)
            held = cgutils.alloca_once(builder, many)
            out = builder.inttoptr(vector, many.as_pointer())
            numbers = builder.inttoptr(where, int32.as_pointer())
            factors = builder.inttoptr(what, single.as_pointer())
            builder.store(builder.load(out, align=4), held)
            with cgutils.for_range_slice(builder, start, end, int64(1), int64) as (k, _):
                one = builder.insert_element(
                    ir.Constant(many, ir.Undefined), builder.load(builder.gep(factors, [k])), int32(0)
                )
                zeros = ir.Constant(ir.VectorType(int32, units), [0] * units)
                factor = builder.shuffle_vector(one, one, zeros)
                number = builder.sext(builder.load(builder.gep(numbers, [k])), int64)
                row = builder.inttoptr(builder.add(matrix, builder.mul(number, size)), many.as_pointer())
                now = builder.load(row, align=4)
                a, b = (now, builder.load(held)) if is_sum else (builder.load(held), now)
                product = builder.fmul(a, factor, flags=["contract"])
                total = builder.fadd(b, product, flags=["contract"])
                if is_sum:
                    builder.store(total, held)
                else:
                    builder.store(total, row, align=4)
            if is_sum:
                builder.store(builder.load(held), out, align=4)
            return context.get_dummy_value()

        return types.void(*[types.intp] * 7), code

    return visit


_sum_wide, _sum_narrow = _rows_kernel(WIDE, True), _rows_kernel(NARROW, True)
_spread_wide, _spread_narrow = _rows_kernel(WIDE, False), _rows_kernel(NARROW, False)


def sum_rows(vector: Any, matrix: Any, where: Any, what: Any, start: int, end: int) -> None:
    """Add to a vector the rows ``where[k]`` of a matrix times ``what[k]``, for ``k`` from ``start`` to ``end``."""
    vector += what[start:end] @ matrix[where[start:end]]


def spread_rows(vector: Any, matrix: Any, where: Any, what: Any, start: int, end: int) -> None:
    """Add to the rows ``where[k]`` of a matrix a vector times ``what[k]``; no row occurs twice."""
    matrix[where[start:end]] += what[start:end, None] * vector


@fast_kernel
def _sum_rest(vector: Any, matrix: Any, where: Any, what: Any, start: int, end: int, first: int) -> None:
    for k in range(start, end):
        for j in range(first, vector.shape[0]):
            vector[j] += what[k] * matrix[where[k], j]


@fast_kernel
def _spread_rest(vector: Any, matrix: Any, where: Any, what: Any, start: int, end: int, first: int) -> None:
    for k in range(start, end):
        for j in range(first, vector.shape[0]):
            matrix[where[k], j] += what[k] * vector[j]


def _in_blocks(wide: Any, narrow: Any, rest: Any) -> Any:
    """Return a compiled function that visits the rows of a matrix in blocks of columns; narrower ones one by one."""

    def compiled(vector: Any, matrix: Any, where: Any, what: Any, start: Any, end: Any) -> Any:
        def run(vector: Any, matrix: Any, where: Any, what: Any, start: Any, end: Any) -> None:
            units, a, b = matrix.shape[1], vector.ctypes.data, matrix.ctypes.data
            i, x, j = where.ctypes.data, what.ctypes.data, 0
            while j + WIDE <= units:
                wide(a + 4 * j, b + 4 * j, i, x, start, end, 4 * units)
                j += WIDE
            while j + NARROW <= units:
                narrow(a + 4 * j, b + 4 * j, i, x, start, end, 4 * units)
                j += NARROW
            if j < units:
                rest(vector, matrix, where, what, start, end, j)

        return run

    return compiled


overload(sum_rows)(_in_blocks(_sum_wide, _sum_narrow, _sum_rest))
overload(spread_rows)(_in_blocks(_spread_wide, _spread_narrow, _spread_rest))
