"""Personalities: they lean where it is close, each its own way, lose little, and see no more than their seat."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import numpy as np
import pytest

from throwdown.agents import TRAINED, PolicyAgent, identity, label_of, load
from throwdown.agents.levels import levels
from throwdown.agents.personalities import (
    CLOSE,
    PersonalityAgent,
    personalities,
    ratings_file,
    read_ratings,
)
from throwdown.agents.shipped import find_shipped, played
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.game import Setup
from throwdown.envs.registry import games, make_setup
from throwdown.envs.tables.table import Table
from throwdown.envs.tables.view import View
from throwdown.training.personalities import cost, measure

NAMES = ("bold", "patient", "wrathful", "careful")
SCENARIOS = ("duel", "trio")


@cache
def setup_of(scenario: str) -> Setup:
    return make_setup("throwdown-v0", scenario)


def agent_of(name: str, scenario: str = "duel") -> PersonalityAgent:
    found = load(f"coach:{name}", setup_of(scenario), "coach")
    assert isinstance(found, PersonalityAgent)
    return found


@cache
def situations(scenario: str) -> View:
    """Coach's decisions of many games in which the trained policies play."""
    setup = setup_of(scenario)
    policies = {role: load(TRAINED, setup, role) for role in ("coach", "pilot")}
    batch, rng = Batch(setup, 128, 1), np.random.default_rng(1)
    step, rows, masks = batch.reset(), [], []
    for _ in range(40):
        coach = step.seats == 0
        rows.append(step.observations[coach].copy())
        masks.append(step.masks[coach].copy())
        actions = np.zeros(len(coach), np.int64)
        for is_coach, role in ((True, "coach"), (False, "pilot")):
            some = np.flatnonzero(coach == is_coach)
            if len(some):
                view = View.of(step.observations[some], step.masks[some])
                actions[some] = policies[role].act(view, rng)
        step = batch.step(actions)
    return View.of(np.concatenate(rows), np.concatenate(masks))


@cache
def often(name: str, scenario: str = "duel") -> Counter[str]:
    """How often each verb is played in those decisions; ``plain`` is the policy itself."""
    setup, view = setup_of(scenario), situations(scenario)
    agent = load(TRAINED, setup, "coach") if name == "plain" else agent_of(name, scenario)
    chances = agent.probabilities(view)
    assert chances is not None
    found: Counter[str] = Counter()
    for label, share in zip(setup.game.actions.labels, chances.sum(axis=0)):
        found[label.split()[0]] += float(share)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_close_choices_are_played(name: str, scenario: str) -> None:
    view = situations(scenario)
    agent = agent_of(name, scenario)
    plain, own = agent.policy.probabilities(view), agent.probabilities(view)
    np.testing.assert_allclose(own.sum(axis=1), 1, atol=1e-5)
    assert (own[view.masks == 0] == 0).all()
    far = plain < CLOSE * plain.max(axis=1, keepdims=True)
    assert far.any() and (own[far] == 0).all()
    alone = (~far).sum(axis=1) == 1
    assert alone.any() and (own[alone].max(axis=1) > 0.999).all()
    drawn = agent.act(view, np.random.default_rng(3))
    assert (own[np.arange(len(drawn)), drawn] > 0).all()


def test_each_prefers_what_it_says() -> None:
    """Against the policy that they all play, and against each other; `trio` has Waves and Storms."""
    plain = often("plain", "trio")
    bold, patient, wrathful, careful = (often(name, "trio") for name in NAMES)
    assert bold["escalate"] > 1.1 * plain["escalate"] > 1.3 * patient["escalate"]
    assert patient["block"] > 1.2 * plain["block"] > 1.1 * wrathful["block"]
    assert wrathful["wave"] > 1.2 * plain["wave"] and wrathful["omen"] > 1.1 * careful["omen"]
    assert careful["block"] > 1.2 * plain["block"] and careful["escalate"] < 0.9 * plain["escalate"]


def test_high_cards_and_low_ones_are_told_apart() -> None:
    found = personalities("throwdown-v0")["coach"]
    assert found["wrathful"].taste("counter AS") > found["wrathful"].taste("counter 2S")
    assert found["patient"].taste("counter AS") < found["patient"].taste("counter 2S")
    assert found["bold"].taste("initiative 8C") == pytest.approx(0.0)
    assert found["careful"].taste("spoil recover-threat") == 1.0 and found["careful"].taste("give 2C") == 0.0


def test_tastes_are_about_actions_that_there_are() -> None:
    for id, game in games().items():
        for role, entries in personalities(id).items():
            assert role in make_setup(id).roles
            verbs = {label.split()[0] for label in game.actions.labels} | set(game.actions.labels)
            for name, x in entries.items():
                assert x.about and {*x.likes, *x.high} <= verbs, (name, {*x.likes, *x.high} - verbs)
                assert all(-1 <= value <= 1 for value in (*x.likes.values(), *x.high.values()))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_changes_nothing(name: str) -> None:
    """All that Coach cannot know is dealt anew: he holds the same choices for as good."""
    agent, compared, rng = agent_of(name), 0, np.random.default_rng(2)
    for seed in range(4):
        table = Table.from_setup(setup_of("duel"), seed)
        while not table.over:
            if table.agent == "coach_0":
                mine = agent.probabilities(table.decision())
                for key in range(3):
                    other = table.redeal("coach_0", key)
                    compared += other.content != table.content
                    np.testing.assert_array_equal(agent.probabilities(other.decision()), mine)
            table.play(int(rng.choice(table.legal_ids())))
    assert compared > 10


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ratings_were_measured_with_what_ships(scenario: str) -> None:
    """If this fails, measure again: ``python -m throwdown.training.personalities SCENARIO``."""
    setup = setup_of(scenario)
    found = read_ratings(setup)
    assert found["config"] == played(setup.config)
    assert found["close"] == CLOSE and found["trained"]["coach"] == find_shipped(setup, "coach").name
    tastes = personalities("throwdown-v0")["coach"]
    assert found["tastes"]["coach"] == {
        name: x.model_dump(include={"likes", "high"}) for name, x in tastes.items()
    }
    low, high = found["costs"]["coach"][1:]
    assert low < high < 0.03, "what is close costs next to nothing"
    rated = found["ratings"]["coach"]
    assert set(rated) == set(NAMES) and all(low <= mean <= high for mean, low, high in rated.values())
    best = max(x.rating[0] for x in levels(setup, "coach") if not x.search)
    assert all(mean > best - 60 for mean, _, _ in rated.values()), "a personality loses little strength"


def test_a_scenario_without_ratings_has_none() -> None:
    setup = make_setup("throwdown-v0", "small")
    assert not ratings_file("throwdown-v0", "small").is_file() and read_ratings(setup) == {}


def test_names_are_read_and_refused() -> None:
    setup = setup_of("duel")
    assert load("coach:bold", setup).name == label_of("coach:bold") == "coach:bold"
    assert identity("coach:bold", setup, "coach") != identity("coach:patient", setup, "coach")
    with pytest.raises(InvalidConfig, match=r"'coach:bald' is not a personality .*did you mean 'bold'"):
        load("coach:bald", setup, "coach")
    with pytest.raises(InvalidConfig, match="'coach:bold' plays Coach, not"):
        load("coach:bold", setup, "pilot")
    with pytest.raises(InvalidConfig, match="not a personality of pile-v0"):
        load("coach:bold", make_setup("pile-v0", "trio"), "coach")
    with pytest.raises(InvalidConfig, match="no trained coach"):
        load("coach:bold", make_setup("throwdown-v0", "mini"), "coach")


def test_the_policy_is_the_one_that_ships() -> None:
    policy = agent_of("bold").policy
    assert isinstance(policy, PolicyAgent) and policy.roles == ("coach",)
    assert json.loads(ratings_file("throwdown-v0", "duel").read_text())["deals"] >= 1000


def test_far_choices_cost_what_close_ones_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """The measure finds a loss where there is one: at what the policy plays a trillion times less often."""
    for module in ("agents", "training"):
        monkeypatch.setattr(f"throwdown.{module}.personalities.CLOSE", 1e-12)
    far = cost(setup_of("duel"), "coach", 6000, 1)
    assert far.low > 0.03


def test_ratings_and_costs_are_the_same_in_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch, loopback: list[int]
) -> None:
    monkeypatch.setattr("throwdown.training.personalities.AT_ONCE", 100)
    for module in ("training.personalities", "evaluation.plan"):
        monkeypatch.setattr(f"throwdown.{module}.WORTH", 0.0)
    one, two = (measure(setup_of("duel"), 4, 250, 1, workers) for workers in (1, 2))
    assert one == two and loopback == [2, 2]
