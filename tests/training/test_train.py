"""A run stops anywhere and goes on to the bit, and leaves files that are read back."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest
import torch as th

from tests.training.support import TINY, same, state_of
from throwdown import envs
from throwdown.agents import load
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.names import Typed
from throwdown.evaluation.match import play
from throwdown.training.config import read_config
from throwdown.training.reporter import Reporter
from throwdown.training.train import resume, run
from throwdown.training.trainer import Trainer


def test_stopped_and_resumed_equals_unbroken(tmp_path):
    unbroken = Trainer(read_config(TINY))
    states = []
    for k in range(6):
        unbroken.step()
        states.append(state_of(unbroken))
        unbroken.save(tmp_path / f"{k}.pt")
    assert not same(states[4]["learners"]["coach"]["weights"], states[5]["learners"]["coach"]["weights"])
    for k in (0, 2, 4):
        again = Trainer.resume(tmp_path / f"{k}.pt")
        th.manual_seed(k)  # the global streams play no part
        np.random.seed(k)
        for expected in states[k + 1 :]:
            again.step()
            assert same(state_of(again), expected)


def test_a_bar_leaves_nothing_where_there_is_no_terminal(tmp_path, capsys):
    with Reporter(tmp_path, True) as reporter:
        reporter.report({"steps_per_second": 1.0, "decisions": 1}, 0.5)
    assert capsys.readouterr() == ("", "")


def test_side_by_side_equals_in_turn():
    one, two = Trainer(read_config(TINY, workers=1)), Trainer(read_config(TINY, workers=2))
    for _ in range(2):
        one.step(), two.step()
    a, b = state_of(one), state_of(two)
    assert same(a["learners"], b["learners"]) and same(a["pools"], b["pools"])


def test_rollouts_are_whole_games_in_order():
    """Played again by their actions, the games show what was stored and end with what was stored."""
    trainer = Trainer(read_config(TINY, mix={"latest": 1.0}))
    taken, _ = trainer.games.play(32, [1])
    batch = Batch(trainer.setup, 32, autoreset=False)
    rng = np.random.default_rng([1])
    trainer.opponents.draw(32, rng)
    step = batch.reset(rng.integers(0, 1 << 62, 32))
    at = {role: np.append(0, np.flatnonzero(taken[role, 0].last)[:-1] + 1) for role in range(2)}
    assert all(len(starts) == 32 for starts in at.values())
    while (step.seats >= 0).any():
        actions = np.full(32, -1, np.int64)
        for row in np.flatnonzero(step.seats >= 0):
            role = int(step.seats[row] > 0)
            if step.masks[row].sum() > 1:
                r, k = taken[role, 0], at[role][row]
                at[role][row] += 1
                assert (r.observations[k] == step.observations[row]).all()
                assert (r.others[k] == batch.observe(np.array([row]), np.array([1 - step.seats[row]]))).all()
                assert (r.masks[k] == step.masks[row]).all() and r.masks[k, r.actions[k]] == 1
                actions[row] = r.actions[k]
            else:
                actions[row] = step.masks[row].argmax()
        step = batch.step(actions)
    for role in range(2):
        r = taken[role, 0]
        assert (at[role] == np.flatnonzero(r.last) + 1).all()
        assert np.allclose(r.returns[r.last], batch.returns()[:, role])


def test_files_of_a_run(tmp_path):
    result = run(Trainer(read_config(TINY)), tmp_path, progress=False)
    assert result.is_complete and set(result.policies) == {"coach", "pilot"}
    assert result.policies["coach"] == tmp_path / "coach.npz"
    log = json.loads((tmp_path / "log.json").read_text())
    assert log["turns"][-1]["decisions"] >= TINY["steps"] > log["turns"][-2]["decisions"]
    assert list((tmp_path / "tensorboard").iterdir())
    with pytest.raises(InvalidConfig, match=r"decisions in .* minutes already; .* so give more"):
        resume(tmp_path, progress=False, steps=5)
    longer = resume(tmp_path, progress=False, steps=2 * TINY["steps"])
    assert len(longer.log) > len(log["turns"])
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(InvalidRecord, match="not a readable checkpoint"):
        resume(tmp_path)
    with pytest.raises(InvalidConfig, match="there is no checkpoint"):
        resume(tmp_path / "nowhere")


def test_a_run_goes_on_only_with_the_scenario_that_it_began_with(tmp_path):
    shipped = Path(envs.__file__).parent / "fusion/content/scenarios/small.toml"
    file = tmp_path / "mine.toml"
    file.write_text(shipped.read_text())
    run(Trainer(read_config(TINY, scenario=file)), tmp_path, progress=False)
    file.write_text(shipped.read_text().replace('"Small"', '"The same"', 1))
    assert Trainer.resume(tmp_path / "checkpoint.pt", [Typed(file)]).turn > 0
    file.write_text(shipped.read_text().replace("harmony = ", "harmony = 1#", 1))
    with pytest.raises(InvalidConfig, match="scenario 'mine' has changed since the run began"):
        Trainer.resume(tmp_path / "checkpoint.pt", [Typed(file)])


@pytest.mark.parametrize(("handler", "turns"), [(signal.default_int_handler, 2), (signal.SIG_IGN, 4)])
def test_ctrl_c_saves_unless_it_is_ignored(handler, turns, tmp_path):
    trainer = Trainer(read_config(TINY, steps=10**9))
    step = trainer.step

    def interrupted():
        entry = step()
        if trainer.turn == 2:
            os.kill(os.getpid(), signal.SIGINT)
        if trainer.turn == 4:
            trainer.config = trainer.config.model_copy(update={"steps": 1})
        return entry

    trainer.step = interrupted
    before = signal.signal(signal.SIGINT, handler)
    try:
        result = run(trainer, tmp_path, progress=False)
        assert signal.getsignal(signal.SIGINT) is handler
    finally:
        signal.signal(signal.SIGINT, before)
    assert result.is_complete == (turns == 4) and Trainer.resume(tmp_path / "checkpoint.pt").turn == turns


def test_snapshots_meet_each_other(tmp_path):
    """Every pair plays; early snapshots that are alike do alike, and the picture goes to TensorBoard."""
    trainer = Trainer(read_config(TINY, eval_every=3, eval_games=200, steps=600))
    result = run(trainer, tmp_path, progress=False)
    found = next(entry["snapshots"] for entry in result.log if "snapshots" in entry)
    assert np.shape(found["returns"]) == (2, 2) and found["turns"]["coach"][-1] >= 2
    again = trainer.games.meet([1], 50)
    assert again.shape == (2, 2) and (np.abs(again) <= 1).all()
    events = next((tmp_path / "tensorboard").iterdir()).read_bytes()
    assert b"snapshots" in events and b"train/entropy" in events


def test_what_is_no_function_gets_no_figures(tmp_path):
    trainer = Trainer(read_config(TINY))
    with pytest.raises(InvalidConfig, match=r"log is 'logs\.py:write'; it must be a function\."):
        run(trainer, tmp_path, progress=False, log="logs.py:write")
    assert not any(tmp_path.iterdir())


def test_win_rates_against_fixed_opponents_go_to_tensorboard_and_to_any_function(tmp_path):
    logged = []
    config = read_config(TINY, eval_every=2, eval_games=40, steps=300, eval_against=["random"])
    trainer = Trainer(config)
    result = run(trainer, tmp_path, progress=False, log=lambda figures, done: logged.append((figures, done)))
    assert [done for _, done in logged] == [entry["decisions"] for entry in result.log]
    name = "win_rate/pilot_against_random"
    assert [name in figures for figures, _ in logged] == [False, True, True], (
        "every second turn, and the last"
    )
    assert {"win_rate/coach_against_random", "mean_return/pilot_against_random"} <= set(logged[1][0])
    assert all(isinstance(value, float) for figures, _ in logged for value in figures.values())
    assert name.encode() in next((tmp_path / "tensorboard").iterdir()).read_bytes()
    random = load("random", trainer.setup)
    match = play(trainer.setup, {"coach": random, "pilot": trainer.agents()["pilot"]}, 40, 1)
    assert trainer.evaluate(40)["win_rate"]["pilot_against_random"] == match.wins("pilot").mean()
