"""Which names may stand for files and for code: those that somebody typed; those that were read only for what ships.

A text is taken for read, from a file, a message, a database or a record, unless it is `Typed`. So whoever forgets this
opens nothing: `may_open` is asked wherever a name could be a path or code, and says no.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from pathlib import Path
from typing import Any

from throwdown.envs.core.errors import InvalidConfig


class Typed(str):
    """A name that somebody typed on this command line, or passed in Python.

    What is cut out of one is a plain text again; see `cut`. It is pickled as what it is, and written into files as a
    plain text: read again, it opens nothing.
    """

    __slots__ = ()


def typed(value: Any) -> Any:
    """Return what was typed or passed in Python, a text or those of a list as `Typed`; all else stays as it is.

    Only the command line and functions that people call in Python may say so of what they are given.
    """
    if isinstance(value, str):
        return Typed(value)
    if isinstance(value, list | tuple):
        return type(value)(typed(part) for part in value)
    return value


def may_open(name: object) -> bool:
    """Return whether the file or the code that a name may stand for is opened: it is `Typed`, or a path object."""
    return isinstance(name, Typed | os.PathLike)


def check_open(name: object, what: str) -> None:
    """Refuse to open or to run what a name that was read stands for.

    Args:
        name: the name.
        what: what it names, for the sentence, such as ``a file or code``.

    Raises:
        InvalidConfig: it was read.
    """
    if not may_open(name):
        raise InvalidConfig(
            f"'{name}' is {what}, and what is read from files and messages names only what ships: name it on the "
            "command line, or in Python as a path or as names.Typed."
        )


def cut(name: str, sign: str = ",") -> list[str]:
    """Return the parts of a name between signs, without spaces around them; all may be opened if the name may."""
    parts = [part.strip() for part in name.split(sign)]
    return typed(parts) if may_open(name) else parts


def again(name: str, named: Collection[str]) -> str:
    """Return a name that was read, as it was `Typed` again if it was."""
    return next((other for other in named if other == name and may_open(other)), name)


def beside(name: str, file: object) -> Path:
    """Return the file that another one names: it lies in the same folder, or in one below.

    Args:
        name: a path relative to that folder.
        file: what names it, as it was given: a scenario's file that somebody typed. Data, and names that were read,
            name no files.

    Raises:
        InvalidConfig: it may name no file, or names one elsewhere, or one that is not there.
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
    """Return the file of a name in a folder of the package, None if there is none; the name is never made a path."""
    return next((file for file in folder.glob(f"*{suffix}") if file.name == f"{name}{suffix}"), None)
