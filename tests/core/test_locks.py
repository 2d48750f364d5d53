"""Long runs have their folder for themselves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import pytest

from tests.support import ROOT
from throwdown.envs.core import locks
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.locks import lock, owned

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")

HOLD = """
import sys
from throwdown.envs.core.locks import owned
with owned(sys.argv[1], sys.argv[2]):
    print("held", flush=True)
    sys.stdin.read()
"""


def holder(folder: Path, name: str = "run") -> subprocess.Popen[str]:
    """Return a program that has a folder for itself."""
    command, pipe = [sys.executable, "-c", HOLD, str(folder), name], subprocess.PIPE
    program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
    assert program.stdout is not None and program.stdout.readline() == "held\n"
    return program


def test_another_process_is_refused_and_told_who_has_it(tmp_path: Path) -> None:
    folder = tmp_path / "runs" / "first"
    with holder(folder) as program:
        since = json.loads((folder / "run.lock").read_text(encoding="utf-8"))
        with pytest.raises(InvalidConfig) as refused, owned(folder):
            pass
        assert since["process"] == program.pid and str(refused.value) == (
            f"'{folder}' is in use: process {program.pid} has been writing there since {since['started']}; wait until "
            "it has ended, or name another place."
        )
        with owned(folder, "another file"), owned(tmp_path):
            pass
        program.communicate("")
    with owned(folder):
        assert [file.name for file in folder.iterdir()] == ["run.lock"]
    assert not folder.exists(), "what was made for the lock alone does not stay"


def test_a_killed_process_has_nothing(tmp_path: Path) -> None:
    with holder(tmp_path) as program:
        program.kill()
    assert (tmp_path / "run.lock").exists()
    with owned(tmp_path):
        assert json.loads((tmp_path / "run.lock").read_text(encoding="utf-8"))["process"] == os.getpid()
    assert not (tmp_path / "run.lock").exists()


def test_who_has_it_may_ask_again_but_no_other_thread(tmp_path: Path) -> None:
    refused: list[str] = []

    def ask() -> None:
        try:
            with owned(tmp_path):
                pass
        except InvalidConfig as error:
            refused.append(str(error))

    (tmp_path / "link").symlink_to(tmp_path)
    with owned(tmp_path):
        with owned(tmp_path / "link"):
            pass
        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    assert len(refused) == 1 and f"process {os.getpid()} " in refused[0]
    ask()
    assert len(refused) == 1


def test_one_may_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with holder(tmp_path) as program:

        def late(file: IO[str], wait: bool = False) -> bool | None:
            monkeypatch.setattr(locks, "lock", lock)
            assert wait and lock(file) is False
            program.communicate("")
            return lock(file, wait)

        monkeypatch.setattr(locks, "lock", late)
        with owned(tmp_path, wait=True):
            assert json.loads((tmp_path / "run.lock").read_text())["process"] == os.getpid()


def test_a_lock_that_was_deleted_after_it_was_opened_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its holder ends between our opening it and our locking it; who comes after us makes another one."""

    def late(file: IO[str], wait: bool = False) -> bool | None:
        monkeypatch.setattr(locks, "lock", lock)
        (tmp_path / "run.lock").unlink()
        return lock(file, wait)

    monkeypatch.setattr(locks, "lock", late)
    with owned(tmp_path):
        assert (tmp_path / "run.lock").exists()
        with (tmp_path / "run.lock").open() as file:
            assert lock(file) is False


def test_a_lock_that_is_being_written_is_one(tmp_path: Path) -> None:
    with (tmp_path / "run.lock").open("w") as file:
        assert lock(file) is True
        with (
            pytest.raises(InvalidConfig, match="is in use: another process is writing there;"),
            owned(tmp_path),
        ):
            pass
