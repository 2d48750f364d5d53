"""A package is built from a checkout with its links, or refused."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import ROOT

ROOMS = sorted(path.name for path in (ROOT / "throwdown").iterdir() if path.is_symlink())


def checkout(folder: Path) -> Path:
    """Lay out what a build reads first, with the rooms as folders of their own."""
    for name in ("setup.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, folder)
    (folder / "throwdown").mkdir()
    shutil.copy(ROOT / "throwdown" / "__init__.py", folder / "throwdown")
    for room in ROOMS:
        (folder / "throwdown" / room).mkdir()
        (folder / "throwdown" / room / "__init__.py").touch()
    return folder


def built(folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask for the package as an installer does."""
    code = "from setuptools import build_meta; print(build_meta.prepare_metadata_for_build_wheel('.'))"
    return subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )


def test_a_whole_checkout_is_built(tmp_path: Path) -> None:
    done = built(checkout(tmp_path))
    assert done.returncode == 0 and re.search(r"throwdown-.*\.dist-info$", done.stdout.strip()), done.stderr


@pytest.mark.parametrize("room", [ROOMS[0], ROOMS[-1]])
def test_a_checkout_without_links_is_refused_in_a_sentence(tmp_path: Path, room: str) -> None:
    folder = checkout(tmp_path) / "throwdown" / room
    shutil.rmtree(folder)
    folder.write_text(f"../{room}")  # what git makes of a link where there are none
    done = built(tmp_path)
    assert done.returncode == 1 and not done.stdout
    assert done.stderr.startswith(
        f"throwdown/{room} must be a link to the folder {room}, and is none in this"
    )
    assert len(done.stderr.strip().splitlines()) == 1
