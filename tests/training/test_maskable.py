"""MaskablePPO of sb3-contrib learns in a run like any other: measured, saved, resumed, refused in a sentence."""

from __future__ import annotations

import inspect
import json
import subprocess
import sys

import numpy as np
import pytest
import torch as th
from sb3_contrib import MaskablePPO
from typer.testing import CliRunner

import throwdown
from tests.training.support import same
from throwdown.agents import load
from throwdown.cli.main import app
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.view import View
from throwdown.training.config import MASKABLE, read_config
from throwdown.training.maskable import MaskableRun
from throwdown.training.train import resume, train

KUHN = {
    "algorithm": "maskable-ppo",
    "game": "kuhn-v0",
    "eval_games": 100,
    "eval_against": ["random"],
    "n_steps": 32,
}
TURN = 512
"""Decisions of both roles, in 8 parallel games each."""


def parameters(run):
    return {role: model.policy.state_dict() for role, model in run.models.items()}


def test_the_defaults_are_its_own():
    names = {"epochs": "n_epochs", "clip": "clip_range", "entropy": "ent_coef", "value_weight": "vf_coef"}
    own = {name: x.default for name, x in inspect.signature(MaskablePPO.__init__).parameters.items()}
    for name, value in MASKABLE.items():
        if name not in ("rows", "hidden", "activation", "eval_every"):
            assert own[names.get(name, name)] == value, name
    setup, run = make_setup("kuhn-v0"), MaskableRun(read_config(KUHN))
    env = throwdown.make_sb3("kuhn-v0", num_envs=8)
    stock = MaskablePPO("MlpPolicy", env, seed=run.config.seed + 1, device="cpu")
    assert same(stock.policy.state_dict(), run.models[setup.roles[1]].policy.state_dict())


def test_a_role_plays_as_its_model_says():
    run = MaskableRun(read_config(KUHN, hidden=[16, 8], activation="relu"))
    run.step()
    model = run.models["first"]
    observations, masks = model.env.reset(), model.env.action_masks()
    found = run.agents()["first"].probabilities(View.of(observations, masks))
    expected = model.policy.get_distribution(
        th.from_numpy(observations), action_masks=masks
    ).distribution.probs
    assert np.abs(found - expected.detach().numpy()).max() < 1e-5


def test_it_learns():
    """After some turns of Kuhn poker it gives less away than at first."""
    run = MaskableRun(read_config(KUHN, eval_every=0, learning_rate=2e-3, entropy=0.05))
    before = run.exploitability()["exploitability"]
    for _ in range(8):
        run.step()
    assert run.exploitability()["exploitability"] < 0.7 * before


def test_files_of_a_run(tmp_path):
    """Its policies and its models play, and what is asked of it is in the log."""
    result = train(KUHN, tmp_path, progress=False, steps=2 * TURN, exact_every=2)
    assert result.is_complete and [entry["decisions"] for entry in result.log] == [TURN, 2 * TURN]
    last = json.loads((tmp_path / "log.json").read_text())["turns"][-1]
    assert set(last["win_rate"]) == {"first_against_random", "second_against_random"} and "exact" in last
    assert "train/approx_kl" in last["first"]
    setup = make_setup("kuhn-v0")
    env = throwdown.make_sb3("kuhn-v0", num_envs=16, seat="second", opponent="random")
    view = View.of(env.reset(), env.action_masks())
    policy, model = (
        load(Typed(tmp_path / f"second.{x}"), setup, "second").bind(setup) for x in ("npz", "zip")
    )
    assert np.abs(policy.probabilities(view) - model.probabilities(view)).max() < 1e-5
    again = MaskablePPO.load(tmp_path / "second.zip", env=env)
    assert again.learn(64).num_timesteps >= 64


def test_a_run_is_resumed(tmp_path):
    """Twice from one checkpoint it goes the same way, from what it has learnt and on other deals."""
    train(KUHN, tmp_path, progress=False, steps=2 * TURN)
    begun = MaskableRun(read_config(KUHN))
    for _ in range(2):
        begun.step()
    runs, dealt = [], []
    for _ in range(2):
        run = MaskableRun.resume(tmp_path / "checkpoint.pt")
        assert same(parameters(begun), parameters(run))
        run.models["first"].env.reset()
        dealt.append(run.models["first"].env.runner.driver.batch.states.tobytes())
        assert run.step()["turn"] == 3
        runs.append(run)
    assert same(parameters(runs[0]), parameters(runs[1])) and not same(parameters(begun), parameters(runs[0]))
    begun = MaskableRun(begun.config)
    begun.models["first"].env.reset()
    assert dealt[0] == dealt[1] != begun.models["first"].env.runner.driver.batch.states.tobytes()
    moments = [run.models["first"].policy.optimizer.state_dict()["state"] for run in runs]
    assert float(moments[0][0]["step"]) == 3 * 10 * TURN / 2 / 64
    assert len(resume(tmp_path, progress=False, steps=3 * TURN).log) == 3


def test_a_role_may_meet_an_agent():
    run = MaskableRun(read_config(KUHN, against={"first": "random"}))
    entry = run.step()
    assert list(run.models) == ["second"] and run.agents()["first"].name == "random"
    assert set(entry["win_rate"]) == {"second_against_random"} and run.decisions == TURN // 2


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"magnet": 0.1}, "maskable-ppo has no magnet; leave that out"),
        ({"teacher": "heuristic", "share_net": True}, "maskable-ppo has no teacher and no share_net; leave that out"),
        ({"start": {"first": "trained"}}, "maskable-ppo has no start"),
        ({"mix": {"latest": 0.5, "random": 0.5}}, "maskable-ppo has no mix"),
        ({"algorithm": "dqn"}, "algorithm is 'dqn'"),
        ({"algorithm": "ppo"}, "ppo has no n_steps; its turns are whole games, as many as rows"),
        ({"n_steps": 1}, "n_steps is 1"),
        ({"steps": 10, "minutes": 1}, "give either steps or minutes"),
    ],
)  # fmt: skip
def test_what_it_has_not_is_refused(changes, sentence):
    with pytest.raises(InvalidConfig, match=sentence) as error:
        read_config({**KUHN, **changes})
    assert str(error.value).endswith(".")


def test_the_settings_in_a_log_are_read_again():
    config = read_config({"game": "kuhn-v0"})
    assert read_config(config.model_dump()) == config


@pytest.mark.parametrize(
    ("change", "match"),
    [
        (lambda model: model["weights"].pop("action_net.bias"), "the layers of the weights do not match"),
        (lambda model: model["moments"][0].pop("exp_avg"), "of parameter 0 do not match"),
        (lambda model: model.update(decisions=-1), "decisions is -1"),
    ],
)
def test_a_damaged_checkpoint(change, match, tmp_path):
    file = tmp_path / "checkpoint.pt"
    run = MaskableRun(read_config(KUHN))
    run.step()
    run.save(file)
    whole = th.load(file, weights_only=True)
    change(whole["state"]["models"]["first"])
    th.save(whole, file)
    with pytest.raises(InvalidRecord, match=match):
        MaskableRun.resume(file)


def test_the_command(tmp_path):
    out, file = str(tmp_path / "run"), tmp_path / "stock.toml"
    file.write_text(f'game = "kuhn-v0"\nn_steps = 32\nsteps = {TURN}\n')
    words = ["train", "--algorithm", "maskable-ppo", "--config", str(file), "--out", out, "-q"]
    refused = CliRunner().invoke(app, [*words, "--teacher", "random"])
    assert refused.exit_code and "maskable-ppo has no teacher" in refused.output
    found = CliRunner().invoke(app, words)
    assert found.exit_code == 0 and "second.npz" in found.output and "% won" in found.output
    longer = CliRunner().invoke(app, ["train", "--resume", out, "--steps", str(2 * TURN), "-q"])
    assert longer.exit_code == 0, longer.output


def test_our_own_learner_does_without_stable_baselines():
    code = "import sys; import throwdown.training.train; sys.exit('stable_baselines3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
