"""What the numbers of an observation are multiplied by before a net sees them."""

import numpy as np

from tests.training.support import TINY, same, state_of
from throwdown.envs.core.batch import Batch
from throwdown.envs.registry import make_setup
from throwdown.training import nets
from throwdown.training.config import read_config
from throwdown.training.nets import scale_of
from throwdown.training.trainer import Trainer


def seen(setup, games, steps, seed):
    batch = Batch(setup, games, seed)
    step, found = batch.reset(), []
    for _ in range(steps):
        found.append(step.observations.copy())
        step = batch.step(batch.random_actions())
    return np.concatenate(found).astype(np.float64)


def test_by_range_no_number_leaves_the_unit_interval():
    setup = make_setup("throwdown-v0", "small")
    rows = seen(setup, 64, 200, 9) * scale_of(setup, "range")
    assert np.abs(rows).max() <= 1.0


def test_by_what_is_seen_numbers_are_about_one_where_they_are_not_zero():
    setup = make_setup("throwdown-v0", "small")
    rows = seen(setup, 64, 200, 9)
    often = np.count_nonzero(rows, axis=0) > 500
    assert often.sum() > 50

    def typical(inputs):
        scaled = rows[:, often] * scale_of(setup, inputs)[often]
        return np.sqrt((scaled**2).sum(axis=0) / np.count_nonzero(scaled, axis=0))

    assert np.abs(np.log(typical("seen"))).max() < 0.4
    assert np.log(typical("range")).min() < -1.5, "some ranges are wide"


def test_what_random_play_never_shows_keeps_its_range():
    setup = make_setup("throwdown-v0", "duel")
    by_range, by_seen = scale_of(setup, "range"), scale_of(setup, "seen")
    assert np.isfinite(by_seen).all() and (by_seen > 0).all()
    assert (by_seen >= by_range * 0.999).all(), "nothing is larger than its range"
    assert (scale_of(setup, "seen") == by_seen).all()


def test_a_run_measures_its_inputs_once_and_not_when_it_goes_on(tmp_path, monkeypatch):
    measured, typical = [], nets._typical
    monkeypatch.setattr(nets, "_typical", lambda setup: measured.append(setup) or typical(setup))
    trainer = Trainer(read_config(TINY, inputs="seen", mix={"latest": 0.5, "exploiters": 0.5}))
    trainer.step()
    trainer.save(tmp_path / "run.pt")
    again = Trainer.resume(tmp_path / "run.pt")
    assert len(measured) == 1 and same(state_of(again), state_of(trainer))
    trainer.step(), again.step()
    assert same(state_of(again), state_of(trainer))
