"""One role that learns: its games, its MaskablePPO and its streams of chance."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Any

import numpy as np
import torch as th
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.envs.core.game import Setup
from throwdown.training.config import TrainConfig
from throwdown.training.opponents import KINDS, Opposition, Pool
from throwdown.training.policy import (
    ACTIVATIONS,
    ByteBuffer,
    FastPolicy,
    Scaled,
    policy_net,
    scale_of,
    to_policy,
)
from throwdown.training.vecenv import SelfPlayVecEnv


class Ppo(MaskablePPO):
    """MaskablePPO whose episode statistics are kept by the learner."""

    def _update_info_buffer(self, infos: Any, dones: Any = None) -> None:
        """Keep nothing: `Results` reads rewards and ends as arrays."""


class Results(BaseCallback):
    """Adds up returns by kind of opponent."""

    def __init__(self, company: Opposition) -> None:
        super().__init__()
        self.company = company
        self.clear()

    def clear(self) -> None:
        """Forget the games so far."""
        self.games = np.zeros(len(KINDS), np.int64)
        self.sums = np.zeros(len(KINDS))

    def _on_step(self) -> bool:
        done: NDArray[np.bool_] = self.locals["dones"]
        if done.any():
            kinds = self.company.before[done]
            self.games += np.bincount(kinds, minlength=len(KINDS))
            self.sums += np.bincount(kinds, self.locals["rewards"][done], len(KINDS))
        return True

    def means(self) -> dict[str, float]:
        """Return the mean return against every kind that was met."""
        return {k: float(s / n) for k, s, n in zip(KINDS, self.sums, self.games) if n > 0}


def make_ppo(setup: Setup, config: TrainConfig, env: Any, key: list[int]) -> Any:
    """Return a `Ppo` with fast nets; ``key`` seeds its weights and its chance, and no global stream is touched."""
    with th.random.fork_rng(devices=[]):
        th.manual_seed(int(np.random.SeedSequence(key).generate_state(1)[0]))
        model: Any = Ppo(
            FastPolicy,
            env,
            learning_rate=config.learning_rate,
            n_steps=config.n_steps,
            batch_size=config.batch_size,
            n_epochs=config.epochs,
            gamma=config.gamma,
            gae_lambda=config.gae_lambda,
            clip_range=config.clip,
            ent_coef=config.entropy,
            vf_coef=config.value_weight,
            rollout_buffer_class=ByteBuffer,
            device="cpu",
            policy_kwargs={
                "net_arch": {"pi": list(config.hidden), "vf": list(config.hidden)},
                "activation_fn": ACTIVATIONS[config.activation],
                "features_extractor_class": Scaled,
                "features_extractor_kwargs": {"scale": scale_of(setup)},
            },
        )
    noise = np.random.default_rng([*key, 1])
    model.policy.noise = model.rollout_buffer.noise = noise
    model.ep_info_buffer, model.ep_success_buffer = deque(maxlen=1), deque(maxlen=1)
    model.set_logger(Logger(folder=None, output_formats=[]))
    return model


class Learner:
    """Collects rollouts for one role and learns from them.

    It reads the pools and writes nothing that another learner reads, so learners may run side by side.

    Args:
        setup: what is played.
        config: the run.
        role: the role that learns.
        pools: the frozen nets of all learning roles.
    """

    def __init__(self, setup: Setup, config: TrainConfig, role: str, pools: Mapping[str, Pool]) -> None:
        self.setup, self.config, self.role = setup, config, role
        roles = list(dict.fromkeys(setup.roles))
        others = [other for other in roles if other != role]
        key = [config.seed, roles.index(role)]
        self.company = Opposition(setup, config.rows, others, pools, config.mix)
        seed = int(np.random.SeedSequence([*key, 2]).generate_state(1)[0])
        self.env = SelfPlayVecEnv(setup, config.rows, role, self.company, seed)
        self.model = make_ppo(setup, config, self.env, key)
        self.noise: np.random.Generator = self.model.policy.noise
        self.results = Results(self.company)
        self.results.init_callback(self.model)

    def start(self) -> None:
        """Deal the first games; the pools must be filled."""
        self.model._last_obs = self.env.reset()
        self.model._last_episode_starts = np.ones(self.config.rows, np.bool_)

    def collect(self) -> None:
        """Fill the rollout buffer."""
        model = self.model
        model.collect_rollouts(model.env, self.results, model.rollout_buffer, self.config.n_steps)

    def learn(self, progress: float) -> None:
        """Collect and learn for one turn; ``progress`` in [0, 1] sets the schedules."""
        c, model = self.config, self.model
        self.results.clear()
        rate = c.learning_rate + (c.learning_rate_end - c.learning_rate) * progress
        model.lr_schedule = lambda _: rate
        model.ent_coef = c.entropy + (c.entropy_end - c.entropy) * progress
        for _ in range(c.rollouts_per_turn):
            self.collect()
            model.train()

    def figures(self) -> dict[str, float]:
        """Return what the last turn was like: mean returns by kind of opponent and the losses."""
        values = {f"return/{k}": v for k, v in self.results.means().items()}
        logged = {k: float(v) for k, v in self.model.logger.name_to_value.items() if k.startswith("train/")}
        self.model.logger.name_to_value.clear()
        return {**values, **logged}

    def net(self) -> Net:
        """Return a copy of the policy's net."""
        return policy_net(self.model.policy, self.config.activation)

    def policy(self, info: dict[str, Any]) -> Policy:
        """Return what a policy file holds."""
        return to_policy(self.model.policy, self.setup, self.role, self.config.activation, info)

    def get_state(self) -> dict[str, Any]:
        """Return everything that the next turns depend on, but for the pools."""
        model = self.model
        return {
            "weights": {k: v.clone() for k, v in model.policy.state_dict().items()},
            "optimizer": model.policy.optimizer.state_dict(),
            "env": self.env.get_state(),
            "company": self.company.get_state(),
            "last_observations": model._last_obs,
            "last_masks": self.env.action_masks(),
            "episode_starts": model._last_episode_starts,
            "noise": self.noise.bit_generator.state,
            "decisions": int(model.num_timesteps),
            "updates": int(model._n_updates),
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned."""
        model = self.model
        model.policy.load_state_dict(state["weights"])
        model.policy.optimizer.load_state_dict(state["optimizer"])
        self.company.set_state(state["company"])
        self.env.set_state(state["env"])
        model._last_obs = np.array(state["last_observations"])
        model._last_episode_starts = np.array(state["episode_starts"])
        self.noise.bit_generator.state = state["noise"]
        model.num_timesteps, model._n_updates = int(state["decisions"]), int(state["updates"])
