"""Compiled code on disk: what is damaged is compiled anew and overwritten, and a full disk does no harm."""

from __future__ import annotations

import errno
import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support import ROOT
from throwdown.envs.core import jit

pytestmark = pytest.mark.skipif(
    not jit.IS_COMPILED, reason="this run itself is not compiled (NUMBA_DISABLE_JIT)"
)

NAME = "own_code_of_tests"
LOADED, COMPILED = (1, 0), (0, 1)


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any], tuple[int, int]]]:
    """Return what calls a compiled function as a new process would: how often it was loaded, and compiled."""
    file, folder = tmp_path / f"{NAME}.py", tmp_path / "cache"
    file.write_text("def twice(x):\n    return 2 * x\n", encoding="utf-8")
    folder.mkdir()
    monkeypatch.setattr(jit, "CACHE_DIR", folder)
    jit.cache_dir_of.cache_clear()

    def run(value: Any) -> tuple[int, int]:
        spec = importlib.util.spec_from_file_location(NAME, file)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        monkeypatch.setitem(sys.modules, NAME, module)
        spec.loader.exec_module(module)
        compiled = jit.entry(module.twice)
        assert compiled(value) == 2 * value
        return sum(compiled.stats.cache_hits.values()), sum(compiled.stats.cache_misses.values())

    yield run
    jit.cache_dir_of.cache_clear()


def files(folder: Path) -> list[Path]:
    return sorted(file for kind in ("nbi", "nbc") for file in folder.rglob(f"*.{kind}"))


def flipped(content: bytes, at: float) -> bytes:
    k = int(at * len(content))
    return content[:k] + bytes([content[k] ^ 1]) + content[k + 1 :]


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "half": lambda content: content[: len(content) // 2],
    "without its last byte": lambda content: content[:-1],
    "zeros": lambda content: bytes(len(content)),
    "a page of zeros": lambda content: bytes(len(content) // 4) + content[len(content) // 4 :],
    "a wrong bit": lambda content: flipped(content, 0.6),
    "something else": lambda content: b"\x80\x05K\x01.",
}


def test_what_is_whole_is_loaded(call: Callable[[Any], tuple[int, int]]) -> None:
    assert call(21) == COMPILED and call(21) == LOADED and call(2.5) == COMPILED and call(2.5) == LOADED


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_code_is_compiled_anew_and_overwritten(
    tmp_path: Path, call: Callable[[Any], tuple[int, int]], damage: str
) -> None:
    call(21)
    assert [file.suffix for file in files(tmp_path)] == [".nbc", ".nbi"]
    for file in files(tmp_path):
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
        assert call(21) == COMPILED and call(21) == LOADED, file.suffix
    for file in files(tmp_path):
        file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert call(21) == COMPILED and call(21) == LOADED


def test_code_of_another_signature_is_not_taken(
    tmp_path: Path, call: Callable[[Any], tuple[int, int]]
) -> None:
    """As after a loss of the index, when numbers of files are given anew, and a loss of what was written after that."""
    call(21)
    call(2.5)
    first, second = (file for file in files(tmp_path) if file.suffix == ".nbc")
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    assert call(21) == COMPILED and call(2.5) == COMPILED and call(21) == LOADED and call(2.5) == LOADED


def test_on_a_full_disk_nothing_is_kept(
    tmp_path: Path, call: Callable[[Any], tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as changed:
        changed.setattr(jit._Sealed, "_open_for_write", fail)
        assert call(21) == COMPILED and call(21) == COMPILED and files(tmp_path) == []
    assert call(21) == COMPILED and call(21) == LOADED


@pytest.mark.parametrize("caller", ["training/kernels.py", "evaluation/aivat/kernels.py", "agents/net.py"])
def test_code_is_made_again_when_that_of_players_changes(
    caller: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Learning and evaluation compile the kernels of nets into theirs."""
    seen: list[Path] = []
    monkeypatch.setattr(jit, "_hash", lambda files, root: seen.extend(files) or "hash")
    monkeypatch.setattr(jit, "CACHE_DIR", ROOT)
    jit.cache_dir_of.cache_clear()
    module = "throwdown." + caller.removesuffix(".py").replace("/", ".")
    jit.cache_dir_of(module, str(ROOT / caller))
    jit.cache_dir_of.cache_clear()
    assert {ROOT / caller, ROOT / "agents" / "vectors.py"} <= set(seen)


MINE = """
import sys
from pathlib import Path

from throwdown.envs.core.jit import entry


@entry
def total(n):
    found = 0
    for k in range(n):
        found += k * k % 7
    return found


def meet():
    Path(f"{sys.argv[1]}.ready").touch()
    while len(list(Path().glob("*.ready"))) < 4:
        pass
    total(10)
    print(sum(total.stats.cache_hits.values()), sum(total.stats.cache_misses.values()))
"""


def test_of_processes_that_begin_together_one_compiles(tmp_path: Path) -> None:
    """As the ranks of a run and the workers of an evaluation do on a machine that has compiled nothing yet."""
    (tmp_path / "mine.py").write_text(MINE, encoding="utf-8")
    own = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    line = [sys.executable, "-c", "import mine; mine.meet()"]
    how: dict[str, Any] = {"cwd": tmp_path, "env": own, "stdout": subprocess.PIPE, "text": True}
    processes = [subprocess.Popen([*line, str(k)], **how) for k in range(4)]
    told = sorted(process.communicate(timeout=100)[0] for process in processes)
    assert told == ["0 1\n"] + 3 * ["1 0\n"]
