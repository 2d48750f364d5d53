"""Processes that work side by side do not outlive what started them."""

from __future__ import annotations

import importlib
import multiprocessing
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from throwdown.envs.core.kit import InvalidConfig, ThrowdownError
from throwdown.evaluation import workers
from throwdown.evaluation.workers import distribute, start_workers

CODE = """
from throwdown.evaluation.workers import start_workers
pool = start_workers(1)
print(pool.submit(int, "7").result(), flush=True)
pool.submit(time.sleep, 10**6)
time.sleep(10**6)
"""


def test_workers_end_with_the_process_that_started_them() -> None:
    with subprocess.Popen([sys.executable, "-c", CODE], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "7\n"
        parent.kill()
        # The worker holds the same pipe, so it ends only when both are gone.
        assert parent.communicate() == ("", None)


def test_a_place_that_does_not_exist_is_refused() -> None:
    with pytest.raises(InvalidConfig, match=r"'rai:auto' is not a place to run; give ray:auto or ray://HOST"):
        start_workers(1, on="rai:auto")


UNITS = """
import os, signal, time

def die_once(unit):
    folder, k = unit
    if k == 3 and not (folder / "dead").exists():
        (folder / "dead").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return k, os.getpid()

def die(unit):
    os.kill(os.getpid(), signal.SIGKILL)

def lag(unit):
    time.sleep(unit)
    return os.getpid()
"""


@pytest.fixture
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Return a module that worker processes find, too."""
    (tmp_path / "units_of_work.py").write_text(UNITS)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("units_of_work")
    del sys.modules["units_of_work"]


def test_units_of_a_process_that_died_are_done_again(work: Any, tmp_path: Path) -> None:
    found = dict(distribute(work.die_once, [(tmp_path, k) for k in range(5)], workers=2))
    assert [found[k][0] for k in range(5)] == [*range(5)] and (tmp_path / "dead").exists()
    assert os.getpid() not in {process for _, process in found.values()}


def test_processes_that_always_die_are_reported(work: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "TRIES", 1)
    with pytest.raises(ThrowdownError, match="smaller number with --workers"):
        list(distribute(work.die, range(2), workers=2))


def test_units_stay_here_unless_other_processes_pay_off() -> None:
    for units, count, worth in ((3, 1, 0.0), (1, 2, 0.0), (3, 2, 60.0)):
        found = list(distribute(lambda _: os.getpid(), range(units), count, worth=worth))
        assert found == [(k, os.getpid()) for k in range(units)]


def test_what_takes_long_is_spread_after_the_first_units_and_ends_when_nobody_waits(work: Any) -> None:
    here = os.getpid()
    units = distribute(work.lag, [0.2, 0.2, 0.0, 600.0, 600.0], 2, worth=0.3)
    (a, first), (b, second), (c, third) = (next(units) for _ in range(3))
    assert (a, b, c) == (0, 1, 2) and first == second == here != third
    del units
    for process in multiprocessing.active_children():
        process.join(100)
    assert not multiprocessing.active_children()
