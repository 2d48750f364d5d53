"""Processes that work side by side, and end when they should."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import resource_tracker
from typing import Any


@contextmanager
def _held() -> Iterator[None]:
    """Hold Ctrl-C back for a moment, here and in the processes that are started meanwhile."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Workers(ProcessPoolExecutor):
    """A pool whose processes hear Ctrl-C only once they can end quietly: importing takes them a second or two."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Have a process call ``fn(*args, **kwargs)``; processes are started as they are needed."""
        with _held():
            return super().submit(fn, *args, **kwargs)


def start_workers(
    count: int, prepare: Callable[..., object] | None = None, *given: Any
) -> ProcessPoolExecutor:
    """Return a pool of processes that stop at Ctrl-C, and when the process that started them is gone.

    Args:
        count: of the processes.
        prepare: called in each of them at its start, as ``prepare(*given)``.
        given: can be pickled.
    """
    context = multiprocessing.get_context("spawn")  # a forked process would inherit locks of threads
    resource_tracker.ensure_running()  # it lets Ctrl-C through when it starts, so it starts before the first process
    return Workers(count, context, _begin, (prepare, given))


def _end_soon(*_: object) -> None:
    """End after the parent has heard of the Ctrl-C, which goes to all: else it would find its workers lost."""
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
