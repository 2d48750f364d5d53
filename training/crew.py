"""The other ranks of a run: processes of this machine, or of a cluster, that do every turn together."""

from __future__ import annotations

import contextlib
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_EXCEPTION, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np

from throwdown.envs.core.errors import WorkerLost
from throwdown.envs.core.kit import InvalidConfig, Singles
from throwdown.evaluation.workers import check_place, cores, start_workers
from throwdown.training.config import TrainConfig, power_below
from throwdown.training.learner import Learner
from throwdown.training.opponents import Pool
from throwdown.training.ranks import ALONE, Joined, Neighbours, RankLost, Ranks, host_store, memory_for

R = TypeVar("R")
WAIT, FAR = timedelta(minutes=10), timedelta(seconds=60)
"""How long a rank waits for another amid a turn, on this machine and on a cluster."""
GRACE = timedelta(seconds=5)
"""How long the others may take to end when one has failed."""
SHORT = (300_000, 10.0)
"""Decisions that one process learns from, and seconds, in which others begin."""
UNBORN = (
    "the processes of the training ended as they began: each imports the script that trains, which must do so under "
    "'if __name__ == \"__main__\":'; or set workers to 1."
)
"""What is said of them, most likely."""


def ranks_for(config: TrainConfig, on: str = "") -> int:
    """Return the number of processes that a run uses: those asked for, else one per core.

    One process, which has two threads, does a short run.

    Args:
        config: the run.
        on: where, as for `start_workers`.

    Raises:
        InvalidConfig: there is no such place.
    """
    check_place(on)
    is_short = any(limit is not None and limit < most for limit, most in zip(config.limit, SHORT))
    wanted = config.workers or (1 if is_short else cores(on))
    return min(power_below(wanted), config.cut)


class Member(Protocol):
    """A run as the crew uses it: `trainer.Trainer`."""

    ranks: Ranks
    turn: int
    config: TrainConfig
    pools: dict[str, Pool]
    learners: dict[str, Learner]

    def set_state(self, state: Mapping[str, Any]) -> None:
        """See `Run.set_state`."""

    def get_state(self) -> dict[str, Any]:
        """See `Run.get_state`."""

    def play_and_learn(self, progress: float) -> dict[str, Any]:
        """See `trainer.Trainer`."""

    def play(self, parts: range) -> list[Any]:
        """See `trainer.Trainer`."""

    def follow(self, turn: int, nets: Mapping[str, Singles]) -> None:
        """See `trainer.Trainer`."""

    def faults(self) -> list[str]:
        """See `Run.faults`."""

    def fingerprint(self) -> str:
        """See `trainer.Trainer`."""


Make = Callable[..., Member]
"""The class of runs, called with a configuration and ``is_new=False``."""


class TurnDone(NamedTuple):
    """What a rank tells of a turn.

    Attributes:
        entry: the turn's figures.
        decisions: the numbers of decisions learnt from, by learner.
        faults: what is not finite.
    """

    entry: dict[str, Any]
    decisions: dict[str, int]
    faults: list[str]


class Helpers:
    """Processes that help this one with a run.

    Attributes:
        ranks: all ranks that learn, as this process sees them.
    """

    def __init__(self) -> None:
        self.ranks: Ranks = ALONE
        self._hands: list[Executor] = []

    def _call(self, function: Callable[..., R], *arguments: Any, within: timedelta | None = None) -> list[R]:
        """Return the results of a call in every process."""
        with _losing():
            calls = [hand.submit(function, *arguments) for hand in self._hands]
        return _results(calls, within)

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
            hand.shutdown(wait=False, cancel_futures=True)


class Crew(Helpers):
    """Processes for the ranks of a run: on this machine all but the first, which is this process; on a cluster all.

    Args:
        make: makes it in a process.
        config: the run.
        size: the number of ranks.
        state: what the run begins with, a result of `Trainer.get_state`.
        largest: the size of the largest array that ranks exchange, in bytes.
        on: where they run, as for `start_workers`.

    Raises:
        RankLost: a process has ended.
    """

    def __init__(
        self,
        make: Make,
        config: TrainConfig,
        size: int,
        state: Mapping[str, Any],
        largest: int,
        on: str = "",
    ) -> None:
        super().__init__()
        self._turns: list[Future[TurnDone]] = []
        own = config.model_copy(update={"device": "cpu"})
        with self._ending():
            if on:
                self._go_far(make, own, size, state, on)
            else:
                self._stay(make, own, size, state, largest)

    def _stay(
        self, make: Make, config: TrainConfig, size: int, state: Mapping[str, Any], largest: int
    ) -> None:
        self._hands = [start_workers(1, _begin, make, config) for _ in range(1, size)]
        with tempfile.TemporaryDirectory(prefix="throwdown-") as folder:
            file = Path(folder) / "memory"  # it is deleted as soon as all have opened it
            np.memmap(file, np.int8, "w+", shape=memory_for(size, largest))
            try:
                self._call(_load, state)
            except RankLost:
                raise InvalidConfig(UNBORN) from None
            _results([hand.submit(_join, k, size, file) for k, hand in enumerate(self._hands, 1)])
            self.ranks = _meet(0, size, file, self._is_lost)

    def _is_lost(self) -> bool:
        """Return whether another rank has ended amid the turn."""
        return any(call.done() and call.exception() is not None for call in self._turns)

    def _go_far(self, make: Make, config: TrainConfig, size: int, state: Mapping[str, Any], on: str) -> None:
        from throwdown.evaluation.ray import RayWorkers

        self._hands = [RayWorkers(1, _begin, make, config, on=on, repeats=0) for _ in range(size)]
        self._call(_load, state)
        (where,) = _results([self._hands[0].submit(_host, size)])
        _results([hand.submit(_join_far, k, size, where) for k, hand in enumerate(self._hands)])

    @contextlib.contextmanager
    def turn(self, progress: float) -> Iterator[None]:
        """Let the other ranks do a turn while the body of the statement does it in this one.

        Raises:
            RankLost: a process has ended; this object is closed.
        """
        with self._ending():
            with _losing():
                self._turns = [hand.submit(_turn, progress) for hand in self._hands]
            try:
                yield
            except RankLost:
                # A mistake there is what ended that rank; the others still wait for it.
                _results([call for call in self._turns if call.done()])
                raise
            _results(self._turns)

    def far_turn(self, progress: float) -> TurnDone:
        """Let the ranks on a cluster do a turn; return what the first tells of it.

        Raises:
            RankLost: a process has ended; this object is closed.
        """
        with self._ending():
            return self._call(_turn, progress)[0]

    def far_state(self) -> dict[str, Any]:
        """Return the state of the run on a cluster, as `Trainer.get_state`.

        Raises:
            RankLost: a process has ended; this object is closed.
            InvalidConfig: the machines compute different numbers.
        """
        with self._ending():
            found = self._call(_fingerprint, within=FAR)
            if len(set(found)) > 1:
                raise InvalidConfig(
                    "the machines of this run round differently, so its nets drift apart; train on processors of one "
                    "kind."
                )
            (state,) = _results([self._hands[0].submit(_state)], FAR)
            return state


class Players(Helpers):
    """Processes that only play: this one, whose nets are on a graphics card, learns from all parts of a turn.

    They take several seconds to begin; until then the others play their parts.

    Args:
        make: makes it in a process.
        config: the run.
        size: the number of processes, with this one.

    Raises:
        RankLost: a process has ended.
    """

    def __init__(self, make: Make, config: TrainConfig, size: int) -> None:
        super().__init__()
        far = config.model_copy(update={"device": "cpu"})
        self._beginning: dict[Executor, Future[None]] = {}
        with self._ending():
            for _ in range(1, size):
                self._hands.append(hand := start_workers(1, _begin, make, far))
                self._beginning[hand] = hand.submit(_is_there)

    def wait(self) -> None:
        """Wait until all have begun.

        Raises:
            RankLost: a process has ended; this object is closed.
        """
        with self._ending():
            _results(list(self._beginning.values()))

    def play(self, run: Member) -> list[Any]:
        """Play all parts of a turn, in this process and in those of the others that have begun.

        Raises:
            RankLost: a process has ended; this object is closed.
        """
        with self._ending():
            self._take_in(run)
            hands = [hand for hand in self._hands if hand not in self._beginning]
            ends = [run.config.cut * k // (1 + len(hands)) for k in range(2 + len(hands))]
            own, *blocks = map(range, ends, ends[1:])
            nets = {role: pool.current for role, pool in run.pools.items()}
            with _losing():
                calls = [hand.submit(_play, run.turn, nets, parts) for hand, parts in zip(hands, blocks)]
            return run.play(own) + [part for found in _results(calls) for part in found]

    def _take_in(self, run: Member) -> None:
        """Give the nets of all players to the processes that have begun since the last turn."""
        begun = {hand: call for hand, call in self._beginning.items() if call.done()}
        _results(list(begun.values()))
        if begun:
            pools = {role: pool.get_state() for role, pool in run.pools.items()}
            with _losing():
                calls = [hand.submit(_set_pools, run.turn, pools) for hand in begun]
            _results(calls)
        for hand in begun:
            del self._beginning[hand]


@contextlib.contextmanager
def _losing() -> Iterator[None]:
    try:
        yield
    except (BrokenProcessPool, WorkerLost) as error:
        raise RankLost from error


def _results(calls: list[Future[R]], within: timedelta | None = None) -> list[R]:
    """Wait for calls; of several mistakes raise one that is not only the loss of another rank.

    A rank that has fallen silent does not answer. It is lost after ``within``, or soon after another has failed.
    """
    _, left = wait(calls, within.total_seconds() if within else None, FIRST_EXCEPTION)
    if left:
        _, left = wait(left, GRACE.total_seconds())
    errors = [error for call in calls if call not in left and (error := call.exception()) is not None]
    errors += [RankLost()] if left else []
    errors.sort(key=lambda error: isinstance(error, (RankLost, BrokenProcessPool, WorkerLost)))
    with _losing():
        if errors:
            raise errors[0]
    return [call.result() for call in calls]


def _meet(rank: int, size: int, file: Path, is_lost: Callable[[], bool]) -> Neighbours:
    return Neighbours(rank, size, np.asarray(np.memmap(file, np.int8, "r+")), is_lost, WAIT)


_own: list[Member] = []
"""The run as this process, a rank, sees it."""
_hosted: list[Any] = []
"""The store that this process keeps for all ranks."""


def _begin(make: Make, config: TrainConfig) -> None:
    # Ctrl-C goes to all processes; the first of them completes the turn and then ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _own[:] = [make(config, is_new=False)]


def _load(state: Mapping[str, Any]) -> None:
    _own[0].set_state(state)


def _join(rank: int, size: int, file: Path) -> None:
    _own[0].ranks = _meet(rank, size, file, lambda: False)  # the first rank ends the others if one is lost


def _host(size: int) -> tuple[str, int]:
    from throwdown.evaluation.ray import own_address

    host = own_address()
    _hosted[:] = [store := host_store(host, 0, size, True, FAR)]
    return host, store.port


def _join_far(rank: int, size: int, where: tuple[str, int]) -> None:
    from throwdown.evaluation.ray import own_address

    store = _hosted[0] if rank == 0 else host_store(*where, size, False, FAR)
    _own[0].ranks = Joined(store, rank, size, FAR, own_address())


def _joined() -> Member:
    """Return the run; a process that has come in place of another has not joined."""
    if _own[0].ranks is ALONE:
        raise RankLost
    return _own[0]


def _is_there() -> None:
    """Return when the process has begun."""


def _set_pools(turn: int, pools: Mapping[str, Any]) -> None:
    _own[0].turn = turn
    for role, pool in _own[0].pools.items():
        pool.set_state(pools[role])


def _play(turn: int, nets: Mapping[str, Singles], parts: range) -> list[Any]:
    _own[0].follow(turn, nets)
    return _own[0].play(parts)


def _turn(progress: float) -> TurnDone:
    trainer = _joined()
    try:
        entry = trainer.play_and_learn(progress)
    except BaseException:
        trainer.ranks = ALONE  # on a cluster its end is how the others notice
        raise
    return TurnDone(entry, {name: x.decisions for name, x in trainer.learners.items()}, trainer.faults())


def _state() -> dict[str, Any]:
    return _joined().get_state()


def _fingerprint() -> str:
    return _joined().fingerprint()
