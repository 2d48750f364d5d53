"""Kernels of the fast learner: the passes of ReLU nets, forward and backward, at the cost of what is not 0.

`sparse` uses them. A net has two hidden layers of equal width. A first layer is evaluated at a *reference row* once a
minibatch; a decision then adds the weights of the few inputs in which it differs from that row. Of the next layers only
positive units and legal actions are visited.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np

from throwdown.agents.net import Numbers
from throwdown.agents.vectors import fast_kernel, spread_rows, sum_rows
from throwdown.envs.core.compiler import NO_HEAP
from throwdown.envs.core.kit import Ints, Singles, entry

F = TypeVar("F", bound=Callable[..., Any])
OWN, ALL = 1, 2
"""Ends of a row's entries in `Lists.ends`: those of the seat's own observation, which the actor reads, and all."""
ONLY = np.zeros(1, np.int32)
"""The critic's output, as a list."""
FLOOR = -80.0
"""Floor of log-probabilities before exponentiation: underflow takes a path ten times slower."""
MAX_GRAD_NORM = 0.5
"""Norm to which larger gradients are scaled down."""
BETAS, EPSILON = (0.9, 0.999), 1e-5
"""Constants of Adam."""
f32 = np.float32


def fast_entry(function: F) -> F:
    """Compile an entry point with sums in any order that allocates no arrays; no references are counted in it."""
    return entry(function, fastmath={"reassoc", "contract", "nsz"}, **NO_HEAP)


class Lists(NamedTuple):
    """Where rows differ from others, each from one, and by how much.

    Attributes:
        where: int32; the columns, as the nets number them.
        what: float32; the differences, times the columns' scale.
        ends: int64 (rows, 3); where in these a row's entries begin, or -1 if it is compared with none; where its `OWN`
            end, and `ALL`.
    """

    where: Numbers
    what: Singles
    ends: Ints


class LegalLists(NamedTuple):
    """The legal actions of rows.

    Attributes:
        where: int32; the actions, as the nets number them.
        ends: int64 (rows + 1,); where in these the rows' actions begin, and where those of the last end.
    """

    where: Numbers
    ends: Ints


class Layers(NamedTuple):
    """The layers of a net, or their gradients: float32, the hidden layers input-major."""

    first: Singles  # (inputs, units)
    first_bias: Singles
    second: Singles  # (units, units)
    second_bias: Singles
    head: Singles  # (outputs, units)
    head_bias: Singles


class Loss(NamedTuple):
    """The clip range, and the weights of the parts of the loss."""

    clip: float
    value: float
    entropy: float
    barrier: float
    teacher: float
    reverse_kl: float
    magnet: float


class Workspace(NamedTuple):
    """Working memory of the passes of a net, and what of it is not 0."""

    base: Singles  # the first layer at the reference row
    sums: Singles  # the first layer, before the ReLU
    hidden: Singles  # the second layer
    slopes: Singles  # its gradient, or that of the first
    where: Numbers  # (units,), the units that are not 0
    what: Singles  # (units,)
    scores: Singles  # (outputs,)
    outer: Singles  # (outputs,), their gradients
    turned: Singles  # (units, units), the second layer, output-major


class Minibatch(NamedTuple):
    """A minibatch of the actor, b decisions.

    Attributes:
        rows: int64 (b,); the rows.
        chosen: int64 (b,); the place of the chosen action among all rows' legal ones.
        taught: int64 (b,); that of the teacher's move, or -1.
        old: float32 (b,); log-probabilities of the chosen actions at the time of choice.
        gains: float32 (b,); advantages.
        sizes: float32 (b,); weights.
        near: float32; the magnet's log-probabilities of all rows' legal actions, empty without one.
    """

    rows: Ints
    chosen: Ints
    taught: Ints
    old: Singles
    gains: Singles
    sizes: Singles
    near: Singles


@fast_kernel
def set_row(row: Any, values: Any) -> None:
    """Copy a row; a slice assignment might allocate memory."""
    for j in range(row.shape[0]):
        row[j] = values[j]


@fast_kernel
def clear(row: Any) -> None:
    """Set a row to 0."""
    for j in range(row.shape[0]):
        row[j] = 0


@fast_kernel
def gather(values: Any, where: Any, what: Any) -> int:
    """Collect the values that are not 0; return their number."""
    n = 0
    for j in range(values.shape[0]):
        where[n] = j
        what[n] = values[j]
        n += values[j] != 0
    return n


@fast_kernel
def turn_second(net: Any, w: Any) -> None:
    """Copy the second layer, output-major."""
    for i in range(net.second.shape[0]):
        for j in range(net.second.shape[1]):
            w.turned[j, i] = net.second[i, j]


@fast_kernel
def set_base(net: Any, lists: Any, part: int, w: Any) -> None:
    """Evaluate the first layer at the reference row, whose entries come last."""
    row = lists.ends.shape[0] - 1
    set_row(w.base, net.first_bias)
    sum_rows(w.base, net.first, lists.where, lists.what, lists.ends[row, 0], lists.ends[row, part])


@fast_kernel
def sum_first(net: Any, lists: Any, r: int, part: int, w: Any) -> None:
    """Evaluate the first layer at a row."""
    set_row(w.sums, w.base)
    sum_rows(w.sums, net.first, lists.where, lists.what, lists.ends[r, 0], lists.ends[r, part])


@fast_kernel
def update_first(net: Any, lists: Any, steps: Any, rows: Any, k: int, part: int, w: Any) -> None:
    """Evaluate the first layer at row ``rows[k]``, from its value at the row before if there is a step from there."""
    r = rows[k]
    if k > 0 and rows[k - 1] == r - 1 and steps.ends[r, 0] >= 0:
        sum_rows(w.sums, net.first, steps.where, steps.what, steps.ends[r, 0], steps.ends[r, part])
    else:
        sum_first(net, lists, r, part, w)


@fast_kernel
def sum_second(net: Any, sums: Any, hidden: Any, w: Any) -> None:
    """Evaluate the second layer, given the first."""
    n = 0
    for j in range(sums.shape[0]):
        w.where[n] = j
        w.what[n] = sums[j]
        n += sums[j] > 0
    set_row(hidden, net.second_bias)
    sum_rows(hidden, net.second, w.where, w.what, 0, n)
    for j in range(hidden.shape[0]):
        hidden[j] = max(hidden[j], f32(0))


@fast_kernel
def output(net: Any, a: int, hidden: Any) -> Any:
    """Return an output of the head."""
    weights, total = net.head[a], net.head_bias[a]
    for j in range(hidden.shape[0]):
        total += weights[j] * hidden[j]
    return total


@fast_kernel
def set_log_probs(net: Any, legal: Any, hidden: Any, out: Any) -> None:
    """Write the log-probabilities of the legal actions."""
    top, total = f32(-np.inf), f32(0)
    for k in range(legal.shape[0]):
        out[k] = output(net, legal[k], hidden)
        top = max(top, out[k])
    for k in range(legal.shape[0]):
        total += np.exp(out[k] - top)
    top += np.log(total)
    for k in range(legal.shape[0]):
        out[k] -= top


@fast_entry
def evaluate_actor(net: Any, lists: Any, steps: Any, rows: Any, legal: Any, w: Any, out: Any) -> None:
    """Write the log-probabilities of the legal actions of some rows, at their places in ``legal``."""
    set_base(net, lists, OWN, w)
    for k in range(rows.shape[0]):
        update_first(net, lists, steps, rows, k, OWN, w)
        sum_second(net, w.sums, w.hidden, w)
        start, end = legal.ends[rows[k]], legal.ends[rows[k] + 1]
        set_log_probs(net, legal.where[start:end], w.hidden, out[start:end])


@fast_entry
def evaluate_critic(net: Any, lists: Any, steps: Any, rows: Any, w: Any, out: Any) -> None:
    """Write the values of some rows."""
    set_base(net, lists, ALL, w)
    for k in range(rows.shape[0]):
        update_first(net, lists, steps, rows, k, ALL, w)
        sum_second(net, w.sums, w.hidden, w)
        out[k] = output(net, 0, w.hidden)


@fast_entry
def forward_first(net: Any, lists: Any, rows: Any, part: int, w: Any, first: Any) -> None:
    """Evaluate the first layer of a net at some rows."""
    set_base(net, lists, part, w)
    for i in range(rows.shape[0]):
        sum_first(net, lists, rows[i], part, w)
        for j in range(w.sums.shape[0]):
            first[i, j] = max(w.sums[j], f32(0))


@fast_entry
def forward_second(net: Any, first: Any, w: Any, second: Any) -> None:
    """Evaluate the second layer."""
    for i in range(first.shape[0]):
        sum_second(net, first[i], second[i], w)


@fast_entry
def backward_second(net: Any, grad: Any, first: Any, second: Any, w: Any) -> None:
    """Add the gradient of the second layer's weights; replace the first layer by its gradient.

    Args:
        net: the net.
        grad: the gradient of a minibatch so far.
        first: the first layer.
        second: the gradient of the second.
        w: working memory.
    """
    turn_second(net, w)
    for i in range(first.shape[0]):
        n = gather(first[i], w.where, w.what)
        spread_rows(second[i], grad.second, w.where, w.what, 0, n)
        m = gather(second[i], w.where, w.what)
        clear(w.slopes)
        sum_rows(w.slopes, w.turned, w.where, w.what, 0, m)
        for j in range(first.shape[1]):
            first[i, j] = w.slopes[j] if first[i, j] > 0 else f32(0)


@fast_entry
def backward_first(grad: Any, lists: Any, rows: Any, part: int, slopes: Any) -> None:
    """Add the gradient of the first layer's weights, given the one of the layer."""
    for i in range(rows.shape[0]):
        r = rows[i]
        for j in range(slopes.shape[1]):
            grad.first_bias[j] += slopes[i, j]
        spread_rows(slopes[i], grad.first, lists.where, lists.what, lists.ends[r, 0], lists.ends[r, part])
    # All rows share the reference row's part, which comes last.
    row = lists.ends.shape[0] - 1
    spread_rows(
        grad.first_bias, grad.first, lists.where, lists.what, lists.ends[row, 0], lists.ends[row, part]
    )


@fast_kernel
def backward_head(net: Any, grad: Any, hidden: Any, which: Any, outer: Any, w: Any) -> None:
    """Add the gradients of the head's weights and the second layer's bias at a row; replace the layer by its gradient.

    Args:
        net: the net.
        grad: the gradient of a minibatch so far.
        hidden: the second layer.
        which: the outputs that have a gradient.
        outer: their gradients.
        w: working memory.
    """
    for k in range(which.shape[0]):
        grad.head_bias[which[k]] += outer[k]
    spread_rows(hidden, grad.head, which, outer, 0, which.shape[0])
    clear(w.slopes)
    sum_rows(w.slopes, net.head, which, outer, 0, which.shape[0])
    for j in range(hidden.shape[0]):
        x = w.slopes[j] if hidden[j] > 0 else f32(0)
        hidden[j] = x
        grad.second_bias[j] += x


@fast_entry
def add_actor(
    legal: Any, batch: Any, loss: Any, terms: Any, net: Any, grad: Any, second: Any, w: Any
) -> None:
    """Add the gradient of the actor's loss by its head, and the sums of its terms; see `learner.Dense.loss`.

    Args:
        legal: the legal actions of the rows.
        batch: the minibatch.
        loss: the weights of the parts of the loss.
        terms: float64 (6,); as `learner.TERMS`.
        net: the actor.
        grad: its gradient.
        second: float32 (b, units); the second layer, replaced by its gradient.
        w: working memory.
    """
    n = batch.rows.shape[0]
    scores, slopes = w.scores, w.outer
    for i in range(n):
        r, size, gain, hidden = batch.rows[i], batch.sizes[i], batch.gains[i], second[i]
        start, end = legal.ends[r], legal.ends[r + 1]
        which, count = legal.where[start:end], end - start
        set_log_probs(net, which, hidden, scores)
        entropy = away = moved = f32(0)
        # Slopes lack what is the same for all actions times their chances: the softmax takes it away.
        for k in range(count):
            logp = scores[k]
            floored = max(logp, f32(FLOOR))
            chance = np.exp(floored)
            entropy -= chance * floored
            slope = loss.entropy * chance * floored
            if loss.magnet > 0:
                change = floored - batch.near[start + k]
                away += chance * change
                slope += loss.magnet * chance * change
            if logp >= FLOOR:
                slope -= loss.barrier / count
                if start + k == batch.taught[i]:
                    slope -= loss.teacher
            if start + k == batch.chosen[i]:
                change = logp - batch.old[i]
                ratio = np.exp(change)
                limited = f32(min(max(ratio, 1 - loss.clip), 1 + loss.clip))
                moved = ratio * change - (ratio - 1)
                slope += loss.reverse_kl * ratio * change
                if gain * ratio <= gain * limited:
                    slope -= gain * ratio
                terms[0] -= size * min(gain * ratio, gain * limited)
                terms[5] += size * (abs(ratio - 1) > loss.clip)
            slopes[k] = size * slope
        total = f32(0)
        for k in range(count):
            total += slopes[k]
        for k in range(count):
            slopes[k] -= np.exp(scores[k]) * total
        terms[2] += size * entropy
        terms[3] += size * moved
        terms[4] += size * away
        backward_head(net, grad, hidden, which, slopes, w)


@fast_entry
def add_critic(
    targets: Any, weights: Any, value: float, terms: Any, net: Any, grad: Any, second: Any, w: Any
) -> None:
    """Add the gradient of the critic's loss by its head, ``value`` times the weighted square error.

    As `add_actor`, but for the states' target values and weights, float32 (b,).
    """
    for i in range(second.shape[0]):
        error, weight = output(net, 0, second[i]) - targets[i], weights[i]
        w.outer[0] = 2 * value * weight * error
        terms[1] += weight * error * error
        backward_head(net, grad, second[i], ONLY, w.outer, w)


@fast_entry
def step_adam(weights: Any, grad: Any, means: Any, squares: Any, rate: float, step: float) -> None:
    """Clip a gradient and do a step of Adam, the ``step``-th from 1, as torch does."""
    total = 0.0
    for i in range(grad.shape[0]):
        total += np.float64(grad[i]) ** 2
    scale = f32(min(1.0, MAX_GRAD_NORM / (np.sqrt(total) + 1e-6)))
    # Rounded from doubles, as torch does: 1 - 0.999 in float32 is off by 5e-5.
    first, second = BETAS
    new1, keep2, new2 = f32(1 - first), f32(second), f32(1 - second)
    size, root = f32(rate / (1 - first**step)), f32(np.sqrt(1 - second**step))
    for i in range(grad.shape[0]):
        g = grad[i] * scale
        means[i] += new1 * (g - means[i])
        squares[i] = keep2 * squares[i] + new2 * g * g
        weights[i] -= size * means[i] / (np.sqrt(squares[i]) / root + f32(EPSILON))
