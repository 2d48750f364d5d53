"""A run learns, stops anywhere and goes on to the bit, and leaves files that are read back."""

from __future__ import annotations

import copy
import json
import os
import signal

import numpy as np
import pytest
import torch as th

from throwdown.agents import PolicyAgent, load, save_policy
from throwdown.agents.net import outputs, stack
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.evaluation.match import play
from throwdown.training.config import read_config
from throwdown.training.policy import policy_net, value_net
from throwdown.training.throughput import measure
from throwdown.training.train import Trainer, resume, run, train

TINY = {
    "scenario": "small",
    "rows": 16,
    "n_steps": 8,
    "batch_size": 64,
    "epochs": 2,
    "hidden": [16, 8],
    "activation": "tanh",
    "pool_size": 2,
    "snapshot_every": 1,
    "checkpoint_every": 1,
    "steps": 6 * 2 * 128,
}


def same(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, (np.ndarray, th.Tensor)):
        return bool((np.asarray(a) == np.asarray(b)).all())
    return a == b


def state_of(trainer):
    state = copy.deepcopy(trainer.get_state())
    for key in ("seconds", "log"):
        state.pop(key)
    return state


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


def test_side_by_side_equals_in_turn():
    one, two = Trainer(read_config(TINY, workers=1)), Trainer(read_config(TINY, workers=2))
    for _ in range(2):
        one.step(), two.step()
    a, b = state_of(one), state_of(two)
    assert same(a["learners"], b["learners"]) and same(a["pools"], b["pools"])


@pytest.mark.parametrize("role", ["coach", "pilot"])
def test_stored_observations_agree_with_stored_masks(role):
    """What is stored for a step is what the games showed just before it was played."""
    trainer = Trainer(read_config(TINY))
    learner, kept = trainer.learners[role], []
    step = learner.env.step_wait

    def keep():
        kept.append((learner.env.runner.look()[0], learner.env.runner.look()[1]))
        return step()

    learner.env.step_wait = keep
    learner.collect()
    buffer = learner.model.rollout_buffer
    assert len(kept) == 8
    for k, (observations, masks) in enumerate(kept):
        assert (buffer.observations[k] == observations).all() and (buffer.action_masks[k] == masks).all()
        assert masks[np.arange(16), buffer.actions[k, :, 0].astype(int)].all()


def test_rewards_lie_at_the_ends_of_games():
    trainer = Trainer(read_config(TINY))
    learner = trainer.learners["pilot"]
    learner.collect()
    buffer = learner.model.rollout_buffer
    ends = buffer.episode_starts[1:] > 0
    assert ends.any() and (buffer.rewards[:-1][~ends] == 0).all() and (buffer.rewards[:-1][ends] != 0).any()
    assert np.abs(buffer.rewards).max() <= 1


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_frozen_net_equals_torch_net(activation):
    trainer = Trainer(read_config(TINY, activation=activation, hidden=[32, 16, 8]))
    trainer.step()
    learner = trainer.learners["coach"]
    policy, observations = learner.model.policy, learner.model._last_obs
    with th.no_grad():
        pi, vf = policy.mlp_extractor(policy.features_extractor(th.from_numpy(observations)))
        logits, values = policy.action_net(pi).numpy(), policy.value_net(vf).numpy()
        which = np.zeros(len(observations), np.int64)
        assert (
            np.abs(outputs(stack([policy_net(policy, activation)]), which, observations) - logits).max()
            < 1e-5
        )
        assert (
            np.abs(outputs(stack([value_net(policy, activation)]), which, observations) - values).max() < 1e-5
        )
        masks = learner.env.action_masks()
        actions, _, logp = policy(th.from_numpy(observations), action_masks=masks)
        _, again, _ = policy.evaluate_actions(th.from_numpy(observations), actions, th.from_numpy(masks))
        assert masks[np.arange(16), actions.numpy()].all() and float((logp - again).abs().max()) < 1e-5


def test_a_file_plays_as_the_torch_net_does(tmp_path):
    """Saved, read without torch and played: the probabilities are those of the net in training to 1e-5."""
    trainer = Trainer(read_config(TINY, activation="relu"))
    trainer.step()
    for role, learner in trainer.learners.items():
        agent = load(str(save_policy(tmp_path / f"{role}.npz", learner.policy({}))), trainer.setup, role)
        observations, masks = learner.model._last_obs, learner.env.action_masks()
        with th.no_grad():
            policy = learner.model.policy
            chances = policy.get_distribution(th.from_numpy(observations), action_masks=masks).distribution
            values = policy.predict_values(th.from_numpy(observations))[:, 0].numpy()
        assert np.abs(agent.probabilities(observations, masks) - chances.probs.numpy()).max() < 1e-5
        assert np.abs(agent.values(observations) - values).max() < 1e-5


def test_learns_small(tmp_path):
    """A short run takes each role at least .15 above its heuristic, on the scale of ±1, against the same opponents."""
    config = read_config(
        TINY,
        options={"reward": "win"},
        mix={"latest": 0.0, "snapshots": 0.0, "heuristic": 1.0, "random": 0.0},
        rows=256,
        n_steps=16,
        batch_size=1024,
        epochs=4,
        hidden=[32, 32],
        steps=400_000,
        entropy=0.02,
        entropy_end=0.002,
        learning_rate=3e-3,
        learning_rate_end=5e-4,
        checkpoint_every=1000,
        snapshot_every=100,
    )
    result = train(config, tmp_path, progress=False)
    setup = Trainer(config).setup
    heuristic = load("heuristic", setup)
    coach, pilot = (PolicyAgent(result.policies[role]) for role in ("coach", "pilot"))
    base = play(setup, heuristic, heuristic, 8192, 5).returns
    gain = {
        "coach": base - play(setup, coach, heuristic, 8192, 5).returns,
        "pilot": play(setup, heuristic, pilot, 8192, 5).returns - base,
    }
    for role, values in gain.items():
        mean, error = values.mean(), values.std() / np.sqrt(len(values))
        assert mean >= 0.15 and mean - 3 * error > 0, (role, mean, error)


def test_files_of_a_run(tmp_path):
    result = run(Trainer(read_config(TINY)), tmp_path, progress=False)
    assert result.is_complete and set(result.policies) == {"coach", "pilot"}
    assert result.policies["coach"] == tmp_path / "coach.npz"
    log = json.loads((tmp_path / "log.json").read_text())
    assert len(log["turns"]) == 6 and log["turns"][-1]["decisions"] == TINY["steps"]
    assert list((tmp_path / "tensorboard").iterdir())
    longer = resume(tmp_path, progress=False, steps=8 * 2 * 128)
    assert len(longer.log) == 8
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(InvalidRecord, match="not a readable checkpoint"):
        resume(tmp_path)
    with pytest.raises(InvalidConfig, match="there is no checkpoint"):
        resume(tmp_path / "nowhere")


def test_ctrl_c_saves(tmp_path):
    trainer = Trainer(read_config(TINY))
    step = trainer.step

    def interrupted():
        entry = step()
        if trainer.turn == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return entry

    trainer.step = interrupted
    result = run(trainer, tmp_path, progress=False)
    assert not result.is_complete and Trainer.resume(tmp_path / "checkpoint.pt").turn == 2


def test_team_trains():
    trainer = Trainer(read_config(TINY, scenario="trio"))
    trainer.step()
    assert trainer.decisions == 256


def test_throughput_figures():
    figures = measure(TINY, repeats=1)
    assert figures["snapshots"] == 2 and figures["roles"]["coach"]["self_play"] > 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"rowz": 3}, "Training: 'rowz' is not a field (did you mean 'rows'?)."),
        ({"rows": 0}, "Training: rows is 0: Input should be greater than or equal to 1."),
        ({"mix": {"latest": 1.0}}, "the shares of the mix sum to 1.75; they must sum to 1."),
        ({"rows": 2}, "batch_size is 512, but a rollout of 2 rows and 16 steps holds only 32 decisions."),
        ({"steps": 1, "minutes": 1}, "give either steps or minutes, not both."),
    ],
)
def test_config_mistakes_are_one_sentence(data, sentence):
    with pytest.raises(InvalidConfig) as error:
        read_config(data)
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_config_files(tmp_path):
    toml, yaml = tmp_path / "a.toml", tmp_path / "a.yaml"
    toml.write_text(
        "rows = 64\nbatch_size = 64\n[mix]\nlatest = 1.0\nsnapshots = 0.0\nheuristic = 0.0\nrandom = 0.0\n"
    )
    assert read_config(toml).rows == 64 and read_config(toml, minutes=1).limit == (None, 60.0)
    pytest.importorskip("yaml")
    yaml.write_text("rows: 64\nbatch_size: 64\nsteps: 5\n")
    assert read_config(yaml, minutes=2).limit == (None, 120.0)
    toml.write_text("rows = ")
    with pytest.raises(InvalidConfig, match="not valid TOML"):
        read_config(toml)
    with pytest.raises(InvalidConfig, match="cannot be read"):
        read_config(tmp_path / "none.toml")
    with pytest.raises(InvalidConfig, match="did you mean 'coach'"):
        Trainer(read_config(TINY, roles=["coac"]))
