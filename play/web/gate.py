"""Access control: only pages of this server, under its own host names, may send requests."""

from __future__ import annotations

import re
from collections.abc import Collection

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from throwdown.envs.core.catalogue import tr

ANY = "*"
"""As a server's host name: accept every name."""
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ws: wss:; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_ADDED = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(:[0-9]{1,5})?")


def name_of(host: str) -> str:
    """Return the name or address in a Host header, without its port; empty if it is malformed."""
    found = _HOST.fullmatch(host.lower())
    return found[1].strip("[]") if found else ""


def may_come(headers: Headers, names: Collection[str]) -> bool:
    """Return whether a request is addressed to one of the server's names and not sent by another server's page.

    A request without ``Origin`` does not come from a page: browsers send it with every WebSocket.
    """
    hosts, origins = headers.getlist("host"), headers.getlist("origin")
    if len(hosts) != 1 or len(origins) > 1:
        return False
    host, name = hosts[0].lower(), name_of(hosts[0])
    if not name or not (ANY in names or name in names):
        return False
    return not origins or origins[0].lower() in (f"http://{host}", f"https://{host}")


class Gate:
    """Middleware that refuses foreign requests and adds security headers.

    Args:
        app: the application.
        names: the host names of the server; `ANY`: every one.
    """

    def __init__(self, app: ASGIApp, names: Collection[str]) -> None:
        self.app, self.names = app, names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a WebSocket."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_ADDED)
                headers.setdefault("Cache-Control", "no-cache")
            await send(message)

        inside: ASGIApp = self.app
        if not may_come(Headers(scope=scope), self.names):
            if scope["type"] == "http":
                inside = PlainTextResponse(tr("This address is not one of this server's own."), 403)
            else:
                inside = WebSocketClose(1008)
        await inside(scope, receive, add)
