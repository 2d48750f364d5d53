"""The ledger: entries are corrected back to any point, games taken up at any point, and nonsense changes nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.companion.support import Honest
from tests.fuzz.support import START, TIMES
from throwdown.envs.core.kit import IllegalAction, InvalidConfig, InvalidRecord, ThrowdownError
from throwdown.envs.registry import make_setup
from throwdown.play.companion.companion import Companion
from throwdown.play.companion.dealer import HANDS, PROGRAM

DUEL = make_setup("throwdown-v0", "duel")


def state(game: Companion) -> Any:
    """Return all that a game shows, but for the guesses."""
    return (
        game.question,
        game.lines,
        game.scene(),
        game.row(),
        game.moves,
        [(x.entry, x.about, x.told) for x in game.noted],
    )


@pytest.fixture(scope="module")
def played() -> Companion:
    """A whole game with a real deck."""
    game = Companion(DUEL, HANDS, "heuristic", 5)
    Honest(DUEL, game, 7).play()
    assert game.over and len(game.noted) > 12
    return game


@pytest.fixture(scope="module")
def mirrored() -> Companion:
    """A whole game that the program dealt."""
    game, rng = Companion(DUEL, PROGRAM, "heuristic", 8), random.Random(3)
    while game.question is not None:
        game.enter(
            rng.choice([o for o in game.question.options if o.text != "concede"] or game.question.options).id
        )
    assert game.over and len(game.noted) > 4
    return game


def again(game: Companion) -> Companion:
    """Return the same game as it begins."""
    return Companion(game.setup, game.deal, game.against, game.seed)


@pytest.mark.parametrize("name", ["played", "mirrored"])
def test_a_mistake_corrected_at_any_point_is_as_if_it_had_been_right_at_once(
    name: str, request: pytest.FixtureRequest
) -> None:
    whole: Companion = request.getfixturevalue(name)
    right, wrong = again(whole), 0
    for number, noted in enumerate(whole.noted, start=1):
        assert right.question is not None
        others = [o.text for o in right.question.options if o.text != noted.entry.text]
        game = again(whole)
        if others and number % 2:
            for x in whole.noted[: number - 1]:
                game.enter(x.entry.text)
            assert state(game) == state(right), number
        right.enter(noted.entry.text)
        if others and number % 2:
            game.enter(others[(7 * number) % len(others)])
            wrong += state(game) != state(right)
            game.correct(number, noted.entry.text)
            assert state(game) == state(right), number
            game.correct(number)
            assert len(game.noted) == number - 1
    assert wrong > 2 and state(right) == state(whole)


def test_later_entries_stay_where_they_still_fit_and_are_named_where_they_do_not(played: Companion) -> None:
    game = again(played)
    for x in played.noted:
        game.enter(x.entry.text)
    number = next(n for n, x in enumerate(game.noted, start=1) if x.entry.key == "sealed:0")
    mine = game.noted[number].entry.text
    assert (
        game.correct(number, game.noted[number - 1].entry.text) == [] and state(game)[:3] == state(played)[:3]
    )
    tied = game.correct(number, mine)  # a tie: both lay again, and nothing of what followed is asked
    assert tied == game.dropped and len(game.noted) == number + 1
    assert tied == [f"{x.about}: {x.told}" for x in played.noted[number + 1 :]]
    for n, text in ((0, ""), (99, ""), (number, "nonsense"), (number, "ZZ")):
        before = state(game)
        with pytest.raises(IllegalAction):
            game.correct(n, text)
        assert state(game) == before


@pytest.mark.parametrize("name", ["played", "mirrored"])
def test_a_game_is_taken_up_at_any_point(name: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    whole: Companion = request.getfixturevalue(name)
    game = again(whole)
    for k, x in enumerate([None, *whole.noted]):
        if x is not None:
            game.enter(x.entry.text)
        if k % 3 == 0 or k == len(whole.noted):
            found = Companion.load(game.save(tmp_path / "game.json"))
            assert state(found) == state(game) and found.path == tmp_path / "game.json"
            assert found.to_json() == game.to_json()


def test_damaged_files_are_refused_in_a_sentence(played: Companion, tmp_path: Path) -> None:
    data: dict[str, Any] = json.loads(played.to_json())
    entries = data["entries"]
    damaged: list[tuple[Any, str]] = [
        ({**data, "version": 9}, "companion version 9"),
        ({**data, "format": "x"}, "not a game of the table companion"),
        ({**data, "deal": "dealer"}, "deal"),
        ({**data, "more": 1}, "more"),
        ({**data, "seed": 6}, "its record does not match its deal"),
        ({**data, "against": "nobody"}, "nobody"),
        ({**data, "record": {}}, "record"),
        ({**data, "entries": [*entries[:2], *entries[3:]]}, "entry 3 "),
        ({**data, "entries": [{**entries[0], "text": "*r *r *r"}]}, "entry 1 "),
        ({**data, "entries": [*entries, entries[0]]}, f"entry {len(entries) + 1} "),
        ({**data, "entries": [{"key": "jokers:0"}]}, "text"),
        ([], "not a game of the table companion"),
    ]
    for text, words in [(json.dumps(x), words) for x, words in damaged] + [
        ("{", "not a game"),
        ("", "not a game"),
    ]:
        with pytest.raises(ThrowdownError, match=words) as refusal:
            Companion.from_json(text)
        assert isinstance(refusal.value, InvalidRecord | InvalidConfig), words
    other = tmp_path / "other.json"
    other.write_text("{}")
    with pytest.raises(InvalidConfig, match="is not a game of the table companion"):
        played.save(other)
    with pytest.raises(InvalidRecord, match="cannot be read"):
        Companion.load(tmp_path / "none.json")


def test_what_cannot_be_played_with_real_cards_is_refused() -> None:
    with pytest.raises(InvalidConfig, match="kuhn-v0 is not played with real cards; throwdown-v0 is"):
        Companion(make_setup("kuhn-v0"))
    with pytest.raises(InvalidConfig, match="'mixed' is not a way to deal; give program or hands"):
        Companion(DUEL, "mixed")
    with pytest.raises(InvalidConfig, match="seed is -1"):
        Companion(DUEL, HANDS, "random", -1)


@pytest.mark.parametrize("name", ["played", "mirrored"])
def test_nonsense_never_raises_anything_else_nor_changes_anything(
    name: str, request: pytest.FixtureRequest
) -> None:
    """``THROWDOWN_FUZZ=50`` types fifty times as much."""
    whole: Companion = request.getfixturevalue(name)
    rng, game = np.random.default_rng(START + 17), again(whole)
    words = [
        "counter",
        "9S",
        "as",
        "10h",
        "none",
        "*r",
        "",
        " ",
        "\0",
        "é",
        "-1",
        "1",
        "99",
        "red",
        "lay",
        "a" * 300,
        "{x}",
        "%s",
    ]
    refused = 0
    words += list(DUEL.game.actions.labels[::37])
    for x in whole.noted:
        for _ in range(3 * TIMES):
            text, before = " ".join(rng.choice(words, int(rng.integers(1, 4)))), state(game)
            try:
                game.enter(text)
            except ThrowdownError as error:
                refused += bool(str(error).strip())
            else:
                game.correct(len(game.noted))
            assert state(game) == before
        game.enter(x.entry.text)
    assert refused > 2 * len(whole.noted)
