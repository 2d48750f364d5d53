"""Pairs are made by self-play, exploiters and a league, and what is done is not done again."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.training.support import TINY, configs_kept
from throwdown.agents import shipped
from throwdown.agents.archive import read_header
from throwdown.envs.core.errors import InvalidConfig
from throwdown.training import pairs, slices
from throwdown.training.config import read_config
from throwdown.training.sweep_file import read_sweep

IDLE = {"preset", "workers", "eval_every", "eval_games", "eval_against"}
"""Settings that change no result."""
FURTHER = {"league"}
"""What a run of a league need not share with a file: some rivals had other folders when the pair learnt."""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a sweep of two seeds; everything is small, and processes are threads."""
    monkeypatch.setattr(slices, "start_workers", lambda count, *_, **__: ThreadPoolExecutor(count))
    monkeypatch.setattr(pairs, "STEPS", 1500)
    monkeypatch.setattr(pairs, "DEALS", 20)
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    base = {**TINY, "critic": "own", "eval_every": 0, "scenario": "small"}
    lines = [f"{name} = {json.dumps(value)}" for name, value in base.items() if name != "mix"]
    lines += ["mix = {latest = 0.7, snapshots = 0.1, heuristic = 0.2}"]
    found = tmp_path / "pairs.toml"
    found.write_text("\n".join(["[base]", *lines, "[grid]", "seed = [1, 2]", "[[runs]]", 'name = "small"']))
    return found


def test_every_run_meets_exploiters_and_the_other_runs(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs"
    monkeypatch.setattr(
        sys, "argv", ["pairs", str(file), "--out", str(out), "--workers", "2", "--ship"] + ["--bar", "-9"]
    )
    pairs.main()
    told = capsys.readouterr().out
    assert str(out / "league" / "small-seed-1") in told and "small-coach.npz" in told
    logs = [json.loads((out / "league" / f"small-seed-{k}" / "log.json").read_text()) for k in (1, 2)]
    first, second = (log["config"] for log in logs)
    assert first | {"seed": 2} == second and first["steps"] == TINY["steps"] // 2
    shares = {"latest": 0.3, "snapshots": 0.2, "exploiters": 0.3, "heuristic": 0.2, "random": 0.0}
    assert first["mix"] == shares, "of its own mix the heuristic's share stays"
    for role in ("coach", "pilot"):
        exploiter = out / "exploiters" / f"small-seed-1-{role}"
        result = json.loads((exploiter / "exploiter.json").read_text())
        best = first["start"][role]
        assert result["start"] == best and result["steps"] == 1500
        other = {str(out / "self-play" / f"small-seed-{k}" / f"{role}.npz") for k in (1, 2)} - {best}
        assert first["league"][role] == [str(exploiter / f"{role}.npz"), *other]
    before = {path: path.read_bytes() for path in out.rglob("*.npz")}
    pairs.main()
    assert capsys.readouterr().out == told
    assert {path: path.read_bytes() for path in out.rglob("*.npz")} == before


def test_a_pair_that_nobody_exploits_needs_no_league(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "runs"
    call = ["pairs", str(file), "--out", str(out), "--workers", "2", "--bar"]
    monkeypatch.setattr(sys, "argv", [*call, "9"])
    pairs.main()
    assert not (out / "league").exists()
    assert capsys.readouterr().out.split() == [str(out / "self-play" / f"small-seed-{k}") for k in (1, 2)]
    found = [json.loads(file.read_text())["gain"] for file in out.glob("exploiters/*/exploiter.json")]
    monkeypatch.setattr(sys, "argv", [*call, str(max(found) - 1e-4)])
    pairs.main()
    assert capsys.readouterr().out.split() == [str(out / "league" / f"small-seed-{k}") for k in (1, 2)]


def test_a_stopped_command_says_how_to_continue(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(jobs: object, *_: object, **__: object) -> list[dict[str, object]]:
        return [{"name": "small", "result": {}, "error": ""}]

    monkeypatch.setattr("throwdown.training.sweep.sweep", stopped)
    monkeypatch.setattr(sys, "argv", ["pairs", str(file), "--out", str(tmp_path / "runs")])
    with pytest.raises(SystemExit, match=r"Stopped and saved\. Continue"):
        pairs.main()


def test_what_makes_no_pairs_is_refused_in_a_sentence(file: Path) -> None:
    for changes, sentence in (
        ('roles = ["coach"]\nmix = {latest = 1.0}\n', "is no run in which all roles learn"),
        ('kind = "exploit"\nrole = "coach"\n', "is no run in which all roles learn"),
    ):
        file.write_text(file.read_text() + "\n" + changes)
        with pytest.raises(InvalidConfig, match=sentence):
            pairs.pairs_of(read_sweep(file))
        file.write_text(file.read_text().removesuffix("\n" + changes))
    timed = file.read_text().replace("steps = 1000", "minutes = 1")
    (file.parent / "timed.toml").write_text(timed)
    with pytest.raises(InvalidConfig, match="the runs of small-seed-1 have no steps"):
        pairs.pairs_of(read_sweep(file.parent / "timed.toml"))
    with pytest.raises(InvalidConfig, match="two runs are called 'small-seed-1'"):
        pairs.pairs_of(read_sweep(file) * 2)
    file.write_text(file.read_text() + '\n[[runs]]\nname = "other"\nlearning_rate = 0.01\n')
    with pytest.raises(InvalidConfig, match="differ in more than their seeds"):
        pairs.pairs_of(read_sweep(file))


@pytest.mark.parametrize("place", sorted(shipped.shipped()), ids="/".join)
def test_settings_of_what_ships_are_kept_in_a_file(place: tuple[str, str, str]) -> None:
    info = read_header(shipped.shipped()[place])["info"]
    settings = read_config(info["settings"]).model_dump()
    assert settings["roles"] == []  # all
    free = IDLE | (FURTHER if settings["league"] else set())
    for kept in configs_kept():
        mine = free | (set() if kept.steps else {"steps"})
        if kept.model_dump(exclude=mine) == {name: settings[name] for name in settings.keys() - mine}:
            break
    else:
        raise AssertionError("no file has its settings")
    assert {r: x["policy"] for r, x in info.get("start", {}).items()} == settings["start"]
