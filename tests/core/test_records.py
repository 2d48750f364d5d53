from __future__ import annotations

from typing import Any

import numba
import numpy as np
import pytest
from numba.np.numpy_support import as_dtype

from throwdown.envs.core.cards import NONE
from throwdown.envs.core.jit import IS_COMPILED, kernel
from throwdown.envs.core.records import (
    Flags,
    Ints,
    Record,
    as_records,
    boolean,
    class_of,
    content,
    copy_record,
    copy_values,
    duplicate,
    float32,
    int8,
    int64,
    key_of,
    nested,
    reset,
    row,
    wipe,
)
from throwdown.envs.registry import games

EVERY = [game.state for game in games().values()]


class Purse(Record):
    coins: int = int8("coins left", start=3)
    notes: Ints = int64("by value", (2, 2))


class Hero(Record):
    name: int = int8("a number", start=7, kept=True)
    health: Ints = int8("by limb", 3, start=NONE)
    luck: float = float32("in [0, 1]", start=0.5)
    bag: Purse = nested(Purse, "kept with her", kept=True)
    purses: Any = nested(Purse, "found", 2)
    pages: Ints = int8("of her book", (2, 2))
    asleep: bool = boolean("cannot act")
    cursed: Flags = boolean("by limb", (2, 2))


@kernel
def reset_compiled(hero: Hero) -> None:
    reset(hero)


@kernel
def wipe_compiled(hero: Hero) -> None:
    wipe(hero)


@kernel
def copy_compiled(to: Hero, source: Hero) -> None:
    copy_record(to, source)


@kernel
def copy_values_compiled(to: np.ndarray, source: np.ndarray) -> None:
    copy_values(to, source)


def used() -> np.ndarray:
    """Return a hero every byte of whom is 1."""
    heroes = Hero.blank()
    heroes.view(np.uint8)[:] = 1
    return heroes


def read(record: Any) -> dict[str, str]:
    """Return the values of a record."""
    return {name: str(getattr(record, name)) for name in record.dtype.names}


def test_a_blank_has_every_field_at_its_start() -> None:
    for hero in as_records(Hero.blank(3)):
        assert hero.name == 7 and hero.health.tolist() == [NONE] * 3 and hero.luck == 0.5 and not hero.asleep
        assert [hero.bag.coins, *(purse.coins for purse in hero.purses)] == [3, 3, 3]
        assert not hero.bag.notes.any()


def test_a_duplicate_is_the_same_and_stays_so() -> None:
    heroes = used()
    twin = duplicate(heroes)
    heroes.view(np.uint8)[:] = 0
    assert twin.dtype == heroes.dtype and read(row(twin)) == read(row(used()))
    assert Hero.blank()["luck"] == 0.5, "a blank is nobody else's"


@pytest.mark.parametrize("rule", [reset, reset_compiled])
def test_a_reset_leaves_what_is_kept_and_nothing_else(rule: Any) -> None:
    heroes = used()
    rule(heroes[0])
    before, blank = read(row(used())), read(row(Hero.blank()))
    assert before != blank
    assert read(row(heroes)) == {n: (before if c.kept else blank)[n] for n, c in Hero.columns.items()}


@pytest.mark.parametrize("rule", [wipe, wipe_compiled])
def test_a_wiped_record_is_blank(rule: Any) -> None:
    heroes = used()
    rule(heroes[0])
    assert read(row(heroes)) == read(row(Hero.blank()))


@pytest.mark.parametrize("rule", [copy_record, copy_compiled])
def test_a_copy_has_every_field(rule: Any) -> None:
    heroes = Hero.blank()
    rule(heroes[0], used()[0])
    assert read(row(heroes)) == read(row(used()))


@pytest.mark.parametrize("rule", [copy_values, copy_values_compiled])
def test_values_are_copied_into_their_field_only(rule: Any) -> None:
    heroes = Hero.blank(2)
    notes = heroes["bag"]["notes"]
    rule(notes[1], np.arange(notes[1].size).reshape(notes[1].shape).astype(notes.dtype))
    assert notes[1].ravel().tolist() == list(range(notes[1].size))
    notes[1] = 0
    assert (heroes == Hero.blank(2)).all()


def test_what_is_written_to_a_row_is_written_to_the_array() -> None:
    heroes = Hero.blank(2)
    hero = row(heroes, 1)
    hero.bag.coins, hero.purses[1].notes[0, 1], hero.luck = 9, 8, 0.25
    assert as_records(heroes).bag.coins.tolist() == [3, 9]
    assert heroes["purses"]["notes"][1, 1, 0, 1] == 8 and as_records(heroes).luck.tolist() == [0.5, 0.25]


@kernel
def sum_up(hero: Hero) -> int:
    """Leave the width of every field that is read: a number, an entry, an entry of a row, and flags."""
    entries, pages = hero.health[0] + hero.health[1] + (hero.health[2] << 40), hero.pages[1]
    flags = hero.asleep + hero.asleep + hero.cursed[1, 0] + hero.cursed[1, 1]
    return int(hero.bag.coins * 100 + entries + pages[0] + pages[1] + (0 if hero.cursed[0, 0] else flags))


@pytest.mark.parametrize("rule", [sum_up, getattr(sum_up, "py_func", sum_up)])
def test_narrow_numbers_are_read_64_bits_wide(rule: Any) -> None:
    heroes = Hero.blank()
    hero = row(heroes)
    hero.bag.coins, hero.health[:], hero.pages[1] = 100, 127, 127
    hero.asleep, hero.cursed[1] = True, True
    assert rule(hero) == 100 * 100 + 127 * 4 + (127 << 40) + 4
    assert [hero.pages[1, 0] * 2, *(page * 2 for page in hero.pages[1])] == [254] * 3
    assert (
        type(hero.bag.coins) is int and type(hero.asleep) is bool and type(hero.bag.notes[0, 0]) is np.int64
    )


def test_what_its_field_cannot_hold_is_refused_in_plain_python() -> None:
    """Compiled it wraps, without a word; so this is where a rule that does so is found."""
    hero = row(Hero.blank())
    hero.health[0] = 127
    with pytest.raises(OverflowError):
        hero.health[0] += 1
    with pytest.raises(OverflowError):
        hero.name = hero.health[0] + 1


def test_fields_of_the_base_come_first() -> None:
    class Leader(Hero):
        troops: int = int8("men")

    assert Leader.dtype.names == (*(Hero.dtype.names or ()), "troops")
    assert class_of(Leader.dtype) is Leader and class_of(Hero.dtype) is Hero


def test_fields_without_a_width_and_names_that_numpy_takes_are_refused() -> None:
    with pytest.raises(TypeError, match=r"Bad.size is not a field: give it a width"):

        class Bad(Record):
            size: int

    with pytest.raises(TypeError, match=r"Worse.size is taken"):

        class Worse(Record):
            size: int = int8("taken by every array")


def test_records_that_start_differently_are_told_apart() -> None:
    class One(Record):
        points: int = int8("points", start=1)

    assert class_of(One.dtype) is One

    class Two(Record):
        points: int = int8("points", start=2)

    assert class_of(One.dtype) is One and class_of(Two.dtype) is Two
    for record, points in ((One, 1), (Two, 2)):
        (found,) = as_records(np.zeros(1, record.dtype))
        reset(found)
        assert found.points == points


def test_records_with_the_same_names_and_size_are_told_apart() -> None:
    """By what the fields are, by their shapes, by where they lie, and at last by the class."""

    class Deck(Record):
        cards: int = int64("cards", start=5)
        n: int = int64("their number")

    class Prizes(Record):
        cards: Ints = int8("cards", 8, start=1)
        n: int = int64("their number")

    class Grid(Record):
        cards: Ints = int8("cards", (2, 4), start=1)
        n: int = int64("their number")

    class Twin(Record):
        cards: Ints = int8("cards", (2, 4), start=1)
        n: int = int64("their number")

    records = (Deck, Prizes, Grid, Twin)
    assert {record.dtype.itemsize for record in records} == {16}
    assert len({key_of(record.dtype) for record in records}) == 4
    for record in records:
        assert class_of(record.dtype) is record
        assert key_of(as_records(record.blank()).dtype) == key_of(record.dtype)
        assert key_of(as_dtype(numba.from_dtype(record.dtype))) == key_of(record.dtype)
        found = np.zeros(1, record.dtype)
        reset_any(as_records(found)[0] if not IS_COMPILED else found[0])
        assert content(found) == content(record.blank())


@kernel
def reset_any(record: Any) -> None:
    reset(record)


def columns(record: type[Record]) -> dict[str, Any]:
    """Return all fields of a record and of the records in it, by their paths."""
    found = {}
    for name, column in record.columns.items():
        found[f"{record.__name__}.{name}"] = column
        if column.record is not None:
            found |= columns(column.record)
    return found


@pytest.mark.parametrize("state", EVERY)
def test_every_field_of_a_game_says_what_it_holds(state: type[Record]) -> None:
    for path, column in columns(state).items():
        assert column.meaning, path
        info = np.iinfo(column.dtype) if column.dtype.kind == "i" else None
        assert info is None or info.min <= column.start <= info.max, path


@pytest.mark.parametrize("state", EVERY)
def test_a_game_resets_all_but_chance_its_scenario_and_the_world(state: type[Record]) -> None:
    kept = {name for name, column in state.columns.items() if column.kept}
    config = {
        "scenes",
        "doom",
        "quiet",
        "mend",
        "lead",
        "begins",
        "calm",
        "idle",
        "faces",
        "kinds",
        "rounds",
        "most_raises",
        "stakes",
    }
    assert kept - config in ({"rng", "cfg", "world"}, {"rng", "throwdown"}, {"rng", "cfg"}, {"rng"})
