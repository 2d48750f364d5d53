"""Everything that people are shown is in the catalogue: games played in a language in which every text is marked.

It takes a process of its own, since a language is that of a process. What is found in one game:
``THROWDOWN_WORDS=FILE.po python -m tests.words.shown GAME``, with a file that `pseudo.write` made.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import GAMES
from tests.words import pseudo

extract = pytest.importorskip(
    "throwdown.play.extract", reason="what is shown is not checked: Babel is not installed"
)


def test_everything_that_is_shown_is_in_the_catalogue(tmp_path: Path) -> None:
    """What all games show outside of the marks, and what they say that the catalogue lacks: nothing."""
    pseudo.write(extract.make(), tmp_path / "eo.po")
    done = subprocess.run(
        [sys.executable, "-m", "tests.words.shown"],
        env=os.environ | {"THROWDOWN_WORDS": str(tmp_path / "eo.po"), "XDG_DATA_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
        check=True,
    )
    shown: dict[str, Any] = json.loads(done.stdout)
    assert set(shown["found"]) == {"everywhere", *GAMES}
    assert {place: texts for place, texts in shown["found"].items() if texts} == {}
    assert shown["lacking"] == []


def test_marks_are_told_from_what_is_outside() -> None:
    text = pseudo.wrapped("{who} drew {card}.")
    assert text == "{who}⟦ drew ⟧{card}." and pseudo.wrapped("100 %") == "100 %"
    assert pseudo.prose(text.format(who="Red", card="9S")) == ["Red"]
    assert pseudo.prose("TS-42, KC, II and duel-7", frozenset({"duel-7"})) == ["and"]
    assert pseudo.wrapped("{{x}} is {n}") == "⟦{{x}} is ⟧{n}"
