"""Agent files: an ``.npz`` archive of arrays with a JSON header that describes them.

Nothing in such a file can run: arrays are read without pickle, and the header is text. Declared sizes are checked
before anything is unpacked, and no more than that is unpacked.
"""

import json
import math
import os
import re
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, ThrowdownError, parse_json, write_with

FORMAT = "throwdown-agent"
VERSION = 2
OLDEST = 1
"""The oldest readable version; it has no weights in 8 bits."""
SUFFIX = ".npz"
HEADER = "header"
"""Name of the array that holds the header: JSON in UTF-8, as bytes."""
MOST_TEXT = 1 << 20
"""Maximum size of a header in bytes."""
MOST_ARRAYS = 100
_MAGIC = b"\x93NUMPY\x01\x00"
_SHAPE = re.compile(
    r"\{'descr': '([<>|=][A-Za-z]\d{1,4})', 'fortran_order': (True|False), 'shape': \(([\d, ]{0,99})\), \} *\n"
)
"""The header of an array: version 1.0 of NumPy's format, as written by `np.savez`."""


class Archive(NamedTuple):
    """The content of a file.

    Attributes:
        header: plain data, with the ``kind`` of the agent: ``policy`` or ``table``.
        arrays: the arrays by name.
    """

    header: dict[str, Any]
    arrays: dict[str, np.ndarray]


class Layout(NamedTuple):
    """The declared layout of an array in a file.

    Attributes:
        shape: its shape.
        dtype: type of an entry.
        is_by_column: whether the first axis varies fastest (Fortran order).
        start: offset of the entries in bytes.
    """

    shape: tuple[int, ...]
    dtype: np.dtype
    is_by_column: bool
    start: int

    @property
    def size(self) -> int:
        """Size of all entries in bytes."""
        return math.prod(self.shape) * self.dtype.itemsize


Check = Callable[[Mapping[str, Any], Mapping[str, Layout]], None]
"""A check of a header and of the arrays' declared layouts, before unpacking; raises `InvalidRecord`."""


def write_archive(
    path: str | os.PathLike[str],
    kind: str,
    header: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> Path:
    """Write a file atomically: a reader finds the old file or the new one, never half of one.

    Equal contents give equal bytes.

    Raises:
        InvalidConfig: the path does not end in ``.npz``, or the header is not plain data or too long.
    """
    target = Path(path)
    if target.suffix != SUFFIX:
        raise InvalidConfig(f"'{target}' must end in {SUFFIX}, like all agent files.")
    data = {"format": FORMAT, "version": VERSION, "kind": kind, **header}
    try:
        text = np.frombuffer(json.dumps(data).encode(), np.uint8)
    except (TypeError, ValueError) as error:
        raise InvalidConfig(f"'{target}' cannot hold a header that is not JSON: {error}.") from None
    if len(text) > MOST_TEXT:
        raise InvalidConfig(
            f"'{target}' cannot hold a header of {len(text):,} bytes; it can hold {MOST_TEXT:,}."
        )
    columns: dict[str, Any] = {HEADER: text, **arrays}
    write_with(target, lambda file: np.savez_compressed(file, **columns))
    return target


def read_header(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return only the header of a file; raises as `read_archive` does."""
    return _read(Path(path), None).header


def read_archive(path: str | os.PathLike[str], kind: str, check: Check) -> Archive:
    """Read a file of one kind.

    Args:
        path: the file.
        kind: the required kind.
        check: checks the arrays' declared layouts before they are unpacked.

    Raises:
        InvalidConfig: the file does not exist.
        InvalidRecord: it is damaged, foreign, of another kind or of another version.
    """

    def is_right(header: Mapping[str, Any], columns: Mapping[str, Layout]) -> None:
        if header["kind"] != kind:
            raise InvalidRecord(f"'{path}' holds a {header['kind']}, not a {kind}.")
        check(header, columns)

    return _read(Path(path), is_right)


def _read(source: Path, check: Check | None) -> Archive:
    if not source.is_file():
        raise InvalidConfig(f"there is no agent file '{source}'.")
    try:
        with zipfile.ZipFile(source) as file:
            return _unpack(source, file, check)
    except ThrowdownError:
        raise
    except OSError as error:
        raise InvalidConfig(f"'{source}' cannot be read: {error.strerror or error}.") from None
    except Exception:  # a damaged archive can raise nearly anything
        raise InvalidRecord(
            f"'{source}' is not a readable agent file: it is damaged or of another kind."
        ) from None


def _unpack(source: Path, file: zipfile.ZipFile, check: Check | None) -> Archive:
    """Read the header, and the arrays if there is a check."""
    parts = {info.filename.removesuffix(".npy"): info for info in file.infolist()}
    if len(parts) > MOST_ARRAYS:
        raise ValueError("too many arrays")
    text = b"{}"
    if HEADER in parts:
        about = _column(file, parts[HEADER])
        if about.size > MOST_TEXT or about.dtype != np.uint8:
            raise ValueError("the header is not text, or is too long")
        text = _entries(file, parts.pop(HEADER), about).tobytes()
    header = parse_json(text.decode())
    _check(source, header)
    if check is None:
        return Archive(header, {})
    columns = {name: _column(file, info) for name, info in parts.items()}
    check(header, columns)
    return Archive(header, {name: _entries(file, parts[name], about) for name, about in columns.items()})


def _column(file: zipfile.ZipFile, info: zipfile.ZipInfo) -> Layout:
    """Return an array's declared layout; its size must match the archive's directory."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ValueError("packed in another way")
    with file.open(info) as part:
        if part.read(len(_MAGIC)) != _MAGIC:
            raise ValueError("not an array")
        (length,) = struct.unpack("<H", part.read(2))
        found = _SHAPE.fullmatch(part.read(length).decode("latin1"))
    if found is None:
        raise ValueError("an array of objects, or of another version")
    shape = tuple(int(n) for n in found[3].replace(",", " ").split())
    about = Layout(shape, np.dtype(found[1]), found[2] == "True", len(_MAGIC) + 2 + length)
    if about.start + about.size != info.file_size:
        raise ValueError("an array is longer or shorter than it says")
    return about


def _entries(file: zipfile.ZipFile, info: zipfile.ZipInfo, about: Layout) -> np.ndarray:
    """Unpack an array."""
    with file.open(info) as part:
        part.read(about.start)
        data = bytearray(part.read())
    return np.frombuffer(data, about.dtype).reshape(about.shape, order="F" if about.is_by_column else "C")


def _check(source: Path, header: Any) -> None:
    """Raise `InvalidRecord` unless the header is that of an agent file of a readable version."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InvalidRecord(f"'{source}' is not an agent file of this package.")
    version = header.get("version")
    if type(version) is not int or not OLDEST <= version <= VERSION:
        raise InvalidRecord(
            f"'{source}' is an agent file of version {version}; this release reads versions {OLDEST} to {VERSION}."
        )
    if not isinstance(header.get("kind"), str):
        raise InvalidRecord(f"'{source}' is damaged: it does not say which kind of agent it holds.")


def check_entries(
    source: str | os.PathLike[str], header: Mapping[str, Any], kinds: Mapping[str, type]
) -> None:
    """Raise `InvalidRecord` if an entry of a header is missing or of the wrong type."""
    for key, kind in kinds.items():
        if not isinstance(header.get(key), kind):
            raise InvalidRecord(f"'{source}' is damaged: its entry '{key}' is missing or of the wrong kind.")
