"""Who shares a deal or saves a game that goes on is asked first; only a yes tells the seed and marks the game."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.web.pages import deal, go_on
from tests.web.test_companion import sit_down

ASKED = "If you ask for it before the game is over, the game is marked as one whose deal was shared."
WARNED = "The file of an unfinished game reveals what is hidden."


def press(page: Any, name: str) -> None:
    """Press a button, of the menu or of a dialog."""
    menu = page.get_by_role("button", name="More", exact=True)
    if name in ("Share the deal", "Save as a file") and menu.count():
        menu.click()
    page.get_by_role("button", name=name, exact=True).click()


def dialog(page: Any, says: str) -> None:
    """Wait until the open dialog says something; none says nothing."""
    if says:
        page.locator("dialog[open]", has_text=says).wait_for()
    else:
        page.locator("dialog[open]").wait_for(state="detached")


def saved(page: Any, button: str) -> tuple[str, dict[str, Any]]:
    """Press a button that saves a file; return its name and what is in it."""
    with page.expect_download() as found:
        press(page, button)
    return found.value.suggested_filename, json.loads(Path(found.value.path()).read_text(encoding="utf-8"))


@pytest.fixture
def files(page: Any) -> list[str]:
    """The files that the page has saved."""
    found: list[str] = []
    page.on("download", lambda file: found.append(file.suggested_filename))
    return found


@pytest.mark.parametrize("leave", ["Escape", "Close"])
def test_sharing_tells_the_seed_to_who_confirms(page: Any, files: list[str], leave: str) -> None:
    deal(page, "throwdown-v0", "mini", seed="")
    assert go_on(page) == "choose"
    table = page.locator(".ask").inner_text()
    for _ in range(2):  # who leaves is asked again
        press(page, "Share the deal")
        dialog(page, ASKED)
        assert page.get_by_role("textbox", name="Address").count() == 0
        page.keyboard.press(leave) if leave == "Escape" else press(page, leave)
        dialog(page, "")
    press(page, "Share the deal")
    press(page, "Show the seed")
    dialog(page, "Anyone who opens this address gets the same deal")
    address = page.get_by_role("textbox", name="Address").input_value()
    seed = address.rpartition("/")[2]
    assert re.search(r"/#/deal/throwdown-v0/mini/\w+/random/\d+$", address)
    assert f"seed {seed}," in page.locator("dialog[open]").inner_text()
    page.keyboard.press("Escape")
    dialog(page, "")
    assert page.locator(".ask").inner_text() == table and files == [], "the game goes on as it was"
    page.reload()
    page.wait_for_selector("main.game")
    press(page, "Share the deal")
    assert page.get_by_role("textbox", name="Address").input_value() == address, "it is kept as shared"
    page.keyboard.press("Escape")
    name, held = saved(page, "Save as a file")
    assert name == f"throwdown-mini-{seed}.json" and held["is_shared_deal"], "nothing is left to ask"


def test_saving_a_game_that_goes_on_tells_its_deal_to_who_confirms(page: Any, files: list[str]) -> None:
    deal(page, "throwdown-v0", "mini", seed="")
    assert go_on(page) == "choose"
    table = page.locator(".ask").inner_text()
    for leave in (lambda: page.keyboard.press("Escape"), lambda: press(page, "Close")):
        press(page, "Save as a file")
        dialog(page, WARNED)
        leave()
        dialog(page, "")
    assert files == []
    press(page, "Save as a file")
    name, held = saved(page, "Save a trial")
    dialog(page, "")
    assert name == "throwdown-mini.json" and held["is_trial"] and "seed" not in held["record"]
    press(page, "Share the deal")
    dialog(page, ASKED)  # a trial tells nothing, and marks nothing
    page.keyboard.press("Escape")
    press(page, "Save as a file")
    name, held = saved(page, "Save the whole game")
    dialog(page, "")
    assert held["is_shared_deal"] and not held["is_trial"]
    seed = held["record"]["seed"]
    assert page.locator(".ask").inner_text() == table, "the game goes on as it was"
    press(page, "Share the deal")
    dialog(page, f"seed {seed},")
    page.keyboard.press("Escape")
    assert saved(page, "Save as a file")[0] == f"throwdown-mini-{seed}.json", "nothing is left to ask"


def test_saving_a_game_with_real_cards_is_asked_first(page: Any, files: list[str]) -> None:
    sit_down(page, scenario="duel", seed="")
    panel = page.locator(".puzzle", has_text="The file of an unfinished game reveals its deal.")
    press(page, "Save as a file")
    panel.get_by_role("button", name="Close").click()
    panel.wait_for(state="detached")
    assert files == []
    press(page, "Save as a file")
    name, held = saved(page, "Save the whole game")
    panel.wait_for(state="detached")
    assert name == "throwdown-companion-duel.json" and held["is_shared_deal"]
    assert saved(page, "Save as a file")[0] == name, "nothing is left to ask"


@pytest.mark.parametrize(
    "hash",
    [
        "#/game/abc",
        "#/deal/nothing-v0/duel///5",
        "#/deal/throwdown-v0/none///5",
        "#/deal/throwdown-v0/duel/nobody//5",
        "#/deal/throwdown-v0/duel//level:99/5",
        "#/deal/throwdown-v0/duel///x",
        "#/else",
    ],
)
def test_an_address_of_no_game_says_so(page: Any, hash: str) -> None:
    """At first, and when it is typed while the page is open."""
    start = page.url.partition("#")[0]
    told = page.locator("p.problem").get_by_text("This link leads to no game; choose a table below.")
    page.goto("about:blank")
    page.goto(start + hash)
    told.wait_for()
    page.get_by_role("button", name="Close").click()
    page.evaluate("location.hash = ''")
    assert told.count() == 0
    page.evaluate("hash => { location.hash = hash }", hash)
    told.wait_for()
