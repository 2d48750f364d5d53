"""What a net learns from and how, and that its frozen form and its file say the same."""

from __future__ import annotations

import copy

import numpy as np
import pytest
import torch as th

from tests.training.support import TINY, same
from throwdown.agents import load, save_policy
from throwdown.agents.net import outputs, stack
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.tables.view import View
from throwdown.training.config import read_config
from throwdown.training.learner import Learner, estimate
from throwdown.training.nets import ILLEGAL, ActorCritic, Features
from throwdown.training.samples import weights_at
from throwdown.training.selfplay import Rollout
from throwdown.training.throughput import STEPS, Throughput
from throwdown.training.trainer import Trainer


def features_of(nets: ActorCritic, rollout: Rollout) -> Features:
    nets.meet([rollout])
    every = np.arange(len(rollout))
    return nets.features(rollout, every, every)


def answers(nets, observations):
    """Return the logits of all actions, and the values, of observations of which nothing is left out."""
    inputs = th.from_numpy(observations) * nets.scale
    return nets.actor_head(nets.actor(inputs[:, : nets.width])), nets.critic_head(nets.critic(inputs))


def test_advantages_are_generalised_estimates():
    rng = np.random.default_rng(0)
    last = np.array([0, 0, 1, 1, 0, 1], bool)
    values, gamma, lam = rng.normal(size=6).astype(np.float32), 0.9, 0.7
    returns = np.array([1, 1, 1, -1, 0.5, 0.5], np.float32)
    found = np.empty(6, np.float32)
    estimate(returns, values, last, gamma, lam, found)
    games = ((0, 3), (3, 4), (4, 6))
    for low, high in games:
        ahead = np.append(values[low + 1 : high], returns[low] / gamma)
        deltas = gamma * ahead - values[low:high]
        for t in range(high - low):
            expected = sum((gamma * lam) ** k * d for k, d in enumerate(deltas[t:]))
            assert found[low + t] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"activation": "relu", "hidden": [16, 16], "scenario": "spar", "inputs": "seen"},
        {"mix": {"latest": 0.5, "snapshots": 0.2, "exploiters": 0.3}, "exploiter_every": 1},
        {"share_net": True},
        {"merge": True, "scenario": "mini"},
    ],
    ids=["tanh", "relu", "exploiters", "shared", "merged"],
)
def test_games_tell_the_log_probabilities_of_their_actions(changes):
    """They are those of the nets that learn from them, so that learning need not evaluate them anew."""
    trainer = Trainer(read_config(TINY, **changes))
    trainer.step(), trainer.step()
    taken = trainer.games.play(32, [2])[0]
    learners = 0
    for learner, (rollout,) in trainer.jobs([taken]):
        groups = learner.groups(rollout)[1]
        with th.no_grad():
            f = learner.nets.features(rollout, groups.first, groups.first)
            expected = learner.nets.log_probs(f).gather(1, f.chosen).squeeze(1).numpy()
        old = rollout.log_probs[groups.first]
        assert np.abs(old - expected).max() < 1e-5 and expected.min() < -0.5
        learners += 1
    assert learners == len(trainer.learners) + len(trainer.exploiters)


@pytest.mark.parametrize("critic", ["own", "full"])
def test_what_is_left_out_changes_nothing(critic):
    """Inputs that are 0 and actions that are illegal throughout a rollout are skipped; the nets say the same."""
    trainer = Trainer(read_config(TINY, critic=critic, scenario="spar", rows=8))
    trainer.step()
    rollout = trainer.games.play(16, [2])[0][0, 0]
    nets = trainer.learners["coach"].nets
    with th.no_grad():
        f = features_of(nets, rollout)
        logits, values = answers(nets, np.concatenate((rollout.observations, rollout.others), axis=1))
        logits = logits.masked_fill(th.from_numpy(rollout.masks) == 0, ILLEGAL).log_softmax(-1)
        assert len(f.inputs) < trainer.setup.width and len(f.actions) < rollout.masks.shape[1]
        assert (nets.log_probs(f) - logits[:, f.actions]).abs().max() < 1e-4
        assert (nets.values(f) - values.squeeze(1)).abs().max() < 1e-5
        chosen = logits.gather(1, th.from_numpy(rollout.actions)[:, None])
        assert (nets.log_probs(f).gather(1, f.chosen) - chosen).abs().max() < 1e-4


def test_a_barrier_brings_back_what_looked_bad():
    """The gradient of everything else vanishes with an action's probability."""
    found = []
    for barrier in (0.0, 0.05):
        trainer = Trainer(read_config(TINY, mix={"latest": 1.0}, learning_rate=0.02, barrier=barrier))
        learner = trainer.learners["coach"]
        nets = learner.nets
        rollout = trainer.games.play(32, [1])[0][0, 0]
        action = int(rollout.masks.sum(axis=0).argmax())
        with th.no_grad():
            nets.actor_head.bias[action] = -12.0
        trainer._exchange()
        for k in range(20):
            learner.learn([trainer.games.play(32, [k])[0][0, 0]], weights_at(learner.config, 0.0))
        f = features_of(nets, rollout)
        with th.no_grad():
            column = int((f.actions == action).nonzero())
            found.append(float(nets.log_probs(f)[~f.illegal[:, column], column].mean()))
    assert found[0] < -10 and found[1] > found[0] + 2


def test_the_barrier_falls_by_the_same_factor_in_equal_times():
    config = read_config(TINY, barrier=0.1, barrier_end=0.001)
    assert [weights_at(config, x).barrier for x in (0.0, 0.5, 1.0)] == pytest.approx([0.1, 0.01, 0.001])
    assert weights_at(read_config(TINY), 0.5).barrier == 0.0


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_frozen_net_equals_torch_net(activation):
    trainer = Trainer(read_config(TINY, activation=activation, hidden=[32, 16, 8], critic="own"))
    trainer.step()
    nets = trainer.learners["coach"].nets
    observations = trainer.games.play(16, [2])[0][0, 0].observations
    which = np.zeros(len(observations), np.int64)
    with th.no_grad():
        expected = answers(nets, observations)
    for net, answer in zip((nets.actor_net(), nets.critic_net()), expected):
        assert np.abs(outputs(stack([net]), which, observations) - answer.numpy()).max() < 1e-5


def test_the_magnet_and_the_average_follow():
    trainer = Trainer(read_config(TINY, ema=0.5))
    learner = trainer.learners["coach"]
    first = [p.clone() for p in learner.magnet.parameters()]
    trainer.step()
    assert all((a == b).all() for a, b in zip(first, learner.magnet.parameters()))
    trainer.step()
    now = list(learner.nets.parameters())
    assert all((a == b).all() for a, b in zip(now, learner.magnet.parameters()))
    assert any((a != b).any() for a, b in zip(now, learner.average.parameters()))
    trainer = Trainer(read_config(TINY, ema=0.0))
    trainer.step()
    learner = trainer.learners["coach"]
    assert all((a == b).all() for a, b in zip(learner.nets.parameters(), learner.average.parameters()))


def test_products_are_as_precise_as_a_run_asks(monkeypatch):
    """Runs side by side learn with their own precision each, and leave that of the process alone."""
    before, seen, learn = th.get_float32_matmul_precision(), [], Learner.learn

    def look(learner, *arguments):
        seen.append((learner.config.matmul_precision, th.get_float32_matmul_precision()))
        return learn(learner, *arguments)

    monkeypatch.setattr(Learner, "learn", look)
    trainers = [Trainer(read_config(TINY, matmul_precision=p)) for p in ("medium", "highest")]
    for trainer in trainers:
        trainer.step()
        assert th.get_float32_matmul_precision() == before
    assert seen == [("medium", "medium")] * 2 + [("highest", "highest")] * 2
    with pytest.raises(InvalidConfig, match="matmul_precision"):
        read_config(TINY, matmul_precision="low")


def test_throughput_counts_decisions():
    work = Throughput(TINY)
    played = [work.self_play(), work.self_play()]
    assert min(played) > 0 and work.learning() == played[-1]
    assert work.maskable_ppo_instant() == STEPS * TINY["rows"]


@pytest.mark.parametrize("role", ["coach", "pilot"])
def test_a_file_plays_as_the_torch_net_does(role, tmp_path):
    """Saved, read without torch and played; weights that training never used are 0."""
    trainer = Trainer(read_config(TINY, critic="own", ema=0.0, activation="relu"))
    trainer.step()
    learner = trainer.learners[role]
    rollout = trainer.games.play(16, [2])[0][[part.role for part in trainer.opponents.parts].index(role), 0]
    nets = learner.average
    features = features_of(nets, rollout)
    with th.no_grad():
        expected, values = nets.log_probs(features).exp().numpy(), nets.values(features).numpy()
    agent = load(save_policy(tmp_path / "a.npz", learner.policy(role, {})), trainer.setup, role)
    found = agent.probabilities(View.of(rollout.observations, rollout.masks))
    assert np.abs(found[:, features.actions.numpy()] - expected).max() < 1e-5
    assert np.abs(agent.values(rollout.observations) - values).max() < 1e-5
    used = np.abs(agent.policy.net.weights[0]).sum(axis=0) > 0
    assert used[features.inputs.numpy()].all() and used.sum() < trainer.setup.width / 2


def test_a_turn_tells_figures_unless_there_was_nothing_to_learn_from():
    learner = Trainer(read_config(TINY)).learners["coach"]
    rollout = Trainer(read_config(TINY)).games.play(32, [1])[0][0, 0]
    weights = weights_at(learner.config, 0.5)
    before = copy.deepcopy(learner.nets.state_dict())
    changes = rollout.changes._replace(ends=rollout.changes.ends[:2])
    columns = rollout.actions, rollout.log_probs, rollout.last, rollout.returns
    one = Rollout(changes, *(column[:1] for column in columns))
    assert learner.learn([one], weights) == {} and same(before, learner.nets.state_dict())
    figures = learner.learn([rollout], weights)
    assert list(figures)[:3] == ["learning_rate", "policy_loss", "value_loss"]
    assert figures["learning_rate"] == weights.learning_rate and 0 < figures["value_loss"] < 2
    assert figures["kl_old"] >= 0 and figures["kl_magnet"] >= 0 and learner.decisions == len(rollout) + 1
    assert not same(before, learner.nets.state_dict()) and learner.turns == 1
