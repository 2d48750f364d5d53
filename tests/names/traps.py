"""Files and code that nothing which is read may touch, names for them, and what tells when something does."""

from __future__ import annotations

import copy
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from throwdown.agents import shipped
from throwdown.envs.core.errors import ThrowdownError
from throwdown.envs.registry import make_setup

CODE = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\n\n\nclass Agent:\n    pass\n"
SCENARIO = 'title = "mine"\n'
OPENING = ("open", "os.listdir", "os.scandir", "sqlite3.connect")
"""What Python tells of files that are opened and folders that are looked into."""


class Traps:
    """A folder of files that must stay untouched.

    Attributes:
        folder: the folder.
        names: what could stand for a file in it, or for code, wherever a name is read.
        few: some of them, where reading takes long or agents are not named.
        touched: what was opened, run or looked for there while `set`.
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.touched = folder, list[str]()
        (folder / "evil_module.py").write_text(CODE, encoding="utf-8")
        (folder / "evil.py").write_text(CODE, encoding="utf-8")
        (folder / "mine.toml").write_text(SCENARIO, encoding="utf-8")
        os.mkfifo(folder / "p.toml")
        policy = shipped.place_of(make_setup("throwdown-v0", "duel"), "pilot").read_bytes()
        for name in (
            "own.npz",
            "x.npz",
            "x-pilot.npz",
            "x-coach.npz",
            "x-first.npz",
            "x-second.npz",
            "m.zip",
            "m.onnx",
        ):
            (folder / name).write_bytes(policy)
        for name in ("x.json", "x.toml", "x.md", "x.po"):
            (folder / name).write_text("{}", encoding="utf-8")
        self.names = (
            "evil.py:Agent",
            f"{folder}/evil.py:Agent",
            "evil_module:Agent",
            "own.npz",
            f"search:{folder}/own.npz",
            "search:trained+own.npz:4",
            f"{folder}/m.zip",
            f"{folder}/m.onnx",
            "p.toml",
            f"{folder}/mine.toml",
            f"{folder}/x",
            "level:../../../x",
        )

        self.few = ("evil.py:Agent", "p.toml", f"{folder}/mine.toml", f"{folder}/x")

    def _holds(self, path: object) -> bool:
        if isinstance(path, bytes):
            path = path.decode(errors="replace")
        return isinstance(path, str) and os.path.abspath(path).startswith(f"{self.folder}{os.sep}")

    def hear(self, event: str, given: tuple[Any, ...]) -> None:
        """Note and stop what Python is about to do with a file in the folder."""
        is_import = event == "import" and str(given[0]).startswith("evil")
        if is_import or (event in OPENING and self._holds(given[0])):
            self._note(f"{event} {given[0]}")

    def _note(self, what: str) -> None:
        self.touched.append(what)
        raise PermissionError(what)

    @contextmanager
    def set(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        """Watch the folder, which is the working folder meanwhile."""
        patch.chdir(self.folder)
        patch.syspath_prepend(str(self.folder))
        for owner, name in ((os.path, "isfile"), (os.path, "exists"), (Path, "is_file"), (Path, "exists")):
            patch.setattr(owner, name, self._watched(getattr(owner, name)))
        _HEARING.append(self)
        try:
            yield
        finally:
            _HEARING.remove(self)
            patch.undo()

    def _watched(self, look: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function that looks at a path, made to note paths in the folder."""

        def watched(path: Any, *rest: Any, **more: Any) -> Any:
            if self._holds(os.fspath(path)):
                self._note(f"{look.__name__} {path}")
            return look(path, *rest, **more)

        return watched


_HEARING: list[Traps] = []


def _hear(event: str, given: tuple[Any, ...]) -> None:
    for traps in _HEARING:
        traps.hear(event, given)


sys.addaudithook(_hear)  # it cannot be taken away again, but hears nothing while no traps are set


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path of every text in plain data."""
    if isinstance(data, str):
        yield path
    for key, part in (
        data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    ):
        yield from leaves(part, (*path, key))


def changed(data: Any, path: tuple[Any, ...], text: str) -> Any:
    """Return a copy of plain data in which another text stands at a path."""
    found = copy.deepcopy(data)
    place = found
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = text
    return found


def attack(
    traps: Traps, patch: pytest.MonkeyPatch, data: Any, read: Callable[[Any], object], skip: str = ""
) -> int:
    """Put every name of the traps in the place of every text of some data, and have it read; return how often.

    Args:
        traps: what must not be touched.
        patch: of the test.
        data: plain data that can be read.
        read: reads it, and uses it as programs do.
        skip: texts that begin so are left as they are.
    """
    places = [path for path in leaves(data) if not skip or not _at(data, path).startswith(skip)]
    assert places
    with traps.set(patch):
        for path in places:
            for name in traps.names:
                try:
                    read(changed(data, path, name))
                except ThrowdownError:
                    pass
                except PermissionError:
                    assert traps.touched
                assert not traps.touched, (
                    f"{name!r} in the place of {'.'.join(map(str, path))} did: {traps.touched}"
                )
    assert not list(traps.folder.glob("*.ran"))
    return len(places) * len(traps.names)


def _at(data: Any, path: tuple[Any, ...]) -> str:
    for key in path:
        data = data[key]
    return str(data)
