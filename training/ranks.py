"""The processes that share a run: a turn is cut into parts, and every rank plays and learns some of them.

Figures of parts are added in a fixed binary tree, so that a result does not depend on the number of ranks, to the bit.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np
import torch as th
import torch.distributed as dist
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from throwdown.envs.core.kit import Bytes, ThrowdownError, entry

T = TypeVar("T", bound=Any)
LOST = "a process of the training has ended, most likely for lack of memory; continue the run with fewer workers."


def tree(parts: Sequence[T]) -> T:
    """Return the sum of arrays or tensors of one shape, added in pairs, then in pairs of pairs; it overwrites them.

    The sum of 2**k parts is to the bit that of the sums of any aligned blocks of 2**j parts.
    """
    sums = list(parts)
    while len(sums) > 1:
        for a, b in zip(sums[::2], sums[1::2]):
            a += b
        sums = sums[::2]
    return sums[0]


class Ranks:
    """All ranks of a run as one of them sees them; this base class is alone.

    Attributes:
        rank: the number of this one.
        size: how many there are, a power of two.
    """

    rank = 0
    size = 1

    def own(self, parts: int) -> range:
        """Return this rank's parts of a turn: of a power of two at least as large as `size`, a block."""
        each = parts // self.size
        return range(self.rank * each, (self.rank + 1) * each)

    def total(self, parts: Sequence[T]) -> T:
        """Return the sum over the parts of all ranks, given those of this one, in their order; it overwrites them.

        Args:
            parts: arrays of one shape and dtype, the same in all ranks.
        """
        return self._exchange(tree(parts))

    def _exchange(self, own: T) -> T:
        """Return the sum over all ranks."""
        return own

    def numbers(self, parts: Sequence[Sequence[float]]) -> list[float]:
        """Return the sums of lists of numbers over the parts of all ranks."""
        found: list[float] = self.total([np.array(part, np.float64) for part in parts]).tolist()
        return found


ALONE = Ranks()
"""The only rank."""


LINE = 64
"""Bytes of a cache line. A count has one of its own, or ranks would slow each other down by counting."""
LARGE = 1 << 14
"""Bytes of an array from which several ranks share its addition."""
SPINS = 100_000
"""How often a rank looks whether the others have come before it sleeps: for some 50 microseconds."""
PAUSES = 2e-5, 1e-3
"""How long it sleeps then, in seconds: at first, and at most."""


class RankLost(ThrowdownError):
    """Another process of the run has ended amid a turn."""

    def __init__(self, message: str = LOST) -> None:
        super().__init__(message)


@contextlib.contextmanager
def _losing() -> Iterator[None]:
    """Convert the errors of messages to `RankLost`."""
    try:
        yield
    except RuntimeError as error:
        raise RankLost from error


class Joined(Ranks):
    """Ranks on several machines, which send each other messages.

    Args:
        store: a `torch.distributed.Store` in which they meet.
        rank: the number of this one.
        size: how many there are.
        wait: how long one waits for another amid a turn; one that has ended is noticed at once.
        host: the address under which the others reach this one; it listens to no other.

    Raises:
        RankLost: another one has ended, also in every method.
    """

    def __init__(self, store: Any, rank: int, size: int, wait: timedelta, host: str) -> None:
        self.rank, self.size = rank, size
        kind: Any = dist.ProcessGroupGloo
        options = kind._Options()
        options._timeout, options._devices = wait, [kind.create_device(hostname=host)]
        with _losing():
            self._group = kind(store, rank, size, options)

    def _exchange(self, own: T) -> T:
        # Both of a pair add the same two numbers, so both have the sum that `tree` would have.
        found = np.empty_like(own)
        for level in range(self.size.bit_length() - 1):
            other = self.rank ^ (1 << level)
            with _losing():
                sending = self._group.send([th.from_numpy(own)], other, 0)
                self._group.recv([th.from_numpy(found)], other, 0).wait()
                sending.wait()
            own += found
        return own


class Neighbours(Ranks):
    """Ranks of one machine, which leave arrays to each other in memory that they share.

    To meet, a rank counts up, and waits until all others have counted as far: what they left before is there then.

    Args:
        rank: the number of this one.
        size: how many there are.
        memory: int8; shared by all, 0 at first, see `memory_for`.
        is_lost: returns whether another one has ended; asked while this one waits.
        wait: how long one waits for another.

    Raises:
        RankLost: another one has ended, or has not come in time, in every method.
    """

    def __init__(
        self, rank: int, size: int, memory: Bytes, is_lost: Callable[[], bool], wait: timedelta
    ) -> None:
        self.rank, self.size, self._is_lost, self._wait = rank, size, is_lost, wait.total_seconds()
        self._counts = memory[: size * LINE].view(np.int64).reshape(size, -1)
        self._areas = memory[size * LINE :].reshape(2, size + 1, -1)
        self._count = self._side = 0
        arrive(self._counts, rank, 0, 0)  # compiled here, not amid a turn

    def _exchange(self, own: T) -> T:
        # Every other time the other side: who has come to the next meeting has read what was left on this one.
        self._side = 1 - self._side
        flat = own.reshape(-1)
        *left, result = self._areas[self._side, :, : own.nbytes].view(own.dtype)
        left[self.rank][:] = flat
        self._meet()
        if self.size == 2:
            np.add(left[0], left[1], out=flat)
        elif own.nbytes < LARGE:
            flat[:] = tree([x.copy() for x in left])
        else:
            # Each adds a share of the numbers, for all.
            start, end = (k * len(flat) // self.size for k in (self.rank, self.rank + 1))
            result[start:end] = tree([x[start:end].copy() for x in left])
            self._meet()
            flat[:] = result
        return own

    def _meet(self) -> None:
        self._count += 1
        pause, until = PAUSES[0], time.monotonic() + self._wait
        while not arrive(self._counts, self.rank, self._count, SPINS):
            time.sleep(pause)
            pause = min(2 * pause, PAUSES[1])
            if pause == PAUSES[1] and (self._is_lost() or time.monotonic() > until):
                raise RankLost


def memory_for(size: int, largest: int) -> int:
    """Return the bytes of memory that ``size`` neighbours share to exchange arrays of at most ``largest`` bytes."""
    return size * LINE + 2 * (size + 1) * -(-largest // LINE) * LINE


# Not compiled, these two are plain accesses, which are safe only on processors that keep the order of writes, as x86.
def load_count(counts: Any, k: int) -> int:
    """Return a rank's count; what it wrote before is seen by what follows."""
    return int(counts[k, 0])


def store_count(counts: Any, k: int, count: int) -> None:
    """Set a rank's count, after all that was written before."""
    counts[k, 0] = count


@intrinsic
def _load(_: Any, address: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = builder.inttoptr(values[0], ir.IntType(64).as_pointer())
        return builder.load_atomic(place, "acquire", 8)

    return types.int64(types.intp), code


@intrinsic
def _store(_: Any, address: Any, count: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = builder.inttoptr(values[0], ir.IntType(64).as_pointer())
        builder.store_atomic(values[1], place, "release", 8)
        return context.get_dummy_value()

    return types.void(types.intp, types.int64), code


@overload(load_count)
def _compiled_load(counts: Any, k: Any) -> Any:
    def run(counts: Any, k: Any) -> Any:
        return _load(counts.ctypes.data + LINE * k)

    return run


@overload(store_count)
def _compiled_store(counts: Any, k: Any, count: Any) -> Any:
    def run(counts: Any, k: Any, count: Any) -> None:
        _store(counts.ctypes.data + LINE * k, count)

    return run


@entry
def arrive(counts: Any, rank: int, count: int, spins: int) -> bool:
    """Set a rank's count; return whether all others have reached it after so many looks.

    Args:
        counts: int64 (ranks, numbers in a cache line), shared by all; the counts come first.
        rank: the number of this one.
        count: its count.
        spins: how often to look again.
    """
    store_count(counts, rank, count)
    k = 0
    for _ in range(spins):
        while k < counts.shape[0] and load_count(counts, k) >= count:
            k += 1
        if k == counts.shape[0]:
            return True
    return False


def host_store(host: str, port: int, size: int, is_own: bool, wait: timedelta) -> Any:
    """Return a store for ``size`` ranks that meet at one of them.

    Args:
        host: its address.
        port: its port; 0: one that is free.
        size: the number of ranks.
        is_own: whether this process is the one that they meet at.
        wait: how long to wait for it.

    Raises:
        RankLost: it has ended.
    """
    with _losing():
        kind: Any = dist
        return kind.TCPStore(host, port, size, is_own, wait, wait_for_workers=False)
