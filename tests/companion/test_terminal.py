"""The table companion at the keyboard."""

from __future__ import annotations

import io
from collections.abc import Iterable
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from tests.play.support import script
from throwdown.cli.main import app
from throwdown.envs.registry import make_setup
from throwdown.play import storage
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS, PROGRAM
from throwdown.play.companion.terminal import CompanionTerminal

DUEL = make_setup("throwdown-v0", "duel")
BEGUN = ("none", "lay", "none", "AC", "9C")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep games where only this test does."""
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path)
    return tmp_path


def run(game: Companion, lines: Iterable[str], seen: list[str] | None = None) -> tuple[int, str]:
    """Type lines and return the exit code and everything printed."""
    file = io.StringIO()
    code = CompanionTerminal(game, Console(file=file, width=100), script(lines, seen)).run()
    return code, file.getvalue()


def test_it_says_what_to_do_and_what_happened_and_asks_for_what_comes_to_light() -> None:
    code, told = run(Companion(DUEL, HANDS, "heuristic", 1), [*BEGUN, "ledger", "quit"])
    assert code == 0
    for text in (
        "▸ Shuffle the deck of 108 cards.",
        "▸ Deal Coach 5 cards face-down, in a row from left to right",
        "Did Jokers come to the top",
        "▸ Lay card 5 of Coach's row in front of him, face-down, as his initiative card.",
        "▸ Move the cards on Gatekeeper to the right end of Coach's row",
        "Turn Red's initiative card up: which card is it?",
        "· Coach won initiative with A♣",
        "Coach (6 cards): ▮ ▮ ▮ ▮ ▮ ▮; Strike 4/12",
        "  4 Coach: A♣",
        "Continue with: throwdown companion --resume last",
    ):
        assert text in told, text


def test_commands_explain_correct_and_save(folder: Path) -> None:
    game = Companion(DUEL, HANDS, "heuristic", 1)
    lines = [
        "?",
        "table",
        *BEGUN,
        "?",
        "? schism",
        "? xyzzy",
        "why",
        "why 99",
        "help",
        "correct 4 KC",
        "correct 99 KC",
        "correct KC",
    ]
    lines += ["correct 2", "undo", "fly", f"save {folder / 'mine.json'}", ""]
    code, told = run(game, lines)
    assert code == 0
    for text in (
        "nothing is decided yet",
        "there is no table yet",
        "Each Pilot may Assist once",
        "Harmony",
        "'xyzzy' is not a word of this game.",
        "Move 3: Coach voted",
        "There is no move 99",
        "take the last entry back",
        "Coach won initiative with K♣",
        "There is no entry 99",
        "correct takes the number of an entry",
        "No longer fits: Red: Lay a card face-down",
        "'fly' does not say which Jokers came up",
        f"Saved to {folder / 'mine.json'}",
    ):
        assert text in " ".join(told.split()), text
    assert [x.entry.text for x in Companion.load(folder / "mine.json").noted] == []


def test_a_game_is_kept_after_every_entry_and_said_to_be_lost_where_it_cannot_be(folder: Path) -> None:
    run(Companion(DUEL, HANDS, "heuristic", 1), BEGUN)
    assert len(Companion.load(folder / "companion.json").noted) == len(BEGUN)
    (folder / "companion.json").write_text("something else")
    _, told = run(Companion(DUEL, HANDS, "heuristic", 1), ["none"])
    assert "The game could not be saved: " in told


def test_where_several_sit_at_the_table_each_sees_her_own_cards_alone() -> None:
    seen: list[str] = []
    game = Companion(make_setup("throwdown-v0", "trio"), PROGRAM, "random", 4)
    run(game, ["", "", ""] * 20, seen)
    assert [x for x in seen if x.startswith("Only Blue may look now")]
    assert (
        seen.index("Blue, press Enter when you have done it. ")
        == seen.index("Only Blue may look now. Press Enter. ") + 1
    )


def test_the_command_plays_keeps_and_goes_on(folder: Path) -> None:
    runner = CliRunner()
    file = folder / "game.json"
    args = ["companion", "-s", "duel", "--seed", "1", "--against", "heuristic", "--save", str(file)]
    first = runner.invoke(app, args, input="none\nlay\n")
    assert (
        first.exit_code == 0
        and "Did Jokers come to the top" in first.output
        and len(Companion.load(file).noted) == 2
    )
    again = runner.invoke(app, ["companion", "--resume", str(file)], input="ledger\nquit\n")
    assert again.exit_code == 0 and "2 Red: Lay a card face-down" in again.output
    for more, words in (
        (["--deal", "mixed"], "is not a way to deal"),
        (["--level", "2", "--against", "random"], "give one of them"),
        (["--save", str(file)], "exists"),
        (["--game", "kuhn-v0"], "is not played with real cards"),
        (["--resume", str(file), "--seed", "3"], "cannot be changed"),
    ):
        refused = runner.invoke(
            app,
            ["companion", "-s", "duel", *more]
            if "--game" not in more and "--resume" not in more
            else ["companion", *more],
        )
        assert refused.exit_code == 2 and words in refused.output, more
    dealt = runner.invoke(
        app, ["companion", "-s", "duel", "--deal", "program", "--seed", "2"], input="quit\n"
    )
    assert dealt.exit_code == 0 and "out of the deck into Red's hand" in dealt.output
