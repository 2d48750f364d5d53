"""A run's policies are put where the package finds them, with what made them."""

from __future__ import annotations

import importlib
import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from tests.agents.test_policy import make_policy
from tests.training.support import TINY
from throwdown.agents import PolicyAgent, View, load, load_policy, save_policy, shipped
from throwdown.agents.archive import read_header
from throwdown.agents.packing import pack, unpack
from throwdown.cli.main import app
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.core.kit import Batch
from throwdown.envs.core.names import Typed
from throwdown.envs.registry import make_setup
from throwdown.training.config import read_config
from throwdown.training.repack import repack
from throwdown.training.rerate import rerate
from throwdown.training.ship import command_of, main, rate, settings_of, ship, side_of
from throwdown.training.train import resume, run
from throwdown.training.trainer import Trainer


def test_a_run_ships(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    run(Trainer(read_config(TINY, seed=3)), tmp_path / "run", progress=False)
    files = ship([tmp_path / "run"], deals=40)
    assert files == [tmp_path / "policies" / "throwdown-v0" / f"small-{x}.npz" for x in ("coach", "pilot")]
    for role, file in zip(("coach", "pilot"), files):
        whole, kept = load_policy(tmp_path / "run" / f"{role}.npz"), load_policy(file)
        for w, x in zip(whole.net.weights, kept.net.weights):
            assert (x == unpack(*pack(w))).all() and (x != w).any()
        info = read_header(file)["info"]
        assert (
            info["settings"] == read_config(TINY, seed=3, preset="medium").model_dump()
        )  # defaults too: they may change
        assert info["seed"] == 3 and info["figures"]["deals"] == 40
        assert load("trained", make_setup("throwdown-v0", "small"), role).name == "trained"
        for found in info["figures"]["against"].values():
            assert all(low <= mean <= high for mean, low, high in found.values())
    coach, pilot = (read_header(file)["info"]["figures"]["against"]["trained"] for file in files)
    assert coach["return"][0] == -pilot["return"][0]
    assert coach["wins"][0] == pytest.approx(1 - pilot["wins"][0], abs=1e-3)


def test_what_ships_is_packed_anew(tmp_path):
    """Levels lose the value net, which none reads; records stay; a second time changes nothing."""
    files = [tmp_path / "duel-pilot.npz", tmp_path / "levels" / "duel-pilot-300.npz"]
    before = [save_policy(file, make_policy()).stat().st_size for file in files]
    assert repack(tmp_path) == files
    assert all(file.stat().st_size < 0.4 * size for file, size in zip(files, before))
    assert [load_policy(file).value is None for file in files] == [False, True]
    assert read_header(files[0])["info"] == make_policy().info
    packed = [file.read_bytes() for file in files]
    repack(tmp_path)
    assert [file.read_bytes() for file in files] == packed


def test_what_ships_may_be_sharper_than_what_was_trained(tmp_path, monkeypatch):
    """It plays as the run's policy does at that temperature, and says which."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    run(Trainer(read_config(TINY, seed=3)), tmp_path / "run", progress=False)
    setup, role = make_setup("throwdown-v0", "small"), "coach"
    file = next(x for x in ship([tmp_path / "run"], deals=40, temperature=0.25) if role in x.stem)
    assert read_header(file)["info"]["temperature"] == 0.25
    batch = Batch(setup, 64)
    seen = batch.reset()
    given = View.of(seen.observations, seen.masks, setup=setup)
    wanted = PolicyAgent(str(tmp_path / "run" / f"{role}.npz"), temperature=0.25).probabilities(given)
    warm = PolicyAgent(str(tmp_path / "run" / f"{role}.npz")).probabilities(given)
    found = PolicyAgent(str(file)).probabilities(given)
    np.testing.assert_allclose(found, wanted, atol=0.01)
    assert np.abs(found - warm).max() > 0.05
    with pytest.raises(InvalidConfig, match=r"temperature is 0\.0; it must be above 0"):
        ship([tmp_path / "run"], temperature=0.0)


def test_one_role_of_a_run_ships_and_the_other_keeps_its_policy(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    run(Trainer(read_config(TINY, seed=3)), tmp_path / "first", progress=False)
    coach, pilot = ship([tmp_path / "first"], deals=40)
    before = coach.read_bytes(), pilot.read_bytes()
    run(Trainer(read_config(TINY, seed=4)), tmp_path / "second", progress=False)
    assert ship([tmp_path / "second"], deals=40, roles=["coach"]) == [coach]
    assert coach.read_bytes() != before[0] and pilot.read_bytes() == before[1]
    met = read_header(coach)["info"]["figures"]["against"]["trained"]["return"][0]
    fresh = ship([tmp_path / "second"], deals=40)[0]
    assert met != read_header(fresh)["info"]["figures"]["against"]["trained"]["return"][0]
    with pytest.raises(InvalidConfig, match=r"ace did not learn in .*; coach, pilot did"):
        ship([tmp_path / "second"], roles=["ace"])


def test_of_several_seeds_the_best_ships(tmp_path, monkeypatch):
    """The order of the folders does not matter, and the record tells the returns of all seeds."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    folders = [tmp_path / name for name in ("weak", "strong")]
    for folder, seed in zip(folders, (5, 3)):
        run(Trainer(read_config(TINY, seed=seed)), folder, progress=False)
    for role in ("coach", "pilot"):
        policy = load_policy(folders[0] / f"{role}.npz")
        net = replace(policy.net, weights=tuple(-30 * w for w in policy.net.weights))
        save_policy(folders[0] / f"{role}.npz", replace(policy, net=net))
    for order in (folders, folders[::-1]):
        for file in ship(order, deals=200):
            info = read_header(file)["info"]
            assert info["seed"] == 3 and info["seeds"].keys() == {"3", "5"}
            (strong, low, high), (weak, *_) = info["seeds"]["3"], info["seeds"]["5"]
            assert low <= strong <= high and weak < strong
    with pytest.raises(InvalidConfig, match=r"weak' has the settings and the seed of another"):
        ship([folders[0], folders[1], folders[0]])


def test_of_several_methods_the_best_ships(tmp_path, monkeypatch):
    """The seeds that a record tells of are those of its own settings; a run of another scenario is no rival."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    folders = [tmp_path / str(k) for k in range(4)]
    for folder, settings in zip(
        folders, ({"seed": 5}, {"seed": 6}, {"seed": 5, "rows": 16}, {"scenario": "duel"})
    ):
        run(Trainer(read_config(TINY, **settings)), folder, progress=False)
    for folder in folders[:2]:
        for role in ("coach", "pilot"):
            policy = load_policy(folder / f"{role}.npz")
            net = replace(policy.net, weights=tuple(-30 * w for w in policy.net.weights))
            save_policy(folder / f"{role}.npz", replace(policy, net=net))
    for file in ship(folders[:3], deals=200):
        info = read_header(file)["info"]
        assert info["settings"]["rows"] == 16 and info["seeds"].keys() == {"5"} and len(info["others"]) == 2
        assert all(mean < info["seeds"]["5"][0] for mean, _, _ in info["others"])
    with pytest.raises(InvalidConfig, match=r"0' and '.*3' differ in their game, scenario"):
        ship([folders[0], folders[3]])


def test_a_side_of_several_roles_ships_as_a_team():
    setup = make_setup("throwdown-v0", "trio")
    assert [side_of(setup, role) for role in ("coach", "pilot")] == ["coach", "pilot"]
    setup = replace(setup, sides=setup.roles, roles=("coach", "pilot", "ace", "ace"))
    assert side_of(setup, "ace") == "pilot"
    found = rate(setup, {"ace": Path("random")}, 4, 1)
    assert found.names("coach") == ("heuristic", "random")
    assert found.names("pilot") == ("trained", "heuristic", "random")
    with pytest.raises(InvalidConfig, match="plays on several sides"):
        side_of(replace(setup, sides=setup.seats), "ace")


def test_where_there_is_no_heuristic_random_play_is_the_measure():
    found = rate(make_setup("kuhn-v0"), {"first": Path("random")}, 4, 1)
    assert (found.names("first"), found.names("second")) == (("trained", "random"), ("random",))


def test_what_ships_says_what_it_started_from(tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    own = TINY | {"critic": "own", "mix": {"latest": 1.0}}
    learnt = run(Trainer(read_config(own)), tmp_path / "first", progress=False).log[-1]["decisions"]
    start = {"pilot": Typed(tmp_path / "first" / "pilot.npz")}
    run(Trainer(read_config(own, start=start)), tmp_path / "second", progress=False)
    with pytest.raises(InvalidConfig, match="what is read from files and messages names only what ships"):
        ship([tmp_path / "second"], deals=40)
    _, file = ship([tmp_path / "second"], deals=40, named=start.values())
    found = read_header(file)["info"]["start"]
    assert found == {"pilot": {"policy": start["pilot"], "decisions": learnt}}
    said = CliRunner().invoke(app, ["policy", "list"]).output
    assert f"its pilot started from: {start['pilot']}, {learnt:,} decisions" in said.replace("\n", "")
    (tmp_path / "first" / "pilot.npz").unlink()
    with pytest.raises(InvalidConfig, match=r"there is no agent file .*pilot\.npz"):
        ship([tmp_path / "second"], deals=40, named=start.values())


def test_what_started_from_the_pair_that_shipped_says_so_in_both_files(tmp_path, monkeypatch):
    """The record of the second role still finds the pair that the run started from."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path / "policies")
    run(Trainer(read_config(TINY)), tmp_path / "first", progress=False)
    ship([tmp_path / "first"], deals=40)
    start = {"coach": "trained", "pilot": "trained"}
    run(Trainer(read_config(TINY, start=start, seed=4)), tmp_path / "second", progress=False)
    wanted = {role: load_policy(tmp_path / "first" / f"{role}.npz").info["decisions"] for role in start}
    for file in ship([tmp_path / "second"], deals=40):
        found = read_header(file)["info"]["start"]
        assert {role: one["decisions"] for role, one in found.items()} == wanted
        assert read_header(file)["info"]["decisions"] not in wanted.values()


def test_unfinished_and_missing_runs_do_not_ship(tmp_path):
    with pytest.raises(InvalidConfig, match="there is no run"):
        ship([tmp_path])
    run(Trainer(read_config(TINY)), tmp_path, progress=False)
    log = json.loads((tmp_path / "log.json").read_text())
    (tmp_path / "log.json").write_text(json.dumps(log | {"is_complete": False}))
    with pytest.raises(InvalidConfig, match="is not finished"):
        ship([tmp_path])


def test_a_run_that_no_command_repeats_does_not_ship(tmp_path):
    trainer = Trainer(read_config(TINY, steps=10**6))
    trainer.step()
    trainer.save(tmp_path / "checkpoint.pt")
    resume(tmp_path, progress=False, steps=TINY["steps"])
    log = json.loads((tmp_path / "log.json").read_text())
    assert log["limits"][0] == {"steps": 10**6, "minutes": None, "decisions": trainer.decisions}
    with pytest.raises(
        InvalidConfig, match="had its limits changed on the way, so no single command repeats it"
    ):
        ship([tmp_path])


def test_the_command_repeats_the_run():
    assert command_of(read_config({"scenario": "trio", "steps": 5, "seed": 2})) == (
        "throwdown train --scenario trio --steps 5 --seed 2"
    )
    config = read_config({"scenario": "duel", "hidden": [8], "minutes": 2.0})
    assert (
        command_of(config) == "throwdown train --scenario duel --minutes 2.0 --seed 0 --config settings.toml"
    )
    assert settings_of(config) == {"scenario": "duel", "hidden": [8], "minutes": 2.0}
    assert Trainer(read_config({"hidden": [8]})).config.scenario == "duel"


def test_the_command_of_a_resumed_run_has_all_its_parts(tmp_path):
    run(Trainer(read_config(TINY)), tmp_path, progress=False)
    resume(tmp_path, progress=False)
    resume(tmp_path, progress=False, steps=2 * TINY["steps"])
    log = json.loads((tmp_path / "log.json").read_text())
    first, second = command_of(read_config(log["config"]), log["limits"]).split(" && ")
    assert f"--steps {TINY['steps']} " in first and first.endswith("--config settings.toml")
    assert second == f"throwdown train --resume RUN --steps {2 * TINY['steps']}"


def test_what_ships_is_rated_anew_after_a_change_of_rules(tmp_path, monkeypatch):
    """The policies stay; their records say by which rules they have learnt, and do so when rated once more."""
    monkeypatch.setattr(shipped, "FOLDER", tmp_path)
    setup, files = make_setup("throwdown-v0", "duel"), []
    for role in ("coach", "pilot"):
        policy = replace(
            make_policy(role=role), info={"rules": "0", "config": {}, "seed": 5, "settings": {"options": {}}}
        )
        files.append(save_policy(shipped.place_of(make_setup("throwdown-v0", "duel"), role), policy))
        assert not shipped.ships_for(setup, role)
    before = [load_policy(file).net.weights for file in files]
    for seed in (1, 2):
        assert rerate("throwdown-v0", "duel", deals=4, seed=seed) == files
        for role, file, weights in zip(("coach", "pilot"), files, before):
            policy = load_policy(file)
            assert all((x == unpack(*pack(y))).all() for x, y in zip(policy.net.weights, weights))
            assert (policy.info["rules"], policy.info["learnt_by"]) == (setup.game.rules_version, "0")
            assert policy.info["seed"] == 5 and policy.info["figures"]["seed"] == seed
            assert shipped.ships_for(setup, role)
    with pytest.raises(InvalidConfig, match="no policy ships for scenario 'mini' of throwdown-v0"):
        rerate("throwdown-v0", "mini")


def test_make_passes_every_option_on(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["ship", "--help"])
    with pytest.raises(SystemExit):
        main()
    options = set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}
    makefile = (Path(__file__).resolve().parents[2] / "Makefile").read_text(encoding="utf-8")
    recipe = makefile.partition("\nship:")[2].partition("\n\n")[0]
    assert {"--named", "--role"} <= options and options == set(re.findall(r"--[a-z]+", recipe))


@pytest.mark.parametrize(
    ("module", "line", "said"),
    [
        ("levels", "nowhere", "'nowhere' is not a scenario"),
        ("personalities", "nowhere", "'nowhere' is not a scenario"),
        ("repack", "nowhere", "'nowhere' holds no policies"),
        ("rerate", "nowhere duel", "'nowhere' is not a game"),
        ("ship", "nowhere", "there is no run in 'nowhere'"),
    ],
)
def test_tools_for_maintainers_refuse_in_a_sentence(tmp_path, monkeypatch, module, line, said):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [module, *line.split()])
    with pytest.raises(SystemExit, match=f"^{said}"):
        importlib.import_module(f"throwdown.training.{module}").main()
