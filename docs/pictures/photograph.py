"""Take the pictures of the page that the documentation shows: ``python docs/pictures/photograph.py``.

It needs the package `playwright` and a Chromium.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
MOVES = 3


def play(page: Any, address: str, moves: int | None) -> None:
    """Deal a game and play the first choices of it, or to the end: then the last choices, which are worse."""
    page.goto("about:blank")
    page.goto(f"{address}#/deal/throwdown-v0/duel///{3 if moves else 11}")
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("main.game")
    chosen = 0
    while True:
        page.wait_for_selector(".ask .dim[role=status]", state="detached")
        found = page.wait_for_selector(".step button.main, .choices button:not(.word):not(:disabled)")
        if page.get_by_role("button", name="Another game").count():
            if moves:
                raise SystemExit("The game was over too soon; give another seed.")
            return
        choices = page.locator(".choices button:not(.word)")
        if choices.count():
            chosen += 1
            if chosen == moves:
                return
            found = choices.nth(0 if moves else choices.count() - 1)
        found.click()


def look_back(page: Any) -> None:
    """Look at the decisions of a finished game again."""
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("dialog .quality")


def lay_real_cards(page: Any, address: str) -> None:
    """Begin a game with real cards, and have Coach turn some up."""
    page.goto(address)
    page.get_by_role("button", name="With real cards").click()
    page.get_by_role("combobox", name="With real cards: Scenario").select_option("duel")
    page.get_by_role("textbox", name="Seed of the program").fill("1")
    page.get_by_role("button", name="Begin", exact=True).click()
    for n, text in enumerate(("none", "lay", "none", "QC", "KD", "8H", "TS", "4D"), start=1):
        page.get_by_role("textbox", name="Type the answer").fill(text)
        page.keyboard.press("Enter")
        page.locator(".ledger li").nth(n - 1).wait_for()


def main() -> None:
    """Take the pictures."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    with TemporaryDirectory() as folder, sync_playwright() as driver:
        command = [sys.executable, "-m", "throwdown", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--games", f"{folder}/games.sqlite"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | {"XDG_DATA_HOME": folder},
        )
        try:
            assert server.stdout is not None
            address = re.findall(r"http://\S+/", server.stdout.readline())[0]
            chromium = driver.chromium.launch(executable_path=browser, args=["--no-sandbox"])
            page = chromium.new_context(
                viewport={"width": 1280, "height": 860}, color_scheme="light", reduced_motion="reduce"
            ).new_page()
            page.set_default_timeout(120_000)
            play(page, address, MOVES)
            page.screenshot(path=HERE / "page.png")
            play(page, address, None)
            look_back(page)
            page.locator("dialog[open]").screenshot(path=HERE / "review.png")
            lay_real_cards(page, address)
            page.screenshot(path=HERE / "companion.png")
            chromium.close()
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
