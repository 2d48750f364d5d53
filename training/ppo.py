"""MaskablePPO with the regularisation that makes self-play converge.

The policy loss of PPO, and on top of it: the entropy with a weight that falls, KL(new || old) to the policy that played
the games, and KL(new || magnet). With a uniform magnet this is magnetic mirror descent (Sokota et al. 2022,
arXiv 2206.05825), with one that is replaced from time to time NashPG (arXiv 2510.18183). The gradients of all these
vanish with an action's probability, so what looked bad early stays lost; that of a log barrier, KL(uniform || new),
does not (Agarwal et al. 2021, arXiv 1908.00261). At first a teacher may be copied, with a weight that falls to nothing:
kickstarting (Schmitt et al. 2018, arXiv 1803.03835).
"""

from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch as th
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger

from throwdown.agents import Agent, Policy
from throwdown.envs.core.kit import Floats, Ints, Setup, Singles, entry
from throwdown.envs.tables.view import View
from throwdown.training.checkpoint import check_like
from throwdown.training.config import TrainConfig
from throwdown.training.merge import apart, merge
from throwdown.training.policy import ACTIVATIONS, FLOOR, Features, MaskedPolicy, Scaled, scale_of, start_from
from throwdown.training.selfplay import Rollout

CHUNK = 1 << 13


@entry
def estimate(returns: Any, values: Any, last: Any, gamma: float, lam: float, out: Any) -> None:
    """Write generalised advantage estimates (Schulman et al. 2016) of whole games that pay at their end only."""
    ahead = following = 0.0
    for i in range(returns.shape[0] - 1, -1, -1):
        if last[i]:
            ahead, following = 0.0, returns[i] / gamma
        ahead = gamma * following - values[i] + gamma * lam * ahead
        following = values[i]
        out[i] = ahead


def compile_kernels() -> None:
    """Compile what learning calls, so that the first turn does not wait for it."""
    none = np.zeros(1, np.float32)
    estimate(none, none, np.ones(1, np.bool_), 1.0, 1.0, none.copy())
    merge(np.zeros((1, 1), np.int8), np.zeros(1, np.int64))


@dataclass(frozen=True, eq=False)
class Material:
    """What the nets learn from in a turn: p decisions and v states, each with its weight, 1 on average.

    Attributes:
        features: what the nets see.
        old: float32 (p,); log-probabilities of the actions chosen when they were.
        magnet: float32 (p, actions); the magnet's log-probabilities, or None.
        taught: int64 (p, 1); places of the teacher's moves in the features' ``actions``, or None.
        kept: int64; the decisions that count.
        gains: float32 (p,); advantages of the actions chosen.
        sizes: float32 (p,); weights of the decisions.
        targets: float32 (v,); values to fit.
        weights: float32 (v,); weights of the states.
    """

    features: Features
    old: th.Tensor
    magnet: th.Tensor | None
    taught: th.Tensor | None
    kept: th.Tensor
    gains: th.Tensor
    sizes: th.Tensor
    targets: th.Tensor
    weights: th.Tensor


class Ppo(MaskablePPO):
    """MaskablePPO that learns from a `Rollout`.

    Args:
        setup: what is played.
        config: the run.
        key: seeds the weights and the order of the minibatches; no global stream is touched.
        teacher: whose moves are copied at first, already bound; None: nobody's.
    """

    def __init__(
        self, setup: Setup, config: TrainConfig, key: Sequence[int], teacher: Agent | None = None
    ) -> None:
        c = config
        scale = np.tile(scale_of(setup, c.inputs), len(setup.seats) if c.critic == "full" else 1)
        hidden = {"pi": list(c.hidden), "vf": list(c.hidden)}
        super().__init__(
            MaskedPolicy,
            None,  # type: ignore[arg-type]
            learning_rate=c.learning_rate,
            n_steps=2,
            batch_size=c.batch_size,
            n_epochs=c.epochs,
            gamma=c.gamma,
            gae_lambda=c.gae_lambda,
            clip_range=c.clip,
            ent_coef=c.entropy,
            vf_coef=c.value_weight,
            normalize_advantage=c.normalize_advantage,
            device="cpu",
            policy_kwargs={
                "width": setup.width,
                "net_arch": hidden,
                "activation_fn": ACTIVATIONS[c.activation],
                "features_extractor_class": Scaled,
                "features_extractor_kwargs": {"scale": scale},
                "optimizer_kwargs": {"fused": True, "eps": 1e-5},
            },
            _init_setup_model=False,
        )
        self.observation_space = spaces.Box(-128, 127, (len(scale),), np.int8)
        self.action_space, self.n_envs = spaces.Discrete(setup.game.actions.n), 1
        with th.random.fork_rng(devices=[]):
            th.manual_seed(int(np.random.SeedSequence(list(key)).generate_state(1)[0]))
            self._setup_model()
        self.config, self.noise = config, np.random.default_rng([*key, 1])
        self.ep_info_buffer, self.ep_success_buffer = deque(maxlen=1), deque(maxlen=1)
        self.set_logger(Logger(folder=None, output_formats=[]))
        self.magnet: Any = deepcopy(self.policy) if c.magnet > 0 else None
        self._average = [p.detach().clone() for p in self.policy.parameters()]
        self._n_turns = 0
        self.barrier = c.barrier
        self.setup, self.teacher, self.teaching = setup, teacher, 0.0
        self.fill(None)

    policy: MaskedPolicy

    def start_from(self, found: Policy) -> None:
        """Copy the nets of a policy file: what is learnt, its average and the magnet begin there.

        Raises:
            InvalidConfig: its policy net has other layers.
        """
        start_from(self.policy, found, self.config.activation)
        self._average = [p.detach().clone() for p in self.policy.parameters()]
        if self.magnet is not None:
            self.magnet.load_state_dict(self.policy.state_dict())

    def fill(self, rollout: Rollout | None) -> None:
        """Take what was played; None: nothing."""
        self.rollout = rollout

    def _lesson(self, r: Rollout) -> Material:
        """Return what the nets learn from in a turn: advantages, values to fit, and the distributions to stay near."""
        c, n, policy = self.config, len(r), self.policy
        states = merge(r.observations, r.others) if c.merge else apart(n)
        deeds = merge(r.observations, r.actions) if c.merge else apart(n)
        f = policy.features(r, deeds.first, states.first)
        values = self._in_parts(lambda rows: policy.state_values(f, rows), len(states)).numpy()[states.of]
        old = self._in_parts(lambda rows: policy.log_probs(f, rows).gather(1, f.chosen[rows]), len(deeds))
        magnet = None
        if self.magnet is not None:
            magnet = self._in_parts(lambda rows: self.magnet.log_probs(f, rows), len(deeds)).clamp(min=FLOOR)
        advantages: Singles = np.empty(n, np.float32)
        targets = np.empty_like(advantages)
        estimate(r.returns, values, r.last, self.gamma, self.gae_lambda, advantages)
        estimate(r.returns, values, r.last, self.gamma, c.value_lambda, targets)
        kept = np.ones(n, np.bool_)
        if c.keep < 1.0:
            kept[np.argsort(-np.abs(advantages), kind="stable")[int(np.ceil(c.keep * n)) :]] = False
        if self.normalize_advantage:
            advantages = (advantages - advantages[kept].mean()) / (advantages[kept].std() + 1e-8)
        gains, sizes = deeds.gather(advantages, kept)
        fits, weights = states.gather(targets + values)
        rest = (th.from_numpy(x) for x in (np.flatnonzero(sizes), gains, sizes, fits, weights))
        return Material(f, old.squeeze(1), magnet, self._taught(r, deeds.first, f), *rest)

    def _taught(self, r: Rollout, deeds: Ints, f: Features) -> th.Tensor | None:
        """Return what the teacher would have played, as places in ``f.actions``; None once nobody is copied."""
        if self.teacher is None or self.teaching == 0.0:
            return None
        view = View.of(r.observations[deeds], r.masks[deeds], setup=self.setup)
        return th.searchsorted(f.actions, th.from_numpy(self.teacher.act(view, self.noise)))[:, None]

    @th.no_grad()
    def _in_parts(self, what: Callable[[slice], th.Tensor], n: int) -> th.Tensor:
        return th.cat([what(slice(k, k + CHUNK)) for k in range(0, n, CHUNK)])

    def train(self) -> None:
        """Learn from the rollout."""
        r, c = self.rollout, self.config
        if r is None or len(r) < 2:
            return
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        lesson = self._lesson(r)
        parts = max(1, round(len(lesson.kept) / c.batch_size))
        sums: Floats = np.zeros(6)
        for _ in range(self.n_epochs):
            deeds = np.array_split(self.noise.permutation(lesson.kept.numpy()), parts)
            states = np.array_split(self.noise.permutation(len(lesson.targets)), parts)
            for some, others in zip(deeds, states):
                loss, figures = self._loss(lesson, th.from_numpy(some), th.from_numpy(others))
                self.policy.optimizer.zero_grad()
                th.autograd.backward(loss)
                th.nn.utils.clip_grad_norm_(self.policy.parameters(), self.max_grad_norm)
                self.policy.optimizer.step()
                sums += figures
        self._n_updates += self.n_epochs
        self._after()
        names = ("policy_loss", "value_loss", "entropy", "kl_old", "kl_magnet", "clip_fraction")
        for name, total in zip(names, sums / (parts * self.n_epochs)):
            self.logger.record(f"train/{name}", float(total))

    def _loss(self, lesson: Material, deeds: th.Tensor, states: th.Tensor) -> tuple[th.Tensor, list[float]]:
        c, clip, f, weights = self.config, self.config.clip, lesson.features, lesson.sizes[deeds]
        logp, gains = self.policy.log_probs(f, deeds), lesson.gains[deeds]
        change = logp.gather(1, f.chosen[deeds]).squeeze(1) - lesson.old[deeds]
        ratio = change.exp()
        gain = (weights * th.min(gains * ratio, gains * ratio.clamp(1 - clip, 1 + clip))).mean()
        errors = self.policy.state_values(f, states) - lesson.targets[states]
        misfit = (lesson.weights[states] * errors.square()).mean()
        floored = logp.clamp(min=FLOOR)
        chances = floored.exp()
        entropy = -(weights * (chances * floored).sum(1)).mean()
        moved = (weights * (ratio * change - (ratio - 1))).mean()
        loss = -gain + self.vf_coef * misfit - self.ent_coef * entropy + c.reverse_kl * moved
        if self.barrier > 0:
            legal = ~f.illegal[deeds]
            loss = loss - self.barrier * (weights * (floored * legal).sum(1) / legal.sum(1)).mean()
        if lesson.taught is not None:
            copied = floored.gather(1, lesson.taught[deeds]).squeeze(1)
            loss = loss - self.teaching * (weights * copied).mean()
        away = th.zeros(())
        if lesson.magnet is not None:
            away = (weights * (chances * (floored - lesson.magnet[deeds])).sum(1)).mean()
            loss = loss + c.magnet * away
        clipped = (weights * ((ratio - 1).abs() > clip)).mean()
        return loss, [float(x.detach()) for x in (-gain, misfit, entropy, moved, away, clipped)]

    @th.no_grad()
    def _after(self) -> None:
        """Move the average and, when it is time, the magnet."""
        self._n_turns += 1
        # Without the correction the first turns would weigh as much as all that follow.
        decay = min(self.config.ema, 1 - 1 / (self._n_turns / 4 + 1))
        for mean, now in zip(self._average, self.policy.parameters()):
            mean.lerp_(now, 1 - decay)
        if self.magnet is not None and self._n_turns % self.config.magnet_every == 0:
            self.magnet.load_state_dict(self.policy.state_dict())

    def averaged(self) -> MaskedPolicy:
        """Return the policy with its averaged weights."""
        policy = deepcopy(self.policy)
        with th.no_grad():
            for target, mean in zip(policy.parameters(), self._average):
                target.copy_(mean)
        return policy

    def get_state(self) -> dict[str, Any]:
        """Return everything that the next turns depend on."""
        return {
            "weights": {k: v.clone() for k, v in self.policy.state_dict().items()},
            "optimizer": deepcopy(self.policy.optimizer.state_dict()),
            "average": {str(k): v.clone() for k, v in enumerate(self._average)},
            "magnet": {}
            if self.magnet is None
            else {k: v.clone() for k, v in self.magnet.state_dict().items()},
            "noise": self.noise.bit_generator.state,
            "decisions": int(self.num_timesteps),
            "updates": int(self._n_updates),
            "turns": self._n_turns,
        }

    def _check_optimizer(self, state: dict[str, Any]) -> None:
        """Refuse the state of another optimiser than Adam as it is here; the rate may differ."""

        def plain(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
            return [
                {k: [*v] if isinstance(v, tuple) else v for k, v in x.items() if k != "lr"} for x in groups
            ]

        own = self.policy.optimizer
        if plain(state["param_groups"]) != plain(own.state_dict()["param_groups"]):
            raise ValueError("the optimizer has other settings")
        parameters = dict(enumerate(p for group in own.param_groups for p in group["params"]))
        for k, moments in state["state"].items():
            like = {"step": th.zeros(()), **dict.fromkeys(("exp_avg", "exp_avg_sq"), parameters[k])}
            check_like(f"moments of parameter {k}", moments, like)

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from what `get_state` returned.

        Raises:
            ValueError: it has other layers than this net, or numbers that are not finite.
        """
        layers = self.policy.state_dict()
        check_like("weights", state["weights"], layers)
        check_like("average", state["average"], {str(k): mean for k, mean in enumerate(self._average)})
        if state["magnet"]:
            check_like("magnet", state["magnet"], layers)
        self._check_optimizer(state["optimizer"])
        self.policy.load_state_dict(state["weights"])
        self.policy.optimizer.load_state_dict(state["optimizer"])
        for k, mean in enumerate(self._average):
            mean.copy_(state["average"][str(k)])
        if self.magnet is not None and state["magnet"]:
            self.magnet.load_state_dict(state["magnet"])
        self.noise.bit_generator.state = state["noise"]
        self.num_timesteps, self._n_updates = int(state["decisions"]), int(state["updates"])
        self._n_turns = int(state["turns"])
