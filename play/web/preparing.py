"""Compiles the rules of games before they are played: one game after the other, in a process of low priority.

``python -m throwdown.play.web.preparing ID`` compiles all that a game on the page calls and keeps it in the cache; it
prints the name of every step that is done. `Preparing` runs it for the server and says how far it is.
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
"""What is compiled, in order, and how many seconds it takes of the flagship on one core of 2025."""
NICE = 10
"""By how much the process yields to others; see ``nice``."""
MOST_MOVES = 60
_log = logging.getLogger("throwdown.serve")


def steps_of(id: str) -> Iterator[tuple[str, Callable[[], None]]]:
    """Return what has to be compiled of a game, by the names of `STEPS`."""
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
    """Return the file that says that a game's rules are in the cache."""
    return None if CACHE_DIR is None else CACHE_DIR / f"{id}.prepared"


class Progress(NamedTuple):
    """How far the rules of a game are compiled.

    Attributes:
        share: what is done: 0 to 1, an estimate.
        left: seconds that are left, an estimate.
    """

    share: float
    left: float


@dataclass
class _Game:
    """A game whose rules are compiled, or wait for it."""

    process: subprocess.Popen[str] | None = None
    done: list[str] = field(default_factory=list)
    began: float = 0.0
    last: float = 0.0
    """When the last step was done."""
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
    """Has the rules of games compiled in the background.

    Args:
        ids: the games, in the order in which they are prepared.
        spawn: starts the process of a game, given its id and how far it yields to others.
        clock: tells seconds.
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
        """Prepare the games one after the other, in a thread of its own."""
        threading.Thread(target=self._all, daemon=True, name="preparing").start()

    def stop(self) -> None:
        """End what is running."""
        with self._lock:
            self._is_stopped = True
            running = [game.process for game in self._games.values() if game.process is not None]
        for process in running:
            process.terminate()

    def want(self, id: str) -> None:
        """Prepare a game at once, at the usual priority, if nobody does: somebody waits for it."""
        game = self._games.get(id)
        if game is not None and self._may_begin(game):
            threading.Thread(target=self._run, args=(id, 0), daemon=True, name=f"preparing {id}").start()

    def is_ready(self, id: str) -> bool:
        """Return whether a game can be played without a wait, as far as is known."""
        return id not in self._games or self._games[id].ready.is_set()

    @property
    def is_done(self) -> bool:
        """Whether no game waits any more."""
        return all(game.ready.is_set() for game in self._games.values())

    def progress(self, id: str) -> Progress:
        """Return how far a game is; a step that is under way counts by the time that those before it took."""
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
        for id, game in self._games.items():
            if self._may_begin(game):
                self._run(id, NICE)

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
            game.ready.set()  # even if it failed: who plays the game is told what is wrong

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
    """Compile a game's rules, tell of every step, and mark the game as prepared."""
    parent = os.getppid()
    for name, run in steps:
        if os.getppid() != parent:  # the server is gone
            return
        run()
        tell(name)
    if (mark := _mark(id)) is not None:
        mark.touch()


def main() -> None:
    """Prepare the game that the command line names."""
    id, nice = sys.argv[1], int(sys.argv[2])
    if hasattr(os, "nice"):
        os.nice(nice)
    prepare(id, lambda name: print(name, flush=True), steps_of(id))


if __name__ == "__main__":
    main()
