"""The fast learner computes the gradients of the plain one, and changes nothing else."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch as th

from tests.training.support import configs_kept, same, state_of
from throwdown.training import sparse as fast
from throwdown.training.config import read_config
from throwdown.training.kernels import MAX_GRAD_NORM, step_adam
from throwdown.training.learner import Dense, Learner, kind_of
from throwdown.training.nets import ActorCritic
from throwdown.training.samples import Weights, weights_at
from throwdown.training.selfplay import Rollout
from throwdown.training.sparse import Sparse, store_layers
from throwdown.training.trainer import Trainer

FAST: dict[str, Any] = {
    "rows": 16,
    "hidden": [64, 64],
    "steps": 1000,
    "eval_every": 0,
    "mix": {"latest": 1.0},
}
RUNS: dict[str, dict[str, Any]] = {
    "duel": {"scenario": "duel"},
    "trio": {"scenario": "trio", "rows": 4, "hidden": [80, 80], "barrier": 0.1},
    "skirmish": {"game": "skirmish-v0", "scenario": "mini", "critic": "own", "keep": 0.5, "rows": 32},
    "showdown": {
        "game": "showdown-v0",
        "scenario": "mini",
        "teacher": "heuristic",
        "inputs": "seen",
        "rows": 32,
    },
    "challenge": {"game": "challenge-v0", "scenario": "mini", "magnet": 0.0, "hidden": [16, 16]},
    "gambit": {"game": "gambit-v0", "share_net": True, "hidden": [128, 128]},
    "pile": {"game": "pile-v0"},
    "session": {"game": "session-v0", "rows": 4},
    "kuhn": {"game": "kuhn-v0", "rows": 64, "merge": False},
    "leduc": {"game": "leduc-v0", "rows": 64},
    "mini": {"scenario": "mini", "merge": True, "barrier": 0.05, "hidden": [32, 32], "rows": 256},
}


def disturbed(nets: ActorCritic, size: float, seed: int) -> ActorCritic:
    """Return a copy of nets with noise, as after many turns."""
    twin, noise = deepcopy(nets), np.random.default_rng(seed)
    with th.no_grad():
        for p in twin.parameters():
            p += th.from_numpy(size * noise.normal(size=p.shape)).float()
    return twin


def begun(**changes: Any) -> tuple[Learner, Rollout, Weights]:
    """Return a learner whose nets and magnet differ as they do amid a run, and games that it learns from."""
    trainer = Trainer(read_config(FAST, **changes))
    learner = list(trainer.learners.values())[-1]
    taken = trainer.games.play(trainer.config.rows, [1])[0]
    (rollout,) = next(found for one, found in trainer.jobs([taken]) if one is learner)
    learner.nets.meet([rollout])
    learner.magnet = None if learner.magnet is None else disturbed(learner.nets, 0.1, 2)
    learner.nets.load_state_dict(disturbed(learner.nets, 0.1, 1).state_dict())
    return learner, rollout, weights_at(trainer.config, 0.1)


@pytest.mark.parametrize("name", RUNS)
def test_gradients_are_those_of_plain_torch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Within 1e-5 of a tensor's largest entry, in float64, with ratios within and beyond the clip range."""
    learner, rollout, weights = begun(**RUNS[name])
    c, (states, decisions) = learner.config, learner.groups(rollout)
    taken = [rollout], [decisions.first], [states.first]
    sparse = Sparse(learner.nets, learner.magnet, *taken)
    rngs = [np.random.default_rng(4)]
    (samples,), _ = learner.samples(sparse, [rollout], [decisions], [states], weights, rngs)
    noise = 0.2 * np.random.default_rng(3).normal(size=len(samples.old))
    samples = replace(samples, old=samples.old + noise.astype(np.float32))
    batch = samples.kept[::2], np.arange(1, len(samples.targets), 2)

    nets, magnet = (None if x is None else deepcopy(x).double() for x in (learner.nets, learner.magnet))
    dense = Dense(nets, magnet, *taken)
    assert np.abs(sparse.values(0) - dense.values(0)).max() < 1e-5
    rows = (dense.split(x, 1)[0] for x in batch)
    loss, terms = dense.loss(0, dense.lesson(0, samples, weights, c), weights, c, *rows)
    th.autograd.backward(loss)

    seen: list[Any] = []
    monkeypatch.setattr(fast, "step_adam", lambda _, gradient, *rest: seen.append(gradient.copy()))
    assert sparse.learn([samples], weights, c, learner.optimizer, [[batch]]) == pytest.approx(
        terms.numpy(), rel=1e-4, abs=1e-6
    )
    found = [th.zeros_like(p) for p in learner.nets.layers]
    sparse.copy(store_layers, seen[0], found)
    assert 0.05 < terms[-1] < 0.95 and len(batch[0]) >= 10, (terms, len(batch[0]))
    for one, p in zip(found, nets.layers):
        assert (one - p.grad).abs().max() < 1e-5 * p.grad.abs().max()


@pytest.mark.parametrize("shift", [0.0, -0.4])
def test_bfloat16_where_a_third_of_the_units_is_positive(
    shift: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gradients are rounded there, and equal to the bit elsewhere."""
    learner, rollout, weights = begun(scenario="duel")
    with th.no_grad():
        for layer in learner.nets.actor[0], learner.nets.critic[0]:
            layer.bias += shift
    states, decisions = learner.groups(rollout)
    forward, shares, seen = fast.forward_first, [], []

    def counted(net: Any, lists: Any, rows: Any, part: int, w: Any, first: Any) -> None:
        forward(net, lists, rows, part, w, first)
        shares.append((first > 0).mean())

    monkeypatch.setattr(fast, "forward_first", counted)
    monkeypatch.setattr(fast, "step_adam", lambda _, gradient, *rest: seen.append(gradient.copy()))
    for name in ("highest", "medium"):
        c = learner.config.model_copy(update={"matmul_precision": name})
        sparse = Sparse(learner.nets, learner.magnet, [rollout], [decisions.first], [states.first])
        rngs = [np.random.default_rng(4)]
        (samples,), _ = learner.samples(sparse, [rollout], [decisions], [states], weights, rngs)
        batch = samples.kept, np.arange(len(samples.targets))
        sparse.learn([samples], weights, c, learner.optimizer, [[batch]])
    exact, rounded = seen
    if shift:
        assert 0.05 < min(shares) < max(shares) < 1 / 3, shares
        assert (exact == rounded).all()
    else:
        assert min(shares) > 1 / 3, shares
        error = np.abs(exact - rounded).max() / np.abs(exact).max()
        assert 1e-5 < error < 2e-2, error


def test_a_step_is_adams() -> None:
    """Gradients are scaled down to norm 0.5 first; the third is small and stays as it is."""
    rng = np.random.default_rng(0)
    weights, means, squares = np.zeros((3, 1000), np.float32)
    weights[:] = rng.normal(size=1000)
    p = th.nn.Parameter(th.from_numpy(weights.copy()))
    adam = th.optim.Adam([p], 1e-3, eps=1e-5, fused=True)
    for step, size in enumerate((1.0, 10.0, 1e-4), 1):
        gradient = (size * rng.normal(size=1000)).astype(np.float32)
        p.grad = th.from_numpy(gradient.copy())
        th.nn.utils.clip_grad_norm_([p], MAX_GRAD_NORM)
        adam.step()
        step_adam(weights, gradient, means, squares, 1e-3, float(step))
        for one, other in (
            (weights, p.detach()),
            (means, adam.state[p]["exp_avg"]),
            (squares, adam.state[p]["exp_avg_sq"]),
        ):
            assert one == pytest.approx(other.numpy(), rel=1e-6, abs=1e-9)


def test_a_turn_does_what_plain_torch_does() -> None:
    """The same minibatches in the same order, the same figures, averages and magnets."""
    found = []
    for kind in ("auto", "torch"):
        trainer = Trainer(
            read_config(FAST, scenario="duel", learner=kind, batch_size=64, epochs=2, magnet_every=1)
        )
        learner = trainer.learners["coach"]
        rollout = trainer.games.play(64, [1])[0][0, 0]
        figures = learner.learn([rollout], weights_at(trainer.config, 0.0))
        found.append((figures, learner))
    (figures, sparse), (expected, dense) = found
    assert figures == pytest.approx(expected, rel=1e-3, abs=1e-5)
    for name in ("nets", "average", "magnet"):
        pairs = zip(getattr(sparse, name).state_dict().values(), getattr(dense, name).state_dict().values())
        assert max(float((a.float() - b.float()).abs().mean()) for a, b in pairs) < 1e-5
    assert sparse.optimizer.state_dict().keys() == dense.optimizer.state_dict().keys()
    for k, one in dense.optimizer.state_dict()["state"].items():
        other = sparse.optimizer.state_dict()["state"][k]
        assert other["step"] == one["step"] and other["exp_avg"].shape == one["exp_avg"].shape


def test_weights_of_what_was_never_met_stay_as_they_are() -> None:
    trainer = Trainer(read_config(FAST, scenario="duel"))
    learner = trainer.learners["coach"]
    before = deepcopy(learner.nets)
    trainer.step()
    met, known = learner.nets.met.numpy(), learner.nets.known.numpy()
    assert 50 < met.sum() < len(met) / 2 and 20 < known.sum() < len(known) / 2
    for now, then, is_met in (
        (learner.nets.critic[0].weight.T, before.critic[0].weight.T, met),
        (learner.nets.actor[0].weight.T, before.actor[0].weight.T, met[: before.width]),
        (learner.nets.actor_head.weight, before.actor_head.weight, known),
    ):
        is_changed = (now != then).any(dim=1).numpy()
        assert not is_changed[~is_met].any() and is_changed[is_met].mean() > 0.9
    for p in (learner.nets.critic[0].weight, learner.nets.actor[0].weight):
        assert not learner.optimizer.state[p]["exp_avg"].numpy()[:, ~met[: p.shape[1]]].any()


def test_resuming_changes_nothing(tmp_path: Path) -> None:
    unbroken = Trainer(read_config(FAST, scenario="duel"))
    unbroken.step()
    unbroken.save(tmp_path / "checkpoint.pt")
    resumed = Trainer.resume(tmp_path / "checkpoint.pt")
    for trainer in (unbroken, resumed):
        trainer.step()
    assert same(state_of(unbroken), state_of(resumed))


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (Sparse, {}),
        (Sparse, {"merge": True, "keep": 0.5, "barrier": 0.1, "teacher": "heuristic", "critic": "own"}),
        (Sparse, {"hidden": [256, 256], "matmul_precision": "medium"}),
        (Dense, {"learner": "torch"}),
        (Dense, {"activation": "tanh"}),
        (Dense, {"hidden": [128, 64]}),
        (Dense, {"hidden": [72, 72]}),
        (Dense, {"hidden": [128]}),
        (Dense, {"hidden": [64, 64, 64]}),
    ],
)
def test_which_learner_is_used(kind: type, changes: dict[str, Any]) -> None:
    assert kind_of(read_config(changes)) is kind


def test_shipped_settings_use_the_kernels() -> None:
    configs = configs_kept()
    assert len(configs) > 20 and all(kind_of(config) is Sparse for config in configs)
