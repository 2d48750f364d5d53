"""An executor whose calls run on a Ray cluster, in place of the processes of `workers`.

Ray's token authentication is on unless the environment says otherwise: without it, everybody who reaches the cluster's
ports can run code there.
"""

import contextlib
import logging
import os
import queue
import threading
import warnings
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from typing import Any

from throwdown.envs.core.errors import WorkerLost, reason
from throwdown.envs.core.kit import InvalidConfig, MissingExtra, how_many

# Ray reads these when it is imported.
os.environ.setdefault("RAY_AUTH_MODE", "token")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
try:
    import ray
except ImportError as error:
    raise MissingExtra("Ray is not installed: pip install 'throwdown[ray]'.") from error

AUTO, CLIENT = "ray:auto", "ray://"
"""The addresses: the cluster that this machine is part of, or the beginning of ``ray://HOST:PORT``."""
REPEATS = 2
"""The number of times that a call is repeated after its actor or node has died."""

Hand = Any
"""A handle of an actor: a `_Hand` on the cluster."""


def connect(on: str) -> None:
    """Connect this process to a cluster, once: an existing connection is kept.

    Raises:
        InvalidConfig: the address is not one, or no cluster answers there.
    """
    if on != AUTO and not on.startswith(CLIENT):
        raise InvalidConfig(
            f"'{on}' is not a cluster: it is {AUTO} on a machine of the cluster, or {CLIENT}HOST:10001."
        )
    if ray.is_initialized():
        return
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the error says the same
            ray.init("auto" if on == AUTO else on, log_to_driver=False, logging_level=logging.ERROR)
    except (Exception, SystemExit) as error:  # of many kinds, by what fails
        raise InvalidConfig(
            f"no Ray cluster answers at {on} ({reason(error)}); start one with `ray start --head`, and give all its "
            "machines and this one the same token (`ray get-auth-token`)."
        ) from None


def cores(on: str) -> int:
    """Return the number of processors of a cluster.

    Raises:
        InvalidConfig: no cluster answers at the address.
    """
    connect(on)
    return int(ray.cluster_resources().get("CPU", 1))


def own_address() -> str:
    """Return the address under which the other machines of the cluster reach this one."""
    return str(ray.util.get_node_ip_address())


class _Hand:
    """What runs on the cluster."""

    def begin(self, prepare: Callable[..., object] | None, given: tuple[Any, ...]) -> None:
        if prepare is not None:
            prepare(*given)

    def call(self, fn: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        return fn(*args, **kwargs)


class RayWorkers(Executor):
    """A pool of actors on a Ray cluster, each with one processor.

    A call whose actor or node dies is repeated, so it must give the same result again. An exception of the call itself
    arrives unchanged. Functions, arguments and results must be picklable, and every node must have this package and the
    files that the calls open.

    Args:
        count: number of actors; those for which the cluster has no processor yet join when it has one.
        prepare: called in each actor at its start, as ``prepare(*given)``.
        given: picklable arguments.
        on: the address, `AUTO` or ``ray://HOST:PORT``.
        repeats: the number of times that a call is repeated after its actor or node has died.

    Raises:
        InvalidConfig: no cluster answers at the address.
    """

    def __init__(
        self,
        count: int,
        prepare: Callable[..., object] | None = None,
        *given: Any,
        on: str = AUTO,
        repeats: int = REPEATS,
    ) -> None:
        connect(on)
        made: Any = ray.remote(num_cpus=1, max_restarts=0)(_Hand)
        self._make, self._begin = made.remote, (prepare, given)
        self._repeats = repeats
        self._calls: queue.Queue[Any] = queue.Queue()
        self._hands: set[Hand] = set()
        self._over = threading.Event()
        self._closer: threading.Thread | None = None
        self._threads = [threading.Thread(target=self._serve, daemon=True) for _ in range(count)]
        for thread in self._threads:
            thread.start()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call ``fn(*args, **kwargs)`` in an actor.

        Raises:
            RuntimeError: the pool is shut down.
        """
        if self._closer is not None:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future: Future[Any] = Future()
        self._calls.put((future, self._repeats, fn, args, kwargs))
        return future

    def _serve(self) -> None:
        """Give calls to one actor, one after the other, until the pool ends."""
        hired = self._hire()
        while (call := self._calls.get()) is not None:
            is_alive = self._answer(*call, hired=hired)
            self._calls.task_done()  # before a new actor, for which there may be no processor
            if not is_alive:
                self._dismiss(hired)
                hired = self._hire()
        self._dismiss(hired)

    def _hire(self) -> tuple[Hand, Any] | None:
        """Return a new actor that has begun, well or not, and the reference of its beginning.

        None if the connection to the cluster is lost, or the pool is over. If it ends meanwhile, the actor may not have
        begun.
        """
        if self._over.is_set():
            return None
        try:
            hand = self._make()
            self._hands.add(hand)
            begun = hand.begin.remote(*self._begin)
            while not ray.wait([begun], timeout=0.5)[0] and not self._over.is_set():
                pass  # the cluster has no processor for it yet
        except Exception:
            return None
        return hand, begun

    def _dismiss(self, hired: tuple[Hand, Any] | None) -> None:
        if hired is not None:
            self._hands.discard(hired[0])
            with contextlib.suppress(Exception):  # the connection is lost, and its actors with it
                ray.kill(hired[0])

    def _answer(self, future: Future[Any], left: int, *what: Any, hired: tuple[Hand, Any] | None) -> bool:
        """Set a call's result or exception; after the actor's death put it back instead, or give up.

        Returns:
            Whether the actor lives.
        """
        if left == self._repeats and not future.set_running_or_notify_cancel():
            return True
        try:
            if hired is None:
                raise WorkerLost("the connection to the Ray cluster is lost.")
            hand, begun = hired
            ray.get(begun)
            future.set_result(ray.get(hand.call.remote(*what)))
        except ray.exceptions.RayTaskError as error:  # of the call
            future.set_exception(error.cause or error)
        except ray.exceptions.RayError as error:
            if left and not self._over.is_set():
                self._calls.put((future, left - 1, *what))
            else:
                future.set_exception(
                    WorkerLost(
                        f"a part of the work ended {how_many(self._repeats + 1, 'time')} with its process or machine "
                        f"on the cluster, perhaps for want of memory ({reason(error)})."
                    )
                )
            return False
        except Exception as error:  # such as what cannot be pickled
            future.set_exception(error)
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End all actors once the work that is left is done.

        Args:
            wait: block until then.
            cancel_futures: cancel all calls that no actor has begun; without ``wait``, end those that run, too.
        """
        if self._closer is None:
            with contextlib.suppress(queue.Empty):
                while cancel_futures:
                    future, *_ = self._calls.get_nowait()
                    if not future.cancel():  # it is being repeated
                        future.set_exception(CancelledError())
                    self._calls.task_done()
            self._closer = threading.Thread(target=self._close, daemon=True)
            self._closer.start()
        if cancel_futures and not wait:
            self._over.set()
            for hand in list(self._hands):
                self._dismiss((hand, None))
        if wait:
            self._closer.join()

    def _close(self) -> None:
        self._calls.join()
        self._over.set()
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()

    def __exit__(self, kind: object, *_: object) -> None:
        """Wait for all work; after an exception, end it."""
        self.shutdown(wait=kind is None, cancel_futures=kind is not None)
