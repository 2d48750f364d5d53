"""A folder or file that a long run writes is refused to every other command, in a sentence."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import Result

from tests.cli.support import call, refused
from throwdown.envs.core.locks import lock

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="files are not locked there")


@contextmanager
def in_use(path: Path) -> Iterator[None]:
    """Lock a folder's or a file's lock file, as another process would."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        assert lock(file)
        yield


def run(line: str) -> Result:
    return call(*line.split())


@pytest.mark.parametrize(
    "line",
    [
        "train --scenario mini --steps 1 --out x -q",
        "train --resume x -q",
        "demo --minutes .01 --out x -q",
        "ablate --minutes .01 --seeds 1 --out x -q",
        "baselines -g kuhn-v0 -a random --out x -q",
        "exploit --scenario mini --coach random --pilot random --role pilot --steps 1 --out y -q",
    ],
)
def test_training_runs(nowhere: Path, torch: object, line: str) -> None:
    """Nor are they read: what lies in the folder is about to change."""
    lock_file = nowhere / ("y/pilot-1" if "exploit" in line else "x") / "run.lock"
    with in_use(lock_file):
        (lock_file.parent / "checkpoint.pt").write_text("half written")
        assert f"'{lock_file.parent}' is in use: another process is writing there;" in refused(run(line))
    assert {file.name for file in lock_file.parent.iterdir()} == {"run.lock", "checkpoint.pt"}


@pytest.mark.parametrize(
    "line",
    [
        "evaluate -g kuhn-v0 --deals 2 --out x -q",
        "balance -g kuhn-v0 --deals 2 --out x -q",
        "bench --quick --out x -q",
        "puzzle find -g leduc-v0 --out x/run.json -q",
        "play -g kuhn-v0 --save x/run.json",
        "play --resume x/run.json",
        "companion --save x/run.json",
        "companion --resume x/run.json",
    ],
)
def test_other_long_runs_and_games(nowhere: Path, line: str) -> None:
    with in_use(nowhere / "x" / ("run.json.lock" if "run.json" in line else "run.lock")):
        assert "is in use: another process is writing there;" in refused(run(line))


def test_a_command_gives_back_what_it_had(nowhere: Path) -> None:
    for _ in range(2):
        said = run("evaluate -g kuhn-v0 --deals 2 --out x -q")
        assert said.exit_code == 0 and not (nowhere / "x" / "run.lock").exists(), said.output
    assert "is not a game" in refused(run("evaluate -g chess-v0 --out y"))
    assert not (nowhere / "y").exists(), "a command that was refused leaves nothing"
    game = call("play", "-g", "kuhn-v0", "--seed", "1", "--save", "game.json", typed="1\nquit\n")
    assert game.exit_code == 0 and not list(nowhere.glob("*.lock")), game.output


def test_devices_are_everybodys_and_links_and_modes_stay(nowhere: Path) -> None:
    (nowhere / "null").symlink_to("/dev/null")
    for _ in range(2):
        said = call("play", "-g", "kuhn-v0", "--seed", "1", "--save", "null", typed="1\nquit\n")
        assert said.exit_code == 0, said.output
    (nowhere / "link.npz").symlink_to(nowhere / "kept.npz")
    assert run("solve -g kuhn-v0 --until .1 -q --out kept.npz").exit_code == 0
    (nowhere / "kept.npz").chmod(0o600)
    assert run("solve -g kuhn-v0 --until .1 -q --out link.npz").exit_code == 0
    assert (nowhere / "null").is_symlink() and (nowhere / "link.npz").is_symlink()
    assert (nowhere / "kept.npz").stat().st_mode & 0o777 == 0o600
