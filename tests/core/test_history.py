"""Events, perfect-recall keys and tables: what a history is, and what of it a seat can tell apart."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from tests.support import CASES, Sampler, content, seeds, setup_of, walk
from throwdown.envs.core.cards import NONE
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.events import EVERYONE, Happening, make_out, read, tell
from throwdown.envs.core.recall import START, fold, fold_events
from throwdown.envs.tables.table import Table

TINY = {
    "title": "Tiny",
    "harmony": 2,
    "coach": {"hand_max": 1},
    "deck": {"ranks": "34", "suits": "DS", "copies": 2, "jokers": 1},
    "pilots": [
        {
            "name": "A",
            "steel": 1,
            "flesh": 1,
            "synch": 1,
            "solo": 0,
            "charge_max": 1,
            "buffer_max": 0,
            "hand_max": 1,
        },
        {
            "name": "B",
            "steel": 1,
            "flesh": 1,
            "synch": 1,
            "solo": 0,
            "charge_max": 1,
            "buffer_max": 0,
            "hand_max": 1,
        },
    ],
    "threats": [{"name": "T", "rating": 1, "invested": 1}],
    "rules": {"challenger": "coach_0", "started_by": "coach", "fights_for": "team"},
}


def visible(table: Table, seat: int) -> tuple[Any, ...]:
    """Return all that a seat has seen and done, in order."""
    me = table.setup.seats[seat]
    parts: list[Any] = []
    for i, rows in enumerate(table._log):
        if i and table.history[i - 1][0] == me:
            parts.append(table.history[i - 1][1])
        for kind, who, card, amount, number, seen in rows.tolist():
            parts.append((kind, who, card if seen >> seat & 1 else NONE, amount, number))
    return tuple(parts)


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_keys_are_equal_exactly_where_the_seat_saw_and_did_the_same(seat: int) -> None:
    """Over many deals of a tiny game, several plies in: hidden cards never show in a seat's key, seen ones always."""
    setup = setup_of(scenario=TINY)
    by_key: dict[int, set[Any]] = defaultdict(set)
    by_history: dict[Any, set[int]] = defaultdict(set)
    rows: dict[int, set[bytes]] = defaultdict(set)
    worlds: dict[int, set[bytes]] = defaultdict(set)
    masks: dict[int, set[bytes]] = defaultdict(set)
    for seed in range(700):
        table = Table.from_setup(setup, seed)
        for ply in range(5):
            key, history = table.recall(seat), visible(table, seat)
            by_key[key].add(history)
            by_history[history].add(key)
            rows[key].add(table.observe(seat).tobytes())
            worlds[key].add(table.state.world.hand.tobytes())
            if table.over:
                break
            if table.agent == setup.seats[seat]:
                masks[key].add(table.mask().tobytes())
            legal = table.legal_ids()
            table.play(legal[(seed // 3 + ply) % len(legal)])
    assert all(len(histories) == 1 for histories in by_key.values())
    assert all(len(keys) == 1 for keys in by_history.values())
    assert all(len(seen) == 1 for seen in rows.values()), "perfect recall: a key decides the observation"
    assert all(len(seen) == 1 for seen in masks.values()), "and the legal actions"
    assert max(len(w) for w in worlds.values()) > 3, "many worlds share a key"
    assert len(by_key) > 50


def test_seats_have_keys_of_their_own() -> None:
    table = Table.deal(seed=3, scenario="trio")
    assert len({table.recall(seat) for seat in table.setup.seats}) == 4
    before = table.recall("coach_0")
    table.play(table.legal_ids()[0])
    assert table.recall("coach_0") != before
    table.undo()
    assert table.recall("coach_0") == before


def test_fold_is_ordered_and_hides() -> None:
    assert fold(START, 1, 2) != fold(START, 2, 1) != fold(START, 1)
    row = np.array([[3, 1, 40, 1, 0, 0b010]], np.int16)
    other = np.array([[3, 1, 41, 1, 0, 0b010]], np.int16)
    assert fold_events(START, row, 1) != fold_events(START, other, 1)
    assert fold_events(START, row, 0) == fold_events(START, other, 0)
    assert fold_events(START, row, None) != fold_events(START, other, None)


def test_events_are_read_by_who_may_see() -> None:
    out = make_out(1, room=3)
    tell(out[0], 1, 2, 30, 1, 0, 0b0101)
    tell(out[0], 2, 0, 31, 1, 1, EVERYONE)
    names = {0: "A", 1: "B", 2: "C"}
    assert read(out, names) == [Happening("B", 2, 30, 1, 0), Happening("C", 0, 31, 1, 1)]
    for viewer, card in ((0, 30), (1, NONE), (2, 30), (3, NONE)):
        assert [e.card for e in read(out, names, viewer)] == [card, 31]
    tell(out[0], 1, 2, 30, 1, 0, 0)
    assert len(read(out, names)) == 3
    tell(out[0], 1, 2, 30, 1, 0, 0)
    with pytest.raises(RuntimeError, match="more events than the log holds: 3"):
        read(out, names)


@pytest.mark.parametrize("room", [0, 3])
def test_events_that_are_not_kept_are_counted_no_further(room: int) -> None:
    """Searches and batches never empty their log: a count that ran on would turn negative after 2^31 events."""
    out = make_out(1, room=room)
    for _ in range(9):
        tell(out[0], 1, 2, 30, 1, 0, 0)
    assert out["count"][0] == room + 1


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_undo_takes_everything_back(id: str, scenario: str) -> None:

    def shown(table: Table) -> tuple[Any, ...]:
        last = table.events_seen(None, since=len(table.history))  # those before were compared a move earlier
        return content(table._states), table.check, table.mask().tobytes(), table.observe().tobytes(), last

    kept, told = [], []
    for table in walk(id, scenario, 17, keep=0.05):
        kept.append(shown(table))
        told += kept[-1][-1]
    assert table.events == told
    length = len(table.history)
    for ply in range(length - 1, -1, -1):
        table.undo()
        assert shown(table) == kept[ply] and len(table._log) == ply + 1
        assert len(table.history) == len(table.notes) == ply and not any(table.returns().values())
    with pytest.raises(IllegalAction, match="1 move cannot be taken back; the game has 0"):
        table.undo()


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_a_clone_is_independent_and_whole(id: str, scenario: str) -> None:
    sampler = Sampler(first=3, every=20)
    for table in walk(id, scenario, 18, keep=0.05):
        if not sampler.takes(table.phase) and not table.over:
            continue
        before = content(table._states)
        copy = table.clone()
        assert copy.to_json() == table.to_json() and copy.events == table.events
        assert copy.recall(0) == table.recall(0) and copy.returns() == table.returns()
        np.testing.assert_array_equal(copy.mask(), table.mask())
        if not copy.over:
            copy.play(copy.legal_ids()[0])
            assert content(table._states) == before and len(copy.history) == len(table.history) + 1


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_legality_has_one_truth(id: str, scenario: str) -> None:
    """`legal`, `mask`, `explain` and `play` agree on every id."""
    sampler = Sampler(first=1, every=50)
    for seed in seeds(id, 1, 2):
        for ply, table in enumerate(walk(id, scenario, seed, keep=0.02)):
            if not sampler.takes(table.phase):
                continue
            legal = set(table.legal_ids())
            assert [table.action_id(text) for text in table.legal()] == sorted(legal)
            assert bool(legal) != table.over
            for action in range(table.game.actions.n):
                reason = table.explain(action)
                assert (reason == "") == (action in legal)
                if reason:
                    assert reason.endswith(".") and "\n" not in reason
                    if action % 5 == ply % 5:
                        with pytest.raises(IllegalAction):
                            table.play(action)
            assert set(table.legal_ids()) == legal


def test_playing_on_after_the_end_is_refused() -> None:
    *_, table = walk("throwdown-v0", "duel", 5)
    before = content(table._states)
    for action in (0, "concede"):
        with pytest.raises(IllegalAction, match="over"):
            table.play(action)
    assert table.agent is None and table.legal() == [] and table.phase == "over"
    assert content(table._states) == before


@pytest.mark.parametrize("seat", ["coach", "pilot_1", 2, -1, 9])
def test_unknown_seats_are_refused(seat: Any) -> None:
    table = Table.deal(seed=1)
    with pytest.raises(InvalidConfig, match="is not at this table"):
        table.observe(seat)
    with pytest.raises(InvalidConfig, match="is not at this table"):
        table.events_seen(seat)


@pytest.mark.parametrize("seed", [-1, 2**62, 1.5, "1", None])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(InvalidConfig, match="seed is"):
        Table.deal(seed=seed)


def test_a_clone_of_a_finished_game_keeps_its_returns() -> None:
    table = Table.deal(seed=5)
    while not table.over:
        table.play(table.legal()[0])
    assert table.clone().returns() == table.redeal("coach_0", 1).returns() == table.returns()
    assert Table.from_position(table.position()).returns() == table.returns()
    assert Table.from_json(table.to_json()).setup.scenario == "duel"
