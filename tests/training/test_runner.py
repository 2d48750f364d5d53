"""The terminal reward reaches the learner's own last decision; what is handed out belongs together."""

from __future__ import annotations

import numpy as np
import pytest

from throwdown.agents import RandomAgent
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.records import row as record
from throwdown.envs.environments.vector import SeatRunner
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.seating import line_up, seats_of
from throwdown.envs.tables.view import View

RANDOM = RandomAgent()


def make_runner(scenario, learner, n=32, seed=0, players=None):
    setup = make_setup("throwdown-v0", scenario)
    players = players or {"coach": RANDOM, "pilot": RANDOM}
    return setup, SeatRunner(setup, n, learner, players, seed)


def legal(masks, rng):
    return RANDOM.act(View.of(masks, masks), rng)


class Recorder(RandomAgent):
    """Plays all seats at random and keeps what it played, per row."""

    def __init__(self, rows):
        self.moves = [[] for _ in range(rows)]

    def assign(self, rows, rng):
        for row in rows:
            self.moves[row].append("game")
        return [{"coach": self, "pilot": self} for _ in rows]

    def act(self, view, rng):
        actions = super().act(view, rng)
        for row, action in zip(view.rows, actions):
            self.moves[row].append(int(action))
        return actions


@pytest.mark.parametrize("learner", ["coach", "pilot"])
@pytest.mark.parametrize("scenario", ["duel", "small"])
def test_terminal_reward_reaches_own_last_decision(scenario, learner):
    """Every game is played again move by move: the reward at its last learner's decision is its true return."""
    setup = make_setup("throwdown-v0", scenario)
    n, rng, company = 16, np.random.default_rng(1), Recorder(16)
    runner = SeatRunner(setup, n, learner, company.assign, 5)
    seat = runner.seats[0]
    turn = runner.reset(np.arange(n))
    replay = Batch(setup, n, autoreset=False)
    replay.reset(np.arange(n))
    ended_by_other = 0
    for _ in range(60):
        actions = legal(turn.masks, rng)
        turn = runner.step(actions)
        for row in range(n):
            todo = [a for a in company.moves[row] if a != "game"]
            starts = company.moves[row].count("game")
            company.moves[row].clear()
            value, mover = play_again(replay, row, seat, int(actions[row]), todo)
            if value is not None:
                ended_by_other += mover != seat
                assert turn.done[row] and turn.rewards[row] == np.float32(value)
            assert turn.done[row] == (value is not None)
            assert starts >= int(turn.done[row])
            assert not turn.done[row] or turn.rewards[row] != 0 or value == 0
        step = replay.look()
        assert (step.observations == turn.observations).all() and (step.masks == turn.masks).all()
    assert ended_by_other > 10


def play_again(replay, row, seat, action, others):
    """Play a row up to the learner's next decision; return its return if a game of his ended, and by whom."""
    value, mover, queue, mine = None, -1, list(others), [action]
    rows = np.array([row])
    acted = True
    while True:
        s = record(replay.states, row)
        if s.over:
            if acted:
                value, acted = float(replay.returns()[row, seat]), False
            replay.restart(rows)
            continue
        here = int(s.seat)
        if here == seat and not mine:
            assert not queue
            return value, mover
        if value is None:
            mover = here
        move = mine.pop() if here == seat else queue.pop(0)
        assert not replay.play(rows, np.array([move])).any()


def test_team_learns_at_every_pilots_decision():
    _, runner = make_runner("trio", "pilot")
    rng, seen = np.random.default_rng(0), set()
    turn = runner.reset()
    rewards = 0
    for _ in range(80):
        seen |= set(runner.to_move.tolist())
        turn = runner.step(legal(turn.masks, rng))
        rewards += int((turn.rewards[turn.done] != 0).sum())
        assert turn.masks.any(1).all()
    assert seen == {1, 2, 3} and rewards > 20


def test_one_seat_of_a_team_has_the_others_played_for_it():
    _, runner = make_runner("trio", "pilot_1")
    rng, turn = np.random.default_rng(0), runner.reset()
    for _ in range(30):
        turn = runner.step(legal(turn.masks, rng))
        assert (runner.to_move == 2).all()


def test_state_round_trip():
    _, one = make_runner("duel", "coach", seed=3)
    _, two = make_runner("duel", "coach", seed=4)
    rng = np.random.default_rng(0)
    turn = one.reset()
    two.reset()
    for _ in range(7):
        turn = one.step(legal(turn.masks, rng))
    two.set_state(one.get_state())
    observations, masks = two.look()
    assert (observations == turn.observations).all() and (masks == turn.masks).all()
    for _ in range(20):
        actions = legal(turn.masks, rng)
        turn, other = one.step(actions), two.step(actions)
        assert all(np.array_equal(a, b) for a, b in zip(turn, other) if isinstance(a, np.ndarray))


def test_mistakes_are_one_sentence():
    setup, runner = make_runner("duel", "coach")
    with pytest.raises(IllegalAction, match="no game has been dealt yet"):
        runner.step(np.zeros(32, np.int64))
    turn = runner.reset()
    with pytest.raises(IllegalAction, match=r"must be integers of shape \(32,\)"):
        runner.step(np.zeros(3, np.int64))
    with pytest.raises(IllegalAction, match="illegal in row 0"):
        runner.step((turn.masks == 0).argmax(1))
    with pytest.raises(IllegalAction, match="illegal in row 0"):
        runner.step(np.full(32, -1))
    observations, masks = runner.look()
    assert (observations == turn.observations).all() and (masks == turn.masks).all()
    with pytest.raises(InvalidConfig, match="did you mean 'pilot'"):
        seats_of(setup, "pilott")
    with pytest.raises(InvalidConfig, match="nobody plays pilot_0"):
        line_up(setup, {"coach": RANDOM}, [0])
    with pytest.raises(InvalidConfig, match="'coch' is not a side, role or seat"):
        line_up(setup, {"coch": RANDOM}, [0])
