"""Observations are records that lie in a row: what is declared once is layout, bounds, docs and names in kernels."""

from __future__ import annotations

from collections.abc import Sequence
from enum import auto
from pathlib import Path

import numpy as np
import pytest

from tests.support import run_python
from throwdown.envs.core.enums import Named
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.observations import (
    Block,
    Fields,
    Observation,
    flag,
    flags,
    group,
    number,
    numbers,
    one_hot,
)
from throwdown.envs.core.records import Bytes, Flags, Ints


class Mood(Named):
    """What somebody feels."""

    CALM = auto()
    WILD = auto()


class Place(Observation):
    """A place of a list."""

    card: int = number("place {place}: its card", 0, 9)
    is_paid: bool = flag("whether it is paid")


class Offer(Observation):
    """What is for sale."""

    price: int = number("what it costs", 0, 9)


class Seen(Observation):
    """The fixed part."""

    mood: Flags = one_hot("what is felt", Mood)
    round_: int = number("the round", -1, 5)
    own: Offer = group(Offer, "own_")
    places: Sequence[Place] = group(Place, "at_{}_", 2)
    lists: Ints = numbers("row {place}", 0, 3, (2, 3), name="list_{}")


class Hero(Observation):
    """A block."""

    health: int = number("points left", 0, 9)
    is_up: bool = flag("whether it stands")


class More(Observation):
    """What is shown of several heroes only."""

    known: Flags = flags("what is known", 3)


class Area(Observation):
    """A block behind those of the heroes."""

    gains: Ints = numbers("what it brings", -2, 2, 2)


FIELDS = Fields(Seen, Block("hero", Hero, name="the_"), Block("hero", More, least=2), Block("area", Area))
COUNTS = {"hero": 2, "area": 1}


def test_the_lines_are_the_layout() -> None:
    rows = [(at, name, f.size, f.low, f.high, f.meaning) for at, name, f in FIELDS.rows(COUNTS)]
    assert rows == [
        (0, "mood", 2, 0, 1, "what is felt, one-hot: calm, wild"),
        (2, "round", 1, -1, 5, "the round"),
        (3, "own_price", 1, 0, 9, "what it costs"),
        (4, "at_0_card", 1, 0, 9, "place 1: its card"),
        (5, "at_0_is_paid", 1, 0, 1, "whether it is paid"),
        (6, "at_1_card", 1, 0, 9, "place 2: its card"),
        (7, "at_1_is_paid", 1, 0, 1, "whether it is paid"),
        (8, "list_0", 3, 0, 3, "row 1"),
        (11, "list_1", 3, 0, 3, "row 2"),
        (14, "hero_0.the_health", 1, 0, 9, "points left"),
        (15, "hero_0.the_is_up", 1, 0, 1, "whether it stands"),
        (16, "hero_1.the_health", 1, 0, 9, "points left"),
        (17, "hero_1.the_is_up", 1, 0, 1, "whether it stands"),
        (18, "hero_0.known", 3, 0, 1, "what is known"),
        (21, "hero_1.known", 3, 0, 1, "what is known"),
        (24, "area_0.gains", 2, -2, 2, "what it brings"),
    ]
    assert FIELDS.things == ("hero", "area") and FIELDS.names(COUNTS)[:3] == [
        "mood[calm]",
        "mood[wild]",
        "round",
    ]
    assert [FIELDS.width({"hero": k, "area": 0}) for k in (0, 1, 2)] == [14, 16, 24]
    low, high = FIELDS.bounds(COUNTS)
    assert low.dtype == np.int8 and low[2] == -1 and high[2] == 5 and (low[-2:] == -2).all()


@kernel
def fill(row: Bytes, heroes: int) -> int:
    """Write one number of every kind, and return the sum of some that are read."""
    seen = Seen.of(row)
    seen.mood[Mood.WILD] = True
    seen.round_ = -1
    seen.own.price = 7
    seen.places[1].is_paid = True
    seen.lists[1, 2] = 3
    for k in range(heroes):
        Hero.of(row, k).health += 4 + k
    last = Hero.of(row, heroes - 1)
    last.is_up = last.health > 4
    More.of(row, 1, (heroes,)).known[2] = True
    area = Area.of(row, 0, (heroes, heroes))
    area.gains[1] -= 2
    return last.health + int(area.gains[1]) + (10 if last.is_up and seen.mood[Mood.WILD] else 0)


FILLED = {
    "mood[wild]": 1,
    "round": -1,
    "own_price": 7,
    "at_1_is_paid": 1,
    "list_1[2]": 3,
    "hero_0.the_health": 4,
}
FILLED |= {"hero_1.the_health": 5, "hero_1.the_is_up": 1, "hero_1.known[2]": 1, "area_0.gains[1]": -2}


def test_kernels_write_and_read_by_name() -> None:
    """As they are compiled, and in plain Python; in the suite without the compiler the first is the second."""
    for function in (fill, getattr(fill, "py_func", fill)):
        row = np.zeros(FIELDS.width(COUNTS), np.int8)
        assert function(row, 2) == 13
        shown = dict(zip(FIELDS.names(COUNTS), row.tolist(), strict=True))
        assert {name: value for name, value in shown.items() if value} == FILLED


def test_a_batch_is_read_at_once() -> None:
    rows = np.zeros((3, FIELDS.width(COUNTS)), np.int8)
    for k, row in enumerate(rows):
        Hero.of(row, 1).health, Area.of(row, 0, (2, 2)).gains[0] = k, -k
    assert Hero.of(rows, 1).health.tolist() == [0, 1, 2]  # type: ignore[attr-defined]
    assert Area.of(rows, 0, (2, 2)).gains.tolist() == [[0, 0], [-1, 0], [-2, 0]]
    Seen.of(rows).mood[:, 1] = True
    assert rows[:, 1].all() and not rows[:, 0].any()


def test_how_many_come_before_is_asked_for() -> None:
    row = np.zeros(FIELDS.width(COUNTS), np.int8)
    with pytest.raises(TypeError, match="before Area there are 2 kinds of blocks, not 1"):
        Area.of(row, 0, (2,))


WRONG = """
import numpy as np
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.observations import Observation, number
from throwdown.envs.core.records import Ints


class Seen(Observation):
    turn: int = number("the turn", 0, 9)


@kernel
def observe(row: Ints) -> None:
    Seen.of(row).trun = 1
"""
RUN = """
try:
    observe(np.zeros(1, np.int8))
except Exception as error:
    print("trun" in str(error))
"""


def test_a_misspelt_name_is_found(tmp_path: Path) -> None:
    """By the compiler and in plain Python; `tests/test_types.py` sees that mypy finds it before anything runs."""
    (tmp_path / "wrong.py").write_text(WRONG, encoding="utf-8")
    run = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\nfrom wrong import *\n{RUN}"
    assert [run_python(run, NUMBA_DISABLE_JIT=off).strip() for off in ("0", "1")] == ["True", "True"]


def test_a_line_without_a_range_is_refused() -> None:
    with pytest.raises(TypeError, match=r"Bare\.turn is not a field"):

        class Bare(Observation):
            turn: int
