"""The screen of a game, measured by rectangles: nothing sticks out, the hand hides nothing, the Pile is large."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web import test_page
from tests.web.test_page import deal, go_on

address, browser, page, pytestmark = (
    test_page.address,
    test_page.browser,
    test_page.page,
    test_page.pytestmark,
)
SIZES = [(360, 640), (820, 1180), (1440, 900)]
GAMES = [
    ("throwdown-v0", "duel"),
    ("throwdown-v0", "trio"),
    ("skirmish-v0", "mini"),
    ("showdown-v0", "mini"),
    ("challenge-v0", "duel"),
    ("kuhn-v0", "standard"),
]
TARGET = 44
"""Pixels of the smallest side of what is pressed on a phone."""
TOP_SHARE = 0.2
"""Of the window's height, the least height of the top card of the pile in use, on a wide screen."""
BOXES = """all => all.map(x => x.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])"""
SMALL = """(all, least) => all
  .filter(x => x.checkVisibility() && !x.matches('.word:not(.gauges)'))
  .map(x => [x.getBoundingClientRect(), x.outerHTML.slice(0, 80)])
  .filter(([b]) => b.width && (b.height < least - 0.5 || b.width < least - 0.5))
  .map(([b, text]) => `${Math.round(b.width)} x ${Math.round(b.height)}: ${text}`)"""


@pytest.fixture(autouse=True)
def soon(page: Any) -> None:
    """Rules are compiled by the time that a game is dealt; nothing else takes long."""
    page.set_default_timeout(60_000)


def sticks_out(page: Any) -> bool:
    return bool(
        page.evaluate("""() => {
          const whole = document.documentElement;
          return whole.scrollWidth > whole.clientWidth || whole.scrollHeight > innerHeight + 1;
        }""")
    )


@pytest.mark.parametrize(("game", "scenario"), GAMES, ids=[f"{game}-{scenario}" for game, scenario in GAMES])
def test_everything_has_its_place(page: Any, game: str, scenario: str) -> None:
    deal(page, game, scenario, seed=4)
    for k in range(4):
        if go_on(page) == "over":
            break
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert not sticks_out(page), (k, width)
            dock = page.locator(".dock").evaluate_all(BOXES)[0]
            assert dock[3] <= height + 1 and dock[0] >= 0
            prompt = page.locator(".ask h2").first.evaluate_all(BOXES)[0]
            assert dock[1] <= prompt[1] and prompt[3] <= height, "what is asked is in view"
            hands, tables = (page.locator(x).evaluate_all(BOXES) for x in (".hand", ".playing > .table"))
            for hand in hands:
                assert hand[2] <= dock[0] + 1 or hand[3] <= dock[1] + 1, "the choices do not hide the hand"
                assert tables[0][3] <= hand[1] + 1, "the hand does not hide the table"
                assert hand[0] >= 0 and hand[2] <= width + 1
            if width == SIZES[0][0]:
                assert page.locator(".playing button").evaluate_all(SMALL, TARGET) == []
        page.set_viewport_size({"width": 1440, "height": 900})
        choices = page.locator(".choice button:not(.word)")
        choices.nth(k % choices.count()).click()
        if page.locator(".sure").count():
            page.get_by_role("button", name="Play it").click()


def test_the_top_card_is_large_and_a_chosen_card_shows_where_it_would_lie(page: Any) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    deal(page, "throwdown-v0", "duel", seed=4, seat="pilot_0")
    seen = 0
    for _ in range(30):
        if go_on(page) == "over":
            break
        if page.locator(".pile.lit .slot.top").count():
            box = page.locator(".pile.lit .slot.top .card").bounding_box()
            assert box["height"] >= TOP_SHARE * 900
            for card in page.locator(".hand-card[aria-disabled=false]").all()[:2]:
                seen += 1
                before = page.locator(".choices").inner_text()
                card.click()
                name = card.get_attribute("data-held")
                assert card.get_attribute("aria-pressed") == "true"
                if page.locator(".pile.lit .ghost").count():
                    assert page.locator(f".ghost svg[data-card='{name}']").count()
                page.keyboard.press("Escape")
                assert page.locator(".ghost, .hand-card.up").count() == 0
                page.mouse.move(5, 5)
                assert page.locator(".choices").inner_text() == before
        page.locator(".choice button:not(.word)").first.click()
        if page.locator(".sure").count():
            page.get_by_role("button", name="Play it").click()
    assert seen > 1


def test_two_steps_play_a_card_and_what_gives_up_asks_once_more(page: Any) -> None:
    deal(page, "throwdown-v0", "duel", seed=4, seat="pilot_0")
    assert go_on(page) == "choose"
    page.keyboard.press("ArrowRight")
    for _ in range(8):
        if page.locator(".hand-card:focus[aria-disabled=false]").count():
            break
        page.keyboard.press("ArrowRight")
    before = page.url, page.locator(".ask").inner_text()
    page.keyboard.press("Enter")
    page.locator(".step").wait_for()
    assert go_on(page) == "choose" and (page.url, page.locator(".ask").inner_text()) != before
    for _ in range(20):
        concede = page.locator(".choice button", has_text="Concede")
        if concede.count():
            break
        page.locator(".choice button:not(.word)").first.click()
        assert go_on(page) == "choose"
    prompt = page.locator(".ask h2").inner_text()
    concede.click()
    page.get_by_role("button", name="Back", exact=True).click()
    assert page.locator(".ask h2").inner_text() == prompt and concede.count()
    concede.click()
    page.keyboard.press("Escape")
    assert page.locator(".ask h2").inner_text() == prompt
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("checkbox", name="Ask once more").uncheck()
    page.keyboard.press("Escape")
    concede.click()
    page.locator(".sure").wait_for(state="detached")
    assert go_on(page) in ("over", "choose")
    assert (
        page.locator(".choice button", has_text="Concede").count() == 0 or page.locator(".sure").count() == 0
    )
