"""A run learns, stops anywhere and goes on to the bit, and leaves files that are read back."""

from __future__ import annotations

import copy
import dataclasses
import json
import os
import signal
from pathlib import Path

import numpy as np
import pytest
import torch as th

from tests.support import ROOT, pair
from throwdown import envs
from throwdown.agents import PolicyAgent, load, save_policy
from throwdown.agents.net import outputs, stack
from throwdown.envs.core.batch import Batch
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.envs.view import View
from throwdown.evaluation.curve import curve_of
from throwdown.evaluation.exact import build_tree, exploitability, tabulate
from throwdown.evaluation.match import play
from throwdown.evaluation.plots import curve_png
from throwdown.evaluation.tables import learning
from throwdown.training.ablation import ablate, table
from throwdown.training.baseline import Yardstick
from throwdown.training.config import read_config
from throwdown.training.learner import Learner, barrier_at
from throwdown.training.policy import ILLEGAL, policy_net, value_net
from throwdown.training.ppo import estimate
from throwdown.training.throughput import STEPS, Throughput
from throwdown.training.train import Trainer, resume, run, setup_of, train

TINY = {
    "scenario": "small",
    "rows": 32,
    "batch_size": 64,
    "epochs": 2,
    "hidden": [16, 8],
    "activation": "tanh",
    "pool_size": 2,
    "snapshot_every": 1,
    "checkpoint_every": 1,
    "steps": 1000,
    "mix": {"latest": 0.4, "snapshots": 0.3, "heuristic": 0.2, "random": 0.1},
    "magnet_every": 2,
}


def same(a, b):
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, (np.ndarray, th.Tensor)):
        return bool((np.asarray(a) == np.asarray(b)).all())
    return a == b


def state_of(trainer):
    state = copy.deepcopy(trainer.get_state())
    for key in ("seconds", "log"):
        state.pop(key)
    return state


def test_stopped_and_resumed_equals_unbroken(tmp_path):
    unbroken = Trainer(read_config(TINY))
    states = []
    for k in range(6):
        unbroken.step()
        states.append(state_of(unbroken))
        unbroken.save(tmp_path / f"{k}.pt")
    assert not same(states[4]["learners"]["coach"]["weights"], states[5]["learners"]["coach"]["weights"])
    for k in (0, 2, 4):
        again = Trainer.resume(tmp_path / f"{k}.pt")
        th.manual_seed(k)  # the global streams play no part
        np.random.seed(k)
        for expected in states[k + 1 :]:
            again.step()
            assert same(state_of(again), expected)


def test_side_by_side_equals_in_turn():
    one, two = Trainer(read_config(TINY, workers=1)), Trainer(read_config(TINY, workers=2))
    for _ in range(2):
        one.step(), two.step()
    a, b = state_of(one), state_of(two)
    assert same(a["learners"], b["learners"]) and same(a["pools"], b["pools"])


def test_rollouts_are_whole_games_in_order():
    """Played again by their actions, the games show what was stored and end with what was stored."""
    trainer = Trainer(read_config(TINY, mix={"latest": 1.0}))
    taken, _ = trainer.games.play(32, [1])
    batch = Batch(trainer.setup, 32, autoreset=False)
    rng = np.random.default_rng([1])
    trainer.company.draw(32, rng)
    step = batch.reset(rng.integers(0, 1 << 62, 32))
    at = {role: np.append(0, np.flatnonzero(taken[role, 0].last)[:-1] + 1) for role in range(2)}
    assert all(len(starts) == 32 for starts in at.values())
    while (step.seats >= 0).any():
        actions = np.full(32, -1, np.int64)
        for row in np.flatnonzero(step.seats >= 0):
            role = int(step.seats[row] > 0)
            if step.masks[row].sum() > 1:
                r, k = taken[role, 0], at[role][row]
                at[role][row] += 1
                assert (r.observations[k] == step.observations[row]).all()
                assert (r.others[k] == batch.observe(np.array([row]), np.array([1 - step.seats[row]]))).all()
                assert (r.masks[k] == step.masks[row]).all() and r.masks[k, r.actions[k]] == 1
                actions[row] = r.actions[k]
            else:
                actions[row] = step.masks[row].argmax()
        step = batch.step(actions)
    for role in range(2):
        r = taken[role, 0]
        assert (at[role] == np.flatnonzero(r.last) + 1).all()
        assert np.allclose(r.returns[r.last], batch.returns()[:, role])


def test_advantages_are_generalised_estimates():
    rng = np.random.default_rng(0)
    last = np.array([0, 0, 1, 1, 0, 1], bool)
    values, gamma, lam = rng.normal(size=6).astype(np.float32), 0.9, 0.7
    returns = np.array([1, 1, 1, -1, 0.5, 0.5], np.float32)
    found = np.empty(6, np.float32)
    estimate(returns, values, last, gamma, lam, found)
    games = ((0, 3), (3, 4), (4, 6))
    for low, high in games:
        ahead = np.append(values[low + 1 : high], returns[low] / gamma)
        deltas = gamma * ahead - values[low:high]
        for t in range(high - low):
            expected = sum((gamma * lam) ** k * d for k, d in enumerate(deltas[t:]))
            assert found[low + t] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("critic", ["own", "full"])
def test_what_is_left_out_changes_nothing(critic):
    """Inputs that are 0 and actions that are illegal throughout a rollout are skipped; the nets say the same."""
    trainer = Trainer(read_config(TINY, critic=critic, scenario="spar", rows=8))
    trainer.step()
    rollout = trainer.games.play(16, [2])[0][0, 0]
    policy = trainer.learners["coach"].model.policy
    with th.no_grad():
        f = policy.features(rollout)
        whole = th.from_numpy(np.concatenate((rollout.observations, rollout.others), axis=1))
        pi, vf = policy.mlp_extractor(policy.extract_features(whole, policy.features_extractor))
        logits = policy.action_net(pi).masked_fill(th.from_numpy(rollout.masks) == 0, ILLEGAL).log_softmax(-1)
        assert len(f.inputs) < trainer.setup.width and len(f.actions) < rollout.masks.shape[1]
        assert (policy.log_probs(f) - logits[:, f.actions]).abs().max() < 1e-4
        assert (policy.state_values(f) - policy.value_net(vf).squeeze(1)).abs().max() < 1e-5
        chosen = logits.gather(1, th.from_numpy(rollout.actions)[:, None])
        assert (policy.log_probs(f).gather(1, f.chosen) - chosen).abs().max() < 1e-4


def test_a_barrier_brings_back_what_looked_bad():
    """The gradient of everything else vanishes with an action's probability."""
    found = []
    for barrier in (0.0, 0.05):
        trainer = Trainer(read_config(TINY, mix={"latest": 1.0}, learning_rate=0.02, barrier=barrier))
        learner = trainer.learners["coach"]
        policy = learner.model.policy
        rollout = trainer.games.play(32, [1])[0][0, 0]
        action = int(rollout.masks.sum(axis=0).argmax())
        with th.no_grad():
            policy.action_net.bias[action] = -12.0
        trainer._exchange()
        for k in range(20):
            learner.learn([trainer.games.play(32, [k])[0][0, 0]], 0.0)
        f = policy.features(rollout)
        with th.no_grad():
            column = int((f.actions == action).nonzero())
            found.append(float(policy.log_probs(f)[~f.illegal[:, column], column].mean()))
    assert found[0] < -10 and found[1] > found[0] + 2


def test_the_barrier_falls_by_the_same_factor_in_equal_times():
    config = read_config(TINY, barrier=0.1, barrier_end=0.001)
    assert [barrier_at(config, x) for x in (0.0, 0.5, 1.0)] == pytest.approx([0.1, 0.01, 0.001])
    assert barrier_at(read_config(TINY), 0.5) == 0.0


@pytest.mark.parametrize("activation", ["tanh", "relu"])
def test_frozen_net_equals_torch_net(activation):
    trainer = Trainer(read_config(TINY, activation=activation, hidden=[32, 16, 8], critic="own"))
    trainer.step()
    policy = trainer.learners["coach"].model.policy
    observations = trainer.games.play(16, [2])[0][0, 0].observations
    with th.no_grad():
        pi, vf = policy.mlp_extractor(policy.features_extractor(th.from_numpy(observations)))
        logits, values = policy.action_net(pi).numpy(), policy.value_net(vf).numpy()
    which = np.zeros(len(observations), np.int64)
    for net, expected in ((policy_net, logits), (value_net, values)):
        found = outputs(stack([net(policy, activation)]), which, observations)
        assert np.abs(found - expected).max() < 1e-5


def test_the_magnet_and_the_average_follow():
    trainer = Trainer(read_config(TINY, ema=0.5))
    model = trainer.learners["coach"].model
    first = [p.clone() for p in model.magnet.parameters()]
    trainer.step()
    assert all((a == b).all() for a, b in zip(first, model.magnet.parameters()))
    trainer.step()
    now = list(model.policy.parameters())
    assert all((a == b).all() for a, b in zip(now, model.magnet.parameters()))
    assert any((a != b).any() for a, b in zip(now, model.averaged().parameters()))
    trainer = Trainer(read_config(TINY, ema=0.0))
    trainer.step()
    model = trainer.learners["coach"].model
    assert all((a == b).all() for a, b in zip(model.policy.parameters(), model.averaged().parameters()))


def test_products_are_as_precise_as_a_run_asks(monkeypatch):
    """Runs side by side learn with their own precision each, and leave that of the process alone."""
    before, seen, learn = th.get_float32_matmul_precision(), [], Learner.learn

    def look(learner, *arguments):
        seen.append((learner.config.matmul_precision, th.get_float32_matmul_precision()))
        learn(learner, *arguments)

    monkeypatch.setattr(Learner, "learn", look)
    trainers = [Trainer(read_config(TINY, matmul_precision=p)) for p in ("medium", "highest")]
    for trainer in trainers:
        trainer.step()
        assert th.get_float32_matmul_precision() == before
    assert seen == [("medium", "medium")] * 2 + [("highest", "highest")] * 2
    with pytest.raises(InvalidConfig, match="matmul_precision"):
        read_config(TINY, matmul_precision="low")


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
    coach, hunter = trainer.learners["coach"].model, trainer.exploiters["coach"].model
    trainer.step()
    assert hunter.num_timesteps > 0 and trainer.decisions == sum(
        x.decisions for x in trainer.learners.values()
    )
    trainer.step()
    weights = zip(coach.policy.parameters(), hunter.policy.parameters())
    assert all((a == b).all() for a, b in weights)
    again = Trainer(trainer.config)
    again.set_state(copy.deepcopy(trainer.get_state()))
    trainer.step(), again.step()
    assert same(state_of(trainer), state_of(again))


def test_one_role_learns_against_an_agent(tmp_path):
    alone = TINY | {"mix": {"latest": 1.0}}
    result = train(alone | {"critic": "own"}, tmp_path, progress=False, steps=200)
    changes = {"roles": ["pilot"], "against": {"coach": str(result.policies["coach"])}}
    trainer = Trainer(read_config(alone, **changes))
    entry = trainer.step()
    assert "return/rival" in entry["pilot"] and list(trainer.learners) == ["pilot"]
    assert trainer.agents()["coach"].name == "coach"


def test_exploitability_is_logged_and_falls():
    config = read_config({"scenario": "mini", "hidden": [32, 32], "exact_every": 1, "steps": 10**9})
    trainer = Trainer(config)
    found = [trainer.step()["exact"]["exploitability"] for _ in range(25)]
    assert 0 < found[-1] < found[0] / 3
    with pytest.raises(InvalidConfig, match="too many for a tree"):
        Trainer(read_config(TINY, scenario="duel")).exploitability()


def test_learns_the_duel_of_two_rounds():
    """A few turns on `mini` of Challenges come nearer to its solution than the heuristic is."""
    changes = {"rows": 1024, "batch_size": 1024, "hidden": [64, 64], "learning_rate": 3e-3, "ema": 0.8}
    changes |= {"barrier": 0.0, "mix": {"latest": 1.0}, "workers": 1, "steps": 10**9}
    trainer = Trainer(read_config(ROOT / "benchmarks/challenge/mini.toml", **changes))
    first = trainer.step() and trainer.exploitability()["exploitability"]
    for _ in range(40):
        trainer.step()
    heuristic = load("heuristic", trainer.setup)
    tree = build_tree(trainer.setup, threads=1)
    bound = exploitability(tree, tabulate(tree, {"a": heuristic, "b": heuristic})).share
    assert trainer.exploitability()["exploitability"] < min(bound, first / 3)


def test_learns_small(tmp_path):
    """A short run takes each role at least .15 above its heuristic, on the scale of ±1, against the same opponents."""
    config = read_config(
        TINY,
        options={"reward": "win"},
        mix={"latest": 0.0, "heuristic": 1.0},
        rows=512,
        batch_size=256,
        epochs=4,
        hidden=[32, 32],
        steps=400_000,
        entropy=0.02,
        entropy_end=0.002,
        learning_rate=3e-3,
        learning_rate_end=5e-4,
        ema=0.8,
        magnet=0.0,
        checkpoint_every=1000,
        snapshot_every=100,
    )
    result = train(config, tmp_path, progress=False)
    setup = Trainer(config).setup
    heuristic = load("heuristic", setup)
    coach, pilot = (PolicyAgent(result.policies[role]) for role in ("coach", "pilot"))
    base = play(setup, pair(heuristic, heuristic), 8192, 5).of("pilot")
    gain = {
        "coach": base - play(setup, pair(coach, heuristic), 8192, 5).of("pilot"),
        "pilot": play(setup, pair(heuristic, pilot), 8192, 5).of("pilot") - base,
    }
    for role, values in gain.items():
        mean, error = values.mean(), values.std() / np.sqrt(len(values))
        assert mean >= 0.15 and mean - 3 * error > 0, (role, mean, error)


def test_files_of_a_run(tmp_path):
    result = run(Trainer(read_config(TINY)), tmp_path, progress=False)
    assert result.is_complete and set(result.policies) == {"coach", "pilot"}
    assert result.policies["coach"] == tmp_path / "coach.npz"
    log = json.loads((tmp_path / "log.json").read_text())
    assert log["turns"][-1]["decisions"] >= TINY["steps"] > log["turns"][-2]["decisions"]
    assert list((tmp_path / "tensorboard").iterdir())
    with pytest.raises(InvalidConfig, match=r"decisions in .* minutes already; .* so give more"):
        resume(tmp_path, progress=False, steps=5)
    longer = resume(tmp_path, progress=False, steps=2 * TINY["steps"])
    assert len(longer.log) > len(log["turns"])
    (tmp_path / "checkpoint.pt").write_bytes(b"nonsense")
    with pytest.raises(InvalidRecord, match="not a readable checkpoint"):
        resume(tmp_path)
    with pytest.raises(InvalidConfig, match="there is no checkpoint"):
        resume(tmp_path / "nowhere")


def test_a_run_goes_on_only_with_the_scenario_that_it_began_with(tmp_path):
    shipped = Path(envs.__file__).parent / "fusion/content/scenarios/small.toml"
    file = tmp_path / "mine.toml"
    file.write_text(shipped.read_text())
    run(Trainer(read_config(TINY, scenario=str(file))), tmp_path, progress=False)
    file.write_text(shipped.read_text().replace('"Small"', '"The same"', 1))
    assert Trainer.resume(tmp_path / "checkpoint.pt").turn > 0
    file.write_text(shipped.read_text().replace("harmony = ", "harmony = 1#", 1))
    with pytest.raises(InvalidConfig, match="scenario 'mine' has changed since the run began"):
        Trainer.resume(tmp_path / "checkpoint.pt")


def test_ctrl_c_saves(tmp_path):
    trainer = Trainer(read_config(TINY))
    step = trainer.step

    def interrupted():
        entry = step()
        if trainer.turn == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return entry

    trainer.step = interrupted
    result = run(trainer, tmp_path, progress=False)
    assert not result.is_complete and Trainer.resume(tmp_path / "checkpoint.pt").turn == 2


def divided(monkeypatch, **changes):
    """Let training find the small game with other roles or sides."""
    small = dataclasses.replace(make_setup("throwdown-v0", "small"), **changes)
    monkeypatch.setattr("throwdown.training.train.make_setup", lambda *_, **__: small)


def test_a_lone_side_trains(monkeypatch):
    """Two roles that win and lose together learn from every game; what needs two sides is left out, or refused."""
    divided(monkeypatch, sides=("table", "table"), zero_sum=False)
    trainer = Trainer(read_config(TINY, mix={"latest": 1.0}, eval_every=1, eval_games=20))
    entry = trainer.step()
    assert set(trainer.learners) == {"coach", "pilot"} and trainer.decisions > 64
    assert set(entry["table"]) == {"return/latest"} and set(entry["mean_return"]) == {
        "table_against_random",
        "table_against_heuristic",
    }
    assert "snapshots" not in entry
    taken, results = trainer.games.play(16, [1])
    assert {part for part, _ in taken} == {0, 1} and len(results) == 1
    assert results[0].games.tolist() == [16, 0, 0, 0, 0, 0]
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
    assert all(found.games[:2].min() > 10 for found in results)
    assert len(next(iter(trainer.jobs([taken])))[1]) == 2
    assert trainer.games.meet([1], 5).shape == (2, 2)


def test_team_trains():
    trainer = Trainer(read_config(TINY, scenario="trio"))
    trainer.step()
    assert trainer.decisions > 256


def test_throughput_counts_decisions():
    work = Throughput(TINY)
    played = [work.self_play(), work.self_play()]
    assert min(played) > 0 and work.learning() == played[-1]
    assert work.maskable_ppo_instant() == STEPS * TINY["rows"]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"rowz": 3}, "Training: 'rowz' is not a field (did you mean 'rows'?)."),
        ({"rows": 0}, "Training: rows is 0: Input should be greater than or equal to 2."),
        ({"mix": {"heuristic": 0.75}}, "the shares of the mix sum to 1.75; they must sum to 1."),
        (
            {"against": {"coach": "random"}},
            "'coach' both learns and is played by an agent; choose one of them.",
        ),
        ({"learning_rate": float("inf")}, "Training: learning_rate is inf: Input should be a finite number."),
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


def test_ablation_runs_what_is_missing(tmp_path):
    variants = ["all", "no entropy"]
    runs = ablate(tmp_path, "throwdown-v0", "mini", 0.0001, range(1, 2), variants, workers=1)
    assert [run["variant"] for run in runs] == variants and all(0 < run["exploitability"] < 1 for run in runs)
    before = {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert ablate(tmp_path, "throwdown-v0", "mini", 0.0001, range(1, 2), variants) == runs
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == before
    assert table(runs).count("\n") == 3
    with pytest.raises(InvalidConfig, match="not of 1 on 'mini' of throwdown-v0"):
        ablate(tmp_path, "throwdown-v0", "mini", 1, range(1, 2), variants)
    with pytest.raises(InvalidConfig, match="'al' is not a variant"):
        ablate(tmp_path, "throwdown-v0", "mini", variants=["al"])


def test_the_yardstick_plays_as_its_model_says():
    baseline = Yardstick(make_setup("throwdown-v0", "small"), 1)
    env = baseline.models["coach"].env
    observations, masks = env.reset(), env.action_masks()
    found = baseline.agents()["coach"].probabilities(View.of(observations, masks))
    policy = baseline.models["coach"].policy
    expected = policy.get_distribution(th.from_numpy(observations), action_masks=masks).distribution.probs
    assert np.abs(found - expected.detach().numpy()).max() < 1e-5


def test_snapshots_meet_each_other(tmp_path):
    """Every pair plays; early snapshots that are alike do alike, and the picture goes to TensorBoard."""
    trainer = Trainer(read_config(TINY, eval_every=3, eval_games=200, steps=600))
    result = run(trainer, tmp_path, progress=False)
    found = next(entry["snapshots"] for entry in result.log if "snapshots" in entry)
    assert np.shape(found["returns"]) == (2, 2) and found["turns"]["coach"][-1] >= 2
    again = trainer.games.meet([1], 50)
    assert again.shape == (2, 2) and (np.abs(again) <= 1).all()
    events = next((tmp_path / "tensorboard").iterdir()).read_bytes()
    assert b"snapshots" in events and b"train/entropy" in events


def test_win_rates_against_fixed_opponents_go_to_tensorboard_and_to_any_function(tmp_path):
    logged = []
    config = read_config(TINY, eval_every=2, eval_games=40, steps=300, eval_against=["random"])
    trainer = Trainer(config)
    result = run(trainer, tmp_path, progress=False, log=lambda figures, done: logged.append((figures, done)))
    assert [done for _, done in logged] == [entry["decisions"] for entry in result.log]
    name = "win_rate/pilot_against_random"
    assert [name in figures for figures, _ in logged[:3]] == [False, True, False]
    assert {"win_rate/coach_against_random", "mean_return/pilot_against_random"} <= set(logged[1][0])
    assert all(isinstance(value, float) for figures, _ in logged for value in figures.values())
    assert name.encode() in next((tmp_path / "tensorboard").iterdir()).read_bytes()
    random = load("random", trainer.setup)
    match = play(trainer.setup, {"coach": random, "pilot": trainer.agents()["pilot"]}, 40, 1)
    assert trainer.evaluate(40)["win_rate"]["pilot_against_random"] == match.wins("pilot").mean()


@pytest.mark.parametrize("role", ["coach", "pilot"])
def test_a_file_plays_as_the_torch_net_does(role, tmp_path):
    """Saved, read without torch and played; weights that training never used are 0."""
    trainer = Trainer(read_config(TINY, critic="own", ema=0.0, activation="relu"))
    trainer.step()
    learner = trainer.learners[role]
    rollout = trainer.games.play(16, [2])[0][[part.role for part in trainer.company.parts].index(role), 0]
    policy = learner.model.policy
    features = policy.features(rollout)
    with th.no_grad():
        expected, values = policy.log_probs(features).exp().numpy(), policy.state_values(features).numpy()
    agent = load(str(save_policy(tmp_path / "a.npz", learner.policy(role, {}))), trainer.setup, role)
    found = agent.probabilities(View.of(rollout.observations, rollout.masks))
    assert np.abs(found[:, features.actions.numpy()] - expected).max() < 1e-5
    assert np.abs(agent.values(rollout.observations) - values).max() < 1e-5
    used = np.abs(agent.policy.net.weights[0]).sum(axis=0) > 0
    assert used[features.inputs.numpy()].all() and used.sum() < trainer.setup.width / 2


def test_the_curve_of_a_run_says_what_was_measured():
    trainer = Trainer(read_config(TINY, scenario="mini", exact_every=2))
    for _ in range(4):
        trainer.step()
    curve = curve_of(trainer.log, trainer.setup, "throwdown train")
    assert len(curve.points) == 3 and curve.sets == 5370
    assert curve.points[-1] == (
        trainer.decisions,
        trainer.seconds,
        trainer.exploitability()["exploitability"],
    )
    assert curve.others["random"] > curve.others["heuristic"] > 0.05
    told = learning(curve)
    assert told.rows[-1][0] == "trained" and told.rows[0][3] == f"{curve.others['random']:.2%}"
    assert curve_png(curve).startswith(b"\x89PNG")
