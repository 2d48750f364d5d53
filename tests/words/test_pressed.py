"""What on the table a choice is about is said by the game, by the names of its own scene, whatever the language.

What is found in one language: ``python -m tests.words.pressed``.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import polib
import pytest

from tests.words import pseudo
from throwdown.play import words


def turned_round(text: str) -> str:
    """Return a text with its words in the other order."""
    return " ".join(reversed(text.split(" ")))


def translate(target: Path) -> None:
    """Write a translation in which every text has its words in the other order."""
    file = polib.pofile(str(words.FILE))
    file.metadata = pseudo.HEADER
    for entry in file:
        if entry.msgid_plural:
            entry.msgstr_plural = {0: turned_round(entry.msgid), 1: turned_round(entry.msgid_plural)}
        else:
            entry.msgstr = turned_round(entry.msgid)
    file.save(str(target))


@pytest.mark.parametrize("is_translated", [False, True])
def test_choices_are_about_what_lies_on_the_table(tmp_path: Path, is_translated: bool) -> None:
    """Every choice with a card, an area, a figure or a named card says which; those without one say nothing."""
    translate(tmp_path / "eo.po")
    told = {"THROWDOWN_WORDS": str(tmp_path / "eo.po")} if is_translated else {}
    done = subprocess.run(
        [sys.executable, "-m", "tests.words.pressed"],
        env=os.environ | told,
        stdout=subprocess.PIPE,
        check=True,
    )
    found = json.loads(done.stdout)
    assert {game: one["wrong"] for game, one in found.items() if one["wrong"]} == {}
    assert all(one["n"] > 4 for one in found.values()), found
