"""Damaged checkpoints, and runs that go on from those that are taken."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fuzz.support import broken, damaged, each, is_taken

th = pytest.importorskip("torch")
pytest.importorskip("stable_baselines3")

RUN = {
    "game": "kuhn-v0",
    "rows": 16,
    "batch_size": 16,
    "hidden": [4],
    "pool_size": 2,
    "snapshot_every": 1,
    "checkpoint_every": 1,
    "steps": 60,
    "mix": {"latest": 0.5, "snapshots": 0.5},
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from throwdown.training.config import read_config
    from throwdown.training.trainer import Trainer

    path = tmp_path_factory.mktemp("run") / "checkpoint.pt"
    trainer = Trainer(read_config(RUN))
    trainer.step()
    trainer.save(path)
    return path


def go_on(path: Path) -> None:
    """Resume a run for a turn, and write all that a run writes."""
    from throwdown.training.train import finish
    from throwdown.training.trainer import Trainer

    trainer = Trainer.resume(path)
    assert trainer.config.rows <= 64 and max(trainer.config.hidden) <= 64, "the damage is not worth the time"
    trainer.step()
    finish(trainer, path.parent, is_complete=False)


def test_damaged_bytes(file: Path, tmp_path: Path) -> None:
    from throwdown.training.checkpoint import load_checkpoint

    content, worse = file.read_bytes(), tmp_path / "checkpoint.pt"
    for seed in each(60):
        worse.write_bytes(broken(content, random.Random(seed)))
        is_taken(lambda: load_checkpoint(worse))


def damaged_tensor(value: Any, rng: random.Random) -> Any:
    """Return entries in which one tensor, somewhere, is another."""
    found = dict(value)
    name = rng.choice(list(found))
    inner = found[name]
    if isinstance(inner, dict) and inner:
        found[name] = damaged_tensor(inner, rng)
    elif isinstance(inner, th.Tensor):
        ways = (
            lambda: inner * float("nan"),
            lambda: inner[..., :-1],
            lambda: inner.double(),
            lambda: inner[None],
        )
        found[name] = rng.choice(ways)() if inner.ndim and inner.dtype == th.float32 else th.zeros(3)
    return found


def test_damaged_entries(file: Path, tmp_path: Path) -> None:
    """Missing, senseless, of other shapes: all is said in a sentence, or the run goes on."""
    whole = th.load(file, weights_only=True)
    folder = tmp_path / "run"
    folder.mkdir()
    for seed in each(90):
        rng = random.Random(seed)
        state = damaged_tensor(whole["state"], rng) if seed % 3 == 0 else damaged(whole["state"], rng)
        try:
            th.save({**whole, "state": state}, folder / "checkpoint.pt")
        except (OverflowError, RecursionError, UnicodeEncodeError, RuntimeError):
            continue  # no such file can be
        try:
            with np.errstate(all="ignore"):
                is_taken(lambda: go_on(folder / "checkpoint.pt"))
        except AssertionError as error:
            if "not worth the time" not in str(error):
                raise
