"""How fast rollouts are collected, beside an environment that answers at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch as th
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger

from throwdown.agents import RandomAgent
from throwdown.envs.core.game import Setup
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.train import Trainer
from throwdown.training.vecenv import SelfPlayVecEnv, StepResult

STEPS = 16


class InstantVecEnv(SelfPlayVecEnv):
    """An environment of the same sizes that answers at once: always the same observations and masks, never an end."""

    def __init__(self, setup: Setup, config: TrainConfig) -> None:
        players = dict.fromkeys(setup.roles, RandomAgent())
        super().__init__(setup, config.rows, setup.roles[0], players)
        self._rows = super().reset()
        self._nothing = np.zeros(config.rows, np.float32), np.zeros(config.rows, np.bool_)

    def reset(self) -> NDArray[np.int8]:
        """Return the observations."""
        return self._rows

    def step_wait(self) -> StepResult:
        """Return them again."""
        return self._rows, *self._nothing, self._infos


class _Silent(BaseCallback):
    def _on_step(self) -> bool:
        return True


def stock_ppo(setup: Setup, config: TrainConfig, env: InstantVecEnv) -> MaskablePPO:
    """Return sb3-contrib's own MaskablePPO, policy and buffer included, with nets of the same sizes."""
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


def _collector(model: Any, config: TrainConfig) -> Callable[[], float]:
    """Return a function that collects one rollout and returns its steps per second."""
    silent = _Silent()
    silent.init_callback(model)
    model._last_obs = model.env.reset()
    model._last_episode_starts = np.ones(config.rows, np.bool_)
    model.ep_info_buffer = model.ep_success_buffer = []

    def collect() -> float:
        start = time.perf_counter()
        model.collect_rollouts(model.env, silent, model.rollout_buffer, STEPS)
        return config.rows * STEPS / (time.perf_counter() - start)

    return collect


def measure(config: Any = None, repeats: int = 5, quick: bool = False, **changes: Any) -> dict[str, float]:
    """Measure how fast decisions are collected on one core, self-play beside an environment that answers at once.

    Args:
        config: as for `train`; the defaults if left out.
        repeats: rollouts of each kind, after one to warm up; medians are reported.
        quick: one rollout of each kind.
        changes: fields of the configuration that go before it.

    Returns:
        ``self_play``: decisions per second of all roles' rollouts; ``learning``: decisions per second of learning from
        them; ``maskable_ppo_instant``: steps per second that sb3-contrib's MaskablePPO as it comes collects from an
        instantly answering environment of the same sizes; ``ratio``: of the first to the last.
    """
    settings = read_config({} if config is None else config, **changes)
    threads = th.get_num_threads()
    try:
        return _measure(Trainer(settings), settings, 1 if quick else repeats)
    finally:
        th.set_num_threads(threads)


def _measure(trainer: Trainer, config: TrainConfig, repeats: int) -> dict[str, float]:
    instant = InstantVecEnv(trainer.setup, config)
    collect = _collector(stock_ppo(trainer.setup, config, instant), config)
    speeds: list[tuple[float, float, float]] = []
    for k in range(repeats + 1):
        start = time.perf_counter()
        taken, _ = trainer.games.play(config.rows, [config.seed, k])
        middle = time.perf_counter()
        for learner, rollouts in trainer.jobs([taken]):
            learner.learn(rollouts, 0.0)
        end, n = time.perf_counter(), sum(map(len, taken.values()))
        speeds.append((n / (middle - start), n / (end - middle), collect()))
    ours, learning, stock = (float(np.median(speed)) for speed in zip(*speeds[1:]))
    ratio = ours / stock
    return {"self_play": ours, "learning": learning, "maskable_ppo_instant": stock, "ratio": ratio}
