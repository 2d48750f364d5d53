"""The measurements on a graphics card run on a processor, too, in small."""

from __future__ import annotations

from itertools import chain

import pytest
import torch as th

from throwdown.benchmarks import gpu


def test_every_measurement_runs() -> None:
    rows = list(
        chain(
            gpu.learning("cpu", (16,), (64, 128), 16, 0.0),
            gpu.learning("cpu", (16,), (64,), 16, 0.0, **gpu.KERNELS),
            gpu.whole_runs("cpu", (1,), 16, 0.0),
            gpu.whole_runs("cpu", (2,), 16, 0.0, **gpu.KERNELS),
            gpu.transfers("cpu", (1,), 0.0),
            gpu.strength("cpu", 1, 0.001, 8, 100.0, rows=8, hidden=[16, 16]),
        )
    )
    assert [row["what"] for row in rows[:6]] == [
        "learning, 16 units, minibatches of 64",
        "learning, 16 units, minibatches of 128",
        "learning by kernels, 16 units, minibatches of 64",
        "whole turns, processes: 1",
        "whole turns by kernels, processes: 2",
        "moving 1 MB",
    ]
    assert all(list(row.values())[1] > 0 for row in rows)
    last = rows[-1]
    assert {"coach_against_trained", "pilot_against_trained"} <= last.keys() and len(rows) == 7
    assert last["coach_against_trained"] + last["pilot_against_trained"] < 0 and "reached" not in last["what"]
    assert gpu.line(rows[5]).startswith("| moving 1 MB | ") and gpu.line(rows[5]).endswith(" MB/s |")


def test_without_a_card_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(th.cuda, "is_available", lambda: False)
    with pytest.raises(SystemExit, match="device is cuda, but PyTorch finds no graphics card"):
        gpu.main()
