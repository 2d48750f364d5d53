"""The page as an app: it can be installed, and fills the screen where the browser lets it."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from tests.extras import CHROMIUM
from tests.web.pages import deal, go_on

SAFE = 0.8
"""The part of a maskable icon that every system shows, in width and height."""


@pytest.fixture
def own(browser: Any, address: str, tmp_path: Path) -> Iterator[Any]:
    """A page of a browser with a folder of its own: what belongs to nobody cannot be installed."""
    kept = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, args=["--no-sandbox"], reduced_motion="reduce"
    )
    found = kept.pages[0]
    found.goto(address)
    found.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    yield found
    kept.close()


def test_a_browser_finds_nothing_that_is_against_installing_it(own: Any) -> None:
    tools = own.context.new_cdp_session(own)
    found = tools.send("Page.getAppManifest")
    assert found["errors"] == [] and found["url"].endswith("/static/manifest.webmanifest")
    assert tools.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    said = json.loads(found["data"])
    assert said["display"] == "standalone" and said["start_url"] == said["scope"] == "/"
    assert said["theme_color"] and said["background_color"] and said["description"]
    sizes = {(icon["sizes"], icon.get("purpose", "any")) for icon in said["icons"]}
    assert {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")} <= sizes
    for icon in said["icons"]:
        answer = own.request.get(f"{own.url.rstrip('/')}{icon['src']}")
        assert answer.ok and answer.headers["content-type"].startswith(icon["type"])
        if icon["type"] != "image/png":
            continue
        with Image.open(io.BytesIO(answer.body())) as picture:
            assert "x".join(map(str, picture.size)) == icon["sizes"]
            if icon.get("purpose") == "maskable":
                check_mask(picture.convert("RGBA"))


def check_mask(picture: Any) -> None:
    """Check that nothing is drawn but the ground where a system may cut the icon off, and no pixel is open."""
    n, ground = picture.width, picture.getpixel((0, 0))
    assert picture.getextrema()[3][0] == 255
    pixels = picture.load()
    drawn = [(x, y) for x in range(n) for y in range(n) if pixels[x, y] != ground]
    assert drawn and all((x - n / 2) ** 2 + (y - n / 2) ** 2 <= (SAFE * n / 2) ** 2 for x, y in drawn)


def test_a_game_fills_the_screen_and_gives_it_back(page: Any) -> None:
    deal(page, "kuhn-v0", "standard")
    assert go_on(page) == "choose"
    page.get_by_role("button", name="More", exact=True).click()
    turn = page.get_by_role("button", name="Full screen")
    for is_full in (True, False):
        turn.click()
        page.wait_for_function("is_full => !!document.fullscreenElement === is_full", arg=is_full)
        page.locator(f".menu-list [aria-pressed={str(is_full).lower()}]", has_text="Full screen").wait_for()


def test_without_the_means_no_full_screen_is_offered(page: Any) -> None:
    page.add_init_script("Object.defineProperty(Document.prototype, 'fullscreenEnabled', { value: false })")
    page.reload()
    deal(page, "kuhn-v0", "standard")
    assert go_on(page) == "choose"
    page.get_by_role("button", name="More", exact=True).click()
    assert page.locator(".menu-list").is_visible()
    assert page.get_by_role("button", name="Full screen").count() == 0
