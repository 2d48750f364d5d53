"""The other ranks of a run: processes that do every turn together with the one that leads it."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from torch import distributed

from throwdown.evaluation.runs import cores
from throwdown.evaluation.workers import start_workers
from throwdown.training.config import TrainConfig, power_below
from throwdown.training.ranks import ALONE, Neighbours, RankLost, Ranks, stay_here

if TYPE_CHECKING:
    from throwdown.training.trainer import Trainer

WAIT = timedelta(minutes=10)
"""How long a rank waits for another amid a turn."""
MEMORY = "memory"
"""The file in which ranks leave arrays to each other; it is deleted as soon as all have opened it."""
SHORT = 300_000
"""Decisions that one process learns from in the time in which others begin."""


def ranks_for(config: TrainConfig) -> int:
    """Return the number of processes that a run uses: those asked for, else one per core, and one for a short run."""
    is_short = config.steps is not None and config.steps < SHORT
    wanted = config.workers or (1 if is_short else cores())
    return min(power_below(wanted), config.cut)


class Crew:
    """Processes for the ranks of a run after the first, which is this process.

    Args:
        config: the run.
        size: the number of ranks, with this one.
        state: what the run begins with, a result of `Trainer.get_state`.
        largest: the size of the largest net in bytes.

    Attributes:
        ranks: all ranks, as this process sees them.

    Raises:
        RankLost: a process has ended.
    """

    def __init__(self, config: TrainConfig, size: int, state: Mapping[str, Any], largest: int) -> None:
        self._hands: list[Executor] = [start_workers(1, _begin, config) for _ in range(1, size)]
        self.ranks: Ranks = ALONE
        with self._ending(), tempfile.TemporaryDirectory(prefix="throwdown-") as folder:
            _wait([hand.submit(_load, state) for hand in self._hands])  # all are there before one joins
            shape = (2, size.bit_length() - 1, size, largest)
            meeting = folder, size, shape
            np.memmap(Path(folder) / MEMORY, np.uint8, "w+", shape=shape)
            joining = [hand.submit(_join, k, *meeting) for k, hand in enumerate(self._hands, 1)]
            self.ranks = _meet(0, *meeting)
            _wait(joining)

    @contextlib.contextmanager
    def turn(self, progress: float) -> Iterator[None]:
        """Let the other ranks do a turn while the body of the statement does it in this one.

        Raises:
            RankLost: a process has ended; this object is closed.
        """
        with self._ending():
            others = [hand.submit(_turn, progress) for hand in self._hands]
            try:
                yield
            except RankLost:
                _wait(others)  # a mistake there is what ended that rank
                raise
            _wait(others)

    @contextlib.contextmanager
    def _ending(self) -> Iterator[None]:
        """Close this object if the body of the statement fails."""
        try:
            yield
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """End the processes."""
        self.ranks = ALONE
        for hand in self._hands:
            hand.shutdown(cancel_futures=True)


def _wait(calls: list[Future[None]]) -> None:
    """Wait for calls; of several mistakes raise one that is not only the loss of another rank."""
    errors = [error for call in calls if (error := call.exception()) is not None]
    errors.sort(key=lambda error: isinstance(error, (RankLost, BrokenProcessPool)))
    if errors and isinstance(errors[0], BrokenProcessPool):
        raise RankLost from errors[0]
    if errors:
        raise errors[0]


def _meet(rank: int, folder: str, size: int, shape: tuple[int, ...]) -> Neighbours:
    stay_here()
    memory = np.memmap(Path(folder) / MEMORY, np.uint8, "r+", shape=shape)
    store = distributed.FileStore(  # type: ignore[attr-defined, unused-ignore]
        str(Path(folder) / "ranks"), size
    )
    return Neighbours(store, rank, size, WAIT, np.asarray(memory))


_own: list[Trainer] = []
"""The run as this process, a rank, sees it."""


def _begin(config: TrainConfig) -> None:
    from throwdown.training.trainer import Trainer

    _own[:] = [Trainer(config, is_new=False)]


def _load(state: Mapping[str, Any]) -> None:
    _own[0].set_state(state)


def _join(rank: int, *meeting: Any) -> None:
    _own[0].ranks = _meet(rank, *meeting)


def _turn(progress: float) -> None:
    try:
        _own[0].play_and_learn(progress)
    except BaseException:
        _own[0].ranks = ALONE  # its end is how the others notice
        raise
