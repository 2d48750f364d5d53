"""Ctrl-C during the imports of the command line: the process ends at once, without a traceback.

Imports take a while, and a `KeyboardInterrupt` during them leads to a traceback, or to an `ImportError` that blames a
library. So until a command runs and handles it, Ctrl-C just ends the process.
"""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 130
"""The exit code after Ctrl-C."""


def _end(number: int, frame: FrameType | None) -> None:
    os._exit(INTERRUPTED)


def is_command_line() -> bool:
    """Return whether this process runs the command line, by its script or as ``python -m throwdown``."""
    if sys.argv[:1] == ["-m"]:  # Python's value while it imports the package for -m
        return "throwdown" in sys.orig_argv
    return os.path.basename(sys.argv[0]) in ("throwdown", "throwdown.exe") if sys.argv else False


def end_quietly() -> None:
    """Let Ctrl-C end the process from now on, unless another handler is installed."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)


@contextmanager
def heard() -> Iterator[None]:
    """Let Ctrl-C raise `KeyboardInterrupt` as usual for a while, whatever an interrupted import does with it."""
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
