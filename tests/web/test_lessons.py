"""Lessons on the page: never taller than a third of the screen, and left at any time by keys and by touch."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.pages import deal, go_on

SIZES = [(360, 640), (640, 360), (820, 1180), (1440, 900)]
WAITED = 1500
"""Milliseconds after which a request that is not given up would have been sent again."""


@pytest.mark.parametrize("page", [(1280, "dark"), (360, "light")], indirect=True)
def test_a_lesson_is_low_and_can_be_left(page: Any) -> None:
    deal(page, "throwdown-v0", "duel", seed=5)
    assert go_on(page) == "choose"
    if page.viewport_size["width"] == 1280:
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.locator(".lesson").bounding_box()["height"] <= height / 3, (width, height)
    leave = page.get_by_role("button", name="No more lessons")
    if page.viewport_size["width"] == 360:
        leave.tap()
    else:
        leave.focus()
        page.keyboard.press("Enter")
    page.locator(".lesson").wait_for(state="detached")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert go_on(page) == "choose" and page.locator(".lesson").count() == 0
    page.keyboard.press("g")
    page.locator(".lesson").wait_for()


@pytest.mark.parametrize("page", [(1280, "dark"), (360, "light")], indirect=True)
def test_the_first_lesson_can_be_left_while_rules_are_compiled(page: Any) -> None:
    asked = list[dict[str, Any]]()

    def between(socket: Any) -> None:
        server = socket.connect_to_server()

        def take(text: str) -> None:
            message = json.loads(text)
            if message["type"] != "new":
                server.send(text)
                return
            asked.append(message)
            told = {"game": message["game"], "title": "Throwdown", "share": 0.2, "left": 20}
            socket.send(json.dumps({"type": "preparing", "request": message["request"], **told}))

        socket.on_message(take)

    page.route_web_socket("**/play", between)
    page.reload()
    for _ in range(2):
        n = len(asked)
        page.get_by_role("button", name="Play your first duel").click()
        page.locator("dialog.preparing").wait_for()
        if page.viewport_size["width"] == 360:
            page.get_by_role("button", name="Leave", exact=True).tap()
        else:
            page.keyboard.press("Escape")
        page.locator("dialog.preparing").wait_for(state="detached")
        left = len(asked)
        page.wait_for_timeout(WAITED)
        assert n < left == len(asked) and page.locator("dialog.preparing").count() == 0
        assert page.get_by_role("button", name="Play your first duel").is_enabled()
