"""A server and a browser for the tests of the page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.contract import test_foreign as foreign
from tests.extras import CHROMIUM
from tests.web.pages import COMPILED, start


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium; of each module, since while it runs its thread has an event loop, and others cannot begin one."""
    api = pytest.importorskip(
        "playwright.sync_api", reason="the page is not tested: playwright is not installed"
    )
    if not CHROMIUM:
        pytest.skip("the page is not tested: no Chromium was found")
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server; whoever opens it in a new context of the browser is a new player."""
    pytest.importorskip("uvicorn")
    library = tmp_path_factory.mktemp("library")
    foreign.install(library)  # a game that only this test knows
    process, found = start(tmp_path_factory.mktemp("games") / "games.sqlite", library=library)
    yield f"http://{found}/"
    process.kill()
    process.wait()


@pytest.fixture
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page of a browser of its own; what goes wrong in it fails the test."""
    width, scheme = getattr(request, "param", (1280, "dark"))
    context = browser.new_context(
        viewport={"width": width, "height": 860},
        color_scheme=scheme,
        reduced_motion="reduce",
        has_touch=width < 500,
    )
    context.set_default_timeout(COMPILED)
    found, wrong = context.new_page(), list[str]()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    found.goto(address)
    yield found
    context.close()
    assert wrong == []
