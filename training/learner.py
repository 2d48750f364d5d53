"""A learning net: PPO with the regularisation that makes self-play converge.

The loss is the policy loss of PPO (Schulman et al. 2017, arXiv 1707.06347) plus the entropy with a falling weight,
KL(new || old) to the policy that played the games, and KL(new || magnet). With a uniform magnet this is magnetic mirror
descent (Sokota et al. 2022, arXiv 2206.05825), with one replaced from time to time NashPG (arXiv 2510.18183). The
gradients of all these vanish with an action's probability, so an action that looked bad early stays lost; that of a log
barrier, KL(uniform || new), does not (Agarwal et al. 2021, arXiv 1908.00261). At first a teacher may be copied, with a
weight that falls to 0: kickstarting (Schmitt et al. 2018, arXiv 1803.03835).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import torch as th

from throwdown.agents import Agent, Policy, load
from throwdown.envs.core.kit import Flags, Floats, Ints, InvalidConfig, Setup, Singles, entry
from throwdown.envs.tables.view import View
from throwdown.training.checkpoint import check_like, load_moments
from throwdown.training.config import TrainConfig
from throwdown.training.kernels import BETAS, EPSILON, FLOOR, MAX_GRAD_NORM
from throwdown.training.merge import Groups, apart, merge
from throwdown.training.nets import ActorCritic
from throwdown.training.ranks import ALONE, Ranks
from throwdown.training.samples import Samples, Weights
from throwdown.training.selfplay import Rollout, join
from throwdown.training.sparse import Sparse, compile_kernels, fits

CHUNK = 1 << 13
"""Rows in one forward pass of a net."""
TERMS = ("policy_loss", "value_loss", "entropy", "kl_old", "kl_magnet", "clip_fraction")
"""The terms of the loss, unweighted, and the share of decisions beyond the clip range."""
Figures = dict[str, float]
"""Means over a turn's minibatches by name; empty without decisions to learn from."""


class Tensors(NamedTuple):
    """The training data of a part where the nets are, in few tensors: a card takes as long for each as for its work.

    Attributes:
        decisions: float (3, p); of `Samples` ``old``, ``advantages`` with the sign changed, and ``sizes``.
        states: float (2, v); ``targets`` and ``weights``.
        taught: int64 (p,); ``taught`` as indices into `Features.actions`, or None.
        factors: float (6,); those of `TERMS` in the loss.
    """

    decisions: th.Tensor
    states: th.Tensor
    taught: th.Tensor | None
    factors: th.Tensor


class Dense:
    """A turn's decisions and the steps on them, in plain torch, for nets of any shape: the reference of `Sparse`.

    Args:
        nets: the nets; `ActorCritic.meet` has seen the decisions.
        magnet: the nets to stay near, or None.
        rollouts: the decisions played, by part of the turn.
        decisions: int64 (p,) each; indices of the actor's decisions in a part.
        states: int64 (v,) each; indices of the critic's decisions in a part.
    """

    def __init__(
        self,
        nets: ActorCritic,
        magnet: ActorCritic | None,
        rollouts: Sequence[Rollout],
        decisions: Sequence[Ints],
        states: Sequence[Ints],
    ) -> None:
        self.nets, self.parameters = nets, list(nets.parameters())
        self.features = [nets.features(*part) for part in zip(rollouts, decisions, states)]
        self.near: list[th.Tensor | None] = [None] * len(self.features)
        if magnet is not None:
            self.near = [
                _in_chunks(partial(magnet.log_probs, f), len(f.x)).clamp(min=FLOOR) for f in self.features
            ]

    def values(self, part: int) -> Singles:
        """Return the critic's values of the states of a part: float32 (v,)."""
        f = self.features[part]
        return _in_chunks(partial(self.nets.values, f), len(f.z)).cpu().numpy()

    def split(self, order: Ints, count: int) -> Sequence[th.Tensor]:
        """Return an order of decisions or states, cut into so many minibatches."""
        return self.nets.moved(order).tensor_split(count)

    def lesson(self, part: int, samples: Samples, weights: Weights, config: TrainConfig) -> Tensors:
        """Return the training data of a part for `step`."""
        s, c, moved = samples, config, self.nets.moved
        taught = None if s.taught is None else th.searchsorted(self.features[part].actions, moved(s.taught))
        factors = [1.0, c.value_weight, -weights.entropy, c.reverse_kl, c.magnet, 0.0]
        arrays = (
            np.stack((s.old, -s.advantages, s.sizes)),
            np.stack((s.targets, s.weights)),
            np.array(factors),
        )
        decisions, states, of_terms = (moved(x).to(self.nets.scale.dtype) for x in arrays)
        return Tensors(decisions, states, taught, of_terms)

    def learn(
        self,
        samples: Sequence[Samples],
        weights: Weights,
        config: TrainConfig,
        optimizer: th.optim.Adam,
        batches: Iterable[Sequence[tuple[th.Tensor, th.Tensor]]],
        ranks: Ranks = ALONE,
    ) -> Floats:
        """Do a step for every minibatch.

        Args:
            samples: the training data of every part.
            weights: the weights of parts of the loss.
            config: the other weights.
            optimizer: of the nets.
            batches: the minibatches: of every part the indices of decisions, and of states.
            ranks: those that learn the same nets from other parts.

        Returns:
            The sums of `TERMS` over the minibatches: float64 (6,).
        """
        lessons = [self.lesson(part, one, weights, config) for part, one in enumerate(samples)]
        # Read once, at the end: reading a number would wait for the device.
        sums = [th.zeros(len(TERMS), dtype=th.float64, device=self.nets.scale.device) for _ in samples]
        for batch in batches:
            found = self.step(lessons, weights, config, optimizer, batch, ranks)
            for total, terms in zip(sums, found):
                total += terms
        return ranks.total([total.cpu().numpy() for total in sums])

    def step(
        self,
        lessons: Sequence[Tensors],
        weights: Weights,
        config: TrainConfig,
        optimizer: th.optim.Adam,
        batch: Sequence[tuple[th.Tensor, th.Tensor]],
        ranks: Ranks = ALONE,
    ) -> list[th.Tensor]:
        """Do a step for a minibatch, see `learn`; return the `TERMS` of every part."""
        gradients, found = [], []
        for part, rows in enumerate(batch):
            loss, terms = self.loss(part, lessons[part], weights, config, *rows)
            slopes = th.autograd.grad(loss, self.parameters, materialize_grads=True)
            gradient = th.cat([x.reshape(-1) for x in slopes])
            gradients.append(gradient.numpy() if gradient.is_cpu else gradient)  # ranks exchange arrays
            found.append(terms)
        total = th.as_tensor(ranks.total(gradients))
        total *= (MAX_GRAD_NORM / (total.norm() + 1e-6)).clamp(max=1.0)
        for p, gradient in zip(self.parameters, th.split(total, [p.numel() for p in self.parameters])):
            p.grad = gradient.view_as(p)
        optimizer.step()
        return found

    def loss(
        self,
        part: int,
        lesson: Tensors,
        weights: Weights,
        config: TrainConfig,
        some: th.Tensor,
        others: th.Tensor,
    ) -> tuple[th.Tensor, th.Tensor]:
        """Return the loss of a part's minibatch, and its `TERMS`: float (6,).

        Args:
            part: the part.
            lesson: its training data.
            weights: see `learn`.
            config: see `learn`.
            some: int64; indices of decisions.
            others: int64; indices of states.
        """
        c, f, near = config, self.features[part], self.near[part]
        old, costs, sizes = lesson.decisions.index_select(1, some)
        targets, heights = lesson.states.index_select(1, others)
        logp = self.nets.log_probs(f, some)
        change = logp.gather(1, f.chosen.index_select(0, some)).squeeze(1) - old
        ratio = change.exp()
        # Where the clipped loss is the larger one it is constant.
        free, limited = costs * ratio, ratio.detach().clamp(1 - c.clip, 1 + c.clip)
        fixed = costs * limited
        misfit = heights @ (self.nets.values(f, others) - targets).square()
        floored = logp.clamp(min=FLOOR)
        chances = floored.exp()
        away = th.zeros_like(ratio)
        if near is not None:
            away = (chances * (floored - near.index_select(0, some))).sum(1)
        each = [
            th.where(free >= fixed, free, fixed),
            -(chances * floored).sum(1),
            ratio * change - (ratio - 1),
            away,
            (ratio != limited).to(ratio.dtype),
        ]
        policy, *rest = th.stack(each) @ sizes
        terms = th.stack([policy, misfit, *rest])
        loss = lesson.factors @ terms
        if weights.barrier > 0:
            legal = ~f.illegal[some]
            loss = loss - weights.barrier * (sizes * (floored * legal).sum(1) / legal.sum(1)).sum()
        if lesson.taught is not None:
            copied = floored.gather(1, lesson.taught[some][:, None]).squeeze(1)
            loss = loss - weights.teacher * (sizes * copied).sum()
        return loss, terms.detach()


CPU = th.device("cpu")


def device_for(config: TrainConfig) -> th.device:
    """Return where a run learns.

    Raises:
        InvalidConfig: it asks for a graphics card, and there is none.
    """
    has_card = th.cuda.is_available()
    if config.device == "cuda" and not has_card:
        raise InvalidConfig(
            "device is cuda, but PyTorch finds no graphics card with CUDA; take cpu, or install PyTorch for your card."
        )
    return CPU if config.device == "cpu" or not has_card else th.device("cuda")


def kind_of(config: TrainConfig, device: th.device = CPU) -> type[Dense] | type[Sparse]:
    """Return what a run learns by: the kernels, if they can, on a processor, unless it asks for torch."""
    return Sparse if config.learner == "auto" and fits(config) and device == CPU else Dense


@dataclass(eq=False)
class Learner:
    """A net and its learning; `new_learner` makes one.

    Attributes:
        setup: the setup.
        config: the run.
        roles: the roles played by the net: one, or all if they share it.
        key: with the turn and the part, seeds the order of minibatches and the teacher's moves.
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
    key: tuple[int, ...]
    teacher: Agent | None
    nets: ActorCritic
    average: ActorCritic
    magnet: ActorCritic | None
    optimizer: th.optim.Adam
    decisions: int = 0
    turns: int = 0

    def learn(self, rollouts: Sequence[Rollout], weights: Weights, ranks: Ranks = ALONE) -> Figures:
        """Learn from a turn's games.

        Args:
            rollouts: this rank's parts of the turn.
            weights: see `samples.weights_at`.
            ranks: those that learn this net from the other parts.
        """
        c = self.config
        if self.device != CPU:
            # On a card one large pass is faster than many small ones, and no other rank learns.
            rollouts = [join(rollouts)]
        total = int(ranks.numbers([[len(r)] for r in rollouts])[0])
        self.decisions += total
        if total < 2:
            return {}
        self.nets.meet(rollouts, ranks)
        states, decisions = zip(*map(self.groups, rollouts))
        turn = kind_of(c, self.device)(
            self.nets, self.magnet, rollouts, [g.first for g in decisions], [g.first for g in states]
        )
        first = ranks.own(len(rollouts) * ranks.size).start
        noises = [np.random.default_rng([*self.key, 1, self.turns, first + k]) for k in range(len(rollouts))]
        samples, count = self.samples(turn, rollouts, decisions, states, weights, noises, ranks)
        for group in self.optimizer.param_groups:
            group["lr"] = weights.learning_rate
        batches = self._batches(turn, samples, count, noises)
        sums = turn.learn(samples, weights, c, self.optimizer, batches, ranks)
        self.turns += 1
        with th.no_grad():
            # Without the correction the first turns would weigh as much as all later ones.
            decay = min(c.ema, 1 - 1 / (self.turns / 8 + 1))
            for mean, now in zip(self.average.parameters(), self.nets.parameters()):
                mean.lerp_(now, 1 - decay)
            for twin, buffer in zip(self.average.buffers(), self.nets.buffers()):
                twin.copy_(buffer)
        if self.magnet is not None and self.turns % c.magnet_every == 0:
            self.magnet.load_state_dict(self.nets.state_dict())
        means = (sums / (count * c.epochs)).tolist()
        return {"learning_rate": weights.learning_rate, **dict(zip(TERMS, means))}

    def groups(self, rollout: Rollout) -> tuple[Groups, Groups]:
        """Return the critic's states and the actor's decisions, of which equal ones may be merged."""
        if not self.config.merge:
            return apart(len(rollout)), apart(len(rollout))
        return merge(rollout.observations, rollout.others), merge(rollout.observations, rollout.actions)

    def samples(
        self,
        turn: Dense | Sparse,
        rollouts: Sequence[Rollout],
        decisions: Sequence[Groups],
        states: Sequence[Groups],
        weights: Weights,
        noises: Sequence[np.random.Generator],
        ranks: Ranks = ALONE,
    ) -> tuple[list[Samples], int]:
        """Return the training data of every part, and the number of minibatches.

        Args:
            turn: the nets at these decisions.
            rollouts: the decisions by part.
            decisions: those of the actor, by part.
            states: those of the critic, by part.
            weights: see `samples.weights_at`.
            noises: the random generators of the parts, for the teacher's moves.
            ranks: those that have the other parts.
        """
        c = self.config
        values = [turn.values(k)[of.of] for k, of in enumerate(states)]
        found = [self._advantages(r, v) for r, v in zip(rollouts, values)]
        advantages, kept = [a for a, _ in found], [b for _, b in found]
        if c.normalize_advantage:
            mine = [a[b].astype(np.float64) for a, b in zip(advantages, kept)]
            n, total = ranks.numbers([[len(a), a.sum()] for a in mine])
            (squares,) = ranks.numbers([[np.square(a - total / n).sum()] for a in mine])
            mean, deviation = np.float32(total / n), np.float32((squares / n) ** 0.5 + 1e-8)
            advantages = [(a - mean) / deviation for a in advantages]
        gains = [of.gather(a, b) for of, a, b in zip(decisions, advantages, kept)]
        goals = [
            of.gather(self._estimates(r, v, c.value_lambda) + v) for of, r, v in zip(states, rollouts, values)
        ]
        used, chosen, all_states = ranks.numbers(
            [
                [float(np.count_nonzero(sizes)), sizes.sum(), heights.sum()]
                for (_, sizes), (_, heights) in zip(gains, goals)
            ]
        )
        count = max(1, round(used / c.batch_size))
        samples = []
        for k, (r, groups, (gain, sizes), (goal, heights)) in enumerate(
            zip(rollouts, decisions, gains, goals)
        ):
            taught = None
            if self.teacher is not None and weights.teacher > 0:
                view = View.of(r.observations[groups.first], r.masks[groups.first], setup=self.setup)
                taught = self.teacher.act(view, noises[k])
            rows = np.flatnonzero(sizes)
            sizes, heights = sizes * (count / chosen), heights * (count / all_states)
            samples.append(
                Samples(
                    r.log_probs[groups.first],
                    taught,
                    rows,
                    gain,
                    sizes.astype(np.float32),
                    goal,
                    heights.astype(np.float32),
                )
            )
        return samples, count

    def _estimates(self, rollout: Rollout, values: Singles, lam: float) -> Singles:
        found = np.empty(len(rollout), np.float32)
        estimate(rollout.returns, values, rollout.last, self.config.gamma, lam, found)
        return found

    def _advantages(self, rollout: Rollout, values: Singles) -> tuple[Singles, Flags]:
        """Return the advantages of a part's decisions, and which of these are used."""
        c, n = self.config, len(rollout)
        advantages = self._estimates(rollout, values, c.gae_lambda)
        kept = np.ones(n, np.bool_)
        if c.keep < 1.0:
            kept[np.argsort(-np.abs(advantages), kind="stable")[int(np.ceil(c.keep * n)) :]] = False
        return advantages, kept

    def _batches(
        self,
        turn: Dense | Sparse,
        samples: Sequence[Samples],
        count: int,
        noises: Sequence[np.random.Generator],
    ) -> Iterator[list[tuple[Any, Any]]]:
        """Yield the minibatches of every epoch: of every part the indices of decisions, and of states."""
        for _ in range(self.config.epochs):
            parts = []
            for one, noise in zip(samples, noises):
                decisions = turn.split(noise.permutation(one.kept), count)
                states = turn.split(noise.permutation(len(one.targets)), count)
                parts.append(zip(decisions, states))
            yield from map(list, zip(*parts))

    @property
    def device(self) -> th.device:
        """Where the nets are."""
        return self.nets.scale.device

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
        """Return everything that the next turns depend on, in the memory of the processor."""
        state = {
            "weights": self.nets.state_dict(),
            "average": self.average.state_dict(),
            "magnet": {} if self.magnet is None else self.magnet.state_dict(),
            "moments": self.optimizer.state_dict()["state"],
            "decisions": self.decisions,
            "turns": self.turns,
        }
        return {name: _kept(value) for name, value in state.items()}

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
        self.decisions, self.turns = int(state["decisions"]), int(state["turns"])


def new_learner(
    setup: Setup,
    config: TrainConfig,
    roles: Sequence[str],
    key: Sequence[int],
    scale: Singles,
    device: th.device = CPU,
) -> Learner:
    """Return an untrained learner.

    Args:
        setup: the setup.
        config: the run.
        roles: the roles to play: one, or all if they share a net.
        key: seeds the weights, the minibatches and the teacher; no global stream is used.
        scale: factors of observations, see `nets.scale_of`.
        device: where to learn.
    """
    teacher = load(config.teacher, setup, roles[0]).bind(setup) if config.teacher else None
    with th.random.fork_rng(devices=[]):
        th.manual_seed(int(np.random.SeedSequence(list(key)).generate_state(1)[0]))
        nets = ActorCritic(setup, config, scale).to(device)
    optimizer = th.optim.Adam(nets.parameters(), config.learning_rate, BETAS, EPSILON, fused=True)
    magnet = deepcopy(nets) if config.magnet > 0 else None
    return Learner(setup, config, tuple(roles), tuple(key), teacher, nets, deepcopy(nets), magnet, optimizer)


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


def compile_all(config: TrainConfig, device: th.device = CPU) -> None:
    """Compile the functions that a run learns by, before its first turn."""
    none = np.zeros(1, np.float32)
    estimate(none, none, np.ones(1, np.bool_), 1.0, 1.0, none.copy())
    merge(np.zeros((1, 1), np.int8), np.zeros(1, np.int64))
    if kind_of(config, device) is Sparse:
        compile_kernels()


def _kept(value: Any) -> Any:
    """Return a copy of numbers and tensors, with the tensors in the memory of the processor."""
    if isinstance(value, Mapping):
        return {name: _kept(part) for name, part in value.items()}
    return value.to(CPU, copy=True) if isinstance(value, th.Tensor) else value


@th.no_grad()
def _in_chunks(answer: Callable[[slice], th.Tensor], n: int) -> th.Tensor:
    """Return the outputs for ``n`` rows."""
    return th.cat([answer(slice(k, k + CHUNK)) for k in range(0, max(n, 1), CHUNK)])
