"""Equal decisions of a turn are merged, and nothing changes but the work."""

from __future__ import annotations

import numpy as np
import pytest
import torch as th
from hypothesis import given, strategies as st
from hypothesis.extra.numpy import arrays

from tests.training.support import TINY
from throwdown.training.config import read_config
from throwdown.training.learner import Dense
from throwdown.training.merge import apart, merge
from throwdown.training.samples import weights_at
from throwdown.training.trainer import Trainer


@given(arrays(np.int8, st.tuples(st.integers(1, 30), st.integers(0, 4)), elements=st.integers(-2, 2)))
def test_rows_are_in_one_group_if_and_only_if_they_are_equal(rows):
    numbers = np.arange(len(rows)) % 2
    groups = merge(rows, numbers)
    for i in range(len(rows)):
        for j in range(len(rows)):
            is_equal = bool((rows[i] == rows[j]).all()) and numbers[i] == numbers[j]
            assert (groups.of[i] == groups.of[j]) == is_equal
    assert (groups.of[groups.first] == np.arange(len(groups))).all()


def test_means_and_weights_of_groups():
    groups = merge(np.array([3, 5, 3, 3, 7]))
    values = np.array([1, 2, 3, 5, 9], np.float32)
    means, weights = groups.gather(values)
    assert means[groups.of].tolist() == [3.0, 2.0, 3.0, 3.0, 9.0]
    assert weights.tolist() == np.bincount(groups.of).tolist() and weights.max() == 3
    means, weights = groups.gather(values, np.array([True, False, True, False, False]))
    assert np.count_nonzero(weights) == 1 and means[weights > 0].tolist() == [2.0]
    means, weights = apart(5).gather(values)
    assert (means == values).all() and (weights == 1).all()


@pytest.mark.parametrize("changes", [{}, {"keep": 0.5}, {"critic": "own"}], ids=["all", "kept", "own"])
def test_the_gradient_is_that_of_all_decisions(changes):
    """Before the first step no ratio is clipped, so the loss of the merged turn is that of the whole one."""
    found = []
    for is_merged in (False, True):
        trainer = Trainer(
            read_config(
                TINY, scenario="mini", rows=256, batch_size=10_000, barrier=0.05, merge=is_merged, **changes
            )
        )
        rollout = trainer.games.play(256, [1])[0][1, 0]
        learner, weights = trainer.learners["pilot"], weights_at(trainer.config, 0.0)
        states, decisions = learner.groups(rollout)
        learner.nets.meet([rollout])
        turn = Dense(learner.nets, learner.magnet, [rollout], [decisions.first], [states.first])
        (samples,), _ = learner.samples(
            turn, [rollout], [decisions], [states], weights, [np.random.default_rng(0)]
        )
        rows = th.from_numpy(samples.kept), th.arange(len(samples.targets))
        loss, terms = turn.loss(
            0, turn.lesson(0, samples, weights, trainer.config), weights, trainer.config, *rows
        )
        learner.optimizer.zero_grad()
        th.autograd.backward(loss)
        found.append((len(samples.kept), terms, [p.grad.clone() for p in learner.nets.parameters()]))
    (many, whole, first), (few, merged, second) = found
    assert few < 0.7 * many
    assert merged[2:].tolist() == pytest.approx(whole[2:].tolist(), abs=1e-5)
    assert float(merged[0]) == pytest.approx(float(whole[0]), abs=1e-5)
    for one, other in zip(first, second):
        assert (one - other).abs().max() < 1e-5
