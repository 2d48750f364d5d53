"""The leaderboard: whole rows of the suite's own deals, rules and opponents, and nothing else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.support import ROOT, exit_code
from throwdown.benchmarks import leaderboard as board
from throwdown.envs.core.errors import InvalidRecord
from throwdown.evaluation import suite
from throwdown.evaluation.report.suite_report import leaderboard
from throwdown.evaluation.suite import Fixture, play_suite


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(suite, "FIXTURES", (Fixture("kuhn-v0", "standard", 40, 2),))
    monkeypatch.setattr(board, "ROWS", (("solved",), ("random",)))
    monkeypatch.setattr(board, "RUNS", tmp_path / "runs")
    suite.baseline_of.cache_clear()


def test_rows_are_played_added_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ("--out", str(tmp_path))
    assert exit_code(monkeypatch, board.main, *out) == 0
    rows = board.read_rows(tmp_path / "leaderboard.json")
    assert [row.name for row in rows] == ["solved", "random"]
    assert rows[1].command == "throwdown suite random"
    assert (tmp_path / "leaderboard.md").read_text() == leaderboard(rows)
    mine = play_suite(["random"], tmp_path / "mine", "throwdown suite x")
    (tmp_path / "mine.json").write_text(mine.model_dump_json())
    assert exit_code(monkeypatch, board.main, *out, "--add", str(tmp_path / "mine.json")) == 0
    assert [row.command for row in board.read_rows(tmp_path / "leaderboard.json")] == [
        "throwdown suite solved",
        "throwdown suite x",
    ]
    assert exit_code(monkeypatch, board.main, *out, "--check") == 0
    monkeypatch.setattr(suite, "_walked", lambda game, scenario: "other")
    assert exit_code(monkeypatch, board.main, *out, "--check") == 1
    told = "random: kuhn-v0, standard as first was played with other rules than the suite has now."
    assert told in capsys.readouterr().err
    assert exit_code(monkeypatch, board.main, *out, "--row", "random") == 1
    assert capsys.readouterr().err.startswith("solved: ")
    (row,) = board.read_rows(tmp_path / "leaderboard.json")
    assert row.name == "random" and {line.pin for line in row.lines}.isdisjoint(x.pin for x in rows[1].lines)
    assert len(list((tmp_path / "runs" / "random").iterdir())) == 4  # both roles under either rules


def test_after_a_change_in_one_game_only_its_roles_are_played_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = ("kuhn-v0", "leduc-v0")
    monkeypatch.setattr(suite, "FIXTURES", tuple(Fixture(game, "standard", 20) for game in games))
    mine, out = tmp_path / "mine.json", ("--out", str(tmp_path))

    def play(*chosen: str) -> Path:
        found = play_suite(["random"], tmp_path / "mine", " ".join(["throwdown suite", *chosen]), chosen)
        mine.write_text(found.model_copy(update={"title": "Mine"}).model_dump_json())
        return mine

    assert exit_code(monkeypatch, board.main, *out) == 0
    assert exit_code(monkeypatch, board.main, *out, "--add", str(play())) == 0
    before = board.read_rows(tmp_path / "leaderboard.json")
    walked = suite._walked
    changed = {games[0]: walked(games[0], "standard"), games[1]: "other"}
    monkeypatch.setattr(suite, "_walked", lambda game, scenario: changed[game])
    part, played, do = play(games[1]), list[str](), suite.Work.do
    monkeypatch.setattr(
        suite.Work, "do", lambda work, *x: played.append(work.post.fixture.game) or do(work, *x)
    )
    assert exit_code(monkeypatch, board.main, *out, "--game", games[1], "--add", str(part)) == 0
    assert {*played} == {games[1]}
    after = board.read_rows(tmp_path / "leaderboard.json")
    names = ["solved", "random", "Mine"]
    assert [row.name for row in after] == names and exit_code(monkeypatch, board.main, *out, "--check") == 0
    for old, new in zip(before, after, strict=True):
        assert old.command == new.command and old.lines[:2] == new.lines[:2]
        assert [x.place for x in old.lines] == [x.place for x in new.lines]
        assert all(x.pin != y.pin for x, y in zip(old.lines[2:], new.lines[2:], strict=True))
    (tmp_path / "leaderboard.json").unlink()
    monkeypatch.setattr(sys, "argv", ["leaderboard", *out, "--add", str(mine)])
    with pytest.raises(SystemExit, match=r"^Mine lacks 2 of the suite's 4 roles\.$"):
        board.main()


def test_other_results_are_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    few = play_suite(["random"], tmp_path / "few", "", deals=10)
    assert board.trouble(few) == "random was played on other deals than the suite's."
    half = play_suite(["random"], tmp_path / "half", "")
    lacking = half.model_copy(update={"lines": half.lines[:1]})
    assert board.trouble(half) == "" and board.trouble(lacking) == "random lacks 1 of the suite's 2 roles."
    file = tmp_path / "few.json"
    file.write_text(few.model_dump_json())
    monkeypatch.setattr(sys, "argv", ["leaderboard", "--out", str(tmp_path), "--add", str(file)])
    with pytest.raises(SystemExit, match=r"^random was played on other deals than the suite's"):
        board.main()
    assert not (tmp_path / "leaderboard.json").exists()
    (tmp_path / "leaderboard.json").write_text("[7]")
    with pytest.raises(InvalidRecord, match="is no leaderboard, or damaged"):
        board.read_rows(tmp_path / "leaderboard.json")


def test_the_page_is_that_of_the_file() -> None:
    rows = board.read_rows(ROOT / "benchmarks" / "leaderboard.json")
    assert rows and (ROOT / "benchmarks" / "leaderboard.md").read_text(encoding="utf-8") == leaderboard(rows)
