"""Ctrl-C ends quietly, whenever it comes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import ROOT
from throwdown import interrupt

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent as on Unix")

STOP = "import os, signal, time\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(20)\n"
BROKEN = (
    "import os, signal, time\n"
    "try:\n    os.kill(os.getpid(), signal.SIGINT)\n    time.sleep(20)\n"
    "except KeyboardInterrupt:\n    raise ImportError('this library is broken') from None\n"
)
SCRIPT = "import sys\nfrom throwdown.cli.main import main\nsys.exit(main())\n"
WORKERS = """
import os, signal, sys, time
from throwdown.evaluation.workers import start_workers
pool = start_workers(2)
try:
    for _ in range(2):
        pool.submit(time.sleep, 0)
    time.sleep(float(sys.argv[1]))
    os.killpg(0, signal.SIGINT)
    time.sleep(20)
except KeyboardInterrupt:
    pool.shutdown(wait=False, cancel_futures=True)
    sys.exit(130)
"""
SLOW_START = """
import os, sys, time
if __name__ == "__main__":
    from throwdown.evaluation.workers import start_workers
    pool = start_workers(2)
    found = [pool.submit(abs, -k) for k in range(2)]
    try:
        [x.result() for x in found]
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        sys.exit(130)
else:
    os.write(1, b"importing\\n")
    time.sleep(1)
"""
DEAF = """
import os, signal, time
from throwdown.evaluation.workers import start_workers
pool = start_workers(1)
pool.submit(abs, 1).result()
job = pool.submit(time.sleep, 2)
os.killpg(0, signal.SIGINT)
job.result()
pool.shutdown()
"""


def listen() -> None:
    """Hear Ctrl-C even where a shell in the background has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def ignore() -> None:
    """Ignore Ctrl-C, as a shell has its background do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def outcome(command: list[str], *paths: Path, prepare: Callable[[], None] = listen) -> tuple[int, str, str]:
    """Return the exit code, the output and the errors of a program; ``paths`` are imported from first."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, [*paths, ROOT]))}
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=env,
        check=False,
        preexec_fn=prepare,
        start_new_session=True,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("library", ["pettingzoo", "typer"])
@pytest.mark.parametrize("start", ["module", "script"])
def test_ctrl_c_during_imports_ends_quietly(library: str, start: str, tmp_path: Path) -> None:
    (tmp_path / "fake").mkdir()
    (tmp_path / "fake" / f"{library}.py").write_text(STOP, encoding="utf-8")
    (tmp_path / "throwdown").write_text(SCRIPT, encoding="utf-8")
    program = ["-m", "throwdown"] if start == "module" else [str(tmp_path / "throwdown")]
    assert outcome([sys.executable, *program, "envs"], tmp_path / "fake") == (130, "", "")


@pytest.mark.parametrize("content", [STOP, BROKEN])
def test_ctrl_c_during_the_imports_of_a_command_is_told(content: str, tmp_path: Path) -> None:
    """Even where the library that is being imported makes another error of it."""
    (tmp_path / "numba.py").write_text(content, encoding="utf-8")
    command = [sys.executable, "-m", "throwdown", "scenario", "show", "duel"]
    assert outcome(command, tmp_path) == (130, "", "throwdown: stopped.\n")


@pytest.mark.parametrize("moment", ["0", "0.4"])
def test_workers_that_are_just_starting_end_quietly(moment: str) -> None:
    assert outcome([sys.executable, "-c", WORKERS, moment]) == (130, "", "")


def test_processes_that_are_still_importing_end_quietly(tmp_path: Path) -> None:
    """They must not answer Ctrl-C with a traceback; they end with their parent."""
    file = tmp_path / "slow.py"
    file.write_text(SLOW_START, encoding="utf-8")
    run = subprocess.Popen(
        [sys.executable, file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        preexec_fn=listen,
        start_new_session=True,
    )
    assert run.stdout is not None
    assert run.stdout.readline() == run.stdout.readline() == "importing\n"
    time.sleep(0.1)
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == 130 and "Traceback" not in errors, errors


def test_workers_ignore_what_their_parent_ignores() -> None:
    assert outcome([sys.executable, "-c", DEAF], prepare=ignore) == (0, "", "")


def test_who_imports_the_package_keeps_their_own_ctrl_c() -> None:
    code = (
        "import signal, throwdown\nassert signal.getsignal(signal.SIGINT) is signal.default_int_handler\n"
        "signal.signal(signal.SIGINT, signal.SIG_IGN)\n"
        "from throwdown import interrupt\ninterrupt.end_quietly()\n"
        "assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN\n"
        "with interrupt.heard():\n    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN\n"
    )
    assert outcome([sys.executable, "-c", code]) == (0, "", "")
    assert not interrupt.is_command_line()
