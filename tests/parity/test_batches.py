from __future__ import annotations

import numpy as np
import pytest

from tests.support import CASES, GAMES, TWO, content, pick_rows, setup_of
from throwdown.envs import make_raw
from throwdown.envs.core.batch import (
    Batch,
    BatchStep,
    apply_games,
    look_into,
    observe_seats,
    read_returns,
    restart_games,
    step_rows,
)
from throwdown.envs.tables.table import Table

each_case = pytest.mark.parametrize(("id", "scenario"), CASES)
each_team = pytest.mark.parametrize(("id", "scenario"), TWO)
each_game = pytest.mark.parametrize("id", GAMES)
SEEDS = np.arange(100, 107)


def same_rows(a: BatchStep, rows: np.ndarray, b: BatchStep, others: np.ndarray) -> None:
    for name, x, y in zip(BatchStep._fields, a, b, strict=True):
        if name != "final":
            np.testing.assert_array_equal(x[rows], y[others], err_msg=name)
    last = [dict(zip(np.flatnonzero(step.done).tolist(), step.final, strict=True)) for step in (a, b)]
    for i, j in zip(rows.tolist(), others.tolist(), strict=True):
        np.testing.assert_array_equal(last[0].get(i), last[1].get(j))


@each_case
@pytest.mark.parametrize("autoreset", [True, False])
def test_a_row_is_the_same_in_a_batch_of_7_and_of_64(id: str, scenario: str, autoreset: bool) -> None:
    """Same seeds and actions, other batch size and other place: the same arrays, across the ends of games."""
    setup = setup_of(id, scenario)
    few, many = Batch(setup, 7, autoreset=autoreset), Batch(setup, 64, autoreset=autoreset)
    places = np.array([63, 0, 31, 5, 40, 17, 58])
    seeds = np.arange(500, 564)
    seeds[places] = SEEDS
    a, b = few.reset(SEEDS), many.reset(seeds)
    rng = np.random.default_rng(1)
    ended = 0
    long = (
        500 if id in ("session-v0", "skirmish-v0", "showdown-v0") else 240 if scenario == "duel-2v2" else 120
    )
    for _ in range(long):
        same_rows(a, np.arange(7), b, places)
        actions = pick_rows(b.masks, rng, b.seats)
        a, b = few.step(actions[places]), many.step(actions)
        assert not a.errors.any() and not b.errors.any()
        ended += int(a.done.sum())
    assert ended >= 7
    for name in few.states.dtype.names:
        np.testing.assert_array_equal(few.states[name], many.states[name][places], err_msg=name)


@each_case
def test_a_row_is_a_single_game(id: str, scenario: str) -> None:
    """Batch row, table and AEC environment: the same observations, masks, rewards and last observation."""
    setup = setup_of(id, scenario)
    batch = Batch(setup, 7, autoreset=False)
    tables = [Table.from_setup(setup, int(seed)) for seed in SEEDS]
    step = batch.reset(SEEDS)
    rng = np.random.default_rng(2)
    while (step.seats >= 0).any():
        actions = pick_rows(step.masks, rng, step.seats)
        live = np.flatnonzero(step.seats >= 0)
        for i in live:
            assert tables[i].agent == setup.seats[step.seats[i]]
            np.testing.assert_array_equal(tables[i].observe(), step.observations[i])
            np.testing.assert_array_equal(tables[i].mask(), step.masks[i])
        after = batch.step(actions)
        ended = np.flatnonzero(after.done).tolist()
        assert after.final.shape == (len(ended), setup.width)
        for i in live:
            mover = int(step.seats[i])
            tables[i].play(int(actions[i]))
            assert tables[i].over == after.done[i] == (after.seats[i] == -1)
            if after.done[i]:
                returns = [tables[i].returns()[agent] for agent in setup.seats]
                np.testing.assert_array_equal(after.rewards[i], np.array(returns, np.float32))
                np.testing.assert_array_equal(after.final[ended.index(i)], tables[i].observe(mover))
            else:
                assert not after.rewards[i].any()
        step = after
    assert all(table.over for table in tables)


@each_team
def test_the_aec_environment_plays_the_table_of_its_seed(id: str, scenario: str) -> None:
    env = make_raw(id, scenario)
    env.reset(seed=3)
    table = Table.from_setup(env.setup, 3)
    rng = np.random.default_rng(3)
    while not table.over:
        assert env.agent_selection == table.agent
        seen = env.observe(env.agent_selection)
        np.testing.assert_array_equal(seen["observation"], table.observe())
        np.testing.assert_array_equal(seen["action_mask"], table.mask())
        for agent in env.possible_agents:
            np.testing.assert_array_equal(env.observe(agent)["observation"], table.observe(agent))
        action = int(rng.choice(table.legal_ids()))
        table.play(action)
        env.step(action)
    assert {a: env.rewards[a] for a in env.possible_agents} == table.returns()


@each_team
def test_autoreset_deals_the_same_next_game_whatever_was_played(id: str, scenario: str) -> None:
    """The deal after the first is keyed by the seed: a game's length or actions do not shift it."""
    setup = setup_of(id, scenario)
    openings = []
    for stream in (1, 2):
        batch, rng = Batch(setup, 7), np.random.default_rng(stream)
        step = batch.reset(SEEDS)
        second: dict[int, bytes] = {}
        while len(second) < 7:
            step = batch.step(pick_rows(step.masks, rng, step.seats))
            for i in np.flatnonzero(step.done):
                second.setdefault(int(i), step.observations[i].tobytes())
        openings.append(second)
    assert openings[0] == openings[1]


@each_team
def test_entry_points_without_observations_agree(id: str, scenario: str) -> None:
    """`apply_games`, `look_into`, `step_rows`, `observe_seats`, `read_returns`, `restart_games` against `step`."""
    setup = setup_of(id, scenario)
    batch, rng = Batch(setup, 9, seed=5, autoreset=False), np.random.default_rng(4)
    states = setup.game.allocate(9)
    step = batch.reset()
    states[:] = batch.states
    out = setup.make_out()
    rows = np.arange(9)
    while (step.seats >= 0).any():
        actions = pick_rows(step.masks, rng, step.seats)
        live, words, also = step.seats >= 0, batch.words.copy(), states.copy()
        step = batch.step(actions)
        errors = np.zeros(int(live.sum()), np.bool_)
        apply_games(states, rows[live], actions[live], errors, out)
        assert not errors.any()
        shown = [
            (words.copy(), np.ones_like(step.masks), np.zeros_like(step.observations), np.full(9, -1))
            for _ in range(2)
        ]
        look_into(states, rows, *shown[0], out)
        step_rows(also, rows[live], actions[live], *shown[1], errors, out)
        assert not errors.any() and content(also) == content(states)
        for legal, masks, observations, seats in shown:
            np.testing.assert_array_equal(legal, batch.words)
            np.testing.assert_array_equal(seats, step.seats)
            on = seats >= 0
            np.testing.assert_array_equal(masks[on], step.masks[on])
            np.testing.assert_array_equal(observations[on], step.observations[on])
        again = np.zeros_like(observations)
        observe_seats(states, rows[on], seats[on], again[: on.sum()], out)
        np.testing.assert_array_equal(again[: on.sum()], observations[on])
    values = np.zeros_like(step.rewards)
    read_returns(states, values, out)
    last = np.zeros_like(values)
    read_returns(batch.states, last, out)
    np.testing.assert_array_equal(values, last)
    assert np.abs(values).sum() > 0
    restart_games(states, rows, out)
    first = Batch(setup, 9, seed=5).reset()
    assert not states["over"].any() and first.observations.shape == step.observations.shape


@each_game
def test_every_array_of_a_step_is_fresh(id: str) -> None:
    batch = Batch(setup_of(id), 8)
    steps = [batch.reset()]
    kept = [[array.copy() for array in steps[0]]]
    for _ in range(40):
        steps.append(batch.step(batch.random_actions()))
        kept.append([array.copy() for array in steps[-1]])
    for step, copies in zip(steps, kept, strict=True):
        for name, array, copy in zip(BatchStep._fields, step, copies, strict=True):
            np.testing.assert_array_equal(array, copy, err_msg=name)
    for a, b in zip(steps[1], steps[2], strict=True):
        assert not np.shares_memory(a, b)


@each_game
def test_stepping_into_earlier_arrays_gives_the_same(id: str) -> None:
    setup = setup_of(id)
    plain, reused = Batch(setup, 16, seed=9), Batch(setup, 16, seed=9)
    a, b = plain.reset(), reused.reset()
    rng = np.random.default_rng(6)
    for _ in range(90):
        actions = pick_rows(a.masks, rng, a.seats)
        a, b = plain.step(actions), reused.step(actions, into=b)
        for name in ("observations", "masks", "rewards", "done", "seats", "errors"):
            np.testing.assert_array_equal(getattr(a, name), getattr(b, name), err_msg=name)
        np.testing.assert_array_equal(a.final, b.final)


@each_game
def test_reset_of_some_rows_leaves_the_others(id: str) -> None:
    batch = Batch(setup_of(id), 10)
    batch.reset()
    for _ in range(5):
        batch.step(batch.random_actions())
    before = batch.states.copy()
    rows = np.arange(10) % 3 == 0
    batch.reset(np.arange(900, 910), rows)
    for i in range(10):
        assert (content(batch.states, i, i + 1) == content(before, i, i + 1)) == (not rows[i])
    fresh = Batch(setup_of(id), 10)
    fresh.reset(np.arange(900, 910))
    a, b, rng = batch.look(), fresh.look(), np.random.default_rng(8)
    for _ in range(60):  # what an earlier game left behind in a row changes nothing
        same_rows(a, np.flatnonzero(rows), b, np.flatnonzero(rows))
        actions = pick_rows(a.masks, rng, a.seats)
        a, b = batch.step(actions), fresh.step(np.where(rows, actions, pick_rows(b.masks, rng, b.seats)))


@each_game
def test_random_actions_are_legal_and_spread(id: str) -> None:
    batch = Batch(setup_of(id), 4000, seed=3)
    step = batch.reset(np.zeros(4000, np.int64))
    legal = np.flatnonzero(step.masks[0])
    counts = np.bincount(batch.random_actions(), minlength=step.masks.shape[1])
    assert counts[legal].sum() == 4000
    expected = 4000 / len(legal)
    assert (np.abs(counts[legal] - expected) < 6 * np.sqrt(expected)).all()
    assert not np.array_equal(batch.random_actions(), batch.random_actions())
