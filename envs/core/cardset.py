"""Sets of cards as 64-bit words.

A set is an array with a word for each possible copy of a card (`cards.CardKit.shape`): bit ``c`` of word ``k`` is set
if there are more than ``k`` cards with id ``c``. If a game has more than 64 kinds of cards, a set has a row of such
words for every 64 kinds. Words are signed: mixing unsigned and signed words differs between compiled and plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic, overload

from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import Ints

if TYPE_CHECKING:
    ONE = 1
else:
    ONE = np.int64(1)


@intrinsic
def _ctpop(typingctx: Any, x: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])


@intrinsic
def _cttz(typingctx: Any, x: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), code


def popcount(word: int) -> int:
    """Return the number of set bits of an int64."""
    return int(word).bit_count() if word >= 0 else (int(word) & ((1 << 64) - 1)).bit_count()


@overload(popcount)
def _popcount(word: Any) -> Any:

    def compiled(word: Any) -> Any:
        return _ctpop(np.int64(word))

    return compiled


def lowest(word: int) -> int:
    """Return the index of the lowest set bit; the word must not be 0."""
    return (int(word) & -int(word)).bit_length() - 1


@overload(lowest)
def _lowest(word: Any) -> Any:

    def compiled(word: Any) -> Any:
        return _cttz(np.int64(word))

    return compiled


_SELECT = np.array(
    [([i for i in range(8) if byte >> i & 1] + [0] * 8)[k] for byte in range(256) for k in range(8)], np.int64
)


@intrinsic
def _pdep(typingctx: Any, x: Any, mask: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        word = ir.IntType(64)
        kind = ir.FunctionType(word, (word, word))
        deposit = cgutils.get_or_insert_function(builder.module, kind, "llvm.x86.bmi.pdep.64")
        return builder.call(deposit, args)

    return types.int64(types.int64, types.int64), code


_HAS_PDEP = (
    numba.config.CPU_NAME is None
    and numba.config.CPU_FEATURES is None
    and "+bmi2" in get_host_cpu_features()
    and llvmlite.binding.get_host_cpu_name() not in ("znver1", "znver2")
)
"""Whether to use the processor's instruction for finding a bit; on some processors it is slower than a table."""


def nth_bit(word: int, k: int) -> int:
    """Return the index of the k-th set bit (k = 0 is the lowest)."""
    for _ in range(k):
        word &= word - 1
    return lowest(word)


@overload(nth_bit, strict=False)
def _nth_bit(word: Any, k: Any) -> Any:
    if _HAS_PDEP:
        return lambda word, k: _cttz(_pdep(ONE << np.int64(k), np.int64(word)))
    fives, threes, fs = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
    ones, highs = 0x0101010101010101, -0x7F7F7F7F7F7F7F80

    def compiled(word: Any, k: Any) -> Any:
        # Prefix sums of bits find the byte without a loop, a table finds the bit in it.
        w, j = np.int64(word), np.int64(k)
        x = w - ((w >> 1) & fives)
        x = (x & threes) + ((x >> 2) & threes)
        sums = ((x + (x >> 4)) & fs) * ones
        at = 8 * _ctpop(((j * ones) | highs) - sums & highs)
        rank = j - (((sums << 8) >> at) & 0xFF)
        return at + _SELECT[((w >> at) & 0xFF) * 8 + rank]

    return compiled


_BYTES = ir.VectorType(ir.IntType(8), 64)


def _bytes_at(context: Any, builder: Any, row: Any, args: Any, n: int = 64) -> tuple[Any, Any]:
    """Return a pointer to ``n`` bytes of a row, and the lowest ``n`` bits of a word as bytes."""
    array = context.make_array(row)(context, builder, args[1])
    place = builder.gep(builder.bitcast(array.data, ir.IntType(8).as_pointer()), [args[2]])
    bits = builder.zext(builder.bitcast(args[0], ir.VectorType(ir.IntType(1), 64)), _BYTES)
    if n < 64:
        lowest_n = ir.Constant(ir.VectorType(ir.IntType(32), n), list(range(n)))
        bits = builder.shuffle_vector(bits, ir.Constant(_BYTES, ir.Undefined), lowest_n)
    return builder.bitcast(place, bits.type.as_pointer()), bits


@intrinsic
def _store_bits(typingctx: Any, word: Any, row: Any, at: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, bits = _bytes_at(context, builder, row, args)
        builder.store(bits, place, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, row, types.int64), code


@intrinsic
def _add_bits(typingctx: Any, word: Any, row: Any, at: Any) -> Any:
    n = min(64, row.nitems) if isinstance(row, types.NestedArray) else 64

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        place, bits = _bytes_at(context, builder, row, args, n)
        builder.store(builder.add(builder.load(place, align=1), bits), place, align=1)
        return context.get_dummy_value()

    return types.void(types.int64, row, types.int64), code


def spread(word: int, row: Ints, at: int) -> None:
    """Set the 64 bytes of ``row`` from ``at`` on to the bits of a word; the row must have that many."""
    for i in range(64):
        row[at + i] = (word >> i) & 1


@overload(spread)
def _spread(word: Any, row: Any, at: Any) -> Any:

    def compiled(word: Any, row: Any, at: Any) -> Any:
        _store_bits(word, row, at)

    return compiled


def spread_on(word: int, row: Ints, at: int) -> None:
    """Add the bits of a word to the 64 bytes of ``row`` from ``at`` on; the row must have that many."""
    for i in range(64):
        row[at + i] += (word >> i) & 1


@overload(spread_on)
def _spread_on(word: Any, row: Any, at: Any) -> Any:

    def compiled(word: Any, row: Any, at: Any) -> Any:
        _add_bits(word, row, at)

    return compiled


def row_of(cards: Ints, c: int) -> Ints:
    """Return the words that hold card ``c``."""
    words: Ints = cards if cards.ndim == 1 else cards[c >> 6]
    return words


@overload(row_of, strict=False, jit_options={"_nrt": True})
def _row_of(cards: Any, c: Any) -> Any:
    return (lambda cards, c: cards) if cards.ndim == 1 else (lambda cards, c: cards[c >> 6])


def rows(cards: Ints) -> int:
    """Return the number of rows of words."""
    return 1 if cards.ndim == 1 else len(cards)


@overload(rows, strict=False)
def _rows(cards: Any) -> Any:
    return (lambda cards: 1) if cards.ndim == 1 else (lambda cards: cards.shape[0])


@kernel
def has(cards: Ints, c: int) -> bool:
    """Return whether the set holds at least one copy of ``c``."""
    return bool((row_of(cards, c)[0] >> (c & 63)) & 1)


@kernel
def copies(cards: Ints, c: int) -> int:
    """Return the number of copies of ``c`` in the set."""
    words, n = row_of(cards, c), 0
    for k in range(words.shape[0]):
        n += (words[k] >> (c & 63)) & 1
    return n


@kernel
def put(words: Ints, word: int) -> None:
    """Put one more copy of every card in ``word`` into a row."""
    for k in range(words.shape[0] - 1, 0, -1):
        words[k] |= words[k - 1] & word
    words[0] |= word


@kernel
def drop(words: Ints, word: int) -> None:
    """Take one copy of every card in ``word`` out of a row, which must hold them."""
    for k in range(words.shape[0] - 1, 0, -1):
        last = words[k] & word
        words[k] ^= last
        word ^= last
    words[0] ^= word


@kernel
def add(cards: Ints, c: int) -> None:
    """Put one copy of ``c`` into the set."""
    put(row_of(cards, c), ONE << (c & 63))


@kernel
def remove(cards: Ints, c: int) -> None:
    """Take one copy of ``c`` out of the set, which must hold it."""
    drop(row_of(cards, c), ONE << (c & 63))


@kernel
def size(cards: Ints) -> int:
    """Return the number of cards, including copies."""
    n = 0
    for r in range(rows(cards)):
        words = row_of(cards, r << 6)
        for k in range(words.shape[0]):
            n += popcount(words[k])
    return n


@kernel
def nth(cards: Ints, k: int) -> int:
    """Return the k-th card of a set, which must exist; first copies come before second ones."""
    base, word, left, before = 0, row_of(cards, 0)[0], k, 0
    for copy in range(row_of(cards, 0).shape[0]):
        for r in range(rows(cards)):
            here = row_of(cards, r << 6)[copy]
            if before <= k:  # selects values without a branch: the word is unpredictable
                base, word, left = r << 6, here, k - before
            before += popcount(here)
    return base + nth_bit(word, left)


@kernel
def kinds(cards: Ints) -> int:
    """Return the number of different cards."""
    n = 0
    for r in range(rows(cards)):
        n += popcount(row_of(cards, r << 6)[0])
    return n


@kernel
def clear(cards: Ints) -> None:
    """Empty the set."""
    for r in range(rows(cards)):
        words = row_of(cards, r << 6)
        for k in range(words.shape[0]):
            words[k] = 0


@kernel
def copy(cards: Ints, source: Ints) -> None:
    """Make the set equal to ``source``."""
    for r in range(rows(cards)):
        words, others = row_of(cards, r << 6), row_of(source, r << 6)
        for k in range(words.shape[0]):
            words[k] = others[k]


@kernel
def merge(cards: Ints, more: Ints) -> None:
    """Add every card of ``more``; no card may exceed its copies."""
    for r in range(rows(cards)):
        words, others = row_of(cards, r << 6), row_of(more, r << 6)
        for k in range(words.shape[0]):
            put(words, others[k])


@kernel
def subtract(cards: Ints, less: Ints) -> None:
    """Remove every card of ``less``, a subset of ``cards``, from the set."""
    for r in range(rows(cards)):
        words, others = row_of(cards, r << 6), row_of(less, r << 6)
        for k in range(words.shape[0]):
            drop(words, others[k])


@kernel
def limit(cards: Ints, most: Ints) -> None:
    """Limit the copies in ``cards`` to those in ``most``."""
    for r in range(rows(cards)):
        words, others = row_of(cards, r << 6), row_of(most, r << 6)
        for k in range(words.shape[0]):
            words[k] = words[k] & others[k]


@kernel
def write(cards: Ints, out: Any, offset: int) -> None:
    """Add the set's copies per card to ``out[offset + id]``."""
    for r in range(rows(cards)):
        words = row_of(cards, r << 6)
        at = offset + (r << 6)
        for k in range(words.shape[0]):
            if at + 64 <= out.shape[0]:
                spread_on(words[k], out, at)
            else:
                word = words[k]
                while word != 0:
                    out[at + lowest(word)] += 1
                    word ^= ONE << lowest(word)


def show(cards: Ints, field: Ints) -> None:
    """Add the set's copies per card to a field of an observation, which has a number for each of up to 64 cards."""
    write(cards, field, 0)


@overload(show)
def _show(cards: Any, field: Any) -> Any:
    if cards.ndim > 1 or not isinstance(field, types.NestedArray):
        return lambda cards, field: write(cards, field, 0)

    def compiled(cards: Any, field: Any) -> None:
        for k in range(cards.shape[0]):
            _add_bits(cards[k], field, 0)

    return compiled


@kernel
def write_word(word: int, out: Any, offset: int) -> None:
    """Set ``out[offset + i]`` to 1 for every set bit ``i``."""
    while word != 0:
        out[offset + lowest(word)] = 1
        word ^= ONE << lowest(word)
