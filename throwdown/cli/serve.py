"""``throwdown serve``: play on a page in the browser."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from pathlib import Path
from typing import Annotated

import typer

from throwdown.cli import common
from throwdown.envs.core.errors import InvalidConfig, MissingExtra


@common.guarded
def serve(
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0: any free port.")] = 8137,
    host: Annotated[
        str,
        typer.Option(
            help="Address to listen on. For addresses other than this machine's own, a browser needs a token, which "
            "is printed."
        ),
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    games: Annotated[
        Path | None, typer.Option(help="File for saved games; by default in your data folder.")
    ] = None,
) -> None:
    """Play on a page in your browser, against trained, searching or built-in agents; nothing leaves this machine.

    Ctrl-C ends it. Games are saved as they are played, and continue after a restart.

    Example: throwdown serve --no-browser
    """
    try:
        import uvicorn

        from throwdown.play.web.gate import ANY
        from throwdown.play.web.listen import listening
        from throwdown.play.web.offers import listed_ids
        from throwdown.play.web.preparing import Preparing
        from throwdown.play.web.server import LOCAL, Server
    except ImportError:
        raise MissingExtra("The page needs more packages: pip install 'throwdown[page]'.") from None
    from throwdown.play import storage
    from throwdown.play.web.store import GameStore

    store = GameStore(games or storage.data_folder() / "games.sqlite")
    if host in LOCAL:
        token, server = "", Server(store, preparing=Preparing(listed_ids()))
    else:
        token = secrets.token_urlsafe(18)
        server = Server(
            store, (ANY,), token, players=storage.players_folder(), preparing=Preparing(listed_ids())
        )
    bound = _bind(host, port)
    name = f"[{host}]" if ":" in host else host
    address = f"http://{name}:{bound.getsockname()[1]}/{f'?token={token}' if token else ''}"
    common.say(f"Playing on {address} (Ctrl-C ends it)")
    if browser:
        _open_soon(address)
    uvicorn.Server(listening(server.app())).run(sockets=[bound])


def _bind(host: str, port: int) -> socket.socket:
    """Return a listening socket, so that a port in use is reported before anything starts."""
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(place)
        bound.listen(128)
    except OSError as error:
        raise InvalidConfig(
            f"The page cannot be shown on {host}, port {port}: {error.strerror}; give another --port or --host."
        ) from None
    return bound


def _open_soon(address: str) -> None:
    """Open the page after giving the server a moment to start; without a browser, do nothing."""
    timer = threading.Timer(0.7, lambda: webbrowser.open(address))
    timer.daemon = True
    timer.start()
