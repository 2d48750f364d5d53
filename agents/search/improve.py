"""Search on top of a trained policy: one step of mirror descent at the current decision.

Update-equivalence search (Sokota et al., arXiv 2304.13138) plays the policy after a learner's update at this decision
alone. Here the update is a step of mirror descent with a margin:

    played(a) ~ policy(a) * exp(step * shrunk(Q(a) - V)),    shrunk(x) = sign(x) * max(0, |x| - margin),

where Q(a) is the mean return of action ``a`` in possible worlds if everybody plays the policy afterwards, and V is the
mean of Q under the policy. A good policy mixes actions of nearly equal value, and the mixture protects it from
exploitation: differences below the margin, which also covers noise and wrong beliefs about hidden cards, change
nothing. The step corrects blunders.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from throwdown.agents.net import stack
from throwdown.agents.policy import PolicyAgent
from throwdown.agents.search import base, rollouts
from throwdown.agents.search.budget import Budget
from throwdown.envs.core.kit import Floats, InvalidConfig, Setup

DEFAULT = Budget(simulations=2000)
STEP, MARGIN = 20.0, 0.1
CHUNK = 16
"""Rollouts between checks of the clock."""


class Improved(NamedTuple):
    """A policy improved by a search.

    Attributes:
        played: float64, shape (actions,); the distribution to play.
        policy: float64, shape (actions,); the policy's own.
        values: float64, shape (actions,); mean return of the searcher's seat, 0 for actions not tried.
        simulations: number of rollouts; 0 if there was nothing to decide.
    """

    played: Floats
    policy: Floats
    values: Floats
    simulations: int


class NetsRoom(base.Room):
    """Memory for one search, with the nets of all seats."""

    def __init__(self, setup: Setup, players: rollouts.SeatNets) -> None:
        super().__init__(setup, 3)
        self.players = players


class PolicySearchAgent(base.SearchAgent[NetsRoom, Improved]):
    """Improves a policy at every decision by rollouts of it.

    Args:
        policy: the policy to improve.
        others: the assumed policies of the other roles.
        budget: per decision, where a simulation is a rollout; every action gets equally many, and at least one.
        step: step size for returns with a range of 2, such as win and loss; 0 plays the policy.
        margin: the largest difference of returns, on the same scale, that changes nothing.
        threads: games searched concurrently; the result is the same.
    """

    def __init__(
        self,
        policy: PolicyAgent,
        others: Sequence[PolicyAgent],
        budget: Budget = DEFAULT,
        step: float = STEP,
        margin: float = MARGIN,
        threads: int = 1,
    ) -> None:
        super().__init__(budget, threads)
        for k, other in enumerate(others):
            if twin := next((x for x in (policy, *others[:k]) if x.policy.role == other.policy.role), None):
                raise InvalidConfig(
                    f"{twin.name} and {other.name} play the same role; a search needs a policy for each."
                )
        if step < 0 or margin < 0:
            raise InvalidConfig(f"step is {step} and margin {margin}; they must be 0 or more.")
        self.policy, self.others, self.step, self.margin = policy, tuple(others), step, margin
        self.name = f"search:{policy.name}:{budget.text}"
        self.roles = policy.roles
        self._nets = {agent.policy.role: stack([agent.policy.net]) for agent in (policy, *others)}

    def bind(self, setup: Setup) -> PolicySearchAgent:
        """Raise `InvalidConfig` for a setup that the policies do not fit, or that has other roles."""
        for agent in (self.policy, *self.others):
            agent.bind(setup)
        for role in setup.roles:
            if role not in self._nets:
                raise InvalidConfig(
                    f"{self.name} has no policy for the {role}; a search needs one for every role."
                )
        return self

    def make_room(self, setup: Setup) -> NetsRoom:
        """Return memory for a search."""
        return NetsRoom(setup, rollouts.seat_nets(self._nets, setup.roles, setup.game.actions.n))

    def plan(self, found: Improved) -> Floats:
        """Return the distribution to play after a search."""
        return found.played

    def search_in(self, room: NetsRoom, key: int) -> Improved:
        """Search for the seat to move in the world in ``room``."""
        policy = np.zeros(room.setup.game.actions.n)
        rollouts.read_policy(room.states, room.players, policy, room.out)
        values, actions = np.zeros_like(policy), np.flatnonzero(policy)
        if len(actions) == 1:
            return Improved(policy, policy, values, 0)
        sums, bounds, worlds = np.zeros(len(actions)), np.array([np.inf, -np.inf]), 0
        for _, last in self.budget.chunks(max(CHUNK, len(actions))):
            until = max(last // len(actions), 1)
            rollouts.try_actions(
                room.states, actions, key, worlds, until, room.players, sums, bounds, room.out
            )
            worlds = until
        values[actions] = sums / worlds
        played = np.zeros_like(policy)
        played[actions] = self._step(policy[actions], values[actions], float(bounds[1] - bounds[0]))
        return Improved(played, policy, values, worlds * len(actions))

    def _step(self, chances: Floats, values: Floats, span: float) -> Floats:
        """Return the probabilities after a step; ``span`` is the range of observed returns."""
        gains = (values - chances @ values) * (2.0 / span if span > 0 else 0.0)
        shrunk = np.sign(gains) * np.maximum(np.abs(gains) - self.margin, 0.0)
        logits = np.log(chances) + self.step * shrunk
        weights = np.exp(logits - logits.max())
        return np.asarray(weights / weights.sum(), np.float64)
