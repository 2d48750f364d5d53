"""Processes that work side by side, and end when they should."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import resource_tracker
from typing import Any


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
    return _Workers(count, context, _begin, (prepare, given))


class _Workers(ProcessPoolExecutor):
    """A pool whose processes start with Ctrl-C held back: while they import they would answer with a traceback."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand out work; this is what starts processes."""
        if not hasattr(signal, "pthread_sigmask"):
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # Ctrl-C goes to all: the parent reports it
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
