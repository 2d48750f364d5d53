"""PSRO with PPO oracles: policy-space response oracles (Lanctot et al. 2017, arXiv 1711.00832).

Each side has a population of nets, at first a fresh one. An oracle learns by PPO against the other side's population,
whose nets are drawn by the equilibrium of the game between the populations, measured by playing; then it joins its own.
Both sides' oracles learn at the same time, each from scratch and equally long.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from throwdown.agents import Policy
from throwdown.agents.carry import layout_of
from throwdown.envs.core.kit import InvalidConfig
from throwdown.evaluation.nash import equilibrium
from throwdown.training.config import TrainConfig
from throwdown.training.learner import new_learner
from throwdown.training.opponents import FIRST
from throwdown.training.trainer import Trainer

GAMES = 1000
"""Games between two nets of the populations."""


class Psro(Trainer):
    """A run of PSRO, with one oracle fewer than the ``pool_size`` of its settings.

    Attributes:
        payoffs: float64 (nets of the first side, nets of the second); mean returns of the second side.

    Raises:
        InvalidConfig: the game is not zero-sum with two sides, or one of them does not learn, or has several roles.
    """

    def __init__(
        self, config: TrainConfig, is_new: bool = True, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        self.payoffs = np.empty((0, 0))
        super().__init__(config, is_new, clock)
        self.setup.opponents("PSRO")
        if len(self.sides) < 2 or len(self.roles) > 2 or config.pool_size < 2:
            raise InvalidConfig(
                "PSRO needs two sides that learn, of one role each, and a pool_size of 2 or more."
            )
        self.oracles = self.config.pool_size - 1
        self.weigh()

    def play_and_learn(self, progress: float) -> dict[str, Any]:
        """Do a turn of the current oracles, and let them join their populations if it was their last one."""
        entry = super().play_and_learn(progress * self.oracles % 1.0)
        if self.progress * self.oracles >= self.size_of_population:
            for pool in self.pools.values():
                pool.snapshot(self.turn)
            self.weigh()
            self.begin_oracles()
            entry["population"] = {
                role: np.round(pool.weights, 4).tolist()
                for role, pool in self.pools.items()
                if pool.weights is not None
            }
        return entry

    def begin_oracles(self) -> None:
        """Replace the learning nets by fresh ones."""
        for k, (name, old) in enumerate(self.learners.items()):
            scale = old.nets.scale[: old.nets.width].cpu().numpy()
            new = new_learner(self.setup, self.config, old.roles, self._key(k), scale, self.device)
            new.decisions = old.decisions
            self.learners[name] = new
        self._exchange()

    def _key(self, k: int) -> tuple[int, ...]:
        """Return the key of a side's learner, see `Learner`."""
        n = self.size_of_population
        return (self.config.seed, k) if n == 1 else (self.config.seed, k, 10, n)

    @property
    def size_of_population(self) -> int:
        """The number of nets of a side."""
        return self.pools[self.roles[0]].snapshots

    def weigh(self) -> None:
        """Complete the game between the populations, and set the shares in which their nets are drawn."""
        while len(self.payoffs) < self.size_of_population:
            n = len(self.payoffs)
            pairs = np.array([[n, k] for k in range(n + 1)] + [[k, n] for k in range(n)]).T
            found = np.zeros((n + 1, n + 1))
            found[:n, :n] = self.payoffs
            found[pairs[0], pairs[1]] = self.games.between([self.config.seed, n, 7], GAMES, pairs)
            self.payoffs = found
        for side, shares in zip(self.setup.teams, equilibrium(self.payoffs[None])):
            self.pools[self._role(side)].weights = shares[0]

    def _role(self, side: str) -> str:
        return self.setup.roles[self.setup.teams[side][0]]

    def population(self) -> dict[str, list[tuple[float, Policy]]]:
        """Return the equilibrium of the populations: by role the nets that are played, with their shares."""
        found: dict[str, list[tuple[float, Policy]]] = {}
        for role, pool in self.pools.items():
            assert pool.nets is not None and pool.weights is not None
            shares = np.where(pool.weights >= 1e-3, pool.weights, 0.0)
            found[role] = [
                (
                    float(shares[k] / shares.sum()),
                    Policy(
                        self.setup.game.id,
                        role,
                        pool.nets.net(FIRST + k),
                        None,
                        self.setup.scenario,
                        {},
                        layout_of(self.setup),
                    ),
                )
                for k in np.flatnonzero(shares).tolist()
            ]
        return found

    def restore(self, state: Mapping[str, Any]) -> None:
        """Set the pools and the learners, and play the populations' games again: the results are the same."""
        super().restore(state)
        for k, learner in enumerate(self.learners.values()):
            learner.key = self._key(k)
        self.payoffs = np.empty((0, 0))
        self.weigh()
