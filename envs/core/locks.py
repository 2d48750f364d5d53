"""File locks, and exclusive ownership of folders by long runs.

The operating system holds the locks and releases them when the process ends, however it ends. Where it has none, as on
Windows and on some network drives, nothing is locked.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO, Any

from throwdown.envs.core.errors import InvalidConfig

_mine: ContextVar[frozenset[Path]] = ContextVar("_mine", default=frozenset())
"""Lock files held by this thread."""


def lock(file: IO[Any], wait: bool = False) -> bool | None:
    """Lock a file until it is closed.

    Args:
        file: must be open.
        wait: block until the lock is free.

    Returns:
        Whether it is locked now; None where files cannot be locked.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextmanager
def owned(folder: str | os.PathLike[str], name: str = "run", wait: bool = False) -> Iterator[None]:
    """Own a folder, or a file in it, exclusively among all processes and threads.

    Meanwhile ``NAME.lock`` in the folder holds this process's id and start time. Re-entrant.

    Args:
        folder: created if missing, and then deleted afterwards if empty.
        name: ``run`` for the folder as a whole, else the name of a file in it.
        wait: block until it is free instead of raising.

    Raises:
        InvalidConfig: another process or thread owns it; the message names the process and its start.
    """
    folder = Path(folder).resolve()
    file = folder / f"{name}.lock"
    if file in _mine.get():
        yield
        return
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with _taken(file, folder if name == "run" else folder / name, wait):
            before = _mine.set(_mine.get() | {file})
            try:
                yield
            finally:
                _mine.reset(before)
    finally:
        with suppress(OSError):  # it is not empty, as a rule
            for place in made:
                place.rmdir()


@contextmanager
def _taken(path: Path, what: Path, wait: bool) -> Iterator[None]:
    with _locked(path, what, wait) as file:
        file.write(json.dumps({"process": os.getpid(), "started": time.strftime("%Y-%m-%d %H:%M:%S")}))
        file.flush()
        try:
            yield
        finally:
            with suppress(OSError):  # while it is locked, so that nobody else's is deleted
                path.unlink()


def _locked(path: Path, what: Path, wait: bool) -> IO[str]:
    """Return the lock file: open, locked and empty."""
    while True:
        file = path.open("a+", encoding="utf-8")
        if lock(file, wait) is False:
            with file:
                raise InvalidConfig(
                    f"'{what}' is in use: {_holder(file)}; wait until it has ended, or name another place."
                )
        with suppress(OSError):
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                file.truncate(0)
                return file
        file.close()  # its holder deleted it at the end, after it had been opened here


def _holder(file: IO[str]) -> str:
    try:
        file.seek(0)
        data = json.load(file)
        return f"process {data['process']} has been writing there since {data['started']}"
    except (OSError, ValueError, LookupError, TypeError):  # it is just being written
        return "another process is writing there"
