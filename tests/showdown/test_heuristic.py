"""The heuristic of Showdown plays sensibly, and the sample content is balanced."""

from __future__ import annotations

import numpy as np
import pytest

from tests.showdown.support import ID, Game, action, ch, fighters, missions, tic
from throwdown.agents import load
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation.match import play

SCENARIOS = ("showdown", "printed", "short", "mini")


def choice(game: Game) -> str:
    """What the heuristic does."""
    agent = load("heuristic", game.table.setup, game.table.setup.roles[int(game.s.seat)])
    view = View.of(game.table.observe(), game.table.mask())
    return game.table.setup.game.actions.labels[int(agent.act(view, np.random.default_rng(0))[0])]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_heuristics_are_balanced(scenario: str) -> None:
    """Heroes win between 30 and 70 % of the games of two heuristics, and of two random players."""
    setup = make_setup(ID, scenario)
    for name in ("heuristic", "random"):
        players = {role: load(name, setup, role) for role in setup.roles}
        assert 0.3 < (play(setup, players, 400, 5).of("heroes") > 0).mean() < 0.7, name


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("role", ["heroes", "villains"])
def test_it_beats_random_play_in_nine_games_of_ten(scenario: str, role: str) -> None:
    setup = make_setup(ID, scenario)
    players = {other: load("random", setup, other) for other in setup.roles}
    games = play(setup, players | {role: load("heuristic", setup, role)}, 300, 6)
    assert (games.of(role) > 0).mean() >= 0.9


def test_it_brings_out_the_strongest_card_first() -> None:
    game = action(heroes={"hand": {"Old Master": 1, "Academy Cadet": 1, "Taunt": 3, "Finisher": 3}})
    assert choice(game) == game.card("Old Master")


def test_it_attacks_with_a_lead_and_with_its_last_action() -> None:
    heroes = {"characters": [ch("Red Sentai")]}
    strong, weak = [ch("Doctor Umbra")], [ch("Doctor Umbra", bonus=-6)]
    assert choice(action("villains", 1, heroes=heroes, villains={"characters": strong})) == "buy"
    assert choice(action("villains", 1, heroes=heroes, villains={"characters": weak})) != "buy"
    assert choice(action("villains", 4, heroes=heroes, villains={"characters": strong})) != "buy"


def test_it_does_not_employ_or_heal_for_the_other_side() -> None:
    game = missions(
        heroes={"characters": [ch("Gold Sentai")]},
        villains={"characters": [ch("Doctor Umbra", wounded=True)]},
    )
    assert game.legal == ["pass", "own 1"] and choice(game) == "pass"


def test_it_shoots_the_strongest_that_falls() -> None:
    villains = {"characters": fighters("Doctor Umbra", "Gloom Grunt", "Mad Tinkerer")}
    heroes = {"characters": fighters("Red Sentai"), "hand": {"Snap Shot": 1}}
    game = tic(2, heroes, villains).do("pass")
    assert choice(game) == game.card("Snap Shot")
    game.play("Snap Shot").do("pass")
    assert choice(game) == "pay"
    assert choice(game.do("pay")) == game.at("Gloom Grunt")


def test_it_plays_showdown_only() -> None:
    from throwdown.agents.heuristics.showdown import Heuristic

    with pytest.raises(InvalidConfig, match="plays showdown-v0, not kuhn-v0"):
        Heuristic().bind(make_setup("kuhn-v0"))
