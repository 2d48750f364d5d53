"""sb3-contrib's MaskablePPO in self-play on our vector environment, for comparison with our learner in ablations."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from throwdown.agents import Agent, Policy, PolicyAgent, View
from throwdown.agents.carry import layout_of
from throwdown.envs.core.kit import Ints, InvalidRecord, Setup, write_with
from throwdown.training import checkpoint, nets, vecenv
from throwdown.training.config import TrainConfig
from throwdown.training.run import Run


class Latest(Agent):
    """A role's current net."""

    name = "latest"
    agent: Agent

    def act(self, view: View, rng: np.random.Generator) -> Ints:
        """Return an action for each game."""
        return self.agent.act(view, rng)


def new_model(setup: Setup, config: TrainConfig, env: vecenv.SelfPlayVecEnv, seed: int) -> MaskablePPO:
    """Return an untrained model; like MaskablePPO itself, this seeds the global streams of torch and NumPy."""
    c = config
    model = MaskablePPO(
        "MlpPolicy",
        env,
        n_steps=c.n_steps,
        learning_rate=c.learning_rate,
        batch_size=c.batch_size,
        n_epochs=c.epochs,
        gamma=c.gamma,
        gae_lambda=c.gae_lambda,
        clip_range=c.clip,
        normalize_advantage=c.normalize_advantage,
        ent_coef=c.entropy,
        vf_coef=c.value_weight,
        policy_kwargs={
            "net_arch": {"pi": list(c.hidden), "vf": list(c.hidden)},
            "activation_fn": nets.ACTIVATIONS[c.activation],
        },
        seed=seed,
        device="cpu",
    )
    model.set_logger(Logger(folder=None, output_formats=[]))
    return model


class MaskableRun(Run):
    """A run in which the MaskablePPO models of all roles learn in turn, each in games with the current others.

    A resumed run deals its games anew.
    """

    def __init__(
        self, config: TrainConfig, is_new: bool = True, clock: Callable[[], float] = time.perf_counter
    ) -> None:
        super().__init__(config, is_new, clock)
        c, setup = self.config, self.setup
        self.latest = {role: Latest() for role in self.roles}
        players: dict[str, Agent] = {**self.latest, **self.rivals}
        self.models: dict[str, Any] = {}
        for k, role in enumerate(self.roles):
            env = vecenv.SelfPlayVecEnv(setup, c.rows, role, players, c.seed)
            self.models[role] = new_model(setup, c, env, c.seed + k)
        self._exchange()

    @property
    def decisions(self) -> int:
        """The number of decisions learnt from, of all roles."""
        return sum(int(model.num_timesteps) for model in self.models.values())

    def advance(self) -> dict[str, Any]:
        """Do one rollout and one update of every role; return their figures."""
        figures = {}
        for role, model in self.models.items():
            model.learn(model.n_steps * model.n_envs, reset_num_timesteps=False)
            found = model.logger.name_to_value
            figures[role] = {name: float(x) for name, x in found.items() if name.startswith("train/")}
        self.turn += 1
        self._exchange()
        return figures

    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return the policy of a learning role."""
        policy, setup = self.models[role].policy, self.setup
        layers = [*nets.linear_layers(policy.mlp_extractor.policy_net), policy.action_net]
        net = nets.frozen(layers, self.config.activation)
        return Policy(setup.game.id, role, net, None, setup.scenario, info, layout_of(setup))

    def save_policies(self, folder: Path) -> dict[str, Path]:
        """Write every role's policy, and its model as ``ROLE.zip``; return the policies by role."""
        for role, model in self.models.items():
            write_with(folder / f"{role}.zip", model.save)
        return super().save_policies(folder)

    def _exchange(self) -> None:
        """Update the opponents to the current nets."""
        for role, player in self.latest.items():
            player.agent = PolicyAgent(self.policy(role, {})).bind(self.setup)

    def get_state(self) -> dict[str, Any]:
        """Return everything but the games under way, as arrays and plain data."""
        models = {
            role: {
                "weights": model.policy.state_dict(),
                "moments": model.policy.optimizer.state_dict()["state"],
                "decisions": model.num_timesteps,
            }
            for role, model in self.models.items()
        }
        return super().get_state() | {"models": models}

    def restore(self, state: Mapping[str, Any]) -> None:
        """Set the models, and seed chance by the run's seed and turn."""
        if state["models"].keys() != self.models.keys():
            raise InvalidRecord("the checkpoint is damaged: it holds other roles than its settings name.")
        for k, (role, model) in enumerate(self.models.items()):
            found, policy = state["models"][role], model.policy
            checkpoint.check_like("weights", found["weights"], policy.state_dict())
            policy.load_state_dict(found["weights"])
            checkpoint.load_moments(policy.optimizer, found["moments"])
            model.num_timesteps = int(found["decisions"])
            key = np.random.SeedSequence([self.config.seed, self.turn, k])
            model.set_random_seed(int(key.generate_state(1)[0]))
        self._exchange()
