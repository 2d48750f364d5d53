"""Sound on the page: none before it is switched on, then what happened, in its order; who asks for rest hears none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import GAMES
from tests.web.pages import COMPILED, deal, go_on
from tests.web.support import Client
from throwdown.envs.registry import games

RECORDS = """
  window.heard = []; window.made = 0;
  const any = () => new Proxy(function () {}, { get: (_, name) => name === "value" ? 0 : any(), set: () => true,
    apply: () => any() });
  const starts = () => ({ setValueAtTime: (pitch) => heard.push(pitch), exponentialRampToValueAtTime() {} });
  window.AudioContext = class {
    currentTime = 0; sampleRate = 100; destination = null;
    constructor() { made++; }
    resume() { return Promise.resolve(); }
    createBuffer(channels, n) { return { getChannelData: () => new Float32Array(n) }; }
    createBufferSource() { return { connect() {}, start: () => heard.push(0) }; }
    createBiquadFilter() { return { frequency: {}, connect() {} }; }
    createGain() { return any(); }
    createOscillator() { return { frequency: starts(), connect() {}, start() {}, stop() {} }; }
  };
"""
"""Stands for the browser's sound, and notes the pitch with which each tone begins; 0: a rustle."""
MARKS = {"counter": 440, "block": 170, "escalate": 220, "rumble": 80, "concede": 294, "won": 523, "lost": 349}
"""The pitch that tells a sound from most others; a laid card rustles."""
SHARED = {294}
"""Also heard at a lost end."""
MOST = 4


def open_page(browser: Any, address: str, motion: str) -> tuple[Any, list[dict[str, Any]]]:
    """Return a page that notes its sounds, and the positions that it is sent."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion=motion)
    context.set_default_timeout(COMPILED)
    context.add_init_script(RECORDS)
    page, told = context.new_page(), list[dict[str, Any]]()

    def note(text: str | bytes) -> None:
        found = json.loads(text)
        if found["type"] == "position":
            told.append(found)

    page.on("websocket", lambda socket: socket.on("framereceived", note))
    page.goto(address)
    return page, told


def play(page: Any) -> None:
    """Play the first choice that raises the stakes or goes on; else the first of all."""
    for name in ("Escalate", "Counter", ""):
        choices = page.locator(".choice", has_text=name).locator("button:not(.word)")
        if choices.count():
            choices.first.click()
            break
    if page.locator(".sure").count():
        page.get_by_role("button", name="Play it").click()


def switch_on(page: Any) -> None:
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="at once", exact=True).click()
    page.get_by_role("button", name="Sound", exact=True).click()
    page.keyboard.press("Escape")


def test_nothing_sounds_before_it_is_switched_on_and_then_what_happened(browser: Any, address: str) -> None:
    page, told = open_page(browser, address, "no-preference")
    deal(page, "throwdown-v0", "duel", seed=5, against="level:3")
    assert go_on(page) == "choose"
    while not page.locator(".choice", has_text="Escalate").count():
        play(page)
        assert go_on(page) == "choose"
    assert any(step["sounds"] for one in told for step in one["steps"])
    assert page.evaluate("[made, heard.length]") == [0, 0], "nothing is made before the switch is on"
    switch_on(page)
    assert page.evaluate("[made, heard]") == [1, [0]], "the switch itself sounds like a card"
    sounded = set()
    for _ in range(40):
        page.evaluate("heard.length = 0")
        n = len(told)
        play(page)
        page.wait_for_function("n => !document.querySelector('.ask .dim[role=status]')", arg=n)
        found = go_on(page)
        names = [sound for step in told[-1]["steps"] for sound in step["sounds"]][-MOST:]
        names += [told[-1]["verdict"]] if found == "over" else []
        heard = set(page.evaluate("heard"))
        assert {MARKS[name] for name in names if name in MARKS} <= heard, names
        assert heard & set(MARKS.values()) - SHARED <= {MARKS[name] for name in names if name in MARKS}, names
        sounded |= set(names)
        if found == "over":
            break
    assert {"escalate"} < sounded and sounded & {"won", "lost"}
    assert page.evaluate("made") == 1
    page.reload()
    page.wait_for_selector("main.game")
    assert page.evaluate("heard.length") == 0, "a game that is opened again does not end once more"
    page.context.close()


def test_who_asks_for_less_motion_hears_nothing_and_is_not_asked(browser: Any, address: str) -> None:
    page, _ = open_page(browser, address, "reduce")
    page.evaluate("localStorage.setItem('throwdown-settings', JSON.stringify({ sound: true }))")
    deal(page, "throwdown-v0", "duel", seed=5)
    for _ in range(3):
        assert go_on(page) == "choose"
        play(page)
    go_on(page)
    page.get_by_role("button", name="More", exact=True).click()
    assert page.get_by_role("button", name="Sound", exact=True).count() == 0
    assert page.evaluate("[made, heard.length]") == [0, 0]
    page.context.close()


@pytest.mark.parametrize(
    "game", [("throwdown-v0", "duel"), ("kuhn-v0", "standard")], ids=["throwdown", "kuhn"]
)
def test_a_move_tells_its_sounds(tmp_path: Path, game: tuple[str, str]) -> None:
    with Client(tmp_path) as client:
        position, sounds = client.new(*game), set[str]()
        for k in range(30):
            for step in position["steps"]:
                assert len(step["sounds"]) <= len(step["told"])
                sounds |= set(step["sounds"])
            if position["verdict"]:
                break
            position = client.play(position, k)
    assert "card" in sounds and len(sounds) > 1


def test_every_game_has_sounds() -> None:
    for id in GAMES:
        assert "card" in games()[id].event_sounds.values(), id
