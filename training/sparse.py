"""The fast learner: a turn by the kernels, in a third of torch's time, with the same gradients up to rounding.

It visits neither what is 0 nor what stays the same: see `kernels`. In the passes before the minibatches, which follow
the games, a decision even adds only what differs from the one before it. Inputs and actions never met have gradients
and moments of 0, so Adam may skip their weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate

import numpy as np
import torch as th

from throwdown.agents.vectors import LINE, NARROW, aligned
from throwdown.envs.core.kit import Floats, Ints, Singles
from throwdown.training.config import TrainConfig
from throwdown.training.kernels import (
    ALL,
    FLOOR,
    OWN,
    Layers,
    Lists,
    Loss,
    Minibatch,
    Workspace,
    add_actor,
    add_critic,
    backward_first,
    backward_second,
    evaluate_actor,
    evaluate_critic,
    forward_first,
    forward_second,
    step_adam,
)
from throwdown.training.lists import list_decisions
from throwdown.training.log import Changes
from throwdown.training.nets import ActorCritic
from throwdown.training.ranks import ALONE, Ranks
from throwdown.training.samples import Samples, Weights
from throwdown.training.selfplay import Rollout

DENSE = 1 / 3
"""Share of positive units of the first layer above which dense products in bfloat16 are faster than the kernels."""


def fits(config: TrainConfig) -> bool:
    """Return whether a run's nets have a shape that the kernels learn: two ReLU layers of equal width."""
    first, *rest = config.hidden
    return config.activation == "relu" and rest == [first] and first % NARROW == 0


class Listed:
    """A part's decisions as lists.

    Args:
        nets: the nets, which have met the decisions.
        inputs: int64; the critic's inputs ever met.
        actions: int64; the actions ever legal.
        rollout: the decisions played.
        decisions: int64 (p,); indices of the actor's decisions.
        states: int64 (v,); indices of the critic's decisions.

    Attributes:
        lists: the inputs of every row, against the reference row, whose own entries come last.
        steps: the inputs of every row, against the row before.
        legal: the legal actions of every row.
        chosen: int64 (n,); the places of the actions among these.
        near: float32; the magnet's log-probabilities at these places; empty without one.
    """

    def __init__(
        self,
        nets: ActorCritic,
        inputs: Ints,
        actions: Ints,
        rollout: Rollout,
        decisions: Ints,
        states: Ints,
    ) -> None:
        self.decisions, self.states, self.actions = decisions, states, actions
        self.lists, self.steps, self.legal = list_decisions(
            rollout.changes, rollout.last, inputs, actions, nets.scale.numpy()[inputs]
        )
        self.chosen = self.places(rollout.actions, np.arange(len(rollout)))
        self.near = np.empty(0, np.float32)

    def places(self, actions: Ints, rows: Ints) -> Ints:
        """Return the places of some rows' actions among the legal ones, and -1 in other rows: int64 (n,)."""
        n = len(self.legal.ends) - 1
        wanted, places = np.full(n, -1), np.full(n, -1)
        wanted[rows] = np.searchsorted(self.actions, actions)
        of = np.repeat(np.arange(n), np.diff(self.legal.ends))
        found = np.flatnonzero(self.legal.where == wanted[of])
        places[of[found]] = found
        return places


class Sparse:
    """A turn's decisions and the steps on them, by the kernels: what `learner.Dense` is, for nets that `fits` accepts.

    The nets and the optimizer's means are copied for the turn and copied back: between turns torch holds everything.
    The arguments are those of `learner.Dense`.
    """

    def __init__(
        self,
        nets: ActorCritic,
        magnet: ActorCritic | None,
        rollouts: Sequence[Rollout],
        decisions: Sequence[Ints],
        states: Sequence[Ints],
    ) -> None:
        self.nets = nets
        inputs, actions = np.flatnonzero(nets.met), np.flatnonzero(nets.known)
        # The inputs and outputs of the actor and the critic that were ever met; no other weight ever changes.
        self.kept = (inputs[inputs < nets.width], actions), (inputs, np.zeros(1, np.int64))
        units = nets.actor_head.in_features
        sizes = [(len(x) + units + 2 + len(y)) * units + len(y) for x, y in self.kept]
        self.sizes = [-(-size // LINE) * LINE for size in sizes]
        self.scratch = [make_workspace(units, len(y)) for _, y in self.kept]
        self.room = aligned(0)
        self.weights = aligned(sum(self.sizes))
        self.copy(load_layers, self.weights, nets.layers)
        self.parts = [Listed(nets, inputs, actions, *part) for part in zip(rollouts, decisions, states)]
        if magnet is not None:
            flat = aligned(len(self.weights))
            self.copy(load_layers, flat, magnet.layers)
            for part in self.parts:
                part.near = np.maximum(self.log_probs(flat, part), np.float32(FLOOR))

    def layers(self, flat: Singles) -> list[Layers]:
        """Return the actor's and the critic's layers in a flat array."""
        units = self.nets.actor_head.in_features
        parts = flat[: self.sizes[0]], flat[self.sizes[0] :]
        return [layers_in(part, len(x), units, len(y)) for part, (x, y) in zip(parts, self.kept)]

    def copy(self, way: Callable[..., None], flat: Singles, tensors: Sequence[th.Tensor]) -> None:
        """Copy the parameters of the actor and the critic, or their means, by `load_layers` or `store_layers`."""
        for layers, found, kept in zip(self.layers(flat), (tensors[:6], tensors[6:]), self.kept):
            way(layers, [x.detach().numpy() for x in found], *kept)

    def log_probs(self, flat: Singles, part: Listed) -> Singles:
        """Return an actor's log-probabilities of the legal actions in the decisions, at their places in ``legal``."""
        out = np.empty(len(part.legal.where), np.float32)
        actor, w = self.layers(flat)[0], self.scratch[0]
        evaluate_actor(actor, part.lists, part.steps, part.decisions, part.legal, w, out)
        return out

    def values(self, part: int) -> Singles:
        """Return the critic's values of the states of a part: float32 (v,)."""
        p, critic = self.parts[part], self.layers(self.weights)[1]
        out = np.empty(len(p.states), np.float32)
        evaluate_critic(critic, p.lists, p.steps, p.states, self.scratch[1], out)
        return out

    def add_gradient(
        self,
        net: int,
        grad: Layers,
        lists: Lists,
        rows: Ints,
        head: Callable[[Layers, Layers, Singles, Workspace], None],
        is_half: bool,
    ) -> None:
        """Add a part's gradient of a minibatch.

        Args:
            net: 0 for the actor, 1 for the critic.
            grad: the gradient.
            lists: the rows' inputs.
            rows: int64 (b,); the rows of the minibatch.
            head: adds the gradient of the head, and replaces the second layer by its own.
            is_half: whether the second layer's products may be of bfloat16.
        """
        layers, w, part = self.layers(self.weights)[net], self.scratch[net], (OWN, ALL)[net]
        n, units = len(rows), len(layers.second)
        if len(self.room) < 2 * n * units:
            self.room = aligned(2 * n * units)
        first, second = self.room[: 2 * n * units].reshape(2, n, units)
        forward_first(layers, lists, rows, part, w, first)
        if is_half and np.count_nonzero(first) > DENSE * first.size:
            multiply(layers, first, second)
            head(layers, grad, second, w)
            multiply_back(layers, grad, first, second)
        else:
            forward_second(layers, first, w, second)
            head(layers, grad, second, w)
            backward_second(layers, grad, first, second, w)
        backward_first(grad, lists, rows, part, first)

    def split(self, order: Ints, count: int) -> Sequence[Ints]:
        """Return an order of decisions or states, cut into so many minibatches."""
        return np.array_split(order, count)

    def learn(
        self,
        samples: Sequence[Samples],
        weights: Weights,
        config: TrainConfig,
        optimizer: th.optim.Adam,
        batches: Iterable[Sequence[tuple[Ints, Ints]]],
        ranks: Ranks = ALONE,
    ) -> Floats:
        """Do a step for every minibatch, and return the sums of their terms: see `learner.Dense.learn`."""
        c = config
        sums: Floats = np.zeros((len(self.parts), 6))
        loss = Loss(
            c.clip,
            c.value_weight,
            weights.entropy,
            weights.barrier,
            weights.teacher,
            c.reverse_kl,
            c.magnet if any(len(part.near) for part in self.parts) else 0.0,
        )
        taught = [np.full(len(part.chosen), -1) for part in self.parts]
        for k, (part, one) in enumerate(zip(self.parts, samples)):
            if one.taught is not None:
                taught[k] = part.places(one.taught, part.decisions)
        parameters = self.nets.layers
        state = [moments_of(optimizer, p) for p in parameters]
        means, squares, *gradients = (aligned(len(self.weights)) for _ in range(2 + len(self.parts)))
        copies = (means, [x["exp_avg"] for x in state]), (squares, [x["exp_avg_sq"] for x in state])
        for flat, tensors in copies:
            self.copy(load_layers, flat, tensors)
        step = float(state[0]["step"])
        is_half = c.matmul_precision == "medium"
        slopes = [self.layers(gradient) for gradient in gradients]
        for batch in batches:
            for k, (some, others) in enumerate(batch):
                part, one = self.parts[k], samples[k]
                rows = part.decisions[some]
                mini = Minibatch(
                    rows,
                    part.chosen[rows],
                    taught[k][rows],
                    one.old[some],
                    one.advantages[some],
                    one.sizes[some],
                    part.near,
                )
                gradients[k][:] = 0
                head = partial(add_actor, part.legal, mini, loss, sums[k])
                self.add_gradient(0, slopes[k][0], part.lists, rows, head, is_half)
                goals = one.targets[others], one.weights[others]
                head = partial(add_critic, *goals, c.value_weight, sums[k])
                self.add_gradient(1, slopes[k][1], part.lists, part.states[others], head, is_half)
            step += 1
            gradient = ranks.total(gradients)
            step_adam(self.weights, gradient, means, squares, weights.learning_rate, step)
        for flat, tensors in ((self.weights, parameters), *copies):
            self.copy(store_layers, flat, tensors)
        for found in state:
            found["step"].fill_(step)
        return ranks.total(list(sums))


def half(array: Singles) -> th.Tensor:
    """Return a copy in bfloat16."""
    return th.from_numpy(array).bfloat16()


def multiply(net: Layers, first: Singles, second: Singles) -> None:
    """Do what `forward_second` does, by a product in bfloat16."""
    out = th.from_numpy(second)
    th.add(half(first) @ half(net.second), th.from_numpy(net.second_bias), out=out).relu_()


def multiply_back(net: Layers, grad: Layers, first: Singles, second: Singles) -> None:
    """Do what `backward_second` does, by products in bfloat16."""
    out, slopes = th.from_numpy(first), half(second)
    th.from_numpy(grad.second).add_(half(first).T @ slopes)
    th.mul(slopes @ half(net.second).T, out > 0, out=out)


def moments_of(optimizer: th.optim.Adam, p: th.Tensor) -> dict[str, th.Tensor]:
    """Return an optimizer's means of a parameter, which begin at 0."""
    found: dict[str, th.Tensor] = optimizer.state[p]
    if not found:
        found |= {"step": th.zeros(()), "exp_avg": th.zeros_like(p), "exp_avg_sq": th.zeros_like(p)}
    return found


def layers_in(flat: Singles, inputs: int, units: int, outputs: int) -> Layers:
    """Return the views of a flat array that are the layers of a net; what is left over stays 0."""
    shapes = (inputs, units), (units,), (units, units), (units,), (outputs, units), (outputs,)
    ends = [0, *accumulate(map(math.prod, shapes))]  # `np.split` takes four times as long
    return Layers(*(flat[a:b].reshape(shape) for a, b, shape in zip(ends, ends[1:], shapes)))


def load_layers(layers: Layers, arrays: Sequence[Singles], inputs: Ints, outputs: Ints) -> None:
    """Copy the arrays of torch's three linear layers, of these inputs and outputs only."""
    first, first_bias, second, second_bias, head, head_bias = arrays
    layers.first[:], layers.first_bias[:] = first.take(inputs, axis=1).T, first_bias
    layers.second[:], layers.second_bias[:] = second.T, second_bias
    layers.head[:], layers.head_bias[:] = head[outputs], head_bias[outputs]


def store_layers(layers: Layers, arrays: Sequence[Singles], inputs: Ints, outputs: Ints) -> None:
    """Undo `load_layers`; other inputs and outputs stay as they are."""
    first, first_bias, second, second_bias, head, head_bias = arrays
    first[:, inputs], first_bias[:] = layers.first.T, layers.first_bias
    second[:], second_bias[:] = layers.second.T, layers.second_bias
    head[outputs], head_bias[outputs] = layers.head, layers.head_bias


def make_workspace(units: int, outputs: int) -> Workspace:
    """Return working memory for a net."""
    base, sums, hidden, slopes = aligned(4 * units).reshape(4, units)
    where, what = np.zeros(units, np.int32), np.zeros(units, np.float32)
    scores, outer = np.zeros((2, outputs), np.float32)
    turned = aligned(units * units).reshape(units, units)
    return Workspace(base, sums, hidden, slopes, where, what, scores, outer, turned)


def compile_kernels() -> None:
    """Compile the kernels, on two decisions that are all 0."""
    both, zero, pair = np.arange(2), np.zeros(1, np.int64), np.zeros(2, np.float32)
    changes = Changes((1, 0, 1), np.zeros(0, np.int32), np.zeros(0, np.int8), np.zeros(3, np.int64))
    lists, steps, legal = list_decisions(changes, np.array([False, True]), zero, zero, pair[:1])
    net, w = layers_in(aligned(1000), 1, NARROW, 1), make_workspace(NARROW, 1)
    evaluate_actor(net, lists, steps, both, legal, w, pair)
    evaluate_critic(net, lists, steps, both, w, pair)
    batch = Minibatch(both, both, both, pair, pair, pair, pair)
    first, second = aligned(4 * NARROW).reshape(2, 2, NARROW)
    forward_first(net, lists, both, OWN, w, first)
    forward_second(net, first, w, second)
    add_actor(legal, batch, Loss(*[0.0] * 7), np.zeros(6), net, net, second, w)
    add_critic(pair, pair, 0.0, np.zeros(6), net, net, second, w)
    backward_second(net, net, first, second, w)
    backward_first(net, lists, both, OWN, first)
    step_adam(pair, pair, pair.copy(), pair.copy(), 0.0, 1.0)
