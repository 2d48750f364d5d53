"""Nothing that people read is raw: all games and scenarios are played at random, and their texts looked through."""

from __future__ import annotations

import pytest

from tests.support import GAMES
from tests.words import plain
from throwdown.envs.registry import games

CASES = [(id, scenario) for id in GAMES for scenario in games()[id].scenarios]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_no_text_of_a_game_is_raw(id: str, scenario: str) -> None:
    assert plain.read_game(id, scenario, 0) == {}


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("The Gambit is over: no-and.", "a name for programs"),
        ("Lay *b.", "a name for programs"),
        ("Red drew  two cards.", "two blanks"),
        ("Summon Arc:.", "nothing between stops"),
        ("Summon Arc:", "nothing between stops"),
        ("Ask pilot_0.", "an underscore"),
        ("None passed.", "None"),
        ("The {who} passed.", "a brace"),
        ("Red passed .", "a blank before a stop"),
        ("Red passed. red passed.", "a small letter"),
        ("pit crew was chosen.", "a small letter"),
    ],
)
def test_what_is_raw_is_found(text: str, what: str) -> None:
    reader = plain.Reader(plain.names_for_programs("gambit-v0"))
    reader.read(text, "here", is_sentence=True)
    assert [place.split(", here")[0] for place in reader.found] == [what]


@pytest.mark.parametrize(
    "text",
    [
        "Red drew ??.",
        "Strike +1: Yes, and … it is +2.",
        "9S Countered 8S.",
        "False alarm.",
        "'Lay 3S' is not.",
    ],
)
def test_what_is_not_raw_is_left_alone(text: str) -> None:
    reader = plain.Reader(plain.names_for_programs("gambit-v0"))
    reader.read(text, "here", is_sentence=True)
    assert reader.found == {}
