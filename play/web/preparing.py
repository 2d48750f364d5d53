"""Ahead-of-time compilation of games' rules, one game at a time, in a process of low priority.

The first game has normal priority: whoever opens the page for the first time waits for it.

``python -m throwdown.play.web.preparing ID`` compiles everything that a game on the page calls into the cache and
prints the name of every finished step. `Preparing` runs it for the server and reports the progress.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import NamedTuple

from throwdown.envs.core import calls
from throwdown.envs.core.jit import CACHE_DIR, IS_COMPILED
from throwdown.envs.registry import make_setup

STEPS = {
    "setup": 4.0,
    "legal": 6.0,
    "apply": 15.0,
    "returns": 0.5,
    "observe": 2.0,
    "redeal": 2.0,
    "play": 2.0,
    "hint": 6.0,
}
"""The steps of compilation in order, with their seconds for the flagship on one core of 2025."""
NICE = 10
"""The niceness of the process."""
MOST_MOVES = 60
_log = logging.getLogger("throwdown.serve")


def steps_of(id: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Return the steps of a game, of `STEPS`."""
    from throwdown.play.session import Session, usual_opponent, usual_people
    from throwdown.play.web.live import Live

    setup = make_setup(id)
    for name in calls.Kernels._fields:
        yield name, partial(calls.compile_rule, setup.game.state.dtype, name)
    people = usual_people(setup)
    live = Live(
        "preparing", "preparing", Session.deal(setup, 0, people, against=usual_opponent(setup, people))
    )

    def play() -> None:
        live.begin()
        live.told()
        table = live.table
        while not table.over and len(table.history) < MOST_MOVES:
            live.session.act(table.legal_ids()[0])
            live.session.advance()
            live.told()

    def hint() -> None:
        again = Session.deal(setup, 0, people, against="random")
        again.advance()
        if not again.table.over:
            again.hint()

    yield "play", play
    yield "hint", hint


def _mark(id: str) -> Path | None:
    """Return the marker file of a game whose rules are in the cache."""
    return None if CACHE_DIR is None else CACHE_DIR / f"{id}.prepared"


class Progress(NamedTuple):
    """The progress of compiling a game's rules.

    Attributes:
        share: the share done, 0 to 1, an estimate.
        left: the seconds left, an estimate.
    """

    share: float
    left: float


@dataclass
class _Game:
    """A game whose rules are being compiled, or in the queue."""

    process: subprocess.Popen[str] | None = None
    done: list[str] = field(default_factory=list)
    began: float = 0.0
    last: float = 0.0
    """The time at which the last step ended."""
    ready: threading.Event = field(default_factory=threading.Event)
    is_begun: bool = False


Spawn = Callable[[str, int], "subprocess.Popen[str]"]


def spawn(id: str, nice: int) -> subprocess.Popen[str]:
    """Start a process that compiles a game's rules."""
    command = [sys.executable, "-m", "throwdown.play.web.preparing", id, str(nice)]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )


class Preparing:
    """Compiles the rules of games in the background.

    Args:
        ids: the games, in order.
        spawn: starts the process of a game, given its id and niceness.
        clock: returns the time in seconds.
    """

    def __init__(
        self, ids: Sequence[str], spawn: Spawn = spawn, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._spawn, self._clock = spawn, clock
        self._lock, self._is_stopped = threading.Lock(), False
        self._games = {id: _Game() for id in ids}
        for id, game in self._games.items():
            mark = _mark(id)
            if not IS_COMPILED or mark is None or mark.exists():
                game.ready.set()

    def start(self) -> None:
        """Prepare the games one by one, in a thread."""
        threading.Thread(target=self._all, daemon=True, name="preparing").start()

    def stop(self) -> None:
        """Stop the running process."""
        with self._lock:
            self._is_stopped = True
            running = [game.process for game in self._games.values() if game.process is not None]
        for process in running:
            process.terminate()

    def want(self, id: str) -> None:
        """Prepare a game at once at normal priority, unless that is under way: a player waits for it."""
        game = self._games.get(id)
        if game is not None and self._may_begin(game):
            threading.Thread(target=self._run, args=(id, 0), daemon=True, name=f"preparing {id}").start()

    def is_ready(self, id: str) -> bool:
        """Return whether a game is known to be compiled."""
        return id not in self._games or self._games[id].ready.is_set()

    @property
    def is_done(self) -> bool:
        """Whether the queue is empty."""
        return all(game.ready.is_set() for game in self._games.values())

    def progress(self, id: str) -> Progress:
        """Return the progress of a game; the running step is estimated from the time of those before it."""
        game, whole = self._games[id], sum(STEPS.values())
        with self._lock:
            done, began, last = list(game.done), game.began, game.last
        if game.ready.is_set():
            return Progress(1.0, 0.0)
        if not game.is_begun:
            return Progress(0.0, whole)
        had = sum(STEPS[name] for name in done)
        pace = (last - began) / had if had else 1.0
        following = list(STEPS.values())[len(done)] if len(done) < len(STEPS) else 0.0
        had += min(0.95 * following, (self._clock() - last) / max(pace, 1e-3))
        return Progress(had / whole, (whole - had) * pace)

    def _all(self) -> None:
        for k, (id, game) in enumerate(self._games.items()):
            if self._may_begin(game):
                self._run(id, NICE if k else 0)

    def _may_begin(self, game: _Game) -> bool:
        with self._lock:
            if self._is_stopped or game.is_begun or game.ready.is_set():
                return False
            game.is_begun, game.began = True, self._clock()
            game.last = game.began
            return True

    def _run(self, id: str, nice: int) -> None:
        game = self._games[id]
        try:
            self._follow(game, id, nice)
        except OSError as error:
            _log.warning("The rules of %s are not compiled ahead: %s", id, error)
        finally:
            game.ready.set()  # even after a failure: the player's request then reports it

    def _follow(self, game: _Game, id: str, nice: int) -> None:
        with self._spawn(id, nice) as process:
            with self._lock:
                game.process = process
            for line in process.stdout or ():
                if line.strip() in STEPS:
                    with self._lock:
                        game.done.append(line.strip())
                        game.last = self._clock()
        with self._lock:
            game.process = None
            failed = process.returncode != 0 and not self._is_stopped
        if failed:
            _log.warning("The rules of %s are not compiled ahead: exit status %s", id, process.returncode)


def prepare(id: str, tell: Callable[[str], None], steps: Iterable[tuple[str, Callable[[], None]]]) -> None:
    """Compile a game's rules, report every step, and mark the game as prepared."""
    parent = os.getppid()
    for name, run in steps:
        if os.getppid() != parent:  # the server is gone
            return
        run()
        tell(name)
    if (mark := _mark(id)) is not None:
        mark.touch()


def main() -> None:
    """Prepare the game named on the command line."""
    id, nice = sys.argv[1], int(sys.argv[2])
    if hasattr(os, "nice"):
        os.nice(nice)
    prepare(id, lambda name: print(name, flush=True), steps_of(id))


if __name__ == "__main__":
    main()
