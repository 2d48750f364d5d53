"""What the page shows while the rules of a game are being compiled."""

from __future__ import annotations

import re
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from tests.web.pages import barriers, deal, go_on, start
from throwdown.play.web.listen import listening
from throwdown.play.web.preparing import Preparing, Progress
from throwdown.play.web.server import Server
from throwdown.play.web.store import GameStore


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
    page.get_by_role("button", name="Play your first duel").click()
    told = page.locator(".preparing")
    told.wait_for()
    text = told.inner_text()
    assert "The rules of Throwdown are being compiled" in text
    found = re.search(r"(\d+) % done, about (\d+) seconds left", text)
    assert found and 42 <= int(found[1]) < 52 and 13 < int(found[2]) <= 17
    assert 42 <= int(page.locator(".preparing progress").get_attribute("value") or 0) < 55
    page.get_by_role("button", name="Meanwhile, learn to play").click()
    page.locator(".learn h2").wait_for()
    assert page.locator(".learn h2").inner_text() == "The Throwdown"
    assert barriers(page) == {}
    compiling.go.set()
    told.wait_for(state="detached")
    page.wait_for_selector("main.game")
    page.goto(address)
    deal(page, "kuhn-v0", "standard")
    assert go_on(page) == "choose"
    context.close()


# A first minute ------------------------------------------------------------------------------------------------------

WATCH = """(() => {
  // Counts beats in which neither a text nor a bar has changed. A beat takes its time, and an answer of the server:
  // on a busy machine beats are late together with all else.
  const watch = { worst: 0, at: "", quiet: 0, shown: "" };
  globalThis.watch = watch;
  globalThis.beginWatch = () => Object.assign(watch, { worst: 0, at: "", quiet: 0 });
  const seen = () => [
    document.body?.innerText ?? "",
    ...[...document.querySelectorAll("progress")].map((x) => x.value),
  ].join(" ");
  const beat = async () => {
    await fetch("/sw.js", { method: "HEAD" }).catch(() => {});
    const shown = seen();
    watch.quiet = shown === watch.shown ? watch.quiet + 1 : 0;
    if (watch.quiet > watch.worst) [watch.worst, watch.at] = [watch.quiet, shown];
    watch.shown = shown;
    setTimeout(beat, %d);
  };
  setTimeout(beat, %d);
})()"""
BEAT = 100
"""Milliseconds."""
QUIET = 1200 // BEAT
"""The most beats in which nothing changes: a second, which the page may show a tick late."""


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server where nothing was ever compiled or played."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    process, address = start(tmp_path / "games.sqlite")
    yield f"http://{address}/"
    process.terminate()  # it ends what compiles
    process.wait()


def test_the_first_minute_is_explained_and_leads_to_a_card_by_one_click(fresh: str, browser: Any) -> None:
    """On an empty installation, whose rules are compiled meanwhile."""
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.set_default_timeout(300_000)
    context.add_init_script(WATCH % (BEAT, BEAT))
    page = context.new_page()

    def explained(what: str) -> None:
        found = page.evaluate("watch")
        assert found["worst"] <= QUIET, (
            f"{what}: nothing changed in {found['worst']} beats, only {found['at']}"
        )

    page.goto(fresh)
    button = page.get_by_role("button", name="Play your first duel")
    button.wait_for()
    explained("the first screen comes")
    page.evaluate("beginWatch()")
    button.click()
    for title in ("A fight is one long answer", "Counter", "Block", "Escalate", "Concede"):
        assert page.locator(".first-lesson h3").inner_text().startswith(title)
        if page.locator("button.lesson-card").count():
            page.locator("button.lesson-card").click()
        elif title != "Concede":
            page.get_by_role("button", name="Next", exact=True).click()
    assert go_on(page) == "choose", "the game has opened by itself"
    explained("the rules are compiled and the cards dealt")
    assert page.locator(".lesson").count() == 1
    first = page.url
    page.get_by_role("button", name="All games").click()
    page.locator(".hero", has_text="First Game").wait_for()
    page.get_by_role("button", name="Go on: Duel at the gate").click()
    page.wait_for_selector("main.game")
    assert page.url == first
    page.get_by_role("button", name="All games").click()
    page.get_by_role("button", name="or begin anew").click()
    page.locator("dialog .levels input:checked").wait_for(state="attached")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("main.game")
    assert page.url != first and go_on(page) == "choose"
    context.close()
