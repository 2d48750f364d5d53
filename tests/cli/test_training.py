"""``throwdown train``, ``sweep``, ``exploit``, ``ablate`` and ``baselines``."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.cli.support import call, refused
from throwdown.evaluation.exploiters import read_exploiters


def test_exploiters_are_trained_and_measured(
    nowhere: Path, torch: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/throwdown", "exploit", "--out", "two words"])
    line = "exploit --scenario mini --coach random --pilot random --role pilot --steps 4000 --deals 500 --out x -q"
    said = call(*line.split())
    assert said.exit_code == 0 and "a player trained against it alone gains +" in " ".join(
        said.output.split()
    )
    assert "Where pilot-1 chooses otherwise than random" in said.output
    assert (nowhere / "x" / "pilot-1.png").read_bytes()[:4] == b"\x89PNG"
    assert (
        "<h2>Where pilot-1 chooses otherwise than random, by phase</h2>"
        in (nowhere / "x" / "report.html").read_text()
    )
    found = json.loads((nowhere / "x" / "pilot-1" / "exploiter.json").read_text())
    assert found["against"] == "random" and found["interval"][0] > 0 and found["steps"] == 4000
    assert found["command"] == "throwdown exploit --out 'two words'"
    assert found["positions"][-1]["phase"] == "all positions" and found["positions"][-1]["gain"][1] > 0
    assert json.loads(call(*line.split(), "--json").stdout)[0]["gain"] == found["gain"]
    assert read_exploiters([nowhere / "x" / "exploiters.json"])[0].gain == found["gain"]
    alone = read_exploiters([nowhere / "x" / "pilot-1" / "exploiter.json"])
    assert alone == read_exploiters([nowhere / "x" / "exploiters.json"])
    assert alone[0].seeds == [1] and alone[0].reference == "random"
    assert "other settings (steps)" in refused(call(*line.replace("4000", "5000").split()))
    assert "other settings (options)" in refused(call(*line.split(), "--option", "reward=win"))
    assert "other settings (deals)" in refused(call(*line.replace("500 ", "600 ").split()))
    assert call(*line.replace("pilot --steps", "coach --steps").split()).exit_code == 0
    assert [x.role for x in read_exploiters([nowhere / "x" / "exploiters.json"])] == ["coach", "pilot"]
    assert "it has coach, pilot" in refused(call(*line.replace("pilot --steps", "pilots --steps").split()))
    play = "evaluate --scenario mini --coach random --pilot random --pilot x/pilot-1/pilot.npz --deals 2000 -q --json"
    weak, strong = json.loads(call(*play.split()).stdout)["cross_play"]
    assert weak["mean"] < strong["mean"]


def test_a_search_exploits_beside_who_learns(nowhere: Path, torch: object) -> None:
    line = (
        "exploit --scenario mini --coach random --pilot random --role pilot --steps 1 --deals 2 -q --search"
    )
    short = [*line.split(), "--rollouts", "20", "--search-deals", "40"]
    said = call(*short)
    assert said.exit_code == 0 and "that searches against it alone gains +" in " ".join(said.output.split())
    assert "ismcts:20" in said.output and "Where pilot-search chooses otherwise than random" in said.output
    learnt, searched = read_exploiters([nowhere / "runs" / "exploit" / "exploiters.json"])
    assert (learnt.search, learnt.steps, searched.search, searched.steps) == ("", 1, "ismcts:20", 0)
    assert searched.interval[0] > 0
    assert json.loads(call(*short, "--json").stdout)[1]["gain"] == searched.gain
    assert "other settings (search)" in refused(
        call(*line.split(), "--rollouts", "30", "--search-deals", "40")
    )


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ("--search --rollouts 0", "0 simulations are not a budget; give 1 to 10,000,000."),
        ("--rollouts 50", "--rollouts and --search-deals belong to --search"),
        ("--search-deals 50", "--rollouts and --search-deals belong to --search"),
    ],
)
def test_a_search_without_sense_is_refused(nowhere: Path, torch: object, more: str, sentence: str) -> None:
    assert sentence in refused(call("exploit", "--steps", "1", *more.split()))
    assert not (nowhere / "runs").exists()


@pytest.mark.parametrize(
    ("more", "players", "start"),
    [
        ("", "trained", "trained"),
        ("--coach random", "random", "trained"),
        ("--start random", "trained", ""),
        ("--scenario mini", "heuristic", ""),
        ("--option rout=off", "heuristic", ""),
    ],
)
def test_by_default_what_ships_is_exploited_from_what_ships(
    nowhere: Path, torch: object, more: str, players: str, start: str
) -> None:
    """Where nothing ships for exactly these rules, the heuristic is, from a random net."""
    line = f"exploit --role pilot --steps 1 --deals 2 -q --json {more}"
    (found,) = json.loads(call(*line.split()).stdout)
    assert (found["against"], found["start"]) == (players, start)
    assert found["in_place_of"] == ("heuristic" if players == "heuristic" else "trained")


def test_exploiters_of_many_processes_are_the_same(nowhere: Path, torch: object, loopback: list[int]) -> None:
    line = "exploit --scenario mini --coach random --pilot random --steps 500 --deals 50 -q --json"
    one = json.loads(call(*line.split(), "--out", "one", "--workers", "1").stdout)
    assert not loopback and [x["role"] for x in one] == ["coach", "pilot"]
    two = json.loads(call(*line.split(), "--out", "two", "--workers", "2").stdout)
    for x in one + two:
        del x["seconds"]
    assert one == two and loopback == [2]
    more = json.loads(call(*line.split(), "--out", "two", "--workers", "2", "--seeds", "2").stdout)
    assert loopback == [2, 2] and [more[k]["gain"] for k in (0, 2)] == [x["gain"] for x in two]
    (nowhere / "two" / "pilot-2" / "exploiter.json").unlink()
    assert call(*line.split(), "--out", "two", "--workers", "2", "--seeds", "2").exit_code == 0
    assert loopback == [2, 2]  # finished ones are only read, and a single one is trained here


def test_ablations_print_a_table(nowhere: Path, torch: object, loopback: list[int]) -> None:
    line = ["ablate", "--minutes", "0.01", "--seeds", "1", "--out", "a", "-q", "--workers", "2", "--variant"]
    said = call(*line, "no entropy")
    assert said.exit_code == 0 and "| no entropy | 1 |" in said.output and not loopback
    before = (nowhere / "a" / "no-entropy-1.json").read_text()
    said = call(*line, "all", "--variant", "neither", "--variant", "no entropy")
    assert "| all | 1 |" in said.output and "| neither | 1 |" in said.output and loopback == [2]
    assert (nowhere / "a" / "no-entropy-1.json").read_text() == before
    written = (nowhere / "a" / "table.md").read_text()
    assert written.index("| all | 1 |") < written.index("| no entropy | 1 |")
    assert "is not a variant (did you mean 'no entropy'?); there are 'all', " in refused(
        call(*line, "no entrop")
    )


def test_baselines_print_a_table(nowhere: Path, torch: object) -> None:
    line = [
        "baselines",
        "-g",
        "kuhn-v0",
        "-a",
        "random",
        "-a",
        "cfr+",
        "--seed",
        "1",
        "--workers",
        "1",
        "--out",
        "b",
        "-q",
    ]
    assert "| kuhn-v0 | standard | cfr+ | 0 | 1 | 0.00 |" in call(*line, "--plan").output
    said = call(*line)
    assert said.exit_code == 0 and "| cfr+ | 1 |" in said.output and "| psro | not run |" in said.output
    assert (nowhere / "b" / "table.md").read_text() == said.output
    assert call(*line, "--table").output == said.output and not (nowhere / "b" / "run.lock").exists()
    assert "| cfr+ |" not in call(*line, "--plan").output


def test_sweeps_print_a_table(nowhere: Path, torch: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throwdown.training.slices.start_workers", lambda n, *_, **__: ThreadPoolExecutor(n))
    text = 'rows = 16\nhidden = [8]\nsteps = 64\neval_games = 10\nscenario = "small"\n[grid]\nseed = [1, 2]\n'
    (nowhere / "runs.toml").write_text(f"[base]\n{text}")
    line = "sweep runs.toml --out x -q --workers 1"
    said = call(*line.split())
    assert said.exit_code == 0 and "| seed-2 | " in said.output and "coach against heuristic" in said.output
    assert (nowhere / "x" / "seed-1" / "coach.npz").is_file()
    assert call(*line.split()).output == said.output
    (nowhere / "runs.toml").write_text(f"[base]\nteacher = 'banana'\n{text}")
    failed = call(*line.replace("x", "y").split())
    assert failed.exit_code == 1 and failed.output.count("'banana' is not an agent") == 2
    (nowhere / "runs.toml").write_text("")
    assert "names no runs" in refused(call(*line.split()))


def test_train_writes_policies_that_can_be_played(nowhere: Path, torch: object) -> None:
    (nowhere / "tiny.toml").write_text("rows = 16\nbatch_size = 64\nhidden = [8]\nepochs = 1\n")
    line = "train --scenario small --config tiny.toml --steps 128 --seed 1 --out run --quiet"
    result = call(*line.split())
    assert result.exit_code == 0, result.output
    assert (nowhere / "run" / "coach.npz").is_file()
    assert call(*["train", "--resume", "run", "--steps", "256", "--quiet"]).exit_code == 0
    game = call("play", "--scenario", "small", "--against", "run/coach.npz", "--seed", "1", typed="1\nquit\n")
    assert game.exit_code == 0 and "Coach: coach." in game.output
    assert "not the pilot" in refused(
        call("play", "--scenario", "small", "--as", "coach", "--against", "run/coach.npz")
    )
