"""Exact results of small games, decisions judged by action values, and files of exploiters."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.support import pair
from throwdown.agents import RandomAgent, load
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.game import Setup
from throwdown.envs.core.worlds import Worlds
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation.exact import best_response, build_tree, solve
from throwdown.evaluation.exact.aivat import seated
from throwdown.evaluation.exact.cross import action_values, exact_cross_play, judge
from throwdown.evaluation.exact.solve import expected_value
from throwdown.evaluation.exploiters import read_exploiters
from throwdown.evaluation.match import deal_seeds, play
from throwdown.evaluation.quality import Trial, as_judge, judge_agents


@pytest.fixture(scope="module")
def mini() -> Setup:
    return make_setup("throwdown-v0", "mini")


def test_exact_results_agree_with_matches(mini: Setup) -> None:
    agents = {"random": RandomAgent(), "heuristic": load("heuristic", mini)}
    found = exact_cross_play(mini, agents, agents)
    assert (found.histories, found.information_sets) == (20_249, 5_370)
    for i, coach in enumerate(agents.values()):
        for j, pilot in enumerate(agents.values()):
            match = play(mini, pair(coach, pilot), 4000, 7)
            assert abs(found.means[i][j] - match.of("pilot").mean()) < 4 * match.of("pilot").std() / np.sqrt(
                4000
            )
    assert all(gain > -found.exploitability for _, _, gain in found.gains)
    better = {(x.side, x.name): x for x in found.quality}
    for role in ("coach", "pilot"):
        assert better[role, "heuristic"].loss < better[role, "random"].loss


def test_searching_agents_are_measured_exactly(mini: Setup) -> None:
    agents = {"random": RandomAgent(), "ismcts": load("ismcts:8:sample", mini)}
    told: list[tuple[int, int]] = []
    found = exact_cross_play(mini, agents, agents, 1, 3, lambda done, total: told.append((done, total)))
    assert found.searches == 1 and sum(done == total for done, total in told) == 2
    assert found.means[0][1] > found.means[0][0] > found.means[1][0]
    gains = {(role, name): gain for role, name, gain in found.gains}
    assert gains["pilot", "ismcts"] < gains["pilot", "random"]
    assert exact_cross_play(mini, agents, agents, 1, 3).means == found.means


def test_the_loss_of_decisions_is_what_an_agent_loses(mini: Setup) -> None:
    """By the performance difference lemma: exactly what the best response gets and the agent does not."""
    tree = build_tree(mini, views=False)
    found = solve(tree, until=1e-4)
    uniform = tree.uniform()
    for role, sign in ((0, 1), (1, -1)):
        sides = [uniform, found.strategy] if role == 0 else [found.strategy, uniform]
        best, _ = best_response(tree, found.strategy, role)
        lost = best - sign * expected_value(tree, seated(tree, *sides))
        assert judge(found, role, "random", uniform).loss == pytest.approx(lost, abs=1e-9)
        good = judge(found, role, "solved", found.strategy)
        assert good.loss < 1e-3 and good.agreement > 0.98 > judge(found, role, "random", uniform).agreement
        values, mass = action_values(tree, found.strategy, role)
        assert (mass[tree.side == role] >= 0).all() and np.abs(values).max() <= 2 * tree.half_range


class FirstIsBest:
    """Thinks that the legal action with the lowest number is worth a half, and every other nothing."""

    name = "first-is-best"

    def __init__(self) -> None:
        self.states: list[np.ndarray] = []

    def action_values(self, worlds: Worlds, rng: np.random.Generator) -> np.ndarray:
        states = worlds.states
        self.states.append(states.copy())
        batch = Batch(worlds.setup, len(states), autoreset=False)
        batch.states[:] = states
        masks = batch.look().masks
        values = np.where(masks == 1, 0.0, np.nan)
        values[np.arange(len(states)), masks.argmax(axis=1)] = 0.5
        return values


class First(RandomAgent):
    name = "first"

    def act(self, view: View, rng: np.random.Generator) -> np.ndarray:
        return np.asarray(view.masks.argmax(axis=1), np.int64)

    def probabilities(self, view: View) -> np.ndarray:
        found = np.zeros(view.masks.shape, np.float32)
        found[np.arange(len(view)), view.masks.argmax(axis=1)] = 1
        return found


def test_decisions_are_judged_by_action_values(setup: Setup) -> None:
    judge = FirstIsBest()
    agents = {"first": First(), "random": RandomAgent()}
    found = {
        (x.side, x.name): x for x in judge_agents(Trial(setup, agents, agents, judge, deal_seeds(80), 1))
    }
    assert len(found) == 4 and all(x.decisions > 50 and x.judge == "first-is-best" for x in found.values())
    for role in ("coach", "pilot"):
        assert found[role, "first"].agreement.mean == 1 and found[role, "first"].regret.mean == 0
        random = found[role, "random"]
        assert 0.1 < random.agreement.low <= random.agreement.mean < 0.5
        assert random.regret.mean == pytest.approx(0.5 * (1 - random.agreement.mean), abs=1e-6)


def test_the_judge_does_not_see_what_is_hidden(setup: Setup) -> None:
    """The same decisions are asked about twice, each time with the hidden cards dealt anew."""
    judge = FirstIsBest()
    judge_agents(Trial(setup, {"random": RandomAgent()}, {"random": RandomAgent()}, judge, deal_seeds(60), 1))
    first, second = judge.states[:2]
    assert (first["seat"] == second["seat"]).all()
    same = [a.tobytes() == b.tobytes() for a, b in zip(first, second)]
    assert np.mean(same) < 0.1
    views = []
    for states in (first, second):
        batch = Batch(setup, len(states), autoreset=False)
        batch.states[:] = states
        views.append(batch.look().observations)
    np.testing.assert_array_equal(*views)


def test_who_knows_no_values_cannot_judge() -> None:
    with pytest.raises(InvalidConfig, match="random cannot judge decisions"):
        as_judge(RandomAgent())


RUN = {
    "role": "coach",
    "against": "pilot.pt",
    "steps": 200_000,
    "seeds": [1, 2],
    "gain": 0.12,
    "interval": [0.1, 0.14],
    "command": "throwdown exploit pilot.pt",
}


def test_exploiters_are_read(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(json.dumps(RUN))
    (tmp_path / "more.json").write_text(json.dumps([RUN, RUN | {"gain": 0.11, "reference": "the heuristic"}]))
    found = read_exploiters([tmp_path / "one.json", tmp_path / "more.json"])
    assert [x.gain for x in found] == [0.12, 0.12, 0.11] and found[0].interval == (0.1, 0.14)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "it is not valid JSON"),
        (json.dumps(RUN | {"role": 1}), "role"),
        (json.dumps(RUN | {"interval": [1, 0]}), "the lower end is above the upper one"),
        (json.dumps([{k: v for k, v in RUN.items() if k != "steps"}]), "the field 'steps' is missing"),
        (json.dumps(RUN | {"gian": 1}), "'gian' is not a field .did you mean 'gain'"),
    ],
)
def test_bad_exploiters_are_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "x.json").write_text(content)
    with pytest.raises(InvalidRecord, match=said):
        read_exploiters([tmp_path / "x.json"])
    with pytest.raises(InvalidRecord, match="cannot be read"):
        read_exploiters([tmp_path / "none.json"])


def test_a_search_judges(setup: Setup, loopback: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """By the values of a search random play gives more away than the heuristic, in any number of processes."""
    monkeypatch.setattr("throwdown.evaluation.quality.WORTH", 0.0)
    agents = {name: load(name, setup) for name in ("random", "heuristic")}
    trial = Trial(setup, agents, agents, as_judge(load("ismcts:200", setup)), deal_seeds(100), 1)
    judged = judge_agents(trial)
    assert not loopback and judged == judge_agents(trial, workers=2) and loopback == [2]
    found = {(x.side, x.name): x for x in judged}
    for role in ("coach", "pilot"):
        assert found[role, "random"].regret.low > found[role, "heuristic"].regret.mean > -0.05
