"""The learner's nets: MaskablePPO's policy class, with a critic that may see more, and evaluated where it counts."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor, create_mlp
from torch import nn
from torch.nn.functional import linear

from throwdown.agents import Net, Policy
from throwdown.agents.carry import layout_of
from throwdown.envs.core.kit import Batch, InvalidConfig, Setup, Singles
from throwdown.training import opponents, selfplay

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}
ILLEGAL = -1e8
FLOOR = -80.0
"""Log-probabilities below it count as it where they are exponentiated: underflow takes a path ten times slower."""


SEEN_GAMES, SEEN_STEPS = 256, 1024
"""Random games that are looked at, and for how many moves, to see how large the numbers of observations are."""


def scale_of(setup: Setup, inputs: str = "range") -> Singles:
    """Return what every number of an observation is multiplied by: float32, shape (width,).

    Args:
        setup: what is played.
        inputs: ``range`` brings numbers into [-1, 1] by their bounds; ``seen`` makes the root mean square of what is
            not zero 1 in random games, and takes the bounds for what is always zero there.
    """
    low, high = setup.game.fields.bounds(setup.counts)
    reach = np.maximum(np.abs(low.astype(np.float32)), np.abs(high.astype(np.float32)))
    reach = np.maximum(reach, 1.0)
    if inputs == "seen":
        typical = _typical(setup)
        reach = np.where(typical > 0, typical, reach)
    return (1.0 / reach).astype(np.float32)


def _typical(setup: Setup) -> Singles:
    batch = Batch(setup, SEEN_GAMES, 0)
    step = batch.reset()
    squares, counts = np.zeros(setup.width), np.zeros(setup.width)
    for _ in range(SEEN_STEPS):
        squares += np.square(step.observations, dtype=np.float64).sum(axis=0)
        counts += np.count_nonzero(step.observations, axis=0)
        step = batch.step(batch.random_actions())
    return np.sqrt(squares / np.maximum(counts, 1.0)).astype(np.float32)


class Scaled(BaseFeaturesExtractor):
    """Turns int8 observations into floats in [-1, 1]."""

    def __init__(self, observation_space: spaces.Space[Any], scale: Singles) -> None:
        super().__init__(observation_space, len(scale))
        self.scale: th.Tensor
        self.register_buffer("scale", th.from_numpy(scale.copy()))

    def forward(self, observations: th.Tensor) -> th.Tensor:
        """Return the features: float32, shape (n, width)."""
        return observations.float() * self.scale


class Seeing(nn.Module):
    """Policy and value nets over the same features, of which the policy net sees the first ``width`` only."""

    def __init__(
        self, width: int, features: int, net_arch: dict[str, list[int]], activation: type[nn.Module]
    ) -> None:
        super().__init__()
        self.width = width
        self.policy_net = nn.Sequential(*create_mlp(width, -1, net_arch["pi"], activation))
        self.value_net = nn.Sequential(*create_mlp(features, -1, net_arch["vf"], activation))
        self.latent_dim_pi, self.latent_dim_vf = net_arch["pi"][-1], net_arch["vf"][-1]

    def forward(self, features: th.Tensor) -> tuple[th.Tensor, th.Tensor]:
        """Return the last hidden layers of both nets."""
        return self.forward_actor(features), self.forward_critic(features)

    def forward_actor(self, features: th.Tensor) -> th.Tensor:
        """Return the policy net's last hidden layer."""
        hidden: th.Tensor = self.policy_net(features[:, : self.width])
        return hidden

    def forward_critic(self, features: th.Tensor) -> th.Tensor:
        """Return the value net's last hidden layer."""
        hidden: th.Tensor = self.value_net(features)
        return hidden


@dataclass(frozen=True, eq=False)
class Features:
    """A rollout as the nets take it: without the inputs that are 0 and the actions that are illegal throughout.

    Such inputs add nothing to a layer and such actions have no probability, so leaving them out changes no result.

    Attributes:
        inputs: int64; the policy net's inputs that are kept.
        wide: int64; the value net's.
        actions: int64; the actions that are kept.
        x: float32 (p, len(inputs)); what the policy net sees.
        illegal: bool (p, len(actions)).
        chosen: int64 (p, 1); places in ``actions``.
        z: float32 (v, len(wide)); what the value net sees.
    """

    inputs: th.Tensor
    wide: th.Tensor
    actions: th.Tensor
    x: th.Tensor
    illegal: th.Tensor
    chosen: th.Tensor
    z: th.Tensor


class MaskedPolicy(MaskableActorCriticPolicy):
    """MaskablePPO's policy whose nets are those of `Seeing`.

    Args:
        width: numbers of an observation that the policy net sees.
        rest: as for `MaskableActorCriticPolicy`.
    """

    def __init__(self, *rest: Any, width: int, **more: Any) -> None:
        self.width = width
        super().__init__(*rest, **more)
        actions = int(cast(spaces.Discrete, self.action_space).n)
        self.met: th.Tensor
        self.known: th.Tensor
        self.register_buffer("met", th.zeros(self.features_dim, dtype=th.bool))  # inputs that were ever not 0
        self.register_buffer("known", th.zeros(actions, dtype=th.bool))  # ever legal

    def _build_mlp_extractor(self) -> None:
        assert isinstance(self.net_arch, dict)
        nets = Seeing(self.width, self.features_dim, self.net_arch, self.activation_fn)
        self.mlp_extractor = nets  # type: ignore[assignment]

    def features(
        self,
        rollout: selfplay.Rollout,
        deeds: opponents.Rows | None = None,
        states: opponents.Rows | None = None,
    ) -> Features:
        """Return a rollout as `log_probs` and `state_values` take it.

        Args:
            rollout: what was played.
            deeds: int64 (p,); the decisions that the policy net looks at, all by default.
            states: int64 (v,); those that the value net looks at.
        """
        extractor: Any = self.features_extractor
        scale = extractor.scale.numpy()
        deeds = np.arange(len(rollout)) if deeds is None else deeds
        states = np.arange(len(rollout)) if states is None else states
        inputs = np.flatnonzero(rollout.observations.any(axis=0))
        more = np.flatnonzero(rollout.others.any(axis=0))
        actions = np.flatnonzero(rollout.masks.any(axis=0))
        place = np.zeros(rollout.masks.shape[1], np.int64)
        place[actions] = np.arange(len(actions))
        wide = np.concatenate((inputs, self.width + more))
        self.met[wide] = True
        self.known[actions] = True
        # ``take``, since indexing by columns lays out the result column by column.
        x = rollout.observations[deeds].take(inputs, axis=1) * scale[inputs]
        seen = rollout.observations[states].take(inputs, axis=1), rollout.others[states].take(more, axis=1)
        z = np.concatenate(seen, axis=1) * scale[wide]
        illegal = rollout.masks[deeds].take(actions, axis=1) == 0
        chosen = place[rollout.actions[deeds]][:, None]
        return Features(*(th.from_numpy(a) for a in (inputs, wide, actions, x, illegal, chosen, z)))

    def log_probs(self, f: Features, rows: Any = slice(None)) -> th.Tensor:
        """Return the log-probabilities of the kept actions in some rows: (n, len(f.actions))."""
        nets: Any = self.mlp_extractor
        net = nets.policy_net
        actor: Any = self.action_net
        latent = net[1:](linear(_rows(f.x, rows), net[0].weight.index_select(1, f.inputs), net[0].bias))
        logits = linear(latent, actor.weight.index_select(0, f.actions), actor.bias[f.actions])
        return logits.masked_fill(f.illegal[rows], ILLEGAL).log_softmax(-1)

    def state_values(self, f: Features, rows: Any = slice(None)) -> th.Tensor:
        """Return the critic's values in some rows: (n,)."""
        nets: Any = self.mlp_extractor
        net = nets.value_net
        hidden = net[1:](linear(_rows(f.z, rows), net[0].weight.index_select(1, f.wide), net[0].bias))
        values: th.Tensor = self.value_net(hidden)
        return values.squeeze(-1)


def _rows(x: th.Tensor, rows: Any) -> th.Tensor:
    """Return ``x[rows]``, several times faster where rows are listed."""
    return x.index_select(0, rows) if isinstance(rows, th.Tensor) else x[rows]


def layers_of(module: nn.Module) -> list[nn.Linear]:
    """Return the linear layers of a module in their order."""
    return [layer for layer in module.modules() if isinstance(layer, nn.Linear)]


def _net(layers: list[nn.Linear], activation: str, scale: Singles) -> Net:
    weights = tuple(x.weight.detach().numpy().copy() for x in layers)
    biases = tuple(x.bias.detach().numpy().copy() for x in layers)
    return Net(weights, biases, activation, scale[: weights[0].shape[1]])


def policy_net(policy: Any, activation: str) -> Net:
    """Return a copy of the net of a `MaskedPolicy`."""
    layers = [*layers_of(policy.mlp_extractor.policy_net), policy.action_net]
    return _net(layers, activation, policy.features_extractor.scale.numpy().copy())


def value_net(policy: Any, activation: str) -> Net:
    """Return a copy of the value net of a `MaskedPolicy`."""
    layers = [*layers_of(policy.mlp_extractor.value_net), policy.value_net]
    return _net(layers, activation, policy.features_extractor.scale.numpy().copy())


@th.no_grad()
def start_from(policy: Any, found: Policy, activation: str) -> None:
    """Copy the nets of a policy file into a `MaskedPolicy`, the value net if there is one that sees as much.

    Raises:
        InvalidConfig: the policy net has other layers.
    """
    layers, net = [*layers_of(policy.mlp_extractor.policy_net), policy.action_net], found.net
    hidden = [x.out_features for x in layers[:-1]]
    if (list(net.sizes[1:-1]), net.activation) != (hidden, activation):
        raise InvalidConfig(
            f"start: the {found.role}'s policy has hidden layers {list(net.sizes[1:-1])} and activation "
            f"{net.activation}, but this run has {hidden} and {activation}."
        )
    _fill(layers, net, policy)
    policy.met[: policy.width] = th.from_numpy(net.weights[0].any(axis=0))
    policy.known[:] = th.from_numpy(net.weights[-1].any(axis=1))
    layers = [*layers_of(policy.mlp_extractor.value_net), policy.value_net]
    if found.value is not None and found.value.sizes == (
        layers[0].in_features,
        *(x.out_features for x in layers),
    ):
        _fill(layers, found.value, policy)


def _fill(layers: list[nn.Linear], net: Net, policy: Any) -> None:
    """Copy a net's layers; the first takes inputs as this policy scales them."""
    for layer, weights, biases in zip(layers, net.weights, net.biases):
        layer.weight.copy_(th.from_numpy(weights))
        layer.bias.copy_(th.from_numpy(biases))
    given = np.float32(1.0) if net.scale is None else net.scale
    layers[0].weight.mul_(th.from_numpy(given / policy.features_extractor.scale.numpy()[: net.sizes[0]]))


def to_policy(policy: Any, setup: Setup, role: str, activation: str, info: dict[str, Any]) -> Policy:
    """Return what a policy file holds; a critic that sees everything is left out.

    Weights that no game of the training has used are 0: what was never met should say nothing, and files stay small.
    """
    net, value = policy_net(policy, activation), value_net(policy, activation)
    met, known = policy.met.numpy(), policy.known.numpy()
    net.weights[0][:, ~met[: net.sizes[0]]] = 0.0
    net.weights[-1][~known] = 0.0
    net.biases[-1][~known] = 0.0
    value.weights[0][:, ~met] = 0.0
    kept = value if value.sizes[0] == setup.width else None
    return Policy(setup.game.id, role, net, kept, setup.scenario, info, layout_of(setup))
