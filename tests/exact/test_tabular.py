"""The strategy of a solved game plays in matches and at the table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.support import pair
from throwdown.agents import RandomAgent, TabularAgent, load, save_table
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table
from throwdown.envs.tables.view import View
from throwdown.evaluation.exact import Solution, best_response, build_tree, expected_value, solve, tabulate
from throwdown.evaluation.match import play


@pytest.fixture(scope="module")
def setup() -> Setup:
    return make_setup("throwdown-v0", "mini")


@pytest.fixture(scope="module")
def solved(setup: Setup) -> Solution:
    return solve(build_tree(setup, views=False))


def write(folder: Path, setup: Setup, solved: Solution, strategy: np.ndarray, name: str = "best") -> Path:
    tree = solved.tree
    file = folder / f"{name}.npz"
    save_table(file, setup, tree.key, tree.first, tree.action, strategy)
    return file


def test_matches_return_what_the_tree_says(setup: Setup, solved: Solution, tmp_path: Path) -> None:
    """Equilibrium against equilibrium, and the best response to uniform play against uniform play."""
    tree = solved.tree
    _, answer = best_response(tree, tree.uniform(), 0)
    for name, strategy in (("equilibrium", solved.strategy), ("answer", answer)):
        agent = load(write(tmp_path, setup, solved, strategy, name), setup)
        result = play(setup, pair(agent, agent), 4000, 3)
        error = result.of("pilot").std() / np.sqrt(4000)
        assert abs(-result.of("pilot").mean() - expected_value(tree, strategy)) < 4 * error


def test_nobody_beats_an_equilibrium(setup: Setup, solved: Solution, tmp_path: Path) -> None:
    agent = load(write(tmp_path, setup, solved, solved.strategy), setup)
    low, high = solved.value
    for name in ("random", "heuristic"):
        theirs = play(setup, pair(agent, load(name, setup, "pilot")), 4000, 5)
        assert -theirs.of("pilot").mean() > low - 4 * theirs.of("pilot").std() / np.sqrt(4000)
        mine = play(setup, pair(load(name, setup, "coach"), agent), 4000, 5)
        assert -mine.of("pilot").mean() < high + 4 * mine.of("pilot").std() / np.sqrt(4000)


def test_the_table_names_the_same_sets(setup: Setup, solved: Solution, tmp_path: Path) -> None:
    agent = load(write(tmp_path, setup, solved, solved.strategy), setup)
    rng = np.random.default_rng(1)
    known = set(solved.tree.key.tolist())
    for seed in range(20):
        table = Table.from_setup(setup, seed)
        while not table.over:
            key = table.information_set()
            assert key in known
            view = table.decision()
            assert view.sets == [key]
            table.play(int(agent.act(view, rng)[0]))


def test_what_a_seat_cannot_know_changes_no_name(setup: Setup) -> None:
    """Dealt anew, the hidden cards leave the mover's information set as it was."""
    for seed in range(30):
        table = Table.from_setup(setup, seed)
        assert table.agent is not None
        again = table.redeal(table.agent, seed + 100)
        assert again.information_set() == table.information_set()


def test_bad_files_and_other_games_are_refused(setup: Setup, solved: Solution, tmp_path: Path) -> None:
    file = write(tmp_path, setup, solved, solved.strategy)
    with pytest.raises(InvalidConfig, match="was solved for a scenario other than 'duel'"):
        load(file, make_setup("throwdown-v0", "duel"))
    with pytest.raises(InvalidConfig, match="solves throwdown-v0, not pile-v0"):
        load(file, make_setup("pile-v0", "duel"))
    with pytest.raises(InvalidConfig, match="there is no agent file"):
        TabularAgent(tmp_path / "none.npz")
    (tmp_path / "bad.npz").write_bytes(b"nothing")
    with pytest.raises(InvalidRecord, match="not a readable agent file"):
        TabularAgent(tmp_path / "bad.npz")
    with np.load(file) as data:
        columns = {name: data[name] for name in data.files}
    for name, column in (("first", columns["first"][:-1]), ("chances", columns["chances"][1:])):
        np.savez(tmp_path / "bad.npz", **{**columns, name: column})
        with pytest.raises(InvalidRecord, match="do not fit together"):
            TabularAgent(tmp_path / "bad.npz")
    chances = columns["chances"].copy()
    chances[:2] = -1.0
    for name, column in (
        ("actions", columns["actions"] - 9999),
        ("first", columns["first"][::-1]),
        ("chances", chances),
    ):
        np.savez(tmp_path / "bad.npz", **{**columns, name: column})
        with pytest.raises(InvalidRecord, match=r"do not fit together|are not probabilities"):
            TabularAgent(tmp_path / "bad.npz")
    np.savez(tmp_path / "bad.npz", **{**columns, "actions": columns["actions"] + 9999})
    with pytest.raises(InvalidRecord, match="names actions that throwdown-v0 does not have"):
        load(tmp_path / "bad.npz", setup)
    bomb = {name: np.zeros(10**6 + (name == "first"), column.dtype) for name, column in columns.items()}
    np.savez_compressed(tmp_path / "bad.npz", **{**bomb, "header": columns["header"]})
    with pytest.raises(InvalidRecord, match="its table is too large for a file of its size"):
        TabularAgent(tmp_path / "bad.npz")
    del columns["keys"]
    np.savez(tmp_path / "bad.npz", **columns)
    with pytest.raises(InvalidRecord, match="a column of the table is missing"):
        TabularAgent(tmp_path / "bad.npz")
    view = View.of(np.zeros((1, setup.width), np.int8), np.ones((1, 4), np.int8))
    with pytest.raises(InvalidConfig, match="cannot tell information sets, only observations, masks"):
        load(file, setup).act(view, np.random.default_rng())


def test_agents_are_tabulated(setup: Setup) -> None:
    """The table of an agent returns what matches do."""
    tree = build_tree(setup)
    assert np.allclose(tabulate(tree, pair(RandomAgent(), RandomAgent())), tree.uniform())
    heuristic = load("heuristic", setup)
    expected = expected_value(tree, tabulate(tree, pair(heuristic, RandomAgent())))
    returns = -play(setup, pair(heuristic, RandomAgent()), 20_000, 3).of("pilot")
    assert abs(returns.mean() - expected) < 4 * returns.std() / np.sqrt(len(returns))
