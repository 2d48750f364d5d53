"""Rules are compiled ahead, and who waits for them is told which, how far and how long."""

from __future__ import annotations

import queue
import subprocess
import threading
from pathlib import Path
from typing import cast

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from tests.web.support import Client
from throwdown.play.web import preparing
from throwdown.play.web.preparing import STEPS, Preparing, Progress


class Compiler:
    """A process that compiles, as a test bids it: a line a step, None at its end."""

    def __init__(self, id: str, nice: int) -> None:
        self.id, self.nice, self.returncode, self.is_ended = id, nice, 0, False
        self.lines: queue.Queue[str | None] = queue.Queue()
        self.stdout = iter(self.lines.get, None)

    def __enter__(self) -> Compiler:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def terminate(self) -> None:
        self.is_ended = True
        self.lines.put(None)


class Machine:
    """Starts such processes, and has a clock."""

    def __init__(self) -> None:
        self.started: queue.Queue[Compiler] = queue.Queue()
        self.now = 100.0

    def spawn(self, id: str, nice: int) -> subprocess.Popen[str]:
        found = Compiler(id, nice)
        self.started.put(found)
        return cast("subprocess.Popen[str]", found)

    def next(self) -> Compiler:
        return self.started.get(timeout=60)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    monkeypatch.setattr(preparing, "IS_COMPILED", True)
    monkeypatch.setattr(preparing, "CACHE_DIR", tmp_path)
    return Machine()


def made(machine: Machine, *ids: str) -> Preparing:
    return Preparing(ids, machine.spawn, lambda: machine.now)


def wait(found: Preparing, id: str) -> None:
    assert found._games[id].ready.wait(60)


def test_games_are_prepared_one_after_the_other_and_yield_to_others(machine: Machine) -> None:
    found = made(machine, "first-v0", "second-v0")
    found.start()
    one = machine.next()
    assert (one.id, one.nice) == ("first-v0", 0) and machine.started.empty()
    assert not found.is_ready("first-v0") and not found.is_done and found.is_ready("not-listed-v0")
    one.lines.put(None)
    two = machine.next()
    assert (two.id, two.nice) == ("second-v0", preparing.NICE)
    assert found.is_ready("first-v0") and not found.is_ready("second-v0")
    two.lines.put(None)
    wait(found, "second-v0")
    assert found.is_done


def test_a_game_that_somebody_waits_for_is_prepared_at_once(machine: Machine) -> None:
    found = made(machine, "first-v0", "second-v0", "third-v0")
    found.start()
    one = machine.next()
    found.want("third-v0")
    wanted = machine.next()
    assert (wanted.id, wanted.nice) == ("third-v0", 0)
    found.want("third-v0")
    found.want("first-v0")
    found.want("nothing-v0")
    wanted.lines.put(None)
    wait(found, "third-v0")
    one.lines.put(None)
    two = machine.next()
    assert two.id == "second-v0", "nothing was begun twice"
    two.lines.put(None)
    wait(found, "second-v0")
    assert machine.started.empty()


def test_progress_goes_by_the_steps_that_are_done_and_their_time(machine: Machine) -> None:
    found = made(machine, "first-v0")
    whole, names = sum(STEPS.values()), list(STEPS)
    assert found.progress("first-v0") == Progress(0.0, whole)
    found.start()
    one = machine.next()
    machine.now += 2 * STEPS[names[0]]  # this machine takes twice as long
    one.lines.put(f"{names[0]}\n")
    while not found._games["first-v0"].done:  # until the line is read
        threading.Event().wait(0.01)
    done = STEPS[names[0]]
    assert found.progress("first-v0") == pytest.approx((done / whole, 2 * (whole - done)))
    machine.now += STEPS[names[1]]
    assert found.progress("first-v0").share == pytest.approx((done + STEPS[names[1]] / 2) / whole)
    machine.now += 1e6
    assert found.progress("first-v0").share < (done + STEPS[names[1]]) / whole, (
        "a step is done when it says so"
    )
    one.lines.put(None)
    wait(found, "first-v0")
    assert found.progress("first-v0") == Progress(1.0, 0.0)


def test_a_compiler_that_fails_keeps_nobody_waiting(
    machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    found = made(machine, "first-v0")
    found.start()
    one = machine.next()
    one.returncode = 1
    one.lines.put(None)
    wait(found, "first-v0")
    assert "first-v0" in caplog.text and "exit status 1" in caplog.text


def test_what_runs_is_ended_with_the_server_and_nothing_more_begins(machine: Machine) -> None:
    found = made(machine, "first-v0", "second-v0")
    found.start()
    one = machine.next()
    found.stop()
    wait(found, "first-v0")
    found.want("second-v0")
    assert one.is_ended and machine.started.empty()


def test_a_prepared_game_is_marked_and_ready_from_then_on(machine: Machine) -> None:
    told: list[str] = []
    preparing.prepare("kuhn-v0", told.append, preparing.steps_of("kuhn-v0"))
    assert told == list(STEPS)
    assert made(machine, "kuhn-v0", "leduc-v0").is_ready("kuhn-v0")
    assert not made(machine, "kuhn-v0", "leduc-v0").is_ready("leduc-v0")


class Slow(Preparing):
    """Is ready with a game after so many looks."""

    def __init__(self, looks: int) -> None:
        super().__init__(())
        self.looks, self.wanted = looks, list[str]()

    is_done = False

    def want(self, id: str) -> None:
        self.wanted.append(id)

    def is_ready(self, id: str) -> bool:
        self.looks -= bool(id)
        return not id or self.looks < 0

    def progress(self, id: str) -> Progress:
        return Progress(1 / (self.looks + 2), 10.0 * (self.looks + 1))


def test_who_waits_is_told_which_how_far_and_how_long_and_may_ask_for_the_rules_to_read(
    tmp_path: Path,
) -> None:
    slow = Slow(looks=2)
    with Client(tmp_path, preparing=slow) as client:
        want = {"type": "preparing", "game": "kuhn-v0", "title": "Kuhn poker"}
        asked = {"game": "kuhn-v0", "scenario": "standard"}
        first = client.ask("seats", **asked)
        assert first == {**want, "request": 2, "share": pytest.approx(1 / 3), "left": 20.0}
        assert client.ask("rulebook", id="kuhn-v0")["type"] == "rulebook"
        second = client.ask("seats", **asked)
        assert second == {**want, "request": 4, "share": pytest.approx(1 / 2), "left": 10.0}
        assert client.ask("seats", **asked)["type"] == "seats"


def test_games_that_are_read_again_wait_as_well(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        game = client.new("kuhn-v0", "standard")["game"]
    slow = Slow(looks=1)
    with Client(tmp_path, preparing=slow) as client:
        assert client.ask("games")["games"]
        first = client.ask("open", game=game)
        assert (first["type"], first["game"]) == ("preparing", "kuhn-v0") and slow.wanted == ["kuhn-v0"]
        assert client.ask("open", game=game)["game"] == game
        slow.looks = 10**6
        assert client.ask("open", game=game)["game"] == game, "it is in memory"
        assert client.ask("open", game="not-a-game-of-mine")["type"] == "problem"
