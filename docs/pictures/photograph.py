"""Take the pictures of the page that the documentation shows: ``python docs/pictures/photograph.py``.

It needs the packages `playwright` and `pillow`, and a Chromium.
"""

import io
import os
import re
import shutil
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import Any

from draw import keep
from PIL import Image
from playwright.sync_api import sync_playwright

SIZE = {"width": 1440, "height": 900}
WIDEST = 1280
"""Pictures of the whole page are made as narrow as this, in pixels."""
FIGHT, MOVES = 3, 5
"""The seed of a duel and the least number of decisions after which it is a picture of a fight."""
REVIEWED = 11
SETTLED = 500
"""Milliseconds after which nothing on the page moves any more."""


def photograph(name: str, shot: bytes) -> None:
    """Save a picture of the page, or of a part of it."""
    image = Image.open(io.BytesIO(shot))
    if image.width > WIDEST:
        image = image.resize((WIDEST, image.height * WIDEST // image.width), Image.Resampling.LANCZOS)
    keep(name, image)


def play(page: Any, address: str, seed: int, moves: int | None) -> None:
    """Deal a duel and play the first choices of it, or to the end: then every other time the last, which is worse.

    The opponents' choices differ from one call to the next.
    """
    page.goto("about:blank")
    page.goto(f"{address}#/deal/throwdown-v0/duel///{seed}")
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
        if page.get_by_role("alertdialog").count():  # asks once more: the first choice is yes
            choices.first.click()
            continue
        if choices.count():
            chosen += 1
            if moves and chosen >= moves and page.locator(".tag").count():
                choices.first.hover()
                page.wait_for_timeout(SETTLED)
                return
            found = choices.nth(0 if moves or chosen % 2 else choices.count() - 1)
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
    page.locator("dialog summary").click()
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
                viewport=SIZE, color_scheme="dark", reduced_motion="reduce"
            ).new_page()
            page.set_default_timeout(120_000)
            page.goto(address)
            page.wait_for_selector(".tiles img, .tiles svg")
            page.wait_for_timeout(SETTLED)
            photograph("home", page.screenshot())
            play(page, address, FIGHT, MOVES)
            photograph("page", page.screenshot())
            play(page, address, REVIEWED, None)
            look_back(page)
            photograph("review", page.locator("dialog[open]").screenshot())
            lay_real_cards(page, address)
            photograph("companion", page.screenshot())
            chromium.close()
        finally:
            server.kill()
            server.wait()


if __name__ == "__main__":
    main()
