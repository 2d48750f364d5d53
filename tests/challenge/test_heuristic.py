"""The heuristics beat random play, and both even play and theirs is balanced."""

from __future__ import annotations

import numpy as np
import pytest

from tests.challenge.support import ID
from throwdown.agents import RandomAgent, load
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.evaluation.match import play

DEALS = 600 if IS_COMPILED else 12
LOW, EVEN = (0.7, (0.3, 0.7)) if IS_COMPILED else (0.4, (0.1, 0.95))
"""Bounds; with the few games of plain Python they say little."""


def rate(scenario: str, first: str, second: str) -> float:
    """Return the share of games that the second side wins, a tie counted half."""
    setup = make_setup(ID, scenario)
    agents = {"random": RandomAgent(), "heuristic": load("heuristic", setup)}
    one, other = setup.teams
    return float(play(setup, {one: agents[first], other: agents[second]}, DEALS, seed=5).wins(other).mean())


@pytest.mark.parametrize("scenario", ["scene", "duel", "duel-2v2"])
def test_it_beats_random_on_both_sides(scenario: str) -> None:
    assert rate(scenario, "random", "heuristic") > LOW
    assert 1 - rate(scenario, "heuristic", "random") > LOW


@pytest.mark.parametrize("scenario", ["scene", "duel", "duel-2v2"])
@pytest.mark.parametrize("player", ["random", "heuristic"])
def test_equal_players_win_alike(scenario: str, player: str) -> None:
    assert EVEN[0] < rate(scenario, player, player) < EVEN[1]


def test_who_makes_no_presses_gives_her_boons_away() -> None:
    """At her priority; she spends none on herself while her ally is in."""
    table = Table.deal(ID, 3, "duel-2v2")
    agent, used = load("heuristic", table.setup), []
    while not table.over:
        mover, before = table.agent, table.legal()
        move = table.setup.game.actions.labels[int(agent.act(table.decision(), np.random.default_rng(1))[0])]
        if mover in ("a_1", "b_1") and "boon-gift" in before:
            used.append(move)
        table.play(move)
    assert used and set(used) == {"boon-gift"}


def test_it_draws_better_than_random_in_a_lone_attempt() -> None:
    assert rate("attempt", "random", "heuristic") > rate("attempt", "random", "random")
