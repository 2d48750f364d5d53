"""Evaluation of small policy nets without torch, fast enough for frozen opponents in training.

A net is a multi-layer perceptron over an int8 observation; only the logits of legal actions matter. Observations and
ReLU outputs are mostly zeros, and few actions are legal, so every layer sums only the weight rows of nonzero inputs,
and the last layer is evaluated only at the legal actions. Several nets of one shape are stacked, and every row of a
batch names its net.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from throwdown.agents.vectors import LINE, aligned, fast_kernel, list_changes, sum_rows
from throwdown.envs.core.kit import Bytes, Floats, Ints, InvalidConfig, Singles, did_you_mean, entry, how_many

Numbers = np.ndarray[Any, np.dtype[np.int32]]
ACTIVATIONS = ("tanh", "relu")
TANH = 0
LARGEST = float(np.finfo(np.float32).max) / 16  # sums may be taken in any order


@dataclass(frozen=True, eq=False)
class Net:
    """One policy net.

    Attributes:
        weights: float32 per layer, shape (out, in) as torch stores them.
        biases: float32 per layer, shape (out,).
        activation: ``tanh`` or ``relu``, after every layer but the last.
        scale: float32, shape (inputs,), multiplied into the observation; None for ones.
    """

    weights: tuple[Singles, ...]
    biases: tuple[Singles, ...]
    activation: str = "tanh"
    scale: Singles | None = None

    def __post_init__(self) -> None:
        if self.activation not in ACTIVATIONS:
            near = did_you_mean(self.activation, ACTIVATIONS)
            raise InvalidConfig(f"activation is '{self.activation}'; it must be tanh or relu{near}.")
        if len(self.weights) != len(self.biases) or len(self.weights) < 2:
            raise InvalidConfig(
                "a net has one hidden layer or more, with weights and biases for every layer."
            )
        sizes = self.sizes
        for k, (w, b) in enumerate(zip(self.weights, self.biases)):
            if w.shape != (sizes[k + 1], sizes[k]) or b.shape != (sizes[k + 1],):
                raise InvalidConfig(
                    f"layer {k} has weights {w.shape} and biases {b.shape}, which do not fit together."
                )
        if self.scale is not None and self.scale.shape != (sizes[0],):
            raise InvalidConfig(
                f"scale has shape {self.scale.shape}; the net has {how_many(sizes[0], 'input')}."
            )

    @property
    def sizes(self) -> tuple[int, ...]:
        """Numbers of inputs, of units in every hidden layer, and of actions."""
        return (self.weights[0].shape[1], *(w.shape[0] for w in self.weights))

    def reach(self) -> float:
        """Return a bound on all numbers in the net's evaluation; not finite if beyond float32."""
        inputs: Floats = np.full(self.sizes[0], 128.0)
        found = inputs if self.scale is None else inputs * np.abs(self.scale)
        most = found.max(initial=0.0)
        for k, (weights, bias) in enumerate(zip(self.weights, self.biases)):
            if k > 0 and self.activation == "tanh":
                found = np.minimum(found, 1.0)
            found = np.abs(weights, dtype=np.float64) @ found + np.abs(bias)
            most = max(most, found.max(initial=0.0))
        return float(most) if most < LARGEST else math.inf

    def flat(self) -> Singles:
        """Return all parameters in the order of the kernels, filled up with zeros to whole cache lines."""
        first = self.weights[0] if self.scale is None else self.weights[0] * self.scale
        # Hidden layers are input-major, since inputs are added one by one; the last layer is read by action.
        blocks = [first.T, *(w.T for w in self.weights[1:-1]), self.weights[-1]]
        parts = [x.reshape(-1) for block, bias in zip(blocks, self.biases) for x in (block, bias)]
        rest = np.zeros(-sum(map(len, parts)) % LINE)
        return np.concatenate([*parts, rest]).astype(np.float32)


class Nets(NamedTuple):
    """Nets of one shape, ready for the kernels.

    Attributes:
        sizes: int64; see `Net.sizes`.
        activation: index into `ACTIVATIONS`.
        flat: float32, shape (nets, parameters); a row may be overwritten with another net's `Net.flat`.
    """

    sizes: Ints
    activation: int
    flat: Singles

    def net(self, k: int) -> Net:
        """Return one of the nets; its scale is part of its first layer."""
        weights, biases, at, last = [], [], 0, len(self.sizes) - 2
        for layer, (a, b) in enumerate(pairwise(self.sizes.tolist())):
            block = self.flat[k, at : at + a * b]
            weights.append(block.reshape(b, a).copy() if layer == last else block.reshape(a, b).T.copy())
            biases.append(self.flat[k, at + a * b : at + (a + 1) * b].copy())
            at += (a + 1) * b
        return Net(tuple(weights), tuple(biases), ACTIVATIONS[self.activation])


def stack(nets: Sequence[Net]) -> Nets:
    """Stack nets of one shape."""
    if not nets:
        raise InvalidConfig("a stack holds 1 net or more.")
    first = nets[0]
    for net in nets:
        if net.sizes != first.sizes or net.activation != first.activation:
            raise InvalidConfig(
                f"nets in a stack have one shape: {first.sizes} {first.activation}, not {net.sizes} {net.activation}."
            )
    parts = [net.flat() for net in nets]
    flat = aligned(len(parts) * len(parts[0])).reshape(len(parts), -1)
    for row, part in zip(flat, parts):
        row[:] = part
    return Nets(np.array(first.sizes, np.int64), ACTIVATIONS.index(first.activation), flat)


RUN = 64
"""Rows after which a memory's sums are computed anew, so that rounding errors do not grow."""
ONE, ZERO = np.float32(1.0), np.float32(0.0)
EDGE = np.float32(7.905311)  # beyond it tanh is 1 in float32
A1, A3, A5 = (
    np.float32(4.89352455891786e-03),
    np.float32(6.37261928875436e-04),
    np.float32(1.48572235717979e-05),
)
A7, A9 = np.float32(5.12229709037114e-08), np.float32(-8.60467152213735e-11)
A11, A13 = np.float32(2.00018790482477e-13), np.float32(-2.76076847742355e-16)
B0, B2 = np.float32(4.89352518554385e-03), np.float32(2.26843463243900e-03)
B4, B6 = np.float32(1.18534705686654e-04), np.float32(1.19825839466702e-06)
"""A rational minimax fit of tanh (Eigen's), within 1e-6; without a function call, it is vectorised."""


@fast_kernel
def activate(values: Any, n: int, activation: int) -> None:
    """Apply the activation to the first ``n`` values."""
    if activation != TANH:
        for j in range(n):
            values[j] = max(values[j], ZERO)
        return
    for j in range(n):
        x = min(max(values[j], -EDGE), EDGE)
        s = x * x
        top = A1 + s * (A3 + s * (A5 + s * (A7 + s * (A9 + s * (A11 + s * A13)))))
        values[j] = x * top / (B0 + s * (B2 + s * (B4 + s * B6)))


@fast_kernel
def row_of(flat: Any, start: int, i: int, m: int) -> Any:
    """Return row ``i`` of a matrix of width ``m``."""
    return flat[start + i * m : start + i * m + m]


@fast_kernel
def add_rows(flat: Any, start: int, n: int, m: int, scratch: Any, count: int, out: Any) -> None:
    """Add to ``out`` the first ``count`` of ``scratch.rows`` times ``scratch.values``, of a matrix (n, m)."""
    sum_rows(out[:m], flat[start : start + n * m].reshape((n, m)), scratch.rows, scratch.values, 0, count)


@fast_kernel
def set_units(flat: Any, start: int, m: int, out: Any) -> None:
    """Initialise ``m`` units, such as to their biases."""
    values = flat[start : start + m]
    for j in range(m):
        out[j] = values[j]


@fast_kernel
def gather(row: Any, n: int, values: Any, rows: Any) -> int:
    """Collect the nonzero values among the first ``n``; return their number."""
    k = 0
    for i in range(n):
        # No branch: zeros in a hidden layer are unpredictable.
        values[k] = row[i]
        rows[k] = i
        k += row[i] != 0
    return k


@fast_kernel
def dot(weights: Any, values: Any, n: int) -> Any:
    """Return the sum of ``n`` products."""
    total = ZERO
    for j in range(n):
        total += weights[j] * values[j]
    return total


@fast_kernel
def follow_row(n: int, m: int, flat: Any, row: Any, p: int, scratch: Any) -> None:
    """Bring the first layer's sums in place ``p`` of the memory up to a row: only what changed is added."""
    memory = scratch.memory
    seen, sums = memory.seen[p], memory.sums[p]
    if memory.counts[p] % RUN == 0:
        for j in range(n):
            seen[j] = 0
        set_units(flat, n * m, m, sums)
    memory.counts[p] += 1
    count = list_changes(row[:n], seen, scratch.rows, 0)
    for k in range(count):
        j = scratch.rows[k]
        scratch.values[k] = np.float32(row[j]) - np.float32(seen[j])
        seen[j] = row[j]
    add_rows(flat, 0, n, m, scratch, count, sums)


@fast_kernel
def hidden(sizes: Any, activation: int, flat: Any, row: Any, p: int, scratch: Any) -> tuple[int, int]:
    """Evaluate the hidden layers into ``scratch.units``; return the row of the result and the next offset."""
    n, m = sizes[0], sizes[1]
    follow_row(n, m, flat, row, p, scratch)
    set_units(scratch.memory.sums[p], 0, m, scratch.units[0])
    activate(scratch.units[0], m, activation)
    at, side = (n + 1) * m, 0
    for k in range(1, sizes.shape[0] - 2):
        n, m = sizes[k], sizes[k + 1]
        set_units(flat, at + n * m, m, scratch.units[1 - side])
        count = gather(scratch.units[side], n, scratch.values, scratch.rows)
        add_rows(flat, at, n, m, scratch, count, scratch.units[1 - side])
        side = 1 - side
        activate(scratch.units[side], m, activation)
        at += (n + 1) * m
    return side, at


@fast_kernel
def legal_logits(nets: Any, k: int, row: Any, mask: Any, scratch: Any, legal: Any, logits: Any) -> int:
    """Write the legal actions and their logits, which matter if there are several; return their number."""
    scratch.memory.counts[0] = 0
    return next_logits(nets, k, row, mask, 0, scratch, legal, logits)


@fast_kernel
def next_logits(nets: Any, k: int, row: Any, mask: Any, p: int, scratch: Any, legal: Any, logits: Any) -> int:
    """Do the same for the next row in place ``p`` of the memory."""
    n = list_changes(mask, scratch.zeros, legal, 0)
    if n < 2:
        logits[0] = 0.0
        return n
    flat, sizes = nets.flat[k], nets.sizes
    side, at = hidden(sizes, nets.activation, flat, row, p, scratch)
    values, m = scratch.units[side], sizes[sizes.shape[0] - 2]
    bias = at + mask.shape[0] * m
    for j in range(n):
        a = legal[j]
        logits[j] = flat[bias + a] + dot(row_of(flat, at, a, m), values, m)
    return n


@fast_kernel
def to_weights(logits: Any, n: int, temperature: float) -> float:
    """Convert the first ``n`` logits to softmax weights, of which the largest is 1; return their sum."""
    top = logits[0]
    for j in range(1, n):
        top = max(top, logits[j])
    total = 0.0
    for j in range(n):
        if temperature > 0.0:
            logits[j] = np.exp((logits[j] - top) / temperature)
        else:
            logits[j] = 1.0 if logits[j] == top else 0.0
        total += logits[j]
    return total


@fast_kernel
def draw(weights: Any, n: int, target: float) -> int:
    """Return the first index at which the running sum of weights exceeds ``target``."""
    last = 0
    for j in range(n):
        if weights[j] > 0.0:
            last = j
            target -= weights[j]
            if target < 0.0:
                return j
    return last


@entry
def _sample(
    nets: Any,
    which: Any,
    observations: Any,
    masks: Any,
    uniforms: Any,
    temperature: float,
    scratch: Any,
    out: Any,
) -> None:
    """Write a sampled legal action per row; -1 where there is none."""
    legal = np.empty(masks.shape[1], np.int64)
    logits = np.empty(masks.shape[1], np.float64)
    for i in range(observations.shape[0]):
        n = legal_logits(nets, which[i], observations[i], masks[i], scratch, legal, logits)
        out[i] = -1
        if n > 0:
            total = to_weights(logits, n, temperature)
            out[i] = legal[draw(logits, n, uniforms[i] * total)]


@entry
def _follow(
    nets: Any,
    which: Any,
    places: Any,
    observations: Any,
    masks: Any,
    uniforms: Any,
    scratch: Any,
    out: Any,
    log_probs: Any,
) -> None:
    """Write a sampled legal action per row, and the logarithm of its probability."""
    legal = np.empty(masks.shape[1], np.int64)
    logits = np.empty(masks.shape[1], np.float64)
    for i in range(observations.shape[0]):
        n = next_logits(nets, which[i], observations[i], masks[i], places[i], scratch, legal, logits)
        total = to_weights(logits, n, 1.0)
        k = draw(logits, n, uniforms[i] * total)
        out[i], log_probs[i] = legal[k], np.log(logits[k] / total)


@entry
def _probabilities(
    nets: Any, which: Any, observations: Any, masks: Any, temperature: float, scratch: Any, out: Any
) -> None:
    """Write the distribution over all actions per row."""
    legal = np.empty(masks.shape[1], np.int64)
    logits = np.empty(masks.shape[1], np.float64)
    for i in range(observations.shape[0]):
        n = legal_logits(nets, which[i], observations[i], masks[i], scratch, legal, logits)
        out[i, :] = 0.0
        if n > 0:
            total = to_weights(logits, n, temperature)
            for j in range(n):
                out[i, legal[j]] = logits[j] / total


@entry
def _outputs(nets: Any, which: Any, observations: Any, scratch: Any, out: Any) -> None:
    """Write every output of the last layer per row."""
    for i in range(observations.shape[0]):
        flat = nets.flat[which[i]]
        scratch.memory.counts[0] = 0
        side, at = hidden(nets.sizes, nets.activation, flat, observations[i], 0, scratch)
        m = nets.sizes[nets.sizes.shape[0] - 2]
        bias = at + out.shape[1] * m
        for a in range(out.shape[1]):
            out[i, a] = flat[bias + a] + dot(row_of(flat, at, a, m), scratch.units[side], m)


class Past(NamedTuple):
    """The last rows in some places, such as a seat in a game, each seen by one net.

    Attributes:
        seen: int8 (places, inputs); the rows.
        sums: float32 (places, units); the first layer at them, before the activation.
        counts: int64 (places,); the number of rows so far.
    """

    seen: Bytes
    sums: Singles
    counts: Ints


def make_past(nets: Nets, places: int) -> Past:
    """Return the memory of places where there was no row yet."""
    inputs, units = nets.sizes[:2].tolist()
    sums = aligned(places * units).reshape(places, units)
    return Past(np.zeros((places, inputs), np.int8), sums, np.zeros(places, np.int64))


class Scratch(NamedTuple):
    """Working memory of one call."""

    units: Singles  # (2, widest hidden layer)
    values: Singles  # the nonzero inputs of a layer
    rows: Numbers  # their indices
    zeros: Bytes  # as many as there are actions
    memory: Past  # of the rows before


def make_scratch(nets: Nets, memory: Past | None = None) -> Scratch:
    """Return working memory for nets of one shape, by default without rows before; concurrent calls need one each."""
    *inputs, outputs = nets.sizes.tolist()
    units, values = np.empty((2, max(inputs[1:])), np.float32), np.empty(max(inputs), np.float32)
    rows, zeros = np.empty(max(inputs), np.int32), np.zeros(outputs, np.int8)
    return Scratch(units, values, rows, zeros, memory or make_past(nets, 1))


def _bytes(array: Bytes) -> Bytes:
    """Return the array in the type that the kernels are compiled for."""
    return np.ascontiguousarray(array, np.int8)


def _checked(nets: Nets, which: Ints, observations: Bytes, actions: int) -> Ints:
    """Return ``which`` as int64; shapes and indices are checked here, since the kernels check no bounds."""
    rows = np.asarray(which, np.int64)
    if observations.shape[1] != nets.sizes[0] or actions != nets.sizes[-1]:
        raise InvalidConfig(
            f"the net reads {how_many(nets.sizes[0], 'number')} and knows {how_many(nets.sizes[-1], 'action')}, but "
            f"was given {observations.shape[1]} and {actions}."
        )
    # A negative number is a large one without its sign.
    if rows.shape != observations.shape[:1] or rows.view(np.uint64).max(initial=0) >= len(nets.flat):
        raise InvalidConfig(
            f"which must name one of {len(nets.flat)} nets for each of {how_many(len(observations), 'row')}."
        )
    return rows


def sample(
    nets: Nets,
    which: Ints,
    observations: Bytes,
    masks: Bytes,
    uniforms: Floats,
    temperature: float = 1.0,
) -> Ints:
    """Return a legal action per row, sampled from the softmax over the legal logits; -1 where none is legal.

    Args:
        nets: the nets, see `stack`.
        which: shape (n,); the index of each row's net.
        observations: shape (n, inputs).
        masks: shape (n, actions).
        uniforms: shape (n,); random numbers in [0, 1).
        temperature: divides the logits; 0 takes the largest, breaking ties at random.
    """
    rows = _checked(nets, which, observations, masks.shape[1])
    out = np.empty(len(rows), np.int64)
    chances = np.asarray(uniforms, np.float64)
    _sample(
        nets, rows, _bytes(observations), _bytes(masks), chances, float(temperature), make_scratch(nets), out
    )
    return out


def follow(
    nets: Nets,
    which: Ints,
    places: Ints,
    memory: Past,
    observations: Bytes,
    masks: Bytes,
    uniforms: Floats,
) -> tuple[Ints, Singles]:
    """Return what `sample` does for rows that differ little from the last ones in their places, in less time.

    A place has the same net throughout. Results do not depend on which rows share a call.

    Args:
        nets: the nets, see `stack`.
        which: shape (n,); the index of each row's net.
        places: int64, shape (n,); the rows' places in ``memory``, all different.
        memory: see `make_past`; it is updated.
        observations: shape (n, inputs).
        masks: shape (n, actions); at least one is legal.
        uniforms: shape (n,); random numbers in [0, 1).

    Returns:
        The actions, and the logarithms of their probabilities: float32, shape (n,).
    """
    rows = _checked(nets, which, observations, masks.shape[1])
    out, log_probs = np.empty(len(rows), np.int64), np.empty(len(rows), np.float32)
    given = _bytes(observations), _bytes(masks), np.asarray(uniforms, np.float64)
    _follow(nets, rows, places, *given, make_scratch(nets, memory), out, log_probs)
    return out, log_probs


def probabilities(
    nets: Nets,
    which: Ints,
    observations: Bytes,
    masks: Bytes,
    temperature: float = 1.0,
) -> Singles:
    """Return the distribution that `sample` draws from: float32, shape (n, actions)."""
    rows = _checked(nets, which, observations, masks.shape[1])
    out = np.empty(masks.shape, np.float32)
    _probabilities(
        nets, rows, _bytes(observations), _bytes(masks), float(temperature), make_scratch(nets), out
    )
    return out


def outputs(nets: Nets, which: Ints, observations: Bytes) -> Singles:
    """Return every output of the last layer, such as a value: float32, shape (n, outputs)."""
    rows = _checked(nets, which, observations, int(nets.sizes[-1]))
    out = np.empty((len(rows), int(nets.sizes[-1])), np.float32)
    _outputs(nets, rows, _bytes(observations), make_scratch(nets), out)
    return out
