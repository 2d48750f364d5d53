"""Sets of cards from a double deck, as two 64-bit words: at least one copy, both copies.

Bit ``c`` is the card with id ``c`` (see `cards`). Words are signed: mixing unsigned and signed words differs between
compiled and plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from throwdown.envs.core.jit import kernel, wide

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


def nth_bit(word: int, k: int) -> int:
    """Return the index of the k-th set bit (k = 0 is the lowest)."""
    for _ in range(k):
        word &= word - 1
    return lowest(word)


@overload(nth_bit)
def _nth_bit(word: Any, k: Any) -> Any:
    fives, threes, fs = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
    ones, highs = 0x0101010101010101, -0x7F7F7F7F7F7F7F80

    def compiled(word: Any, k: Any) -> Any:
        # Sums of the bits up to each byte find the byte without a loop, a table finds the bit in it.
        w, j = np.int64(word), np.int64(k)
        x = w - ((w >> 1) & fives)
        x = (x & threes) + ((x >> 2) & threes)
        sums = ((x + (x >> 4)) & fs) * ones
        at = 8 * _ctpop(((j * ones) | highs) - sums & highs)
        rank = j - (((sums << 8) >> at) & 0xFF)
        return at + _SELECT[((w >> at) & 0xFF) * 8 + rank]

    return compiled


@kernel
def has(cards: Any, c: int) -> bool:
    """Return whether the set holds at least one copy of ``c``."""
    return bool((cards[0] >> c) & 1 != 0)


@kernel
def copies(cards: Any, c: int) -> int:
    """Return how many copies of ``c`` the set holds, 0 to 2."""
    return wide((cards[0] >> c) & 1) + wide((cards[1] >> c) & 1)


@kernel
def add(cards: Any, c: int) -> None:
    """Put one copy of ``c`` into the set."""
    bit = ONE << c
    cards[1] |= cards[0] & bit
    cards[0] |= bit


@kernel
def remove(cards: Any, c: int) -> None:
    """Take one copy of ``c`` out of the set, which must hold it."""
    bit = ONE << c
    if cards[1] & bit:
        cards[1] ^= bit
    else:
        cards[0] ^= bit


@kernel
def size(cards: Any) -> int:
    """Return the number of cards, copies counted."""
    return popcount(cards[0]) + popcount(cards[1])


@kernel
def nth(cards: Any, k: int) -> int:
    """Return the k-th card, first copies before second ones."""
    n = popcount(cards[0])
    if k < n:
        return nth_bit(cards[0], k)
    return nth_bit(cards[1], k - n)


@kernel
def clear(cards: Any) -> None:
    """Empty the set."""
    cards[0] = 0
    cards[1] = 0


@kernel
def merge(cards: Any, more: Any) -> None:
    """Add every card of ``more``; no card may exceed two copies."""
    cards[1] |= more[1] | (cards[0] & more[0])
    cards[0] |= more[0]


@kernel
def subtract(cards: Any, less: Any) -> None:
    """Take every card of ``less``, a part of ``cards``, out of it."""
    both = cards[1] & ~less[1]
    one = (cards[0] & ~less[0]) | (cards[1] & less[0] & ~less[1])
    cards[1] = both & ~(less[0] & ~less[1])
    cards[0] = one


@kernel
def limit(cards: Any, most: Any) -> None:
    """Leave in ``cards`` no more than ``most`` holds."""
    cards[0] = cards[0] & most[0]
    cards[1] = cards[1] & most[1]


@kernel
def write(cards: Any, out: Any, offset: int) -> None:
    """Add the set's copies per card to ``out[offset + id]``."""
    for w in range(2):
        word = cards[w]
        while word != 0:
            out[offset + lowest(word)] += 1
            word &= word - 1


@kernel
def write_word(word: int, out: Any, offset: int) -> None:
    """Set ``out[offset + i]`` to 1 for every set bit ``i``."""
    while word != 0:
        out[offset + lowest(word)] = 1
        word &= word - 1
