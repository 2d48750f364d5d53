"""Nobody's requests keep everybody waiting: turns, what is dropped when a client leaves, and bounds."""

from __future__ import annotations

import asyncio
import json
import threading
import typing
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from tests.web.support import Client
from tests.web.test_gate import kinds_of
from throwdown.agents.search.watch import is_late
from throwdown.play.web import live, messages as say, store, talk, turns
from throwdown.play.web.live import Live
from throwdown.play.web.preparing import Preparing
from throwdown.play.web.tabs import Tabs

PLENTY = 60
"""Seconds after which a test that hangs has failed; none is waited for."""


class Dispatcher:
    """Answers at once, but holds whoever asks for a hint until it is let go; notes what it does."""

    def __init__(self) -> None:
        self.begun: list[Any] = []
        self.held, self.free = threading.Semaphore(0), threading.Event()
        self.stopped = threading.Semaphore(0)

    def holds(self, asked: Any) -> bool:
        return True

    def answer(self, player: str, asked: Any) -> say.Answer:
        self.begun.append(asked)
        if isinstance(asked, say.AskHint):
            self.held.release()
            assert self.free.wait(PLENTY)
        if isinstance(asked, say.AskReview):
            self.held.release()
            try:
                while True:
                    is_late()
            finally:
                self.stopped.release()
        return say.Done(request=asked.request)


class Socket:
    """A client's end of a connection: what it sends, and what it is answered."""

    def __init__(self) -> None:
        self.put: MemoryObjectSendStream[dict[str, Any]]
        self.get: MemoryObjectReceiveStream[dict[str, Any]]
        self.put, self.get = anyio.create_memory_object_stream[dict[str, Any]](10_000)
        self.told, self.answers = anyio.create_memory_object_stream[dict[str, Any]](10_000)
        self.closed: int | None = None

    async def receive(self) -> dict[str, Any]:
        return await self.get.receive()

    async def send_text(self, text: str) -> None:
        await self.told.send(json.loads(text))

    async def close(self, code: int, reason: str) -> None:
        self.closed = code

    def ask(self, type: str, **data: Any) -> None:
        self.put.send_nowait({"type": "websocket.receive", "text": json.dumps({"type": type, **data})})

    def leave(self) -> None:
        self.put.send_nowait({"type": "websocket.disconnect"})


def talk_with(socket: Socket, dispatcher: Dispatcher, shared: turns.Turns) -> talk.Talk:
    return talk.Talk(socket, dispatcher, shared, Tabs(), Preparing(()), 1e6)  # type: ignore[arg-type]


Begin = Callable[..., Awaitable[Socket]]


def with_clients(body: Callable[[Dispatcher, Begin], Awaitable[None]]) -> Dispatcher:
    """Run a test with clients of one server, each of whom has said hello."""
    dispatcher = Dispatcher()

    async def all_of_it() -> None:
        shared = turns.Turns()
        with anyio.fail_after(PLENTY):
            async with anyio.create_task_group() as group:

                async def begin() -> Socket:
                    socket = Socket()
                    group.start_soon(talk_with(socket, dispatcher, shared).run)
                    socket.ask("hello", player="player-of-tests")
                    assert (await socket.answers.receive())["type"] == "done"
                    return socket

                try:
                    await body(dispatcher, begin)
                finally:
                    dispatcher.free.set()
                    group.cancel_scope.cancel()

    anyio.run(all_of_it)
    return dispatcher


async def in_thread(semaphore: threading.Semaphore, times: int = 1) -> None:
    for _ in range(times):
        assert await anyio.to_thread.run_sync(semaphore.acquire, True, PLENTY)


def game(k: int) -> str:
    return f"game-number-{k}"


def test_a_cheap_request_is_answered_while_all_other_threads_are_taken() -> None:
    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        for k in range(2 * turns.DEAR_THREADS):
            (await begin()).ask("hint", game=game(k))
        await in_thread(dispatcher.held, turns.DEAR_THREADS)
        other = await begin()
        for kind, data in (
            ("catalogue", {}),
            ("games", {}),
            ("log", {"game": game(99)}),
            ("open", {"game": game(99)}),
        ):
            other.ask(kind, **data)
            assert (await other.answers.receive())["type"] == "done"
        assert len([x for x in dispatcher.begun if isinstance(x, say.AskHint)]) == turns.DEAR_THREADS

    with_clients(body)


def test_a_connection_has_one_request_under_way() -> None:
    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        one, other = await begin(), await begin()
        for k in range(10):
            one.ask("hint", game=game(k))
        await in_thread(dispatcher.held)
        other.ask("hint", game=game(99))
        await in_thread(dispatcher.held)
        assert [x.game for x in dispatcher.begun if isinstance(x, say.AskHint)] == [game(0), game(99)]

    with_clients(body)


def test_requests_about_one_game_hold_one_thread() -> None:
    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        for _ in range(2 * turns.DEAR_THREADS):
            (await begin()).ask("hint", game=game(0))
        await in_thread(dispatcher.held)
        other = await begin()
        other.ask("hint", game=game(1))
        await in_thread(dispatcher.held)
        assert [x.game for x in dispatcher.begun if isinstance(x, say.AskHint)] == [game(0), game(1)]

    with_clients(body)


def test_what_waits_is_dropped_when_its_client_leaves() -> None:
    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        for k in range(turns.DEAR_THREADS):
            (await begin()).ask("hint", game=game(k))
        await in_thread(dispatcher.held, turns.DEAR_THREADS)
        greedy = await begin()
        for _ in range(30):
            greedy.ask("new", game="kuhn-v0", scenario="standard")
        greedy.leave()
        other = await begin()
        other.ask("seats", game="kuhn-v0", scenario="standard")
        await anyio.wait_all_tasks_blocked()
        dispatcher.free.set()
        assert (await other.answers.receive())["type"] == "done"

    assert not [x for x in with_clients(body).begun if isinstance(x, say.New)]


def test_what_is_under_way_is_stopped_when_its_client_leaves() -> None:
    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        for _ in range(turns.DEAR_THREADS):
            greedy = await begin()
            greedy.ask("review", game="game-of-greedy")
            greedy.ask("new", game="kuhn-v0", scenario="standard")
            await in_thread(dispatcher.held)
            greedy.leave()
            await in_thread(dispatcher.stopped)
        other = await begin()
        other.ask("seats", game="kuhn-v0", scenario="standard")
        assert (await other.answers.receive())["type"] == "done"

    assert not [x for x in with_clients(body).begun if isinstance(x, say.New)]


@pytest.mark.parametrize("kind", ["many", "large"])
def test_who_sends_more_than_may_wait_is_cut_off(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    if kind == "large":
        monkeypatch.setattr(talk, "MOST_WAITING_BYTES", 1000)

    async def body(dispatcher: Dispatcher, begin: Begin) -> None:
        greedy = await begin()
        greedy.ask("hint", game=game(0))
        await in_thread(dispatcher.held)
        for _ in range(talk.MOST_WAITING + 1 if kind == "many" else 20):
            greedy.ask("import", text="x" * 50)
        while greedy.closed is None:
            await anyio.wait_all_tasks_blocked()
        assert greedy.closed == 1008

    with_clients(body)


def test_who_never_says_hello_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "HELLO_SECONDS", 0)

    async def body() -> None:
        socket = Socket()
        await talk_with(socket, Dispatcher(), turns.Turns()).run()
        assert socket.closed == 1008

    anyio.run(body)


def test_every_request_is_cheap_or_dear_on_purpose() -> None:
    """A request that is added must be put into one of the kinds."""
    dear = {"new", "seats", "act", "undo", "rematch", "hint", "why", "import", "branch", "puzzle", "review"}
    dear |= {"real", "enter", "correct"}
    cheap = {
        typing.get_args(x.model_fields["type"].annotation)[0] for x in (*turns.CHEAP, *turns.CHEAP_IN_MEMORY)
    }
    every = {typing.get_args(x.model_fields["type"].annotation)[0] for x in kinds_of(say.Asked)}
    assert cheap | dear == every and not cheap & dear


def test_a_search_that_is_stopped_leaves_the_game_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move was not answered, so it was not made."""
    with Client(tmp_path) as client:
        position = client.new()
        dispatcher, asked = (
            client.server.dispatcher,
            say.Act(
                type="act",
                game=position["game"],
                move=position["moves"],
                action=position["choices"][0]["action"],
            ),
        )

        def leave(self: Live) -> None:
            raise asyncio.CancelledError

        with monkeypatch.context() as patch:
            patch.setattr(Live, "_advance", leave)
            with pytest.raises(asyncio.CancelledError):
                dispatcher.answer(client.player, asked)
        again = client.ask("open", game=position["game"])
        assert (again["moves"], again["choices"]) == (position["moves"], position["choices"])


# Bounds --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("bound", ["MOST_GAMES", "MOST_GAME_BYTES"])
def test_a_player_keeps_so_many_games_and_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str
) -> None:
    with Client(tmp_path) as client:
        game = client.new("throwdown-v0", "mini")["game"]
        text = client.ask("export", game=game)["text"]
        real = client.ask("real", game="throwdown-v0", scenario="mini", against="random", seed=3)
        assert real["type"] == "real"
        monkeypatch.setattr(store, bound, 2 if bound == "MOST_GAMES" else len(text))
        more = [
            client.new("kuhn-v0", "standard"),
            client.ask("rematch", game=game),
            client.ask("import", text=text),
            client.ask("branch", game=game, move=0, is_alone=True),
            client.ask("puzzle"),
            client.ask("real", game="throwdown-v0", scenario="mini", against="random", seed=3),
        ]
        for found in more:
            assert found["type"] == "problem" and "MB together. Delete some first." in found["message"]
        assert client.play(client.ask("open", game=game))["type"] == "position", "what is there goes on"
        client.ask("remove", game=real["game"])
        client.ask("remove", game=game)
        assert client.new("kuhn-v0", "standard")["type"] == "position"


def test_a_game_does_not_grow_for_ever_by_taking_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "MOST_TAKEN_BACK", 2)
    with Client(tmp_path) as client:
        position = client.new("throwdown-v0", "mini")
        for _ in range(2):
            client.play(position)
            assert client.ask("undo", game=position["game"])["type"] == "position"
        played = client.play(position)
        found = client.ask("undo", game=position["game"])
        assert found["type"] == "problem" and "taken back 2 times" in found["message"]
        assert client.ask("open", game=position["game"])["moves"] == played["moves"]


# Results -------------------------------------------------------------------------------------------------------------


def records(folder: Path, player: str, players: Path | None, plays: bool = False) -> dict[str, Any]:
    """Return a player's records, after a game, a look at it and a puzzle if she plays."""
    with Client(folder, player=player, players=players) as client:
        if plays:
            position = client.new("kuhn-v0", "standard")
            while not position["verdict"]:
                position = client.play(position)
            client.ask("review", game=position["game"])
            client.play(client.ask("puzzle", name="mini-2m-1"))
        return {**client.ask("records"), "request": 0}


def test_results_are_kept_for_each_player_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    players = tmp_path / "players"
    mine = records(tmp_path, "somebody-here", players, plays=True)
    assert mine["kinds"] and mine["solved"] + mine["missed"] == ["mini-2m-1"]
    other = records(tmp_path, "somebody-else", players)
    assert other["kinds"] == other["solved"] == other["missed"] == []
    assert not (tmp_path / "data").exists(), "nothing goes to the user of the machine"
    (folder,) = players.iterdir()
    assert "somebody" not in folder.name, "a key is like a password"
    assert records(tmp_path, "somebody-here", players) == mine


def test_on_this_machine_alone_results_are_those_of_its_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert records(tmp_path, "somebody-here", None, plays=True)["kinds"]
    assert (tmp_path / "data" / "throwdown" / "history.jsonl").is_file()
