"""The server as a process of its own: killed at any moment, it has lost no move that it answered."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.fuzz.support import START, TIMES
from tests.web.pages import start

pytest.importorskip("starlette")
client = pytest.importorskip("websockets.sync.client")

KILLS = 2 * TIMES
"""``THROWDOWN_FUZZ=50`` kills it a hundred times."""


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Connect as a player; the socket listens before the server answers."""
    with client.connect(f"ws://{address}/play", origin=f"http://{address}", open_timeout=60) as socket:
        ask(socket, "hello", player="player-of-tests")
        yield socket


def ask(socket: Any, type: str, **data: Any) -> dict[str, Any]:
    while True:
        socket.send(json.dumps({"type": type, **data}))
        found: dict[str, Any] = json.loads(socket.recv(timeout=60))
        if found["type"] != "preparing":
            return found
        time.sleep(0.2)  # until the rules are compiled


def play_until_killed(socket: Any, position: dict[str, Any], done: list[dict[str, Any]]) -> None:
    """Play on, game after game; ``done`` gets every answer."""
    try:
        while True:
            if position["verdict"]:
                position = ask(socket, "rematch", game=position["game"])
            move = position["choices"][position["moves"] % len(position["choices"])]["action"]
            position = ask(socket, "act", game=position["game"], move=position["moves"], action=move)
            done.append(position)
    except Exception:  # the other end is gone
        return


def test_no_answered_move_is_lost_however_the_server_ends(tmp_path: Path) -> None:
    rng, games = np.random.default_rng(START), tmp_path / "games.sqlite"
    process, address = start(games)
    for _ in range(KILLS):
        done: list[dict[str, Any]] = []
        with connected(address) as socket:
            first = ask(socket, "new", game="kuhn-v0", scenario="standard", against="random")
            player = threading.Thread(target=play_until_killed, args=(socket, first, done))
            player.start()
            while not done:
                time.sleep(0.001)
            time.sleep(float(rng.uniform(0, 0.2)))
            process.send_signal(signal.SIGKILL)
            process.wait()
            player.join()
        process, address = start(games)
        with connected(address) as socket:
            known = {game["game"]: game for game in ask(socket, "games")["games"]}
            last = {answer["game"]: answer for answer in done}
            *earlier, latest = last.values()
            for answer in earlier:
                kept = ask(socket, "open", game=answer["game"])
                assert kept["moves"] == answer["moves"] and kept["verdict"] == answer["verdict"]
            kept = ask(socket, "open", game=latest["game"])
            # A move more may have been written, but not yet answered.
            assert kept["type"] == "position" and latest["game"] in known
            assert kept["moves"] >= latest["moves"] and (kept["verdict"] or not latest["verdict"])
    process.send_signal(signal.SIGINT)
    assert process.wait(30) in (0, 130)


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    process, address = start(tmp_path / "games.sqlite")
    port = address.rpartition(":")[2]
    command = [sys.executable, "-m", "throwdown", "serve", "--no-browser", "--port", port]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120)
    process.kill()
    process.wait()
    assert found.returncode == 2 and f"port {port}" in found.stderr and "Traceback" not in found.stderr
