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


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What all games show outside of the marks, and what they say that the catalogue lacks."""
    folder: Path = tmp_path_factory.mktemp("shown")
    pseudo.write(extract.make(), folder / "eo.po")
    done = subprocess.run(
        [sys.executable, "-m", "tests.words.shown"],
        env=os.environ | {"THROWDOWN_WORDS": str(folder / "eo.po"), "XDG_DATA_HOME": str(folder)},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("game", ["everywhere", *GAMES])
def test_everything_that_is_shown_is_in_the_catalogue(shown: dict[str, Any], game: str) -> None:
    assert shown["found"][game] == {}


def test_the_catalogue_lacks_nothing_that_is_said(shown: dict[str, Any]) -> None:
    assert shown["lacking"] == []


def test_marks_are_told_from_what_is_outside() -> None:
    text = pseudo.wrapped("{who} drew {card}.")
    assert text == "{who}⟦ drew ⟧{card}." and pseudo.wrapped("100 %") == "100 %"
    assert pseudo.prose(text.format(who="Red", card="9S")) == ["Red"]
    assert pseudo.prose("TS-42, KC, II and duel-7", frozenset({"duel-7"})) == ["and"]
    assert pseudo.wrapped("{{x}} is {n}") == "⟦{{x}} is ⟧{n}"
