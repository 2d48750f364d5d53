"""Wrong arrays are refused before compiled code sees them; illegal rows are flagged and left as they were."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import throwdown
from tests.support import GAMES, content, refusal, setup_of
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig

each_game = pytest.mark.parametrize("id", GAMES)


@pytest.mark.parametrize("n", [0, -1, 2.5, "3"])
def test_bad_batch_sizes(n: int) -> None:
    assert f"n is {n!r}" in refusal(InvalidConfig, lambda: throwdown.Batch(n=n))


@pytest.mark.parametrize(
    "reset",
    [
        {"seeds": np.arange(3)},
        {"seeds": np.arange(4).reshape(2, 2)},
        {"seeds": np.int64(5)},
        {"rows": np.ones(5, np.bool_)},
        {"seeds": [[1], [2, 3], [4], [5]]},
        {"seeds": []},
    ],
)
def test_bad_seeds_or_rows(reset: dict[str, Any]) -> None:
    batch = Batch(setup_of(), 4)
    assert "shape (4,)" in refusal(InvalidConfig, lambda: batch.reset(**reset))


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(3, np.int64),
        np.zeros((4, 1), np.int64),
        np.zeros(4),
        np.zeros(4, np.bool_),
        np.array(["concede"] * 4),
        [None] * 4,
        0,
        [],
    ],
    ids=repr,
)
def test_bad_action_arrays(actions: Any) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    before = content(batch.states)
    text = refusal(IllegalAction, lambda: batch.step(actions))
    assert "they must be 4 integers" in text
    assert content(batch.states) == before


@pytest.mark.parametrize("rows", [[1, 0, 1, 1], np.ones(4), "yes", [True] * 3], ids=repr)
def test_rows_of_a_reset_are_truth_values(rows: Any) -> None:
    batch = Batch(setup_of(), 4)
    assert "4 truth values" in refusal(InvalidConfig, lambda: batch.reset(rows=rows))


@pytest.mark.parametrize(
    "rows",
    [
        [4],
        [10**7],
        [-1],
        [-3],
        [2**63],
        [10**30],
        [0.0],
        [True],
        ["0"],
        [None],
        0,
        [[0]],
        [[0], [0, 1]],
        None,
    ],
    ids=repr,
)
def test_rows_are_checked_before_compiled_code_sees_them(rows: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    before = content(batch.states)
    for act in (
        lambda: batch.observe(rows, [0]),
        lambda: batch.play(rows, [0]),
        lambda: batch.look_at(rows, step),
        lambda: batch.step_at(rows, [0], step),
        lambda: batch.restart(rows),
    ):
        assert refusal(InvalidConfig, act).startswith("rows ")
    assert content(batch.states) == before


@pytest.mark.parametrize("viewers", [[2], [-1], [10**7], [0, 1], [0.5], [], 0, ["pilot_0"]], ids=repr)
def test_viewers_are_checked_before_compiled_code_sees_them(viewers: Any) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    assert refusal(InvalidConfig, lambda: batch.observe([3], viewers)).startswith("viewers ")
    assert batch.observe([3, 0], [1, 0]).shape == (2, batch.setup.width)
    assert batch.observe([], []).shape == (0, batch.setup.width)


@pytest.mark.parametrize("actions", [[0, 1], [0.0], [], ["concede"], [True], 0], ids=repr)
def test_actions_of_some_rows_are_checked(actions: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    for act in (lambda: batch.play([3], actions), lambda: batch.step_at([3], actions, step)):
        assert "they must be 1 integer." in refusal(IllegalAction, act)


def test_actions_out_of_range_are_flagged() -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    for action in (-1, batch.game.actions.n, 2**40, 2**63 - 1, -(2**63), np.uint64(2**64 - 1)):
        assert batch.play([0, 3], np.array([action] * 2)).all()
        assert batch.step_at([0, 3], np.array([action] * 2), step).all()
        assert batch.step(np.array([action] * 4)).errors.all()


@pytest.mark.parametrize(
    ("name", "array"),
    [
        ("masks", np.zeros((4, 3), np.int8)),
        ("observations", np.zeros(4, np.int8)),
        ("seats", np.zeros(4, np.int32)),
        ("rewards", np.zeros((4, 2), np.float64)),
        ("errors", [False] * 4),
        ("done", np.zeros(8, np.bool_)[::2]),
    ],
)
def test_arrays_to_write_into_are_checked(name: str, array: Any) -> None:
    batch = Batch(setup_of(), 4)
    step = batch.reset()
    wrong = step._replace(**{name: array})
    for act in (
        lambda: batch.step(np.zeros(4, np.int64), wrong),
        lambda: batch.look_at([0], wrong),
        lambda: batch.step_at([0], [0], wrong),
    ):
        assert f"into.{name} must be" in refusal(InvalidConfig, act)
    frozen = step.masks.copy()
    frozen.flags.writeable = False
    assert "writable" in refusal(InvalidConfig, lambda: batch.look_at([0], step._replace(masks=frozen)))


@pytest.mark.parametrize("keep", [-0.1, 1.1, float("nan")])
def test_chances_of_exits_are_checked(keep: float) -> None:
    batch = Batch(setup_of(), 4)
    batch.reset()
    assert "must be a probability" in refusal(InvalidConfig, lambda: batch.random_actions(keep))


@each_game
@pytest.mark.parametrize("kind", [np.int8, np.int16, np.int32, np.uint32, np.uint64])
def test_any_integer_width_will_do(id: str, kind: type) -> None:
    a, b = Batch(setup_of(id), 6), Batch(setup_of(id), 6)
    a.reset()
    b.reset()
    actions = a.random_actions()
    fits = actions <= np.iinfo(kind).max
    x, y = a.step(actions), b.step(np.where(fits, actions, 0).astype(kind))
    np.testing.assert_array_equal(x.observations[fits], y.observations[fits])


@each_game
def test_illegal_rows_are_flagged_and_left_as_they_were(id: str) -> None:
    """Every illegal id in some row at once, and the others play on."""
    setup = setup_of(id)
    actions_n = setup.game.actions.n
    batch = Batch(setup, actions_n + 3)
    step = batch.reset(np.zeros(actions_n + 3, np.int64))
    for ply in range(6):
        before = batch.states.copy()
        actions = np.concatenate([np.arange(actions_n), [-1, actions_n, 2**40]])
        legal = np.append(step.masks[0] == 1, [False] * 3)
        after = batch.step(actions)
        np.testing.assert_array_equal(after.errors, ~legal)
        assert not after.done[~legal].any() and not after.rewards[~legal].any()
        for i in np.flatnonzero(~legal):
            assert content(batch.states, i, i + 1) == content(before, i, i + 1)
        for name in ("observations", "masks", "seats"):
            np.testing.assert_array_equal(getattr(after, name)[~legal], getattr(step, name)[~legal])
        for i in np.flatnonzero(legal):
            assert content(batch.states, i, i + 1) != content(before, i, i + 1)
        batch.states[:] = before[0]
        batch.look()
        step = batch.step(np.full(len(actions), np.flatnonzero(legal)[ply % legal.sum()]))
        assert not step.errors.any()


@each_game
def test_finished_rows_wait_for_a_reset(id: str) -> None:
    batch = Batch(setup_of(id), 5, autoreset=False)
    step = batch.reset()
    while (step.seats >= 0).any():
        step = batch.step(batch.random_actions())
    before = content(batch.states)
    assert not step.masks.any() and (step.seats == -1).all()
    np.testing.assert_array_equal(batch.random_actions(), np.full(5, -1))
    step = batch.step(np.array([-1, -1, 0, 10**9, -2]))
    assert step.errors.tolist() == [False, False, True, True, True]
    assert not step.done.any() and not step.rewards.any() and content(batch.states) == before
    assert (batch.reset().seats >= 0).all()


def test_a_live_row_does_not_take_minus_one() -> None:
    batch = Batch(setup_of(), 2)
    batch.reset()
    assert batch.step(np.array([-1, -1])).errors.all()
