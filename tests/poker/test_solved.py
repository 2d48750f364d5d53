"""Kuhn and Leduc are played against their solutions, on the page and in the terminal."""

import pytest

from throwdown.agents import default_opponent, load
from throwdown.agents.shipped import find_solved, is_solved
from throwdown.envs.core.kit import InvalidConfig
from throwdown.envs.registry import games, make_setup
from throwdown.evaluation.exact import build_tree, exploitability, tabulate
from throwdown.play.outlook import Effort
from throwdown.play.review import Review
from throwdown.play.session import Session, called

SOLVED = [(id, scenario) for id in ("kuhn-v0", "leduc-v0") for scenario in games()[id].scenarios]


@pytest.mark.parametrize(("game", "scenario"), SOLVED)
def test_the_shipped_solution_cannot_be_beaten(game: str, scenario: str) -> None:
    setup = make_setup(game, scenario)
    tree = build_tree(setup, views=True)
    agent = load("solved", setup)
    strategy = tabulate(tree, dict.fromkeys(setup.roles, agent))
    found = exploitability(tree, strategy)
    assert found.mean < 0.0005 * found.half_range


@pytest.mark.parametrize(("game", "scenario"), SOLVED)
def test_it_is_the_usual_opponent_and_plays_a_game(game: str, scenario: str) -> None:
    setup = make_setup(game, scenario)
    assert {default_opponent(setup, role) for role in setup.roles} == {"solved"}
    session = Session.deal(setup, 3, against="solved")
    session.advance()
    while session.seat is not None:
        session.act(session.table.legal_ids()[0])
        session.advance()
    assert session.table.over and session.name_of(setup.seats[0]) == "solved" and called("solved") == "solved"


@pytest.mark.parametrize(("game", "scenario"), SOLVED)
def test_a_game_against_it_has_hints_trials_and_a_review(game: str, scenario: str) -> None:
    effort = Effort(worlds=10)
    session = Session.deal(make_setup(game, scenario), 3, against="solved", effort=effort)
    session.advance()
    while session.seat is not None:
        assert session.hint().action in session.table.legal_ids()
        session.act(session.table.legal_ids()[-1])
        session.advance()
    trial = session.branch(1, session.people[0])
    trial.advance()
    while trial.seat is not None:
        trial.act(trial.table.legal_ids()[0])
        trial.advance()
    review = Review(session, effort=effort)
    assert trial.table.over and review.summary([review.judge(move) for move in review.moves]).own is not None


def test_other_rules_have_no_solution() -> None:
    setup = make_setup("throwdown-v0", "duel")
    assert not is_solved(setup)
    with pytest.raises(InvalidConfig, match="throwdown solve"):
        find_solved(setup)
