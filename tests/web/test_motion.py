"""Motion on the page: what happened is shown in the order of the rules, told, at three speeds, and skipped."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

import pytest

from tests.web.pages import COMPILED, deal, go_on

RECORDS = """
  window.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, time) {
    moved.push({
      is_flight: this.classList.contains("flying"),
      what: this.getAttribute("aria-label") ?? this.dataset.place ?? this.getAttribute("class"),
      time: time.duration ?? time,
      slides: "transform" in frames,
      told: document.querySelector(".step")?.innerText ?? "",
    });
    return animate.call(this, frames, time);
  };
  window.steps = [];
  new MutationObserver(() => {
    const told = [...document.querySelectorAll(".step section")].map((x) => x.innerText);
    if (told.length && String(told) !== String(steps.at(-1))) steps.push(told);
  }).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes what is moved, for how long, and what is told meanwhile: a slow machine may look only when all is over."""
Change = Callable[[dict[str, Any]], None]


class Server:
    """Stands between a page and its server, and answers moves by itself if it is told to."""

    def __init__(self, page: Any) -> None:
        self.position: dict[str, Any] = {}
        self.steps: list[tuple[dict[str, Any], Change]] = []
        page.route_web_socket("**/play", self._between)

    def _between(self, socket: Any) -> None:
        server = socket.connect_to_server()

        def hear(text: str) -> None:
            found = json.loads(text)
            if found["type"] == "position":
                self.position = found
            socket.send(text)

        def take(text: str) -> None:
            asked = json.loads(text)
            if asked["type"] != "act" or not self.steps:
                server.send(text)
                return
            answer, scene = deepcopy(self.position), deepcopy(self.position["scene"])
            answer["request"], answer["steps"] = asked["request"], []
            for step, change in self.steps:
                scene = deepcopy(scene)
                change(scene)
                answer["moves"] += 1
                told = {"move": answer["moves"], "by": "Coach", "is_own": False, "sounds": [], "says": None}
                answer["steps"].append(told | step | {"scene": scene})
            answer["scene"], self.position, self.steps = scene, answer, []
            socket.send(json.dumps(answer))

        server.on_message(hear)
        socket.on_message(take)


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """A page whose browser asks for no less motion; in it a Throwdown whose first stage is open."""
    context = browser.new_context(viewport={"width": 1280, "height": 860}, reduced_motion="no-preference")
    context.set_default_timeout(COMPILED)
    context.add_init_script(RECORDS)
    found, wrong = context.new_page(), list[str]()
    found.on("pageerror", lambda error: wrong.append(str(error)))
    found.server = Server(found)
    found.goto(address)
    deal(found, "throwdown-v0", "duel", seed=5, against="level:3")
    assert go_on(found) == "choose"
    found.set_default_timeout(30_000)
    yield found
    context.close()
    assert wrong == []


def play(page: Any, *steps: tuple[dict[str, Any], Change]) -> None:
    """Play the first choice, with what then happens, if it is given."""
    page.evaluate("moved.length = steps.length = 0")
    page.server.steps = list(steps)
    page.locator(".choice button:not(.word)").first.click()
    if page.locator(".sure").count():
        page.get_by_role("button", name="Play it").click()
    page.wait_for_function("() => steps.length")


def open_stage(page: Any) -> None:
    play(page)
    assert go_on(page) == "choose"


def moved(page: Any, what: str = "", is_flight: bool = True) -> list[dict[str, Any]]:
    found = [x for x in page.evaluate("moved") if what in x["what"] and x["is_flight"] == is_flight]
    return found


def wait_until_told(page: Any, word: str) -> None:
    page.wait_for_function("word => steps.flat().some(told => told.includes(word))", arg=word)


def lit(scene: dict[str, Any]) -> dict[str, Any]:
    return next(pile for pile in scene["piles"] if pile["is_lit"])


def trash(scene: dict[str, Any], *cards: str) -> None:
    scene["stocks"][-1] = {"name": "Trash", "n": scene["stocks"][-1]["n"] + len(cards), "top": cards[-1]}


def still(scene: dict[str, Any]) -> None:
    """Change nothing."""


def test_both_initiative_cards_are_turned_up_together(page: Any) -> None:
    play(page)
    wait_until_told(page, "turned up")
    turned = [x for x in moved(page) if "turned up" in x["told"] and x["time"] > 1000]
    assert len(turned) == 2 and turned[0]["what"] != turned[1]["what"]
    assert turned[0]["time"] == turned[1]["time"], "together"
    opener = lit(page.server.position["scene"])["cards"][-1]["by"]
    assert [x["what"].endswith(f", {opener}") for x in turned].count(True) == 1
    page.wait_for_function("() => !document.querySelector('.flying')")


def test_a_counter_comes_from_its_player_and_a_block_hits_before_both_go(page: Any) -> None:
    open_stage(page)

    def counter(scene: dict[str, Any]) -> None:
        lit(scene)["cards"].append({"card": "3C", "by": "Coach", "colour": "#5c6784"})

    def block(scene: dict[str, Any]) -> None:
        lit(scene)["cards"].pop()
        trash(scene, "3C", "3H")

    counters = ({"told": ["Coach Countered with 3C."], "sounds": ["counter"]}, counter)
    blocks = ({"told": ["Red Blocked 3C with 3H."], "sounds": ["block"], "by": "Red"}, block)
    play(page, counters, blocks)
    wait_until_told(page, "Blocked")
    (laid,) = moved(page, "3 of Clubs, Coach")[:1]
    assert "Countered" in laid["told"]
    hits, knocked = moved(page, "3 of Hearts"), moved(page, "3 of Clubs, Coach")[1:]
    assert len(hits) == len(knocked) == 1 and hits[0]["time"] == knocked[0]["time"] > laid["time"]
    assert "Blocked" in hits[0]["told"] and "Blocked" in knocked[0]["told"]


def test_an_escalate_slides_the_lanes_and_a_rumble_changes_the_table(page: Any) -> None:
    open_stage(page)

    def escalate(scene: dict[str, Any]) -> None:
        piles = scene["piles"]
        k = piles.index(lit(scene))
        piles[k] |= {"is_lit": False, "owner": "#5c6784"}
        piles[k + 1] |= {"is_lit": True, "cards": [{"card": "4C", "by": "Red", "colour": "#d64045"}]}

    def name_anew(scene: dict[str, Any]) -> None:
        lit(scene)["title"] += ", still"

    def rumble(scene: dict[str, Any]) -> None:
        empty = lit(scene) | {"cards": [], "worth": "8", "owner": ""}
        scene["piles"] = [empty | {"title": f"Rumble {k}", "is_lit": k == 1} for k in range(1, 5)]

    escalates = ({"told": ["Red Escalated with 4C."], "sounds": ["escalate"], "by": "Red"}, escalate)
    rumbles = ({"told": ["Coach Initiated Rumble."], "sounds": ["rumble"]}, rumble)
    play(page, escalates, ({"told": ["Coach went on."]}, name_anew), rumbles)
    wait_until_told(page, "Rumble")
    slid = moved(page, "pile ", is_flight=False)
    assert any(x["slides"] for x in slid) and all("Escalated" in x["told"] for x in slid)
    assert [x["what"] for x in moved(page, "4 of Clubs") if "Escalated" in x["told"]] == ["4 of Clubs, Red"]
    assert ["Rumble" in x["told"] for x in moved(page, "table", is_flight=False)] == [True]


def test_moves_are_shown_one_after_another_or_at_once_and_are_skipped(page: Any) -> None:
    open_stage(page)
    three = [({"told": [f"Coach did {word}."]}, still) for word in ("one", "two", "three")]
    play(page, *three)
    page.locator(".choices").wait_for()  # by itself
    told = page.evaluate("steps")
    assert [len(texts) for texts in told] == [1, 1, 1]
    assert [texts[0].split()[-1] for texts in told] == ["one.", "two.", "three."]
    play(page, *three)
    page.get_by_role("button", name="Skip to the end").click()
    assert page.locator(".choices").is_visible() and page.locator(".step").count() == 0
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="at once", exact=True).click()
    page.keyboard.press("Escape")
    play(page, *three)
    told = page.locator(".step section").all_inner_texts()
    assert [text.split()[-1] for text in told] == ["one.", "two.", "three."]
    page.keyboard.press("Space")
    assert page.locator(".choices").is_visible() and page.locator(".step").count() == 0, "one continue"
    page.server.steps = [({"told": ["Red passed."], "by": "Red", "is_own": True}, still)]
    page.locator(".choice button:not(.word)").first.click()
    page.locator(".recent", has_text="Red passed.").wait_for()
    assert page.locator(".choices").is_visible() and page.locator(".step").count() == 0, "never asked"
