"""The learning nets: an actor, and a critic that may see more. Rows and columns without effect are skipped."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import torch as th
from torch import nn
from torch.nn.functional import linear

from throwdown.agents import Net, Policy
from throwdown.agents.carry import layout_of
from throwdown.envs.core.kit import Batch, Ints, InvalidConfig, Setup, Singles
from throwdown.training.config import TrainConfig
from throwdown.training.log import read_changes
from throwdown.training.ranks import ALONE, Ranks
from throwdown.training.selfplay import Rollout

ACTIVATIONS: dict[str, type[nn.Module]] = {"tanh": nn.Tanh, "relu": nn.ReLU}
ILLEGAL = -1e8
"""The logit of an illegal action."""
SEEN_GAMES, SEEN_STEPS = 256, 1024
"""Numbers of random games, and of moves in them, for measuring the scale of observations."""


def scale_of(setup: Setup, inputs: str = "range") -> Singles:
    """Return the factors that scale observations: float32, shape (width,).

    Args:
        setup: the setup.
        inputs: ``range`` scales numbers into [-1, 1] by their bounds; ``seen`` makes the root mean square of the
            nonzero values in random games 1, and uses the bounds for numbers that are always 0 there.
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


@dataclass(frozen=True, eq=False)
class Features:
    """A rollout as input of the nets: without the inputs that are 0 and the actions that are illegal throughout.

    Such inputs add nothing to a layer and such actions have probability 0, so omitting them changes no result.

    Attributes:
        inputs: int64; the actor's inputs kept.
        wide: int64; the critic's inputs kept.
        actions: int64; the actions kept.
        x: float32 (p, len(inputs)); the actor's input.
        illegal: bool (p, len(actions)).
        chosen: int64 (p, 1); indices into ``actions``.
        z: float32 (v, len(wide)); the critic's input.
    """

    inputs: th.Tensor
    wide: th.Tensor
    actions: th.Tensor
    x: th.Tensor
    illegal: th.Tensor
    chosen: th.Tensor
    z: th.Tensor


class ActorCritic(nn.Module):
    """An actor on the observation of a seat, and a critic on the same or on the observations of all seats.

    Attributes:
        width: the size of an observation: the actor's inputs, and the first of the critic's.
        activation: as in `ACTIVATIONS`.
        scale: float32 (critic's inputs,); factors of the inputs.
        met: bool (critic's inputs,); those that were ever nonzero.
        known: bool (actions,); those that were ever legal.
    """

    scale: th.Tensor
    met: th.Tensor
    known: th.Tensor

    def __init__(self, setup: Setup, config: TrainConfig, scale: Singles) -> None:
        super().__init__()
        self.width, self.activation = setup.width, config.activation
        scale = np.tile(scale, len(setup.seats) if config.critic == "full" else 1)
        actions, last = setup.game.actions.n, config.hidden[-1]
        self.actor, self.critic = self._hidden(setup.width, config), self._hidden(len(scale), config)
        self.actor_head, self.critic_head = nn.Linear(last, actions), nn.Linear(last, 1)
        self.register_buffer("scale", th.from_numpy(scale))
        self.register_buffer("met", th.zeros(len(scale), dtype=th.bool))
        self.register_buffer("known", th.zeros(actions, dtype=th.bool))
        gains = {self.actor: 2**0.5, self.critic: 2**0.5, self.actor_head: 0.01, self.critic_head: 1.0}
        for part, gain in gains.items():
            for layer in linear_layers(part):
                nn.init.orthogonal_(layer.weight, gain)
                nn.init.zeros_(layer.bias)

    @staticmethod
    def _hidden(inputs: int, config: TrainConfig) -> nn.Sequential:
        sizes = [inputs, *config.hidden]
        layers = [(nn.Linear(a, b), ACTIVATIONS[config.activation]()) for a, b in pairwise(sizes)]
        return nn.Sequential(*(module for pair in layers for module in pair))

    @property
    def actor_layers(self) -> list[nn.Linear]:
        """The actor's linear layers, from the inputs to the logits."""
        return [*linear_layers(self.actor), self.actor_head]

    @property
    def critic_layers(self) -> list[nn.Linear]:
        """The critic's linear layers, from the inputs to the value."""
        return [*linear_layers(self.critic), self.critic_head]

    @property
    def layers(self) -> list[th.Tensor]:
        """Weights and biases of the actor's layers, then of the critic's."""
        return [x for layer in self.actor_layers + self.critic_layers for x in (layer.weight, layer.bias)]

    def moved(self, array: np.ndarray) -> th.Tensor:
        """Return an array as a tensor where the nets are; on a processor it shares the array's memory."""
        tensor = th.from_numpy(array)
        return self.sent(tensor.pin_memory() if self._is_on_card else tensor)

    def room(self, rows: int, columns: int) -> th.Tensor:
        """Return an int8 tensor to fill and to send: page-locked for a card, whose copy then runs beside other work."""
        return th.empty(
            (rows, columns), dtype=th.int8, pin_memory=self._is_on_card
        )  # torch keeps such memory

    def sent(self, tensor: th.Tensor) -> th.Tensor:
        """Return a tensor in the processor's memory as one where the nets are."""
        return tensor.to(self.scale.device, non_blocking=True)

    @property
    def _is_on_card(self) -> bool:
        return self.scale.device.type == "cuda"

    def meet(self, rollouts: Sequence[Rollout], ranks: Ranks = ALONE) -> None:
        """Record which inputs and actions occur in the parts of a turn, in those of all ranks."""
        ever = ranks.total([r.used.astype(np.int64) for r in rollouts]) > 0
        met, known = np.split(ever, [len(self.met)])
        self.met |= self.moved(met)
        self.known |= self.moved(known)

    def features(self, rollout: Rollout, decisions: Ints, states: Ints) -> Features:
        """Return a rollout as input of `log_probs` and `values`.

        Args:
            rollout: the decisions played.
            decisions: int64 (p,); indices of the actor's decisions.
            states: int64 (v,); indices of the critic's decisions.
        """
        changes, critics = rollout.changes, len(self.met)
        kept, place = np.flatnonzero(rollout.used), np.cumsum(rollout.used, dtype=np.int32) - 1
        a, b = np.searchsorted(kept, [self.width, critics])
        # Only the columns kept are written out, as bytes, for a card to fetch; the rest is done where the nets are.
        rows = [self.room(len(rollout), n) for n in (a, b - a, len(kept) - b)]
        where, row = place[changes.where], np.zeros(len(kept), np.int8)
        read_changes(where, changes.what, changes.ends, rollout.last, row, *(x.numpy() for x in rows))
        own, others, masks = map(self.sent, rows)
        wide, actions = self.moved(kept[:b]), self.moved(kept[b:] - critics)
        some, every = self.moved(decisions), self.moved(states)
        scale = self.scale[wide]
        return Features(
            wide[:a],
            wide,
            actions,
            own.index_select(0, some) * scale[:a],
            masks.index_select(0, some) == 0,
            self.moved(place[critics + rollout.actions[decisions]].astype(np.int64) - b)[:, None],
            th.cat((own, others), 1).index_select(0, every) * scale,
        )

    def log_probs(self, f: Features, rows: Any = slice(None)) -> th.Tensor:
        """Return the log-probabilities of the kept actions in some rows: (n, len(f.actions))."""
        hidden, head = _through(self.actor, f.x, f.inputs, rows), self.actor_head
        logits = linear(hidden, head.weight.index_select(0, f.actions), head.bias.index_select(0, f.actions))
        return logits.masked_fill(_some(f.illegal, rows), ILLEGAL).log_softmax(-1)

    def values(self, f: Features, rows: Any = slice(None)) -> th.Tensor:
        """Return the critic's values in some rows: (n,)."""
        values: th.Tensor = self.critic_head(_through(self.critic, f.z, f.wide, rows))
        return values.squeeze(-1)

    def actor_net(self) -> Net:
        """Return a copy of the actor that plays without torch."""
        return frozen(self.actor_layers, self.activation, self.scale[: self.width])

    def critic_net(self) -> Net:
        """Return a copy of the critic that runs without torch."""
        return frozen(self.critic_layers, self.activation, self.scale)

    @th.no_grad()
    def start_from(self, found: Policy) -> None:
        """Copy the nets of a policy file: the actor, and the critic if it has the same layers.

        Raises:
            InvalidConfig: the actor has other layers.
        """
        layers, net = self.actor_layers, found.net
        hidden = [x.out_features for x in layers[:-1]]
        if (list(net.sizes[1:-1]), net.activation) != (hidden, self.activation):
            raise InvalidConfig(
                f"start: the {found.role}'s policy has hidden layers {list(net.sizes[1:-1])} and activation "
                f"{net.activation}, but this run has {hidden} and {self.activation}."
            )
        self._copy(net, layers)
        self.met[: self.width] = th.from_numpy(net.weights[0].any(axis=0))
        self.known[:] = th.from_numpy(net.weights[-1].any(axis=1))
        layers = self.critic_layers
        if found.value is not None and found.value.sizes == (
            layers[0].in_features,
            *(x.out_features for x in layers),
        ):
            self._copy(found.value, layers)

    def _copy(self, net: Net, layers: list[nn.Linear]) -> None:
        """Copy a net into layers, adjusting the first to the scale of the inputs here."""
        for layer, weights, biases in zip(layers, net.weights, net.biases):
            layer.weight.copy_(th.from_numpy(weights))
            layer.bias.copy_(th.from_numpy(biases))
        given = np.float32(1.0) if net.scale is None else net.scale
        layers[0].weight.mul_(self.moved(given / self.scale.cpu().numpy()[: net.sizes[0]]))

    def policy(self, setup: Setup, role: str, info: dict[str, Any]) -> Policy:
        """Return the policy to save; a critic that sees everything is left out.

        Weights that no game of the training has used are 0: they carry no information, and files stay small.
        """
        net, value = self.actor_net(), self.critic_net()
        met, known = self.met.cpu().numpy(), self.known.cpu().numpy()
        net.weights[0][:, ~met[: net.sizes[0]]] = 0.0
        net.weights[-1][~known] = 0.0
        net.biases[-1][~known] = 0.0
        value.weights[0][:, ~met] = 0.0
        kept = value if value.sizes[0] == setup.width else None
        return Policy(setup.game.id, role, net, kept, setup.scenario, info, layout_of(setup))


def linear_layers(module: nn.Module) -> list[nn.Linear]:
    """Return the linear layers of a module in order."""
    return [layer for layer in module.modules() if isinstance(layer, nn.Linear)]


def frozen(layers: list[nn.Linear], activation: str, scale: th.Tensor | None = None) -> Net:
    """Return a copy of layers that runs without torch; ``scale`` holds the factors of its inputs."""
    weights = tuple(_copied(x.weight) for x in layers)
    biases = tuple(_copied(x.bias) for x in layers)
    return Net(weights, biases, activation, None if scale is None else _copied(scale))


def _copied(x: th.Tensor) -> Singles:
    return x.detach().cpu().numpy().copy()


def _through(net: Any, x: th.Tensor, kept: th.Tensor, rows: Any) -> th.Tensor:
    """Return the output of hidden layers for some rows with the inputs ``kept`` only."""
    hidden: th.Tensor = net[1:](linear(_some(x, rows), net[0].weight.index_select(1, kept), net[0].bias))
    return hidden


def _some(x: th.Tensor, rows: Any) -> th.Tensor:
    """Return some rows, by a list or a slice."""
    # With a list, ``index_select`` is several times faster than indexing.
    return x.index_select(0, rows) if isinstance(rows, th.Tensor) else x[rows]
