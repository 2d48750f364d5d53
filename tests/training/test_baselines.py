"""The algorithms of the table of baselines learn, and the table is filled run by run."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch as th

from tests.cli.support import call
from tests.support import ROOT
from tests.training.support import same, state_of
from throwdown.agents import Agent, PolicyAgent, View, load
from throwdown.agents.net import Net, outputs, stack
from throwdown.envs.core.errors import InvalidConfig, InvalidRecord
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exact import build_tree, expected_value, exploitability, tabulate
from throwdown.evaluation.exact.blend import blend
from throwdown.evaluation.suite import FIXTURES
from throwdown.training.baselines import bench, plan, psro, spiel
from throwdown.training.baselines.hunt import gain
from throwdown.training.baselines.making import lineup_of
from throwdown.training.baselines.mixtures import exact_advantage, returns_of, strategy_of
from throwdown.training.baselines.nfsp import CONFIG, Nfsp, Replay, Settings, transitions
from throwdown.training.baselines.plan import OPENSPIEL_DEEP_CFR, OPENSPIEL_NFSP, PSRO
from throwdown.training.baselines.table import averages, nash_average, plan_text, table
from throwdown.training.config import read_config
from throwdown.training.results import load_json, save_json

KUHN = {"game": "kuhn-v0", "eval_every": 0, "seed": 1, "workers": 1}
SMALL = {"rows": 64, "batch_size": 64, "hidden": [16, 16], "parts": 1}
ARENA = replace(plan.ARENAS[0], decisions=2000)


@pytest.fixture(scope="module")
def tree():
    return build_tree(make_setup("kuhn-v0"), threads=1)


def psro_run(oracles: int, steps: int) -> psro.Psro:
    settings = PSRO | KUHN | SMALL | {"pool_size": oracles + 1, "epochs": 4, "steps": steps}
    return psro.Psro(read_config(settings))


def lineup(run: psro.Psro) -> dict[str, list]:
    own = run.population()
    return {
        side: [(share, PolicyAgent(x).bind(run.setup)) for share, x in own[side]] for side in run.setup.teams
    }


def test_psro_comes_near_the_equilibrium(tree, monkeypatch):
    """Populations drawn equally, or only the last oracles, stay above .07."""
    monkeypatch.setattr(psro, "GAMES", 300)
    run = psro_run(10, 60_000)
    while run.progress < 1.0:
        run.step()
    population = lineup(run)
    assert run.size_of_population == 11 and max(map(len, population.values())) > 1
    found = exploitability(tree, strategy_of(tree, population)).share
    last = {side: [(1.0, x[-1][1])] for side, x in population.items()}
    assert found < 0.065 < exploitability(tree, strategy_of(tree, last)).share


def test_a_resumed_psro_is_an_uninterrupted_one(tmp_path):
    run = psro_run(3, 6000)
    while run.size_of_population < 3:
        run.step()
    run.save(tmp_path / "checkpoint.pt")
    other = psro.Psro.resume(tmp_path / "checkpoint.pt")
    assert (other.payoffs == run.payoffs).all()
    for x in (run, other):
        while x.progress < 1.0:
            x.step()
    assert same(state_of(run), state_of(other)) and (other.payoffs == run.payoffs).all()


def test_psro_needs_two_sides():
    with pytest.raises(InvalidConfig, match="PSRO needs two sides that learn"):
        psro.Psro(read_config(PSRO | KUHN | {"against": {"first": "random"}, "mix": {"latest": 1.0}}))


def test_nfsp_comes_near_the_equilibrium():
    settings = Settings(optimizer="adam", value_rate=5e-3, policy_rate=5e-3)
    run = Nfsp(read_config(CONFIG | KUHN | {"steps": 60_000}), settings=settings)
    first = run.exploitability()["exploitability"]
    while run.progress < 1.0:
        run.step()
    assert run.exploitability()["exploitability"] < 0.11 < first / 2


def test_steps_of_nfsp_end_where_games_do():
    run = Nfsp(read_config(CONFIG | KUHN | {"steps": 1}))
    taken, _ = run.games.play(64, [3])
    rollout = taken[0, 0]
    x = transitions(rollout)
    assert rollout.last.any() and not rollout.last.all()
    assert (x["rewards"][~rollout.last] == 0).all() and (x["rewards"][rollout.last] != 0).all()
    at = np.flatnonzero(~rollout.last)
    assert (x["next"][at] == rollout.observations[at + 1]).all()
    assert (x["next_masks"][at] == rollout.masks[at + 1]).all()


def test_action_values_look_ahead_at_legal_actions_until_the_game_ends():
    pupil = Nfsp(read_config(CONFIG | KUHN | {"steps": 1})).pupils["first"]
    for net, values in ((pupil.values, [0.0, 0.0, 0.0]), (pupil.target, [1.0, 2.0, 3.0])):
        head = net.layers[-1]
        th.nn.init.zeros_(head.weight)
        head.bias.data = th.tensor(values)
    for last, reward, loss in ((False, 0.0, 4.0), (True, -1.0, 1.0)):
        seen = np.zeros((1, pupil.values.scale.numel()), np.int8)
        row = {"observations": seen, "next": seen, "next_masks": np.array([[1, 1, 0]], np.int8)}
        row |= {"actions": np.array([1]), "rewards": np.array([reward], np.float32), "last": np.array([last])}
        pupil.memory.met = 0
        pupil.memory.add(row)
        assert float(pupil.value_loss().detach()) == pytest.approx(loss)


def test_memories_keep_the_last_rows_or_a_sample_of_all():
    rng = np.random.default_rng(1)
    ring, reservoir = (Replay(100, {"x": np.zeros((), np.int64)}, chance) for chance in (None, rng))
    for start in range(0, 10_000, 50):
        for memory in (ring, reservoir):
            memory.add({"x": np.arange(start, start + 50)})
    assert sorted(ring.columns["x"]) == list(range(9900, 10_000))
    kept = reservoir.columns["x"]
    assert len(set(kept.tolist())) == len(kept) == 100 and 3500 < kept.mean() < 6500


def test_a_stacked_net_comes_back():
    rng = np.random.default_rng(1)
    shapes = [(6, 9), (4, 6), (3, 4)]
    weights = tuple(rng.normal(size=shape).astype(np.float32) for shape in shapes)
    biases = tuple(rng.normal(size=shape[0]).astype(np.float32) for shape in shapes)
    nets = stack([Net(weights, biases, "relu", rng.random(9).astype(np.float32))] * 2)
    again = stack([nets.net(1)])
    assert again.activation == nets.activation and (again.flat[0] == nets.flat[1]).all()
    seen = rng.integers(-5, 5, (7, 9)).astype(np.int8)
    assert (outputs(again, np.zeros(7, np.int64), seen) == outputs(nets, np.ones(7, np.int64), seen)).all()


def test_a_blend_plays_as_its_mixture_does(tree):
    rng = np.random.default_rng(2)
    plays = []
    for _ in range(3):
        one = rng.random(len(tree.action))
        plays.append(one / np.repeat(np.add.reduceat(one, tree.first[:-1]), tree.sizes))
    is_first = np.repeat(tree.side, tree.sizes) == 0
    first, second = [(0.3, plays[0]), (0.7, plays[1])], [(0.6, plays[1]), (0.4, plays[2])]
    wanted = sum(p * q * expected_value(tree, np.where(is_first, x, y)) for p, x in first for q, y in second)
    assert expected_value(tree, blend(tree, (first, second))) == pytest.approx(wanted, abs=1e-12)


def test_games_of_mixtures_agree_with_the_tree(tree):
    """So does the advantage over another lineup."""
    setup = make_setup("kuhn-v0")
    agents = [load(name, setup) for name in ("random", "solved")]
    mixed = {"first": [(0.25, agents[0]), (0.75, agents[1])], "second": [(1.0, agents[0])]}
    value = expected_value(tree, strategy_of(tree, mixed))
    returns = returns_of(setup, mixed, 20_000, 1)
    assert abs(returns.mean() + value) < 4 * returns.std() / 20_000**0.5
    random, solved = (tabulate(tree, dict.fromkeys(setup.roles, agent)) for agent in agents)
    assert exact_advantage(tree, solved, random) == -exact_advantage(tree, random, solved) > 0.1


def test_nash_averages_leave_out_what_is_beaten():
    """Rock, paper and scissors share the equilibrium, however often a row that loses to all of them is copied."""
    game = np.array([[0, -1, 1, 1], [1, 0, -1, 1], [-1, 1, 0, 1], [-1, -1, -1, 0]], float)
    scores, shares = nash_average(game)
    assert scores == pytest.approx([0, 0, 0, -1], abs=1e-3) and shares == pytest.approx(
        [1 / 3] * 3 + [0], abs=1e-3
    )
    at = [0, 1, 2, 3, 3, 3]
    scores, shares = nash_average(game[np.ix_(at, at)])
    assert scores == pytest.approx([0, 0, 0, -1, -1, -1], abs=1e-3) and shares[3:].max() < 1e-3
    scores, shares = nash_average(np.array([[0, 0.5], [-0.5, 0]]))
    assert scores == pytest.approx([0, -0.5], abs=1e-3) and shares == pytest.approx([1, 0], abs=1e-3)


def results(folder):
    """Return what is in a table's files, without what differs between two equal runs."""
    found = {file.name: json.loads(file.read_text()) for file in sorted(folder.glob("*.json"))}
    for x in found.values():
        for name in ("seconds", "date", "command"):
            x.pop(name, None)
    return found


def test_an_interrupted_table_is_an_uninterrupted_one(tmp_path, monkeypatch):
    algorithms, whole, parts = ["random", "psro", "ours", "cfr+"], tmp_path / "whole", tmp_path / "parts"
    short = PSRO | SMALL | {"rows": 16, "checkpoint_every": 1}
    tried = {"psro": [short | {"pool_size": n} for n in (2, 3)], "ours": [{"preset": "none", **SMALL}]}
    for name, candidates in tried.items():
        new = replace(plan.ALGORITHMS[name], candidates=tuple(candidates))
        monkeypatch.setitem(plan.ALGORITHMS, name, new)
    bench.fill(whole, [ARENA], algorithms, [1], workers=1)
    step, steps = psro.Psro.step, iter(range(10**6))

    def stopping(self):
        if next(steps) in (2, 30):
            raise KeyboardInterrupt
        return step(self)

    monkeypatch.setattr(psro.Psro, "step", stopping)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            bench.fill(parts, [ARENA], algorithms, [1], workers=1)
    bench.fill(parts, [ARENA], algorithms, [1], workers=1)
    assert results(parts) == results(whole) and len(results(whole)) == 7
    monkeypatch.setattr(bench, "run_one", None)
    bench.fill(parts, [ARENA], algorithms, [1], workers=1)  # nothing is left to do
    text = table(parts, [ARENA], [1])
    assert "| psro | 1 | 2 | 0.00 M |" in text and "| nfsp | not run |" in text
    assert averages(parts, ARENA, [1])["cfr+"][0] > averages(parts, ARENA, [1])["random"][0]
    assert "| kuhn-v0 | standard | nfsp | 5 | 1 |" in plan_text(
        parts, list(plan.jobs_of([ARENA], ["nfsp", "psro"], [1], None))
    )
    for file in parts.glob("kuhn-v0.standard.psro.1.json"):
        save_json(file, load_json(file) | {"seconds": 360.0})
    assert "| kuhn-v0 | standard | psro | 0 | 1 | 0.10 |" in plan_text(
        parts, list(plan.jobs_of([ARENA], ["psro"], [1, 2], None))
    )
    with pytest.raises(InvalidConfig, match="is a run of 200 decisions, not of 500; choose another folder"):
        bench.fill(parts, [ARENA], algorithms, [1], 5000, workers=1)


def test_the_committed_table_is_that_of_the_committed_files(tmp_path):
    """``--table`` makes it anew from the files alone."""
    source = ROOT / "benchmarks/baselines"
    for file in source.glob("*.json"):
        shutil.copy(file, tmp_path)
    assert call("baselines", "--table", "--out", str(tmp_path)).exit_code == 0
    assert (tmp_path / "table.md").read_text() == (source / "table.md").read_text()


def cells(text, head, *row):
    """Return a row of the first table with such a header, by the header's names."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in text.splitlines()]
    at = next(k for k, line in enumerate(lines) if line[: len(head)] == head)
    return dict(zip(lines[at], next(line for line in lines[at:] if line[: len(row)] == list(row))))


def test_the_summary_says_what_the_sections_say(tmp_path):
    """Exploitability where it is exact, else the Nash average."""
    exact, large = plan.ARENAS[0], next(x for x in plan.ARENAS if x.scenario == "duel")
    for arena, over, share in ((exact, 0.2, 0.08), (large, 0.1, None)):
        for name in ("random", "heuristic"):
            what = {"game": arena.game, "scenario": arena.scenario, "algorithm": name, "seed": 0}
            figures = {"exploitability": share, "over": over, "error": 0.0, "seconds": 0.0, "learnt": 0}
            save_json(tmp_path / f"{plan.name_of(*what.values())}.json", what | figures | {"decisions": 10})
        found = {"cells": {"random over heuristic": (-0.25, 0.0, 0)}}
        save_json(tmp_path / f"{arena.game}.{arena.scenario}.cross.1.json", found)
    text = table(tmp_path, [exact, large], [1])
    head = ["game, scenario", "measure"]
    assert cells(text, head, "`kuhn-v0`, `standard`", "exploitability, %")["random"] == "8.00"
    row = cells(text, head, "`throwdown-v0`, `duel`", "Nash average")
    assert row["random"] == "-0.250" and row["heuristic"] == "+0.000" and "nfsp" not in row
    assert cells(text, ["algorithm"], "random")["exploitability"] == "8.00 %"
    assert "measure" not in table(tmp_path, [exact], [1])


def test_all_scenarios_of_the_suite_are_in_the_table():
    assert {(x.game, x.scenario) for x in FIXTURES} <= {(x.game, x.scenario) for x in plan.ARENAS}


def test_a_table_of_nothing_writes_nothing(tmp_path):
    told = call("baselines", "-g", "kuhn-v0", "--table", "--out", str(tmp_path))
    assert told.exit_code == 2 and "has no results of kuhn-v0; without --table they are made" in told.output
    assert not list(tmp_path.iterdir())


class Steady(Agent):
    """Never bets, and calls every bet."""

    name = "steady"

    def probabilities(self, view: View) -> np.ndarray:
        return np.eye(view.masks.shape[1], dtype=np.float32)[self.act(view, None)]

    def act(self, view: View, rng: np.random.Generator) -> np.ndarray:
        return np.full(len(view), 1)


def test_exploiters_gain_on_a_mixture_what_the_tree_allows(tree):
    """One that learns against random play gains less than half."""
    setup = make_setup("kuhn-v0")
    weak, strong = Steady(), load("solved", setup)
    mixed = {"first": [(0.05, strong), (0.95, weak)], "second": [(1.0, strong)]}
    most = exploitability(tree, strategy_of(tree, mixed)).gains[1]
    found, error = gain(setup, {"game": "kuhn-v0", **SMALL}, mixed, "second", 30_000, 1)
    assert 0.8 * most < found < most + 4 * error


@pytest.fixture
def openspiel():
    pytest.importorskip("pyspiel")
    pytest.importorskip("tree", reason="OpenSpiel's algorithms in PyTorch need dm-tree")


def test_deep_cfr_of_openspiel_learns_on_the_exported_game(tree, openspiel):
    quick = {"policy_network_train_steps": 400, "advantage_network_train_steps": 100}
    quick |= {"batch_size_advantage": 64, "batch_size_strategy": 64}
    found = spiel.deep_cfr(make_setup("kuhn-v0"), OPENSPIEL_DEEP_CFR | quick, 4000, 1)
    share = exploitability(found.tree, found.strategy).share
    assert found.decisions >= 4000 and share < exploitability(tree, tree.uniform()).share


def test_nfsp_of_openspiel_hands_over_its_average_policy(tree, openspiel):
    """A thousand decisions teach it nothing yet, but its best responses would be sure of their moves.

    They fill little of a memory that no machine has.
    """
    endless = OPENSPIEL_NFSP | {"reservoir_buffer_capacity": 10**12, "replay_buffer_capacity": 10**12}
    found = spiel.nfsp(make_setup("kuhn-v0"), endless, 1000, 1)
    assert found.decisions >= 1000 and found.strategy.min() > 0 and found.strategy.max() < 1
    assert np.add.reduceat(found.strategy, tree.first[:-1]) == pytest.approx(1)


def test_files_open_nothing_outside_of_their_folder(tmp_path):
    """A result that another run wrote is refused, and players are sought in the run's own folder."""
    bench.fill(tmp_path, [ARENA], ["dcfr"], [1], workers=1)
    (file,) = tmp_path.glob("*.dcfr.0.json")
    result = json.loads(file.read_text(encoding="utf-8"))
    place = tmp_path / "players" / file.stem
    (place / "table.npz").rename(tmp_path / "table.npz")
    names = {side: [[1.0, "../../table.npz"]] for side in result["players"]}
    with pytest.raises(InvalidConfig, match=re.escape(str(place / "table.npz"))):
        lineup_of(place, names, make_setup("kuhn-v0"))
    file.write_text(json.dumps(result | {"game": "../.."}), encoding="utf-8")
    with pytest.raises(InvalidRecord, match=r"is no result of kuhn-v0\.standard\.dcfr\.0"):
        bench.fill(tmp_path, [ARENA], ["dcfr"], [1], workers=1)
