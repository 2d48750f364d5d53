"""RLlib, new API stack: PPO with an RLModule that masks illegal actions.

Needs: pip install 'throwdown[train]' 'ray[rllib]'
Run: python examples/rllib_ppo.py --iterations 10
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env


def make_env(config: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """Return a Pilot's environment, as float32 and with the names that RLlib's masking module expects."""
    import throwdown  # noqa: F401  (a worker process registers the environments, too)

    env = gymnasium.make("throwdown/duel-v0", opponent="random", reward="win", **config)
    parts = env.observation_space
    space = gymnasium.spaces.Dict(
        {
            "observations": gymnasium.spaces.Box(-128, 127, parts["observation"].shape, np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, parts["action_mask"].shape, np.float32),
        }
    )

    def rename(seen: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        return {
            "observations": seen["observation"].astype(np.float32),
            "action_mask": seen["action_mask"].astype(np.float32),
        }

    return gymnasium.wrappers.TransformObservation(env, rename, space)


def main(iterations: int, batch: int = 512) -> float:
    """Return the mean reward of the Pilot in the last iteration."""
    register_env("duel", make_env)
    config = (
        PPOConfig()
        .environment("duel")
        .env_runners(num_env_runners=0)  # in this process; more of them play on more cores
        .learners(num_learners=0)
        .training(gamma=1.0, lr=1e-3, train_batch_size_per_learner=batch, minibatch_size=128, num_epochs=4)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128], "head_fcnet_activation": "relu"},
            )
        )
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    reward = 0.0
    for _ in range(iterations):
        reward = algorithm.train()["env_runners"]["episode_return_mean"]
    algorithm.stop()
    ray.shutdown()
    return float(reward)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--iterations", type=int, default=2)
    print(f"mean reward of the Pilot: {main(parser.parse_args().iterations):+.2f}")
