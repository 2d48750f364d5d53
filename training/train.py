"""Self-play: Coach and Pilots learn in turn from games against each other's past and present and the heuristic."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch as th
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from throwdown.agents import PolicyAgent, load
from throwdown.agents.policy import save_policy
from throwdown.envs.core.errors import InvalidConfig, did_you_mean
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import make_setup
from throwdown.evaluation.match import play
from throwdown.training.checkpoint import load_checkpoint, save_checkpoint, save_json
from throwdown.training.config import TrainConfig, read_config
from throwdown.training.learner import Learner
from throwdown.training.opponents import Pool

CHECKPOINT = "checkpoint.pt"
LOG = "log.json"


def setup_of(config: TrainConfig) -> Setup:
    """Return what a run plays; refuse roles that it does not have."""
    setup = make_setup(config.game, config.scenario, **config.options)
    for role in config.roles:
        if role not in setup.roles:
            known = list(dict.fromkeys(setup.roles))
            raise InvalidConfig(
                f"roles: '{role}' is not a role of {config.game}{did_you_mean(role, known)}; it has {', '.join(known)}."
            )
    return setup


class Trainer:
    """A training run, between two turns.

    In a turn every role learns from games against the others' nets as they were at its start, so that the roles may
    learn side by side and the result is the same as one after the other.

    Args:
        config: the run.

    Attributes:
        turn: turns done.
        seconds: time spent in them.
        log: one entry of plain figures per turn.
    """

    def __init__(self, config: TrainConfig) -> None:
        th.set_num_threads(1)
        self.config, self.setup = config, setup_of(config)
        self.turn, self.seconds = 0, 0.0
        self.log: list[dict[str, Any]] = []
        self.pools = {
            role: Pool(config.pool_size, np.random.default_rng([config.seed, k, 3]))
            for k, role in enumerate(config.roles)
        }
        self.learners = {role: Learner(self.setup, config, role, self.pools) for role in config.roles}
        self._exchange()
        for learner in self.learners.values():
            learner.start()

    @property
    def decisions(self) -> int:
        """Decisions learnt from, all roles together."""
        return sum(int(learner.model.num_timesteps) for learner in self.learners.values())

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1."""
        steps, seconds = self.config.limit
        done = self.decisions / steps if steps is not None else self.seconds / (seconds or 1.0)
        return min(1.0, done)

    def _exchange(self) -> None:
        """Show every role's new net to the others."""
        for role, learner in self.learners.items():
            self.pools[role].update(learner.net())
            if self.turn % self.config.snapshot_every == 0:
                self.pools[role].snapshot(self.turn)

    def step(self) -> dict[str, Any]:
        """Do one turn; return its figures."""
        start, before, progress = time.perf_counter(), self.decisions, self.progress
        learners = list(self.learners.values())
        with ThreadPoolExecutor(self.config.parallel, initializer=th.set_num_threads, initargs=(1,)) as crew:
            list(crew.map(lambda learner: learner.learn(progress), learners))
        self.turn += 1
        self._exchange()
        took = time.perf_counter() - start
        self.seconds += took
        entry: dict[str, Any] = {"turn": self.turn, "seconds": self.seconds, "decisions": self.decisions}
        entry["steps_per_second"] = (self.decisions - before) / took
        entry.update({role: learner.figures() for role, learner in self.learners.items()})
        if self.config.eval_every and self.turn % self.config.eval_every == 0:
            entry["evaluation"] = self.evaluate(self.config.eval_games)
        self.log.append(entry)
        return entry

    def evaluate(self, games: int, seed: int = 1) -> dict[str, float]:
        """Return every learning role's mean return against the heuristic (its own others included)."""
        values = {}
        for role, learner in self.learners.items():
            players = {other: load("heuristic", self.setup, other) for other in ("coach", "pilot")}
            players[role] = PolicyAgent(learner.policy({})).bind(self.setup)
            result = play(self.setup, players["coach"], players["pilot"], games, seed)
            coach = float(np.mean(result.returns))
            values[role] = coach if role == "coach" else -coach
        return values

    def get_state(self) -> dict[str, Any]:
        """Return the whole run as arrays and plain data."""
        return {
            "config": self.config.model_dump(exclude_unset=True),
            "rules": self.setup.game.rules_version,
            "turn": self.turn,
            "seconds": self.seconds,
            "log": self.log,
            "pools": {role: pool.get_state() for role, pool in self.pools.items()},
            "learners": {role: learner.get_state() for role, learner in self.learners.items()},
        }

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Continue from what `get_state` returned."""
        if state["rules"] != self.setup.game.rules_version:
            raise InvalidConfig(
                f"the checkpoint was made with version {state['rules']} of the rules of {self.config.game}; "
                f"this release plays version {self.setup.game.rules_version}."
            )
        self.turn, self.seconds = int(state["turn"]), float(state["seconds"])
        self.log = list(state["log"])
        for role, pool in self.pools.items():
            pool.set_state(state["pools"][role])
        for role, learner in self.learners.items():
            learner.set_state(state["learners"][role])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a checkpoint, atomically."""
        save_checkpoint(Path(path), self.get_state())

    @classmethod
    def resume(cls, path: str | os.PathLike[str], **changes: Any) -> Trainer:
        """Return the run that a checkpoint holds, ready for its next turn.

        A run by steps goes on as if it had never stopped, to the bit, on the same machine and versions.

        Args:
            path: the checkpoint.
            changes: fields of the configuration to change, such as ``steps``.
        """
        state = load_checkpoint(Path(path))
        trainer = cls(read_config(state["config"], **changes))
        trainer.set_state(state)
        return trainer


@dataclass
class Result:
    """What a run left behind.

    Attributes:
        folder: where everything lies.
        policies: the policy file of every role that learned.
        log: the log, one entry per turn.
        is_complete: whether the run reached its end (it was not interrupted).
    """

    folder: Path
    policies: dict[str, Path]
    log: list[dict[str, Any]] = field(repr=False)
    is_complete: bool


@contextlib.contextmanager
def stopping() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event, so that a turn ends and is saved; a second one interrupts at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


class Reporter:
    """The progress bar and the TensorBoard files."""

    def __init__(self, folder: Path, show: bool) -> None:
        from torch.utils.tensorboard import SummaryWriter

        self.writer = SummaryWriter(str(folder / "tensorboard"))
        self.bar = Progress(
            TextColumn("[bold]training"),
            BarColumn(),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[figures]}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            disable=not show,
        )
        self.task = self.bar.add_task("training", total=1.0, figures="")

    def report(self, entry: Mapping[str, Any], progress: float) -> None:
        """Show a turn."""
        shown = [f"{entry['steps_per_second']:,.0f} steps/s"]
        for role, figures in entry.items():
            if isinstance(figures, dict):
                for name, value in figures.items():
                    self.writer.add_scalar(f"{role}/{name}", value, entry["decisions"])
                if "return/heuristic" in figures:
                    shown.append(f"{role} {figures['return/heuristic']:+.2f}")
        self.writer.add_scalar("time/steps_per_second", entry["steps_per_second"], entry["decisions"])
        self.bar.update(self.task, completed=progress, figures=" · ".join(shown))

    def __enter__(self) -> Reporter:
        self.bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.bar.stop()
        self.writer.close()


def finish(trainer: Trainer, folder: Path, is_complete: bool) -> Result:
    """Write the checkpoint, the policies and the log."""
    trainer.save(folder / CHECKPOINT)
    info = {"decisions": trainer.decisions, "seconds": trainer.seconds, "seed": trainer.config.seed}
    policies = {
        role: save_policy(folder / f"{role}.npz", learner.policy(info))
        for role, learner in trainer.learners.items()
    }
    data = {"config": trainer.config.model_dump(), "is_complete": is_complete, "turns": trainer.log}
    save_json(folder / LOG, data)
    return Result(folder, policies, trainer.log, is_complete)


def run(trainer: Trainer, folder: str | os.PathLike[str], progress: bool = True) -> Result:
    """Train to the end of the run, or to Ctrl-C, and save everything in a folder."""
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with stopping() as stop, Reporter(target, progress) as reporter:
        while trainer.progress < 1.0 and not stop.is_set():
            entry = trainer.step()
            reporter.report(entry, trainer.progress)
            if trainer.turn % trainer.config.checkpoint_every == 0:
                trainer.save(target / CHECKPOINT)
    return finish(trainer, target, trainer.progress >= 1.0)


def train(
    config: str | os.PathLike[str] | Mapping[str, Any] | TrainConfig,
    folder: str | os.PathLike[str],
    progress: bool = True,
    **changes: Any,
) -> Result:
    """Train from the beginning.

    Args:
        config: a file, plain data or a configuration.
        folder: receives ``checkpoint.pt``, a policy file per role, ``log.json`` and TensorBoard files.
        progress: whether to show a progress bar.
        changes: fields of the configuration that go before it, such as ``minutes=3`` or ``seed=1``.
    """
    return run(Trainer(read_config(config, **changes)), folder, progress)


def resume(folder: str | os.PathLike[str], progress: bool = True, **changes: Any) -> Result:
    """Go on with the run in a folder, from its last checkpoint."""
    return run(Trainer.resume(Path(folder) / CHECKPOINT, **changes), folder, progress)
