"""What every game shares knows no game: it names none of their roles."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OF_FUSION = (
    *(ROOT / "play" / "throwdown").glob("*.py"),
    *(ROOT / "play" / "web" / name for name in ("companion.py", "real_cards.py")),
    ROOT / "benchmarks" / "gambits.py",
)
"""The Throwdown's companion keeps the books of its real cards, and a benchmark counts Gambits: they know that game."""
GENERIC = (
    *(ROOT / "envs").glob("*.py"),
    *(ROOT / "agents").glob("*.py"),
    *(
        file
        for room in ("envs/core", "agents/search", "training", "evaluation", "play", "benchmarks")
        for file in (ROOT / room).rglob("*.py")
    ),
)


@pytest.mark.parametrize(
    "file", sorted(set(GENERIC) - set(OF_FUSION)), ids=lambda file: str(file.relative_to(ROOT))
)
def test_no_role_of_a_game_is_named(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [f"{k}: {line.strip()}" for k, line in enumerate(lines, 1) if re.search("(?i)coach|pilot", line)]
    assert not found, f"take roles and sides from the setup: {found}"
