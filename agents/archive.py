"""Files of agents: an ``.npz`` archive of arrays and a header in JSON that says what they are.

Nothing in such a file can run: arrays are read without pickle, and the header is text.
"""

import json
import os
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, write_with

FORMAT = "throwdown-agent"
VERSION = 1
SUFFIX = ".npz"
HEADER = "header"
"""Name of the array that holds the header: JSON in UTF-8, as bytes."""
_BROKEN = (ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged archive can raise."""


class Archive(NamedTuple):
    """What a file holds.

    Attributes:
        header: plain data, with the ``kind`` of the agent: ``policy`` or ``table``.
        arrays: the arrays by name.
    """

    header: dict[str, Any]
    arrays: dict[str, np.ndarray]


def write_archive(
    path: str | os.PathLike[str],
    kind: str,
    header: Mapping[str, Any],
    arrays: Mapping[str, np.ndarray],
) -> Path:
    """Write a file atomically: a reader finds the old file or the new one, never half of one.

    Equal contents give equal bytes.

    Raises:
        InvalidConfig: the path does not end in ``.npz``, or the header is no plain data.
    """
    target = Path(path)
    if target.suffix != SUFFIX:
        raise InvalidConfig(f"'{target}' must end in {SUFFIX}, as the files of agents do.")
    data = {"format": FORMAT, "version": VERSION, "kind": kind, **header}
    try:
        text = np.frombuffer(json.dumps(data).encode(), np.uint8)
    except (TypeError, ValueError) as error:
        raise InvalidConfig(f"'{target}' cannot hold that as JSON: {error}.") from None
    columns: dict[str, Any] = {HEADER: text, **arrays}
    write_with(target, lambda file: np.savez_compressed(file, **columns))
    return target


def read_header(path: str | os.PathLike[str]) -> dict[str, Any]:
    """Return the header of a file alone; see `read_archive` for what is raised."""
    return _read(Path(path), is_whole=False).header


def read_archive(path: str | os.PathLike[str], kind: str) -> Archive:
    """Read a file of one kind.

    Raises:
        InvalidConfig: there is no such file.
        InvalidRecord: it is damaged, foreign, of another kind or of another version.
    """
    found = _read(Path(path), is_whole=True)
    if found.header["kind"] != kind:
        raise InvalidRecord(f"'{path}' holds a {found.header['kind']}, not a {kind}.")
    return found


def _read(source: Path, is_whole: bool) -> Archive:
    if not source.is_file():
        raise InvalidConfig(f"there is no agent file '{source}'.")
    try:
        with np.load(source, allow_pickle=False) as data:
            text = bytes(data[HEADER]).decode() if HEADER in data.files else "{}"
            header = json.loads(text)
            names = [name for name in data.files if name != HEADER] if is_whole else []
            arrays = {name: data[name] for name in names}
    except OSError as error:
        raise InvalidConfig(f"'{source}' cannot be read: {error.strerror or error}.") from None
    except _BROKEN:
        raise InvalidRecord(
            f"'{source}' is not a readable agent file: it is damaged or of another kind."
        ) from None
    _check(source, header)
    return Archive(header, arrays)


def _check(source: Path, header: Any) -> None:
    """Refuse what is no agent file of this version."""
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise InvalidRecord(f"'{source}' is not an agent file of this package.")
    if header.get("version") != VERSION:
        raise InvalidRecord(
            f"'{source}' is an agent file of version {header.get('version')}; this release reads version {VERSION}."
        )
    if not isinstance(header.get("kind"), str):
        raise InvalidRecord(f"'{source}' is damaged: it does not say which kind of agent it holds.")


def check_entries(
    source: str | os.PathLike[str], header: Mapping[str, Any], kinds: Mapping[str, type]
) -> None:
    """Refuse a header in which an entry is missing or of the wrong type."""
    for key, kind in kinds.items():
        if not isinstance(header.get(key), kind):
            raise InvalidRecord(f"'{source}' is damaged: its entry '{key}' is missing or of the wrong kind.")
