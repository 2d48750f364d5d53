"""Units of work spread over processes, on this machine or on a cluster, and a pool that shuts down cleanly."""

import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from multiprocessing import resource_tracker
from typing import Any, TypeVar

from throwdown.envs.core.kit import InvalidConfig, ThrowdownError

U = TypeVar("U")
R = TypeVar("R")

WORTH = 8.0
"""Seconds of work from which starting processes pays off; each takes a second or two to start."""
GRACE = 5.0
"""Seconds in which a pool whose processes were ended is cleared away."""
AHEAD = 2
"""The number of units that every process is given at a time, so that it need not wait for the next one."""
TRIES = 3
"""The number of pools, one after the other, that may break."""


def cores(on: str = "") -> int:
    """Return the number of cores this process may use, or those of a cluster; see `start_workers`."""
    if on:
        from throwdown.evaluation.ray import cores as cores_of

        return cores_of(on)
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _held() -> Iterator[None]:
    """Block Ctrl-C for a moment, in this process and in those started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers(ProcessPoolExecutor):
    """A pool whose processes receive Ctrl-C only after their imports, which take a second or two: they end quietly."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call ``fn(*args, **kwargs)`` in a process; processes are started on demand."""
        with _held():
            return super().submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop; without waiting, the processes end at once, whatever they are doing."""
        processes = [] if wait else list((self._processes or {}).values())
        manager: Any = self._executor_manager_thread
        super().shutdown(wait, cancel_futures=cancel_futures)
        for process in processes:
            process.terminate()
        if processes and manager is not None:
            manager.join(GRACE)  # Python wakes it up when it exits, and fails if it closes at that moment


def check_place(on: str) -> str:
    """Return where to run, see `start_workers`.

    Raises:
        InvalidConfig: it is neither this machine nor a Ray cluster.
    """
    if on and not on.startswith("ray:"):
        raise InvalidConfig(
            f"'{on}' is not a place to run; give ray:auto or ray://HOST:PORT for a Ray cluster, or leave it out for "
            "this machine."
        )
    return on


def start_workers(
    count: int, prepare: Callable[..., object] | None = None, *given: Any, on: str = ""
) -> Executor:
    """Return a pool of processes that stop at Ctrl-C, and when their parent process is gone.

    Args:
        count: number of processes.
        prepare: called in each process at its start, as ``prepare(*given)``.
        given: picklable arguments.
        on: where the processes run: nothing for this machine, ``ray:auto`` or ``ray://HOST:PORT`` for a Ray cluster.

    Raises:
        InvalidConfig: there is no such place.
    """
    if check_place(on):
        from throwdown.evaluation.ray import RayWorkers

        return RayWorkers(count, prepare, *given, on=on)
    context = multiprocessing.get_context("spawn")  # a forked process would inherit locks of threads
    resource_tracker.ensure_running()  # it lets Ctrl-C through when it starts, so it starts before the first process
    return Workers(count, context, _begin, (prepare, given))


def distribute(
    do: Callable[[U], R],
    units: Sequence[U],
    workers: int | None = 1,
    on: str = "",
    make: Callable[[], Callable[[U], R]] | None = None,
    worth: float = 0.0,
) -> Iterator[tuple[int, R]]:
    """Do units of work in this process or, where that is quicker, in others; yield their places and results as done.

    A unit whose process died is done again, so ``do`` should depend on nothing but its unit.

    Args:
        do: does a unit.
        units: picklable, unless they are done here.
        workers: maximum number of processes; None: one per core. With 1, or a single unit, all is done here, except
            on a cluster.
        on: where the processes run, see `start_workers`.
        make: picklable; makes ``do`` in another process. By default ``do`` itself is sent there.
        worth: seconds of work left above which other processes are started. Before, units are done here, the first
            in any case, so that kernels are compiled once.

    Raises:
        InvalidConfig: there is no such place.
        ThrowdownError: processes died again and again.
    """
    count = workers or (cores(check_place(on)) if units else 1)
    is_worth = worth <= 0
    for k, unit in enumerate(units):
        left = len(units) - k
        if on or (is_worth and min(count, left) > 1):
            yield from _elsewhere(make or partial(_sent, do), range(k, len(units)), units, count, on)
            return
        start = time.perf_counter()
        result = do(unit)
        spent = time.perf_counter() - start
        is_worth = worth <= 0 or ((k > 0 or spent > worth) and spent * (left - 1) > worth)
        yield k, result


def _sent(do: Callable[[U], R]) -> Callable[[U], R]:
    return do


def _elsewhere(
    make: Callable[[], Callable[[U], R]], places: Sequence[int], units: Sequence[U], count: int, on: str
) -> Iterator[tuple[int, R]]:
    waiting = deque(places)
    for _ in range(TRIES):
        pool = start_workers(min(count, len(waiting)), _prepare, make, on=on)
        running: dict[Future[R], int] = {}
        try:
            while waiting or running:
                while waiting and len(running) < AHEAD * count:
                    running[pool.submit(_do, units[waiting[0]])] = waiting[0]
                    waiting.popleft()
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    result = future.result()
                    yield running.pop(future), result
            return
        except BrokenProcessPool:
            waiting.extendleft(reversed(running.values()))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    raise ThrowdownError(
        "worker processes died again and again, perhaps for want of memory; try a smaller number with --workers."
    )


_make: Callable[[], Callable[..., Any]] | None = None
_made: Callable[..., Any] | None = None


def _prepare(make: Callable[[], Callable[..., Any]]) -> None:
    global _make, _made
    _make, _made = make, None


def _do(unit: Any) -> Any:
    global _made
    if _made is None:
        assert _make is not None
        _made = _make()  # here, so that its errors arrive as those of a unit
    return _made(unit)


def _end_soon(*_: object) -> None:
    """End after the parent has received the Ctrl-C, which goes to all: else it would report lost workers."""
    threading.Timer(0.3, os._exit, (130,)).start()


def _begin(prepare: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is in a shell's background
        signal.signal(signal.SIGINT, _end_soon)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
