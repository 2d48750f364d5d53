from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.support import CASES, FUSION, GAMES, setup_of
from throwdown.envs.core.actions import (
    ActionLayout,
    Actions,
    Range,
    allow,
    allow_each,
    card_range,
    count_members,
    nth_member,
    single,
)
from throwdown.envs.core.cards import FRENCH
from throwdown.envs.core.errors import IllegalAction
from throwdown.envs.core.events import MAX_ACTIONS, MAX_SEATS, MAX_WIDTH, PAGES, make_out
from throwdown.envs.core.records import row
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.registry import games

each_game = pytest.mark.parametrize("id", GAMES)


@each_game
def test_action_ids_are_contiguous_and_labels_name_them(id: str) -> None:
    layout = games()[id].actions
    assert layout.starts[0] == 0 and layout.starts[-1] == layout.n == len(layout.labels) == len(
        set(layout.labels)
    )
    assert (np.diff(layout.starts) > 0).all() and (np.diff(layout.starts) <= 63).all()
    at = 0
    for page in layout.pages:
        assert layout.starts[np.searchsorted(layout.starts, at)] == at
        for r in page:
            assert layout.first(r.name) == at and r.meaning
            at += len(r.labels)
    assert at == layout.n <= MAX_ACTIONS and len(layout.pages) <= PAGES
    for i, label in enumerate(layout.labels):
        assert layout.parse(label) == layout.parse(f"  {label.upper()} ") == i


@each_game
def test_action_table_shows_every_range(id: str) -> None:
    layout = games()[id].actions
    rows = layout.table().splitlines()[2:]
    ranges = [r for page in layout.pages for r in page]
    assert len(rows) == len(ranges)
    for line, r in zip(rows, ranges, strict=True):
        assert f"`{r.labels[0]}`" in line and r.meaning in line and str(layout.first(r.name)) in line


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
    assert (
        layout.parse("counter 10h")
        == layout.parse("Counter  TH")
        == layout.first("counter") + NAMES.index("TH")
    )


def test_a_page_holds_63_actions_at_most() -> None:
    ActionLayout([[card_range("play", FRENCH, "x"), Range("y", tuple(f"y {i}" for i in range(11)), "y")]])
    with pytest.raises(ValueError, match="63"):
        ActionLayout([[card_range("play", FRENCH, "x"), Range("y", tuple(f"y {i}" for i in range(12)), "y")]])
    layout = ActionLayout([[single("a", "x")], [single("b", "y"), single("c", "z")]])
    assert layout.bit("a") == 0 and layout.bit("b") == 0 and layout.bit("c") == 1 and layout.first("c") == 2


class Own(Actions):
    PLAY = card_range("play", FRENCH, "x")
    Y = Range("y", tuple(f"y {i}" for i in range(12)), "y")
    PASS = single("pass", "z")


class After(Actions):
    MORE = replace(single("more", "x"), first=65)
    LAST = single("last", "x")


def test_actions_are_numbered_in_the_order_of_their_lines() -> None:
    layout = ActionLayout(Own, After)
    assert list(Own) == [0, 52, 64] and list(After) == [65, 66]
    assert [layout.labels[act] for act in (*Own, *After)] == ["play 2C", "y 0", "pass", "more", "last"]
    assert [act.label for act in Own] == ["play", "y", "pass"]
    assert layout.starts.tolist() == [0, 52, 65, 67], "a page is as wide as a word allows, a class begins one"


def test_a_class_of_actions_begins_where_the_one_before_ends() -> None:
    with pytest.raises(ValueError, match=r"After.MORE.* is action 0 of the layout"):
        ActionLayout(After)


def test_actions_are_allowed_on_their_pages() -> None:
    out = row(make_out(ActionLayout(Own, After).starts))
    allow(out, Own.Y + 3)
    allow(out, After.LAST)
    allow_each(out, Own.PLAY, 5)
    allow_each(out, Own.Y, 2)
    assert out.words[:3].tolist() == [5, 10, 2]
    assert [nth_member(out, k) for k in range(count_members(out))] == [0, 2, 53, 55, 66]


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
