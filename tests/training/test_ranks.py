"""A run's result depends on its parts, not on the processes that play and learn them."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from tests.training.support import TINY, same, state_of
from throwdown.envs.core.errors import InvalidConfig
from throwdown.training import trainer as trainers
from throwdown.training.config import read_config
from throwdown.training.crew import SHORT, ranks_for
from throwdown.training.learner import Learner
from throwdown.training.ranks import ALONE, LARGE, Joined, Neighbours, RankLost, host_store, memory_for, tree
from throwdown.training.trainer import Trainer

RUN: dict[str, Any] = TINY | {
    "hidden": [16, 16],
    "activation": "relu",
    "mix": {"latest": 0.5, "snapshots": 0.2, "exploiters": 0.1, "heuristic": 0.1, "random": 0.1},
}


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 4), st.data())
def test_sums_of_blocks_add_up_to_the_same_bits(depth: int, data: st.DataObject) -> None:
    n, rng = 1 << depth, np.random.default_rng(data.draw(st.integers(0, 99)))
    parts = [(10.0 ** rng.integers(-4, 5) * rng.normal(size=7)).astype(np.float32) for _ in range(n)]
    size = 1 << data.draw(st.integers(0, depth))
    each = n // size
    blocks = [tree([x.copy() for x in parts[k * each : (k + 1) * each]]) for k in range(size)]
    assert (tree(blocks) == tree([x.copy() for x in parts])).all()
    assert [p for rank in range(size) for p in ranked(rank, size).own(n)] == list(range(n))


class Late(Neighbours):
    """A rank that is slow to read what the others have left."""

    def _meet(self) -> None:
        super()._meet()
        time.sleep(0.003)


@pytest.mark.parametrize("size", [2, 4, 8])
def test_neighbours_find_the_sum_of_the_tree(size: int) -> None:
    """Small and large arrays of any type and shape, one after the other, though one rank is slow to read them."""
    largest = LARGE + 64
    memory, rng = np.zeros(memory_for(size, largest), np.int8), np.random.default_rng(size)
    kinds: Any = [(np.float32, 0), (np.float64, 1), (np.float32, largest // 4), (np.int64, LARGE // 8)]
    kinds += 3 * [(np.float32, LARGE // 4 + 3), (np.float64, 6)]  # which the ranks cannot share evenly
    rounds = [
        [(10.0 ** rng.integers(-3, 7) * rng.normal(size=n)).astype(kind) for _ in range(size)]
        for kind, n in kinds
    ]

    def run(rank: int) -> list[Any]:
        ranks = (Neighbours if rank else Late)(rank, size, memory, lambda: False, timedelta(seconds=60))
        return [ranks.total([arrays[rank].copy()]) for arrays in rounds]

    with ThreadPoolExecutor(size) as threads:
        found = list(threads.map(run, range(size)))
    for k, arrays in enumerate(rounds):
        expected = tree([x.copy() for x in arrays])
        for sums in found:
            assert sums[k].dtype == expected.dtype and (sums[k] == expected).all(), k


@pytest.mark.parametrize(("is_lost", "seconds"), [(True, 600), (False, 0.05)])
def test_who_does_not_come_is_lost(is_lost: bool, seconds: float) -> None:
    memory = np.zeros(memory_for(2, 64), np.int8)
    ranks = Neighbours(0, 2, memory, lambda: is_lost, timedelta(seconds=seconds))
    with pytest.raises(RankLost, match="a process of the training has ended"):
        ranks.numbers([[1.0]])


def joined(size: int, wait: float) -> list[Joined]:
    """Return ranks that meet as those of several machines do."""
    store = host_store("127.0.0.1", 0, size, True, timedelta(seconds=30))

    def join(rank: int) -> Joined:
        own = store if rank == 0 else host_store("127.0.0.1", store.port, size, False, timedelta(seconds=30))
        return Joined(own, rank, size, timedelta(seconds=wait), "127.0.0.1")

    with ThreadPoolExecutor(size) as threads:
        return list(threads.map(join, range(size)))


@pytest.mark.parametrize("size", [2, 4])
def test_ranks_on_several_machines_find_the_sum_of_the_tree(size: int) -> None:
    rng = np.random.default_rng(size)
    arrays = [(10.0 ** rng.integers(-3, 7) * rng.normal(size=7)).astype(np.float32) for _ in range(size)]
    ranks = joined(size, 30)
    with ThreadPoolExecutor(size) as threads:
        found = list(threads.map(lambda one, x: one.total([x.copy()]), ranks, arrays))
    expected = tree([x.copy() for x in arrays])
    assert all((sums == expected).all() for sums in found)


def test_a_machine_that_falls_silent_is_lost() -> None:
    """It has not ended, so its connection stands; it only says nothing more."""
    first, _ = joined(2, 0.5)
    with pytest.raises(RankLost, match="a process of the training has ended"):
        first.numbers([[1.0]])


def ranked(rank: int, size: int) -> Any:
    """Return a rank that meets no others."""
    found = type(ALONE)()
    found.rank, found.size = rank, size
    return found


def stepped(size: int, turns: int, **changes: Any) -> Trainer:
    trainer = Trainer(read_config(RUN, **changes))
    trainer.size = size
    for _ in range(turns):
        trainer.step()
    trainer.close()
    return trainer


def test_two_processes_learn_what_one_learns(tmp_path: Any) -> None:
    """Every number of the state and of the figures is equal, also by minutes after resuming."""
    changes: dict[str, Any] = {"merge": True, "keep": 0.5}
    one, two = stepped(1, 2, **changes), stepped(2, 2, **changes)
    assert same(state_of(one), state_of(two))
    for a, b in zip(one.log, two.log):
        assert {k: v for k, v in a.items() if "second" not in k} == {
            k: v for k, v in b.items() if "second" not in k
        }
    one.save(tmp_path / "checkpoint.pt")
    found = []
    for size in (1, 2):
        again = Trainer.resume(tmp_path / "checkpoint.pt", workers=size, minutes=1)
        again.size, again.clock = size, itertools.count().__next__  # a turn takes a second
        again.step(), again.step()
        again.close()
        found.append(again)
    assert same(state_of(found[0])["learners"], state_of(found[1])["learners"])
    assert found[0].log[-1]["decisions"] == found[1].log[-1]["decisions"]


def test_plain_torch_adds_the_same_gradients() -> None:
    changes: dict[str, Any] = {"learner": "torch", "share_net": True, "mix": {"latest": 1.0}}
    assert same(state_of(stepped(1, 1, **changes)), state_of(stepped(2, 1, **changes)))


def test_the_parts_change_the_result_and_are_saved(tmp_path: Any) -> None:
    runs = [stepped(1, 1, parts=parts) for parts in (1, 2, 4)]
    states = [state_of(run)["learners"]["coach"]["weights"] for run in runs]
    assert not same(states[0], states[1]) and not same(states[1], states[2])
    runs[2].save(tmp_path / "checkpoint.pt")
    assert Trainer.resume(tmp_path / "checkpoint.pt").config.parts == 4
    assert "parts" in Trainer(read_config(RUN)).config.model_fields_set


def test_a_part_without_decisions_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A role may have nothing to decide in a part: the others count as if it were not there."""
    counts, batches = [], Learner._batches

    def counted(learner: Any, turn: Any, samples: Any, count: int, noises: Any) -> Any:
        counts.append(count)
        return batches(learner, turn, samples, count, noises)

    monkeypatch.setattr(Learner, "_batches", counted)
    for kind in ("auto", "torch"):
        found = []
        for some in (False, True):
            trainer = Trainer(read_config(RUN, batch_size=8, mix={"latest": 1.0}, learner=kind))
            learner, nothing = trainer.learners["coach"], trainer.games.nothing
            rollout = trainer.games.play(32, [1])[0][0, 0]
            # The first part keeps its place, so that its minibatches stay the same.
            rollouts = [rollout, nothing, nothing, nothing] if some else [rollout]
            figures = learner.learn(rollouts, trainers.weights_at(trainer.config, 0.0))
            found.append((figures, state_of(trainer)["learners"]["coach"]))
        assert same(*found) and learner.decisions == len(rollout)
        assert set(counts) == {round(len(rollout) / 8)} and min(counts) > 4


def test_a_process_that_is_killed_costs_no_more_than_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The run goes on from its last kept state to the same result; after three losses it ends in one sentence.

    A mistake in another process is no loss: it is raised here.
    """
    trainer = Trainer(read_config(RUN, checkpoint_every=2))
    trainer.size = 4
    trainer.step()
    pids = [pid for hand in trainer.crew._hands for pid in hand._processes]  # type: ignore
    play = trainer.play

    def play_after_a_loss(parts: range) -> Any:
        monkeypatch.undo()
        os.kill(pids[1], signal.SIGKILL)  # the two others wait for it, too
        return play(parts)

    monkeypatch.setattr(trainer, "play", play_after_a_loss)
    entry = trainer.step()
    assert (
        entry["turn"] == 1
        and "a process ended in turn 2; the run went on from turn 0" in entry["warnings"]["lost"]
    )
    trainer.step()
    whole = stepped(1, 2, checkpoint_every=2)
    assert same(state_of(trainer)["learners"], state_of(whole)["learners"])
    spoil = "from throwdown.training import crew; crew._own[0].play = None"
    trainer.crew._hands[1].submit(exec, spoil).result()  # type: ignore[union-attr]
    with pytest.raises(TypeError, match="'NoneType' object is not callable"):
        trainer.step()

    def lose(*_: object) -> None:
        raise RankLost

    monkeypatch.setattr(trainers, "Crew", lose)
    trainer.crew = None
    with pytest.raises(RankLost, match="continue the run with fewer workers"):
        trainer.step()
    assert not any(map(still_alive, pids))


def still_alive(pid: int) -> bool:
    for _ in range(50):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.1)
    return True


def test_how_many_processes_a_run_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throwdown.training.crew.cores", lambda on: 6)
    for wanted, changes in (
        (4, {}),
        (1, {"steps": SHORT[0] - 1}),
        (4, {"steps": SHORT[0]}),
        (1, {"minutes": 0.1}),
        (4, {"minutes": 0.2}),
        (2, {"workers": 3}),
        (2, {"workers": 2, "steps": 5}),
        (4, {"workers": 64}),
        (8, {"workers": 64, "parts": 8}),
        (2, {"workers": 64, "parts": 8, "rows": 3}),
    ):
        assert ranks_for(read_config(changes)) == wanted, changes
    monkeypatch.setattr("throwdown.training.crew.cores", lambda on: 2)
    assert [ranks_for(read_config({"workers": wanted})) for wanted in (None, 1, 2)] == [2, 1, 2]
    with pytest.raises(InvalidConfig, match=r"parts is 3; it must be a power of two, such as 2\."):
        read_config({"parts": 3})


def test_a_run_says_when_more_processes_would_not_help() -> None:
    told = {}
    for wanted, parts in ((2, 4), (3, 4), (64, 4), (2, 1)):
        trainer = Trainer(read_config(RUN, workers=wanted, parts=parts))
        trainer.size = ranks_for(trainer.config)
        told[wanted, parts] = trainer.notes().get("workers")
    uses = "Training uses {}, not {}: as many as help. A turn has {}; set parts for more."
    assert told == {
        (2, 4): None,
        (3, 4): uses.format("2 processes", 3, "4 parts"),
        (64, 4): uses.format("4 processes", 64, "4 parts"),
        (2, 1): uses.format("1 process", 2, "1 part"),
    }


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    """Every process imports it, and must not train in turn."""
    script = tmp_path / "script.py"
    settings = TINY | {"steps": 200, "workers": 2}
    call = f"throwdown.training.train.train({settings!r}, folder={str(tmp_path / 'run')!r})"
    script.write_text(f"import throwdown.training.train\n{call}\n", encoding="utf-8")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert done.returncode == 1 and "must do so under 'if __name__ == \"__main__\":'" in done.stderr
