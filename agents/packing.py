"""8-bit quantisation of a layer's weights: integer multiples of a step per input.

The largest weight of an input is 64 steps. A step per input costs less accuracy than one per unit, since weights vary
more between inputs. Steps are exact, so packing packed weights again changes nothing.
"""

import numpy as np

from throwdown.envs.core.kit import Bytes, Singles

STEPS = 64
"""Steps to either side of 0; a power of two, so that division is exact."""


def pack(weights: Singles) -> tuple[Bytes, Singles]:
    """Return multiples and steps.

    Args:
        weights: float32, shape (units, inputs).

    Returns:
        int8 in [-64, 64], shape (units, inputs), input-major in memory, which compresses best; and float32, shape
        (inputs,), 0 for an input whose weights are all 0.
    """
    steps = np.abs(weights).max(axis=0, initial=0.0) / np.float32(STEPS)
    multiples = np.rint(weights / np.where(steps > 0.0, steps, np.float32(1.0)))
    return np.asfortranarray(multiples, np.int8), steps


def unpack(multiples: Bytes, steps: Singles) -> Singles:
    """Return weights: float32, shape (units, inputs)."""
    with np.errstate(over="ignore", invalid="ignore"):  # of a damaged file; the reader checks the results
        return np.multiply(multiples, steps, dtype=np.float32, order="C")
