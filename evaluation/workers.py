"""Processes that work side by side, and end when they should."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
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
    return ProcessPoolExecutor(count, context, _begin, (prepare, given))


def _begin(prepare: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # Ctrl-C goes to all: the parent reports it
    threading.Thread(target=_die_with_parent, daemon=True).start()
    if prepare is not None:
        prepare(*given)


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
