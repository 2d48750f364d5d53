"""Damaged files of agents, and those that are taken play."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents.test_net import make_net
from tests.fuzz.support import broken, damaged, each, is_taken
from throwdown.agents import Policy, load, save_policy
from throwdown.agents.archive import HEADER
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table

KUHN = make_setup("kuhn-v0")


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    sizes = KUHN.width, 4, 3, KUHN.game.actions.n
    policy = Policy(
        "kuhn-v0", KUHN.roles[0], make_net(0, sizes), make_net(1, (*sizes[:2], 1)), "standard", {"a": [1]}
    )
    return save_policy(tmp_path_factory.mktemp("fuzz") / "a.npz", policy).read_bytes()


def play(file: Path) -> None:
    agent = load(file, KUHN, KUHN.roles[0])
    table = Table.from_setup(KUHN, 1)
    view = table.decision()
    (action,) = agent.act(view, np.random.default_rng(1))
    assert table.mask()[action]
    chances = agent.probabilities(view)
    assert chances is not None and np.isfinite(chances).all() and abs(chances.sum() - 1) < 1e-5


def test_damaged_bytes(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "a.npz"
    for seed in each(400):
        file.write_bytes(broken(content, random.Random(seed)))
        is_taken(lambda: play(file))


def parts_of(content: bytes) -> dict[str, np.ndarray]:
    with np.load(io.BytesIO(content)) as data:
        return {name: data[name] for name in data.files}


def test_damaged_headers(content: bytes, tmp_path: Path) -> None:
    whole, file = parts_of(content), tmp_path / "a.npz"
    header = json.loads(whole[HEADER].tobytes())
    for seed in each(150):
        text = json.dumps(damaged(header, random.Random(seed)))
        np.savez(file, **{**whole, HEADER: np.frombuffer(text.encode(), np.uint8)})
        is_taken(lambda: play(file))


def worse(array: np.ndarray, rng: random.Random) -> np.ndarray:
    """Return another array in the place of one."""
    kinds: tuple[Any, ...] = (
        lambda: array.astype(rng.choice(["f8", "i4", "c8", "U3", "?", "f2", ">f4"])),
        lambda: array[..., :-1],
        lambda: array[None],
        lambda: np.asfortranarray(array),
        lambda: array * np.float32(1e38),
        lambda: array * np.float32("nan"),
        lambda: np.zeros(0, np.float32),
        lambda: array.astype(object),
        lambda: np.zeros(10**6, np.float32),
    )
    with np.errstate(all="ignore"):
        found: np.ndarray = rng.choice(kinds)()
    return found


def test_damaged_arrays(content: bytes, tmp_path: Path) -> None:
    whole, file = parts_of(content), tmp_path / "a.npz"
    for seed in each(150):
        rng, arrays = random.Random(seed), dict(whole)
        name = rng.choice([name for name in whole if name != HEADER])
        arrays[rng.choice([name, name, "policy.9.weight", "value.1.bias", "x"])] = worse(arrays[name], rng)
        if rng.random() < 0.2:
            del arrays[name]
        rng.choice([np.savez, np.savez_compressed])(file, **arrays)
        is_taken(lambda: play(file))


def test_damaged_beginnings_of_arrays(content: bytes, tmp_path: Path) -> None:
    """What an array says of itself is damaged inside an archive that is whole."""
    file = tmp_path / "a.npz"
    for seed in each(200):
        rng = random.Random(seed)
        with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(file, "w") as new:
            for info in old.infolist():
                data = old.read(info)
                if rng.random() < 0.4:
                    data = broken(data[:128], rng) + data[128:]
                new.writestr(info, data, rng.choice([0, 8, 12, 14]) if rng.random() < 0.1 else 8)
        is_taken(lambda: play(file))
