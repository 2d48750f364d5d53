"""One browser and one server for all tests of the page, which share neither players nor games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.extras import CHROMIUM


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api")
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    from tests.contract import test_foreign as foreign
    from tests.web.test_kill import start

    library = tmp_path_factory.mktemp("library")
    foreign.install(library)  # a game that only these tests know
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
    context.set_default_timeout(300_000)  # the rules may have to be compiled
    found, wrong = context.new_page(), list[str]()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    found.goto(address)
    yield found
    context.close()
    assert wrong == []
