"""Runs: training from scratch or from a checkpoint, to the end or to Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, brief, owned
from throwdown.envs.core.names import typed
from throwdown.training import checkpoint
from throwdown.training.config import LOG, TrainConfig, algorithm_of, read_config, typed_names
from throwdown.training.crew import ranks_for
from throwdown.training.health import Diverged
from throwdown.training.reporter import Log, Reporter
from throwdown.training.results import save_json
from throwdown.training.run import Run
from throwdown.training.trainer import Trainer


@dataclass
class RunResult:
    """The results of a run.

    Attributes:
        folder: its folder.
        config: the run.
        policies: the policy file of every role that learned.
        log: the log, one entry per turn.
        is_complete: whether the run reached its end (it was not interrupted).
    """

    folder: Path
    config: TrainConfig = field(repr=False)
    policies: dict[str, Path]
    log: list[dict[str, Any]] = field(repr=False)
    is_complete: bool


@contextlib.contextmanager
def stopping() -> Iterator[threading.Event]:
    """Turn the first Ctrl-C into an event, so that the turn is completed and saved; a second one interrupts at once.

    An ignored Ctrl-C, as in a shell's background job, stays ignored.
    """
    stop, before = threading.Event(), signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is signal.SIG_IGN:
        yield stop
        return

    def ask(number: int, frame: Any) -> None:
        stop.set()
        signal.signal(signal.SIGINT, before)

    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


def kind_of(algorithm: str) -> type[Run]:
    """Return the class of runs for an algorithm."""
    if algorithm == "maskable-ppo":
        from throwdown.training.maskable import (
            MaskableRun,  # our own learner does not wait for it to be imported
        )

        return MaskableRun
    return Trainer


def finish(trainer: Run, folder: Path, is_complete: bool) -> RunResult:
    """Write the checkpoint, the policies and the log."""
    trainer.save(folder / checkpoint.CHECKPOINT)
    policies = trainer.save_policies(folder)
    save_log(trainer, folder, is_complete)
    return RunResult(folder, trainer.config, policies, trainer.log, is_complete)


def save_log(trainer: Run, folder: Path, is_complete: bool, error: str = "") -> None:
    """Write the log, with the sentence that ended the run, if one did."""
    data = {
        "config": trainer.config.model_dump(),
        "limits": trainer.limits,
        "is_complete": is_complete,
        "turns": trainer.log,
    }
    save_json(folder / LOG, data | ({"error": error} if error else {}))


def run(
    trainer: Run,
    folder: str | os.PathLike[str],
    progress: bool = True,
    log: Log | None = None,
    on: str = "",
    until: Callable[[], bool] | None = None,
) -> RunResult:
    """Train to the end of the run, or to Ctrl-C, and save everything in a folder.

    Args:
        trainer: the run.
        folder: its folder.
        progress: whether to show a progress bar.
        log: see `Log`.
        on: where to train, see `train`.
        until: asked after every turn whether to stop there.

    Raises:
        InvalidConfig: another run is in progress there, ``log`` is not a function, or ``on`` is no place to train.
        Diverged: what was learnt is not finite; the last checkpoint is kept.
    """
    if log is not None and not callable(log):
        raise InvalidConfig(f"log is {brief(log)}; it must be a function.")
    with owned(folder), contextlib.closing(trainer):
        return _run(trainer, Path(folder), progress, log, on, until or (lambda: False))


def _run(
    trainer: Run, target: Path, progress: bool, log: Log | None, on: str, until: Callable[[], bool]
) -> RunResult:
    if trainer.config.eval_every:
        # Players that cannot play raise here, and missing compilation is done before the clock starts.
        trainer.evaluate(2)
    c = trainer.config
    if isinstance(trainer, Trainer):
        if on and trainer.device.type != "cpu":
            raise InvalidConfig(
                f"a graphics card learns on this machine only; leave out {on}, or take the device cpu."
            )
        trainer.on, trainer.size = on, ranks_for(c, on)
        if on or trainer.size > 1:
            trainer.gather()  # before the clock starts
    elif on:
        raise InvalidConfig(f"{c.algorithm} trains on this machine only; leave out {on}.")
    with stopping() as stop, Reporter(target, progress, log) as reporter:
        for subject, words in trainer.notes().items():
            reporter.say(subject, words, trainer.decisions)
        while trainer.progress < 1.0 and not stop.is_set():
            try:
                entry = trainer.step()
            except Diverged as error:
                reporter.writer.add_text("warnings", str(error), trainer.decisions)
                save_log(trainer, target, False, str(error))
                is_kept = (target / checkpoint.CHECKPOINT).exists()
                end = "keeps its last good state" if is_kept else "holds no state yet"
                raise Diverged(f"{error} '{target}' {end}.") from None
            if trainer.progress >= 1.0 and trainer.config.eval_every and "win_rate" not in entry:
                entry.update(trainer.evaluate(trainer.config.eval_games))
            reporter.report(entry, trainer.progress)
            if trainer.turn % trainer.config.checkpoint_every == 0:
                trainer.save(target / checkpoint.CHECKPOINT)
            if until():
                break
    return finish(trainer, target, trainer.progress >= 1.0)


def train(
    config: str | os.PathLike[str] | Mapping[str, Any] | TrainConfig,
    folder: str | os.PathLike[str],
    progress: bool = True,
    log: Log | None = None,
    on: str = "",
    **changes: Any,
) -> RunResult:
    """Train from scratch.

    Args:
        config: a file, plain data or a configuration. Only files and code named in plain data or in ``changes`` are
            opened, not those named in a file.
        folder: receives ``checkpoint.pt``, a policy file per role, ``log.json`` and TensorBoard files.
        progress: whether to show a progress bar.
        log: see `Log`.
        on: where to train, as for `start_workers`: nothing for this machine, else a Ray cluster.
        changes: fields of the configuration to override, such as ``minutes=3`` or ``seed=1``.

    Raises:
        InvalidConfig: the configuration has mistakes, or another run is in progress in the folder.
    """
    given = typed_names(config) if isinstance(config, Mapping) else config
    read = read_config(given, **typed_names(changes))
    return run(kind_of(read.algorithm)(read), folder, progress, log, on)


def resume(
    folder: str | os.PathLike[str],
    progress: bool = True,
    log: Log | None = None,
    named: Collection[str] = (),
    on: str = "",
    **changes: Any,
) -> RunResult:
    """Continue the run in a folder from its last checkpoint.

    Args:
        folder: the run's folder.
        progress: whether to show a progress bar.
        log: see `Log`.
        named: the files and the code that the run uses, named again: those named only in a run's files are not opened.
        on: where to train, see `train`.
        changes: fields of the configuration to change: ``steps``, ``minutes``, ``workers`` or ``device``.

    Raises:
        InvalidConfig: there is no run, it is in progress, or it is already beyond the new ``steps`` or ``minutes``.
    """
    if not os.path.isdir(folder):
        raise InvalidConfig(f"there is no checkpoint in '{folder}': the folder does not exist.")
    with owned(folder):  # for reading, too: a save in progress elsewhere would be lost
        path = Path(folder) / checkpoint.CHECKPOINT
        state = checkpoint.load_checkpoint(path)
        trainer = kind_of(algorithm_of(state)).of(state, path, typed(list(named)), **changes)
        if changes and trainer.progress >= 1.0:
            raise InvalidConfig(
                f"the run in '{folder}' has learnt from {trainer.decisions:,} decisions in {trainer.seconds / 60:.1f} "
                "minutes already; steps and minutes count from its beginning, so give more."
            )
        return run(trainer, folder, progress, log, on)
