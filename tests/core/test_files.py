"""Files are written whole, and what killed programs leave behind does not stay."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tests.support import ROOT, run_python
from throwdown.envs.core.files import DEPTH, parse_json, write_file, write_with

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
