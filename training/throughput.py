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

from throwdown.envs.core.game import Setup
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.learner import Learner, make_ppo
from throwdown.training.train import Trainer
from throwdown.training.vecenv import SelfPlayVecEnv, StepResult


class InstantVecEnv(SelfPlayVecEnv):
    """An environment of the same sizes that answers at once: always the same observations and masks, never an end."""

    def __init__(self, learner: Learner) -> None:
        rows = learner.config.rows
        super().__init__(learner.setup, rows, learner.role, learner.company)
        self._rows: NDArray[np.int8] = learner.model._last_obs
        self._masks = learner.env.action_masks()
        self._nothing = np.zeros(rows, np.float32), np.zeros(rows, np.bool_)

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
        n_steps=config.n_steps,
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
        model.collect_rollouts(model.env, silent, model.rollout_buffer, config.n_steps)
        return config.rows * config.n_steps / (time.perf_counter() - start)

    return collect


def filled(config: TrainConfig) -> Trainer:
    """Return a trainer at its start whose pools hold as many snapshots as they can."""
    trainer = Trainer(config)
    for role, pool in trainer.pools.items():
        net = trainer.learners[role].net()
        while pool.snapshots < pool.size:
            pool.update(net)
            pool.snapshot(pool.snapshots)
    return trainer


def compare(trainer: Trainer, role: str, repeats: int) -> dict[str, float]:
    """Return the steps per second of one role's rollouts and of the two yardsticks, medians of alternating runs."""
    learner, config, setup = trainer.learners[role], trainer.config, trainer.setup
    instant = InstantVecEnv(learner)

    def ours() -> float:
        start = time.perf_counter()
        learner.collect()
        return config.rows * config.n_steps / (time.perf_counter() - start)

    fast = make_ppo(setup, config, instant, [0, 0])
    runs = {
        "self_play": ours,
        "maskable_ppo_instant": _collector(stock_ppo(setup, config, instant), config),
        "fast_policy_instant": _collector(fast, config),
    }
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for k in range(repeats + 1):
        for name, run in runs.items():
            speed = run()
            if k > 0:  # the first round warms up
                speeds[name].append(speed)
    figures = {name: float(np.median(values)) for name, values in speeds.items()}
    figures["ratio"] = figures["self_play"] / figures["maskable_ppo_instant"]
    figures["ratio_same_policy"] = figures["self_play"] / figures["fast_policy_instant"]
    return figures


def measure(config: Any = None, repeats: int = 5, quick: bool = False, **changes: Any) -> dict[str, Any]:
    """Measure rollout collection on one core, self-play beside an instantly answering environment, in one run.

    Args:
        config: as for `train`; the defaults if left out.
        repeats: rollouts of each kind, after one to warm up; medians are reported.
        quick: one rollout of each kind.
        changes: fields of the configuration that go before it.

    Returns:
        ``roles``: per role, the steps per second of self-play (``self_play``), of sb3-contrib's MaskablePPO as it comes
        with an instantly answering environment (``maskable_ppo_instant``), of this package's policy class with the same
        (``fast_policy_instant``), and the ratios of the first to the others (``ratio``, ``ratio_same_policy``).
        ``steps``: steps per second when the roles take turns. ``ratio``, ``ratio_same_policy``: the lowest of any role.
        Besides ``rows``, ``snapshots`` and ``hidden``.
    """
    settings = read_config({} if config is None else config, **changes)
    threads = th.get_num_threads()
    trainer = filled(settings)
    try:
        roles = {role: compare(trainer, role, 1 if quick else repeats) for role in settings.roles}
    finally:
        th.set_num_threads(threads)
    return {
        "steps": len(roles) / sum(1.0 / f["self_play"] for f in roles.values()),
        "ratio": min(f["ratio"] for f in roles.values()),
        "ratio_same_policy": min(f["ratio_same_policy"] for f in roles.values()),
        "rows": settings.rows,
        "snapshots": min(pool.snapshots for pool in trainer.pools.values()),
        "hidden": list(settings.hidden),
        "roles": roles,
    }
