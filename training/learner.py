"""A learning net: PPO with the regularisation that makes self-play converge.

The loss is the policy loss of PPO (Schulman et al. 2017, arXiv 1707.06347) plus the entropy with a falling weight,
KL(new || old) to the policy that played the games, and KL(new || magnet). With a uniform magnet this is magnetic mirror
descent (Sokota et al. 2022, arXiv 2206.05825), with one replaced from time to time NashPG (arXiv 2510.18183). The
gradients of all these vanish with an action's probability, so an action that looked bad early stays lost; that of a log
barrier, KL(uniform || new), does not (Agarwal et al. 2021, arXiv 1908.00261). At first a teacher may be copied, with a
weight that falls to 0: kickstarting (Schmitt et al. 2018, arXiv 1803.03835).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch as th

from throwdown.agents import Agent, Policy, load
from throwdown.envs.core.kit import Floats, Ints, Setup, Singles, entry
from throwdown.envs.tables.view import View
from throwdown.training.checkpoint import check_like, load_moments
from throwdown.training.config import TrainConfig
from throwdown.training.kernels import BETAS, EPSILON, FLOOR, MAX_GRAD_NORM
from throwdown.training.merge import Groups, apart, merge
from throwdown.training.nets import ActorCritic
from throwdown.training.samples import Samples, Weights
from throwdown.training.selfplay import Rollout
from throwdown.training.sparse import Sparse, compile_kernels, fits

CHUNK = 1 << 13
"""Rows in one forward pass of a net."""
TERMS = ("policy_loss", "value_loss", "entropy", "kl_old", "kl_magnet", "clip_fraction")
"""The terms of the loss, unweighted, and the share of decisions beyond the clip range."""
Figures = dict[str, float]
"""Means over a turn's minibatches by name; empty without decisions to learn from."""


class Dense:
    """A turn's decisions and the steps on them, in plain torch, for nets of any shape: the reference of `Sparse`.

    Args:
        nets: the nets; they record which inputs and actions occur.
        magnet: the nets to stay near, or None.
        rollout: the decisions played.
        decisions: int64 (p,); indices of the actor's decisions.
        states: int64 (v,); indices of the critic's decisions.
    """

    def __init__(
        self, nets: ActorCritic, magnet: ActorCritic | None, rollout: Rollout, decisions: Ints, states: Ints
    ) -> None:
        self.nets, self.decisions, self.states = nets, decisions, states
        self.features = f = nets.features(rollout, decisions, states)
        self.near: th.Tensor | None = None
        if magnet is not None:
            self.near = _in_chunks(lambda rows: magnet.log_probs(f, rows), len(decisions)).clamp(min=FLOOR)

    def values(self) -> Singles:
        """Return the critic's values of the states: float32 (v,)."""
        return _in_chunks(lambda rows: self.nets.values(self.features, rows), len(self.states)).numpy()

    def old(self) -> Singles:
        """Return the log-probabilities of the chosen actions in the decisions: float32 (p,)."""
        f = self.features
        chosen = _in_chunks(
            lambda rows: self.nets.log_probs(f, rows).gather(1, f.chosen[rows]), len(self.decisions)
        )
        return chosen.squeeze(1).numpy()

    def learn(
        self,
        samples: Samples,
        weights: Weights,
        config: TrainConfig,
        optimizer: th.optim.Adam,
        batches: Iterable[tuple[Ints, Ints]],
    ) -> Floats:
        """Do a step for every minibatch.

        Args:
            samples: the training data.
            weights: the weights of parts of the loss.
            config: the other weights.
            optimizer: of the nets.
            batches: the minibatches: indices of decisions, and of states.

        Returns:
            The sums of `TERMS` over the minibatches: float64 (6,).
        """
        sums: Floats = np.zeros(len(TERMS))
        for decisions, states in batches:
            loss, terms = self.loss(samples, weights, config, decisions, states)
            optimizer.zero_grad()
            th.autograd.backward(loss)
            th.nn.utils.clip_grad_norm_(self.nets.parameters(), MAX_GRAD_NORM)
            optimizer.step()
            sums += terms
        return sums

    def loss(
        self, samples: Samples, weights: Weights, config: TrainConfig, decisions: Ints, states: Ints
    ) -> tuple[th.Tensor, list[float]]:
        """Return the loss of a minibatch, and its `TERMS`."""
        c, f = config, self.features
        some, others = th.from_numpy(decisions), th.from_numpy(states)
        old, gains, sizes = (
            th.from_numpy(x[decisions]) for x in (samples.old, samples.advantages, samples.sizes)
        )
        targets, heights = (th.from_numpy(x[states]) for x in (samples.targets, samples.weights))
        logp = self.nets.log_probs(f, some)
        change = logp.gather(1, f.chosen[some]).squeeze(1) - old
        ratio = change.exp()
        gain = (sizes * th.min(gains * ratio, gains * ratio.clamp(1 - c.clip, 1 + c.clip))).mean()
        misfit = (heights * (self.nets.values(f, others) - targets).square()).mean()
        floored = logp.clamp(min=FLOOR)
        chances = floored.exp()
        entropy = -(sizes * (chances * floored).sum(1)).mean()
        moved = (sizes * (ratio * change - (ratio - 1))).mean()
        loss = -gain + c.value_weight * misfit - weights.entropy * entropy + c.reverse_kl * moved
        if weights.barrier > 0:
            legal = ~f.illegal[some]
            loss = loss - weights.barrier * (sizes * (floored * legal).sum(1) / legal.sum(1)).mean()
        if samples.taught is not None:
            taught = th.searchsorted(f.actions, th.from_numpy(samples.taught[decisions]))
            copied = floored.gather(1, taught[:, None]).squeeze(1)
            loss = loss - weights.teacher * (sizes * copied).mean()
        away = th.zeros(())
        if self.near is not None:
            away = (sizes * (chances * (floored - self.near[some])).sum(1)).mean()
            loss = loss + c.magnet * away
        clipped = (sizes * ((ratio - 1).abs() > c.clip)).mean()
        return loss, [float(x.detach()) for x in (-gain, misfit, entropy, moved, away, clipped)]


def kind_of(config: TrainConfig) -> type[Dense] | type[Sparse]:
    """Return what a run learns by: the kernels, if they can and the configuration does not ask for torch."""
    return Sparse if config.learner == "auto" and fits(config) else Dense


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
        states, decisions = self.groups(rollout)
        turn = kind_of(c)(self.nets, self.magnet, rollout, decisions.first, states.first)
        samples = self.samples(turn, rollout, decisions, states, weights)
        for group in self.optimizer.param_groups:
            group["lr"] = weights.learning_rate
        parts = max(1, round(len(samples.kept) / c.batch_size))
        sums = turn.learn(samples, weights, c, self.optimizer, self._batches(samples, parts))
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
        means = (sums / (parts * c.epochs)).tolist()
        return {"learning_rate": weights.learning_rate, **dict(zip(TERMS, means))}

    def groups(self, rollout: Rollout) -> tuple[Groups, Groups]:
        """Return the critic's states and the actor's decisions, of which equal ones may be merged."""
        if not self.config.merge:
            return apart(len(rollout)), apart(len(rollout))
        return merge(rollout.observations, rollout.others), merge(rollout.observations, rollout.actions)

    def samples(
        self, turn: Dense | Sparse, rollout: Rollout, decisions: Groups, states: Groups, weights: Weights
    ) -> Samples:
        """Return advantages, target values and the like."""
        c, r = self.config, rollout
        values = turn.values()[states.of]
        advantages: Singles = np.empty(len(r), np.float32)
        targets = np.empty_like(advantages)
        estimate(r.returns, values, r.last, c.gamma, c.gae_lambda, advantages)
        estimate(r.returns, values, r.last, c.gamma, c.value_lambda, targets)
        kept = np.ones(len(r), np.bool_)
        if c.keep < 1.0:
            kept[np.argsort(-np.abs(advantages), kind="stable")[int(np.ceil(c.keep * len(r))) :]] = False
        if c.normalize_advantage:
            advantages = (advantages - advantages[kept].mean()) / (advantages[kept].std() + 1e-8)
        taught = None
        if self.teacher is not None and weights.teacher > 0:
            view = View.of(r.observations[decisions.first], r.masks[decisions.first], setup=self.setup)
            taught = self.teacher.act(view, self.noise)
        gains, sizes = decisions.gather(advantages, kept)
        goals = states.gather(targets + values)
        return Samples(turn.old(), taught, np.flatnonzero(sizes), gains, sizes, *goals)

    def _batches(self, samples: Samples, parts: int) -> Iterator[tuple[Ints, Ints]]:
        """Yield the minibatches of every epoch: indices of decisions, and of states."""
        for _ in range(self.config.epochs):
            decisions = np.array_split(self.noise.permutation(samples.kept), parts)
            states = np.array_split(self.noise.permutation(len(samples.targets)), parts)
            yield from zip(decisions, states)

    @property
    def is_finite(self) -> bool:
        """Whether all weights are finite."""
        return all(bool(th.isfinite(x).all()) for x in self.nets.parameters())

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
    optimizer = th.optim.Adam(nets.parameters(), config.learning_rate, BETAS, EPSILON, fused=True)
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


def compile_all(config: TrainConfig) -> None:
    """Compile the functions that a run learns by, before its first turn."""
    none = np.zeros(1, np.float32)
    estimate(none, none, np.ones(1, np.bool_), 1.0, 1.0, none.copy())
    merge(np.zeros((1, 1), np.int8), np.zeros(1, np.int64))
    if kind_of(config) is Sparse:
        compile_kernels()


@th.no_grad()
def _in_chunks(answer: Callable[[slice], th.Tensor], n: int) -> th.Tensor:
    """Return the outputs for ``n`` rows."""
    return th.cat([answer(slice(k, k + CHUNK)) for k in range(0, n, CHUNK)])
