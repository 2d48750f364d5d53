"""What is told: events, menus, reasons, and that nothing hidden is."""

from __future__ import annotations

from tests.showdown.support import Game, action, ch, deal, fighters, missions, tic
from throwdown.envs.showdown.state import Event
from throwdown.envs.showdown.words import text


def test_every_event_is_told() -> None:
    assert tuple(text.TOLD) == tuple(Event)


def random_game(seed: int) -> Game:
    game = deal("short", seed)
    ply = 0
    while not game.table.over:
        legal = game.legal
        game.do(legal[(seed * 7 + ply * 13) % len(legal)])
        ply += 1
    return game


def test_whole_games_are_told_in_sentences_without_numbers_for_names() -> None:
    kinds = set()
    for seed in range(6):
        game = random_game(seed)
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


def test_the_prompt_says_who_decides_what() -> None:
    assert action().table.prompt().startswith("Heroes: take an Action, 3 left")
