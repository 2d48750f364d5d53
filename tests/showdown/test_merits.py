"""What a choice does in a Showdown, and why one was won or lost, in one sentence each."""

from __future__ import annotations

from tests.showdown.support import action, before_combat, ch, fight, fighters


def test_who_joins_and_who_stays() -> None:
    game = before_combat({"characters": [ch("Red Sentai", upgrades=2)]}, {"characters": [ch("Doctor Umbra")]})
    game.do("pass")
    assert game.table.merit("join") == "Red Sentai adds 4 Power: the Combat stands at 4 Power to 7."
    assert game.table.merit("stay") == (
        "Red Sentai cannot be Wounded in the Combat, but its 4 Power does not count there."
    )


def test_what_a_combat_card_costs_and_does() -> None:
    game = fight(1, {"hand": {"Quick Jab": 1, "Last Stand": 1}, "valor": 4}, {"valor": 0}).do("pass")
    told = "+1 Power to a Character, for 1 of your 4 Valor; the Combat stands at 2 Power to 7."
    assert game.table.merit(game.card("Quick Jab")) == told
    game.do(game.card("Last Stand"))
    assert game.table.merit("pass") == "You keep 1 Valor; the Combat stands at 2 Power to 7."
    game.do("pass")
    assert game.table.merit("whiff") == "Last Stand is wasted, but you keep 4 Valor."
    game.do("pay")
    assert game.table.merit(game.at("Red Sentai")) == "Red Sentai's Power changes from 2 to 4."


def test_what_cannot_be_paid() -> None:
    game = fight(1, {"hand": {"Last Stand": 1}, "valor": 2}, {"valor": 0}).do("pass")
    told = "It costs 3 Valor, and you have only 2 left: it would Whiff."
    assert game.table.merit(game.card("Last Stand")) == told


def test_who_is_shot() -> None:
    game = fight(2, {"hand": {"Snap Shot": 1}}, {"characters": fighters("Doctor Umbra", "Gloom Grunt")})
    game.do("pass").play("Snap Shot").do("pass", "pay")
    assert game.table.merit(game.at("Doctor Umbra")) == "Doctor Umbra is not Wounded: Power 7 is above 2."
    assert game.table.merit(game.at("Gloom Grunt")) == "Gloom Grunt 2 is Wounded: Power 2 is not above 2."


def test_calling_it_over() -> None:
    game = fight(1, {}, {})
    assert game.table.merit("over") == (
        "The Combat stands at 7 Power to 2, so you win it if both call it over."
    )


def test_an_ally_and_an_upgrade() -> None:
    game = action("heroes", 3, heroes={"hand": {"Academy Cadet": 1}})
    assert (
        game.table.merit(game.card("Academy Cadet")) == "It brings 1 Power to the Table; 2 Actions are left."
    )
    game.do("upgrade")
    assert game.table.merit(game.at("Red Sentai")) == "Red Sentai's Power rises from 2 to 3."


def test_the_combat_that_beat_a_leader() -> None:
    game = fight(12, {"wounds": 1}, {}, scenario="short")
    while not game.table.over:
        game.do(game.legal[0])
    assert game.table.headline(0) == (
        "The Villains won the Combat of Turn 1 by 7 Power to 2, and the Heroes' Leader fell."
    )
