"""Games with real cards over the wire and on the page."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.web.pages import barriers

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from tests.web.support import Client


def begin(client: Client, deal: str = "hands", **data: Any) -> dict[str, Any]:
    return client.ask(
        "real",
        **{"game": "throwdown-v0", "scenario": "duel", "deal": deal, "against": "random", "seed": 1, **data},
    )


def enter(client: Client, told: dict[str, Any], answer: str | int, **data: Any) -> dict[str, Any]:
    return client.ask("enter", game=told["game"], entries=len(told["ledger"]), answer=answer, **data)


def same(told: dict[str, Any]) -> dict[str, Any]:
    """Return what was told but for the number of the request and the key."""
    return {**told, "request": 0, "game": ""}


@pytest.mark.parametrize("deal", ["hands", "program"])
def test_a_game_is_played_to_its_end_with_what_it_asks(tmp_path: Path, deal: str) -> None:
    rng = random.Random(2)
    with Client(tmp_path) as client:
        told = begin(client, deal)
        for _ in range(200):
            assert told["type"] == "real", told
            if told["verdict"]:
                break
            options = told["question"]["options"]
            told = enter(client, told, rng.choice(options)["id"])
        assert told["verdict"] in ("won", "lost", "drawn") and told["ending"] and told["question"] is None
        assert client.ask("why", game=told["game"])["entries"]
        (line,) = client.ask("games")["games"]
        assert (line["verdict"], line["moves"]) == (told["verdict"], told["moves"])


def test_it_outlives_the_server_and_is_exported_and_taken_over(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        told = begin(client)
        for text in ("none", "lay"):
            told = enter(client, told, text)
        assert told["row"] == ["??"] * len(told["row"]) and len(told["ledger"]) == 2
    with Client(tmp_path) as client:
        again = client.ask("open", game=told["game"])
        assert same(again) == same(told)
        text = client.ask("export", game=told["game"])["text"]
        copy = client.ask("import", text=text)
        assert copy["game"] != told["game"] and same(copy) == same(told)
        for spec in ("evil.py:Agent", "os:system"):
            assert (
                client.ask("import", text=json.dumps({**json.loads(text), "against": spec}))["type"]
                == "problem"
            )
            assert "cannot be played against" in begin(client, against=spec)["message"]
    with Client(tmp_path, player="somebody-else") as client:
        assert "no such game" in enter(client, told, "none")["message"]


def test_what_does_not_fit_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        told = begin(client)
        late = client.ask("enter", game=told["game"], entries=3, answer="none")
        assert "look at the table" in late["message"]
        assert "does not say which Jokers" in enter(client, told, "9S")["message"]
        for kind in ("hint", "undo", "log", "review", "rematch"):
            assert (
                client.ask(kind, game=told["game"])["message"]
                == "That does not exist in a game with real cards."
            )
        plain = client.new()["game"]
        for kind, data in (("enter", {"entries": 0, "answer": "x"}), ("correct", {"number": 1})):
            assert "not played with real cards" in client.ask(kind, game=plain, **data)["message"]
        assert (
            "is not played with real cards" in begin(client, game="kuhn-v0", scenario="standard")["message"]
        )
        assert same(client.ask("open", game=told["game"])) == same(told)
        assert client.ask("word", game=told["game"], text="harmony")["entries"]
        assert client.ask("glossary", game=told["game"])["entries"]


def test_an_answer_is_named_by_its_id_and_a_card_that_cannot_be_there_by_an_option_like_it(
    tmp_path: Path,
) -> None:
    with Client(tmp_path) as client:
        told = begin(client)
        (none,) = [x for x in told["question"]["options"] if x["text"] == "none"]
        for answer, card in ((none["id"], "9S"), (999, ""), (none["id"] + 5000, ""), (0, "XX")):
            refused = enter(client, told, answer, card=card)
            assert refused["type"] == "problem" and refused["message"], (answer, card)
        told = enter(client, told, none["id"])
        told = enter(client, told, told["question"]["options"][0]["id"])
        told = enter(client, told, "none")
        for card in ("AC", "9H"):
            told = enter(client, told, told["question"]["options"][0]["id"], card=card)
        assert [x["told"] for x in told["ledger"][-2:]] == ["AC", "9H"]
        told = enter(client, told, "pass")
        like = {x["kind"]: x["id"] for x in told["question"]["options"]}
        assert "AC does not beat the top card" in enter(client, told, like["counter"], card="AC")["message"]
        assert "does not answer" in enter(client, told, like["concede"], card="AC")["message"]
        told = enter(client, told, like["escalate"], card="AC")
        assert told["ledger"][-1]["told"] == "Escalate AC"
        assert (told["question"]["place"], told["question"]["key"]) == (1, "row:1")


def test_a_correction_is_kept_and_what_fell_off_is_told(tmp_path: Path) -> None:
    with Client(tmp_path) as client:
        told = begin(client)
        for text in ("red", "lay"):
            told = enter(client, told, text)
        fixed = client.ask("correct", game=told["game"], number=1, text="none")
        assert fixed["ledger"][0]["told"] == "No Joker" and fixed["scene"] != told["scene"]
    with Client(tmp_path) as client:
        assert client.ask("open", game=told["game"])["ledger"] == fixed["ledger"]
        back = client.ask("correct", game=told["game"], number=1)
        assert back["ledger"] == [] and len(back["dropped"]) == len(fixed["ledger"]) and back["scene"] is None


# On the page ---------------------------------------------------------------------------------------------------------


def sit_down(page: Any, scenario: str = "duel", deal: str = "hands", seed: str = "1") -> None:
    """Begin a game with real cards; an empty seed is one that nobody knows."""
    page.get_by_role("button", name="With real cards").click()
    page.get_by_role("combobox", name="With real cards: Scenario").select_option(scenario)
    page.locator(f"dialog input[value={deal}]").check()
    page.locator("dialog option[value=random]").wait_for(state="attached")
    page.get_by_role("combobox", name="With real cards: Against").select_option("random")
    page.locator("dialog summary").click()
    page.get_by_role("textbox", name="Seed of the program").fill(seed)
    page.get_by_role("button", name="Begin", exact=True).click()
    page.wait_for_selector("main.companion")


def entries(page: Any, n: int) -> list[str]:
    """Wait until the ledger has so many entries and return them."""
    if n:
        page.locator(".ledger li").nth(n - 1).wait_for()
    page.locator(".ledger li").nth(n).wait_for(state="detached")
    return [" ".join(text.split()) for text in page.locator(".ledger li").all_inner_texts()]


@pytest.mark.parametrize("page", [(1280, "light"), (360, "dark")], indirect=True)
def test_some_turns_by_clicks_and_by_keys_and_a_mistake_that_is_corrected(page: Any) -> None:
    sit_down(page)
    box = page.get_by_role("textbox", name="Type the answer")
    page.locator(".verbs button", has_text="No Joker").click()
    entries(page, 1)
    page.keyboard.type("lay")  # wherever the focus is, what is typed goes into the answer
    page.keyboard.press("Enter")
    entries(page, 2)
    page.keyboard.type("none")
    page.keyboard.press("Enter")
    n = len(entries(page, 3))
    page.locator('.deck button[data-card="AC"]').click()
    entries(page, n + 1)
    box.fill("9h")
    box.press("Enter")
    told = entries(page, n + 2)
    assert told[-2:] == ["Coach: A♣", "Red: 9♥"]
    page.get_by_role("button", name="Coach: A♣").click()
    page.get_by_role("textbox", name="It should have been").fill("KC")
    page.get_by_role("button", name="Correct it").click()
    page.get_by_role("button", name="Coach: K♣").wait_for()
    assert entries(page, n + 2)[-2:] == ["Coach: K♣", "Red: 9♥"]
    assert page.locator(".pile.lit svg[data-card=KC]").count() == 1
    box.fill("fly")
    box.press("Enter")
    assert "fly" in page.locator(".problem").inner_text()
    page.get_by_role("button", name="Take back").click()
    assert entries(page, n + 1)[-1] == "Coach: K♣"
    assert page.locator(".problem").count() == 0, (
        "what was wrong with the last answer is not said of this one"
    )
    page.reload()
    page.wait_for_selector("main.companion")
    assert entries(page, n + 1)[-1] == "Coach: K♣", "it goes on after a reload"
    assert barriers(page) == {}
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "nothing sticks out at the side"


def test_a_card_that_cannot_be_there_is_refused_with_the_reason_and_secrets_are_folded_away(
    page: Any,
) -> None:
    sit_down(page, "trio", "program")
    assert page.locator(".lines details").count() == 3 and page.locator(".ask details .verbs").is_hidden()
    page.locator(".lines summary").first.click()
    assert "out of the deck into Red's hand" in page.locator(".lines details").first.inner_text()
    page.get_by_role("button", name="All games").click()
    sit_down(page)
    page.locator(".verbs button", has_text="No Joker").click()
    entries(page, 1)
    assert page.locator(".row-of-cards li").count() in (4, 5)
    assert barriers(page) == {}
