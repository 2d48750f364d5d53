"""What the page shows while the rules of a game are being compiled."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from tests.web import test_page
from tests.web.test_page import barriers, deal, go_on
from throwdown.play.web.listen import listening
from throwdown.play.web.preparing import Preparing, Progress
from throwdown.play.web.server import Server
from throwdown.play.web.store import GameStore

browser, pytestmark = test_page.browser, test_page.pytestmark


class Held(Preparing):
    """Compiles until a test says that it is done."""

    is_done = False

    def __init__(self) -> None:
        super().__init__(())
        self.go = threading.Event()

    def is_ready(self, id: str) -> bool:
        return not id or self.go.is_set()

    def progress(self, id: str) -> Progress:
        return Progress(0.42, 17.0)


@pytest.fixture
def held(tmp_path: Path) -> Iterator[tuple[str, Held]]:
    """The address of a server whose rules are not compiled yet, and what compiles them."""
    found, bound = Held(), socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(listening(Server(GameStore(tmp_path / "games.sqlite"), preparing=found).app()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}/", found
    server.should_exit = True
    thread.join()


def test_while_rules_are_compiled_the_page_says_so_and_the_rulebook_can_be_read(
    held: tuple[str, Held], browser: Any
) -> None:
    address, compiling = held
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(300_000)
    page = context.new_page()
    page.goto(address)
    told = page.locator(".preparing")
    told.wait_for()
    text = told.inner_text()
    assert "The rules of Throwdown are being compiled" in text and "42 % done, about 17 seconds left" in text
    assert page.locator(".preparing progress").get_attribute("value") == "42"
    page.get_by_role("button", name="Meanwhile, learn to play").click()
    page.locator(".learn h2").wait_for()
    assert page.locator(".learn h2").inner_text() == "The Throwdown"
    assert barriers(page) == {}
    compiling.go.set()
    told.wait_for(state="detached")
    deal(page, "kuhn-v0", "standard")
    assert go_on(page) == "choose"
    context.close()
