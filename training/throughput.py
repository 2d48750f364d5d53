"""The speed of collecting rollouts, also in an environment that answers instantly."""

from typing import Any, cast

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from throwdown.agents import RandomAgent
from throwdown.envs.core.kit import Bytes, Setup
from throwdown.training import selfplay, vecenv
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.samples import weights_at
from throwdown.training.trainer import Trainer

STEPS = 16


class InstantVecEnv(vecenv.SelfPlayVecEnv):
    """An environment of the same sizes that answers instantly: constant observations and masks, without an end."""

    def __init__(self, setup: Setup, config: TrainConfig) -> None:
        players = dict.fromkeys(setup.roles, RandomAgent())
        super().__init__(setup, config.rows, setup.roles[0], players)
        self._rows = super().reset()
        self._nothing = np.zeros(config.rows, np.float32), np.zeros(config.rows, np.bool_)

    def reset(self) -> Bytes:
        """Return the observations."""
        return self._rows

    def step_wait(self) -> vecenv.StepResult:
        """Return the same observations."""
        return self._rows, *self._nothing, self._infos


class _Silent(BaseCallback):
    def _on_step(self) -> bool:
        return True


def stock_ppo(setup: Setup, config: TrainConfig, env: InstantVecEnv) -> MaskablePPO:
    """Return sb3-contrib's own MaskablePPO, with its policy and buffer, and nets of the same sizes."""
    net_arch = {"pi": list(config.hidden), "vf": list(config.hidden)}
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=STEPS,
        batch_size=config.batch_size,
        device="cpu",
        policy_kwargs={"net_arch": net_arch},
    )
    model.set_logger(Logger(folder=None, output_formats=[]))
    return model


class Throughput:
    """Collects decisions and learns from them, on one core, in comparison with the original MaskablePPO of sb3-contrib.

    Each method does one turn and returns the number of its decisions.

    Args:
        config: as for `train`; the defaults if left out.
        changes: fields of the configuration that override it.
    """

    def __init__(self, config: Any = None, **changes: Any) -> None:
        settings = read_config({} if config is None else config, **{"device": "cpu", **changes})
        self._trainer = Trainer(settings)
        self._turn = 0
        self._taken = self._play()
        self._silent = _Silent()
        self._stock = self._prepare(InstantVecEnv(self._trainer.setup, settings))

    def _prepare(self, env: InstantVecEnv) -> MaskablePPO:
        """Return MaskablePPO in the state in which `learn` begins its first rollout."""
        model: Any = stock_ppo(self._trainer.setup, self._trainer.config, env)
        self._silent.init_callback(model)
        model._last_obs = env.reset()
        model._last_episode_starts = np.ones(self._trainer.config.rows, np.bool_)
        model.ep_info_buffer = model.ep_success_buffer = []
        return cast(MaskablePPO, model)

    def _play(self) -> selfplay.Taken:
        c = self._trainer.config
        return self._trainer.games.play(c.rows, [c.seed, self._turn])[0]

    def self_play(self) -> int:
        """Play games of both roles to the end."""
        self._turn += 1
        self._taken = self._play()
        return self._decisions()

    def learning(self) -> int:
        """Learn from the games played last."""
        for learner, rollouts in self._trainer.jobs([self._taken]):
            learner.learn(rollouts, weights_at(learner.config, 0.0))
        return self._decisions()

    def maskable_ppo_instant(self) -> int:
        """Collect a rollout of MaskablePPO from an instantly answering environment of the same sizes."""
        model: Any = self._stock
        model.collect_rollouts(model.env, self._silent, model.rollout_buffer, STEPS)
        return STEPS * self._trainer.config.rows

    def _decisions(self) -> int:
        return sum(map(len, self._taken.values()))
