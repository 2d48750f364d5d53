"""A learning net: PPO with the regularisation that makes self-play converge.

The loss is the policy loss of PPO (Schulman et al. 2017, arXiv 1707.06347) plus the entropy with a falling weight,
KL(new || old) to the policy that played the games, and KL(new || magnet). With a uniform magnet this is magnetic mirror
descent (Sokota et al. 2022, arXiv 2206.05825), with one replaced from time to time NashPG (arXiv 2510.18183). The
gradients of all these vanish with an action's probability, so an action that looked bad early stays lost; that of a log
barrier, KL(uniform || new), does not (Agarwal et al. 2021, arXiv 1908.00261). At first a teacher may be copied, with a
weight that falls to 0: kickstarting (Schmitt et al. 2018, arXiv 1803.03835).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import torch as th

from throwdown.agents import Agent, Policy, load
from throwdown.envs.core.kit import Floats, Setup, Singles, entry
from throwdown.envs.tables.view import View
from throwdown.training.checkpoint import check_like, load_moments
from throwdown.training.config import TrainConfig
from throwdown.training.merge import apart, merge
from throwdown.training.nets import ActorCritic, Features
from throwdown.training.selfplay import Rollout

CHUNK = 1 << 13
"""Rows in one forward pass of a net."""
FLOOR = -80.0
"""Floor of log-probabilities before exponentiation: underflow takes a path ten times slower."""
MAX_GRAD_NORM = 0.5
Figures = dict[str, float]
"""Means over a turn's minibatches by name; empty without decisions to learn from."""


class Weights(NamedTuple):
    """Values that change over a run: the learning rate, and the weights of parts of the loss."""

    learning_rate: float
    entropy: float
    barrier: float
    teacher: float


def weights_at(config: TrainConfig, progress: float) -> Weights:
    """Return the weights at ``progress`` (0 to 1) of a run."""
    c = config
    rate = c.learning_rate + (c.learning_rate_end - c.learning_rate) * progress
    if c.schedule == "linear":
        entropy = c.entropy + (c.entropy_end - c.entropy) * progress
    else:
        entropy = min(c.entropy, c.entropy_end / max(progress, 1e-9) ** 0.5)
    barrier = c.barrier * (c.barrier_end / c.barrier) ** progress if c.barrier else 0.0
    teacher = c.teacher_weight * max(0.0, 1.0 - progress / c.teacher_until) if c.teacher else 0.0
    return Weights(rate, entropy, barrier, teacher)


@dataclass(frozen=True, eq=False)
class Samples:
    """The training data of a turn: p decisions and v states, each with its weight, 1 on average.

    Attributes:
        features: the nets' inputs.
        old: float32 (p,); log-probabilities of the chosen actions at the time of choice.
        magnet: float32 (p, actions); the magnet's log-probabilities, or None.
        taught: int64 (p, 1); indices of the teacher's moves in the features' ``actions``, or None.
        kept: int64; the decisions used.
        advantages: float32 (p,); of the chosen actions.
        sizes: float32 (p,); weights of the decisions.
        targets: float32 (v,); the critic's target values.
        weights: float32 (v,); weights of the states.
    """

    features: Features
    old: th.Tensor
    magnet: th.Tensor | None
    taught: th.Tensor | None
    kept: th.Tensor
    advantages: th.Tensor
    sizes: th.Tensor
    targets: th.Tensor
    weights: th.Tensor


@dataclass(eq=False)
class Learner:
    """A net and its learning; `new_learner` makes one.

    Attributes:
        setup: the setup.
        config: the run.
        roles: the roles played by the net: one, or all if they share it.
        noise: orders minibatches and draws the teacher's moves.
        teacher: the agent whose moves are copied at first, already bound; None: no teacher.
        nets: the current nets.
        average: their moving average, which is evaluated and saved.
        magnet: the nets of some turns ago; None without a magnet.
        optimizer: of ``nets``.
        decisions: the number of decisions learnt from.
        turns: the number of turns learnt from.
    """

    setup: Setup
    config: TrainConfig
    roles: tuple[str, ...]
    noise: np.random.Generator
    teacher: Agent | None
    nets: ActorCritic
    average: ActorCritic
    magnet: ActorCritic | None
    optimizer: th.optim.Adam
    decisions: int = 0
    turns: int = 0

    def learn(self, rollout: Rollout, weights: Weights) -> Figures:
        """Learn from a turn's games."""
        c = self.config
        self.decisions += len(rollout)
        if len(rollout) < 2:
            return {}
        samples = self._prepare(rollout, weights)
        for group in self.optimizer.param_groups:
            group["lr"] = weights.learning_rate
        parts = max(1, round(len(samples.kept) / c.batch_size))
        sums: Floats = np.zeros(6)
        for _ in range(c.epochs):
            decisions = np.array_split(self.noise.permutation(samples.kept.numpy()), parts)
            states = np.array_split(self.noise.permutation(len(samples.targets)), parts)
            for some, others in zip(decisions, states):
                loss, terms = self._loss(samples, weights, th.from_numpy(some), th.from_numpy(others))
                self.optimizer.zero_grad()
                th.autograd.backward(loss)
                th.nn.utils.clip_grad_norm_(self.nets.parameters(), MAX_GRAD_NORM)
                self.optimizer.step()
                sums += terms
        self.turns += 1
        with th.no_grad():
            # Without the correction the first turns would weigh as much as all later ones.
            decay = min(c.ema, 1 - 1 / (self.turns / 4 + 1))
            for mean, now in zip(self.average.parameters(), self.nets.parameters()):
                mean.lerp_(now, 1 - decay)
            for twin, buffer in zip(self.average.buffers(), self.nets.buffers()):
                twin.copy_(buffer)
        if self.magnet is not None and self.turns % c.magnet_every == 0:
            self.magnet.load_state_dict(self.nets.state_dict())
        names = ("policy_loss", "value_loss", "entropy", "kl_old", "kl_magnet", "clip_fraction")
        means = (sums / (parts * c.epochs)).tolist()
        return {"learning_rate": weights.learning_rate, **dict(zip(names, means))}

    def _prepare(self, r: Rollout, weights: Weights) -> Samples:
        """Return advantages, target values, and the distributions to stay near."""
        c, n, nets = self.config, len(r), self.nets
        states = merge(r.observations, r.others) if c.merge else apart(n)
        decisions = merge(r.observations, r.actions) if c.merge else apart(n)
        f = nets.features(r, decisions.first, states.first)
        values = _in_chunks(lambda rows: nets.values(f, rows), len(states)).numpy()[states.of]
        old = _in_chunks(lambda rows: nets.log_probs(f, rows).gather(1, f.chosen[rows]), len(decisions))
        near = None
        if (magnet := self.magnet) is not None:
            near = _in_chunks(lambda rows: magnet.log_probs(f, rows), len(decisions)).clamp(min=FLOOR)
        advantages: Singles = np.empty(n, np.float32)
        targets = np.empty_like(advantages)
        estimate(r.returns, values, r.last, c.gamma, c.gae_lambda, advantages)
        estimate(r.returns, values, r.last, c.gamma, c.value_lambda, targets)
        kept = np.ones(n, np.bool_)
        if c.keep < 1.0:
            kept[np.argsort(-np.abs(advantages), kind="stable")[int(np.ceil(c.keep * n)) :]] = False
        if c.normalize_advantage:
            advantages = (advantages - advantages[kept].mean()) / (advantages[kept].std() + 1e-8)
        taught = None
        if self.teacher is not None and weights.teacher > 0:
            view = View.of(r.observations[decisions.first], r.masks[decisions.first], setup=self.setup)
            played = th.from_numpy(self.teacher.act(view, self.noise))
            taught = th.searchsorted(f.actions, played)[:, None]
        gains, sizes = decisions.gather(advantages, kept)
        rest = np.flatnonzero(sizes), gains, sizes, *states.gather(targets + values)
        return Samples(f, old.squeeze(1), near, taught, *(th.from_numpy(x) for x in rest))

    def _loss(
        self, samples: Samples, weights: Weights, decisions: th.Tensor, states: th.Tensor
    ) -> tuple[th.Tensor, list[float]]:
        """Return the loss of a minibatch, and its unweighted terms."""
        c, f, sizes = self.config, samples.features, samples.sizes[decisions]
        logp, gains = self.nets.log_probs(f, decisions), samples.advantages[decisions]
        change = logp.gather(1, f.chosen[decisions]).squeeze(1) - samples.old[decisions]
        ratio = change.exp()
        gain = (sizes * th.min(gains * ratio, gains * ratio.clamp(1 - c.clip, 1 + c.clip))).mean()
        errors = self.nets.values(f, states) - samples.targets[states]
        misfit = (samples.weights[states] * errors.square()).mean()
        floored = logp.clamp(min=FLOOR)
        chances = floored.exp()
        entropy = -(sizes * (chances * floored).sum(1)).mean()
        moved = (sizes * (ratio * change - (ratio - 1))).mean()
        loss = -gain + c.value_weight * misfit - weights.entropy * entropy + c.reverse_kl * moved
        if weights.barrier > 0:
            legal = ~f.illegal[decisions]
            loss = loss - weights.barrier * (sizes * (floored * legal).sum(1) / legal.sum(1)).mean()
        if samples.taught is not None:
            copied = floored.gather(1, samples.taught[decisions]).squeeze(1)
            loss = loss - weights.teacher * (sizes * copied).mean()
        away = th.zeros(())
        if samples.magnet is not None:
            away = (sizes * (chances * (floored - samples.magnet[decisions])).sum(1)).mean()
            loss = loss + c.magnet * away
        clipped = (sizes * ((ratio - 1).abs() > c.clip)).mean()
        return loss, [float(x.detach()) for x in (-gain, misfit, entropy, moved, away, clipped)]

    def start_from(self, found: Policy) -> None:
        """Copy the nets of a policy file to the learning nets, their average and the magnet.

        Raises:
            InvalidConfig: the policy's actor has other layers.
        """
        self.nets.start_from(found)
        for twin in (self.average, self.magnet):
            if twin is not None:
                twin.load_state_dict(self.nets.state_dict())

    def policy(self, role: str, info: dict[str, Any]) -> Policy:
        """Return the policy to save: the averaged net."""
        return self.average.policy(self.setup, role, info)

    def get_state(self) -> dict[str, Any]:
        """Return everything that the next turns depend on."""
        state = {
            "weights": self.nets.state_dict(),
            "average": self.average.state_dict(),
            "magnet": {} if self.magnet is None else self.magnet.state_dict(),
            "moments": self.optimizer.state_dict()["state"],
            "noise": self.noise.bit_generator.state,
            "decisions": self.decisions,
            "turns": self.turns,
        }
        return deepcopy(state)

    def set_state(self, state: dict[str, Any]) -> None:
        """Continue from a result of `get_state`.

        Raises:
            ValueError: its layers differ from these nets, or it has numbers that are not finite.
        """
        nets = {"weights": self.nets, "average": self.average, "magnet": self.magnet}
        for name, net in nets.items():
            check_like(name, state[name], {} if net is None else net.state_dict())
        for name, net in nets.items():
            if net is not None:
                net.load_state_dict(state[name])
        load_moments(self.optimizer, state["moments"])
        self.noise.bit_generator.state = state["noise"]
        self.decisions, self.turns = int(state["decisions"]), int(state["turns"])


def new_learner(setup: Setup, config: TrainConfig, roles: Sequence[str], key: Sequence[int]) -> Learner:
    """Return an untrained learner.

    Args:
        setup: the setup.
        config: the run.
        roles: the roles to play: one, or all if they share a net.
        key: seeds the weights and the order of the minibatches; no global stream is used.
    """
    teacher = load(config.teacher, setup, roles[0]).bind(setup) if config.teacher else None
    with th.random.fork_rng(devices=[]):
        th.manual_seed(int(np.random.SeedSequence(list(key)).generate_state(1)[0]))
        nets = ActorCritic(setup, config)
    optimizer = th.optim.Adam(nets.parameters(), config.learning_rate, eps=1e-5, fused=True)
    magnet = deepcopy(nets) if config.magnet > 0 else None
    noise = np.random.default_rng([*key, 1])
    return Learner(setup, config, tuple(roles), noise, teacher, nets, deepcopy(nets), magnet, optimizer)


@entry
def estimate(returns: Any, values: Any, last: Any, gamma: float, lam: float, out: Any) -> None:
    """Write generalised advantage estimates (Schulman et al. 2016) of whole games, with rewards only at their end."""
    ahead = following = 0.0
    for i in range(returns.shape[0] - 1, -1, -1):
        if last[i]:
            ahead, following = 0.0, returns[i] / gamma
        ahead = gamma * following - values[i] + gamma * lam * ahead
        following = values[i]
        out[i] = ahead


def compile_kernels() -> None:
    """Compile the functions used by learning before the first turn."""
    none = np.zeros(1, np.float32)
    estimate(none, none, np.ones(1, np.bool_), 1.0, 1.0, none.copy())
    merge(np.zeros((1, 1), np.int8), np.zeros(1, np.int64))


@th.no_grad()
def _in_chunks(answer: Callable[[slice], th.Tensor], n: int) -> th.Tensor:
    """Return the outputs for ``n`` rows."""
    return th.cat([answer(slice(k, k + CHUNK)) for k in range(0, n, CHUNK)])
