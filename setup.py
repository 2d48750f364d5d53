"""What pyproject.toml cannot say: from a checkout that has lost its links no package is built; it would be empty."""

import sys
from pathlib import Path

from setuptools import setup

ROOMS = ("agents", "benchmarks", "envs", "evaluation", "play", "training")
"""What ``throwdown/`` holds by links to the folders beside it."""


def lost(folder: Path) -> list[str]:
    """Return the rooms that are no folders there: where links cannot be, git writes text files."""
    return [room for room in ROOMS if not (folder / "throwdown" / room / "__init__.py").is_file()]


if __name__ == "__main__":
    if rooms := lost(Path(__file__).resolve().parent):
        room = rooms[0]
        sys.exit(
            f"throwdown/{room} must be a link to the folder {room}, and is none in this checkout: run `git config "
            "core.symlinks true`, then `git checkout -- throwdown` (on Windows in developer mode)."
        )
    setup()
