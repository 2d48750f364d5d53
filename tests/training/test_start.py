"""A run may start from a policy; it plays like it until it has learnt something else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.training.support import TINY, same, state_of
from throwdown.agents import PolicyAgent, load_policy, save_policy
from throwdown.agents.net import Net, outputs, stack
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.training.config import read_config
from throwdown.training.trainer import Trainer

OWN = TINY | {"critic": "own", "mix": {"latest": 1.0}}


def situations(batch_size=64):
    """Return observations and masks of the Pilot in the middle of random games."""
    batch = Batch(make_setup("throwdown-v0", "small"), batch_size, 3)
    batch.reset()
    for _ in range(5):
        batch.step(batch.random_actions())
    pilots = batch.look().seats == 1
    return batch.look().observations[pilots].copy(), batch.look().masks[pilots].copy()


@pytest.mark.parametrize("inputs", ["range", "seen"])
@pytest.mark.parametrize("scaled", [True, False], ids=["scaled", "plain"])
def test_a_run_plays_like_the_policy_that_it_starts_from(files, tmp_path, scaled, inputs):
    policy = load_policy(files["pilot"])
    if not scaled:
        net = policy.net
        weights = (net.weights[0] * net.scale, *net.weights[1:])
        policy = replace(policy, net=Net(weights, net.biases, net.activation), value=None)
    file = save_policy(tmp_path / "pilot.npz", policy)
    observations, masks = situations()
    assert len(masks) > 8
    trainer = Trainer(read_config(OWN, start={"pilot": file}, seed=9, inputs=inputs))
    expected = PolicyAgent(policy).probabilities(View.of(observations, masks))
    found = trainer.agents()["pilot"].probabilities(View.of(observations, masks))
    assert np.abs(found - expected).max() < 1e-5
    if scaled:
        values = [
            outputs(stack([net]), np.zeros(len(masks), np.int64), observations)
            for net in (policy.value, trainer.learners["pilot"].nets.critic_net())
        ]
        assert np.abs(values[0] - values[1]).max() < 1e-5
    untaught = Trainer(read_config(OWN, seed=9, inputs=inputs)).agents()["pilot"]
    fresh = untaught.probabilities(View.of(observations, masks))
    assert np.abs(fresh - expected).max() > 1e-2
    trainer.step()
    assert (
        np.abs(trainer.agents()["pilot"].probabilities(View.of(observations, masks)) - expected).max() > 1e-5
    )


@pytest.mark.parametrize("field", ["start", "league"])
def test_a_stopped_run_goes_on_without_the_file_that_it_started_from(files, tmp_path, field):
    file = save_policy(tmp_path / "pilot.npz", load_policy(files["pilot"]))
    named = {"start": {"pilot": file}, "league": {"pilot": [Typed(file)]}}
    mix = {"latest": 0.4, "snapshots": 0.6}
    trainer = Trainer(read_config(OWN, mix=mix, **{field: named[field]}))
    trainer.step()
    trainer.save(tmp_path / "checkpoint.pt")
    file.unlink()
    again = Trainer.resume(tmp_path / "checkpoint.pt")
    trainer.step(), again.step()
    assert same(state_of(trainer), state_of(again))


def test_what_cannot_be_started_from_is_refused_in_a_sentence(files):
    for changes, sentence in (
        ({"start": {"pilot": "heuristic"}}, "'heuristic' is not a policy"),
        ({"start": {"coach": files["pilot"]}}, "plays the pilot, not the coach"),
        ({"start": {"pilot": files["pilot"]}, "hidden": [16]}, r"hidden layers \[16, 8\]"),
        ({"start": {"pilot": files["pilot"]}, "activation": "relu"}, "activation tanh"),
        ({"start": {"pilot": files["pilot"]}, "roles": ["coach"]}, "not among the roles"),
        ({"start": {"pilot": files["pilot"]}, "share_net": True}, "share_net must be off"),
    ):
        with pytest.raises(InvalidConfig, match=sentence):
            Trainer(read_config(OWN, **changes))
