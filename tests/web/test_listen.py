"""How the server listens: who does not send a whole request in time is cut off."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

import uvicorn
from uvicorn.server import ServerState

from throwdown.cli import serve
from throwdown.play.web import gate
from throwdown.play.web.listen import REQUEST_SECONDS, ImpatientProtocol, listening
from throwdown.play.web.server import Server

WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /play HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Later:
    """Something that a loop will do."""

    def __init__(self, seconds: float, what: Any) -> None:
        self.seconds, self.what, self.is_cancelled = seconds, what, False

    def cancel(self) -> None:
        self.is_cancelled = True


class Loop:
    """An event loop whose clock stands still."""

    def __init__(self) -> None:
        self.laters: list[Later] = []

    def call_later(self, seconds: float, what: Any) -> Later:
        self.laters.append(Later(seconds, what))
        return self.laters[-1]

    def create_task(self, work: Any) -> Any:
        work.close()

        class Task:
            def add_done_callback(self, done: Any) -> None: ...

        return Task()

    @property
    def waiting(self) -> list[Later]:
        return [later for later in self.laters if not later.is_cancelled]


class Transport:
    """The other end of a connection."""

    def __init__(self) -> None:
        self.is_aborted, self.protocol = False, None

    def abort(self) -> None:
        self.is_aborted = True

    def get_protocol(self) -> Any:
        return self.protocol

    def set_protocol(self, protocol: Any) -> None:
        self.protocol = protocol

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def is_closing(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Any:
        return lambda *args: None


class Socket:
    """Stands for the protocol of WebSockets."""

    def __init__(self, **options: Any) -> None: ...

    def connection_made(self, transport: Any) -> None: ...

    def data_received(self, data: bytes) -> None: ...


def connected() -> tuple[ImpatientProtocol, Loop, Transport]:
    config = listening(lambda *args: None)
    config.load()
    config.ws_protocol_class = Socket  # type: ignore[assignment]
    loop, transport = Loop(), Transport()
    protocol = ImpatientProtocol(config, ServerState(), {}, _loop=loop)  # type: ignore[arg-type]
    transport.protocol = protocol
    protocol.connection_made(transport)  # type: ignore[arg-type]
    return protocol, loop, transport


@pytest.mark.parametrize("sent", [(), (WHOLE[:5],), (WHOLE[:5], WHOLE[5:-1])])
def test_who_sends_half_a_request_is_cut_off(sent: tuple[bytes, ...]) -> None:
    """Every piece that comes does not begin the time anew."""
    protocol, loop, transport = connected()
    for data in sent:
        protocol.data_received(data)
    (later,) = loop.laters
    assert later.seconds == REQUEST_SECONDS and not later.is_cancelled and not transport.is_aborted
    later.what()
    assert transport.is_aborted


def test_a_whole_request_has_time_and_half_a_second_one_has_not() -> None:
    protocol, loop, transport = connected()
    protocol.data_received(WHOLE[:7])
    protocol.data_received(WHOLE[7:])
    assert not loop.waiting
    protocol.cycle.response_complete = True
    protocol.data_received(WHOLE[:7])
    (later,) = loop.waiting
    later.what()
    assert transport.is_aborted


def test_a_websocket_is_not_a_request_that_goes_on() -> None:
    protocol, loop, transport = connected()
    protocol.data_received(UPGRADE)
    assert isinstance(transport.protocol, Socket) and not loop.waiting


def test_nothing_is_waited_for_when_the_connection_is_gone() -> None:
    protocol, loop, _ = connected()
    protocol.connection_lost(None)
    assert not loop.waiting


def test_the_server_bounds_what_comes_at_once() -> None:
    config = listening(lambda *args: None)
    assert config.http is ImpatientProtocol and config.limit_concurrency and config.ws_ping_timeout


def test_handlers_of_others_stay_open(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """And what the server warns of is still said."""
    handler = logging.FileHandler(tmp_path / "log.txt")
    other = logging.getLogger("somebody")
    other.addHandler(handler)
    stream = handler.stream
    listening(None)
    assert not stream.closed
    logging.getLogger("uvicorn.error").warning("a broken request")
    assert "a broken request" in caplog.text
    other.removeHandler(handler)
    handler.close()


@pytest.mark.parametrize(("host", "apart"), [("127.0.0.1", False), ("::1", False), ("0.0.0.0", True)])
def test_an_address_for_others_has_a_token_and_keeps_results_apart(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    host: str,
    apart: bool,
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    made: list[Server] = []
    make = Server.__init__

    def note(self: Server, *given: Any, **options: Any) -> None:
        make(self, *given, **options)
        made.append(self)

    monkeypatch.setattr(Server, "__init__", note)
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: [one.close() for one in sockets])
    monkeypatch.setattr(serve, "_bind", lambda host, port: socket.socket())
    monkeypatch.setattr(socket.socket, "getsockname", lambda self: (host, 8137))
    serve.serve(port=0, host=host, browser=False, games=tmp_path / "games.sqlite")
    told = capsys.readouterr().out
    (server,) = made
    server.dispatcher.store.close()
    assert (gate.ANY in server.hosts, bool(server.token), "token=" in told) == (apart,) * 3
    mine, other = (server.dispatcher.results_of(player) for player in ("somebody-here", "somebody-else"))
    assert (mine != other) == apart and (mine is None) != apart
