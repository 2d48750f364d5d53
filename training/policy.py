"""The learner's net: MaskablePPO's own, evaluated faster, with its own stream of chance; and its buffer."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib.common.maskable.buffers import MaskableRolloutBuffer
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from torch import nn

from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import entry

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}
ILLEGAL = -1e8
FLOOR = -80.0
"""Log-probabilities below it count as it where they are exponentiated: underflow takes a path ten times slower."""


def scale_of(setup: Setup) -> NDArray[np.float32]:
    """Return what brings every number of an observation into [-1, 1]: float32, shape (width,)."""
    low, high = setup.game.fields.bounds(setup.slots)
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    return (1.0 / np.maximum(reach, 1.0)).astype(np.float32)


class Scaled(BaseFeaturesExtractor):
    """Turns int8 observations into floats in [-1, 1]."""

    def __init__(self, observation_space: spaces.Space[Any], scale: NDArray[np.float32]) -> None:
        super().__init__(observation_space, len(scale))
        self.scale: th.Tensor
        self.register_buffer("scale", th.from_numpy(scale.copy()))

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return the features: float32, shape (n, width)."""
        return observations.float() * self.scale


@entry
def choose(logits: Any, masks: Any, uniforms: Any, actions: Any, logp: Any) -> None:
    """Write a legal action per row, drawn by a number in [0, 1) (below 0: the likeliest), and its log-probability."""
    for i in range(logits.shape[0]):
        top = np.float32(-np.inf)
        for a in range(logits.shape[1]):
            if masks[i, a] != 0 and logits[i, a] > top:
                top, actions[i] = logits[i, a], a
        total = 0.0
        for a in range(logits.shape[1]):
            if masks[i, a] != 0:
                total += np.exp(logits[i, a] - top)
        left = uniforms[i] * total
        for a in range(logits.shape[1]):
            if left >= 0.0 and masks[i, a] != 0:
                actions[i] = a
                left -= np.exp(logits[i, a] - top)
        logp[i] = logits[i, actions[i]] - top - np.log(total)


class FastPolicy(MaskableActorCriticPolicy):
    """The same nets and state dict without distribution objects, sampling from its own generator ``noise``."""

    noise: np.random.Generator = np.random.default_rng(0)

    def _masked(self, latent: th.Tensor, action_masks: Any) -> th.Tensor:
        logits: th.Tensor = self.action_net(latent)
        if action_masks is None:
            return logits
        masks = th.as_tensor(action_masks).reshape(logits.shape)
        return logits.masked_fill(masks == 0, ILLEGAL)

    def forward(
        self, obs: th.Tensor, deterministic: bool = False, action_masks: Any = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
        """Return actions (n,), values (n, 1) and log-probabilities (n,)."""
        pi, vf = self.mlp_extractor(self.features_extractor(obs))
        logits: NDArray[np.float32] = self.action_net(pi).detach().numpy()
        masks = np.ones_like(logits, np.int8) if action_masks is None else np.asarray(action_masks)
        uniforms = np.full(len(logits), -1.0) if deterministic else self.noise.random(len(logits))
        actions, logp = np.empty(len(logits), np.int64), np.empty(len(logits), np.float32)
        choose(logits, masks.reshape(logits.shape), uniforms, actions, logp)
        return th.from_numpy(actions), self.value_net(vf), th.from_numpy(logp)

    def evaluate_actions(
        self, obs: th.Tensor, actions: th.Tensor, action_masks: th.Tensor | None = None
    ) -> tuple[th.Tensor, th.Tensor, th.Tensor]:
        """Return values (n, 1), log-probabilities (n,) and entropies (n,)."""
        pi, vf = self.mlp_extractor(self.features_extractor(obs))
        logp = self._masked(pi, action_masks).log_softmax(-1)
        floored = logp.clamp(min=FLOOR)
        entropy = -(floored.exp() * floored).sum(-1)
        return self.value_net(vf), logp.gather(-1, actions.long().reshape(-1, 1)).squeeze(-1), entropy

    def predict_values(self, obs: Any) -> th.Tensor:
        """Return values: shape (n, 1)."""
        values: th.Tensor = self.value_net(self.mlp_extractor.forward_critic(self.features_extractor(obs)))
        return values


class ByteBuffer(MaskableRolloutBuffer):
    """A rollout buffer that keeps masks as bytes and shuffles by its own generator."""

    noise: np.random.Generator = np.random.default_rng(0)

    def reset(self) -> None:
        """Empty the buffer."""
        super().reset()
        self.action_masks = np.ones((self.buffer_size, self.n_envs, self.mask_dims), np.int8)

    def get(self, batch_size: int | None = None) -> Generator[Any, None, None]:
        """Yield all that was stored in random batches."""
        n = self.buffer_size * self.n_envs
        names = ("observations", "actions", "values", "log_probs", "advantages", "returns", "action_masks")
        if not self.generator_ready:
            for name in names:
                self.__dict__[name] = self.__dict__[name].reshape(n, -1)
            self.generator_ready = True
        order = self.noise.permutation(n)
        for first in range(0, n, batch_size or n):
            yield self._get_samples(order[first : first + (batch_size or n)])


def layers_of(module: nn.Module) -> list[nn.Linear]:
    """Return the linear layers of a module in their order."""
    return [layer for layer in module.modules() if isinstance(layer, nn.Linear)]


def _net(layers: list[nn.Linear], activation: str, scale: NDArray[np.float32]) -> Net:
    weights = tuple(x.weight.detach().numpy().copy() for x in layers)
    biases = tuple(x.bias.detach().numpy().copy() for x in layers)
    return Net(weights, biases, activation, scale)


def policy_net(policy: Any, activation: str) -> Net:
    """Return a copy of the net of a `FastPolicy`."""
    layers = [*layers_of(policy.mlp_extractor.policy_net), policy.action_net]
    return _net(layers, activation, policy.features_extractor.scale.numpy().copy())


def value_net(policy: Any, activation: str) -> Net:
    """Return a copy of the value net of a `FastPolicy`."""
    layers = [*layers_of(policy.mlp_extractor.value_net), policy.value_net]
    return _net(layers, activation, policy.features_extractor.scale.numpy().copy())


def to_policy(policy: Any, setup: Setup, role: str, activation: str, info: dict[str, Any]) -> Policy:
    """Return what a policy file holds."""
    nets = policy_net(policy, activation), value_net(policy, activation)
    return Policy(setup.game.id, role, nets[0], nets[1], setup.scenario, info)
