"""Files are written whole or not at all: a reader, or a restart, finds the old one or the new one."""

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import IO

MODE = 0o644


def write_with(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically with what ``write`` puts into it; its folder is made.

    Raises:
        OSError: it cannot be written; what was there is still there.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            write(file)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, MODE)
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write text or bytes into a file atomically, as `write_with` does."""
    data = content.encode() if isinstance(content, str) else content
    write_with(path, lambda file: file.write(data))


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Delete files that are there, such as those that an earlier report wrote and the next one may not."""
    for name in names:
        (folder / name).unlink(missing_ok=True)
