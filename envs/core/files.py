"""Files are written whole or not at all: a reader, or a restart, finds the old one or the new one.

What a killed program leaves half written is cleared by the next one that writes into the same folder.
"""

import json
import os
import re
import sys
import tempfile
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

MODE = 0o644
DEPTH, MOST = 100, 1 << 20
"""How deeply data in a file may be nested, and how many lists and tables it may hold at one depth."""
MARK = "\ufeff"
"""The byte-order mark with which some editors begin a text."""
_HALF_WRITTEN = re.compile(r"\..+\.[a-z0-9_]{8}\.throwdown", re.DOTALL)
_cleared: set[Path] = set()


def parse_json(text: str) -> Any:
    """Return the data in a JSON text, which may begin with a byte-order mark.

    Raises:
        ValueError: it is not JSON, or nested more deeply than `DEPTH`; the message is part of a sentence.
    """
    try:
        return check_depth(json.loads(text.removeprefix(MARK)))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def parse_toml(text: str) -> dict[str, Any]:
    """Return the data in a TOML text, which may begin with a byte-order mark.

    Raises:
        ValueError: it is not TOML, or nested more deeply than `DEPTH`; the message is part of a sentence.
    """
    try:
        data = tomllib.loads(text.removeprefix(MARK))
        check_depth(data)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return data


def check_depth(data: Any) -> Any:
    """Return plain data unless it is nested more deeply than `DEPTH`; a part that is held twice counts twice.

    Raises:
        ValueError: it is.
    """
    level = [data]
    for _ in range(DEPTH):
        parts = [x.values() if isinstance(x, dict) else x for x in level if isinstance(x, dict | list)]
        level = [child for part in parts for child in part if isinstance(child, dict | list)]
        if not level:
            return data
        if len(level) > MOST:
            raise ValueError("it holds too much")
    raise ValueError("it is nested too deeply")


def _hold(file: IO[bytes]) -> bool:
    """Lock a file for as long as it is open; return False if somebody else does."""
    if sys.platform == "win32":
        return False
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _clear(folder: Path) -> None:
    """Delete what killed programs left half written in a folder: what is still being written is locked."""
    if folder in _cleared:
        return
    _cleared.add(folder)
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _HALF_WRITTEN.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError), open(entry.path, "rb") as file:
                    if _hold(file):
                        os.unlink(entry.path)


def write_with(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file atomically with what ``write`` puts into it; its folder is made.

    Raises:
        OSError: it cannot be written; what was there is still there.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear(target.parent.resolve())
    handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".throwdown", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            _hold(file)
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
