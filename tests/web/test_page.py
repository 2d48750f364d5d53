"""The page in Chromium: whole games by mouse and by keyboard, on wide screens and phones, resumed and reconnected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.pages import COMPILED, barriers, deal, go_on, is_over, settle, start


def test_a_game_that_only_a_test_knows_is_played(page: Any) -> None:
    """The games that are shipped are played in `test_walk`."""
    deal(page, "nim-v0", "standard")
    own = 0
    while go_on(page) == "choose":
        own += 1
        choices = page.locator(".choices button:not(.word)")
        assert "take" in page.locator(".choices").inner_text().lower()
        choices.nth(own % choices.count()).click()
    assert own > 1 and is_over(page)
    assert page.locator(".step h2").inner_text() in ("You won.", "You lost.")


def test_an_address_that_changes_before_the_first_paint_is_followed(browser: Any, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.add_init_script("addEventListener('load', () => { location.hash = '#/deal/nim-v0/standard///1'; })")
    page.goto(address)
    page.get_by_role("button", name="Deal the cards").wait_for(timeout=COMPILED)
    context.close()


def test_what_is_asked_is_answered_and_a_game_goes_on_after_a_reload(page: Any) -> None:
    deal(page, "challenge-v0", "duel")
    assert go_on(page) == "choose"
    before = page.locator(".choices").inner_text()
    page.locator(".choices button:not(.word)").first.click()
    assert go_on(page) == "choose"
    page.keyboard.press("h")
    page.locator("dialog[open]", has_text="Best:").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("w")
    page.locator("dialog[open]", has_text="legal").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    assert go_on(page) == "choose" and page.locator(".choices").inner_text() == before
    page.reload()
    page.wait_for_selector("main.game")
    assert go_on(page) == "choose"
    assert page.locator(".choices").inner_text() == before
    page.keyboard.press("l")
    page.locator(".log").wait_for()
    assert page.locator(".log li").last.inner_text().startswith("The deal"), "the log is whole after a reload"


def test_a_shared_address_deals_the_same_game(page: Any) -> None:
    deal(page, "throwdown-v0", "duel", seed=11, seat="pilot_0")
    go_on(page)
    hand = page.locator(".hand svg.card").evaluate_all("all => all.map(x => x.getAttribute('aria-label'))")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Share the deal").click()
    address = page.get_by_role("textbox", name="Address").input_value()
    assert address.endswith("/#/deal/throwdown-v0/duel/pilot_0/random/11")
    page.keyboard.press("Escape")
    page.goto(address)
    page.get_by_role("button", name="Deal the cards").click()
    page.wait_for_selector("main.game")
    go_on(page)
    again = page.locator(".hand svg.card").evaluate_all("all => all.map(x => x.getAttribute('aria-label'))")
    assert again == hand and len(hand) > 2


def test_nobody_of_another_scenario_can_be_chosen(page: Any) -> None:
    """Until the server has told who plays a scenario, the forms offer none of those who play the last one.

    Nor can the game begin: the answer moves the button, and a tap at its old place would hit something else.
    """
    page.locator('[data-table="throwdown-v0/duel"]').click()
    page.locator("dialog .levels input").first.wait_for(state="attached")
    page.get_by_role("button", name="Close").click()
    left = page.evaluate(
        """async () => {
          document.querySelector('[data-table="throwdown-v0/trio"]').click();
          await null; // drawn anew, and the server has had no time to answer
          const radios = document.querySelectorAll("dialog input[type=radio]").length;
          return [radios, document.querySelector("dialog button.main").disabled];
        }"""
    )
    assert left == [0, True]
    page.locator("dialog .seats input").nth(3).wait_for(state="attached")
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="With real cards").click()
    page.locator("dialog button.main:not(:disabled)").wait_for()
    left = page.evaluate(
        """async () => {
          const scenario = document.querySelector("dialog select");
          scenario.value = "trio";
          scenario.dispatchEvent(new Event("change", { bubbles: true }));
          await null;
          const against = document.querySelectorAll("dialog select")[1];
          return [against.options.length, document.querySelector("dialog button.main").disabled];
        }"""
    )
    assert left == [0, True]
    page.locator("dialog button.main:not(:disabled)").wait_for()
    assert page.locator("dialog select").nth(1).locator("option").count() > 3


def test_two_browsers_of_one_player_show_one_game_and_others_cannot_open_it(page: Any, browser: Any) -> None:
    deal(page, "kuhn-v0", "standard")
    assert go_on(page) == "choose"
    here = page.url
    second = page.context.new_page()
    second.goto(here)
    assert go_on(second) == "choose"
    second.locator(".choices button:not(.word)").first.click()
    second.get_by_role("button", name="Play it").click()  # what gives up is asked once more
    second.wait_for_selector(".ask .dim[role=status]", state="detached")
    settle(second)
    page.locator(".step").first.wait_for()
    assert page.locator(".ask").inner_text() == second.locator(".ask").inner_text(), "it was told by itself"
    assert page.locator(".problem").count() == 0
    stranger = browser.new_context()
    other = stranger.new_page()
    other.set_default_timeout(300_000)
    other.goto(here)
    other.locator(".problem").wait_for()
    assert "no such game" in other.locator(".problem").inner_text()
    assert other.locator("main.game").count() == 0
    stranger.close()


def test_the_address_says_which_game_is_shown(page: Any) -> None:
    """By Back, by Forward, and by an address that is pasted."""
    addresses = []
    for scenario in ("standard", "standard"):
        deal(page, "kuhn-v0", scenario)
        addresses.append(page.url)
        page.get_by_role("button", name="All games").click()
        page.locator(".hero").wait_for()
    page.go_back()
    page.wait_for_selector("main.game")
    assert page.url == addresses[1]
    page.go_back()
    page.get_by_role("button", name="Deal the cards").wait_for()
    page.go_forward()
    page.wait_for_selector("main.game")
    assert go_on(page) == "choose"
    page.evaluate("address => { location.href = address; }", addresses[0])
    page.wait_for_selector("main.game")
    assert page.url == addresses[0] and go_on(page) == "choose"
    page.evaluate("location.hash = '#/game/never-was-there'")
    page.locator(".problem").wait_for()
    assert "no such game" in page.locator(".problem").inner_text()
    page.locator(".hero").wait_for()
    assert page.url.endswith("/#") or "#" not in page.url


@pytest.mark.parametrize("page", [(360, "light")], indirect=True)
def test_what_is_told_of_a_card_moves_nothing_that_is_about_to_be_tapped(page: Any) -> None:
    deal(page, "throwdown-v0", "duel", seed=5)
    assert go_on(page) == "choose"
    button = page.get_by_role("button", name="Understood")
    button.wait_for()
    place = "node => { const box = node.getBoundingClientRect(); return [box.top + scrollY, box.left]; }"
    before = button.evaluate(place)
    card = page.locator(".hand-card").nth(1)
    card.focus()
    page.locator(".hand-told > span").wait_for()
    assert button.evaluate(place) == before
    button.tap()
    page.locator(".lesson").wait_for(state="detached")


@pytest.mark.parametrize("page", [(1280, "dark"), (768, "light"), (360, "light")], indirect=True)
def test_no_screen_keeps_anybody_out(page: Any) -> None:
    def check(screen: str) -> None:
        assert barriers(page) == {}, screen

    page.locator(".tile").first.wait_for()
    page.locator(".more > summary").click()
    check("home")
    page.locator(".tile").first.click()
    page.locator("dialog .levels").wait_for()
    page.locator("dialog summary").click()
    check("a table")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="With real cards").click()
    page.locator("dialog button.main:not(:disabled)").wait_for()
    check("real cards")
    page.goto(page.url.split("#")[0])
    deal(page, "throwdown-v0", "trio", seed=2)
    check("told")
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    check("dialog")
    page.get_by_role("textbox", name="Look a word up").fill("Schism")
    page.keyboard.press("Enter")  # the field goes, and what was focused with it
    page.get_by_role("heading", name="Schism (word)").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


@pytest.mark.parametrize("page", [(1280, "dark"), (360, "light")], indirect=True)
def test_the_first_three_games_teach_and_words_are_explained_where_they_stand(page: Any) -> None:
    """By keys: each lesson once, a clause looked up, the rulebook beside the table; the fourth game is quiet."""
    deal(page, "throwdown-v0", "duel", seed=5)
    assert go_on(page) == "choose"
    assert page.locator(".lesson h3").inner_text() == "The first card"
    page.locator(".lesson .word", has_text="TS-41").focus()
    page.keyboard.press("Enter")
    page.locator(".word-box[open]").wait_for()
    assert page.locator(".word-box h2").inner_text().startswith("TS-41")
    page.keyboard.press("Escape")
    page.locator(".word-box[open]").wait_for(state="detached")
    assert page.evaluate("() => document.activeElement.textContent") == "TS-41"
    page.keyboard.press("b")
    page.locator(".learn h2").wait_for()
    assert page.locator(".learn h2").inner_text() == "The Throwdown"
    assert barriers(page) == {}
    page.keyboard.press("Escape")
    page.locator(".learn").wait_for(state="detached")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    assert go_on(page) == "choose"
    assert page.locator(".lesson h3").inner_text() != "The first card"
    for _ in range(3):
        page.goto(page.url.split("#")[0])
        deal(page, "throwdown-v0", "duel", seed=5)
        assert go_on(page) == "choose"
    assert page.locator(".lesson").count() == 0
    page.keyboard.press("g")
    assert page.locator(".lesson h3").inner_text() == "The first card"


def test_a_server_that_is_gone_is_told_and_the_game_goes_on_when_it_is_back(
    browser: Any, tmp_path: Path
) -> None:
    process, address = start(tmp_path / "games.sqlite")
    page = browser.new_page()
    page.set_default_timeout(300_000)
    page.goto(f"http://{address}/")
    deal(page, "kuhn-v0", "standard")
    process.kill()
    process.wait()
    page.wait_for_selector(".gone")
    again, _ = start(tmp_path / "games.sqlite", port=address.rpartition(":")[2])
    page.wait_for_selector(".gone", state="detached")
    settle(page)
    page.close()
    again.kill()
    again.wait()


def test_a_recorded_game_is_shown_from_a_file(browser: Any, tmp_path: Path) -> None:
    from tests.web.test_sheet import played
    from throwdown.play.web.sheet import write_page

    write_page(played(), None, tmp_path / "game.html")
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("requestfailed", lambda request: wrong.append(request.url))
    page.goto((tmp_path / "game.html").as_uri())
    page.wait_for_selector("main.sheet")
    assert "Move 0 of 9" in page.inner_text(".sheet-bar")
    for key, move in (
        ("ArrowRight", 1),
        (" ", 2),
        ("ArrowLeft", 1),
        ("End", 9),
        ("ArrowRight", 9),
        ("Home", 0),
    ):
        page.keyboard.press(key)
        page.locator(".sheet-bar", has_text=f"Move {move} of 9").wait_for()
    page.keyboard.press("End")
    open_cards = page.locator(".card:not(.back)").count()
    page.get_by_role("combobox", name="Seen by").select_option(label="Red")
    assert page.locator(".card:not(.back)").count() < open_cards
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
    assert wrong == []


@pytest.mark.parametrize("page", [(1280, "light"), (360, "dark")], indirect=True)
def test_a_game_is_looked_at_again_and_a_costly_choice_tried_again(page: Any) -> None:
    deal(page, "throwdown-v0", "duel", seed=3)
    while (what := settle(page)) != "over":
        if what == "next":
            page.locator(".step button.main").first.click()
        else:
            page.locator(".choice button:not(.word)").last.click()  # giving up where one can
            if page.locator(".sure").count():
                page.get_by_role("button", name="Play it").click()
    page.get_by_role("button", name="Look back").click()
    page.wait_for_selector("dialog .quality")
    assert page.locator("dialog .chart circle.costly").count() >= 1
    assert barriers(page) == {}
    page.locator("dialog .retry button").first.click()
    page.wait_for_selector("text=What would you play now?")
    assert not page.locator("dialog td").count()  # the answer is not shown before a choice
    page.locator("dialog .retry button").first.click()
    page.wait_for_selector("dialog tr.taken")
    page.get_by_role("button", name="Play on from here", exact=True).click()
    page.wait_for_selector("text=You are trying something out")
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(".puzzle", state="detached")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_puzzle_is_solved_and_the_next_one_begins(page: Any) -> None:
    from throwdown.play.puzzles import puzzles

    page.locator(".more > summary").click()
    page.get_by_role("combobox", name="Choose one").select_option("duel-2")
    page.wait_for_selector("text=One choice is clearly better")
    best = next(one for one in puzzles() if one.name == "duel-2").puzzle.answers[0].action
    assert best not in page.inner_text(".puzzle")
    legal = puzzles()[1].table().legal()
    page.keyboard.type(str(legal.index(best) + 1))
    page.keyboard.press("Enter")
    page.locator(".sure, .puzzle b.won").first.wait_for()
    if page.locator(".sure").count():  # it gives something up
        page.keyboard.press("Enter")
    page.wait_for_selector("text=That is the best choice.")
    assert barriers(page) == {}
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_selector("text=Puzzle Duel 3.")
    page.get_by_role("button", name="All games").click()
    page.wait_for_selector("option:has-text('Duel 2 ✓')", state="attached")


def test_without_a_server_the_installed_page_says_so_and_comes_back(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 800})
    page = context.new_page()
    page.goto(address)
    page.evaluate("() => navigator.serviceWorker.ready.then(() => {})")
    page.wait_for_function("() => caches.match('/static/js/review.js').then(Boolean)")
    assert (
        page.evaluate("() => fetch('/static/manifest.webmanifest').then((x) => x.json())")["display"]
        == "standalone"
    )
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("text=The server does not answer")
    context.set_offline(False)
    page.wait_for_selector("text=The server does not answer", state="detached")
    page.locator(".hero").wait_for()
    context.close()


def test_what_another_server_played_is_shown_instead_of_a_stale_table(browser: Any, tmp_path: Path) -> None:
    """Two servers share a file of games; nothing can be pushed from one to the tabs of the other."""
    from throwdown.play.web import messages as say
    from throwdown.play.web.dispatcher import Dispatcher
    from throwdown.play.web.store import GameStore

    process, found = start(tmp_path / "games.sqlite")
    page = browser.new_page(viewport={"width": 1280, "height": 860}, reduced_motion="reduce")
    page.set_default_timeout(300_000)
    try:
        page.goto(f"http://{found}/")
        deal(page, "leduc-v0", "standard", seed=1)
        assert go_on(page) == "choose"
        player, key = page.evaluate("localStorage.getItem('throwdown-player')"), page.url.rpartition("/")[2]
        store = GameStore(tmp_path / "games.sqlite")
        other = Dispatcher(store)
        there = other.answer(player, say.Open(type="open", game=key))
        assert isinstance(there, say.Position)
        act = say.Act(type="act", game=key, move=there.moves, action=there.choices[1].action)
        then = other.answer(player, act)
        assert isinstance(then, say.Position) and then.choices
        second = page.locator(".choices button:not(.word)").nth(1)
        second.click()
        page.wait_for_selector(".problem:has-text('choose again')")
        second.click()  # of the table as it is
        page.wait_for_selector(".problem", state="detached")
        assert other.answer(player, say.Open(type="open", game=key)).moves > then.moves
        store.close()
    finally:
        page.close()
        process.kill()
        process.wait()
