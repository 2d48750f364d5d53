"""Positions in which a player chooses otherwise than the one in whose place it plays."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from throwdown.agents import RandomAgent, load
from throwdown.agents.base import Agent
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.evaluation import contrast, deal_seeds, play, signals
from throwdown.evaluation.contrast import ALL, OTHERS, Contrast, Namer, Sample, Situation, differences
from throwdown.evaluation.exact import build_tree, expected_value, tabulate


class Hole(Agent):
    """Plays as another agent does, but concedes every Drive of the second stage."""

    name = "hole"

    def __init__(self, setup: Setup, whole: Agent) -> None:
        self.whole, self.steps = whole, signals.steps_of(setup)
        self.concede = setup.game.actions.parse("concede")

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        assert self.steps is not None
        stages = self.steps.read(view.observations, np.arange(len(view)))
        gives_up = (stages == 2) & (view.masks[:, self.concede] == 1)
        return np.where(gives_up, self.concede, self.whole.act(view, rng))


class Last(Agent):
    """Plays the legal action with the highest number."""

    name = "last"

    def act(self, view: View, rng: np.random.Generator) -> NDArray[np.int64]:
        n = view.masks.shape[1]
        return np.asarray(n - 1 - view.masks[:, ::-1].argmax(axis=1), np.int64)


def test_a_planted_hole_comes_first() -> None:
    setup = make_setup("throwdown-v0", "duel")
    heuristic = load("heuristic", setup, "pilot")
    old = {"coach": load("heuristic", setup, "coach"), "pilot": Hole(setup, heuristic)}
    seeds = deal_seeds(200, 1)
    found = contrast.sample(Contrast(setup, {"pilot": heuristic}, old, 1), seeds)
    first, *rest = differences(found)
    assert (first.kind.phase, first.kind.progress) == ("drive", "stage 2") and "concede" in first.kind.hand
    assert first.gain.low > 0 and first.differs.mean == 1 and first.before["concede"] == 1
    assert first.after["concede"] < 0.2 and first.decisions >= contrast.LEAST
    assert first.gain.mean == max(x.gain.mean for x in [first, *rest[:-1]])
    same = [x for x in rest if x.kind.phase == "buffer"]
    assert same and all(x.differs.mean == 0 == x.gain.mean for x in same)
    gained = found.returns - play(setup, old, seeds, 1).of("pilot")
    assert rest[-1].kind == ALL and abs(rest[-1].gain.mean - gained.mean()) < 0.12
    assert rest[-1].gain.low > 0


@pytest.fixture(scope="module")
def kuhn() -> Sample:
    setup = make_setup("kuhn-v0")
    old = {"first": RandomAgent(), "second": RandomAgent()}
    return Contrast(setup, {"first": Last()}, old, 3).play(deal_seeds(4000, 2))


def test_the_parts_add_up_to_the_exact_gain(kuhn: Sample) -> None:
    setup = make_setup("kuhn-v0")
    tree, old = build_tree(setup), {"first": RandomAgent(), "second": RandomAgent()}
    values = [expected_value(tree, tabulate(tree, old | new)) for new in ({"first": Last()}, {})]
    exact = values[0] - values[1]  # of the first side
    *parts, whole = differences(kuhn)
    assert whole.gain.low < exact < whole.gain.high and whole.gain.high - whole.gain.low < 0.2
    assert sum(x.gain.mean for x in parts) == pytest.approx(whole.gain.mean)
    assert whole.decisions == len(kuhn.which) and whole.per_game == len(kuhn.which) / 4000


def test_the_distance_is_the_total_variation(kuhn: Sample) -> None:
    """Of a coin and of who always does the same."""
    assert set(kuhn.differs.tolist()) == {0.5}
    whole = differences(kuhn)[-1]
    assert sorted(whole.before.values()) == pytest.approx([0.5, 0.5], abs=0.01)
    assert sorted(whole.after.values()) == [0, 1]


def made(counts: list[int], gains: list[float]) -> Sample:
    """Return a sample of ten games, with so many decisions of every kind in each, of such gains."""
    kinds = tuple(Situation("drive", f"stage {k}", "") for k in range(len(counts)))
    which = np.tile(np.repeat(np.arange(len(counts)), counts), 10)
    games = np.repeat(np.arange(10), sum(counts))
    values = np.array(gains)[which] * (1 + 0.1 * (games % 2))
    sums = 10.0 * np.array(counts)[:, None] * [[1.0, 0.0]]
    differs = np.full(len(which), 0.25)
    return Sample(np.zeros(10), kinds, ("a", "b"), which, games, differs, values, sums, sums[:, ::-1])


def test_kinds_are_told_by_their_gain_and_rare_ones_together() -> None:
    found = differences(made([3, 5, 4, 2, 1], [0.1, 0.0, 0.2, 9.0, 1.0]))
    assert [x.kind.progress for x in found[:-2]] == ["stage 2", "stage 0", "stage 1"]
    assert [x.kind for x in found[-2:]] == [OTHERS, ALL]
    assert [x.decisions for x in found] == [40, 30, 50, 30, 150]
    assert found[0].gain.mean == pytest.approx(4 * 0.2 * 1.05) and found[0].per_game == 4
    assert found[0].before == {"a": 1, "b": 0} and found[0].after == {"a": 0, "b": 1}
    assert all(tuple(x.differs) == (0.25, 0.25, 0.25) for x in found)
    read = contrast.from_rows(contrast.to_rows(found))
    assert [x.kind for x in read] == [x.kind for x in found] and contrast.to_rows(read) == contrast.to_rows(
        found
    )
    assert not differences(replace(made([3], [0.0]), returns=np.zeros(1)))


def test_samples_of_different_games_are_joined() -> None:
    one, other = made([3, 5], [0.1, 0.3]), made([3], [0.1])
    both = contrast.join([other, one])
    found = {x.kind.progress: x for x in differences(both)}
    assert found["stage 0"].per_game == 3 and found["stage 1"].per_game == 2.5
    assert both.games.max() == 19 and found["stage 1"].gain.mean == pytest.approx(2.5 * 0.3 * 1.05)


def test_phases_are_summed_up() -> None:
    found = made([3, 5], [0.1, 0.3])
    found = replace(found, kinds=(Situation("drive", "stage 1", "a"), Situation("drive", "stage 2", "b")))
    told = contrast.tell(found)
    drive, whole = told["phases"]
    assert (drive["phase"], drive["progress"], drive["decisions"]) == ("drive", "", 80)
    assert drive["before"] == {"a": 1, "b": 0} and drive["gain"] == whole["gain"]
    assert len(told["positions"]) == 3 and contrast.tell(None) == {"phases": [], "positions": []}


def test_choices_are_named_by_kind_and_half() -> None:
    namer, actions = Namer(THROWDOWN.configure("duel", {}), ["pilot"]), THROWDOWN.actions
    chances, masks = np.zeros((2, actions.n)), np.zeros((2, actions.n), np.int8)
    for row, label, chance in (
        (0, "counter 2C", 0.1),
        (0, "counter 9C", 0.2),
        (0, "counter KC", 0.1),
        (0, "counter AS", 0.3),
        (0, "concede", 0.3),
        (1, "counter 9C", 1.0),
    ):
        masks[row, actions.parse(label)], chances[row, actions.parse(label)] = 1, chance
    sums = namer.sums(chances, masks, np.array([0, 1]), 2)
    told = [{namer.choices[c]: x[c] for c in np.flatnonzero(x)} for x in sums]
    assert told[0] == pytest.approx({"low counter": 0.3, "high counter": 0.4, "concede": 0.3})
    assert told[1] == {"counter": 1}
    seen = np.zeros((2, namer.setup.width), np.int8)
    kinds, which = namer.kinds(np.array([22, 22]), np.array([1, 1]), seen, masks)
    assert [kinds[k].text for k in which] == [
        "drive · 0–2 cards: counter+, concede",
        "drive · 0–2 cards: counter",
    ]
    both, _ = Namer(namer.setup, ["coach", "pilot"]).kinds(np.array([22]), np.array([1]), seen[:1], masks[1:])
    assert both[0].phase == "pilot: drive"
