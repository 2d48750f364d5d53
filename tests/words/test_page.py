"""The page in a translation: every text that it draws is in the catalogue, and English pays nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polib
import pytest

from tests.extras import CHROMIUM
from tests.web.pages import start
from tests.words import pseudo
from tests.words.shown import keep_some_history
from throwdown.envs.core import catalogue
from throwdown.envs.registry import games
from throwdown.envs.tables.table import Table
from throwdown.play import puzzles, words

pytest.importorskip("starlette")
from throwdown.play.web import translated

extract = pytest.importorskip(
    "throwdown.play.extract", reason="the page is not checked: Babel is not installed"
)
api = pytest.importorskip("playwright.sync_api", reason="the page is not tested: playwright is not installed")
in_browser = pytest.mark.skipif(not CHROMIUM, reason="the page is not tested: no Chromium was found")

SHOWN = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement, data } = walk.currentNode;
    if (data.trim() && !parentElement.closest("script, style, pre")) found.push(data);
  }
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name));
  return [document.title, ...found];
}"""
"""Returns every text of a page, shown or said."""

POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a translation in which every text is marked, and whose numbers take forms as in Polish.

    Two actions have the same name in it.
    """
    found = tmp_path_factory.mktemp("page")
    file = extract.make()
    pseudo.write(file, found / "eo.po")
    file.metadata = {**file.metadata, "Plural-Forms": POLISH}
    for entry in file:
        if entry.msgid_plural:
            entry.msgstr_plural[2] = entry.msgstr_plural[1]
    forms = enumerate(("one", "few", "many"))
    file.find("{n} move.").msgstr_plural = {k: f"⟦{form} ⟧{{n}}" for k, form in forms}
    file.find("Escalate").msgstr = file.find("Counter").msgstr
    file.save(str(found / "eo.po"))
    return found


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("THROWDOWN_WORDS", str(folder / "eo.po"))
        patch.setenv("XDG_DATA_HOME", str(folder))
        keep_some_history()
        process, found = start(folder / "games.sqlite")
    yield f"http://{found}/"
    process.kill()
    process.wait()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with api.sync_playwright() as play:
        found = play.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(300_000)  # the rules may have to be compiled
    found = context.new_page()
    found.goto(address)
    found.locator(".tile").first.wait_for()
    yield found
    context.close()


def deal(page: Any) -> None:
    """Begin a game of Kuhn poker against random play."""
    page.goto(f"{page.url.partition('#')[0]}#/deal/kuhn-v0/standard/player_0/random/3")
    page.locator("form button.main:not(:disabled)").click()
    page.wait_for_selector("main.game")


def check(page: Any, *allowed: str) -> None:
    scenarios = {name for game in games().values() for name in game.scenarios}
    puzzled = {
        one.name.capitalize().replace("-", " ", 1) for one in puzzles.puzzles()
    }  # as the page writes them
    names = frozenset({*games(), *scenarios, *puzzled, *allowed})
    shown = "\n".join(page.evaluate(SHOWN))  # a text may go on in the next element
    assert pseudo.prose(shown, names) == []


@in_browser
def test_home_and_its_head_are_translated(page: Any) -> None:
    page.locator("section table tbody tr").nth(20).wait_for(state="attached")
    check(page, "throwdown")
    page.set_viewport_size({"width": 360, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360, "a wide table widens the page"
    assert page.evaluate("document.documentElement.lang") == "eo"
    assert (
        page.evaluate("fetch('/static/manifest.webmanifest').then((x) => x.json())")["name"] == "⟦Throwdown⟧"
    )


@in_browser
def test_a_table_and_all_that_can_be_asked_there_are_translated(page: Any) -> None:
    deal(page)
    check(page)
    while page.locator(".step button.main").count() and not page.locator(".step h2[class]").count():
        page.keyboard.press("Space")
    for key, there in (("h", ".body table"), ("l", ".log"), ("?", ".body table"), ("r", ".body p")):
        page.keyboard.press(key)
        page.wait_for_selector(f"dialog[open] {there}")
        check(page)
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog[open]", state="detached")
    page.keyboard.press("?")
    page.locator("dialog[open] input").fill("PO-04")
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog[open] h3")
    check(page)
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.wait_for_selector(".learn h2")
    check(page)


@in_browser
def test_the_end_of_a_game_looked_back_at_is_translated(page: Any) -> None:
    deal(page)
    for _ in range(60):
        page.wait_for_selector(".ask .dim[role=status]", state="detached")
        page.wait_for_selector(".step button.main, .choices button:not(.word)")
        if page.locator(".step h2[class]").count():
            break
        if page.locator(".choices button:not(.word)").count():
            page.keyboard.press("1")
            page.keyboard.press("Enter")
        else:
            page.keyboard.press("Space")
    check(page)
    page.keyboard.press("a")
    page.wait_for_selector("dialog[open] .chart")
    page.wait_for_selector("dialog[open] progress", state="detached")
    check(page)
    page.keyboard.press("Escape")
    page.locator(".menu > .sign").click()
    check(page)
    page.locator(".menu-list > button").nth(1).click()
    page.wait_for_selector("dialog[open] .told")
    check(page)


@in_browser
def test_a_game_with_real_cards_is_translated_and_played_by_clicks(page: Any) -> None:
    """What is pressed is what is done, though two actions are called the same."""
    page.locator(".wide-tile").last.click()
    form = page.locator("dialog form")
    form.locator("select").first.select_option("duel")
    form.locator("option[value=random]").wait_for(state="attached")
    form.locator("select").nth(1).select_option("random")
    form.locator("summary").click()
    form.locator("input[inputmode=numeric]").fill("1")
    form.locator("button.main:not(:disabled)").click()
    page.wait_for_selector("main.companion")
    check(page)
    first, card = page.locator(".verbs button").first, page.locator('.deck button[data-card="AC"]')
    for k, what in enumerate((first, first, first, card, page.locator('.deck button[data-card="9H"]'))):
        page.locator(".ledger li").nth(k).wait_for(state="detached")
        what.click()
        page.locator(".ledger li").nth(k).wait_for()
    check(page)
    page.locator(".verbs button", has_text="⟦Pass⟧").click()
    counter = page.locator(".verbs button[aria-expanded]", has_text="⟦Counter⟧")
    counter.nth(1).wait_for()
    check(page)
    counter.first.click()
    card.click(force=True)  # it cannot be played, and the reason is told
    assert "⟦ does not beat the top card ⟧AC" in page.locator(".problem").inner_text()
    page.locator('.deck button[data-card="2C"]').click()
    page.locator(".pile.lit svg[data-card='2C']").wait_for()
    assert page.locator(".pile.lit svg.card").count() == 2
    check(page)


@in_browser
def test_numbers_take_the_forms_of_the_language(page: Any, folder: Path) -> None:
    """The page counts as gettext does, beyond what it was sent, too."""
    numbers = [*range(30), 99, 101, 102, 111, 112, 122, 199, 200, 201, 203, 212, 1000, 1002, 10_112]
    told = page.evaluate(
        "(numbers) => import('/static/js/catalogue.js')"
        ".then(({ plural }) => numbers.map((n) => plural('{n} move.', '{n} moves.', n)))",
        numbers,
    )
    found = catalogue.read_translation(str(folder / "eo.po"))
    assert told == [found.ngettext("{n} move.", "{n} moves.", n).format(n=n) for n in numbers]
    assert {text.split()[0] for text in told} == {"⟦one", "⟦few", "⟦many"}


@in_browser
def test_a_replay_in_one_file_is_translated(page: Any, folder: Path) -> None:
    table = Table.deal("kuhn-v0", 3)
    while not table.over:
        table.play(table.legal()[0])
    table.save(folder / "game.json")
    subprocess.run(
        [
            sys.executable,
            "-m",
            "throwdown",
            "replay",
            str(folder / "game.json"),
            "--html",
            str(folder / "game.html"),
        ],
        env=os.environ | {"THROWDOWN_WORDS": str(folder / "eo.po")},
        check=True,
    )
    other = page.context.new_page()
    other.goto((folder / "game.html").as_uri())
    other.wait_for_selector("main.sheet")
    check(other)
    assert other.evaluate("document.documentElement.lang") == "eo"
    other.close()


def test_english_pages_hold_no_translation(monkeypatch: pytest.MonkeyPatch) -> None:
    for made in (translated.index, translated.texts):
        made.cache_clear()
    assert translated.texts() == ""
    assert translated.index() == (translated.STATIC / "index.html").read_text(encoding="utf-8")


def test_a_translation_ends_no_element_of_the_page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = polib.POFile()
    file.metadata = {"Language": 'x"y', "Content-Type": "text/plain; charset=UTF-8"}
    for text in ("Throwdown", "Deal the cards"):
        file.append(polib.POEntry(msgid=text, msgstr="</script><b>"))
    file.save(str(tmp_path / "bad.po"))
    found = catalogue.read_translation(str(tmp_path / "bad.po"))
    monkeypatch.setattr(catalogue, "translations", lambda: found)
    for made in (translated.index, translated.texts):
        made.cache_clear()
    try:
        page = translated.index()
    finally:
        for made in (translated.index, translated.texts):
            made.cache_clear()
    assert "</script><b>" not in page and 'lang="x&quot;y"' in page
    block = page[page.index('id="words">') + 11 :].partition("</script>")[0]
    assert json.loads(block)["texts"]["Deal the cards"] == "</script><b>"
    assert set(json.loads(block)["texts"]) == {text.one for text in words.of_scripts()}
