"""A net that learns: its MaskablePPO, the roles that it plays and what its turns were like."""

from collections.abc import Sequence
from typing import Any

from throwdown.agents import Net, Policy, load
from throwdown.envs.core.kit import Setup
from throwdown.training import ppo, selfplay
from throwdown.training.config import TrainConfig
from throwdown.training.policy import policy_net, to_policy


class Learner:
    """One net and how it learns.

    Args:
        setup: what is played.
        config: the run.
        roles: the roles that it plays: one, or all if they share a net.
        key: seeds its weights and its chance.
    """

    def __init__(self, setup: Setup, config: TrainConfig, roles: Sequence[str], key: Sequence[int]) -> None:
        self.setup, self.config, self.roles = setup, config, tuple(roles)
        teacher = load(config.teacher, setup, roles[0]).bind(setup) if config.teacher else None
        self.model = ppo.Ppo(setup, config, key, teacher)

    def learn(self, rollouts: Sequence[selfplay.Rollout], progress: float) -> None:
        """Learn from a turn's games; ``progress`` in [0, 1] sets the schedules."""
        c, model = self.config, self.model
        rate = c.learning_rate + (c.learning_rate_end - c.learning_rate) * progress
        model.lr_schedule = lambda _: rate
        model.ent_coef = entropy_at(c, progress)
        model.barrier = barrier_at(c, progress)
        model.teaching = teaching_at(c, progress)
        model.fill(selfplay.join(rollouts) if rollouts else None)
        model.train()
        model.num_timesteps += sum(len(rollout) for rollout in rollouts)
        model.fill(None)

    def figures(self) -> dict[str, float]:
        """Return the losses of the last turn."""
        values = self.model.logger.name_to_value
        logged = {k: float(v) for k, v in values.items() if k.startswith("train/")}
        values.clear()
        return logged

    def net(self) -> Net:
        """Return a copy of the net as it is."""
        return policy_net(self.model.policy, self.config.activation)

    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return what a policy file holds: the averaged net."""
        return to_policy(self.model.averaged(), self.setup, role, self.config.activation, info)

    @property
    def decisions(self) -> int:
        """Decisions learnt from."""
        return int(self.model.num_timesteps)


def entropy_at(config: TrainConfig, progress: float) -> float:
    """Return the weight of the entropy when ``progress`` (0 to 1) of a run is done."""
    first, last = config.entropy, config.entropy_end
    if config.schedule == "linear":
        return first + (last - first) * progress
    return float(min(first, last / max(progress, 1e-9) ** 0.5))


def barrier_at(config: TrainConfig, progress: float) -> float:
    """Return the weight of the log barrier when ``progress`` (0 to 1) of a run is done."""
    if config.barrier == 0.0:
        return 0.0
    return float(config.barrier * (config.barrier_end / config.barrier) ** progress)


def teaching_at(config: TrainConfig, progress: float) -> float:
    """Return the weight of the teacher's moves when ``progress`` (0 to 1) of a run is done."""
    if not config.teacher:
        return 0.0
    return config.teacher_weight * max(0.0, 1.0 - progress / config.teacher_until)
