"""Damaged records and saved games."""

from __future__ import annotations

import json
import random

import pytest

from tests.fuzz.support import broken, damaged, each, is_taken
from tests.support import walk
from throwdown.envs.tables.table import Table
from throwdown.play.session import Session

CASES = [
    ("throwdown-v0", "duel", 6),
    ("session-v0", "duel", 6),
    ("gambit-v0", "trio", 3),
    ("leduc-v0", None, 2),
]


def begun(id: str, scenario: str | None, moves: int) -> Table:
    return next(table for table in walk(id, scenario, 3, keep=0) if len(table.history) == moves)


@pytest.mark.parametrize(("id", "scenario", "moves"), CASES)
def test_a_damaged_record_is_refused_in_a_sentence(id: str, scenario: str | None, moves: int) -> None:
    """What is taken all the same says nothing else than before but for the notes, which are nobody's business."""
    table = begun(id, scenario, moves)
    table.play(table.legal_ids()[0], value=0.5, policy={"x": 0.5})
    text = table.to_json()
    data = json.loads(text)
    for seed in each(60):
        rng = random.Random(seed)
        worse = json.dumps(damaged(data, rng))
        if is_taken(lambda worse=worse: Table.from_json(worse)):  # type: ignore[misc]
            assert Table.from_json(worse).content == table.content
            assert Table.from_json(worse).history == table.history
        is_taken(lambda rng=rng: Table.from_json(broken(text.encode(), rng).decode(errors="replace")))  # type: ignore[misc]


def test_a_damaged_saved_game_is_refused_in_a_sentence() -> None:
    session = Session(begun("leduc-v0", None, 2), ["player_0"], "random", "random", 3)
    data = json.loads(session.to_json())
    data["record"] = {**data["record"], "moves": data["record"]["moves"][:2]}
    for seed in each(150):
        worse = json.dumps(damaged(data, random.Random(seed)))
        is_taken(lambda worse=worse: Session.from_json(worse).advance())  # type: ignore[misc]
