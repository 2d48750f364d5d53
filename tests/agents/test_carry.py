"""A policy goes on in another layout with what both layouts know by name."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from typer.testing import CliRunner

from throwdown.agents import PolicyAgent, load_policy, save_policy
from throwdown.agents.carry import carried, layout_of
from throwdown.agents.net import Net
from throwdown.agents.policy import Policy
from throwdown.cli.main import app
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View


@pytest.fixture(scope="module")
def setup():
    return make_setup("throwdown-v0", "duel")


def make_policy(setup, seed=0):
    rng = np.random.default_rng(seed)
    sizes = (setup.width, 16, setup.game.actions.n)

    def net(sizes):
        weights = tuple(rng.normal(0, 0.3, (b, a)).astype(np.float32) for a, b in pairwise(sizes))
        biases = tuple(rng.normal(0, 0.3, b).astype(np.float32) for b in sizes[1:])
        return Net(weights, biases, "relu", rng.uniform(0.5, 2, sizes[0]).astype(np.float32))

    value = net((*sizes[:2], 1))
    return Policy("throwdown-v0", "pilot", net(sizes), value, "duel", {"decisions": 5}, layout_of(setup))


def shuffled(policy, seed=1):
    """Return a policy whose fields, phases and actions stand in another order, with one of each left out."""
    rng = np.random.default_rng(seed)
    old = policy.layout
    at = np.cumsum([0, *(size for _, size in old["observation"])])
    fields = [k for k in rng.permutation(len(old["observation"])) if old["observation"][k][0] != "points"]
    phases = list(rng.permutation(len(old["phases"])))
    actions = [k for k in rng.permutation(len(old["actions"])) if old["actions"][k] != "escalate 2C"]
    inner = {k: np.arange(old["observation"][k][1]) for k in fields}
    inner[next(k for k in fields if old["observation"][k][0] == "phase")] = np.array(phases)
    inputs = np.concatenate([at[k] + inner[k] for k in fields])
    layout = {
        "observation": [old["observation"][k] for k in fields],
        "phases": [old["phases"][k] for k in phases],
        "actions": [old["actions"][k] for k in actions],
    }
    net, value = policy.net, policy.value
    weights = (net.weights[0][:, inputs], net.weights[1][actions])
    net = Net(weights, (net.biases[0], net.biases[1][actions]), "relu", net.scale[inputs])
    value = Net((value.weights[0][:, inputs], value.weights[1]), value.biases, "relu", value.scale[inputs])
    return replace(policy, net=net, value=value, layout=layout)


def test_what_both_layouts_name_keeps_its_weights_wherever_it_stood(setup):
    policy = make_policy(setup)
    again = carried(shuffled(policy), setup)
    names = [name for name, size in policy.layout["observation"] for _ in range(size)]
    is_kept = np.array([name != "points" for name in names])
    assert np.array_equal(again.net.weights[0][:, is_kept], policy.net.weights[0][:, is_kept])
    assert np.array_equal(again.net.scale[is_kept], policy.net.scale[is_kept])
    assert np.array_equal(again.value.weights[0][:, is_kept], policy.value.weights[0][:, is_kept])
    assert not again.net.weights[0][:, ~is_kept].any() and (~is_kept).any()
    lost = policy.layout["actions"].index("escalate 2C")
    assert not again.net.weights[1][lost].any() and again.net.biases[1][lost] == 0
    rest = np.arange(len(again.net.biases[1])) != lost
    assert np.array_equal(again.net.weights[1][rest], policy.net.weights[1][rest])
    assert again.layout == layout_of(setup)


def test_a_carried_policy_plays_as_before_where_nothing_new_is_seen(setup):
    policy = make_policy(setup)
    layout = policy.layout | {"observation": [["older", 3], *policy.layout["observation"]]}
    extra = np.ones((16, 3), np.float32)
    net = replace(
        policy.net,
        weights=(np.concatenate([extra, policy.net.weights[0]], axis=1), policy.net.weights[1]),
        scale=np.concatenate([np.ones(3, np.float32), policy.net.scale]),
    )
    again = carried(replace(policy, net=net, value=None, layout=layout), setup)
    batch = Batch(setup, 32, 3)
    batch.reset()
    step = batch.step(batch.random_actions())
    view = View.of(step.observations, step.masks)
    assert np.array_equal(PolicyAgent(again).probabilities(view), PolicyAgent(policy).probabilities(view))


def test_a_policy_that_fits_is_left_alone(setup):
    policy = make_policy(setup)
    assert carried(policy, setup) is policy
    assert carried(replace(policy, layout={}), setup).layout == {}


def test_a_pilot_of_one_scenario_begins_in_a_larger_one(setup):
    trio = make_setup("throwdown-v0", "trio")
    again = carried(make_policy(setup), trio)
    assert again.net.sizes[0] == trio.width > setup.width
    PolicyAgent(again).bind(trio)
    alike = again.net.weights[0][:, : setup.game.fields.fixed.size]
    assert np.array_equal(alike, make_policy(setup).net.weights[0][:, : setup.game.fields.fixed.size])


def test_names_come_back_from_the_file(setup, tmp_path):
    file = save_policy(tmp_path / "pilot.npz", make_policy(setup))
    assert load_policy(file).layout == layout_of(setup)


@pytest.mark.parametrize(
    "wrong", [{"observation": []}, {"actions": ["pass"]}, {"phases": [1]}, {"actions": 5}]
)
def test_names_that_do_not_fit_the_net_are_refused(setup, tmp_path, wrong):
    policy = make_policy(setup)
    file = save_policy(tmp_path / "pilot.npz", replace(policy, layout=policy.layout | wrong))
    with pytest.raises(InvalidRecord, match="incomplete or do not fit together"):
        load_policy(file)


def test_a_policy_without_names_or_of_another_game_cannot_be_carried(setup):
    nameless = replace(make_policy(setup), layout={})
    with pytest.raises(InvalidConfig, match="its file does not name them"):
        carried(nameless, make_setup("throwdown-v0", "trio"))
    with pytest.raises(InvalidConfig, match="plays throwdown-v0, not pile-v0"):
        carried(nameless, make_setup("pile-v0"))


def test_the_command_line_carries_a_file(setup, tmp_path):
    file = save_policy(tmp_path / "pilot.npz", make_policy(setup))
    out = tmp_path / "trio.npz"
    said = CliRunner().invoke(app, ["policy", "carry", str(file), str(out), "--scenario", "trio"])
    assert said.exit_code == 0 and "scenario 'trio'" in said.output
    assert load_policy(out).scenario == "trio"
