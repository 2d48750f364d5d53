"""Weights of a layer in 8 bits: whole multiples of a step that every input has for itself.

The largest weight of an input is 64 steps. A step per input costs less accuracy than one per unit, since the weights of
inputs differ more in size. Steps are exact, so packing what was packed before changes nothing.
"""

import numpy as np

from throwdown.envs.core.kit import Bytes, Singles

STEPS = 64
"""Steps to either side of 0; a power of two, by which floats are divided exactly."""


def pack(weights: Singles) -> tuple[Bytes, Singles]:
    """Return multiples and steps.

    Args:
        weights: float32, shape (units, inputs).

    Returns:
        int8 in [-64, 64], shape (units, inputs), input by input in memory, which compresses best; and float32, shape
        (inputs,), 0 for an input without weight.
    """
    steps = np.abs(weights).max(axis=0, initial=0.0) / np.float32(STEPS)
    multiples = np.rint(weights / np.where(steps > 0.0, steps, np.float32(1.0)))
    return np.asfortranarray(multiples, np.int8), steps


def unpack(multiples: Bytes, steps: Singles) -> Singles:
    """Return weights: float32, shape (units, inputs)."""
    with np.errstate(
        over="ignore", invalid="ignore"
    ):  # a damaged file's; whoever reads it looks at the results
        return np.multiply(multiples, steps, dtype=np.float32, order="C")
