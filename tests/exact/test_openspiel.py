"""OpenSpiel finds on the exported games what is found here, and here what OpenSpiel finds on its own."""

from __future__ import annotations

import importlib
import pickle
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.exact.support import SMALL, four_cards, team
from throwdown.envs.core.errors import InvalidConfig, UnknownGame
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import (
    Solver,
    best_response,
    build_tree,
    expected_value,
    exploitability,
    solve,
)
from throwdown.evaluation.exact.paths import Paths
from throwdown.evaluation.exact.walk import TERMINAL

pyspiel = pytest.importorskip("pyspiel")
openspiel = importlib.import_module("throwdown.evaluation.exact.openspiel")
spiel_exploitability = importlib.import_module("open_spiel.python.algorithms.exploitability")
discounted_cfr = importlib.import_module("open_spiel.python.algorithms.discounted_cfr")
spiel_policy = importlib.import_module("open_spiel.python.policy")

GAMES: dict[str, tuple[str, Any]] = {
    "throwdown": ("throwdown-v0", four_cards()),
    "team": ("throwdown-v0", team()),
    "pile": ("pile-v0", "mini"),
    "gambit": ("gambit-v0", "mini"),
}
EXACT = 1e-9


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Any:
    id, scenario = GAMES[request.param]
    return openspiel.to_openspiel(make_setup(id, scenario))


@pytest.fixture(scope="module")
def cached(game: Any) -> Any:
    return pyspiel.convert_to_cached_tree(game)


def states(state: Any) -> Any:
    """Yield a state and all that can follow."""
    yield state
    if not state.is_terminal():
        for action in state.legal_actions():
            yield from states(state.child(action))


def test_openspiel_accepts_the_game(game: Any) -> None:
    """Its own tests: legal actions, returns, clones, serialisation, lengths and bounds."""
    pyspiel.random_sim_test(game, num_sims=10, serialize=True, verbose=False)


def test_the_histories_are_those_of_the_tree(game: Any, cached: Any) -> None:
    found = list(states(cached.new_initial_state()))
    assert len(found) == len(game.tree.parent)
    assert len({str(state) for state in found}) == len(found)
    names = {s.information_state_string() for s in found if s.current_player() >= 0}
    assert names == set(openspiel.to_policy(game, game.tree.uniform()))
    ends = [state for state in found if state.is_terminal()]
    assert {state.returns()[0] for state in ends} == set(game.tree.value[game.tree.info == TERMINAL].tolist())
    for state in found:
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)


def test_players_have_perfect_recall(game: Any, cached: Any) -> None:
    """Within an information state a player has the same options, and has seen and done the same before."""
    known: dict[tuple[int, str], Any] = {}

    def walk(state: Any, past: tuple[tuple[Any, ...], ...]) -> None:
        if state.is_terminal():
            return
        me = state.current_player()
        if me >= 0:
            name = state.information_state_string()
            facts = (tuple(state.legal_actions()), past[me])
            assert known.setdefault((me, name), facts) == facts
        for action in state.legal_actions():
            step = ((name, action),) if me >= 0 else ()
            walk(state.child(action), tuple(p + step if i == me else p for i, p in enumerate(past)))

    walk(cached.new_initial_state(), ((), ()))
    assert len({name for _, name in known}) == len(known) == len(game.tree.side)


def test_between_turns_a_player_knows_its_last_action(game: Any) -> None:
    state, rng = game.new_initial_state(), np.random.default_rng(4)
    last = ["coach", "pilot"]
    while not state.is_terminal():
        me = state.current_player()
        for player in {0, 1} - {me}:
            assert state.information_state_string(player) == last[player]
        action = int(rng.choice(state.legal_actions()))
        if me >= 0:
            last[me] = f"{state.information_state_string()} {state.action_to_string(action)}"
        state.apply_action(action)


def strategies(tree: Any) -> list[Any]:
    """Return uniform play, an average of CFR+, and a random strategy."""
    solver = Solver(tree)
    solver.run(10)
    drawn = np.random.default_rng(0).gamma(1.0, size=len(tree.action))
    mass = np.add.reduceat(drawn, tree.first[:-1])
    return [tree.uniform(), solver.average(), drawn / np.repeat(mass, tree.sizes)]


def test_values_and_best_responses_agree(game: Any, cached: Any) -> None:
    for strategy in strategies(game.tree):
        policy = openspiel.to_policy(game, strategy)
        found = exploitability(game.tree, strategy)
        assert pyspiel.exploitability(cached, policy) == pytest.approx(found.mean, abs=EXACT)
        table = pyspiel.TabularPolicy(policy)
        returns = pyspiel.expected_returns(cached.new_initial_state(), [table, table], -1, True)
        assert returns[0] == pytest.approx(expected_value(game.tree, strategy), abs=EXACT)
        for player in (0, 1):
            root = cached.new_initial_state()
            theirs = pyspiel.TabularBestResponse(cached, player, policy).value_from_state(root)
            ours, answer = best_response(game.tree, strategy, player)
            assert theirs == pytest.approx(ours, abs=EXACT)
            assert (1 - 2 * player) * expected_value(game.tree, answer) == pytest.approx(theirs, abs=EXACT)


def test_python_s_best_responses_agree(game: Any, cached: Any) -> None:
    found = exploitability(game.tree, game.tree.uniform())
    nash_conv = spiel_exploitability.nash_conv(
        cached, spiel_policy.UniformRandomPolicy(cached), return_only_nash_conv=False
    )
    assert nash_conv.player_improvements == pytest.approx(found.gains, abs=EXACT)


def blurred(id: str, scenario: Any) -> Any:
    """Return a game half of whose returns are drawn: no two actions are worth the same.

    Where they are, as in many Gambits, the regrets of solvers differ in their last bit only, by the order of additions;
    but one positive bit is a pure strategy where none is a uniform one.
    """
    setup = make_setup(id, scenario)
    game = openspiel.to_openspiel(setup)
    ends, value = game.tree.info == TERMINAL, game.tree.value.copy()
    most = np.abs(value).max()
    value[ends] = (value[ends] + np.random.default_rng(6).uniform(-most, most, int(ends.sum()))) / 2
    game.paths = Paths(setup)  # others share the one it had
    game.paths.tree = replace(game.tree, value=value)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_cfr_plus_goes_the_same_way(name: str) -> None:
    game = blurred(*GAMES[name])
    cached = pyspiel.convert_to_cached_tree(game)
    theirs, ours = pyspiel.CFRPlusSolver(cached), Solver(game.tree)
    for _ in range(6):
        theirs.evaluate_and_update_policy()
        ours.run(1)
        expected = exploitability(game.tree, ours.average()).mean
        assert pyspiel.exploitability(cached, theirs.average_policy()) == pytest.approx(expected, abs=EXACT)


def test_a_policy_of_openspiel_is_a_strategy(game: Any, cached: Any) -> None:
    """Sampling CFR comes near the equilibrium, as measured here; a table of its policy reads back."""
    solver = pyspiel.ExternalSamplingMCCFRSolver(cached, seed=1)
    before = exploitability(game.tree, game.tree.uniform()).mean
    for _ in range(3000):
        solver.run_iteration()
    strategy = openspiel.from_policy(game, solver.average_policy())
    assert exploitability(game.tree, strategy).mean < before / 2
    np.testing.assert_array_equal(openspiel.from_policy(game, openspiel.to_policy(game, strategy)), strategy)


def test_dcfr_goes_the_same_way() -> None:
    game = blurred("pile-v0", "mini")
    theirs = discounted_cfr.DCFRSolver(pyspiel.convert_to_cached_tree(game))
    ours = Solver(game.tree, "dcfr")
    for _ in range(10):
        theirs.evaluate_and_update_policy()
        ours.run(1)
        found = openspiel.from_policy(game, theirs.average_policy())
        there = exploitability(game.tree, found).mean
        assert there == pytest.approx(exploitability(game.tree, ours.average()).mean, abs=EXACT)


@pytest.mark.parametrize(("name", "iterations"), [("kuhn_poker", 50), ("leduc_poker", 12)])
def test_poker_is_openspiel_s(name: str, iterations: int) -> None:
    """The same rules written twice: uniform play and the way of CFR+ agree with OpenSpiel's own games."""
    is_leduc = name == "leduc_poker"
    tree = build_tree(make_setup("leduc-v0", "suits") if is_leduc else make_setup("kuhn-v0"))
    theirs = pyspiel.load_game(name)
    assert len(tree.side) == len(pyspiel.CFRSolver(theirs).tabular_average_policy().policy_table())
    uniform = pyspiel.exploitability(theirs, pyspiel.UniformRandomPolicy(theirs))
    assert exploitability(tree, tree.uniform()).mean == pytest.approx(uniform, abs=EXACT)
    them, us = pyspiel.CFRPlusSolver(theirs), Solver(tree)
    for _ in range(3):
        for _ in range(iterations // 3):
            them.evaluate_and_update_policy()
        us.run(iterations // 3)
        there = pyspiel.exploitability(theirs, them.average_policy())
        assert exploitability(tree, us.average()).mean == pytest.approx(there, abs=EXACT)


def test_suits_that_do_not_matter_change_no_value() -> None:
    found = [
        solve(build_tree(make_setup("leduc-v0", scenario)), iterations=100).found
        for scenario in ("standard", "suits")
    ]
    assert found[0].values == pytest.approx(found[1].values, abs=1e-5)


def test_mini_agrees() -> None:
    game = pyspiel.load_game("python_throwdown", {"game": "throwdown-v0", "scenario": "mini"})
    cached = pyspiel.convert_to_cached_tree(game)
    solution = solve(game.tree, until=1e-3)
    for strategy in (game.tree.uniform(), solution.strategy):
        there = pyspiel.exploitability(cached, openspiel.to_policy(game, strategy))
        assert there == pytest.approx(exploitability(game.tree, strategy).mean, abs=EXACT)


def test_games_are_loaded_by_name_and_share_their_tree() -> None:
    game = openspiel.to_openspiel(make_setup("pile-v0", "mini"))
    assert str(game) == "python_throwdown(game=pile-v0,options=,scenario=mini)"
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game)
        assert again.tree is game.tree
    state = game.new_initial_state()
    state.apply_action(3)
    copy = pickle.loads(pickle.dumps(state))
    assert str(copy) == str(state) and copy.legal_actions() == state.legal_actions()


def test_scenarios_of_one_s_own_and_options_are_made_again() -> None:
    """A game that is no shipped scenario carries all of it in its parameters."""
    plain = openspiel.to_openspiel(make_setup("throwdown-v0", SMALL))
    win = openspiel.to_openspiel(make_setup("throwdown-v0", SMALL, reward="win"))
    assert set(win.tree.value.tolist()) <= {-1.0, 0.0, 1.0} != set(plain.tree.value.tolist())
    for game in (plain, win):
        again = pickle.loads(pickle.dumps(game))
        assert again.tree is game.tree
        assert pyspiel.load_game(str(game)).tree is game.tree


def test_a_tensor_is_what_the_player_to_move_observes() -> None:
    game = openspiel.to_openspiel(make_setup("pile-v0", "mini"))
    views = {f"{k:016x}": view for k, view in zip(game.tree.key.tolist(), game.tree.views, strict=True)}
    state, rng = game.new_initial_state(), np.random.default_rng(2)
    while not state.is_terminal():
        me = state.current_player()
        for player in (0, 1):
            seen = np.zeros(game.tree.views.shape[1])
            if player == me:
                seen = views[state.information_state_string().split()[1]]
            np.testing.assert_array_equal(state.observation_tensor(player), seen)
        state.apply_action(int(rng.choice(state.legal_actions())))


def test_what_cannot_be_loaded_is_refused() -> None:
    for params, error, words in (
        ({"game": "pile-v1"}, UnknownGame, "'pile-v1' is not a game"),
        ({"scenario": "spar"}, InvalidConfig, "a tree needs one seat, or seats that share"),
        ({"scenario": "{mini}"}, InvalidConfig, "scenario or options is not a JSON object"),
        ({"options": "win"}, InvalidConfig, "scenario or options is not a JSON object"),
        ({"options": '{"reward": "much"}'}, InvalidConfig, "reward"),
    ):
        with pytest.raises(error, match=words):
            pyspiel.load_game("python_throwdown", params)
    game = openspiel.to_openspiel(make_setup("pile-v0", "mini"))
    with pytest.raises(InvalidConfig, match="lacks the information state 'coach "):
        openspiel.from_policy(game, {})
    everybody = pyspiel.PrivateInfoType.ALL_PLAYERS
    with pytest.raises(InvalidConfig, match="sees one player"):
        game.make_observer(pyspiel.IIGObservationType(perfect_recall=True, private_info=everybody), {})
