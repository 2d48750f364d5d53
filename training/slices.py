"""Long runs in slices, each in a process of its own, here or on a Ray cluster.

A slice takes a run's last checkpoint and returns the new files, as bytes. So one process alone writes the folders of
the runs, no folder needs to be shared, and a slice whose process or machine dies is just repeated.
"""

from __future__ import annotations

import signal
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from throwdown.envs.core.errors import reason
from throwdown.envs.core.kit import ThrowdownError, write_file
from throwdown.evaluation.workers import start_workers
from throwdown.training import checkpoint

J = TypeVar("J")

SLICE = 30.0
"""Seconds of training in a slice, after which its files are stored."""
_asked = threading.Event()
"""Set in a worker process by Ctrl-C."""


@dataclass(frozen=True)
class Slice:
    """What a slice of a run returns.

    Attributes:
        files: the files of its folder by path; all that were written.
        share: the share of the run that is done, 0 to 1.
        result: the results of a finished run.
        error: the sentence that ended the run.
    """

    files: Mapping[str, bytes]
    share: float
    result: dict[str, Any] = field(default_factory=dict)
    error: str = ""


Go = Callable[[Path, Callable[[], bool]], tuple[float, dict[str, Any]]]
"""A function that goes on with the run in a folder until its second argument, asked after every turn, says to stop; it
returns the share done, and the results of a finished run."""


def cut(go: Go, name: str, state: bytes | None, seconds: float) -> Slice:
    """Go on with a run for some seconds, at least one turn, in a folder that is deleted afterwards.

    Args:
        go: goes on with it.
        name: what its folder is called in sentences.
        state: its last checkpoint; None at the beginning.
        seconds: after which it stops.
    """
    end = time.monotonic() + seconds
    with tempfile.TemporaryDirectory(prefix="throwdown-") as place:
        folder = Path(place)
        if state is not None:
            write_file(folder / checkpoint.CHECKPOINT, state)
        try:
            share, result = go(folder, lambda: _asked.is_set() or time.monotonic() >= end)
        except ThrowdownError as error:
            return Slice(_files(folder), 0.0, error=str(error).replace(f"'{place}'", f"'{name}'"))
        return Slice(_files(folder), share, result)


def _files(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def in_slices(
    do: Callable[[J, bytes | None, float], Slice],
    jobs: Mapping[Path, J],
    workers: int,
    on: str = "",
    seconds: float = SLICE,
    stop: threading.Event | None = None,
) -> Generator[tuple[J, Slice], None, None]:
    """Do runs side by side to their ends; yield every run with each of its slices, whose files are stored.

    Args:
        do: picklable; does a slice, see `cut`, given a run, its last checkpoint and the seconds.
        jobs: the runs, picklable, by folder.
        workers: maximum number of runs side by side.
        on: where they run, see `evaluation.workers.start_workers`.
        seconds: in a slice.
        stop: set to end with the slices that have begun.

    Raises:
        ThrowdownError: a process died.
    """
    left, stop = list(jobs), stop or threading.Event()
    pool = start_workers(min(workers, max(1, len(left))), _hear, on=on)
    waiting: dict[Future[Slice], Path] = {}
    try:
        while waiting or (left and not stop.is_set()):
            # Only as many as run at once: what waits in a pool would begin after Ctrl-C.
            while left and len(waiting) < workers and not stop.is_set():
                folder = left.pop(0)
                waiting[pool.submit(do, jobs[folder], state_in(folder), seconds)] = folder
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                folder, part = waiting.pop(future), _taken(future, stop.is_set())
                if part is None:
                    continue
                _store(folder, part)
                if not part.result and not part.error:
                    left.insert(0, folder)
                yield jobs[folder], part
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _hear() -> None:
    """Let Ctrl-C, which goes to all processes, end a slice instead of its process."""
    if threading.current_thread() is threading.main_thread():
        if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:  # as it is in a shell's background
            signal.signal(signal.SIGINT, lambda *_: _asked.set())


def _taken(future: Future[Slice], is_stopped: bool) -> Slice | None:
    """Return a slice; None if it is lost because of Ctrl-C.

    Raises:
        ThrowdownError: its process died.
    """
    try:
        return future.result()
    except BrokenExecutor as error:
        if is_stopped:
            return None
        raise ThrowdownError(
            f"a process of a run died, perhaps for want of memory ({reason(error)}); the same command continues."
        ) from None


def state_in(folder: Path) -> bytes | None:
    """Return the checkpoint of the run in a folder, if there is one."""
    file = folder / checkpoint.CHECKPOINT
    return file.read_bytes() if file.is_file() else None


def _store(folder: Path, part: Slice) -> None:
    """Write the files of a slice; a finished exploiter has no checkpoint any more."""
    for name, data in part.files.items():
        write_file(folder / name, data)
    if checkpoint.CHECKPOINT not in part.files:
        (folder / checkpoint.CHECKPOINT).unlink(missing_ok=True)
