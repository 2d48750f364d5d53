"""A server as a process of its own, and what is done on its page in Chromium."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

COMPILED = 300_000
"""Milliseconds in which the rules of a game are compiled on a busy machine."""


def start(games: Path, port: str = "0", library: Path | None = None) -> tuple[subprocess.Popen[str], str]:
    """Start a server and return it with its address; port 0 is any, a library is a folder of other distributions."""
    command = [
        sys.executable,
        "-m",
        "throwdown",
        "serve",
        "--no-browser",
        "--port",
        port,
        "--games",
        str(games),
    ]
    environment = os.environ | ({"PYTHONPATH": str(library)} if library else {})
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://(\S+?)/", line)
    assert found, line
    return process, found[1]


def deal(
    page: Any, game: str, scenario: str, seed: int | str = 3, seat: str = "", against: str = "random"
) -> None:
    """Open the address of a deal and begin; an empty seed is one that nobody knows."""
    page.goto(f"{page.url.partition('#')[0]}#/deal/{game}/{scenario}/{seat}/{against}/{seed}")
    page.get_by_role("button", name="Deal the cards").click(timeout=COMPILED)
    page.wait_for_selector("main.game", timeout=COMPILED)


def is_over(page: Any) -> bool:
    return bool(page.get_by_role("button", name="Another game").count())


def settle(page: Any) -> str:
    """Wait until something is to be done; return what: to choose, to go on, or nothing any more."""
    page.wait_for_selector(".ask .dim[role=status]", state="detached")
    found = page.wait_for_selector(".step button.main, .choices button:not(.word):not(:disabled)")
    if is_over(page):
        return "over"
    return "choose" if "main" not in (found.get_attribute("class") or "") else "next"


def go_on(page: Any) -> str:
    """Look at all that others did; return what is to be done then."""
    for _ in range(200):
        found = settle(page)
        if found != "next":
            return found
        page.keyboard.press("Space")
    raise AssertionError("the others never end")


def barriers(page: Any) -> dict[str, Any]:
    """Return what axe-core finds that is serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    return {
        x["id"]: [(node["html"][:120], node["failureSummary"][:200]) for node in x["nodes"][:3]]
        for x in axe.run(page).response["violations"]
        if x["impact"] in ("serious", "critical")
    }
