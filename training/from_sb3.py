"""Models of Stable-Baselines3 and sb3-contrib as agents: their ``.zip`` files, or models at hand."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3 import A2C, PPO
from stable_baselines3.common.base_class import BaseAlgorithm

from throwdown.agents.base import LogitsAgent
from throwdown.envs.core.kit import InvalidConfig, InvalidRecord, Setup, Singles, how_many
from throwdown.envs.tables.view import View

KINDS: tuple[type[BaseAlgorithm], ...] = (MaskablePPO, PPO, A2C)
OTHERS = {".recurrent.": "RecurrentPPO", ".dqn.": "DQN", ".qrdqn.": "QRDQN", ".ars.": "ARS"}
"""Unsupported algorithms, by the module names of their policies."""


class Sb3Agent(LogitsAgent):
    """Samples from the policy of a model trained with MaskablePPO, PPO or A2C.

    Loading such a file runs code stored in it: only load files that you trust.

    Args:
        source: a model, or a file written by its ``save``.
        name: its name in tables; by default that of the file.

    Raises:
        InvalidConfig: there is no such file, or the model is of another kind.
        InvalidRecord: the file is damaged; binding the agent also raises it for weights that are not finite.
    """

    def __init__(self, source: BaseAlgorithm | str | os.PathLike[str], name: str = "") -> None:
        if isinstance(source, BaseAlgorithm):
            self.model: Any = source
            self.name = name or type(source).__name__
        else:
            self.model = _load(Path(source))
            self.name = name or Path(source).stem
        if not isinstance(self.model, KINDS) or not isinstance(self.model.action_space, spaces.Discrete):
            raise _foreign(self.name, type(self.model).__name__)
        self.model.policy.set_training_mode(False)

    def bind(self, setup: Setup) -> Sb3Agent:
        """Raise for a setup other than that of the model's training."""
        space = self.model.observation_space
        row = space["observation"] if isinstance(space, spaces.Dict) else space
        have, wanted = (row.shape, int(self.model.action_space.n)), ((setup.width,), setup.game.actions.n)
        if have != wanted:
            raise InvalidConfig(
                f"{self.name} was trained on observations of shape {have[0]} and {how_many(have[1], 'action')}, but "
                f"scenario '{setup.scenario}' of {setup.game.id} has {wanted[0]} and {wanted[1]}."
            )
        self.try_out(setup)
        return self

    def logits(self, view: View) -> Singles:
        """Return a number per game and action: float32, shape (n, actions)."""
        policy, given = self.model.policy, view.observations
        if isinstance(self.model.observation_space, spaces.Dict):
            whole = {"observation": view.observations, "action_mask": view.masks}
            tensors, _ = policy.obs_to_tensor(
                {name: whole[name] for name in self.model.observation_space.spaces}
            )
        else:
            tensors, _ = policy.obs_to_tensor(given)
        try:
            with th.no_grad():
                found = policy.get_distribution(tensors).distribution.logits
        except ValueError:  # PyTorch rejects distributions that are not finite
            raise self._not_finite() from None
        return np.asarray(found.cpu().numpy(), np.float32)


def _foreign(name: str, algorithm: str) -> InvalidConfig:
    """Return the exception for a model of another algorithm."""
    known = ", ".join(kind.__name__ for kind in KINDS)
    return InvalidConfig(f"{name} is a model of {algorithm}, which cannot play here; those of {known} can.")


def _load(path: Path) -> BaseAlgorithm:
    if not path.is_file():
        raise InvalidConfig(f"there is no file '{path}'.")
    try:
        with zipfile.ZipFile(path) as file:
            about = json.loads(file.read("data"))
        module = str(about["policy_class"]["__module__"])
    except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile):
        raise InvalidRecord(
            f"'{path}' is not a model saved by Stable-Baselines3, or it is damaged."
        ) from None
    for part, algorithm in OTHERS.items():
        if part in module:
            raise _foreign(f"'{path}'", algorithm)
    kind = MaskablePPO if "maskable" in module else PPO if "clip_range" in about else A2C
    try:
        model: BaseAlgorithm = kind.load(path, device="cpu")
    except Exception as error:  # unpickling may raise anything
        raise InvalidRecord(f"'{path}' cannot be loaded: {type(error).__name__}: {error}.") from error
    return model
