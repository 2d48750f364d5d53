from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.evaluation.support import SIDES, Conceder, First
from tests.support import pair
from throwdown.agents.base import Agent
from throwdown.agents.random import RandomAgent
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import IllegalAction, InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.tables.view import View
from throwdown.evaluation import CrossPlay, cross_play, deal_seeds, duel, paired_difference, play, rate


class Recorder(RandomAgent):
    """Plays at random and keeps the first observation of every row it was asked about first."""

    def __init__(self) -> None:
        self.first: NDArray[np.int8] | None = None

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        if self.first is None:
            self.first = view.observations.copy()
        return super().act(view, rng)


class Wrong(Agent):
    """Returns what it is told to."""

    name = "wrong"

    def __init__(self, answer: NDArray[np.int64] | None) -> None:
        self.answer = answer

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        return np.asarray(view.masks.argmin(axis=1), np.int64) if self.answer is None else self.answer


def test_a_match_is_reproducible_by_its_seed(setup: Setup) -> None:
    a, b = RandomAgent(), RandomAgent()
    one, two, other = (play(setup, pair(a, b), 50, seed) for seed in (1, 1, 2))
    np.testing.assert_array_equal(one.returns, two.returns)
    np.testing.assert_array_equal(one.lengths, two.lengths)
    assert (one.returns != other.returns).any() and (one.deals != other.deals).any()
    assert set(np.unique(one.wins("pilot"))) <= {0.0, 0.5, 1.0}
    np.testing.assert_array_equal(one.of("coach"), -one.of("pilot"))
    np.testing.assert_array_equal(one.returns, [one.of("coach"), one.of("pilot")])
    assert (one.lengths > 0).all() and (np.abs(one.returns) <= 1).all()


def test_deals_are_a_prefix_of_more_deals() -> None:
    few, many = deal_seeds(5, 1), deal_seeds(50, 1)
    np.testing.assert_array_equal(few, many[:5])
    assert len(set(many)) == 50 and many.min() >= 0
    assert not set(many) & set(range(1_000_000))


def test_the_same_deal_has_the_same_start_and_deck_whoever_plays(setup: Setup) -> None:
    deals = deal_seeds(40, 9)
    starts = [Batch(setup, 40, seed=k, autoreset=False) for k in (0, 1)]
    for batch in starts:
        batch.reset(deals)
    assert starts[0].states.tobytes() == starts[1].states.tobytes()
    seen = []
    for other in (First(), Conceder()):
        watcher = Recorder()
        play(setup, pair(watcher, other), deals, seed=3)
        seen.append(watcher.first)
    assert seen[0] is not None and seen[1] is not None
    n = min(len(x) for x in seen if x is not None)
    np.testing.assert_array_equal(seen[0][:n], seen[1][:n])


def test_a_result_does_not_depend_on_the_other_deals(setup: Setup) -> None:
    deals = deal_seeds(30)
    whole, part = (play(setup, pair(First(), First()), x) for x in (deals, deals[10:20]))
    np.testing.assert_array_equal(whole.returns[:, 10:20], part.returns)


def test_who_always_concedes_loses_everything(setup: Setup) -> None:
    stubborn = play(setup, pair(First(), Conceder()), 200)
    assert stubborn.win_rate("pilot").mean < 0.02 and stubborn.mean("pilot").high < 0
    coach = play(setup, pair(Conceder(), First()), 200)
    assert coach.win_rate("pilot").mean > 0.98 and coach.mean("pilot").low > 0


def test_a_duel_plays_both_assignments_of_the_same_deals(setup: Setup) -> None:
    a, b = First(), RandomAgent()
    found, back = duel(setup, a, b, 60, seed=4), duel(setup, b, a, 60, seed=4)
    np.testing.assert_array_equal(found.a_first.deals, found.b_first.deals)
    np.testing.assert_array_equal(found.sums, found.a_first.of("coach") + found.b_first.of("pilot"))
    assert (found.a, found.b) == ("first", "random") == (back.b, back.a)
    assert found.mean().mean == pytest.approx(-back.mean().mean, abs=0.4)
    assert 0 <= found.win_rate().mean <= 1


def test_a_mirror_duel_without_chance_is_even_and_one_with_chance_is_not_free(setup: Setup) -> None:
    same = duel(setup, First(), First(), 40)
    assert (same.sums == 0).all() and same.variance_reduction == float("inf")
    noisy = duel(setup, RandomAgent(), RandomAgent(), 300)
    gap = noisy.mean()
    assert gap.low < 0 < gap.high and 0.7 < noisy.variance_reduction < 2


def test_cross_play_matches_its_cells(result: CrossPlay) -> None:
    assert result.returns.shape == (3, 3, 120)
    assert result.means[1][2].mean == pytest.approx(result.returns[1, 2].mean())
    assert result.win_rates[2][1].mean == pytest.approx(result.wins[2, 1].mean())
    assert result.mean_lengths.shape == (3, 3)


def test_comparisons_are_paired(result: CrossPlay) -> None:
    assert [(x.side, x.first, x.second) for x in result.comparisons][:2] == [
        ("coach", "random", "conceder"),
        ("coach", "random", "first | <b>"),
    ]
    assert len(result.comparisons) == 6
    scores = -result.returns.mean(axis=1)
    expected = paired_difference(scores[0], scores[1], seed=result.seed)
    assert result.comparisons[0].difference == expected
    assert expected.low > 0  # anyone is better than the conceder


def test_sides_that_play_both_roles_meet_on_the_same_deals(setup: Setup) -> None:
    agents = {"first": First(), "random": RandomAgent(), "coach.npz": RandomAgent()}
    pilots = {"random": RandomAgent(), "first": First(), "pilot.npz": First()}
    found = cross_play(setup, agents, pilots, 60, 3)
    assert [name for name, _, _ in found.pairs] == ["first", "random", "coach.npz + pilot.npz"]
    contest = found.contests[0]
    assert (contest.first, contest.second) == ("first", "random")
    gap = found.returns[1, 1] - found.returns[0, 0]
    assert contest.returns.mean == pytest.approx(gap.mean()) and contest.returns.low < gap.mean()
    assert contest.wins.mean == pytest.approx((found.wins[1, 1].mean() + 1 - found.wins[0, 0].mean()) / 2)
    assert not cross_play(setup, {"x": First()}, {"y": First()}, 4).contests


def test_ratings_agree_with_the_strengths(result: CrossPlay) -> None:
    found = rate(result)
    assert [x.name for x in found.agents] == [*result.rows, *result.columns]
    by_rating = np.argsort([x.points.mean for x in found.agents[:3]])
    by_wins = np.argsort([x.wins.mean for x in result.strengths[:3]])
    np.testing.assert_array_equal(by_rating, by_wins)
    assert sum(x.points.mean for x in found.agents[:3]) == pytest.approx(0, abs=1e-6)
    assert all(x.points.low <= x.points.mean <= x.points.high for x in found.agents)


def test_ratings_of_one_cell_by_hand() -> None:
    # 30 of 40 won: odds of 30.5 to 10.5 after half a win and half a loss, 400 log10(odds) points.
    returns = np.where(np.arange(40) < 30, 1.0, -1.0).reshape(1, 1, 40)
    lengths = np.ones((1, 1, 40), np.int64)
    one = CrossPlay("g", "s", SIDES, ("a",), ("b",), deal_seeds(40), 0, returns, lengths)
    found = rate(one)
    assert found.advantage.mean == pytest.approx(400 * np.log10(30.5 / 10.5))
    assert found.misfit < 1e-9 and found.agents[0].points.mean == pytest.approx(0, abs=1e-9)


def test_ratings_by_returns_count_how_much_is_won() -> None:
    # All of 40 games are won, by .5 each: they count as three quarters of a win.
    lengths = np.ones((1, 1, 40), np.int64)
    one = CrossPlay("g", "s", SIDES, ("a",), ("b",), deal_seeds(40), 0, np.full((1, 1, 40), 0.5), lengths)
    assert rate(one, "returns").advantage.mean == pytest.approx(400 * np.log10(30.5 / 10.5))
    assert rate(one).advantage.mean == pytest.approx(400 * np.log10(40.5 / 0.5))
    large = replace(one, returns=np.full((1, 1, 40), -1.5))
    with pytest.raises(InvalidConfig, match=r"need returns from -1 to 1, and one of g is 1\.5"):
        rate(large, "returns")
    with pytest.raises(InvalidConfig, match="ratings cannot be by 'luck'; they are by wins or returns"):
        rate(one, "luck")  # type: ignore[arg-type]


def test_ratings_recover_a_known_model() -> None:
    coach, pilot = np.array([-0.6, 0.0, 0.6]), np.array([-1.0, 1.0])
    p = 1 / (1 + np.exp(-(0.3 + pilot[None, :] - coach[:, None])))
    wins = np.random.default_rng(0).random((3, 2, 4_000)) < p[:, :, None]
    lengths = np.ones(wins.shape, np.int64)
    labels = ("a", "b", "c"), ("d", "e")
    shaped = CrossPlay("g", "s", SIDES, *labels, deal_seeds(4_000), 0, 2.0 * wins - 1, lengths)
    found = rate(shaped)
    points = np.array([x.points.mean for x in found.agents]) * np.log(10) / 400
    np.testing.assert_allclose(points, [*coach, *pilot], atol=0.1)
    assert found.advantage.mean * np.log(10) / 400 == pytest.approx(0.3, abs=0.1)


def test_progress_counts_games(setup: Setup) -> None:
    told: list[tuple[int, int]] = []
    agents = {"a": First(), "b": Conceder()}
    cross_play(setup, agents, {"a": First()}, 4, progress=lambda done, total: told.append((done, total)))
    assert told == [(4, 8), (8, 8)]


def test_three_pilots_are_played_by_one_agent() -> None:
    trio = THROWDOWN.configure("trio", {})
    found = play(trio, pair(Conceder(), First()), 20)
    assert found.returns.shape == (2, 20) and found.mean("pilot").mean > 0


def test_mistakes_are_named(setup: Setup) -> None:
    coach_only = First()
    coach_only.roles = ("coach",)
    with pytest.raises(InvalidConfig, match="first plays the coach, not the pilot"):
        play(setup, pair(First(), coach_only), 3)
    with pytest.raises(InvalidConfig, match="deals is 0"):
        play(setup, pair(First(), First()), 0)
    with pytest.raises(InvalidConfig, match="one per deal"):
        play(setup, pair(First(), First()), np.zeros((2, 2), np.int64))
    with pytest.raises(InvalidConfig, match="seed"):
        play(setup, pair(First(), First()), np.arange(2), seed=-1)
    with pytest.raises(InvalidConfig, match="and 2 deals"):
        cross_play(setup, {}, {"a": First()}, 10)
    with pytest.raises(IllegalAction, match="wrong chose action"):
        play(setup, pair(Wrong(None), First()), 3)
    for action in (-1, 10_000):
        with pytest.raises(IllegalAction, match=f"wrong chose action {action}"):
            play(setup, pair(Wrong(np.array([action])), Wrong(np.array([action]))), 1)
    with pytest.raises(
        IllegalAction, match=r"wrong chose actions of shape \(77,\).* integers of shape \(1,\)"
    ):
        play(setup, pair(Wrong(np.zeros(77, np.int64)), First()), 3)
