"""The value of states that AIVAT compares with, and what it makes of a game."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.kit import Batch, Flags, Floats, Setup, Singles
from throwdown.evaluation.aivat.kernels import expect, worth_of

SAMPLES = 10
"""How often chance is asked again after an action; what it really did is compared with the mean."""


@dataclass(frozen=True, eq=False)
class Baseline:
    """A linear value of states, read from what all seats observe together.

    The estimate is unbiased whatever the weights are; good weights make it precise.

    Attributes:
        weights: float64, shape (seats, width); of every seat's observation.
        bias: of the value.
        seat: whose return is estimated: one of the second side.
        deal: what a fresh deal is worth on average.
    """

    weights: Floats
    bias: float
    seat: int
    deal: float

    def watch(self, setup: Setup) -> Correction:
        """Return who looks on and notes the corrections."""
        return Correction(self, setup)


class Correction:
    """Sums up the luck of a seat in every game, which has mean 0.

    At the deal that is V less its mean over deals; at a decision V of the state that came of it, less its mean over the
    agent's actions (where it knows their chances) and over what chance might have done.

    Attributes:
        luck: float64, shape (n, 2): at the deal, and in all that followed.
    """

    luck: Floats

    def __init__(self, baseline: Baseline, setup: Setup) -> None:
        self._baseline, self._out = baseline, setup.make_out()
        self._room = setup.game.allocate(1)

    def dealt(self, batch: Batch) -> None:
        """Start with the luck of the deal."""
        self._turn = 0
        self._means, self._values = np.zeros(batch.n), np.zeros(batch.n)
        self.luck = np.zeros((batch.n, 2))
        self.luck[:, 0] = self._worth(batch, np.ones(batch.n, np.bool_)) - self._baseline.deal

    def chosen(self, batch: Batch, active: Flags, chances: Singles) -> None:
        """Note what is to be expected."""
        self._turn += 1
        b = self._baseline
        expect(
            *(self._room, batch.states, active, chances, self._turn, SAMPLES),
            *(b.weights, b.bias, b.seat, self._means, self._out),
        )

    def played(self, batch: Batch, active: Flags) -> None:
        """Add by how much it came better."""
        self.luck[active, 1] += (self._worth(batch, active) - self._means)[active]

    def _worth(self, batch: Batch, which: Flags) -> Floats:
        b = self._baseline
        worth_of(batch.states, which, b.weights, b.bias, b.seat, self._values, self._out)
        return self._values.copy()
