"""What is told: events, menus, reasons, and that nothing hidden is."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from tests.showdown.support import ID, Game, action, ch, deal, fighters, missions, position, tic
from tests.support import speak_in_brackets
from throwdown.envs.registry import make_setup
from throwdown.envs.showdown.positions import from_position, to_position


def plies(seed: int) -> Iterator[Game]:
    """A game before each of its moves, and when it is over."""
    game, ply = deal("short", seed), 0
    while not game.table.over:
        yield game
        game.do(game.legal[(seed * 7 + ply * 13) % len(game.legal)])
        ply += 1
    yield game


def test_whole_games_are_told_in_sentences_without_numbers_for_names() -> None:
    kinds = set()
    for seed in range(6):
        *_, game = plies(seed)
        kinds |= set(game.kinds())
        for line in game.table.narrate(None, 0):
            assert line.endswith(".") and "{" not in line and "None" not in line
    assert len(kinds) > 30


def test_a_drawn_card_is_told_to_its_side_only() -> None:
    game = action().do("fill")
    own = [x for x in game.table.narrate("heroes_0", 0) if x.startswith("The Heroes drew")]
    theirs = [x for x in game.table.narrate("villains_0", 0) if x.startswith("The Heroes drew")]
    assert own and "The Heroes drew a card." not in own and set(theirs) == {"The Heroes drew a card."}


def test_characters_of_one_name_are_told_apart_by_their_places() -> None:
    own = {"characters": [ch("Doctor Umbra"), ch("Gloom Grunt"), ch("Gloom Grunt")]}
    assert list(action(villains=own).table.view()["sides"]["villains_0"]["characters"]) == [
        "Doctor Umbra", "Gloom Grunt 2", "Gloom Grunt 3",
    ]  # fmt: skip


def test_choices_say_what_they_do() -> None:
    game = missions(heroes={"hand": {"Stakeout": 1}})
    said = [str(game.table.describe(move)) for move in game.legal]
    assert said == [
        "End the Mission Phase: the Turn goes on",
        "Play Stakeout: Employ 1 Character: draw 2 cards",
        "Employ Red Sentai: Upgrade a Hero",
        "Employ Blue Sentai: draw 2 cards",
    ]


def test_staged_cards_lie_face_down_for_the_other_side() -> None:
    villains = {"characters": fighters("Doctor Umbra"), "hand": {"Smoke Screen": 2}}
    game = tic(1, {"characters": fighters("Red Sentai")}, villains).play("Smoke Screen").do("pass")
    assert "Stack: ??" in game.table.render("heroes_0") and "Smoke Screen" not in game.table.render(
        "heroes_0"
    )
    assert "Stack: Smoke Screen" in game.table.render("villains_0")


def test_sda_48_what_is_staged_is_dealt_anew_even_if_its_demands_are_no_longer_met() -> None:
    """Team Strike demands a Sentai in Combat, and is all that is left for Tic 4; no card is made up or lost."""
    heroes: dict[str, Any] = {"characters": fighters("Academy Cadet"), "stack": [{"card": "Team Strike"}]}
    game = tic(4, heroes, {"characters": fighters("Doctor Umbra")}, decides="heroes_0")
    others = [card for card in game.table.setup.config["heroes"]["cards"] if card["name"] != "Team Strike"]
    heroes["discards"] = {
        card["name"]: card["copies"]
        for card in others
        if card["kind"] == "combat" and card["texts"][0]["initiative"] in (4, "X")
    }
    game = tic(4, heroes, {"characters": fighters("Doctor Umbra")}, decides="heroes_0")
    for seed in range(5):
        found = Game(game.table.redeal("villains_0", seed))
        assert found.card_of(found.s.stack[0]) == "Team Strike" and found.team("heroes").stack_n == 1
        assert list(found.team("heroes").deck) == list(game.team("heroes").deck)


def test_the_prompt_says_who_decides_what() -> None:
    assert action().table.prompt().startswith("Heroes: take an Action (3 left)")


def test_names_are_told_in_the_language_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    villains = {
        "characters": [ch("Doctor Umbra", "Shock Baton", in_combat=True)],
        "hand": {"Smoke Screen": 2},
    }
    heroes = {"characters": fighters("Red Sentai"), "hand": {"Quick Jab": 2}, "discards": {"Taunt": 1}}
    game = tic(1, heroes, villains).play("Smoke Screen")
    speak_in_brackets(monkeypatch)
    seen = game.table.render()
    for name in ("Red Sentai", "Doctor Umbra", "Shock Baton", "Quick Jab", "Taunt", "Smoke Screen"):
        assert f"[{name}]" in seen and name not in seen.replace(f"[{name}]", "")


def test_positions_are_the_same_in_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = make_setup(ID, "short")
    found = [(game.table.clone().state, to_position(game.s, setup)) for game in plies(0)]
    stacks = [entry for _, x in found for side in (x.heroes, x.villains) for entry in side.stack]
    assert any(x.running for _, x in found) and any(entry.by for entry in stacks)
    speak_in_brackets(monkeypatch)
    for s, english in found:
        assert to_position(s, setup) == english
        from_position(english, setup, s)
        assert to_position(s, setup) == english


def test_a_name_may_have_braces() -> None:
    config = copy.deepcopy(make_setup(ID, "short").config)
    config["heroes"]["initials"][0]["front"]["name"] = "{amount}"
    heroes = {"characters": [ch("{amount}", face="front")]}
    game = position(config, heroes=heroes, phase="mission", decides="heroes_0", side="heroes").do("own 1")
    assert "{amount} was Employed." in game.table.narrate()
