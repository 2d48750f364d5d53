"""Who plays is named by sides, roles and seats, whatever a game calls them, and however many sides it has."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.evaluation.support import Conceder, First
from throwdown.agents import RandomAgent, load, save_table
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.seating import names_of, seat_players
from throwdown.evaluation import cross_play, deal_seeds, duel, measure, play, tier, write_report
from throwdown.evaluation.aivat import fit_baseline, quick_games
from throwdown.evaluation.balance import Cell
from throwdown.evaluation.cross import rate
from throwdown.evaluation.exact import Solution, build_tree, expected_value, solve, tabulate
from throwdown.evaluation.exact.cross import exact_cross_play
from throwdown.evaluation.leads import lead_changes
from throwdown.evaluation.legs import Leg
from throwdown.evaluation.plan import Plan
from throwdown.evaluation.quality import Trial, judge_agents
from throwdown.evaluation.report import balance_report
from throwdown.evaluation.report.tables import Extras
from throwdown.evaluation.sides import two_sides

FUSION = re.compile("coach|pilot|duel", re.IGNORECASE)


@pytest.fixture(scope="module")
def poker() -> Setup:
    return make_setup("kuhn-v0")


@pytest.fixture(scope="module")
def solved(poker: Setup) -> Solution:
    return solve(build_tree(poker), until=1e-4)


@pytest.fixture
def best(poker: Setup, solved: Solution, tmp_path: Path) -> str:
    """Return the file of an equilibrium of Kuhn poker."""
    tree, file = solved.tree, tmp_path / "best.npz"
    save_table(file, poker, tree.key, tree.first, tree.action, solved.strategy)
    return Typed(file)


@pytest.fixture(scope="module")
def trio() -> Setup:
    return make_setup("throwdown-v0", "trio")


# Names ------------------------------------------------------------------------------


def test_a_seat_s_name_goes_before_its_role_s(trio: Setup) -> None:
    a, b, c = First(), RandomAgent(), Conceder()
    found = seat_players(trio, {"pilot": a, "pilot_1": b, "coach_0": c})
    assert [(agent.name, seats.tolist()) for agent, seats in found] == [
        ("conceder", [0]),
        ("first", [1, 3]),
        ("random", [2]),
    ]
    named = play(trio, {"pilot": a, "pilot_1": b, "coach_0": c}, 4, 1)
    assert named.players == {"coach": "conceder", "pilot": "first,random,first"}
    assert names_of(trio) == ("coach", "pilot", "coach_0", "pilot_0", "pilot_1", "pilot_2")


def test_one_agent_for_each_seat_is_the_same_under_any_name(trio: Setup) -> None:
    agents = [First(), Conceder(), First()]
    whole = play(trio, {"coach": First(), "pilot": agents}, 6, 1)
    seats = {f"pilot_{k}": agent for k, agent in enumerate(agents)}
    np.testing.assert_array_equal(play(trio, {"coach": First(), **seats}, 6, 1).returns, whole.returns)


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["coach", "pilots"], "'pilots' is not a side, role or seat of throwdown-v0 .*did you mean 'pilot'"),
        (["pilot"], "nobody plays coach_0 of 'trio'; name an agent for coach_0 or coach"),
        (["coach", "pilot_0", "pilot_1"], "nobody plays pilot_2"),
        (["coach", "coach_0", "pilot"], "'coach' is left without a seat"),
    ],
)
def test_seats_without_players_and_strangers_are_named(trio: Setup, names: list[str], says: str) -> None:
    with pytest.raises(InvalidConfig, match=says):
        play(trio, dict.fromkeys(names, First()), 2)


def test_a_side_has_one_agent_on_a_tree(poker: Setup, solved: Solution) -> None:
    assert solved.tree.sides == ("first", "second")
    uniform = tabulate(solved.tree, {"first": RandomAgent(), "second": RandomAgent()})
    np.testing.assert_allclose(uniform, solved.tree.uniform())
    two = replace(solved.tree, setup=replace(poker, sides=("both", "both")))
    with pytest.raises(InvalidConfig, match="several agents play the both"):
        tabulate(two, {"first": RandomAgent(), "second": RandomAgent()})


# Any number of sides ------------------------------------------------------------------------------


def alone(setup: Setup) -> Setup:
    """Return the same game as if all seats were on one side."""
    return replace(setup, sides=("heroes",) * len(setup.seats), zero_sum=False)


def three(setup: Setup) -> Setup:
    """Return the same game as if two Pilots were on a side of their own."""
    return replace(setup, sides=("coach", "leader", "others", "others"), zero_sum=False)


def test_returns_are_by_side(trio: Setup) -> None:
    players = {"coach": First(), "pilot": RandomAgent()}
    two = play(trio, players, 5, 1)
    for setup, sides in (
        (alone(trio), {"heroes": "coach"}),
        (three(trio), {"leader": "pilot", "others": "pilot"}),
    ):
        found = play(setup, players, 5, 1)
        assert found.returns.shape == (len(setup.teams), 5) and list(found.players) == list(setup.teams)
        np.testing.assert_array_equal(found.lengths, two.lengths)
        for side, same in sides.items():
            np.testing.assert_array_equal(found.of(side), two.of(same))
    assert play(alone(trio), {"heroes": RandomAgent()}, 3).mean("heroes").low <= 1
    with pytest.raises(InvalidConfig, match="'hero' is not a side of throwdown-v0"):
        found.of("hero")


AGENT = {"a": First()}
NEEDS_TWO: dict[str, Callable[[Setup], object]] = {
    "A duel": lambda setup: duel(setup, First(), First(), 3),
    "Cross-play": lambda setup: cross_play(setup, AGENT, AGENT, 3),
    "Exact cross-play": lambda setup: exact_cross_play(setup, AGENT, AGENT),
    "A tree": build_tree,
    "AIVAT": lambda setup: fit_baseline(setup, [], 1),
    "Balance": lambda setup: measure([Cell(setup)], [tier("random", "random")], 4),
    "Measuring lead changes": lambda setup: lead_changes(
        Leg(setup, dict.fromkeys(setup.teams, First())), deal_seeds(2)
    ),
    "Judging decisions": lambda setup: judge_agents(
        Trial(setup, AGENT, AGENT, load("ismcts:5", setup), deal_seeds(2))  # type: ignore[arg-type]
    ),
}


@pytest.mark.parametrize("what", NEEDS_TWO)
def test_what_needs_two_sides_says_so(trio: Setup, what: str) -> None:
    for setup, have in ((alone(trio), "1 side"), (three(trio), "3 sides")):
        with pytest.raises(InvalidConfig, match=f"^{what} needs two sides, one of which wins.* has {have}"):
            NEEDS_TWO[what](setup)
    with pytest.raises(InvalidConfig, match="has 2 sides whose returns do not add up to 0"):
        NEEDS_TWO[what](replace(trio, zero_sum=False))


# A game with other names ------------------------------------------------------------------------------


def test_kuhn_is_played_by_first_and_second(poker: Setup, solved: Solution, best: str) -> None:
    agent = load(best, poker)
    found = play(poker, {"first": agent, "second": agent}, 4000, 3)
    error = found.of("first").std() / np.sqrt(4000)
    assert abs(found.of("first").mean() - -1 / 18) < 4 * error
    assert found.players == {"first": "best", "second": "best"}
    assert expected_value(solved.tree, solved.strategy) == pytest.approx(-1 / 18, abs=1e-3)
    with pytest.raises(InvalidConfig, match="'coach' is not a side, role or seat of kuhn-v0"):
        play(poker, {"coach": agent, "pilot": agent}, 2)


def test_a_cross_play_of_kuhn_says_nothing_of_fusion(poker: Setup, best: str, tmp_path: Path) -> None:
    """Matrix, ratings, Nash, AIVAT, exact results, pictures: in the game's own names everywhere."""
    agents = {"random": RandomAgent(), "best": load(best, poker), "lowest": First()}
    games = [{"first": x, "second": y} for x in agents.values() for y in agents.values()]
    baseline = fit_baseline(poker, quick_games(poker, games), 1, games=600)
    plan = Plan(poker, agents, agents, deal_seeds(200), 1, baseline)
    result = plan.assemble({unit: plan.play(unit) for unit in plan.units})
    exact = exact_cross_play(poker, agents, agents)
    assert result.sides == two_sides(poker, "") and {x.side for x in result.strengths} == {"first", "second"}
    assert [x.side for x in rate(result).agents] == ["first"] * 3 + ["second"] * 3
    by_rating = {(x.side, x.name): x.points.mean for x in rate(result).agents}
    assert by_rating["second", "best"] > by_rating["second", "lowest"]
    played = np.array([[cell.mean for cell in row] for row in result.means])
    np.testing.assert_allclose(played, exact.means, atol=0.35)
    pytest.importorskip("matplotlib")
    for file in write_report(result, tmp_path / "report", extras=Extras(exact)):
        text = file.read_bytes().decode(errors="replace")
        text = re.sub(r"base64,[^\"]*", "", text) if file.suffix == ".html" else text
        assert file.suffix == ".png" or not FUSION.search(text), file
    told = (tmp_path / "report" / "report.md").read_text()
    assert "Mean return and win rate of the second player" in told and "First player \\ Second player" in told
    data = json.loads((tmp_path / "report" / "report.json").read_text())
    assert data["sides"] == ["first", "second"] and data["cross_play"][0]["row"] == "random"


def test_balance_of_kuhn_says_nothing_of_fusion(poker: Setup, best: str, tmp_path: Path) -> None:
    tiers = [tier("random", "random"), tier("best", best, best)]
    found = measure([Cell(poker)], tiers, 60)
    assert {x.side for x in found.rungs[0]} == {"first", "second"} and found.actions[0]
    assert found.step_name is None and found.figures[0][0].bits.mean == 0
    for file in balance_report.write_report(found, tmp_path, pictures=False):
        assert not FUSION.search(file.read_text()), file
    assert "Games won by the second player" in (tmp_path / "balance.md").read_text()
    with pytest.raises(
        InvalidConfig, match="are 3 agents for 2 sides; name one for all, or one for each: first, second"
    ):
        measure([Cell(poker)], [tier("three", "random", "random", "random")], 4)
