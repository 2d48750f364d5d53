"""Runs get better, and how much is measured."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support import ROOT, pair
from tests.training.support import TINY
from throwdown.agents import PolicyAgent, load
from throwdown.envs.core.errors import InvalidConfig
from throwdown.evaluation.curve import curve_of
from throwdown.evaluation.exact import build_tree, exploitability, tabulate
from throwdown.evaluation.match import play
from throwdown.evaluation.report.plots import curve_png
from throwdown.evaluation.report.tables import learning
from throwdown.training.ablation import ablate, table
from throwdown.training.config import read_config
from throwdown.training.train import train
from throwdown.training.trainer import Trainer


def test_exploitability_is_logged_and_falls():
    config = read_config(
        {"preset": "none", "scenario": "mini", "hidden": [32, 32], "exact_every": 1, "steps": 10**9}
    )
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
        batch_size=512,
        epochs=4,
        hidden=[32, 32],
        steps=300_000,
        entropy=0.02,
        entropy_end=0.002,
        learning_rate=5e-3,
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


def test_a_small_game_is_learnt_with_nothing_but_its_name():
    """Kuhn poker in some seconds; its equilibria mix, so a policy that became certain would lose a sixth of it."""
    trainer = Trainer(read_config({"game": "kuhn-v0", "steps": 100_000, "eval_every": 0}))
    while trainer.progress < 1:
        trainer.step()
    assert trainer.exploitability()["exploitability"] < 0.05 and not trainer.told
