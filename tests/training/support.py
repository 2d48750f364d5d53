"""A tiny run for tests, and how two of them are compared."""

from __future__ import annotations

import copy
import re
from functools import cache
from pathlib import Path

import numpy as np
import torch as th

from tests.support import ROOT
from throwdown.envs.core.names import Typed
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.sweep_file import read_sweep

TINY = {
    "scenario": "small",
    "rows": 32,
    "batch_size": 64,
    "epochs": 2,
    "hidden": [16, 8],
    "activation": "tanh",
    "pool_size": 2,
    "snapshot_every": 1,
    "checkpoint_every": 1,
    "steps": 1000,
    "mix": {"latest": 0.4, "snapshots": 0.3, "heuristic": 0.2, "random": 0.1},
    "magnet_every": 2,
}


def same(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, (np.ndarray, th.Tensor)):
        return bool((np.asarray(a) == np.asarray(b)).all())
    return a == b


def state_of(trainer):
    state = copy.deepcopy(trainer.get_state())
    for key in ("seconds", "log"):
        state.pop(key)
    return state


@cache
def configs_kept() -> list[TrainConfig]:
    """Return the settings of all training files and sweeps in the folder of benchmarks."""
    files = sorted((ROOT / "benchmarks").rglob("*.toml"))
    sweeps = [file for file in files if "\n[[runs]]\n" in file.read_text(encoding="utf-8")]
    found = [read_config(file) for file in files if file not in sweeps]
    jobs = [job for file in sweeps for job in read_sweep(file, names_in(file))]
    return found + [read_config(job.settings) for job in jobs]


def names_in(file: Path) -> list[Typed]:
    """Return the policies that a file of our own names."""
    return [Typed(name) for name in re.findall(r'"([^"]+\.npz)"', file.read_text(encoding="utf-8"))]
