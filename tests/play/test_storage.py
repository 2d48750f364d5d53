"""What outlives a game: the last one, a history, and what can be done once it is over."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from tests.play.support import deal, play_on, run
from throwdown.play import storage
from throwdown.play.session import Session
from throwdown.play.terminal import Terminal


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "throwdown"


def test_a_game_that_is_left_is_kept_as_the_last(folder: Path) -> None:
    session = deal()
    code, text = run(session, ["1", "quit"])
    assert code == 0 and "play --resume last" in text
    assert Session.load(folder / "last.json").table.history == session.table.history


def test_ctrl_c_never_loses_a_game_silently(folder: Path) -> None:
    session = deal()
    lines = iter(["1"])

    def interrupt(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    file = io.StringIO()
    assert Terminal(session, Console(file=file, width=200), interrupt).run() == 130
    assert "Saved to" in file.getvalue() and "play --resume last" in file.getvalue()
    assert Session.load(folder / "last.json").table.history == session.table.history


def test_a_game_that_cannot_be_kept_is_said_to_be_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_DATA_HOME", str(blocked))
    code, text = run(deal(), ["1", "quit"])
    assert code == 0 and "The game could not be saved" in text and "cannot be written" in text


def test_a_game_that_was_saved_by_name_is_not_announced_twice(tmp_path: Path) -> None:
    _, text = run(deal(), ["1", f"save {tmp_path / 'g.json'}", "quit"])
    assert text.count("Saved to") == 1


def _finished(people: str = "pilot_0") -> Session:
    session = deal(3, people)
    play_on(session, 1)
    return session


def test_the_end_shows_all_hands_what_decided_it_and_why() -> None:
    session = _finished()
    _, text = run(session, ["n"])
    assert "everything is shown" in text and "What decided it:" in text
    hand = session.table.view(None)["hands"]["coach_0"]
    shown = " ".join(card[0] + "♣♦♥♠"["CDHS".index(card[1])] for card in hand)
    assert f"hand {len(hand)}: {shown}" in text
    assert "Move " in text and ("Also legal" in text or "There was no other choice" in text)


def test_undo_at_the_end_goes_on_with_the_game() -> None:
    session = _finished()
    before = len(session.table.history)
    _, text = run(session, ["undo", "quit"])
    assert len(session.table.history) < before and not session.table.over
    assert "Saved to" in text


def test_save_and_why_after_the_end(tmp_path: Path) -> None:
    session = _finished()
    _, text = run(session, ["why 1", f"save {tmp_path / 'end.json'}", "nonsense", "? harmony", "n"])
    assert "Move 1: " in text and "The game is over: y for another one" in text and "Violet" in text
    assert Session.load(tmp_path / "end.json").table.over


def _play_out(session: Session, more: list[str]) -> str:
    lines = []
    session.advance()
    scratch = Session(session.table.clone(), session.people, session.against, session.allies, session.seed)
    while not scratch.table.over:
        lines.append(scratch.table.legal()[0])
        scratch.act(scratch.table.legal_ids()[0])
        scratch.advance()
    return run(session, [*lines, *more])[1]


def test_wins_and_losses_are_counted_by_opponent_once_a_game(folder: Path) -> None:
    session = deal(3)
    _play_out(session, ["undo", "1", "n"])
    _play_out(deal(4), ["n"])
    assert len((folder / "history.jsonl").read_text().splitlines()) == 2
    (line,) = storage.history_lines()
    assert line.startswith("Throwdown duel, as the Pilots against heuristic: ")
    assert storage.count_finished("throwdown-v0") == 2 and storage.count_finished("pile-v0") == 0
    _, text = run(deal(), ["history", "quit"])
    assert line in text.replace("\n", " ")


def test_opponents_are_called_what_people_call_them(folder: Path) -> None:
    """Levels, personalities, searches and several of them; a game that is no longer there keeps its id."""
    folder.mkdir()
    against = ["level:3", "coach:bold", "ismcts:1000", "heuristic, random", "mine.npz"]
    lines = [
        {"game": "throwdown-v0", "scenario": "trio", "role": "pilot", "against": name, "result": "won"}
        for name in against
    ]
    lines.append(
        {"game": "gone-v0", "scenario": "x", "role": "first", "against": "coach:bold", "result": "lost"}
    )
    (folder / "history.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = [x.in_words() for x in storage.standings()]
    assert [game for game, _, _ in found] == ["Throwdown"] * 5 + ["gone-v0"]
    assert [role for _, role, _ in found] == ["the Pilots"] * 5 + ["first"]
    assert [other for _, _, other in found] == [
        "level 3",
        "Bold Coach",
        "search 1000",
        "heuristic, random",
        "mine.npz",
        "coach:bold",
    ]


def test_a_level_is_counted_by_its_number(folder: Path) -> None:
    """The page looks for levels beaten by their specs; the agent of a level has a name of its own."""
    session = deal(against="level:2")
    play_on(session, 1)
    storage.note_result(session)
    (one,) = storage.standings()
    assert one.against == "level:2" and one.in_words()[2] == "level 2"


def test_damaged_lines_of_the_history_are_left_out(folder: Path) -> None:
    folder.mkdir()
    good = {"game": "kuhn-v0", "result": "won"}
    (folder / "history.jsonl").write_text(f"{{\n[]\n{json.dumps({'result': 'maybe'})}\n{json.dumps(good)}\n")
    assert storage.read_history() == [good]


def test_the_greeting_says_who_you_are_and_the_goal() -> None:
    _, text = run(deal(), ["quit"])
    assert "You are Red. Coach: heuristic." in text and "You win when Coach Concedes" in text


def test_standings_count_games_and_quality_but_no_trials(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage, "data_folder", lambda: tmp_path / "data")
    for seed, quality in ((5, 80.0), (6, 60.0)):
        session = deal(seed, against="random")
        play_on(session, 1)
        storage.note_result(session)
        storage.note_review(session, 10.0)
        storage.note_review(session, quality)  # the last one counts
    session.is_trial = True
    storage.note_result(session)
    storage.note_review(session, 0.0)
    (one,) = storage.standings()
    assert one.won + one.drawn + one.lost == 2 and one.quality == 70.0 and one.reviewed == 2
    assert one.chance.low <= one.chance.mean == one.won / 2 <= one.chance.high


def test_half_a_line_damages_no_other(folder: Path) -> None:
    """As a full disk or a power cut leaves it."""
    storage.note_puzzle("one", True)
    file = folder / "puzzles.jsonl"
    file.write_bytes(file.read_bytes() + b'{"puzzle": "tw')
    storage.note_puzzle("three", False)
    storage.note_puzzle("four", True)
    assert storage.read_puzzles() == {"one": True, "three": False, "four": True}
    assert len(file.read_text(encoding="utf-8").splitlines()) == 4
