"""The fast learner: a turn by the kernels, in a third of torch's time, with the same gradients up to rounding.

It visits neither what is 0 nor what stays the same: see `kernels`. In the passes before the minibatches, which follow
the games, a decision even adds only what differs from the one before it. Inputs and actions never met have gradients
and moments of 0, so Adam may skip their weights.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import torch as th

from throwdown.envs.core.kit import Bytes, Flags, Floats, Ints, Singles
from throwdown.training.config import TrainConfig
from throwdown.training.kernels import (
    ALL,
    FLOOR,
    NARROW,
    WORD,
    Layers,
    Lists,
    Loss,
    Minibatch,
    Numbers,
    Workspace,
    add_actor,
    add_critic,
    count_changes,
    evaluate_actor,
    evaluate_critic,
    step_adam,
    write_changes,
)
from throwdown.training.nets import ActorCritic
from throwdown.training.samples import Samples, Weights
from throwdown.training.selfplay import Rollout

SEEN = 33
"""Rows whose median is the reference row."""
RUN = 64
"""Decisions after which sums are computed anew instead of updated, so that rounding errors do not grow."""
LINE = 16
"""Numbers in a cache line."""


def fits(config: TrainConfig) -> bool:
    """Return whether a run's nets have a shape that the kernels learn: two ReLU layers of equal width."""
    first, *rest = config.hidden
    return config.activation == "relu" and rest == [first] and first % NARROW == 0


class Sparse:
    """A turn's decisions and the steps on them, by the kernels: what `learner.Dense` is, for nets that `fits` accepts.

    The nets and the optimizer's means are copied for the turn and copied back: between turns torch holds everything.

    Args:
        nets: the nets; they record which inputs and actions occur.
        magnet: the nets to stay near, or None.
        rollout: the decisions played.
        decisions: int64 (p,); indices of the actor's decisions.
        states: int64 (v,); indices of the critic's decisions.
    """

    def __init__(
        self, nets: ActorCritic, magnet: ActorCritic | None, rollout: Rollout, decisions: Ints, states: Ints
    ) -> None:
        self.nets, self.decisions, self.states = nets, decisions, states
        n, width = rollout.observations.shape
        rows, masks = side_by_side(rollout.observations, rollout.others), side_by_side(rollout.masks)
        columns = np.append(np.arange(width), whole(width) + np.arange(rollout.others.shape[1]))
        nets.met[th.from_numpy(ever(rows)[columns])] = True
        nets.known[th.from_numpy(ever(masks)[: len(nets.known)])] = True
        self.inputs, self.actions = np.flatnonzero(nets.met), np.flatnonzero(nets.known)

        # The inputs of every row, against the reference row and against the row before.
        place, scale = np.zeros(rows.shape[1], np.int32), np.zeros(rows.shape[1], np.float32)
        place[columns[self.inputs]] = np.arange(len(self.inputs))
        scale[columns] = nets.scale.numpy()
        rows[n] = np.sort(rows[np.linspace(0, n - 1, SEEN).astype(np.int64)], axis=0)[SEEN // 2]
        base = np.append(np.full(n, n), n + 1)  # row n + 1 is 0
        self.lists = list_changes(rows, base, whole(width), place, scale)
        every = np.arange(n)
        is_new = np.append(True, rollout.last[:-1]) | (every % RUN == 0)
        self.steps = list_changes(rows, np.where(is_new, every, every - 1), whole(width), place, scale)

        # The legal actions of every row.
        place, scale = np.zeros(masks.shape[1], np.int32), np.ones(masks.shape[1], np.float32)
        place[self.actions] = np.arange(len(self.actions))
        self.legal = list_changes(masks, np.full(n, n + 1), masks.shape[1], place, scale)
        self.chosen = self.places(rollout.actions, every)

        # The inputs and outputs of the actor and the critic that were ever met; no other weight ever changes.
        self.kept = (
            (self.inputs[self.inputs < width], self.actions),
            (self.inputs, np.zeros(1, np.int64)),
        )
        units = nets.actor_head.in_features
        sizes = [(len(x) + units + 2 + len(y)) * units + len(y) for x, y in self.kept]
        self.sizes = [-(-size // LINE) * LINE for size in sizes]
        self.scratch = [make_workspace(units, len(y)) for _, y in self.kept]
        self.weights = aligned(sum(self.sizes))
        self.copy(load_layers, self.weights, nets.layers)
        self.near = np.empty(0, np.float32)
        if magnet is not None:
            flat = aligned(len(self.weights))
            self.copy(load_layers, flat, magnet.layers)
            self.near = np.maximum(self.log_probs(flat), np.float32(FLOOR))

    def layers(self, flat: Singles) -> list[Layers]:
        """Return the actor's and the critic's layers in a flat array."""
        units = self.nets.actor_head.in_features
        parts = np.split(flat, self.sizes[:1])
        return [layers_in(part, len(x), units, len(y)) for part, (x, y) in zip(parts, self.kept)]

    def copy(self, way: Callable[..., None], flat: Singles, tensors: Sequence[th.Tensor]) -> None:
        """Copy the parameters of the actor and the critic, or their means, by `load_layers` or `store_layers`."""
        for layers, found, kept in zip(self.layers(flat), (tensors[:6], tensors[6:]), self.kept):
            way(layers, [x.detach().numpy() for x in found], *kept)

    def places(self, actions: Ints, rows: Ints) -> Ints:
        """Return the places of some rows' actions among the legal ones, and -1 in other rows: int64 (n,)."""
        n = len(self.legal.ends)
        wanted, places = np.full(n, -1), np.full(n, -1)
        wanted[rows] = np.searchsorted(self.actions, actions)
        of = np.repeat(np.arange(n), self.legal.ends[:, ALL] - self.legal.ends[:, 0])
        found = np.flatnonzero(self.legal.where == wanted[of])
        places[of[found]] = found
        return places

    def log_probs(self, flat: Singles) -> Singles:
        """Return an actor's log-probabilities of the legal actions in the decisions, at their places in ``legal``."""
        out = np.empty(len(self.legal.where), np.float32)
        evaluate_actor(
            self.layers(flat)[0], self.lists, self.steps, self.decisions, self.legal, self.scratch[0], out
        )
        return out

    def values(self) -> Singles:
        """Return the critic's values of the states: float32 (v,)."""
        out = np.empty(len(self.states), np.float32)
        evaluate_critic(
            self.layers(self.weights)[1], self.lists, self.steps, self.states, self.scratch[1], out
        )
        return out

    def old(self) -> Singles:
        """Return the log-probabilities of the chosen actions in the decisions: float32 (p,)."""
        return self.log_probs(self.weights)[self.chosen[self.decisions]]

    def learn(
        self,
        samples: Samples,
        weights: Weights,
        config: TrainConfig,
        optimizer: th.optim.Adam,
        batches: Iterable[tuple[Ints, Ints]],
    ) -> Floats:
        """Do a step for every minibatch, and return the sums of their terms: see `learner.Dense.learn`."""
        c, sums, near = config, np.zeros(6), self.near
        magnet = c.magnet if len(near) else 0.0
        loss = Loss(
            c.clip, c.value_weight, weights.entropy, weights.barrier, weights.teacher, c.reverse_kl, magnet
        )
        taught = np.full(len(self.chosen), -1)
        if samples.taught is not None:
            taught = self.places(samples.taught, self.decisions)
        parameters = self.nets.layers
        state = [moments_of(optimizer, p) for p in parameters]
        means, squares, gradient = (aligned(len(self.weights)) for _ in range(3))
        copies = (means, [x["exp_avg"] for x in state]), (squares, [x["exp_avg_sq"] for x in state])
        for flat, tensors in copies:
            self.copy(load_layers, flat, tensors)
        step = float(state[0]["step"])
        actor, critic = zip(self.layers(self.weights), self.layers(gradient))
        for some, others in batches:
            rows, states = self.decisions[some], self.states[others]
            old, gains, sizes = samples.old[some], samples.advantages[some], samples.sizes[some]
            batch = Minibatch(rows, self.chosen[rows], taught[rows], old, gains, sizes, near)
            gradient[:] = 0
            add_actor(*actor, self.lists, self.legal, batch, loss, self.scratch[0], sums)
            goals = samples.targets[others], samples.weights[others]
            add_critic(*critic, self.lists, states, *goals, c.value_weight, self.scratch[1], sums)
            step += 1
            step_adam(self.weights, gradient, means, squares, weights.learning_rate, step)
        for flat, tensors in ((self.weights, parameters), *copies):
            self.copy(store_layers, flat, tensors)
        for found in state:
            found["step"].fill_(step)
        return sums


def moments_of(optimizer: th.optim.Adam, p: th.Tensor) -> dict[str, th.Tensor]:
    """Return an optimizer's means of a parameter, which begin at 0."""
    found: dict[str, th.Tensor] = optimizer.state[p]
    if not found:
        found |= {"step": th.zeros(()), "exp_avg": th.zeros_like(p), "exp_avg_sq": th.zeros_like(p)}
    return found


def whole(columns: int) -> int:
    """Return a number of columns rounded up to whole words."""
    return -(-columns // WORD) * WORD


def side_by_side(*parts: Bytes) -> Bytes:
    """Return arrays of equally many rows side by side, each filled up to whole words, with two more rows of zeros."""
    ends = np.cumsum([0, *(whole(x.shape[1]) for x in parts)])
    rows = np.zeros((len(parts[0]) + 2, ends[-1]), np.int8)
    for x, start in zip(parts, ends):
        rows[:-2, start : start + x.shape[1]] = x
    return rows


def ever(rows: Bytes) -> Flags:
    """Return which columns are not 0 throughout: bool (columns,)."""
    words: Ints = np.bitwise_or.reduce(rows.view(np.int64), axis=0)
    found: Flags = words.view(np.int8) != 0
    return found


def aligned(n: int) -> Singles:
    """Return float32 zeros that begin at a cache line: rows that cross one take twice as long."""
    flat = np.zeros(n + LINE, np.float32)
    start = -flat.ctypes.data // 4 % LINE
    return flat[start : start + n]


def layers_in(flat: Singles, inputs: int, units: int, outputs: int) -> Layers:
    """Return the views of a flat array that are the layers of a net; what is left over stays 0."""
    shapes = (inputs, units), (units,), (units, units), (units,), (outputs, units), (outputs,)
    parts = np.split(flat, np.cumsum([math.prod(shape) for shape in shapes]))
    return Layers(*(part.reshape(shape) for part, shape in zip(parts, shapes)))


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


def list_changes(rows: Bytes, base: Ints, own: int, place: Numbers, scale: Singles) -> Lists:
    """Return where rows differ from others; see `Lists` and `write_changes`."""
    n = count_changes(rows, base)
    lists = Lists(np.empty(n, np.int32), np.empty(n, np.float32), np.empty((len(base), 3), np.int64), base)
    write_changes(rows, rows.view(np.int64), own // WORD, place, scale, lists)
    return lists


def make_workspace(units: int, outputs: int) -> Workspace:
    """Return working memory for a net."""
    base, sums, hidden, first, second = aligned(5 * units).reshape(5, units)
    where, what = np.zeros((2, units), np.int32), np.zeros((2, units), np.float32)
    scores, slopes = np.zeros((2, outputs), np.float32)
    turned = aligned(units * units).reshape(units, units)
    return Workspace(base, sums, hidden, first, second, where, what, scores, slopes, turned)


def compile_kernels() -> None:
    """Compile the kernels, on two decisions that are all 0."""
    rows, both, ones = np.zeros((4, WORD), np.int8), np.arange(2), np.ones(WORD, np.float32)
    lists = list_changes(rows, np.array([2, 2, 3]), WORD, np.zeros(WORD, np.int32), ones)
    net, w, pair = layers_in(aligned(1000), 1, NARROW, 1), make_workspace(NARROW, 1), np.zeros(2, np.float32)
    evaluate_actor(net, lists, lists, both, lists, w, pair)
    evaluate_critic(net, lists, lists, both, w, pair)
    batch = Minibatch(both, both, both, pair, pair, pair, pair)
    add_actor(net, net, lists, lists, batch, Loss(*[0.0] * 7), w, np.zeros(6))
    add_critic(net, net, lists, both, pair, pair, 0.0, w, np.zeros(6))
    step_adam(pair, pair, pair.copy(), pair.copy(), 0.0, 1.0)
