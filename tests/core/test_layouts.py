from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, strategies as st

from tests.support import CASES, FUSION, GAMES, setup_of
from throwdown.envs.core.actions import (
    WIDEST,
    ActionLayout,
    Actions,
    Range,
    act_of,
    allow,
    allow_each,
    card_range,
    count_members,
    nth_member,
    shift_members,
    single,
)
from throwdown.envs.core.cards import FRENCH, NONE
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.events import MAX_ACTIONS, MAX_SEATS, MAX_WIDTH, Out, make_out
from throwdown.envs.core.jit import kernel
from throwdown.envs.core.records import row
from throwdown.envs.fusion.throwdown import actions as throwdown
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.registry import games

each_game = pytest.mark.parametrize("id", GAMES)


@each_game
def test_action_ids_are_contiguous_and_labels_name_them(id: str) -> None:
    layout = games()[id].actions
    assert layout.n == len(layout.labels) == len(set(layout.labels))
    at = 0
    for act in layout.acts:
        assert act == at and act.range.meaning
        ids = range(act, act + len(act.range.labels))
        assert [layout.act_of(i) for i in (ids[0], ids[-1])] == [act, act]
        at = ids.stop
    assert at == layout.n <= MAX_ACTIONS
    for i, label in enumerate(layout.labels):
        assert layout.parse(label) == layout.parse(f"  {label.upper()} ") == i


@each_game
def test_action_table_shows_every_range(id: str) -> None:
    layout = games()[id].actions
    rows = layout.table().splitlines()[2:]
    for line, act in zip(rows, layout.acts, strict=True):
        assert f"`{act.range.labels[0]}`" in line and act.range.meaning in line and f"{act:d}" in line


@each_game
def test_what_is_no_action_is_answered_with_the_nearest(id: str) -> None:
    layout = games()[id].actions
    label = max(layout.labels, key=len)
    with pytest.raises(IllegalAction, match=f"did you mean '{label.lower()}'"):
        layout.parse(label + "x")
    for text in ("", "fly 9S", "9S", "§§"):
        with pytest.raises(IllegalAction, match="is not an action of this game"):
            layout.parse(text)


def test_ten_may_be_written_with_two_digits() -> None:
    layout = games()["throwdown-v0"].actions
    ten = throwdown.Act.COUNTER + NAMES.index("TH")
    assert layout.parse("counter 10h") == layout.parse("Counter  TH") == ten


class Wide(Actions):
    PLAY = Range("play", tuple(f"play {i}" for i in range(64)), "x")


def test_a_range_holds_63_actions_at_most() -> None:
    with pytest.raises(ValueError, match=r"Wide.PLAY.* has 64 actions; a range holds at most 63"):
        ActionLayout(Wide)


class Own(Actions):
    PLAY = card_range("play", FRENCH, "x")
    Y = Range("y", tuple(f"y {i}" for i in range(12)), "y")
    PASS = single("pass", "z")


class After(Actions):
    MORE = replace(single("more", "x"), first=65)
    LAST = single("last", "x", title="Going last")


def test_actions_are_numbered_in_the_order_of_their_lines() -> None:
    layout = ActionLayout(Own, After)
    assert list(Own) == [0, 52, 64] and list(After) == [65, 66]
    assert [layout.labels[act] for act in (*Own, *After)] == ["play 2C", "y 0", "pass", "more", "last"]
    assert [act.label for act in Own] == ["play", "y", "pass"]


def test_a_class_of_actions_begins_where_the_one_before_ends() -> None:
    with pytest.raises(ValueError, match=r"After.MORE.* is action 0 of the layout"):
        ActionLayout(After)


@kernel
def member(action: int) -> int:
    return act_of(After, action)


def test_an_action_belongs_to_the_last_line_that_begins_before_it() -> None:
    layout = ActionLayout(Own, After)
    belongs = {0: Own.PLAY, 51: Own.PLAY, 52: Own.Y, 63: Own.Y, 64: Own.PASS, 65: After.MORE, 66: After.LAST}
    for action, act in belongs.items():
        assert layout.act_of(action) is act
        inside = act if isinstance(act, After) else NONE
        assert member(action) == act_of(After, action) == inside, "compiled or not"
    assert member(67) == act_of(After, 67) == NONE


@pytest.mark.parametrize(
    ("id", "first", "last"),
    [
        ("throwdown-v0", "pilot", "resource"),
        ("throwdown-v0", "wave", "omen"),
        ("throwdown-v0", "tech", "boon"),
        ("pile-v0", "join", "oppose"),
        ("pile-v0", "spend", "spade"),
        ("showdown-v0", "own", "opposing"),
        ("skirmish-v0", "pass", "count"),
    ],
)
def test_ranges_that_rules_write_as_one_word_fit_into_one(id: str, first: str, last: str) -> None:
    layout = games()[id].actions
    of = {act.label: act for act in layout.acts}
    assert of[last] + len(of[last].range.labels) - of[first] <= WIDEST


def test_people_read_a_title_or_the_label_of_the_action() -> None:
    layout = ActionLayout(Own, After)
    assert [layout.title(x) for x in (53, 66)] == ["'y 1'", "Going last"]


@given(st.sets(st.integers(0, 150)), st.integers(0, 151), st.integers(0, 100))
def test_the_actions_of_a_game_within_a_game_are_shifted(members: set[int], first: int, by: int) -> None:
    out = row(make_out(251))
    for action in members:
        allow(out, action)
    shift_members(out, first, by)
    assert legal(out) == sorted(action + by if action >= first else action for action in members)


@given(st.integers(0, 200), st.sets(st.integers(0, WIDEST - 1)))
def test_the_actions_of_a_range_are_allowed_by_one_word(first: int, found: set[int]) -> None:
    out = row(make_out(263))
    allow(out, first)
    allow_each(out, first, sum(1 << k for k in found))
    assert legal(out) == sorted({first, *(first + k for k in found)})


def legal(out: Out) -> list[int]:
    return [nth_member(out, k) for k in range(count_members(out))]


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_observation_fields_tile_the_row(id: str, scenario: str) -> None:
    setup = setup_of(id, scenario)
    fields = setup.game.fields
    rows = fields.rows(setup.counts)
    at = 0
    for offset, _, field in rows:
        assert offset == at and field.size > 0 and field.low < field.high and field.meaning
        at += field.size
    assert at == setup.width == fields.width(setup.counts) <= MAX_WIDTH
    names = [name for _, name, _ in rows]
    assert len(set(names)) == len(names)
    low, high = fields.bounds(setup.counts)
    assert low.shape == high.shape == (at,) and (low < high).all() and low.dtype == np.int8
    assert len(setup.seats) <= MAX_SEATS
    table = fields.table(setup.counts).splitlines()
    assert len(table) == len(rows) + 2 and all(
        f"`{name}`" in line for name, line in zip(names, table[2:], strict=True)
    )


@pytest.mark.parametrize("id", FUSION)
def test_the_widest_team_fits(id: str) -> None:
    setup = setup_of(id, "trio", max_pilots=7)
    assert setup.counts == {"pilot": 7} and setup.width <= MAX_WIDTH


@pytest.mark.parametrize("id", FUSION)
def test_more_slots_only_add_columns(id: str) -> None:
    """A net for a team of seven reads a team of three: its slots come first, the rest is empty."""
    from throwdown.envs.core.batch import Batch

    narrow, wide = (
        Batch(setup_of(id, "trio"), 20, seed=2),
        Batch(setup_of(id, "trio", max_pilots=7), 20, seed=2),
    )
    a, b = narrow.reset(), wide.reset()
    fields = narrow.game.fields
    where = {name: (at, f.size) for at, name, f in fields.rows({"pilot": 7})}
    for _ in range(60):
        used = np.zeros(b.observations.shape[1], np.bool_)
        for at, name, f in fields.rows({"pilot": 3}):
            to, size = where[name]
            np.testing.assert_array_equal(
                a.observations[:, at : at + f.size], b.observations[:, to : to + size], name
            )
            used[to : to + size] = True
        assert not b.observations[:, ~used].any()
        np.testing.assert_array_equal(a.masks, b.masks)
        actions = narrow.random_actions(1 / 8)
        a, b = narrow.step(actions), wide.step(actions)
