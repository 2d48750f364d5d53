"""The heuristic for sessions: legal everywhere, and better than random in both roles."""

from __future__ import annotations

import numpy as np
import pytest

from tests.session.support import GAME, between, play, sheet
from throwdown import agents
from throwdown.agents.base import Agent
from throwdown.agents.heuristics.session import Heuristic
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.envs.tables.view import View


def pilots_share(setup: Setup, coach: Agent, pilots: Agent, games: int = 1000) -> float:
    """Return the share of sessions that the Pilots win."""
    batch = Batch(setup, games, seed=3, autoreset=False)
    step, rng, won = batch.reset(), np.random.default_rng(5), np.zeros(games, np.float64)
    while (step.seats >= 0).any():
        actions = np.full(games, -1, np.int64)
        for agent, rows in ((coach, step.seats == 0), (pilots, step.seats > 0)):
            if rows.any():
                actions[rows] = agent.act(View.of(step.observations[rows], step.masks[rows]), rng)
        step = batch.step(actions)
        assert not step.errors.any()
        won += step.rewards[:, 1] > 0
    return float(won.mean())


@pytest.mark.skipif(not IS_COMPILED, reason="hundreds of sessions take minutes in plain Python")
@pytest.mark.parametrize("scenario", ["duel", "trio"])
def test_it_beats_random_play_in_both_roles(scenario: str) -> None:
    setup = make_setup(GAME, scenario)
    wise, wild = agents.load("heuristic", setup), agents.load("random", setup)
    base = pilots_share(setup, wild, wild)
    assert pilots_share(setup, wild, wise) > 0.8 > base + 0.2
    assert pilots_share(setup, wise, wild) < base / 2


def chosen(table: Table) -> str:
    agent = Heuristic().bind(table.setup)
    action = agent.act(table.decision(), np.random.default_rng(0))[0]
    return str(table.game.actions.labels[int(action)])


def test_a_pilot_challenges_while_she_is_whole() -> None:
    assert chosen(between()) == "challenge trauma"


def test_in_a_calm_round_a_pilot_ventures() -> None:
    data = sheet(session={"calm": 1})
    assert chosen(between(data, scene=3)).startswith("venture ")
    assert chosen(between(data, scene=5)) == "challenge trauma"


def test_a_worn_pilot_counts_the_rounds_in_which_she_may_still_challenge() -> None:
    worn = {"commitments": {"pilot_0": {"solo": 0, "steel": 1}}}
    for calm, wanted in ((0, "venture recover"), (4, "challenge trauma")):
        data = sheet(1, {"scenes": 20, "calm": calm}, rules={"rout": "all-balances"})
        assert chosen(between(data, scene=11, **worn)) == wanted


def test_a_worn_pilot_recovers_first_unless_time_presses() -> None:
    worn = {"commitments": {"pilot_0": {"solo": 0, "steel": 1}}}
    data = sheet(1, {"scenes": 20}, rules={"rout": "all-balances"})
    assert chosen(between(data, **worn)) == "venture recover"
    assert chosen(between(data, scene=20, **worn)) == "challenge trauma"


def test_coach_wants_to_see_cards() -> None:
    assert chosen(play(between(), "venture chargeup")) == "gambit"
    assert chosen(play(between(), "venture none")) == "fiat"


def test_coach_keeps_quiet_until_the_team_is_close_to_breaking() -> None:
    assert chosen(between(side="coach")) == "fiat"
    low = {"steel": 1}
    assert chosen(between(side="coach", commitments={"pilot_0": low, "pilot_1": low})) == "challenge strife"


def test_it_goes_without_what_it_must_not_do() -> None:
    """Whoever measures what actions are worth takes them away; here one after another."""
    for table in (
        between(),
        between(sheet(session={"calm": 1}), scene=3),
        play(between(), "venture chargeup"),
        play(between(), "venture none"),
        between(side="coach"),
    ):
        agent, view = Heuristic().bind(table.setup), table.decision()
        masks = view.masks.copy()
        for _ in range(int(masks.sum())):
            (action,) = agent.act(View.of(view.observations, masks), np.random.default_rng(0))
            assert masks[0, action]
            masks[0, action] = False


def test_it_plays_sessions_only() -> None:
    with pytest.raises(InvalidConfig, match="plays session-v0"):
        Heuristic().bind(make_setup("gambit-v0", "duel"))
