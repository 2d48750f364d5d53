"""The policy agent: a saved net that plays, and its file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from throwdown.agents.base import Agent
from throwdown.agents.net import ACTIVATIONS, Net, outputs, probabilities, sample, stack
from throwdown.envs.core.errors import (
    InvalidConfig,
    InvalidRecord,
    MissingExtra,
    ThrowdownError,
    did_you_mean,
)
from throwdown.envs.core.files import write_with
from throwdown.envs.core.game import Setup

FORMAT = "throwdown-policy"
VERSION = 1
_KEYS: dict[str, type] = {
    "game": str,
    "role": str,
    "width": int,
    "actions": int,
    "hidden": list,
    "activation": str,
    "layers": dict,
    "scenario": str,
    "info": dict,
}


def _torch() -> Any:
    """Return torch, which only the files need: the nets themselves run without it."""
    try:
        import torch
    except ImportError as error:
        raise MissingExtra("Policy files need PyTorch: pip install 'throwdown[train]'.") from error
    return torch


@dataclass(frozen=True, eq=False)
class Policy:
    """What a policy file holds.

    Attributes:
        game: the game's id.
        role: the role it was trained for.
        net: the policy net, one logit per action.
        value: a net with one output that estimates the return, or None.
        scenario: the scenario it was trained on.
        info: anything worth keeping: plain numbers, texts, lists and dicts.
    """

    game: str
    role: str
    net: Net
    value: Net | None = None
    scenario: str = ""
    info: Mapping[str, Any] = field(default_factory=dict)


def _layers(policy: Policy) -> dict[str, Any]:
    torch, out = _torch(), {}
    for name, net in (("policy", policy.net), ("value", policy.value)):
        for k, (w, b) in enumerate(zip(net.weights, net.biases)) if net is not None else ():
            out[f"{name}.{k}.weight"] = torch.tensor(np.asarray(w, np.float32))
            out[f"{name}.{k}.bias"] = torch.tensor(np.asarray(b, np.float32))
        if net is not None and net.scale is not None:
            out[f"{name}.scale"] = torch.tensor(np.asarray(net.scale, np.float32))
    return out


def save_policy(path: str | os.PathLike[str], policy: Policy) -> Path:
    """Write a policy file atomically: a reader finds the old file or the new one, never half of one."""
    torch, target, sizes = _torch(), Path(path), policy.net.sizes
    data = {
        "format": FORMAT,
        "version": VERSION,
        "game": policy.game,
        "role": policy.role,
        "width": sizes[0],
        "actions": sizes[-1],
        "hidden": list(sizes[1:-1]),
        "activation": policy.net.activation,
        "layers": _layers(policy),
        "scenario": policy.scenario,
        "info": dict(policy.info),
    }
    write_with(target, lambda file: torch.save(data, file))
    return target


def load_policy(path: str | os.PathLike[str]) -> Policy:
    """Read a policy file.

    Raises:
        InvalidConfig: there is no such file.
        InvalidRecord: it is damaged, no policy, or of another version.
    """
    source, torch = Path(path), _torch()
    if not source.is_file():
        raise InvalidConfig(f"there is no policy file '{source}'.")
    try:
        data = torch.load(source, map_location="cpu", weights_only=True)
    except Exception as error:  # a damaged pickle can raise nearly anything
        raise InvalidRecord(
            f"'{source}' is not a readable policy file: it is damaged or of another kind."
        ) from error
    _check(source, data)
    try:
        return _read(data)
    except (KeyError, ThrowdownError, ValueError, TypeError) as error:
        raise InvalidRecord(f"the layers in '{source}' are incomplete or do not fit together.") from error


def _check(source: Path, data: Any) -> None:
    """Refuse what is not a policy file of this version."""
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise InvalidRecord(f"'{source}' is not a policy file of this package.")
    if data.get("version") != VERSION:
        raise InvalidRecord(
            f"'{source}' is a policy file of version {data.get('version')}; this release reads version {VERSION}."
        )
    for key, kind in _KEYS.items():
        if not isinstance(data.get(key), kind):
            raise InvalidRecord(f"'{source}' is damaged: its entry '{key}' is missing or of the wrong kind.")


def _read(data: Mapping[str, Any]) -> Policy:
    """Rebuild the nets of a file whose entries have been checked."""
    layers = data["layers"]
    net = _net(layers, "policy", data["activation"])
    value = _net(layers, "value", data["activation"]) if "value.0.weight" in layers else None
    if net.sizes != (data["width"], *data["hidden"], data["actions"]):
        raise ValueError("the sizes in the file are not those of its layers")
    if value is not None and (value.sizes[0] != data["width"] or value.sizes[-1] != 1):
        raise ValueError("the value net reads other observations or has several outputs")
    return Policy(data["game"], data["role"], net, value, data["scenario"], data["info"])


def _net(layers: Mapping[str, Any], name: str, activation: str) -> Net:
    if activation not in ACTIVATIONS:
        raise ValueError("unknown activation")
    weights, biases = [], []
    for k in range(sum(key.startswith(f"{name}.") and key.endswith(".weight") for key in layers)):
        weights.append(_array(layers[f"{name}.{k}.weight"], 2))
        biases.append(_array(layers[f"{name}.{k}.bias"], 1))
    scale = _array(layers[f"{name}.scale"], 1) if f"{name}.scale" in layers else None
    return Net(tuple(weights), tuple(biases), activation, scale)


def _array(tensor: Any, dimensions: int) -> NDArray[np.float32]:
    if not isinstance(tensor, _torch().Tensor):
        raise TypeError("not a tensor")
    array = np.array(tensor.detach().numpy(), np.float32)
    if array.ndim != dimensions or not np.isfinite(array).all():
        raise ValueError("a tensor has the wrong shape or holds a number that is not finite")
    return array


class PolicyAgent(Agent):
    """Plays a saved net: samples from its distribution, or always takes its favourite.

    Args:
        policy: a policy, or the path of its file.
        deterministic: take the most probable action instead of sampling.
    """

    def __init__(self, policy: Policy | str | os.PathLike[str], deterministic: bool = False) -> None:
        self.policy = policy if isinstance(policy, Policy) else load_policy(policy)
        self.name = "policy" if isinstance(policy, Policy) else f"policy:{Path(policy).stem}"
        self.roles = (self.policy.role,)
        self.deterministic = deterministic
        self._nets = stack([self.policy.net])
        self._value = None if self.policy.value is None else stack([self.policy.value])

    def bind(self, setup: Setup) -> PolicyAgent:
        """Refuse a setup that the net was not made for."""
        policy, game = self.policy, setup.game
        width, actions = policy.net.sizes[0], policy.net.sizes[-1]
        if policy.game != game.id:
            raise InvalidConfig(f"{self.name} plays {policy.game}, not {game.id}.")
        if policy.role not in setup.roles:
            raise InvalidConfig(
                f"{self.name} plays the {policy.role}{did_you_mean(policy.role, setup.roles)}, "
                f"which {game.id} does not have."
            )
        if actions != game.actions.n:
            raise InvalidConfig(f"{self.name} knows {actions} actions, but {game.id} has {game.actions.n}.")
        if width != setup.width:
            raise InvalidConfig(
                f"{self.name} was trained on scenario '{policy.scenario}' with {self._slots(setup)}, but scenario "
                f"'{setup.scenario}' with max_pilots {setup.slots} is observed in {setup.width} numbers."
            )
        return self

    def _slots(self, setup: Setup) -> str:
        """Say which number of Pilot slots the net was made for."""
        width = self.policy.net.sizes[0]
        for slots in range(1, 64):
            if setup.game.fields.width(slots) == width:
                return f"max_pilots {slots}, in {width} numbers"
        return f"observations of {width} numbers"

    def act(
        self, observations: NDArray[np.int8], masks: NDArray[np.int8], rng: np.random.Generator
    ) -> NDArray[np.int64]:
        """Return a legal action per row."""
        n = len(observations)
        temperature = 0.0 if self.deterministic else 1.0
        return sample(self._nets, np.zeros(n, np.int64), observations, masks, rng.random(n), temperature)

    def probabilities(self, observations: NDArray[np.int8], masks: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the distribution over all actions per row: float32, shape (n, actions)."""
        temperature = 0.0 if self.deterministic else 1.0
        return probabilities(self._nets, np.zeros(len(masks), np.int64), observations, masks, temperature)

    def values(self, observations: NDArray[np.int8]) -> NDArray[np.float32]:
        """Return the estimated return per row: float32, shape (n,).

        Raises:
            InvalidConfig: the policy was saved without a value net.
        """
        if self._value is None:
            raise InvalidConfig(f"{self.name} was saved without a value net.")
        return outputs(self._value, np.zeros(len(observations), np.int64), observations)[:, 0]
