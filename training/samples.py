"""The training data of a turn, and the weights of the loss over a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from throwdown.envs.core.kit import Ints, Singles
from throwdown.training.config import TrainConfig


class Weights(NamedTuple):
    """Values that change over a run: the learning rate, and the weights of parts of the loss."""

    learning_rate: float
    entropy: float
    barrier: float
    teacher: float


def weights_at(config: TrainConfig, progress: float) -> Weights:
    """Return the weights at ``progress`` (0 to 1) of a run."""
    c = config
    rate = c.learning_rate + (c.learning_rate_end - c.learning_rate) * progress
    if c.schedule == "linear":
        entropy = c.entropy + (c.entropy_end - c.entropy) * progress
    else:
        entropy = min(c.entropy, c.entropy_end / max(progress, 1e-9) ** 0.5)
    barrier = c.barrier * (c.barrier_end / c.barrier) ** progress if c.barrier else 0.0
    teacher = c.teacher_weight * max(0.0, 1.0 - progress / c.teacher_until) if c.teacher else 0.0
    return Weights(rate, entropy, barrier, teacher)


@dataclass(frozen=True, eq=False)
class Samples:
    """The training data of a part of a turn: p decisions and v states.

    The weights in a minibatch of the whole turn sum to about 1.

    Attributes:
        old: float32 (p,); log-probabilities of the chosen actions at the time of choice.
        taught: int64 (p,); the teacher's moves, or None.
        kept: int64; the decisions used.
        advantages: float32 (p,); of the chosen actions.
        sizes: float32 (p,); weights of the decisions.
        targets: float32 (v,); the critic's target values.
        weights: float32 (v,); weights of the states.
    """

    old: Singles
    taught: Ints | None
    kept: Ints
    advantages: Singles
    sizes: Singles
    targets: Singles
    weights: Singles
