"""Processes that work side by side do not outlive what started them."""

from __future__ import annotations

import subprocess
import sys

import pytest

from throwdown.envs.core.kit import InvalidConfig
from throwdown.evaluation.workers import start_workers

CODE = """
import time
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
