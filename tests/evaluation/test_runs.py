"""A cross-play gives the same results in one process, in several, and after interruptions."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from throwdown.agents.shipped import shipped
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.evaluation.plan import Part, Plan, Unit, cross_play
from throwdown.evaluation.runs import Recipe, run

NAMES = {"random": ["random"], "heuristic": ["heuristic"]}


def recipe(deals: int = 45, seed: int = 2, scenario: str = "duel") -> Recipe:
    setup = make_setup("throwdown-v0", scenario)
    return Recipe("throwdown-v0", setup.config, setup.options, scenario, NAMES, NAMES, deals, seed)


def test_the_number_of_processes_changes_nothing() -> None:
    one, two = run(recipe(), workers=1), run(recipe(), workers=2, worth=0)
    np.testing.assert_array_equal(one.returns, two.returns)
    np.testing.assert_array_equal(one.lengths, two.lengths)
    plan = recipe().plan()
    here = cross_play(plan.setup, plan.rows, plan.columns, 45, 2)
    np.testing.assert_array_equal(one.returns, here.returns)


def test_every_unit_plays_its_deals() -> None:
    plan = recipe(45).plan()
    assert plan.chunk == 10 and len(plan.units) == 4 * 5 and plan.games == 180
    assert plan.span(Unit(0, 0, 4)) == slice(40, 45)
    assert replace(plan, deals=np.arange(100_000)).chunk == 500


def test_an_interrupted_run_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[Unit] = []
    play = Plan.play

    def stop_after_seven(plan: Plan, unit: Unit) -> Part:
        if len(played) == 7:
            raise KeyboardInterrupt
        played.append(unit)
        return play(plan, unit)

    monkeypatch.setattr(Plan, "play", stop_after_seven)
    with pytest.raises(KeyboardInterrupt):
        run(recipe(), tmp_path, 1)
    assert len(list((tmp_path / "parts").iterdir())) == 7
    (tmp_path / "parts" / "0-0-3.npy").write_bytes(b"torn")
    told: list[int] = []
    monkeypatch.setattr(Plan, "play", lambda plan, unit: played.append(unit) or play(plan, unit))
    whole = run(recipe(), tmp_path, 1, lambda done, total: told.append(done))
    assert told[0] == 55 and told[-1] == 180 and len(played) == 7 + 14 and len(set(played)) == 20
    np.testing.assert_array_equal(whole.returns, run(recipe(), workers=1).returns)
    assert not (tmp_path / "parts").exists()


def test_a_finished_run_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = run(recipe(), tmp_path, 1)
    monkeypatch.setattr(Plan, "play", None)
    np.testing.assert_array_equal(first.returns, run(recipe(), tmp_path, 1).returns)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("deals", {"deals": 46}),
        ("seed", {"seed": 3}),
        ("coach", {"rows": {"random": ["random"]}}),
        ("pilot", {"columns": {"random": ["heuristic"]}}),
        ("options", {"options": {"reward": "win"}}),
    ],
)
def test_other_settings_are_refused(tmp_path: Path, name: str, change: dict[str, object]) -> None:
    run(recipe(), tmp_path, 1)
    with pytest.raises(InvalidConfig, match=rf"other settings \({name}\)"):
        run(replace(recipe(), **change), tmp_path, 1)  # type: ignore[arg-type]
    (tmp_path / "run.json").write_text("{")
    with pytest.raises(InvalidRecord, match="damaged"):
        run(recipe(), tmp_path, 1)


def test_a_changed_agent_file_is_another_setting(tmp_path: Path) -> None:
    file = tmp_path / "x.npz"
    file.write_bytes(b"one")
    mine = replace(recipe(), rows={"x": [Typed(file)]})
    before = mine.settings()
    assert json.loads(json.dumps(before)) == before == mine.settings()
    file.write_bytes(b"two")
    assert mine.settings() != before


def test_a_search_is_known_by_the_policies_it_plays(tmp_path: Path) -> None:
    for role in ("coach", "pilot"):
        shutil.copy(shipped()["throwdown-v0", "duel", role], tmp_path / f"{role}.npz")
    mine = replace(recipe(), columns={"x": [Typed(f"search:{tmp_path / 'pilot.npz'}:9")]})
    before = mine.settings()
    (tmp_path / "coach.npz").write_bytes(b"another")
    assert mine.settings() != before


def test_a_team_has_an_agent_for_each_pilot() -> None:
    teams = {"all": ["random"], "first": ["heuristic", "random", "random"]}
    mine = replace(recipe(40, scenario="trio"), columns=teams)
    found = run(mine, workers=1)
    assert found.columns == ("all", "first")
    same = replace(mine, columns={"all": ["random"], "each": ["random"] * 3})
    np.testing.assert_array_equal(run(same, workers=1).returns[:, 0], found.returns[:, 0])


def test_a_team_of_the_wrong_size_leaves_no_folder(tmp_path: Path) -> None:
    mine = replace(recipe(40, scenario="trio"), columns={"two": ["random", "random"]})
    with pytest.raises(InvalidConfig, match="2 agents for the 3 seats of the Pilots"):
        run(mine, tmp_path / "x", workers=1)
    assert not (tmp_path / "x").exists()


def test_a_damaged_baseline_is_refused(tmp_path: Path) -> None:
    mine = replace(recipe(10), aivat=True)
    run(mine, tmp_path, 1)
    (tmp_path / "results.npz").unlink()
    (tmp_path / "baseline.npz").write_bytes(b"torn")
    with pytest.raises(InvalidRecord, match="is damaged; name another folder or delete this one"):
        run(mine, tmp_path, 1)


def test_any_seed_throws_shared_dice() -> None:
    mine = replace(recipe(4, seed=2**64 + 5), shared_dice=True)
    assert run(mine, workers=1).returns.shape[2] == 4
