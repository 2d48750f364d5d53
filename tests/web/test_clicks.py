"""The table itself is played on: cards in rows, areas of a map and figures are choices that can be pressed."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from tests.web.pages import deal, go_on

CHOICE = ".choices button:not(.word)"
TOLD = ".step, .recent"
"""What happened: to be continued, or, of one's own moves alone, beside the next decision."""
TABLES = [
    ("showdown-v0", "mini", ".card-row button.can", ".face-name", {"played"}),
    ("skirmish-v0", "mini", ".map .spot.can", "", {"played"}),
    ("skirmish-v0", "mini", ".map .figure.can", "", {"played"}),
    ("skirmish-v0", "tutorial", ".map .figure.can", "", {"played", "picked"}),
]


def choices(page: Any) -> list[str]:
    return [" ".join(text.split()) for text in page.locator(CHOICE).all_inner_texts()]


@pytest.mark.parametrize(("game", "scenario", "what", "name", "expected"), TABLES)
def test_what_lies_on_the_table_is_pressed(
    page: Any, game: str, scenario: str, what: str, name: str, expected: set[str]
) -> None:
    """What has one choice is taken up and then plays it; of several, those that are made with it stay."""
    deal(page, game, scenario, seed=5)
    left_to_see = set(expected)
    for k in range(120):
        if not left_to_see or go_on(page) == "over":
            break
        before = choices(page)
        for place in page.locator(what).all():
            called = place.locator(name).inner_text() if name else place.get_attribute("aria-label")
            does = "picked" if len([text for text in before if called in text]) > 1 else "played"
            if does in left_to_see:
                break
        else:
            page.locator(CHOICE).nth((2 * k + 1) % len(before)).click()
            continue
        body = place if name else place.locator("circle").first
        body.click()
        if does == "picked":
            shown = choices(page)
            assert 1 < len(shown) < len(before) and all(called in text for text in shown)
            for opens, closes in (
                (None, body.click),
                (partial(place.press, "Enter"), partial(page.keyboard.press, "Escape")),
                (partial(place.press, " "), partial(place.press, "Enter")),
                (body.click, page.get_by_role("button", name="All choices").click),
            ):
                if opens:
                    opens()
                page.locator(CHOICE).first.and_(page.locator(":focus")).wait_for()
                assert choices(page) == shown and place.get_attribute("aria-expanded") == "true"
                closes()
                place.and_(page.locator(":focus")).wait_for()
                assert choices(page) == before and place.get_attribute("aria-expanded") == "false"
            body.click()
            page.locator(CHOICE).first.click()
        else:
            chosen = page.locator(f"{CHOICE}.chosen")
            assert choices(page) == before and called in chosen.inner_text()
            assert place.get_attribute("aria-pressed") == "true" and page.locator(".ask .step").count() == 0
            page.keyboard.press("Escape")
            assert place.get_attribute("aria-pressed") == "false" and not chosen.count()
            body.click()
            body.click()
        page.locator(".ask .dim[role=status]").wait_for(state="detached")
        page.locator(TOLD).filter(has_text=called).first.wait_for()
        left_to_see.remove(does)
    assert not left_to_see


@pytest.mark.parametrize("page", [(360, "light")], indirect=True)
def test_on_a_phone_the_table_can_be_seen_beside_a_lesson(page: Any) -> None:
    """The lesson scrolls in its own box, and the choices make room for the table and come back."""

    def height(what: str) -> float:
        return page.locator(what).bounding_box()["height"]

    deal(page, "throwdown-v0", "duel", seed=5)
    assert go_on(page) == "choose" and page.locator(".lesson").is_visible()
    whole = page.viewport_size["height"]
    assert height(".dock") < 0.6 * whole and height(".lesson") < 0.25 * whole
    page.get_by_role("button", name="See the whole table").click()
    assert height(".dock") < 0.1 * whole and not page.locator(".choices").is_visible()
    page.get_by_role("button", name="Back to the choices").click()
    assert page.locator(".choices").is_visible()


@pytest.mark.parametrize("page", [(1280, "light"), (360, "dark")], indirect=True)
def test_the_running_total_is_shown_where_it_counts(page: Any) -> None:
    """The total of an attempt stands at the table and beside the question of what to do with it."""
    deal(page, "challenge-v0", "scene")
    for k in range(40):
        assert go_on(page) == "choose"
        if page.locator(".ask .total").count():
            break
        page.locator(CHOICE).nth((2 * k + 1) % page.locator(CHOICE).count()).click()
    shown = page.locator(".ask .total").inner_text()
    assert shown.startswith("Total ") and shown == page.locator(".pile.lit .total").inner_text()
