"""What is not a table: every screen fits its window and is pressed by a finger, and no answer is waited for blindly."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("uvicorn")

from tests.web.pages import deal, go_on
from tests.web.test_layout import SMALL, TARGET

TOUCHED = [(390, 844), (820, 1180)]
PRESSED = "button, select, summary, input:not([type=checkbox], [type=radio]), label:has([type=checkbox])"
OVER = """all => all.flatMap((x, k) => all.slice(k + 1).map(y => [x, y]))
  .filter(([x, y]) => !x.contains(y) && !y.contains(x) && x.checkVisibility() && y.checkVisibility())
  .map(pair => pair.map(z => [z.getBoundingClientRect(), z.textContent.slice(0, 30)]))
  .filter(([[a], [b]]) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
    && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1)
  .map(([[, a], [, b]]) => `${a} / ${b}`)"""
"""What lies over something else."""


@pytest.fixture(autouse=True)
def soon(page: Any) -> None:
    """Rules are compiled by the time that a game is dealt; nothing else takes long."""
    page.set_default_timeout(60_000)


def fits(page: Any) -> None:
    """Nothing sticks out at the side, and all that is pressed in the present screen is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    top = "dialog[open]" if page.locator("dialog[open]").count() else "#page"
    assert page.locator(top).last.locator(PRESSED).evaluate_all(SMALL, TARGET) == []


@pytest.mark.parametrize("size", TOUCHED)
def test_every_screen_fits_and_is_pressed_by_a_finger(page: Any, size: tuple[int, int]) -> None:
    page.context.new_cdp_session(page).send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.locator(".more > summary").click()
    fits(page)
    page.locator(".tiles button").first.click()
    page.get_by_role("radio", name="Careful Coach").wait_for(state="attached")
    page.locator("dialog[open] details > summary").click()
    fits(page)
    parts = page.locator(".sheet-of-table > :not(.play-bar), .sheet-of-table fieldset label")
    assert parts.evaluate_all(OVER) == []
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With real cards").click()
    fits(page)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.locator(".companion h2").wait_for()
    fits(page)
    assert "Duel at the gate" in page.inner_text("h1")
    deal(page, "throwdown-v0", "duel", seat="pilot_0")
    assert go_on(page) == "choose"
    for key, name in (("h", "Hint"), ("r", "Rules"), ("?", "Keys"), ("l", "Log")):
        page.keyboard.press(key)
        page.get_by_role("dialog", name=name).wait_for()
        page.locator("dialog progress").wait_for(state="detached")
        fits(page)
        page.keyboard.press("Escape")
        page.locator("dialog[open]").wait_for(state="detached")


def test_what_is_asked_is_shown_to_be_thought_about_at_once(page: Any) -> None:
    """Until the answer comes, and not any more once it was closed."""
    waiting: list[Any] = []

    def relay(socket: Any) -> None:
        server = socket.connect_to_server()

        def send(text: str) -> None:
            if '"type":"why"' in text:
                waiting.append(lambda: server.send(text))
            else:
                server.send(text)

        socket.on_message(send)

    page.route_web_socket("**/play", relay)
    page.reload()
    deal(page, "throwdown-v0", "duel", seat="pilot_0")
    assert go_on(page) == "choose"
    page.keyboard.press("w")  # nothing was played: there is nothing to tell
    page.locator(".choices button:not(.word)").first.click()
    go_on(page)
    assert not waiting and not page.locator(".problem").count()
    page.keyboard.press("w")
    dialog = page.get_by_role("dialog", name="Why?")
    dialog.locator("progress").wait_for()
    assert dialog.get_by_role("status").inner_text() == "Playing the choices out …"
    waiting.pop()()
    dialog.get_by_text("Move ").first.wait_for()
    assert not dialog.locator("progress").count()
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    dialog.locator("progress").wait_for()
    page.keyboard.press("Escape")
    waiting.pop()()
    page.keyboard.press("l")
    page.get_by_role("dialog", name="Log").wait_for()
    assert not dialog.count()
