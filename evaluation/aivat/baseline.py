"""AIVAT's baseline value of states, and the correction of games by it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from throwdown.envs.core.kit import Batch, Flags, Floats, Setup, Singles
from throwdown.evaluation.aivat.kernels import expect, worth_of

SAMPLES = 10
"""Samples of chance after an action; their mean is compared with the actual outcome."""


@dataclass(frozen=True, eq=False)
class Baseline:
    """A linear value function of states, in all seats' observations together.

    The estimate is unbiased whatever the weights are; good weights make it precise.

    Attributes:
        weights: float64, shape (seats, width); weights of every seat's observation.
        bias: of the value.
        seat: the seat whose return is estimated, one of the second side.
        deal: the mean value of a fresh deal.
    """

    weights: Floats
    bias: float
    seat: int
    deal: float

    def watch(self, setup: Setup) -> Correction:
        """Return an observer that records the corrections."""
        return Correction(self, setup)


class Correction:
    """Sums a seat's luck in every game; luck has mean 0.

    At the deal, luck is V less its mean over deals; at a decision, V of the resulting state less its mean over the
    agent's actions (where it gives their probabilities) and over outcomes of chance.

    Attributes:
        luck: float64, shape (n, 2): at the deal, and after it.
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
        """Record the expected value."""
        self._turn += 1
        b = self._baseline
        expect(
            *(self._room, batch.states, active, chances, self._turn, SAMPLES),
            *(b.weights, b.bias, b.seat, self._means, self._out),
        )

    def played(self, batch: Batch, active: Flags) -> None:
        """Add the actual value less the expected one."""
        self.luck[active, 1] += (self._worth(batch, active) - self._means)[active]

    def _worth(self, batch: Batch, which: Flags) -> Floats:
        b = self._baseline
        worth_of(batch.states, which, b.weights, b.bias, b.seat, self._values, self._out)
        return self._values.copy()
