"""The heuristic of Skirmish plays sensibly, and the sample content is balanced."""

from __future__ import annotations

import numpy as np
import pytest

from tests.skirmish.support import ID, commits, turn
from tests.skirmish.test_turns import close
from throwdown.agents import load
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.envs.tables.view import View
from throwdown.evaluation.match import play

SCENARIOS = ("tutorial", "skirmish", "boss", "back-to-back")


def choice(table: Table) -> str:
    """What the heuristic does."""
    agent = load("heuristic", table.setup, table.setup.roles[int(table.state.seat)])
    view = View.of(table.observe(), table.mask())
    return table.setup.game.actions.labels[int(agent.act(view, np.random.default_rng(0))[0])]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_heuristics_are_balanced(scenario: str) -> None:
    """SKO-50: MCs win between 30 and 70 % of the games of two heuristics, and of two random players."""
    setup = make_setup(ID, scenario)
    for name in ("heuristic", "random"):
        players = {role: load(name, setup, role) for role in setup.roles}
        value = (play(setup, players, 400, 5).of("mcs").mean() + 1) / 2
        assert 0.3 < value < 0.7, name


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("role", ["mcs", "cpu"])
def test_it_beats_random_play_in_nine_games_of_ten(scenario: str, role: str) -> None:
    setup = make_setup(ID, scenario)
    players = {other: load("random", setup, other) for other in setup.roles}
    games = play(setup, players | {role: load("heuristic", setup, role)}, 300, 6)
    assert (games.of(role) > 0).mean() >= 0.9


def test_it_attacks_whom_it_brings_down() -> None:
    game = turn(processes={**close("Glitch 1", hp=7), **close("Glitch 2", hp=6)})
    assert choice(game.table) == game.act("Glitch 2")


def test_it_lays_a_card_that_hits_and_reloads_with_an_empty_hand() -> None:
    assert choice(commits({"Ronin": ["2C", "9C", "QC"]}).table) == "card 2"
    assert choice(commits({}).table) == "reload"


def test_it_walks_closer() -> None:
    game = turn(processes={"Ronin": {"points": 4}}).do("bonus 1")
    assert choice(game.table) == game.go("Concourse")


def test_it_gives_what_climbs() -> None:
    teams = {"mcs": {"cards": ["9C", "4H", "6D"]}}
    assert choice(turn(processes=close(), teams=teams).attack("Glitch 1").table) == "give"
    other = turn(card="8S", processes=close(), teams=teams).attack("Glitch 1")
    assert choice(other.table) == "pass"


def test_it_uses_an_interrupt_as_soon_as_it_can() -> None:
    game = turn(processes={**close(), "Ronin": {"meter": 10}}, hands={"Ronin": {"cards": ["QD"]}})
    assert choice(game.table) in ("interrupt 1", "bonus 1")


def test_it_plays_nothing_else() -> None:
    with pytest.raises(InvalidConfig, match="skirmish-v0"):
        load("heuristic", make_setup(ID, "tutorial"), "mcs").bind(make_setup("challenge-v0", "duel"))
