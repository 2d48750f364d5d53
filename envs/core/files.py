"""Atomic writes of files: a reader, or a restart, finds the old file or the new one.

Partial files of killed programs are deleted by the next write to the same folder.
"""

import errno
import io
import json
import os
import re
import secrets
import stat
import sys
import tomllib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from throwdown.envs.core.locks import lock

DEPTH, MOST = 100, 1 << 20
"""Maximum nesting depth of data in a file, and maximum number of lists and tables at one depth."""
MARK = "\ufeff"
"""The byte-order mark that some editors put before a text."""
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


_ADVICE = {
    "Invalid value": "put a text in quotes, a list in [brackets], and write true and false in small letters",
    "Expected '='": "write NAME = VALUE, a line each",
    "Invalid statement": "write NAME = VALUE, a line each, or the [name] of a table",
    "Unclosed array": "close the list with ]",
    "Unclosed inline table": "close the table with }",
    "Expected newline": "put a text in quotes, and nothing after a value but a # comment",
    "Illegal character": "close the quotes of the text in the line where they begin",
    "Unterminated string": "close the quotes of the text",
    "Cannot overwrite": "the name stands there twice: leave one out, or write each of several tables as [[name]]",
    "Cannot declare": "the table stands there twice: leave one out, or write each of several as [[name]]",
}
"""Advice on mistakes in TOML, by the beginning of the parser's message."""


def _advised(error: tomllib.TOMLDecodeError) -> str:
    """Return a mistake in a TOML text with advice, as the end of a sentence."""
    text = str(error).rstrip(".")
    advice = next((advice for begin, advice in _ADVICE.items() if text.startswith(begin)), "")
    return f"{text}: {advice}" if advice else text


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
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_advised(error)) from None
    return data


def check_depth(data: Any) -> Any:
    """Return plain data unless it is nested more deeply than `DEPTH`; a shared part counts each time.

    Raises:
        ValueError: it is nested too deeply, or too large.
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


def _clear(folder: Path) -> None:
    """Delete partial files of killed programs in a folder: files still being written are locked."""
    if folder in _cleared:
        return
    _cleared.add(folder)
    with suppress(OSError):
        for entry in os.scandir(folder):
            if _HALF_WRITTEN.fullmatch(entry.name) and entry.is_file(follow_symlinks=False):
                with suppress(OSError), open(entry.path, "rb") as file:
                    if lock(file):
                        os.unlink(entry.path)


def write_with(path: str | os.PathLike[str], write: Callable[[IO[bytes]], object]) -> None:
    """Write a file by calling ``write``; create its folder if missing.

    A file is replaced atomically, and keeps its mode and owner; a new one follows the umask. Links are followed. Other
    files, such as devices and pipes, are written to directly.

    Raises:
        OSError: it cannot be written; a regular file is unchanged.
    """
    found = _found(path)
    if (found is not None and not stat.S_ISREG(found.st_mode)) or _is_stream(path):
        held = io.BytesIO()  # buffered, since writers may seek
        write(held)
        with open(path, "wb") as out:
            out.write(held.getbuffer())
    elif found is not None and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), os.fspath(path))
    else:
        _replace(Path(os.path.realpath(path)), write, found)


def _found(path: str | os.PathLike[str]) -> os.stat_result | None:
    """Return the status of a file, following links; None if it does not exist."""
    try:
        return os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_stream(path: str | os.PathLike[str]) -> bool:
    """Return whether a path names a process's open file, such as ``/dev/stdout``, to which others write, too."""
    return os.fspath(path).startswith(("/dev/std", "/dev/fd/", "/proc/"))


def _replace(target: Path, write: Callable[[IO[bytes]], object], found: os.stat_result | None) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    _clear(target.parent)
    temporary = target.parent / f".{target.name}.{secrets.token_hex(4)}.throwdown"
    mode = 0o666 if found is None else stat.S_IMODE(found.st_mode)
    try:
        with open(temporary, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            lock(file)
            write(file)
            file.flush()
            if found is not None:
                _dress(file, found)
            os.fsync(file.fileno())
        os.replace(temporary, target)
        _sync(target.parent)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _dress(file: IO[bytes], found: os.stat_result) -> None:
    """Give a file the mode of another and, if permitted, its owner."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.fchown(file.fileno(), found.st_uid, found.st_gid)
    os.fchmod(file.fileno(), stat.S_IMODE(found.st_mode))


def _sync(folder: Path) -> None:
    """Flush a folder's entries to disk, if the system can, so that the new file survives a power cut."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def write_file(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write text or bytes into a file, as `write_with` does."""
    data = content.encode() if isinstance(content, str) else content
    write_with(path, lambda file: file.write(data))


def remove_files(folder: Path, names: Iterable[str]) -> None:
    """Delete files if they exist, such as those of an earlier report that the next one may not write.

    Links and other non-regular files stay.
    """
    for name in names:
        file = Path(os.path.realpath(folder / name))
        if file.is_file():
            file.unlink(missing_ok=True)
