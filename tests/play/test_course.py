"""The first games teach: each thing once, at its moment, and from nothing that the seat cannot know."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from rich.console import Console

from tests.support import GAMES, setup_of, walk
from throwdown.envs.tables.table import Table
from throwdown.play import course, rulebook, storage
from throwdown.play.course import Course, course_of
from throwdown.play.session import Session
from throwdown.play.terminal import Terminal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path / "data")
    return tmp_path / "data"


def played(tutor: Course | None, count: int = 6) -> str:
    """Return what the terminal shows while somebody takes the first choice so many times."""
    session = Session.deal(setup_of("throwdown-v0", "duel"), 5, "pilot_0", against="heuristic")
    file, lines = io.StringIO(), iter(["1"] * count)

    def read(prompt: str) -> str:
        for line in lines:
            return line
        raise EOFError

    Terminal(session, Console(file=file, width=100), read, tutor=tutor).run()
    return file.getvalue()


def test_each_thing_is_told_once_and_remembered(folder: Path) -> None:
    text = played(course_of("throwdown-v0"))
    assert text.count("The first card") == text.count("Help before you play") == 1
    assert "The first card" not in played(course_of("throwdown-v0"))
    assert "The first card" in played(course_of("throwdown-v0", explain=True))
    assert "The first card" not in played(course_of("throwdown-v0", explain=False))


def test_later_games_go_further_and_the_fourth_is_on_ones_own(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for finished, number in ((0, 1), (1, 2), (2, 3)):
        monkeypatch.setattr(storage, "count_finished", lambda game, n=finished: n)
        found = course_of("throwdown-v0")
        assert found is not None and found.number == number
        following = found.next()
        assert (following is None) if number == course.GAMES else following is not None
    monkeypatch.setattr(storage, "count_finished", lambda game: 3)
    assert course_of("throwdown-v0") is None


def test_a_damaged_file_of_lessons_is_no_obstacle(folder: Path) -> None:
    folder.mkdir()
    for text in ("{", "[]", '{"throwdown-v0": 3}'):
        (folder / "lessons.json").write_text(text)
        assert Course("throwdown-v0", is_kept=True).told == set()


@pytest.mark.parametrize("id", GAMES)
def test_every_decision_of_every_game_teaches_something(id: str) -> None:
    for table in list(walk(id, None, 3, keep=0.02))[:30]:
        lessons = table.lessons()
        assert (lessons == []) == table.over
        assert all(x.text.endswith((".", ")")) and x.game in (1, 2, 3) for x in lessons)
        assert len({x.key for x in lessons}) == len(lessons)


@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_lessons_stay_the_same_when_what_the_seat_cannot_know_is_dealt_anew(scenario: str) -> None:
    told = set()
    for seed in range(8):
        table, rng = Table.from_setup(setup_of("throwdown-v0", scenario), seed), random.Random(seed)
        while not table.over:
            mine = table.lessons()
            told |= {x.key for x in mine}
            for key in range(2):
                assert table.redeal(table.agent or "", key).lessons() == mine
            table.play(
                rng.choice([x for x in table.legal() if x not in ("concede", "refuse")] or table.legal())
            )
    assert {
        "initiative",
        "assist",
        "beat",
        "stuck",
        "block",
        "resonant",
        "escalated",
        "after",
        "stages",
    } <= told


def test_lessons_say_what_the_rules_allow() -> None:
    """Whoever is told that a card Blocks, pays a Charge, or that nothing safe is left, finds it so."""
    checked = set()
    for seed in range(30):
        table, rng = Table.from_setup(setup_of("throwdown-v0", "duel"), seed), random.Random(seed)
        while not table.over:
            legal = {str(table.describe(i)) for i in table.legal_ids()}
            safe = [x for x in legal if x.startswith("Counter") and "Dissonant" not in x]
            blocks = [x for x in legal if x.startswith("Block")]
            keys = {x.key for x in table.lessons()}
            if table.phase == "drive":
                assert ("block" in keys) == bool(blocks), legal
                assert ("stuck" in keys) == (not safe and not blocks), legal
                if table.agent == "pilot_0":
                    assert ("resonant" in keys) == any("Resonant" in x for x in safe), legal
            checked |= keys
            table.play(
                rng.choice([x for x in table.legal() if x not in ("concede", "refuse")] or table.legal())
            )
    assert {"block", "stuck", "resonant"} <= checked


def test_the_rulebook_that_ships_is_the_one_that_is_written() -> None:
    written = rulebook.read_pages(Path(__file__).parents[2] / "docs" / "rulebook")
    assert list(rulebook.pages()) == written, "run: python -m throwdown.play.rulebook docs/rulebook"
    for id in GAMES:
        assert rulebook.page_of(id).name != rulebook.REST, id
    cells = [cell for page in written for block in page.blocks for row in block.rows for cell in row]
    assert cells and not any("](" in cell or "<" in cell for cell in cells)


def test_markdown_becomes_blocks() -> None:
    text = "# A\n\nOne\n[two](x.md):\n- three\n  four\n- five\n\n| a | b |\n|---|---|\n| 1 | |\n"
    found = rulebook.read_page(
        "a", f"{text}\n1. six\n\n```sh\nx\n```\n```{{toctree}}\nb\n```\n![picture](p.png)\n"
    )
    assert found.title == "A"
    assert [(block.kind, block.rows) for block in found.blocks] == [
        ("heading", [["A"]]),
        ("text", [["One two:"]]),
        ("points", [["three four"], ["five"]]),
        ("table", [["a", "b"], ["1", ""]]),
        ("steps", [["six"]]),
        ("code", [["x"]]),
    ]


def test_the_terminal_shows_the_rulebook() -> None:
    session = Session.deal(setup_of("throwdown-v0", "duel"), 5, "pilot_0", against="heuristic")
    file, lines = io.StringIO(), iter(["learn", "quit"])
    Terminal(session, Console(file=file, width=100), lambda prompt: next(lines)).run()
    assert "Three things to remember" in file.getvalue() and "Counter" in file.getvalue()
