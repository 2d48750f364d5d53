"""The processes that share a run: a turn is cut into parts, and every rank plays and learns some of them.

Figures of parts are added in a fixed binary tree, so that a result does not depend on the number of ranks, to the bit.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Any, TypeVar

import numpy as np
import torch as th
import torch.distributed as dist

from throwdown.envs.core.kit import ThrowdownError

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


LOCAL = "127.0.0.1"
"""The address of this machine to itself."""
LARGE = 1 << 14
"""Bytes from which shared memory is faster than a message."""


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
    """The ranks of a run as one of several processes sees them.

    Args:
        store: a `torch.distributed.Store` in which they meet.
        rank: the number of this one.
        size: how many there are.
        wait: how long one waits for another amid a turn; one that has ended is noticed at once.
        host: the address under which the others reach this one; it listens to no other.

    Raises:
        RankLost: another one has ended, also in every method.
    """

    def __init__(self, store: Any, rank: int, size: int, wait: timedelta, host: str = LOCAL) -> None:
        self.rank, self.size = rank, size
        kind: Any = dist.ProcessGroupGloo
        options = kind._Options()
        options._timeout, options._devices = wait, [kind.create_device(hostname=host)]
        with _losing():
            self._group = kind(store, rank, size, options)

    def _exchange(self, own: T) -> T:
        # Both of a pair add the same two numbers, so both have the sum that `tree` would have.
        for level in range(self.size.bit_length() - 1):
            own += self._swap(own, level)
        return own

    def _swap(self, own: np.ndarray, level: int) -> Any:
        """Return the array of the rank at a distance of 2**level, which gets that of this one."""
        found = np.empty_like(own)
        self._swap_messages(own, found, level)
        return found

    def _swap_messages(self, own: np.ndarray, found: np.ndarray, level: int) -> None:
        other = self.rank ^ (1 << level)
        with _losing():
            sending = self._group.send([th.from_numpy(own)], other, 0)
            self._group.recv([th.from_numpy(found)], other, 0).wait()
            sending.wait()


class Neighbours(Joined):
    """Ranks of one machine, which leave large arrays to each other in shared memory.

    Args:
        store: as for `Joined`.
        rank: as for `Joined`.
        size: as for `Joined`.
        wait: as for `Joined`.
        memory: uint8 (2, levels, size, bytes); shared by all ranks.
    """

    def __init__(self, store: Any, rank: int, size: int, wait: timedelta, memory: np.ndarray) -> None:
        super().__init__(store, rank, size, wait)
        self._memory, self._side = memory, 0
        self._mark, self._seen = np.zeros((2, 1), np.uint8)

    def _exchange(self, own: T) -> T:
        # Every other time the other side: who gives the next mark has read what was left on this one.
        self._side = 1 - self._side
        return super()._exchange(own)

    def _swap(self, own: np.ndarray, level: int) -> Any:
        if not LARGE <= own.nbytes <= self._memory.shape[-1]:
            return super()._swap(own, level)
        areas = self._memory[self._side, level, :, : own.nbytes]
        areas[self.rank] = own.view(np.uint8)
        self._swap_messages(self._mark, self._seen, level)
        return areas[self.rank ^ (1 << level)].view(own.dtype)


def file_store(path: str, size: int) -> Any:
    """Return a store for ``size`` ranks that meet at a file."""
    kind: Any = dist
    return kind.FileStore(path, size)


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
