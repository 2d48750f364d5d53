"""Response times of the page's server under load: ``python -m throwdown.benchmarks.live``.

One server process; WebSocket clients that play whole games through it, one after another, against opponents without
search, or what ``--play`` names. Between two moves a client waits like a person, ``--think`` seconds on average,
exponentially distributed.
"""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import numpy as np
import typer
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from throwdown.envs.core.kit import in_a_sentence, write_file

PLAYED = (
    ("throwdown-v0", "duel", "level:3"),
    ("throwdown-v0", "trio", "trained"),
    ("pile-v0", "trio", "heuristic"),
    ("challenge-v0", "scene", "trained"),
    ("skirmish-v0", "skirmish", "trained"),
    ("showdown-v0", "showdown", "heuristic"),
)
"""The clients' games and opponents, in turn, if none are named."""
Played = Sequence[tuple[str, str, str]]
"""Games, scenarios and opponents."""
SLOW = 1.0
"""Seconds within which people expect a response to a move."""


@dataclass
class Seen:
    """The clients' measurements: response times of moves and of new games, finished games, and refusals."""

    moves: list[float] = field(default_factory=list)
    deals: list[float] = field(default_factory=list)
    finished: int = 0
    problems: list[str] = field(default_factory=list)
    is_counted: bool = False


async def ask(socket: ClientConnection, type: str, **data: Any) -> dict[str, Any]:
    """Send a request, repeatedly while rules are compiled, and return its answer."""
    while True:
        await socket.send(json.dumps({"type": type, **data}))
        found: dict[str, Any] = json.loads(await socket.recv())
        if found["type"] != "preparing":
            return found
        await asyncio.sleep(1.0)


def open_socket(address: str) -> connect:
    """Return a connection to open."""
    return connect(
        f"ws://{address}/play", origin=Origin(f"http://{address}"), max_size=1 << 24, ping_timeout=None
    )


async def client(
    address: str, k: int, played: Played, think: float, seed: int, seen: Seen, until: asyncio.Event
) -> None:
    """Play games until told to stop."""
    rng = np.random.default_rng([seed, k])
    async with connect(
        f"ws://{address}/play", origin=Origin(f"http://{address}"), max_size=1 << 24
    ) as socket:
        await ask(socket, "hello", player=f"client-of-measurement-{k}")
        for n in count():
            game, scenario, against = played[(k + n) % len(played)]
            await asyncio.sleep(rng.exponential(think))
            started = time.perf_counter()
            table = await ask(
                socket, "new", game=game, scenario=scenario, against=against, seed=int(rng.integers(2**31))
            )
            if seen.is_counted:
                seen.deals.append(time.perf_counter() - started)
            while not until.is_set():
                if table["type"] == "problem":
                    seen.problems.append(table["message"])
                    break
                if table["verdict"]:
                    seen.finished += seen.is_counted
                    break
                await asyncio.sleep(rng.exponential(think))
                choice = table["choices"][int(rng.integers(len(table["choices"])))]["action"]
                asked = {"game": table["game"], "move": table["moves"], "action": choice}
                started = time.perf_counter()
                table = await ask(socket, "act", **asked)
                if seen.is_counted:
                    seen.moves.append(time.perf_counter() - started)
            if until.is_set():
                return


async def warm(address: str, played: Played) -> None:
    """Let every game compile and every policy load."""
    async with open_socket(address) as socket:
        await ask(socket, "hello", player="client-of-measurement-first")
        for game, scenario, against in played:
            table = await ask(socket, "new", game=game, scenario=scenario, against=against, seed=1)
            while not table["verdict"]:
                choice = table["choices"][0]["action"]
                table = await ask(socket, "act", game=table["game"], move=table["moves"], action=choice)


async def measure(address: str, games: int, played: Played, seconds: float, think: float, seed: int) -> Seen:
    """Let the clients play; the first third, in which they all start, is not counted."""
    await warm(address, played)
    seen, until = Seen(), asyncio.Event()
    clients = [
        asyncio.create_task(client(address, k, played, think, seed, seen, until)) for k in range(games)
    ]
    await asyncio.sleep(seconds / 3)
    seen.is_counted = True
    await asyncio.sleep(2 * seconds / 3)
    seen.is_counted = False
    until.set()
    for task in clients:
        task.cancel()
    for found in await asyncio.gather(*clients, return_exceptions=True):
        if isinstance(found, Exception):
            raise found
    return seen


def read_played(text: str) -> tuple[str, str, str]:
    """Return the game, the scenario and the opponent that a text names."""
    parts = text.split("/", 2)
    if len(parts) != 3:
        raise typer.BadParameter(f"'{text}' is not GAME/SCENARIO/OPPONENT.")
    return parts[0], parts[1], parts[2]


def peak(process: subprocess.Popen[str]) -> float:
    """Return the peak memory of a process, in MB."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmHWM:\s+(\d+) kB", status)[0]) / 1000


@in_a_sentence()
def main(
    games: Annotated[int, typer.Option(min=1, help="Number of concurrent games.")] = 200,
    seconds: Annotated[float, typer.Option(min=1.0, help="Duration of play in seconds.")] = 180.0,
    play: Annotated[
        list[str] | None,
        typer.Option(help="GAME/SCENARIO/OPPONENT that clients play, such as throwdown-v0/duel/level:6."),
    ] = None,
    think: Annotated[float, typer.Option(min=0.0, help="Seconds between two moves, on average.")] = 5.0,
    seed: Annotated[int, typer.Option(min=0, help="Seed of deals, choices and waiting.")] = 1,
    out: Annotated[Path | None, typer.Option(help="JSON file for the figures.")] = None,
) -> None:
    """Measure the response times of moves under many concurrent games."""
    played = [read_played(text) for text in play] if play else list(PLAYED)
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "throwdown", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--games", f"{folder}/games.sqlite"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = re.findall(r"http://(\S+?)/", server.stdout.readline())[0]
            before = peak(server)
            seen = asyncio.run(measure(address, games, played, seconds, think, seed))
            memory = peak(server)
        finally:
            server.kill()
            server.wait()
    moves = np.array(seen.moves)
    if not len(moves):
        raise SystemExit("No move was answered in this time; give more --seconds.")
    figures = {
        "games": games,
        "play": ["/".join(x) for x in played],
        "seconds": seconds,
        "think": think,
        "seed": seed,
        "moves": len(moves),
        "moves_per_second": round(len(moves) / (2 * seconds / 3), 1),
        "finished": seen.finished,
        "problems": sorted(set(seen.problems)),
        "seconds_per_move": {f"p{q}": round(float(np.percentile(moves, q)), 4) for q in (50, 90, 95, 99)},
        "slower_than_a_second": round(float((moves > SLOW).mean()), 5),
        "deal_p95": round(float(np.percentile(seen.deals, 95)), 4) if seen.deals else None,
        "memory_mb": {"at_start": round(before), "at_most": round(memory)},
    }
    text = json.dumps(figures, indent=1)
    if out:
        write_file(out, text + "\n")
    print(text)


if __name__ == "__main__":
    typer.run(main)
