"""The yardstick: sb3-contrib's MaskablePPO as it comes, its defaults included, in self-play."""

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch as th
from sb3_contrib import MaskablePPO

from throwdown.agents import Agent, Net, Policy, PolicyAgent, View
from throwdown.envs.core.kit import Ints, Setup
from throwdown.training.nets import linear_layers
from throwdown.training.vecenv import SelfPlayVecEnv

ROWS = 8
"""Environments side by side; with MaskablePPO's 2,048 steps a rollout holds 16,384 decisions."""


class Latest(Agent):
    """A role's net as it is now."""

    name = "latest"
    agent: Agent

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return an action for each game."""
        return self.agent.act(view, rng)


class Yardstick:
    """A MaskablePPO model for every role; they learn in turn, each from games with the others as they are.

    Args:
        setup: what is played.
        seed: of everything; it also sets torch's and numpy's global streams, as Stable-Baselines3 does.
        clock: what ``seconds`` are told by.
    """

    def __init__(self, setup: Setup, seed: int, clock: Callable[[], float] = time.perf_counter) -> None:
        th.set_num_threads(1)
        self.setup, self.clock, self.seconds = setup, clock, 0.0
        self.roles = tuple(dict.fromkeys(setup.roles))
        self._players = {role: Latest() for role in self.roles}
        self.models: dict[str, Any] = {}
        for k, role in enumerate(self.roles):
            env = SelfPlayVecEnv(setup, ROWS, role, self._players, seed)
            self.models[role] = MaskablePPO("MlpPolicy", env, seed=seed + k, device="cpu")
        self._exchange()

    @property
    def decisions(self) -> int:
        """Decisions learnt from, all roles together."""
        return sum(int(model.num_timesteps) for model in self.models.values())

    def step(self) -> None:
        """Do one rollout and one update of every role."""
        start = self.clock()
        for model in self.models.values():
            model.learn(model.n_steps * ROWS, reset_num_timesteps=False)
        self._exchange()
        self.seconds += self.clock() - start

    def agents(self) -> dict[str, PolicyAgent]:
        """Return who plays each role."""
        found = {}
        for role, model in self.models.items():
            layers = [*linear_layers(model.policy.mlp_extractor.policy_net), model.policy.action_net]
            weights, biases = (
                tuple(getattr(x, n).detach().numpy().copy() for x in layers) for n in ("weight", "bias")
            )
            policy = Policy(self.setup.game.id, role, Net(weights, biases, "tanh"))
            found[role] = PolicyAgent(policy).bind(self.setup)
        return found

    def _exchange(self) -> None:
        for role, agent in self.agents().items():
            self._players[role].agent = agent
