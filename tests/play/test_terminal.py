from __future__ import annotations

import io
import random
from itertools import pairwise
from pathlib import Path

import pytest
from rich.console import Console

from tests.play.support import deal, play_on, run, script
from throwdown.envs.core.records import row
from throwdown.envs.tables.table import Table
from throwdown.play import screen
from throwdown.play.session import Session
from throwdown.play.terminal import Terminal


def printed(*parts: object) -> str:
    console = Console(file=io.StringIO(), width=100)
    console.print(*parts)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize(
    ("people", "scenario"), [("pilot_0", "duel"), ("coach_0", "duel"), ("pilot_1", "trio")]
)
def test_a_scripted_game_to_the_end(people: str, scenario: str) -> None:
    session = deal(3, people, scenario=scenario)
    code, text = run(session, ["1"] * 200)
    assert code == 0
    assert f"you are {session.table.setup.person(people)}" in text
    assert any(verdict in text for verdict in ("You won.", "You lost.", "Nobody won."))
    assert "Returns:" in text and "half for winning" in text


def test_the_end_tells_the_score_by_stage() -> None:
    session = deal()
    while not session.table.over:
        session.advance()
        if session.seat:
            session.act(session.hint().action)
    text = printed(screen.result(session.table, "pilot_0", []))
    assert "stage 1:" in text and "How it went:" in text


def test_the_gambit_is_played_too() -> None:
    code, text = run(deal(3, "coach_0", "gambit-v0"), ["1"] * 50)
    assert code == 0 and "Returns:" in text


def test_commands_explain_and_change_nothing() -> None:
    session = deal()
    lines = ["?", "help", "hint", "log", "table", "? 1", "? counter 9S", "nonsense", "99", "", "undo", "quit"]
    code, text = run(session, lines)
    assert code == 0
    assert not any(agent == "pilot_0" for agent, _ in session.table.history)
    for part in (
        "initiative",
        "Best: ",
        "is allowed",
        "not part of this decision",
        "nothing to undo",
    ):
        assert part in text
    assert "neither a choice nor a command" in text and "numbers run from 1" in text


def test_a_misspelt_word_is_asked_back() -> None:
    _, text = run(deal(), ["? schizm", "? 99", "? xyzzy", "quit"])
    words = " ".join(text.split())
    assert "'schizm' is neither a word nor an action of this game (did you mean 'schism'?)" in words
    assert "There is no choice 99" in words
    assert "'xyzzy' is neither a word nor an action of this game; try ?" in words


def test_what_the_figures_of_hints_mean_is_said_once() -> None:
    _, text = run(deal(), ["hint", "hint", "quit"])
    words = " ".join(text.split())
    assert words.count("Best: ") == 2 and words.count("± holds in 19 cases of 20") == 1
    assert words.count("Returns: half for winning") == 1 and "Playing games out" not in words


def test_a_rematch_is_offered() -> None:
    typed = [*["1"] * 12, *["concede", "1"] * 60]
    session = deal(3)
    play_on(session, 1)
    _, text = run(session, ["y", *typed])
    assert "seed 4" in text


def test_the_end_of_the_input_saves_what_is_kept(tmp_path: Path) -> None:
    session = deal()
    session.path = tmp_path / "game.json"
    code, text = run(session, ["1"], keep=True)
    assert code == 0 and "Continue with: throwdown play --resume" in text
    resumed = Session.load(session.path)
    assert resumed.table.history == session.table.history


def test_ctrl_c_saves_and_exits_with_130(tmp_path: Path) -> None:
    session = deal()
    session.path = tmp_path / "game.json"

    def interrupt(prompt: str) -> str:
        raise KeyboardInterrupt

    assert Terminal(session, Console(file=io.StringIO()), interrupt, keep=True).run() == 130
    assert session.path.is_file()


def test_save_command(tmp_path: Path) -> None:
    session = deal()
    _, text = run(session, ["1", f"save {tmp_path / 'a.json'}", "save", "quit"])
    assert text.count("Saved to") == 2
    assert Session.load(tmp_path / "a.json").table.history == session.table.history


def test_hotseat_hides_hands_between_seats() -> None:
    session = deal(6, "pilots", scenario="trio")
    seen: list[str] = []
    Terminal(session, Console(file=io.StringIO(), width=100), script(["1"] * 30, seen)).run()
    handed = [prompt for prompt in seen if "look away" in prompt]
    assert len(handed) > 1 and handed[0].startswith(("Red ", "Blue ", "Yellow "))
    assert all(one != two for one, two in pairwise(handed))


def grafted(table: Table, seat: str, seed: int) -> Table:
    """Return the same game with everything that the seat cannot know dealt anew, and the same past."""
    other, copy = table.redeal(seat, seed), table.clone()
    copy._states[:] = other._states
    copy._out = other._out
    row(copy._out).returns = row(table._out).returns
    return copy


def shown(table: Table, seat: str) -> str:
    session = Session(table, [seat])
    tries = [label for label in table.game.actions.labels if label.startswith(("counter 9", "initiative 9"))]
    return printed(
        screen.turn(table, seat, session.news(seat)),
        screen.news_list(table.narrate(seat), seat),
        *(screen.explained(table, action) for action in table.legal_ids()),
        *(table.explain(label) for label in tries),
        table.help(),
    )


@pytest.mark.parametrize(
    ("game", "scenario", "seat"),
    [
        ("throwdown-v0", "duel", "pilot_0"),
        ("throwdown-v0", "duel", "coach_0"),
        ("throwdown-v0", "trio", "pilot_1"),
        ("throwdown-v0", "trio", "coach_0"),
        ("gambit-v0", "duel", "pilot_0"),
        ("gambit-v0", "duel", "coach_0"),
    ],
)
def test_no_screen_shows_what_the_seat_cannot_know(game: str, scenario: str, seat: str) -> None:
    compared = differed = 0
    for seed in range(3):
        session, rng = deal(seed, seat, game, scenario), random.Random(seed)
        session.advance()
        while compared < 24 * (seed + 1) and not session.table.over:  # at the end all hands are shown
            here = shown(session.table, seat)
            for key in (1, 2):
                other = grafted(session.table, seat, key)
                differed += other.position() != session.table.position()
                assert shown(other, seat) == here
                compared += 1
            legal = session.table.legal()
            session.act(rng.choice([x for x in legal if x not in ("concede", "refuse")] or legal))
            session.advance()
    assert differed > compared / 2  # the hidden part was another one


def test_review_tells_luck_and_skill_and_what_cost_most() -> None:
    _, text = run(deal(5), [*["1"] * 40, "review", "n"])
    assert "Before the deal your chance was" in text and "Your decisions were worth" in text
    _, text = run(deal(5), ["review", "quit"])
    assert "The game is not over" in text


def test_a_puzzle_is_answered_once_and_kept_nowhere() -> None:
    from throwdown.play import storage
    from throwdown.play.puzzles import puzzle_of

    one = puzzle_of("duel-1")
    best, worst = one.puzzle.answers[0].action, one.puzzle.answers[-1].action
    _, text = run(Session.of_puzzle(one), [best, "quit"])
    assert text.count("That is the best choice.") == 1 and "Saved to" not in text
    _, text = run(Session.of_puzzle(one), [worst, "undo", "quit"])
    assert "The best choice was:" in text
    assert storage.read_puzzles()["duel-1"]
