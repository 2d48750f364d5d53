"""The page in Chromium: whole games by mouse and by keyboard, on wide screens and phones, resumed and reconnected."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.test_kill import start

pytest.importorskip("starlette")
api = pytest.importorskip("playwright.sync_api", reason="the page is not tested: playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="the page is not tested: no Chromium was found")


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    process, found = start(tmp_path_factory.mktemp("games") / "games.sqlite")
    yield f"http://{found}/"
    process.kill()
    process.wait()


@pytest.fixture
def page(browser: Any, address: str, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page of a browser of its own; what goes wrong in it fails the test."""
    width, scheme = getattr(request, "param", (1280, "dark"))
    context = browser.new_context(
        viewport={"width": width, "height": 860}, color_scheme=scheme, reduced_motion="reduce"
    )
    context.set_default_timeout(15_000)
    found, wrong = context.new_page(), list[str]()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.on("console", lambda line: wrong.append(line.text) if line.type == "error" else None)
    found.goto(address)
    yield found
    context.close()
    assert wrong == []


def deal(page: Any, game: str, scenario: str, seed: int = 3) -> None:
    """Fill in the form of the first screen and begin."""
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_label("Scenario").select_option(scenario)
    page.get_by_label("Against").select_option("random")
    page.get_by_label("Seed").fill(str(seed))
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("main.game")


def is_over(page: Any) -> bool:
    return bool(page.get_by_role("button", name="Another game").count())


def settle(page: Any) -> str:
    """Wait until something is to be done; return what."""
    found = page.wait_for_selector(".step button.main, .choices button:not(:disabled)")
    return "choose" if "main" not in (found.get_attribute("class") or "") else "next"


GAMES = [
    ("throwdown-v0", "small"),
    ("showdown-v0", "mini"),
    ("skirmish-v0", "mini"),
    ("challenge-v0", "duel"),
    ("kuhn-v0", "standard"),
]


@pytest.mark.parametrize("page", [(1280, "light"), (360, "dark")], indirect=True, ids=["wide", "phone"])
@pytest.mark.parametrize(("game", "scenario"), GAMES, ids=[game for game, _ in GAMES])
def test_whole_games_by_mouse(page: Any, game: str, scenario: str) -> None:
    deal(page, game, scenario)
    for k in range(400):
        if is_over(page):
            break
        if settle(page) == "next":
            page.locator(".step button").last.click()
        else:
            choices = page.locator(".choices button")
            choices.nth(k % choices.count()).click()
        page.wait_for_selector(".ask [role=status]", state="detached")
    assert is_over(page)
    assert page.locator(".step h2").inner_text() in ("You won.", "You lost.", "Nobody won.")
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing sticks out at the side"


def test_a_whole_game_by_keyboard_alone(page: Any) -> None:
    deal(page, "throwdown-v0", "small", seed=4)
    for _ in range(200):
        if is_over(page):
            break
        if settle(page) == "next":
            page.keyboard.press("Space")
        else:
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        page.wait_for_selector(".ask [role=status]", state="detached")
    assert is_over(page)


def test_what_is_asked_is_answered_and_a_game_goes_on_after_a_reload(page: Any) -> None:
    deal(page, "throwdown-v0", "duel")
    while settle(page) == "next":
        page.keyboard.press("Space")
    before = page.locator(".choices").inner_text()
    page.locator(".choices button").first.click()
    page.wait_for_selector(".ask [role=status]", state="detached")
    while settle(page) == "next":
        page.keyboard.press("Space")
    page.keyboard.press("h")
    assert "Best:" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    assert "legal" in page.locator("dialog").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.wait_for_selector(".ask [role=status]", state="detached")
    assert settle(page) == "choose" and page.locator(".choices").inner_text() == before
    page.reload()
    page.wait_for_selector("main.game")
    while settle(page) == "next":
        page.keyboard.press("Space")
    assert page.locator(".choices").inner_text() == before


def test_a_server_that_is_gone_is_told_and_the_game_goes_on_when_it_is_back(
    browser: Any, tmp_path: Path
) -> None:
    process, address = start(tmp_path / "games.sqlite")
    page = browser.new_page()
    page.set_default_timeout(15_000)
    page.goto(f"http://{address}/")
    deal(page, "kuhn-v0", "standard")
    process.kill()
    process.wait()
    page.wait_for_selector(".gone")
    again, _ = start(tmp_path / "games.sqlite", port=address.rpartition(":")[2])
    page.wait_for_selector(".gone", state="detached")
    settle(page)
    page.close()
    again.kill()
    again.wait()
