"""The ladder of levels: who plays each, and what it may do."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown.agents import PolicyAgent, load
from throwdown.agents.levels import Level, ladder_file, levels, older_rules, read_ladder
from throwdown.agents.shipped import FOLDER, find_shipped, shipped
from throwdown.agents.spec import files_of
from throwdown.cli.main import app
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.play.web.offers import opponents

SETUP = make_setup("throwdown-v0", "duel")


@pytest.fixture
def ladder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A ladder of two levels for the Coach of `duel`."""
    monkeypatch.setattr("throwdown.agents.levels.FOLDER", tmp_path)
    file = ladder_file("throwdown-v0", "duel")
    file.parent.mkdir(parents=True)
    first = {"name": "Novice", "rating": [-50.0, -60.0, -40.0], "policy": "trained", "temperature": 4.0}
    last = {"name": "Master", "rating": [50.0, 40.0, 60.0], "policy": "trained", "search": "10"}
    file.write_text(json.dumps({"roles": {"coach": [first, last]}}), encoding="utf-8")
    return file


def situations() -> View:
    batch = Batch(SETUP, 256, 1)
    batch.reset()
    for _ in range(6):
        batch.step(batch.random_actions())
    step = batch.look()
    coach = step.seats == 0
    return View.of(step.observations[coach], step.masks[coach])


def test_a_level_is_named_by_number_or_by_name(ladder: Path) -> None:
    found = levels(SETUP, "coach")
    assert [(x.number, x.name) for x in found] == [(1, "Novice"), (2, "Master")]
    for spec in ("level:1", "level: novice"):
        agent = load(spec, SETUP, "coach")
        assert isinstance(agent, PolicyAgent) and agent.name == "Novice"
    assert load("level:2", SETUP, "coach").name.startswith("search:trained")
    assert files_of("level:1", SETUP, "coach") == [ladder, find_shipped(SETUP, "coach")]


@pytest.mark.parametrize("spec", ["level:3", "level:0", "level:", "level:Grandmaster"])
def test_an_unknown_level_is_refused(ladder: Path, spec: str) -> None:
    with pytest.raises(InvalidConfig, match=r"not a level of Coach; there are 1 \(Novice\), 2 \(Master\)"):
        load(spec, SETUP, "coach")


def test_a_scenario_without_levels_says_where_there_are_some(ladder: Path) -> None:
    with pytest.raises(InvalidConfig, match=r"no levels have been measured for scenario 'mini'.*duel"):
        read_ladder(make_setup("throwdown-v0", "mini"))


def test_a_level_needs_a_role(ladder: Path) -> None:
    with pytest.raises(InvalidConfig, match="level of one role"):
        load("level:1", SETUP)


def test_what_the_policy_holds_for_absurd_is_never_played() -> None:
    """`least` cuts off actions by the policy itself, however warm it is sampled."""
    file, view = find_shipped(SETUP, "coach"), situations()
    plain = PolicyAgent(file).probabilities(view)
    kept = plain >= 0.05 * plain.max(axis=1, keepdims=True)
    warm = PolicyAgent(file, temperature=9.0, least=0.05)
    chances = warm.probabilities(view)
    assert (chances[~kept] == 0).all() and (chances[kept] > 0).all()
    assert (chances > 0).sum() < (PolicyAgent(file, temperature=9.0).probabilities(view) > 0).sum()
    rng = np.random.default_rng(0)
    for _ in range(20):
        assert kept[np.arange(len(view)), warm.act(view, rng)].all()


def test_a_warmer_policy_plays_more_evenly() -> None:
    file, view = find_shipped(SETUP, "coach"), situations()
    tops = [
        PolicyAgent(file, temperature=t).probabilities(view).max(axis=1).mean() for t in (0.5, 1.0, 2.0, 8.0)
    ]
    assert tops == sorted(tops, reverse=True) and tops[0] > tops[-1] + 0.1


@pytest.mark.parametrize(
    "wrong", [{"temperature": 0.0}, {"temperature": float("inf")}, {"least": 1.5}, {"least": -0.1}]
)
def test_temperature_and_least_are_checked(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidConfig, match="temperature is"):
        PolicyAgent(find_shipped(SETUP, "coach"), **wrong)


def test_a_level_says_what_it_plays() -> None:
    blank = (0.0, 0.0, 0.0)
    assert Level(1, "x", blank, "trained").how == "the trained policy"
    assert "searching with a budget of 50" in Level(1, "x", blank, "trained", search="50").how
    assert (
        Level(1, "x", blank, "a.npz", 2.0, learnt=8000).how
        == "a small net after 8,000 decisions, at temperature 2"
    )


@pytest.mark.parametrize(("rules", "older"), [("0", "0"), (SETUP.game.rules_version, "")])
def test_a_ladder_of_earlier_rules_says_so(rules: str, older: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = read_ladder(SETUP) | {"rules": rules}
    monkeypatch.setattr("throwdown.agents.levels.read_ladder", lambda setup: ladder)
    assert older_rules(SETUP) == older
    said = CliRunner().invoke(app, ["policy", "levels"])
    assert said.exit_code == 0 and (
        "All of this was measured under rules version 0; " in said.output
    ) == bool(older)


LADDERS = sorted((file.parent.parent.name, file.stem) for file in FOLDER.glob("*/levels/*.json"))


def test_every_game_with_policies_has_a_ladder() -> None:
    assert {game for game, _, _ in shipped()} == {game for game, _ in LADDERS}


@pytest.mark.parametrize(("game", "scenario"), LADDERS)
def test_a_ladder_that_ships(game: str, scenario: str) -> None:
    """Six levels or more, each above the one before, of small files that fit the seats, none of which is unused."""
    setup, folder = make_setup(game, scenario), ladder_file(game, scenario).parent
    ladder = read_ladder(setup)
    assert ladder["command"].startswith(f"python -m throwdown.training.levels {scenario} --game {game} ")
    assert set(ladder["roles"]) == set(setup.roles)
    used = set()
    for role in ladder["roles"]:
        found = levels(setup, role)
        points = [x.rating[0] for x in found]
        assert len(found) >= 6 and points == sorted(points)
        assert all(low <= mean <= high for mean, low, high in (x.rating for x in found))
        assert len({x.name for x in found}) == len(found)
        for level in found:
            load(f"level:{level.name}", setup, role).bind(setup)
            assert level.policy == "trained" or level.least >= 0.02  # nothing absurd is played
            used.add(level.policy)
    files = {file.name: file.stat().st_size for file in folder.glob(f"{scenario}-*.npz")}
    assert files.keys() == used - {"trained"} and max(files.values()) < 500_000


@pytest.mark.parametrize(("game", "scenario"), LADDERS)
def test_the_page_offers_every_level(game: str, scenario: str) -> None:
    setup = make_setup(game, scenario)
    offered = {(x.spec, role) for x in opponents(setup) for role in x.roles}
    assert offered >= {
        (f"level:{x.number}", role) for role in dict.fromkeys(setup.roles) for x in levels(setup, role)
    }
