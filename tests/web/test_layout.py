"""The screen of a game, measured by rectangles: nothing sticks out or is hidden, the Pile is large, all is in view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.web.pages import deal, go_on

Resize = Callable[[tuple[int, int]], None]
PHONES = [(360, 640), (390, 844), (640, 360), (844, 390)]
SIZES = [*PHONES, (820, 1180), (1280, 860), (1440, 900), (1920, 1080)]
TOUCHED = [*PHONES, (820, 1180)]
GAMES = [
    ("throwdown-v0", "duel"),
    ("throwdown-v0", "trio"),
    ("throwdown-v0", "trio coach_0"),
    ("throwdown-v0", "seven"),
    ("throwdown-v0", "seven coach_0"),
    ("throwdown-v0", "titan"),
    ("throwdown-v0", "titan coach_0"),
    ("throwdown-v0", "intrigue"),
    ("pile-v0", "duel"),
    ("gambit-v0", "duel"),
    ("session-v0", "duel"),
    ("skirmish-v0", "mini"),
    ("showdown-v0", "mini"),
    ("challenge-v0", "duel"),
    ("challenge-v0", "duel-2v2"),
    ("kuhn-v0", "standard"),
]
TARGET = 44
"""Pixels of the smallest side of what is pressed by a finger."""
LAID = ("Counter", "Escalate")
"""Choices whose card lies on a pile afterwards."""
TOP_SHARE = 0.2
"""Of the window's height, the least height of the top card of the pile in use."""
BOXES = """all => all.map(x => x.getBoundingClientRect()).map(b => [b.left, b.top, b.right, b.bottom])"""
SMALL = """(all, least) => all
  .filter(x => x.checkVisibility() && !x.matches('.word:not(.gauges)'))
  .map(x => [x.getBoundingClientRect(), x.outerHTML.slice(0, 80)])
  .filter(([b]) => b.width && (b.height < least - 0.5 || b.width < least - 0.5))
  .map(([b, text]) => `${Math.round(b.width)} x ${Math.round(b.height)}: ${text}`)"""


SCROLLS = """all => all
  .filter(x => /auto|scroll/.test(getComputedStyle(x).overflowX) && x.scrollWidth > x.clientWidth + 1
    || /auto|scroll/.test(getComputedStyle(x).overflowY) && x.scrollHeight > x.clientHeight + 1)
  .map(x => `${x.className}: ${x.scrollWidth} x ${x.scrollHeight} in ${x.clientWidth} x ${x.clientHeight}`)"""
"""What would have to be scrolled."""
COVERED = """all => all.filter(x => {
  const b = x.getBoundingClientRect();
  const at = document.elementFromPoint(b.left + b.width / 2, b.top + b.height / 2);
  return !b.width || !at || !(x.contains(at) || at.contains(x) && at.closest('section, .stock') === x);
}).map(x => x.outerHTML.slice(0, 80))"""
"""What is not seen at its middle: out of view, or beneath something else."""

CUT = """all => all.filter(x => {
  const own = x.getBoundingClientRect();
  const [picture, number, name] = [".emblem", ".face-number", ".face-name"]
    .map(part => x.querySelector(`:scope > ${part}`)?.getBoundingClientRect());
  return picture?.bottom > own.bottom || number && number.top < name.top + 10;
}).map(x => x.outerHTML.slice(0, 80))"""
"""Named cards whose picture is cut, or whose number hides the name."""
NAMES = """all => all.map(x => x.getBoundingClientRect()).filter((a, k, boxes) =>
  a.left < 0 || boxes.some((b, other) => other < k && a.left < b.right && b.left < a.right
    && a.top < b.bottom - 3 && b.top < a.bottom - 3)).length"""
"""The number of texts that are cut at the left, or lie over another one."""
TOP = ".pile.lit .slot.top .card"
PLACES = [".dock", ".playing > .table", ".ask h2", ".hand", ".hand-card", ".named-card", ".pile.main", TOP]
LOOK = f"""([places, target]) => {{
  const all = selector => [...document.querySelectorAll(selector)];
  return {{
    boxes: Object.fromEntries(places.map(x => [x, ({BOXES})(all(x))])),
    sticksOut: [document.documentElement, document.querySelector("main.game")].some(
      x => x.scrollWidth > x.clientWidth || x.scrollHeight > x.clientHeight + 1),
    scrolled: ({SCROLLS})(all(".playing > .table, .playing > .table *")),
    covered: ({COVERED})(all(".far .person")),
    small: ({SMALL})(all(".playing button"), target),
    isMapped: all(".mapped").length > 0,
  }};
}}"""
"""All of `check_places` in one call; the page sticks out of its window also where what does is cut off."""


@pytest.fixture(autouse=True)
def soon(page: Any) -> None:
    """Rules are compiled by the time that a game is dealt; nothing else takes long."""
    page.set_default_timeout(60_000)


@pytest.fixture
def resize(page: Any) -> Resize:
    """Take a window of a size; small ones are touched, so that nothing hovers."""
    session = page.context.new_cdp_session(page)

    def take(size: tuple[int, int]) -> None:
        session.send("Emulation.setTouchEmulationEnabled", {"enabled": size in TOUCHED})
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    return take


def boxes(page: Any, selector: str) -> list[list[float]]:
    found: list[list[float]] = page.locator(selector).evaluate_all(BOXES)
    return found


def check_places(page: Any, size: tuple[int, int]) -> None:
    """Table, hand and prompt are in view at once; nothing lies over anything else, or has to be scrolled."""
    width, height = size
    seen = page.evaluate(LOOK, [PLACES, TARGET])
    boxes = seen["boxes"]
    assert not seen["sticksOut"]
    (dock,), (table,) = boxes[".dock"], boxes[".playing > .table"]
    assert dock[3] <= height + 1 and dock[0] >= 0
    prompt = boxes[".ask h2"][0]
    assert dock[1] <= prompt[1] and prompt[3] <= height, "what is asked is in view"
    assert seen["scrolled"] == []
    for hand in boxes[".hand"]:
        assert hand[2] <= dock[0] + 1 or hand[3] <= dock[1] + 1, "the choices do not hide the hand"
        assert table[3] <= hand[1] + 1, "the hand does not hide the table"
        for card in boxes[".hand-card"]:
            assert card[0] >= 0 and card[2] <= width and hand[1] <= card[1] and card[3] <= height + 1, (
                "every card of the hand is in view"
            )
    assert seen["covered"] == [], "everybody is seen"
    for row in boxes[".named-card"]:
        assert table[1] <= row[1] and row[3] <= table[3] + 1 and table[0] <= row[0] and row[2] <= table[2]
    for pile in filter(any, boxes[".pile.main"]):
        assert table[1] <= pile[1] and pile[3] <= table[3] + 1, "the whole Pile is in view"
    if not seen["isMapped"]:
        for top in boxes[TOP]:
            assert top[3] - top[1] >= TOP_SHARE * height, "the top card is large"
            assert table[1] <= top[1] and top[3] <= table[3] + 1, "nothing hides the top card"
    if size in TOUCHED:
        assert seen["small"] == []


@pytest.mark.parametrize(("game", "scenario"), GAMES, ids=[f"{game}-{scenario}" for game, scenario in GAMES])
def test_everything_has_its_place(page: Any, resize: Resize, game: str, scenario: str) -> None:
    """Every size is looked at in every other position."""
    scenario, _, seat = scenario.partition(" ")
    deal(page, game, scenario, seed=4, seat=seat)
    for k in range(4):
        is_over = go_on(page) == "over"
        for size in SIZES[k % 2 :: 2]:
            resize(size)
            check_places(page, size)
        if is_over:
            break
        resize((1440, 900))
        choices = page.locator(".choice button:not(.word)")
        choices.nth(k % choices.count()).click()
        if page.locator(".sure").count():
            page.get_by_role("button", name="Play it").click()


@pytest.mark.parametrize(("game", "scenario"), [("throwdown-v0", "trio"), ("skirmish-v0", "skirmish")])
def test_allies_are_seen_at_every_size_and_all_else_behind_a_button(
    page: Any, resize: Resize, game: str, scenario: str
) -> None:
    deal(page, game, scenario, seed=4)
    assert go_on(page) == "choose"
    for size in SIZES:
        resize(size)
        allies = page.locator(".edges .person, .near .person")
        assert allies.count() > 1 and allies.evaluate_all(COVERED) == [], size
        middle, button = boxes(page, ".middle")[0], page.get_by_role("button", name="Around the table")
        if size in PHONES:
            assert all(
                box[3] <= middle[1] + 1 or box[0] >= middle[2] for box in boxes(page, ".edges .person")
            ), "a strip above or beside"
            button.click()
            inside = page.locator(".edges :is(.person, .thing, .stock)")
            for k in range(inside.count()):
                inside.nth(k).scroll_into_view_if_needed()
                assert inside.nth(k).evaluate_all(COVERED) == [], (size, k)
            button.click()
            check_places(page, size)
        else:
            assert not button.is_visible()
            assert all(box[0] >= middle[2] for box in boxes(page, ".edges .person")), "at the side"


def test_who_looks_sits_below_with_a_hand(page: Any, resize: Resize) -> None:
    deal(page, "throwdown-v0", "trio", seed=4, seat="coach_0")
    assert go_on(page) == "choose"
    assert page.locator(".far .person").count() == 3 and page.locator(".hand-card").count() > 9
    for size in SIZES:
        resize(size)
        assert page.locator(".far .person").evaluate_all(COVERED) == [], size


def test_harmony_is_shown_before_the_first_card_lies(page: Any, resize: Resize) -> None:
    deal(page, "throwdown-v0", "trio", seed=4)
    assert go_on(page) == "choose"
    assert page.locator(".pile .card").count() == 0
    for size in SIZES:
        resize(size)
        (ring,), (pile,), (place,) = (boxes(page, f".pile.main {x}") for x in (".ring", ".field", ".no-card"))
        assert pile[0] <= ring[0] and ring[2] <= pile[2] + 1 and pile[1] <= ring[1] and ring[3] <= pile[3] + 1
        assert abs(place[0] + place[2] - ring[0] - ring[2]) < 4, "around the place of the Pile"
        assert place[3] - place[1] >= TOP_SHARE * size[1]


@pytest.mark.parametrize("seed", [4, 5])
def test_a_hand_of_named_cards_is_all_seen(page: Any, resize: Resize, seed: int) -> None:
    deal(page, "showdown-v0", "showdown", seed=seed)
    for _ in range(3):
        assert go_on(page) == "choose"
        for size in SIZES:
            resize(size)
            check_places(page, size)
            cards = page.locator(".card-row:last-child .named-card")
            assert cards.count() > 3 and cards.evaluate_all(COVERED) == [], size
            for box in cards.evaluate_all(BOXES):
                assert box[2] - box[0] >= TARGET - 0.5 and box[3] - box[1] >= TARGET - 0.5, size
            assert cards.evaluate_all(CUT) == [], size
            if size in PHONES:
                areas = [(b[2] - b[0]) * (b[3] - b[1]) for b in boxes(page, ".card-row")]
                assert areas[-1] == max(areas), "the own hand has the most room"
        page.locator(".choice button:not(.word)").last.click()


def test_names_on_a_map_do_not_lie_over_each_other(page: Any, resize: Resize) -> None:
    deal(page, "skirmish-v0", "skirmish", seed=5)
    for k in range(20):
        assert go_on(page) == "choose"
        if page.locator(".pile.lit .slot.top").count():
            break
        choices = page.locator(".choice button:not(.word)")
        choices.nth(k % choices.count()).click()
    assert page.locator(".pile.lit .slot.top").count(), "the count takes its share of the width"
    for size in [(360, 640), (390, 844), (820, 1180), (1440, 900)]:
        resize(size)
        names = page.locator(".map .spot > text")
        assert names.count() > 6 and names.evaluate_all(NAMES) == 0, size


@pytest.mark.parametrize("scenario", ["seven", "titan"])
def test_the_end_of_a_large_game_shows_its_last_card(page: Any, resize: Resize, scenario: str) -> None:
    deal(page, "throwdown-v0", scenario, seed=5)
    for k in range(60):
        if go_on(page) == "over":
            break
        choices = page.locator(".choice button:not(.word)")
        concede = choices.filter(has_text="Concede")
        (concede if concede.count() and k > 4 else choices).first.click()
        if page.locator(".sure").count():
            page.get_by_role("button", name="Play it").click()
    assert page.locator("main.ended .near .person").count() > 3
    for size in SIZES:
        resize(size)
        check_places(page, size)
        for top in boxes(page, ".pile.main .slot.top .card"):
            assert top[3] - top[1] >= 0.17 * size[1], size
        (told,), (go,) = boxes(page, ".headline"), boxes(page, ".over .go")[:1]
        assert told[3] <= go[1] + 1, "the buttons do not hide what decided"


def test_the_end_of_rows_of_cards_is_all_seen(page: Any, resize: Resize) -> None:
    deal(page, "showdown-v0", "short", seed=5)
    for _ in range(120):
        if go_on(page) == "over":
            break
        page.locator(".choice button:not(.word)").first.click()
    assert page.locator("main.ended .card-row").count() == 4
    for size in SIZES:
        resize(size)
        check_places(page, size)
        assert page.locator(".named-card").evaluate_all(COVERED) == [], size


def test_the_rulebook_takes_nothing_from_the_table(page: Any, resize: Resize) -> None:
    deal(page, "throwdown-v0", "duel", seed=4)
    assert go_on(page) == "choose"
    for size in [(1440, 900), (1920, 1080)]:
        resize(size)
        before = boxes(page, ".playing > .table, .pile, .ring, .hand-card")
        page.keyboard.press("b")
        page.locator(".learn h2, .learn h3").first.wait_for()
        assert boxes(page, ".playing > .table, .pile, .ring, .hand-card") == before
        (dock,), (book,) = boxes(page, ".dock"), boxes(page, ".learn")
        assert dock[3] <= book[1] + 1 and book[3] <= size[1] + 1, "below what is asked"
        page.keyboard.press("Escape")
        page.locator(".learn").wait_for(state="detached")


def test_a_card_for_the_count_is_shown_there_and_hides_no_name(page: Any, resize: Resize) -> None:
    deal(page, "skirmish-v0", "skirmish", seed=5)
    assert go_on(page) == "choose"
    page.locator(".hand-card[aria-disabled=false]").first.click()
    for size in [(820, 1180), (1440, 900), (1920, 1080)]:
        resize(size)
        assert page.locator(".pile.main .ghost svg").evaluate_all(COVERED) == [], size
        (told,) = boxes(page, ".preview")
        assert all(name[3] <= told[1] or told[3] <= name[1] for name in boxes(page, ".pile h3")), size


def test_what_a_game_has_takes_the_place_of_cards_that_do_not_lie(page: Any, resize: Resize) -> None:
    deal(page, "challenge-v0", "duel", seed=5)
    seen = set()
    for _ in range(6):
        assert go_on(page) == "choose"
        for size in SIZES:
            resize(size)
            if page.locator(".idle").count():
                assert page.locator(".pile").count() == 0
                (middle,) = boxes(page, ".middle")
                for box in filter(any, boxes(page, ".idle > *")):
                    assert middle[1] - 1 <= box[1] and box[3] <= middle[3] + 1 and box[2] <= middle[2] + 1, (
                        size
                    )
                if size[1] > 800:
                    assert page.locator(".idle .aim").inner_text().startswith("You win")
                seen.add("thing" if page.locator(".idle .thing").count() else "nothing")
            else:
                seen.add("cards")
                assert page.locator(".pile .card").count()
        resize((1440, 900))
        page.locator(".choice button:not(.word)").first.click()
    assert seen == {"thing", "nothing", "cards"} or seen == {"thing", "cards"}


@pytest.mark.parametrize("page", [(390, "dark")], indirect=True)
def test_a_finger_chooses_before_it_plays_and_a_long_press_explains(page: Any, resize: Resize) -> None:
    deal(page, "throwdown-v0", "duel", seed=4, seat="pilot_0")
    assert go_on(page) == "choose"
    resize((390, 844))
    page.mouse.move(5, 5)  # away from where the deal was pressed
    card, told = page.locator(".hand-card[aria-disabled=false]").first, page.locator(".hand-told > span")
    over = "(x, kind) => x.dispatchEvent(new PointerEvent('pointerenter', { pointerType: kind }))"
    card.evaluate(over, "touch")
    page.wait_for_timeout(100)
    assert told.count() == 0, "a finger does not hover"
    before, url = boxes(page, ".dock, .table, .hand"), page.url
    card.tap()
    told.wait_for()
    assert boxes(page, ".dock, .table, .hand") == before, "nothing moves between press and click"
    assert card.get_attribute("aria-pressed") == "true" and page.url == url
    page.keyboard.press("Escape")
    page.get_by_role("button", name="More", exact=True).tap()
    page.locator(".menu-list button", has_text="Guide").tap()
    gauge = page.locator(".hand .gauge").first
    gauge.dispatch_event("pointerdown", {"pointerType": "touch", "isPrimary": True})
    box = page.locator(".word-box[open]")
    box.wait_for()
    assert box.locator("h2").inner_text() == gauge.get_attribute("title")


def test_the_top_card_is_large_and_a_chosen_card_shows_where_it_would_lie(page: Any, resize: Resize) -> None:
    deal(page, "throwdown-v0", "duel", seed=4, seat="pilot_0")
    seen = laid = 0
    for _ in range(9):
        if go_on(page) == "over":
            break
        if page.locator(".pile.lit .slot.top").count():
            for size in SIZES:
                resize(size)
                check_places(page, size)
            for card in page.locator(".hand-card[aria-disabled=false]").all()[:2]:
                seen += 1
                before = page.locator(".choices").inner_text()
                card.click()
                name = card.get_attribute("data-held")
                assert card.get_attribute("aria-pressed") == "true"
                chosen = page.locator(".choice", has=page.locator("button.chosen")).inner_text()
                if any(kind in chosen for kind in LAID):
                    laid += 1
                    assert page.locator(f".pile .ghost svg[data-card='{name}']").count() == 1, chosen
                page.keyboard.press("Escape")
                assert page.locator(".ghost, .hand-card.up").count() == 0
                page.mouse.move(5, 5)
                assert page.locator(".choices").inner_text() == before
        page.locator(".choice button:not(.word)").first.click()
        if page.locator(".sure").count():
            page.get_by_role("button", name="Play it").click()
    assert seen > 1 and laid


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
