"""Tianshou: train a DQN that reads the mask from a dictionary observation.

Needs: pip install 'throwdown[train]' tianshou
Run: python examples/tianshou_dqn.py --steps 20000
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.utils.net.common import Net
from tianshou.utils.torch_utils import policy_within_training_step

import throwdown  # noqa: F401  (registers the environments)

NUM_ENVS, STEPS = 8, 256


def make_env(seed: int) -> gymnasium.Env[Any, Any]:
    """Return a Pilot's environment whose observations have the names that Tianshou expects."""
    env = gymnasium.make("throwdown/duel-v0", opponent="random", reward="win", seed=seed)
    parts = env.observation_space
    space = gymnasium.spaces.Dict({"obs": parts["observation"], "mask": parts["action_mask"]})

    def rename(seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {"obs": seen["observation"].astype(np.float32), "mask": seen["action_mask"].astype(bool)}

    return gymnasium.wrappers.TransformObservation(env, rename, space)


def main(steps: int) -> tuple[int, float]:
    """Return the number of games played in training, and the mean reward of the last ones."""
    envs = DummyVectorEnv([lambda seed=seed: make_env(seed) for seed in range(NUM_ENVS)])
    env = make_env(0)
    net = Net(
        state_shape=env.observation_space["obs"].shape, action_shape=env.action_space.n, hidden_sizes=[128]
    )
    policy = DiscreteQLearningPolicy(model=net, action_space=env.action_space, eps_training=0.1)
    learner = DQN(policy=policy, optim=AdamOptimizerFactory(lr=1e-3), gamma=1.0, target_update_freq=100)
    buffer = VectorReplayBuffer(20_000, NUM_ENVS)
    collector = Collector(learner, envs, buffer, exploration_noise=True)
    collector.reset()
    games, last = 0, np.zeros(0)
    for _ in range(max(1, steps // STEPS)):
        stats = collector.collect(n_step=STEPS)
        games, last = games + stats.n_collected_episodes, stats.returns
        with policy_within_training_step(policy):
            for _ in range(STEPS // 16):
                learner.update(buffer, sample_size=64)
    return games, float(last.mean())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=1_024)
    played, reward = main(parser.parse_args().steps)
    print(f"{played} games; mean reward of the last ones: {reward:+.2f}")
