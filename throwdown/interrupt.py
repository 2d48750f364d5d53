"""Ctrl-C while the command line is still being imported: it ends at once, and quietly.

Importing takes a while, and a `KeyboardInterrupt` in the middle of it ends in a traceback, or in an `ImportError` that
blames a library. So until a command runs, which says itself what is kept, the process just ends.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit code of what Ctrl-C ended."""


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def is_command_line() -> bool:
    """Return whether this process runs the command line, by its script or as ``python -m throwdown``."""
    if sys.argv[:1] == ["-m"]:  # what Python says while it imports the package that it is to run
        return "throwdown" in sys.orig_argv
    return os.path.basename(sys.argv[0]) in ("throwdown", "throwdown.exe") if sys.argv else False


def end_quietly() -> None:
    """Have Ctrl-C end the process from now on, unless somebody has other plans for it."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def heard() -> Iterator[None]:
    """Have Ctrl-C raise `KeyboardInterrupt` for a while, as usual, whatever an interrupted import makes of it."""
    if signal.getsignal(signal.SIGINT) is not _end:
        yield
        return
    is_asked = False

    def ask(number: int, frame: FrameType | None) -> None:
        nonlocal is_asked
        is_asked = True
        signal.default_int_handler(number, frame)

    signal.signal(signal.SIGINT, ask)
    try:
        yield
    except (ImportError, SystemError):
        if is_asked:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, _end)


if is_command_line():
    end_quietly()
