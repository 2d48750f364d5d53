"""Learning on a graphics card, as far as a machine without one can tell."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch as th

from tests.training.support import TINY, same, state_of
from throwdown.envs.core.errors import InvalidConfig
from throwdown.training.config import read_config
from throwdown.training.crew import Players
from throwdown.training.kernels import BETAS, EPSILON
from throwdown.training.learner import CPU, Dense, Learner, device_for, kind_of
from throwdown.training.samples import weights_at
from throwdown.training.selfplay import join
from throwdown.training.sparse import Sparse
from throwdown.training.trainer import Trainer

CARD = th.device("cuda")
ALL_LOSSES: dict[str, Any] = {"barrier": 0.1, "teacher": "heuristic", "critic": "full", "magnet": 0.2}


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_a_step_neither_reads_a_number_nor_mixes_devices(activation: str) -> None:
    """On torch's device without memory both raise; indices alone may lie elsewhere, so they are looked at."""
    trainer = Trainer(read_config(TINY, activation=activation, **ALL_LOSSES))
    learner = trainer.learners["coach"]
    (rollout,) = next(found for _, found in trainer.jobs([trainer.games.play(8, [1])[0]]))
    learner.nets.meet([rollout])
    states, decisions = learner.groups(rollout)
    taken = [rollout], [decisions.first], [states.first]
    weights, noises = weights_at(trainer.config, 0.1), [np.random.default_rng(1)]
    here = Dense(learner.nets, learner.magnet, *taken)
    samples, count = learner.samples(here, [rollout], [decisions], [states], weights, noises)
    assert learner.magnet is not None and samples[0].taught is not None
    nets, magnet = learner.nets.to("meta"), learner.magnet.to("meta")
    there = Dense(nets, magnet, *taken)
    tensors = [*vars(there.features[0]).values(), *there.near]
    optimizer = th.optim.Adam(nets.parameters(), 1e-3, BETAS, EPSILON)  # the fused one wants memory
    lessons = [there.lesson(0, samples[0], weights, trainer.config)]
    batch = next(learner._batches(there, samples, count, noises))
    (terms,) = there.step(lessons, weights, trainer.config, optimizer, batch)
    moments = [x for p in nets.parameters() for k, x in optimizer.state[p].items() if k != "step"]
    assert len(moments) == 2 * len(list(nets.parameters()))
    for tensor in (*tensors, *lessons[0], *batch[0], terms, *moments):
        assert tensor.is_meta


def test_a_card_learns_from_a_turn_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its parts are one there, learnt in plain torch, with the minibatches of a run of one part."""
    found = []
    for is_card in (False, True):
        trainer = Trainer(read_config(TINY, hidden=[16, 16], activation="relu", learner="torch", parts=1))
        if is_card:
            trainer.config = trainer.config.model_copy(update={"learner": "auto"})
            monkeypatch.setattr(Learner, "device", CARD)
        parts = [trainer.games.play(8, [k])[0] for k in range(4)]
        learner, rollouts = next(trainer.jobs(parts))
        learner.config = trainer.config
        if not is_card:
            rollouts = [join(rollouts)]
        figures = learner.learn(rollouts, weights_at(trainer.config, 0.2))
        found.append((figures, learner.get_state()))
    assert found[0][0]["value_loss"] > 0 and same(found[0], found[1])


def test_which_device_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """By default the processor, for which the kernels are."""
    for has_card, wanted, device in (
        (False, "auto", CPU),
        (False, "cpu", CPU),
        (True, "auto", CARD),
        (True, "cpu", CPU),
        (True, "cuda", CARD),
    ):
        monkeypatch.setattr(th.cuda, "is_available", lambda has_card=has_card: has_card)
        config = read_config({} if wanted == "cpu" else {"device": wanted})
        assert device_for(config) == device
        assert kind_of(config, device) is (Sparse if device == CPU else Dense)
    monkeypatch.setattr(th.cuda, "is_available", lambda: False)
    with pytest.raises(InvalidConfig, match=r"device is cuda, but PyTorch finds no graphics card"):
        Trainer(read_config(TINY, device="cuda"))
    with pytest.raises(InvalidConfig, match="maskable-ppo has no device"):
        read_config({"algorithm": "maskable-ppo", "device": "cuda"})


def test_a_run_says_when_it_learns_on_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    trainer = Trainer(read_config(TINY))
    assert list(trainer.notes()) == ["preset"]
    trainer.device = CARD
    monkeypatch.setattr(th.cuda, "get_device_name", lambda _: "Card 9000")
    assert trainer.notes()["device"] == "Learning on the graphics card Card 9000."


def test_a_run_moves_between_devices(tmp_path: Path) -> None:
    """States and policies lie in the processor's memory, so a checkpoint fits everywhere."""
    one = Trainer(read_config(TINY, device="cpu", learner="torch"))
    one.step()
    one.save(tmp_path / "checkpoint.pt")
    again = Trainer.resume(tmp_path / "checkpoint.pt", device="auto")
    assert again.config.device == "auto"
    one.step(), again.step()
    assert same(state_of(one)["learners"], state_of(again)["learners"])
    learner = one.learners["coach"]
    state = learner.get_state()
    for p in learner.nets.parameters():
        p.data.fill_(7.0)  # of which a copy knows nothing
    for tensors in (state["weights"], state["average"], state["magnet"], *state["moments"].values()):
        for tensor in tensors.values():
            assert tensor.device == CPU and not (tensor == 7.0).all()


def players(**changes: Any) -> Trainer:
    """Return a run whose other processes only play."""
    trainer = Trainer(read_config(TINY, **changes))
    trainer.size, trainer.device = 2, CARD
    return trainer


def test_processes_that_only_play_change_nothing() -> None:
    """With snapshots and exploiters; one that is killed costs no more than its turn."""
    mix = {"latest": 0.1, "snapshots": 0.7, "exploiters": 0.2}
    changes: dict[str, Any] = {
        "mix": mix,
        "rows": 128,
        "pool_size": 8,
        "exploiter_every": 2,
        "checkpoint_every": 2,
    }
    changes |= {"learning_rate": 0.1, "learning_rate_end": 0.1}  # so that snapshots play differently
    one, two = Trainer(read_config(TINY, **changes)), players(**changes)
    two.size = 1
    for turn in range(4):
        two.size += turn == 2  # from here on with others
        if isinstance(two.crew, Players):
            assert two.crew._beginning  # in turn 3 this process has played all parts
            two.crew.wait()  # the others begin amid the run, and know the snapshots so far
        one.step(), two.step()
        assert same(state_of(one), state_of(two)), turn
    assert two.crew is not None and not two.crew._beginning
    (hand,) = two.crew._hands
    (pid,) = hand._processes  # type: ignore[attr-defined]
    os.kill(pid, signal.SIGKILL)
    one.step()
    entry = two.step()
    two.close()
    assert "a process ended in turn 5" in entry["warnings"]["lost"]
    assert same(state_of(one), state_of(two))
