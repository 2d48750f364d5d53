"""Files are written whole, and what killed programs leave behind does not stay."""

from __future__ import annotations

import io
import os
import re
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

import pytest

from tests.support import ROOT, run_python
from throwdown.envs.core import files
from throwdown.envs.core.files import DEPTH, parse_json, remove_files, write_file, write_with

KILLED = """
import sys
from throwdown.envs.core.files import write_with
def write(file):
    file.write(b"half")
    file.flush()
    print("writing", flush=True)
    sys.stdin.read()
write_with(sys.argv[1], write)
"""
WRITE = "from throwdown.envs.core.files import write_file; write_file({!r}, 'whole')"


def writer(target: Path) -> subprocess.Popen[str]:
    """Return a program that has begun to write a file."""
    command = [sys.executable, "-c", KILLED, str(target)]
    pipe = subprocess.PIPE
    program = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)
    assert program.stdout is not None and program.stdout.readline() == "writing\n"
    return program


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_what_a_killed_program_left_is_cleared_at_the_next_start(tmp_path: Path) -> None:
    with writer(tmp_path / "checkpoint.pt") as program:
        program.kill()
    (left,) = names(tmp_path)
    (tmp_path / ".mine.abcdefgh").touch()
    (tmp_path / ".hidden").mkdir()
    run_python(WRITE.format(str(tmp_path / "log.json")))
    assert left.startswith(".checkpoint.pt.") and names(tmp_path) == [".hidden", ".mine.abcdefgh", "log.json"]


@pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")
def test_what_is_being_written_is_left_alone(tmp_path: Path) -> None:
    with writer(tmp_path / "checkpoint.pt") as program:
        run_python(WRITE.format(str(tmp_path / "log.json")))
        assert len(names(tmp_path)) == 2
        program.communicate("")
        assert program.returncode == 0
    assert names(tmp_path) == ["checkpoint.pt", "log.json"]
    assert (tmp_path / "checkpoint.pt").read_bytes() == b"half"


def test_links_are_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("kept", encoding="utf-8")
    (tmp_path / ".x.abcdefgh.throwdown").symlink_to(tmp_path / "precious")
    run_python(WRITE.format(str(tmp_path / "log.json")))
    assert "precious" in names(tmp_path)


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    write_file(tmp_path / "a", "old")
    with pytest.raises(KeyboardInterrupt):
        write_with(tmp_path / "a", fail)
    assert names(tmp_path) == ["a"] and (tmp_path / "a").read_text(encoding="utf-8") == "old"


def test_depth_is_bounded() -> None:
    assert parse_json("[" * DEPTH + "]" * DEPTH)
    for text in ("[" * (DEPTH + 1) + "]" * (DEPTH + 1), "[" * 10**6, '{"a":' * 10**6):
        with pytest.raises(ValueError, match="nested too deeply"):
            parse_json(text)


unix_only = pytest.mark.skipif(sys.platform == "win32", reason="modes, links and pipes are others there")


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.fixture
def umask() -> Iterator[Callable[[int], int]]:
    """Return what sets the umask of this process, which is put back."""
    before = os.umask(0o022)
    yield os.umask
    os.umask(before)


@unix_only
@pytest.mark.parametrize("mask", [0o022, 0o027, 0o077, 0o002])
def test_a_new_file_is_made_as_the_umask_says(tmp_path: Path, umask: Callable[[int], int], mask: int) -> None:
    umask(mask)
    write_file(tmp_path / "new", "x")
    assert mode_of(tmp_path / "new") == 0o666 & ~mask


@unix_only
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o664, 0o755, 0o400])
def test_a_file_keeps_its_mode(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: Callable[[int], int], mode: int
) -> None:
    """And what is half written is never readable by more than the file was."""
    monkeypatch.setattr(os, "access", lambda *_: True)  # as it is for root, whom modes do not bind
    umask(0o027)
    (tmp_path / "old").touch()
    (tmp_path / "old").chmod(mode)
    half: list[int] = []

    def write(file: IO[bytes]) -> None:
        half.append(stat.S_IMODE(os.fstat(file.fileno()).st_mode))
        file.write(b"new")

    write_with(tmp_path / "old", write)
    (tmp_path / "old").chmod(mode_of(tmp_path / "old") | 0o400)
    assert (tmp_path / "old").read_bytes() == b"new"
    assert mode_of(tmp_path / "old") == mode | 0o400 and not half[0] & ~mode


@unix_only
def test_a_file_keeps_its_owner_as_far_as_one_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "fchown", lambda _, owner, group: asked.append((owner, group)))
    write_file(tmp_path / "old", "x")
    assert asked == []
    write_file(tmp_path / "old", "y")
    found = (tmp_path / "old").stat()
    assert asked == [(found.st_uid, found.st_gid)]


@unix_only
def test_a_file_that_may_not_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "kept").write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda *_: False)  # root may write everywhere
    with pytest.raises(PermissionError, match="kept"):
        write_file(tmp_path / "kept", "new")
    assert names(tmp_path) == ["kept"] and (tmp_path / "kept").read_text(encoding="utf-8") == "old"


@unix_only
def test_links_are_resolved_first(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("middle")
    (tmp_path / "middle").symlink_to(tmp_path / "there" / "file")
    for text in ("made", "written over"):
        write_file(tmp_path / "link", text)
        assert (tmp_path / "link").is_symlink() and (tmp_path / "middle").is_symlink()
        assert (tmp_path / "there" / "file").read_text(encoding="utf-8") == text
    assert names(tmp_path / "there") == ["file"] and names(tmp_path) == ["link", "middle", "there"]
    (tmp_path / "round").symlink_to("round")
    with pytest.raises(OSError, match="round"):
        write_file(tmp_path / "round", "x")


@unix_only
def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    """By a writer that goes back in what it wrote, such as a ZIP file's, and through a link."""
    import numpy as np

    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("pipe")
    for place in ("pipe", "link"):
        command = [
            sys.executable,
            "-c",
            "import sys; sys.stdout.buffer.write(open(sys.argv[1], 'rb').read())",
        ]
        reader = subprocess.Popen([*command, str(tmp_path / "pipe")], stdout=subprocess.PIPE)
        write_with(tmp_path / place, lambda file: np.savez_compressed(file, x=np.arange(3)))
        sent, _ = reader.communicate(timeout=60)
        with np.load(io.BytesIO(sent)) as found:
            assert found["x"].tolist() == [0, 1, 2]
    assert stat.S_ISFIFO((tmp_path / "pipe").lstat().st_mode) and (tmp_path / "link").is_symlink()
    assert names(tmp_path) == ["link", "pipe"]


@unix_only
def test_a_device_is_written_into(tmp_path: Path) -> None:
    """By a link, so that a failure of this test does not replace the machine's own."""
    (tmp_path / "null").symlink_to(os.devnull)
    write_file(tmp_path / "null", "x")
    assert (tmp_path / "null").is_symlink() and stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@unix_only
def test_what_a_failing_writer_made_does_not_go_out(tmp_path: Path) -> None:
    def fail(file: IO[bytes]) -> None:
        file.write(b"half")
        raise KeyboardInterrupt

    (tmp_path / "null").symlink_to(os.devnull)
    with pytest.raises(KeyboardInterrupt):
        write_with(tmp_path / "null", fail)
    assert names(tmp_path) == ["null"]


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="open files have no names in /proc there")
def test_standard_output_by_its_name_is_written_to_where_it_leads(tmp_path: Path) -> None:
    """A file that it was sent to is not replaced: what is printed later goes there, too.

    By the name in ``/proc``, where a failure of this test cannot replace the machine's own.
    """
    assert files._is_stream("/dev/stdout") and files._is_stream(Path("/dev/fd/1"))
    write = "from throwdown.envs.core.files import write_file; write_file('/proc/self/fd/1', 'whole')"
    code = f"{write}; print(' more')"
    for target in (tmp_path / "out", None):
        with open(target or os.devnull, "ab") as out:
            found = subprocess.run(
                [sys.executable, "-c", code],
                stdout=out if target else subprocess.PIPE,
                cwd=ROOT,
                timeout=120,
            )
        text = target.read_bytes() if target else found.stdout
        assert found.returncode == 0 and text == b"whole more\n"
    assert names(tmp_path) == ["out"]


@unix_only
def test_links_and_devices_stay_when_old_files_are_removed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "plain").touch()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "null").symlink_to(os.devnull)
    remove_files(tmp_path, ["plain", "link", "null", "gone"])
    assert names(tmp_path) == ["link", "null"]


ROOMS = ("agents", "envs", "evaluation", "play", "training", "benchmarks", "throwdown/cli")
OWN = {"envs/core/files.py", "envs/core/locks.py", "envs/core/jit.py", "play/storage.py"}
"""Who opens files to write: besides `files` itself, for lock files, and to add lines to a person's records."""


def test_nobody_else_has_a_way_of_his_own_to_write_files() -> None:
    writes = re.compile(r"\.write_(text|bytes)\(|\bopen\([^)]*[\"'][wxa]b?\+?[\"']")
    every = [file for room in ROOMS for file in (ROOT / room).rglob("*.py")]
    found = {str(file.relative_to(ROOT)) for file in every if writes.search(file.read_text(encoding="utf-8"))}
    assert found == OWN


@unix_only
def test_records_and_saved_games_keep_links_and_modes(tmp_path: Path) -> None:
    from throwdown.envs.registry import make_setup
    from throwdown.envs.tables.table import Table
    from throwdown.play.session import Session

    table = Table.from_setup(make_setup("kuhn-v0"), 1)
    session = Session(table, ["player_0"])
    for k, save in enumerate((table.save, session.save)):
        (tmp_path / "file").unlink(missing_ok=True)
        (tmp_path / f"link{k}").symlink_to("file")
        save(tmp_path / f"link{k}")
        (tmp_path / "file").chmod(0o640)
        save(tmp_path / f"link{k}")
        assert (tmp_path / f"link{k}").is_symlink() and mode_of(tmp_path / "file") == 0o640
        (tmp_path / f"null{k}").symlink_to(os.devnull)
        save(tmp_path / f"null{k}")
        assert (tmp_path / f"null{k}").is_symlink()
