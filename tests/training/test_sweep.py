"""Sweeps: which runs a file stands for, and that each ends as it would alone, however often it is stopped."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.support import ROOT
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord, MissingExtra, ThrowdownError
from throwdown.envs.core.names import Typed
from throwdown.evaluation.workers import start_workers
from throwdown.training import slices, sweep as sweeps, train
from throwdown.training.sweep_file import SweepRun, read_sweep

BASE = 'scenario = "small"\nrows = 32\nbatch_size = 64\nhidden = [8]\nsteps = 1500\neval_games = 20'
TWO = f"""
[base]
{BASE}
[[runs]]
seed = 1
[[runs]]
name = "by coach"
kind = "exploit"
role = "coach"
deals = 50
eval_every = 0
"""
POLICIES = ("seed-1/coach.npz", "seed-1/pilot.npz", "by-coach/coach.npz")


def weights(file: Path) -> dict[str, Any]:
    with np.load(file) as data:
        return {name: data[name] for name in data.files if name != "header"}


@pytest.fixture(autouse=True)
def _threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Threads in place of processes: they start in no time."""
    monkeypatch.setattr(slices, "start_workers", lambda count, *_, **__: ThreadPoolExecutor(count))


def jobs_of(folder: Path, text: str, *named: str) -> list[SweepRun]:
    file = folder / "runs.toml"
    file.write_text(text, encoding="utf-8")
    return read_sweep(file, named)


def test_runs_are_all_combinations_named_by_what_they_differ_in(tmp_path: Path) -> None:
    text = f"""
    [base]
    {BASE}
    [grid]
    seed = [1, 2]
    scenario = ["small", "duel"]
    [[runs]]
    magnet = 0.0
    [[runs]]
    name = "with / entropy"
    entropy = 0.1
    mix = {{ latest = 0.5, snapshots = 0.5 }}
    [[runs]]
    """
    jobs = jobs_of(tmp_path, text.replace("\n    ", "\n"))
    assert [job.name for job in jobs[::3]] == [
        "magnet-0.0-seed-1-scenario-small",
        "magnet-0.0-seed-2-scenario-duel",
        "with-entropy-seed-2-scenario-small",
        "seed-1-scenario-duel",
    ]
    assert jobs[7].settings == {
        "scenario": "duel",
        "rows": 32,
        "batch_size": 64,
        "hidden": [8],
        "steps": 1500,
        "eval_games": 20,
        "entropy": 0.1,
        "mix": {"latest": 0.5, "snapshots": 0.5},
        "seed": 2,
        "workers": 1,
    }
    (alone,) = jobs_of(tmp_path, '[[runs]]\nalgorithm = "maskable-ppo"\n')
    assert alone.name == "algorithm-maskable-ppo" and "workers" not in alone.settings


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", r"names no runs; write a \[grid\]"),
        (f"[base]\n{BASE}", "names no runs"),
        ("runs = []", "names no runs"),
        ("[grid]\nsede = [1, 2]", r"run 'sede-1': Training: 'sede' is not a field \(did you mean 'seed'\?\)"),
        ("[gird]\nseed = [1, 2]", r"'gird' is not a field \(did you mean 'grid'\?\)"),
        ("[grid]\nseed = 1", "grid.seed is 1: it must be a list"),
        ("[grid]\nseed = []", "grid.seed: it must have at least 1 item"),
        ("[grid]\nseed = [1, 1]", "has two runs 'seed-1'; leave one out"),
        ("[runs]\nseed = 1", r"runs is one table, where there can be several: write \[\[runs\]\]"),
        ("seed = ", "is not valid TOML"),
        (
            '[[runs]]\nkind = "exploits"',
            "run 'exploits': kind is 'exploits'; it must be 'train' or 'exploit'",
        ),
        ('[[runs]]\nkind = "exploit"', "Exploiter: the field 'role' is missing"),
        ('[[runs]]\nkind = "exploit"\nrole = "coach"\nminutes = 1', "either steps or minutes"),
        ('[[runs]]\nkind = "exploit"\nrole = "coahc"', "'coahc'.*did you mean 'coach'"),
        ('[[runs]]\nscenario = "mine.toml"', r"'mine.toml' is a file or code.*add --named mine\.toml\.$"),
        ('[[runs]]\nagainst = { coach = "bot.py:Bot" }', r"add --named bot\.py:Bot\.$"),
        (
            '[[runs]]\nname = "x"\nkind = "exploit"\nrole = "coach"\nplayers = { pilot = "mine.npz" }',
            r"add --named mine\.npz\.$",
        ),
        (f"[[runs]]\noptions = {{ {'x' * 150} = 1 }}", r"too long for a folder's name"),
    ],
)
def test_mistakes_are_told_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(InvalidConfig, match=sentence) as found:
        jobs_of(tmp_path, text)
    assert "\n" not in str(found.value) and str(found.value).endswith(".")


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"cannot be read: No such file or directory\.$"):
        read_sweep(tmp_path / "none.toml")
    (tmp_path / "picture.toml").write_bytes(b"\xff\xd8")
    with pytest.raises(InvalidConfig, match="is not text"):
        read_sweep(tmp_path / "picture.toml")


def test_the_files_of_the_page_can_be_read(tmp_path: Path) -> None:
    page = (ROOT / "docs/reference/scaling_up.md").read_text(encoding="utf-8")
    found = [jobs_of(tmp_path, text) for text in re.findall(r"^```toml\n(.*?)^```$", page, re.M | re.S)]
    assert [len(jobs) for jobs in found] == [12, 8]
    assert all(f"`{name}`" in page for name in ("seed-1-scenario-duel", "no-magnet-seed-1-scenario-duel"))
    assert {"seed-1-scenario-duel", "no-magnet-seed-1-scenario-duel"} < {job.name for job in found[0]}


def test_what_is_named_again_is_opened(tmp_path: Path) -> None:
    missing = str(tmp_path / "none.toml")
    with pytest.raises(InvalidConfig, match=r"none\.toml"):
        jobs_of(tmp_path, f'[[runs]]\nname = "x"\nscenario = "{missing}"', Typed(missing))


def test_a_run_in_slices_ends_as_alone(tmp_path: Path) -> None:
    """Slices of one turn each; policies, results and the checkpoint are those of a run that nobody stopped."""
    told: list[tuple[int, int]] = []
    jobs = jobs_of(tmp_path, TWO)
    runs = sweeps.sweep(jobs, tmp_path / "out", 1, progress=lambda *x: told.append(x), seconds=0)
    assert told == sorted(told) and told[-1] == (2000, 2000) and len(told) > 4
    alone = train.train(jobs[0].settings, tmp_path / "alone", progress=False)
    for role, file in alone.policies.items():
        one, two = weights(file), weights(tmp_path / "out" / "seed-1" / f"{role}.npz")
        assert all((one[name] == two[name]).all() for name in one)
    assert runs[0]["result"]["win_rate"] == alone.log[-1]["win_rate"]
    assert runs[0]["result"]["decisions"] == alone.log[-1]["decisions"]
    assert json.loads((tmp_path / "out" / "sweep.json").read_text())["runs"] == runs
    assert runs[1]["result"]["role"] == "coach" and len(runs[1]["result"]["interval"]) == 2
    assert {file.name for file in (tmp_path / "out" / "by-coach").iterdir()} == {
        *("coach.npz", "exploiter.json", "run.json")
    }
    lines = sweeps.table(runs).splitlines()
    assert lines[2].startswith("| seed-1 | 1,") and "coach against heuristic" in lines[2]
    assert lines[3].startswith("| by-coach | 1,500 | ") and "coach gains " in lines[3]
    longer = train.resume(tmp_path / "out" / "seed-1", progress=False, steps=2000)
    assert longer.is_complete


def test_a_sweep_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs, done = jobs_of(tmp_path, TWO), list[Any]()
    advance, stop = sweeps.advance, threading.Event()

    def count(job: SweepRun, state: bytes | None, seconds: float) -> slices.Slice:
        done.append((job.name, state is None))
        stop.set()
        return advance(job, state, seconds)

    monkeypatch.setattr(sweeps, "advance", count)
    monkeypatch.setattr(train, "stopping", lambda: nullcontext(stop))
    (first, second) = sweeps.sweep(jobs, tmp_path / "out", 1, seconds=0)
    assert not first["result"] and not second["result"] and done == [("seed-1", True)]
    assert "| seed-1 | – | – | not finished |" in sweeps.table([first, second])
    monkeypatch.setattr(train, "stopping", lambda: nullcontext(threading.Event()))
    runs = sweeps.sweep(jobs, tmp_path / "out", 1)
    assert done[1:] == [("seed-1", False), ("by-coach", True)]
    assert sweeps.sweep(jobs, tmp_path / "out", 1) == runs and len(done) == 3
    more = jobs_of(tmp_path, TWO + "[[runs]]\nseed = 2\n")
    assert sweeps.sweep(more, tmp_path / "out", 1)[:2] == runs and done[3:] == [("seed-2", True)]


def test_a_folder_with_another_sweep_is_refused(tmp_path: Path) -> None:
    quick = TWO.replace("1500", "64")
    jobs, folder = jobs_of(tmp_path, quick), tmp_path / "out"
    sweeps.sweep(jobs[:1], folder, 1)
    for other, why in (
        (quick.replace("rows = 32", "rows = 16"), "other settings"),
        (quick.replace("seed = 1", "seed = 3"), "not in the file"),
    ):
        with pytest.raises(InvalidConfig, match=rf"holds a sweep with another run 'seed-1' \(it .*{why}\)"):
            sweeps.sweep(jobs_of(tmp_path, other), folder, 1)
    (folder / "sweep.json").unlink()
    with pytest.raises(InvalidConfig, match=r"'.*seed-1' holds another run; name another folder"):
        sweeps.sweep(jobs, folder, 1)
    for text in ("{", '{"runs": 3}', '{"runs": [{}]}', "{}"):
        (folder / "sweep.json").write_text(text)
        with pytest.raises(InvalidRecord, match=r"sweep.json' is damaged"):
            sweeps.sweep(jobs, folder, 1)


def test_a_run_that_fails_does_not_stop_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = train.run

    def fail(run: Any, folder: Path, **how: Any) -> Any:
        if run.config.seed == 1:
            raise ThrowdownError(f"training broke down: '{folder}' holds no state yet.")
        return whole(run, folder, **how)

    monkeypatch.setattr(train, "run", fail)
    jobs = jobs_of(tmp_path, f"[base]\n{BASE.replace('1500', '64')}\n[grid]\nseed = [1, 2]")
    one, two = sweeps.sweep(jobs, tmp_path / "out", 1)
    assert one["error"] == "training broke down: 'seed-1' holds no state yet." and not one["result"]
    assert two["result"] and not two["error"] and one["error"] in sweeps.table([one, two])
    monkeypatch.undo()
    monkeypatch.setattr(slices, "start_workers", lambda count, *_, **__: ThreadPoolExecutor(count))
    assert all(run["result"] and not run["error"] for run in sweeps.sweep(jobs, tmp_path / "out", 1))


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "throwdown.evaluation.ray", raising=False)
    with pytest.raises(MissingExtra, match=r"^Ray is not installed: pip install 'throwdown\[ray\]'\.$"):
        start_workers(1, on="ray:auto")
