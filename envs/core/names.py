"""Trust in names: typed names may refer to files and code, names read as data only to shipped content.

A text counts as data (from a file, a message, a database or a record) unless it is `Typed`. The default is safe:
`may_open` is checked wherever a name could be a path or code, and rejects plain texts.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from throwdown.envs.core.errors import InvalidConfig


class Typed(str):
    """A name typed on this command line, or passed in Python.

    Slices of it are plain texts; see `cut`. Pickling preserves the type, but files store it as plain text, which opens
    nothing when read.
    """

    __slots__ = ()


def typed(value: Any) -> Any:
    """Return a text, or the texts of a list, as `Typed`; other values are unchanged.

    Only the command line and public Python functions may call it, on their own arguments.
    """
    if isinstance(value, str):
        return Typed(value)
    if isinstance(value, list | tuple):
        return type(value)(typed(part) for part in value)
    return value


def may_open(name: object) -> bool:
    """Return whether a name may refer to a file or code: it is `Typed`, or a path object."""
    return isinstance(name, Typed | os.PathLike)


def check_open(name: object, what: str) -> None:
    """Raise unless a name may refer to a file or code.

    Args:
        name: the name.
        what: what it refers to, for the message, such as ``a file or code``.

    Raises:
        InvalidConfig: it was read as data.
    """
    if not may_open(name):
        raise InvalidConfig(
            f"'{name}' is {what}, and what is read from files and messages names only what ships: name it on the "
            "command line, or in Python as a path or as names.Typed."
        )


def cut(name: str, sign: str = ",") -> list[str]:
    """Split a name at a separator and strip the parts; they are `Typed` if the name is."""
    parts = [part.strip() for part in name.split(sign)]
    return typed(parts) if may_open(name) else parts


def again(name: str, named: Collection[str]) -> str:
    """Return the typed original of a name if it is among ``named``, else the name."""
    return next((other for other in named if other == name and may_open(other)), name)


def beside(name: str, file: object) -> Path:
    """Return the path of a file that another file refers to, in the same folder or below.

    Args:
        name: a path relative to that folder.
        file: the referring file, as given: a typed scenario file. Data and untyped names may not refer to files.

    Raises:
        InvalidConfig: ``file`` may not refer to files, or the path is outside the folder or does not exist.
    """
    if not isinstance(file, str | os.PathLike) or not may_open(file):
        raise InvalidConfig(
            f"'{name}' is a file, and only a file that somebody names on the command line or in Python names others."
        )
    folder = Path(file).parent.resolve()
    found = (folder / name).resolve()
    if Path(name).is_absolute() or not found.is_relative_to(folder):
        raise InvalidConfig(
            f"'{name}' must lie in the folder of '{file}' or below it, and be named from there."
        )
    if not found.is_file():
        raise InvalidConfig(f"there is no file '{name}' beside '{file}'.")
    return found


def listed(folder: Path, name: str, suffix: str) -> Path | None:
    """Return the file with a name in a folder of the package, or None; the name is never used as a path."""
    return next((file for file in folder.glob(f"*{suffix}") if file.name == f"{name}{suffix}"), None)
