"""Puzzles: those that ship fit the rules and have one best choice; more are found by a command."""

from __future__ import annotations

import datetime
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown.agents import load, save_table
from throwdown.cli.main import app
from throwdown.envs.core.errors import IllegalAction, InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact.report import solve
from throwdown.evaluation.exact.solve import best_response
from throwdown.evaluation.exact.tree import build_tree
from throwdown.play import finding, puzzles
from throwdown.play.finding import LEAST_GAP, LEAST_LEAD, UNTIL, Finder, Solved, lead_of
from throwdown.play.outlook import Adviser, Effort
from throwdown.play.puzzles import FOLDER, daily, puzzle_of
from throwdown.play.session import Session

EVERY = puzzles.puzzles()
SCENARIOS = ("duel", "mini-11k", "mini-2m", "trio")
SAMPLED = [one for one in EVERY if one.puzzle.answers[0].games]


def test_enough_ship_for_duel_and_trio() -> None:
    counts = {name: sum(one.scenario == name for one in EVERY) for name in ("duel", "trio")}
    assert counts["duel"] + counts["trio"] >= 100
    assert min(counts.values()) >= 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_every_puzzle_fits_the_rules_and_has_one_best_choice(scenario: str) -> None:
    rules = make_setup("throwdown-v0", scenario).game.rules_version
    assert puzzles.read(FOLDER / "throwdown-v0" / f"{scenario}.json").rules_version == rules
    for one in EVERY:
        if one.scenario != scenario:
            continue
        table, (best, *rest) = one.table(), one.puzzle.answers
        assert sorted(x.action for x in one.puzzle.answers) == sorted(table.legal()), one.name
        assert all(best.chance[0] > x.chance[0] for x in rest), one.name
        assert one.puzzle.lead[0] >= LEAST_GAP and one.puzzle.lead[1] >= LEAST_LEAD, one.name


def test_reasons_are_told_from_what_is_kept_of_them() -> None:
    for one in SAMPLED:
        kept = one.puzzle.reason
        assert kept.rival in {x.action for x in one.puzzle.answers[1:]} and kept.games >= 100 * LEAST_LEAD
    assert EVERY[1].reason() == (
        "It gives up 1 point to fight for 2 on the Two; the Pilots can Counter it with anything from a Three to an "
        "Ace; it keeps the Four. Counter 4S, the best of the others, wins 22 fewer games in 100 and leaves more "
        "Commitments (by 0.8) and more Harmony (by 0.7) on average."
    )
    assert EVERY[4].reason() == (
        "The Ace beats the King; Coach must Counter it with a Two, Block it or Concede; it keeps the King, your only "
        "Block. Block KD, the best of the others, wins 13 fewer games in 100. The other side gives up at once in "
        "41 % of the games; after Block KD, in 0 %."
    )


def test_puzzles_go_from_easy_to_hard() -> None:
    for scenario in SCENARIOS:
        hardness = [one.puzzle.hardness for one in EVERY if one.scenario == scenario]
        assert hardness == sorted(hardness)


def test_an_answer_is_found_again_with_other_dice() -> None:
    for one in SAMPLED[:: len(SAMPLED) // 4]:
        table = one.table()
        outlook = Adviser(table.setup).consider(table.decision(), (4711,), Effort(512, 400_000))
        best = outlook.best()
        assert table.game.actions.labels[int(outlook.actions[best])] == one.puzzle.answers[0].action, one.name
        assert lead_of(outlook, best).high > LEAST_GAP


def test_every_day_has_its_puzzle_and_none_comes_twice_in_a_round() -> None:
    first = datetime.date(2026, 1, 1)
    days = [daily(first + datetime.timedelta(days=k)).name for k in range(len(EVERY))]
    assert sorted(days) == sorted(one.name for one in EVERY)
    assert daily(datetime.date(1999, 5, 5)).name and puzzle_of("").name


def test_unknown_puzzles_and_choices_are_refused() -> None:
    with pytest.raises(InvalidConfig, match="There is no puzzle 'duel-0'"):
        puzzle_of("duel-0")
    with pytest.raises(IllegalAction, match="is not a choice of puzzle"):
        EVERY[0].judge("fly")


def test_a_session_of_a_puzzle_counts_nowhere_and_its_past_stays() -> None:
    one = EVERY[0]
    session = Session.of_puzzle(one)
    assert session.is_trial and session.seat == session.people[0]
    with pytest.raises(IllegalAction, match="nothing to undo"):
        session.undo()
    session.act(one.puzzle.answers[0].action)
    session.undo()
    assert len(session.table.history) == session.given == len(one.puzzle.moves)
    assert Session.from_json(session.to_json()).puzzle == one.name


def test_a_puzzle_that_does_not_fit_the_rules_is_refused() -> None:
    broken = EVERY[0]._replace(puzzle=EVERY[0].puzzle.model_copy(update={"moves": ["concede"]}))
    with pytest.raises(InvalidConfig, match="does not fit the rules"):
        broken.table()


def test_finding_goes_on_with_its_file(
    tmp_path: Path, loopback: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With lighter demands, so that it takes seconds; other processes change nothing."""
    for name, value in {
        "SEARCH": "trained", "SURE_GAP": 0.01, "LEAST_GAP": -1.0, "LEAST_LEAD": -1.0,
        "QUICK": Effort(16, 2_000), "LONG": Effort(32, 4_000),
    }.items():  # fmt: skip
        monkeypatch.setattr(finding, name, value)
    setup, out = make_setup("throwdown-v0", "duel"), tmp_path / "duel.json"
    one = Finder(setup, 3).find(out, 1, 99, "by hand")
    two = Finder(setup, 3).find(out, 2, 99, "by hand")
    whole = Finder(setup, 3).find(tmp_path / "whole.json", 2, 99, "by hand", workers=2)
    assert len(one.puzzles) == 1 and two == whole == puzzles.read(out) and loopback == [2]
    assert Finder(setup, 3).find(tmp_path / "few.json", 9, 1, "by hand", workers=2).tried == 1
    assert list(finding.in_order([(1, "b"), (2, "c"), (0, "a"), (4, "e"), (3, "d")])) == list("abcde")
    with pytest.raises(InvalidConfig, match="from seed 3; name another"):
        Finder(setup, 4).find(out, 2, 99, "by hand")


@pytest.fixture(scope="module")
def solved() -> Solved:
    return Solved(solve(build_tree(make_setup("throwdown-v0", "mini-11k"), views=False), UNTIL))


def test_puzzles_of_a_solved_game_are_exact(solved: Solved) -> None:
    mine = [one for one in EVERY if one.scenario == "mini-11k"]
    assert len(mine) >= 5
    for one in mine:
        assert solved.judge(one.table(), one.puzzle.seed) == one.puzzle
        assert one.reason().endswith("That is exact: this game is solved.")


def test_chances_of_a_solved_game_are_what_is_won(solved: Solved, tmp_path: Path) -> None:
    """Coach opens with the best card and with the next best, in the worlds that there may be, and both play on."""
    one = next(x for x in EVERY if x.scenario == "mini-11k" and not x.puzzle.moves)
    tree, table, agents = solved.tree, one.table(), []
    for side, strategy in enumerate(
        (best_response(tree, solved.found.strategy, 0)[1], solved.found.strategy)
    ):
        file = tmp_path / f"{side}.npz"
        save_table(file, table.setup, tree.key, tree.first, tree.action, strategy)
        agents.append(load(file, table.setup).bind(table.setup))
    for answer in one.puzzle.answers[:2]:
        won, rng = [], np.random.default_rng(3)
        for key in range(400):
            game = table.redeal("coach_0", key)
            game.play(answer.action)
            while not game.over:
                game.play(int(agents[game.setup.seat(game.agent)].act(game.decision(), rng)[0]))
            won.append(game.returns()["coach_0"] > 0)
        assert np.mean(won) == pytest.approx(answer.chance[0], abs=0.1)


def test_a_gap_counts_only_where_the_solution_is_surer(solved: Solved) -> None:
    error, often = solved.found.found.mean, int(solved.mass.argmax())
    assert solved.is_sure(3 * error / solved.mass[often], often)
    assert not solved.is_sure(error / solved.mass[often], often)


def test_exact_puzzles_stand_in_a_file_of_their_own(tmp_path: Path) -> None:
    out, setup = tmp_path / "mini.json", make_setup("throwdown-v0", "mini-11k")
    out.write_text((FOLDER / "throwdown-v0" / "mini-11k.json").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(InvalidConfig, match="judged by the solved game; name another file"):
        Finder(setup, 0).find(out, 9, 9, "by hand")


def test_exact_puzzles_are_found_by_the_command_and_no_large_game_is_solved(tmp_path: Path) -> None:
    out = tmp_path / "mini.json"
    command = ["puzzle", "find", "--exact", "--quiet", "--workers", "1", "--count", "1", "--out", str(out)]
    assert CliRunner().invoke(app, [*command, "--scenario", "mini-11k"]).exit_code == 0
    (first,) = puzzles.read(out).puzzles
    assert first.moves == puzzle_of("mini-11k-1").puzzle.moves and first.lead[1] == first.lead[2] >= LEAST_GAP
    found = CliRunner().invoke(app, [*command, "--scenario", "duel"])
    assert found.exit_code == 2 and "too many for a tree" in found.output


@pytest.mark.parametrize(
    ("text", "said"), [("{", "cannot be read"), ("{}", "game"), ('{"format": 3}', "format")]
)
def test_damaged_files_are_refused_with_the_reason(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "puzzles.json"
    path.write_text(text)
    with pytest.raises(InvalidRecord, match=said):
        puzzles.read(path)


def test_the_command_refuses_other_endings() -> None:
    found = CliRunner().invoke(app, ["puzzle", "find", "--out", "puzzles.txt"])
    assert found.exit_code == 2 and "must end in .json" in found.output
