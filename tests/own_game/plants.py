"""Goofspiel with mistakes planted in it, checked in plain Python: prints what was found, a line of JSON a plant.

Each plant is a package of its own in a process of its own, forked when all else is imported.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from shutil import copytree

from throwdown.testing import check, check_game, exact, games

HERE = Path(__file__).parent / "goofspiel"

PLANTS: dict[str, tuple[str, str, str]] = {
    "sound": ("rules.py", "", ""),
    "a shown bid": (
        "obs.py",
        "seen.bids[card] = s.bids[viewer, card]",
        "seen.bids[card] = s.bids[0, card]",
    ),
    "a bid that words show": ("words/text.py", "viewer in (None, p) or s.over", "viewer in (None, p, 1)"),
    "an event told to all": (
        "rules.py",
        "tell(out, Event.BID_LAID, me, card=action, seen=1 << me)",
        "tell(out, Event.BID_LAID, me, card=action)",
    ),
    "an event that tells by a number": (
        "rules.py",
        "card=action, seen=1 << me)",
        "card=action, number=action, seen=1 << me)",
    ),
    "a redeal that forgets": ("rules.py", "while not are_possible(s):", "while False:"),
    "a redeal that moves nothing": ("rules.py", "if s.over:  # all", "if s.rounds < 9:  # all"),
    "a refusal that tells": (
        "words/text.py",
        'return f"The {CARDS.name(action)} was',
        'return f"After {CARDS.name(int(s.bids[0, 0]))} the {CARDS.name(action)} was',
    ),
    "a hand that is told": (
        "words/text.py",
        "def ending(",
        "def any_hand(s: State) -> None:\n    pass\n\n\ndef ending(",
    ),
    "swapped returns": (
        "rules.py",
        "0 if lead == 0 else 1 if lead > 0 else -1",
        "-1 if lead > 0 else lead < 0",
    ),
    "returns that do not add up": ("rules.py", "out.returns[1] = -out.returns[0]", "out.returns[1] = 1"),
    "an index beyond its array": ("obs.py", "seen.points[1] =", "seen.points[2] ="),
    "an empty legal set": (
        "rules.py",
        "out.words[0] = s.hands[s.seat][0]",
        "out.words[0] = s.hands[s.seat][0] & 3",
    ),
    "a game without end": (
        "rules.py",
        "    s.over = s.rounds == s.cards\n",
        "    if s.rounds == s.cards:\n        setup(s, out)\n        return\n",
    ),
    "a missing word": ("words/text.py", "def help(", "def helps("),
    "a word that fails": ("words/text.py", 'seen["hands"].get(seat, ["??"])', 'seen["hands"][seat]'),
    "a number out of range": ("obs.py", "0, MOST * (MOST + 1) // 2, 2)", "0, 1, 2)"),
}
"""By name: a file of the package, and what in it becomes what."""


def plant(folder: Path, name: str) -> None:
    """Write the package with a mistake."""
    copytree(HERE, folder / "goofspiel")
    file, old, new = PLANTS[name]
    text = (folder / "goofspiel" / file).read_text(encoding="utf-8")
    assert not old or old in text, name
    (folder / "goofspiel" / file).write_text(text.replace(old, new) if old else text, encoding="utf-8")


def look(name: str) -> None:
    """Check the package with a mistake, and print what was found."""
    with tempfile.TemporaryDirectory() as folder:
        plant(Path(folder), name)
        sys.path.insert(0, folder)
        (game,) = import_module("goofspiel").GAMES
        report = check_game(game, ["three"], games_each=2, most_moves=50)
    print(
        json.dumps(
            {"name": name, "faults": report.faults, "checks": [c.name for c in report.checks if c.faults]}
        )
    )
    sys.stdout.flush()


def main() -> None:
    """Check every plant, with less of what repeats itself."""
    exact.PASTS, games.ROWS, check.FIRST, check.KEYS = 25, 8, 2, 2
    for name in PLANTS:
        child = os.fork()
        if child == 0:
            look(name)
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
