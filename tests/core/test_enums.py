"""Enums: labels, and members that are plain numbers in compiled code."""

from __future__ import annotations

from enum import auto
from typing import Any

import numba
import numpy as np
import pytest

from throwdown.envs.core.enums import Named, labels
from throwdown.envs.core.game import labels_of
from throwdown.envs.core.jit import IS_COMPILED, fill, kernel


class Shared(Named):
    OVER = auto()
    DISCARD_ONE = auto()


class Own(Named):
    DRIVE = len(Shared)
    CALLED_OFF = auto()

    @property
    def label(self) -> str:
        return self.name.lower().replace("_", " ")


@kernel
def count_up(n: int, by: int = Own.DRIVE) -> int:
    return n + by


@numba.njit  # not kept, so that what it calls is compiled here
def exercise(cells: Any, given: int) -> int:
    fill(cells, Own.CALLED_OFF)
    fill(cells[1:], 7)
    cells[Shared.DISCARD_ONE] = Shared.DISCARD_ONE
    found = 1 << Own.CALLED_OFF if cells[0] == Own.CALLED_OFF else 0
    found += count_up(Shared.DISCARD_ONE) + count_up(0, 100)
    for k in range(len(Own)):
        found += 1000 * k
    return found + (10_000 if given == Own.DRIVE else 0)


def test_members_count_on_and_know_their_labels() -> None:
    assert [int(x) for x in (*Shared, *Own)] == [0, 1, 2, 3]
    assert labels(Shared, Own) == ("over", "discard-one", "drive", "called off")
    assert labels_of((Shared.OVER, Own.CALLED_OFF)) == {0: "over", 3: "called off"}
    assert labels_of(Shared) == labels_of(["over", "discard-one"]) == {0: "over", 1: "discard-one"}
    assert Own.of("called off") is Own.CALLED_OFF and Own.labels() == ("drive", "called off")
    with pytest.raises(ValueError, match="Own has no 'over'; it has drive, called off"):
        Own.of("over")


def test_members_are_plain_numbers_in_compiled_code() -> None:
    cells = np.zeros(3, np.int8)
    assert exercise(cells, Own.DRIVE) == 8 + 3 + 100 + 1000 + 10_000
    assert cells.tolist() == [3, 1, 7]
    exercise(cells, 2)
    if IS_COMPILED:  # each enum having a type of its own, there would be more
        kinds = [tuple(str(x) for x in found) for found in count_up.signatures]  # type: ignore[attr-defined]
        assert kinds == [("int64", "omitted(default=<Own.DRIVE: 2>)"), ("int64", "int64")]
        assert len(exercise.signatures) == 1
