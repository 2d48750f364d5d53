"""Who learns in a run, who plays against whom, and what a configuration may not say."""

from __future__ import annotations

import copy
import dataclasses

import pytest

from tests.training.support import TINY, same, state_of
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.training import opponents
from throwdown.training.config import read_config
from throwdown.training.roles import learning_roles, setup_of
from throwdown.training.train import train
from throwdown.training.trainer import Trainer


def test_one_net_may_play_both_roles():
    trainer = Trainer(read_config(TINY, share_net=True))
    trainer.step()
    assert list(trainer.learners) == ["coach+pilot"]
    agents = trainer.agents()
    nets = [agents[role].policy.net.flat() for role in ("coach", "pilot")]
    assert (nets[0] == nets[1]).all() and agents["pilot"].roles == ("pilot",)


def test_an_exploiter_learns_beside_the_others():
    mix = {"latest": 0.6, "exploiters": 0.4}
    trainer = Trainer(read_config(TINY, mix=mix, exploiter_every=2))
    coach, hunter = trainer.learners["coach"], trainer.exploiters["coach"]
    trainer.step()
    assert hunter.decisions > 0 and trainer.decisions == sum(x.decisions for x in trainer.learners.values())
    trainer.step()
    weights = zip(coach.nets.parameters(), hunter.nets.parameters())
    assert all((a == b).all() for a, b in weights)
    again = Trainer(trainer.config)
    again.set_state(copy.deepcopy(trainer.get_state()))
    trainer.step(), again.step()
    assert same(state_of(trainer), state_of(again))


def test_an_exploiter_begins_where_its_role_does():
    start = {"coach": "trained", "pilot": "trained"}
    trained = TINY | {"hidden": [128, 128], "activation": "relu"}
    trainer = Trainer(read_config(trained, start=start, mix={"latest": 0.5, "exploiters": 0.5}))
    assert set(trainer.exploiters) == set(start)
    for pool in trainer.pools.values():
        assert (pool.current[opponents.LATEST] == pool.current[opponents.HUNTER]).all()


def test_one_role_learns_against_an_agent(tmp_path):
    alone = TINY | {"mix": {"latest": 1.0}}
    result = train(alone | {"critic": "own"}, tmp_path, progress=False, steps=200)
    changes = {"roles": ["pilot"], "against": {"coach": result.policies["coach"]}}
    trainer = Trainer(read_config(alone, **changes))
    entry = trainer.step()
    assert "return/rival" in entry["pilot"] and list(trainer.learners) == ["pilot"]
    assert trainer.agents()["coach"].name == "coach"


def divided(monkeypatch, **changes):
    """Let training find the small game with other roles or sides."""
    small = dataclasses.replace(make_setup("throwdown-v0", "small"), **changes)
    monkeypatch.setattr("throwdown.training.roles.make_setup", lambda *_, **__: small)


def test_a_lone_side_trains(monkeypatch):
    """Two roles that win and lose together learn from every game; what needs two sides is left out, or refused."""
    divided(monkeypatch, sides=("table", "table"), zero_sum=False)
    trainer = Trainer(read_config(TINY, mix={"latest": 1.0}, eval_every=1, eval_games=20))
    entry = trainer.step()
    assert set(trainer.learners) == {"coach", "pilot"} and trainer.decisions > 64
    assert set(entry["table"]) == {"return/latest", "deviation"} and set(entry["mean_return"]) == {
        "table_against_random",
        "table_against_heuristic",
    }
    assert "snapshots" not in entry
    taken, results = trainer.games.play(16, [1])
    assert {part for part, _ in taken} == {0, 1} and len(results) == 1
    assert results[0][0].tolist() == [16, 0, 0, 0, 0, 0]
    for changes, sentence in (
        ({}, "a mix is for sides that learn together"),
        ({"mix": {"latest": 1.0}, "exact_every": 1}, r"exact_every.* needs two sides, .* has 1 side"),
    ):
        with pytest.raises(InvalidConfig, match=sentence):
            Trainer(read_config(TINY, **changes))


def test_a_role_on_two_sides_is_one_net_that_learns_from_both(monkeypatch):
    divided(monkeypatch, roles=("player", "player"), sides=("first", "second"))
    trainer = Trainer(read_config(TINY, mix={"latest": 0.5, "snapshots": 0.5}))
    for _ in range(2):
        entry = trainer.step()
    assert set(trainer.learners) == {"player"} and {"first", "second"} <= set(entry)
    taken, results = trainer.games.play(64, [1])
    assert {part for part, _ in taken} == {0, 1} and len(results) == 2
    assert all(games[:2].min() > 10 for games, *_ in results)
    ((_, (rollout,)), *_) = trainer.jobs([taken])
    assert len(rollout) == sum(len(x) for (_, place), x in taken.items() if place == 0)
    assert trainer.games.meet([1], 5).shape == (2, 2)


def test_team_trains():
    trainer = Trainer(read_config(TINY, scenario="trio"))
    trainer.step()
    assert trainer.decisions > 256


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"rowz": 3}, "Training: 'rowz' is not a field (did you mean 'rows'?)."),
        ({"rows": 0}, "Training: rows is 0: it must be greater than or equal to 2."),
        ({"mix": {"heuristic": 0.75}}, "the shares of the mix sum to 1.75; they must sum to 1."),
        (
            {"roles": ["coach"], "against": {"coach": "random"}},
            "'coach' both learns and is played by an agent; take it out of roles or out of against.",
        ),
        (
            {"against": {"coach": "random", "pilot": "random"}},
            "against names an agent for every role; leave one out, so that it learns.",
        ),
        ({"learning_rate": float("inf")}, "Training: learning_rate is inf: it must be a finite number."),
        (
            {"roles": ["coach"], "mix": {"latest": 0.5, "random": 0.5}},
            "a mix is for sides that learn together;",
        ),
        ({"roles": ["coach"], "share_net": True}, "share_net needs two roles that learn."),
        ({"steps": 1, "minutes": 1}, "give either steps or minutes, not both."),
    ],
)
def test_config_mistakes_are_one_sentence(data, sentence):
    with pytest.raises(InvalidConfig) as error:
        setup_of(read_config(data))
    assert sentence in str(error.value) and "\n" not in str(error.value)


def test_a_role_that_an_agent_plays_does_not_learn():
    for data, learning in (({}, ["coach", "pilot"]), ({"against": {"coach": "random"}}, ["pilot"])):
        config = read_config(data)
        assert learning_roles(config, setup_of(config)) == learning


def test_config_files(tmp_path):
    toml, yaml = tmp_path / "a.toml", tmp_path / "a.yaml"
    toml.write_text(
        "rows = 64\nbatch_size = 64\n[mix]\nlatest = 1.0\nsnapshots = 0.0\nheuristic = 0.0\nrandom = 0.0\n"
    )
    assert read_config(toml).rows == 64 and read_config(toml, minutes=1).limit == (None, 60.0)
    pytest.importorskip("yaml")
    yaml.write_text("rows: 64\nbatch_size: 64\nsteps: 5\n")
    assert read_config(yaml, minutes=2).limit == (None, 120.0)
    toml.write_text("rows = ")
    with pytest.raises(InvalidConfig, match="not valid TOML"):
        read_config(toml)
    with pytest.raises(InvalidConfig, match="cannot be read"):
        read_config(tmp_path / "none.toml")
    with pytest.raises(InvalidConfig, match="did you mean 'coach'"):
        Trainer(read_config({"roles": ["coac"]}))
    with pytest.raises(InvalidConfig, match=r"against: 'pilott' is not a role.*did you mean 'pilot'"):
        setup_of(read_config({"roles": ["coach"], "against": {"pilott": "random"}}))
    with pytest.raises(InvalidConfig, match="'scenario' is not an option"):
        setup_of(read_config({"options": {"scenario": "trio"}}))
