"""The lists of the fast learner are those of the whole rows, which it never writes."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, strategies as st

from throwdown.agents.net import RUN
from throwdown.training.config import read_config
from throwdown.training.kernels import ALL, OWN
from throwdown.training.lists import SEEN, list_decisions
from throwdown.training.log import Changes
from throwdown.training.samples import weights_at
from throwdown.training.trainer import Trainer

NUMBERS = -128, -1, 0, 0, 1, 127


@st.composite
def games(draw: Any) -> tuple[np.ndarray, np.ndarray, Changes]:
    """Return whole rows that change little in a game, which are the last of one, and the changes."""
    widths = draw(st.tuples(st.integers(1, 80), st.integers(0, 80), st.integers(1, 80)))
    n, length = draw(st.integers(0, 3 * RUN)), draw(st.sampled_from([1, 5, 200]))
    rng = np.random.default_rng(draw(st.integers(0, 1 << 30)))
    last = rng.integers(length, size=n) == 0
    last[n - 1 :] = True
    rows, row, inputs = np.zeros((n, sum(widths)), np.int8), np.zeros(sum(widths), np.int8), sum(widths[:2])
    where, what, ends = [], [], [0]
    for k in range(n):
        before = row * (k > 0 and not last[k - 1])
        row = before.copy()
        some = rng.integers(len(row), size=rng.integers(9))
        row[some] = np.where(some < inputs, rng.choice(NUMBERS, len(some)), 1 - row[some])
        rows[k] = row
        changed = np.flatnonzero(row != before)
        where += changed.tolist()
        what += row[changed].tolist()
        ends.append(len(where))
    return rows, last, Changes(widths, np.array(where, np.int32), np.array(what, np.int8), np.array(ends))


def differences(row: Any, other: Any, columns: Any, scale: Any) -> list[tuple[int, float]]:
    """Return the numbers of the columns in which two rows differ, and by how much."""
    pairs = enumerate((int(row[c]) - int(other[c])) * scale[k] for k, c in enumerate(columns))
    return [(k, float(x)) for k, x in pairs if x != 0]


@given(games(), st.integers(0, 1 << 30))
def test_they_are_those_of_whole_rows(played: Any, seed: int) -> None:
    """From the first row of a game on, and where sums begin anew amid one; some columns occur in no row."""
    rows, last, changes = played
    (own, more, _), n, rng = changes.widths, len(rows), np.random.default_rng(seed)
    assert (changes.columns() == rows.any(axis=0)).all()
    assert (np.concatenate(changes.rows(last), axis=1) == rows).all()
    known = changes.columns() | (rng.random(rows.shape[1]) < 0.1)
    inputs, actions = np.flatnonzero(known[: own + more]), np.flatnonzero(known[own + more :])
    scale = rng.random(len(inputs)).astype(np.float32) + np.float32(0.5)
    lists, steps, legal = list_decisions(changes, last, inputs, actions, scale)

    def is_listed(found: Any, r: int, row: Any, other: Any) -> bool:
        start, middle, end = found.ends[r, 0], found.ends[r, OWN], found.ends[r, ALL]
        entries = list(zip(found.where[start:end].tolist(), found.what[start:end].tolist()))
        expected = differences(row, other, inputs, scale)
        return bool(entries == expected and middle - start == sum(inputs[k] < own for k, _ in expected))

    zeros = np.zeros(rows.shape[1], np.int8)
    seen = [rows[int(k)] for k in np.linspace(0, n - 1, SEEN)] if n else [zeros]
    base = [sorted(column)[len(seen) // 2] for column in zip(*seen)]
    assert is_listed(lists, n, base, zeros)
    for r, row in enumerate(rows):
        assert is_listed(lists, r, row, base)
        is_new = r % RUN == 0 or last[r - 1]
        assert steps.ends[r, 0] == -1 if is_new else is_listed(steps, r, row, rows[r - 1])
        found = legal.where[legal.ends[r] : legal.ends[r + 1]]
        assert found.tolist() == [k for k, a in enumerate(actions) if row[own + more + a]]
    assert len(legal.where) == legal.ends[n]


def test_a_turn_writes_no_whole_rows() -> None:
    trainer = Trainer(
        read_config({"scenario": "duel", "rows": 16, "hidden": [16, 16], "mix": {"latest": 1.0}}, steps=1000)
    )
    rollout = trainer.games.play(16, [1])[0][0, 0]
    assert trainer.learners["coach"].learn([rollout], weights_at(trainer.config, 0.0))
    assert "_rows" not in vars(rollout) and rollout.observations is vars(rollout)["_rows"][0]
