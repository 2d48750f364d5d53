"""A pool of worker processes that shuts down cleanly."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any

from throwdown.envs.core.kit import InvalidConfig


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
