"""What runs on a Ray cluster gives the results that it gives here, whatever dies there."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.ray.conftest import SMALL
from throwdown.envs.core.errors import InvalidConfig, ThrowdownError
from throwdown.envs.registry import make_setup
from throwdown.evaluation import runs

pytestmark = [pytest.mark.ray, pytest.mark.usefixtures("cluster")]
PAIR = {"random": ["random"], "heuristic": ["heuristic"]}


@pytest.fixture
def workers() -> Any:
    from throwdown.evaluation.ray import RayWorkers

    return RayWorkers


def fail(error: Exception) -> None:
    raise error


def die(file: Path, times: int) -> int:
    """Kill the process that calls it the first times; return the number of the call."""
    with file.open("a") as out:
        out.write("x")
    calls = len(file.read_text())
    if calls <= times:
        os.kill(os.getpid(), signal.SIGKILL)
    return calls


def where() -> str:
    import ray

    time.sleep(1)  # so that one actor does not do it all
    return str(ray.get_runtime_context().get_node_id())


def free() -> float:
    """Return the free processors of the cluster once their number has not changed for a second."""
    import ray

    from throwdown.evaluation.ray import AUTO, connect

    connect(AUTO)
    before, now = -1.0, 0.0
    while before != now:
        time.sleep(1)
        before, now = now, ray.available_resources().get("CPU", 0.0)
    return now


def test_a_cross_play_is_the_same_to_the_digit() -> None:
    setup = make_setup("throwdown-v0", "duel")
    recipe = runs.Recipe("throwdown-v0", setup.config, {}, "duel", PAIR, PAIR, 45, 2, aivat=True)
    here = runs.run(recipe, workers=1)
    there = runs.run(recipe, workers=2, worth=0, on="ray:auto")
    np.testing.assert_array_equal(here.returns, there.returns)
    np.testing.assert_array_equal(here.lengths, there.lengths)
    assert here.luck is not None and there.luck is not None
    np.testing.assert_array_equal(here.luck, there.luck)


def test_calls_are_spread_over_the_nodes_and_nothing_remains(workers: Any) -> None:
    with workers(2) as pool:
        assert len(set(pool.map(lambda _: where(), range(4)))) == 2
    assert free() == 2
    with pytest.raises(RuntimeError, match="after shutdown"):
        pool.submit(int)


def test_more_actors_than_processors_do_not_wait_for_each_other(workers: Any) -> None:
    with workers(4) as pool:
        assert list(pool.map(int, "123456")) == [1, 2, 3, 4, 5, 6]
    assert free() == 2


def test_an_error_arrives_as_itself(workers: Any) -> None:
    with workers(1) as pool:
        with pytest.raises(InvalidConfig, match=r"^wrong\.$"):
            pool.submit(fail, InvalidConfig("wrong.")).result()
        assert pool.submit(int, "7").result() == 7
    with workers(1, fail, KeyError("at the start")) as pool, pytest.raises(KeyError, match="at the start"):
        pool.submit(int, "7").result()


def test_a_call_whose_process_dies_is_repeated_twice(workers: Any, tmp_path: Path) -> None:
    with workers(1) as pool:
        assert pool.submit(die, tmp_path / "a", 2).result() == 3
        with pytest.raises(ThrowdownError, match=r"ended 3 times with its process or machine .*\)\.$"):
            pool.submit(die, tmp_path / "b", 3).result()
        assert pool.submit(int, "7").result() == 7


def test_a_call_whose_node_dies_is_repeated_on_another(cluster: Any, workers: Any, tmp_path: Path) -> None:
    extra = cluster.add_node(**SMALL)
    with workers(3) as pool:
        calls = [pool.submit(note_node, tmp_path) for _ in range(3)]
        wait_for(lambda: len(list(tmp_path.iterdir())) == 3)
        cluster.remove_node(extra, allow_graceful=False)
        wait_for(lambda: len(alive()) == 2)
        (tmp_path / "go").touch()
        assert {call.result() for call in calls} == alive()
    assert free() == 2


def alive() -> set[str]:
    import ray

    return {node["NodeID"] for node in ray.nodes() if node["Alive"]}


def note_node(folder: Path) -> str:
    """Tell on which node it runs, and wait for the file ``go``."""
    import ray

    node = str(ray.get_runtime_context().get_node_id())
    (folder / node).touch()
    wait_for((folder / "go").exists)
    return node


def wait_for(is_so: Any) -> None:
    end = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_what_is_abandoned_ends(workers: Any) -> None:
    pool = workers(1)
    calls: list[Future[None]] = [pool.submit(time.sleep, 600) for _ in range(2)]
    wait_for(calls[0].running)
    with pytest.raises(ZeroDivisionError), pool:
        _ = 1 / 0
    assert calls[1].cancelled() and calls[0].exception(timeout=60) is not None
    assert free() == 2


def test_addresses_that_are_none_are_refused(workers: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    with pytest.raises(InvalidConfig, match=r"^'banana' is not a cluster: it is ray:auto .*\.$"):
        workers(1, on="banana")
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    monkeypatch.setattr(ray, "init", lambda *_, **__: fail(ConnectionError("no\nanswer")))
    with pytest.raises(
        InvalidConfig, match=r"^no Ray cluster answers at ray:auto \(ConnectionError: no answer\)"
    ):
        workers(1)


def test_a_sweep_is_the_same(torch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.training.test_sweep import POLICIES, TWO, weights
    from throwdown.training import slices, sweep, sweep_file

    file = tmp_path / "runs.toml"
    file.write_text(TWO, encoding="utf-8")
    jobs = sweep_file.read_sweep(file)
    there = sweep.sweep(jobs, tmp_path / "there", 2, "ray:auto", seconds=0)
    monkeypatch.setattr(slices, "start_workers", lambda count, *_, **__: ThreadPoolExecutor(count))
    here = sweep.sweep(jobs, tmp_path / "here", 1)
    assert [timeless(run) for run in here] == [timeless(run) for run in there]
    for name in POLICIES:
        one, two = (weights(tmp_path / place / name) for place in ("here", "there"))
        assert all((one[key] == two[key]).all() for key in one)
    assert free() == 2


def timeless(run: dict[str, Any]) -> dict[str, Any]:
    return run | {"result": run["result"] | {"minutes": 0}}


BASE = 'scenario = "small"\nrows = 32\nbatch_size = 64\nhidden = [8]\nsteps = 3000\neval_games = 20'
SWEEP = """
import functools, sys
from throwdown.training import sweep

sweep.sweep = functools.partial(sweep.sweep, seconds=0)  # slices of a turn
from throwdown.cli.main import main

sys.exit(main())
"""


def test_a_stopped_sweep_says_so_and_goes_on(torch: Any, tmp_path: Path) -> None:
    (tmp_path / "runs.toml").write_text(f"[base]\n{BASE}\n[grid]\nseed = [1, 2]\n", encoding="utf-8")
    line = [sys.executable, "-c", SWEEP, "sweep", "runs.toml", "--out", "out", "--on", "ray:auto", "-q"]
    how: dict[str, Any] = {
        "cwd": tmp_path,
        "text": True,
        "stdout": subprocess.PIPE,
        "stderr": subprocess.PIPE,
    }
    with subprocess.Popen(line, **how) as process:
        wait_for((tmp_path / "out" / "seed-2" / "checkpoint.pt").exists)
        process.send_signal(signal.SIGINT)
        told, wrong = process.communicate(timeout=60)
    assert process.returncode == 130 and wrong == ""
    assert told.endswith(
        "| seed-2 | – | – | not finished |\nStopped and saved. Continue with the same command.\n"
    )
    logs = [read_log(tmp_path / "out" / name)["turns"] for name in ("seed-1", "seed-2")]
    assert all(logs)
    line[1:3] = ["-m", "throwdown"]
    told = subprocess.run(line, **how, check=True, timeout=120).stdout
    assert told.count("coach against heuristic") == 2
    for name, before in zip(("seed-1", "seed-2"), logs):
        after = read_log(tmp_path / "out" / name)
        assert after["is_complete"] and after["turns"][: len(before)] == before
    assert free() == 2


def read_log(folder: Path) -> Any:
    return json.loads((folder / "log.json").read_text(encoding="utf-8"))


def test_exploiters_share_no_folder(torch: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder is a relative one, which another process would look for elsewhere."""
    from throwdown.training.exploit import Hunt

    monkeypatch.chdir(tmp_path)
    hunt = Hunt({"scenario": "mini"}, {"coach": "heuristic", "pilot": "heuristic"}, Path("out"), 2000, 50)
    found = hunt.all([("coach", 1), ("pilot", 1)], lambda _: nullcontext(lambda *_: None), 2, "ray:auto")
    assert [x["role"] for x in found] == ["coach", "pilot"]
    for role in ("coach", "pilot"):
        kept = {file.name for file in (tmp_path / "out" / f"{role}-1").iterdir()}
        assert kept == {f"{role}.npz", "exploiter.json", "run.json"}
    assert free() == 2


FAR = """
import sys
from throwdown.envs.core.errors import InvalidConfig
from throwdown.evaluation.workers import cores, distribute, start_workers

def wrong(x):
    raise InvalidConfig(f"{x} is wrong.")

print(cores(sys.argv[1]), *sorted(distribute(abs, [-1, -2, -3], 2, sys.argv[1])))
with start_workers(1, on=sys.argv[1]) as pool:
    print(pool.submit(wrong, 3).exception())
import ray

print(ray.util.client.ray.is_connected())
"""


def test_a_cluster_can_be_reached_from_outside(cluster: Any) -> None:
    """Ray's client gives the same results and the same errors."""
    told = subprocess.run(
        [sys.executable, "-c", FAR, cluster.client], capture_output=True, text=True, timeout=120
    )
    assert told.stdout == "2 (0, 1) (1, 2) (2, 3)\n3 is wrong.\nTrue\n", told.stderr
    assert free() == 2


@pytest.mark.parametrize("loss", [signal.SIGKILL, signal.SIGSTOP])
def test_a_run_on_the_cluster_learns_what_one_process_learns(loss: signal.Signals) -> None:
    """Also after a rank has ended amid the run, or said nothing for a minute."""
    from tests.training.support import TINY, same, state_of
    from throwdown.training.config import read_config
    from throwdown.training.trainer import Trainer

    config = read_config(TINY, hidden=[16, 16], activation="relu", checkpoint_every=2)
    here, there = Trainer(config), Trainer(config)
    there.size, there.on = 2, "ray:auto"
    for _ in range(3):
        here.step()
    there.step(), there.step()
    assert there.decisions > 0 and there.ahead is not None
    hand: Any = there.gather()._hands[1]
    os.kill(hand.submit(os.getpid).result(), loss)
    entry = there.step()
    assert "a process ended in turn" in entry["warnings"]["lost"]
    while there.turn < 3:
        there.step()
    assert same(state_of(here)["learners"], state_of(there)["learners"])
    assert same(state_of(here)["pools"], state_of(there)["pools"])
    there.close()
    assert free() == SMALL["num_cpus"] * 2
