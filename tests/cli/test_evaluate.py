"""``throwdown evaluate`` and ``throwdown solve``, and how players are named."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.cli.support import call, refused
from throwdown import envs
from throwdown.agents.shipped import place_of
from throwdown.cli.players import lineups, one_each
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup


def test_code_of_ones_own_is_named_wherever_agents_are(nowhere: Path) -> None:
    (nowhere / "bots.py").write_text("def low(mask):\n    return int(mask.argmax())\n", encoding="utf-8")
    line = "evaluate --coach bots.py:low --pilot random --deals 4 -q --json"
    data = json.loads(call(*line.split()).stdout)
    assert data["rows"] == ["low"] and data["columns"] == ["random"]
    line = "balance duel --players bots.py:low --players bots.py:low,random --deals 4 -q --brief --json"
    assert json.loads(call(*line.split()).stdout)["tiers"] == ["bots.py:low", "low+random"]
    told = refused(call(*["exploit", "--coach", "bots.py:high", "--pilot", "random", "-q"]))
    assert "there is no 'high' in 'bots.py'" in told
    played = call(*["play", "--against", "bots.py:low", "--seed", "1"], typed="q\n")
    assert "low" in played.output


def test_files_of_one_name_are_told_apart(nowhere: Path) -> None:
    """Partners are found by folder, whatever the order; a scenario or pair is never taken for another."""
    for folder in ("a", "b"):
        (nowhere / folder).mkdir()
        for role in ("coach", "pilot"):
            shutil.copy(place_of(make_setup("throwdown-v0", "duel"), role), nowhere / folder / f"{role}.npz")
    line = (
        "evaluate --coach a/coach.npz --coach b/coach.npz --pilot b/pilot.npz --pilot a/pilot.npz --deals 4"
    )
    data = json.loads(call(*line.split(), "-q", "--json").stdout)
    assert [(x["first"], x["second"]) for x in data["contests"]] == [
        ("a/coach.npz + a/pilot.npz", "b/coach.npz + b/pilot.npz")
    ]
    text = (Path(envs.__file__).parent / "fusion/content/scenarios/duel.toml").read_text()
    (nowhere / "a" / "duel.toml").write_text(text.replace("harmony = ", "harmony = 1#", 1))
    players = (
        "--players a/coach.npz,a/pilot.npz --players b/coach.npz,b/pilot.npz --deals 4 -q --brief --json"
    )
    data = json.loads(call("balance", "duel", "a/duel.toml", *players.split()).stdout)
    assert data["tiers"] == ["coach+pilot", "b/coach.npz,b/pilot.npz"]
    assert [x["values"] for x in data["cells"]] == [["duel"], ["a/duel.toml"]]
    data = json.loads(call("balance", "a/duel.toml", "--deals", "4", "-q", "--brief", "--json").stdout)
    assert data["tiers"] == ["random", "heuristic"]  # the shipped policies know another duel


def test_a_small_game_is_solved(nowhere: Path) -> None:
    said = call("solve", "-q").output
    assert "mini: 20,249 histories, 5,370 information sets." in said
    assert "First decisions of Coach, by what is legal:" in said and "First decisions of the Pilots" in said
    found = json.loads(
        call("solve", "mini-11k", "--until", "0.01", "--method", "cfr+", "--json", "-q").output
    )
    assert found["exploitability_share"] <= 0.01 and found["history"][-1][0] == found["iterations"]


def test_evaluate(nowhere: Path) -> None:
    line = "evaluate --scenario small --deals 20 --coach random --json --out report"
    data = json.loads(call(*line.split()).stdout)
    assert data["sides"] == ["coach", "pilot"]
    assert data["rows"] == ["random"] and data["columns"] == ["random", "heuristic"]
    assert json.loads((nowhere / "report" / "report.json").read_text()) == data


def test_players_are_named_by_the_game_s_own_names(nowhere: Path) -> None:
    """Solved, evaluated exactly, and written down, without a word of FUSION."""
    game = ["--game", "kuhn-v0", "-q"]
    solved = call("solve", *game, "--out", "best.npz")
    assert "First decisions of the second player, by what is legal:" in solved.output
    line = [
        "evaluate",
        *game,
        "--first",
        "best.npz",
        "--first=random",
        "--deals",
        "20",
        "--exact",
        "--out",
        "x",
    ]
    said = call(*line, "--second", "best.npz")
    assert said.exit_code == 0 and "Mean return and win rate of the second player" in said.output
    data = json.loads((nowhere / "x" / "report.json").read_text())
    assert data["sides"] == ["first", "second"] and data["rows"] == ["best", "random"]
    assert data["columns"] == ["best"] and data["exact"]["value"] == pytest.approx(1 / 18, abs=1e-3)
    usual = json.loads(call("evaluate", *game, "--deals", "4", "--json").stdout)
    assert usual["rows"] == usual["columns"] == ["random"]  # nobody has written a heuristic
    shown = call("balance", *game, "--deals", "20")
    assert "Games won by the second player" in shown.output
    (row,) = (row for row in json.loads(call("envs", "--json").stdout) if row["id"] == "kuhn-v0")
    assert row["sides"] == {"first": ["first"], "second": ["second"]} and row["seats"] == [
        "player_0",
        "player_1",
    ]
    for text in (solved.output, said.output, shown.output, json.dumps([data, usual]), str(row)):
        assert not re.search("coach|pilot|duel", text, re.IGNORECASE)
    assert refused(call(*line, "--coach", "random")) == (
        "throwdown: --coach is neither an option nor a side, role or seat of kuhn-v0 with scenario 'standard'; its "
        "players are first, second, player_0, player_1."
    )


def test_players_are_collected_by_side_role_and_seat() -> None:
    setup = make_setup("throwdown-v0", "trio")

    def found(by_seat: bool = False, **given: list[str]) -> list[list[str]]:
        return list(lineups(setup, given, by_seat)[1].values())

    assert found(pilot=["random", "heuristic,random,random"]) == [
        ["random"],
        ["heuristic", "random", "random"],
    ]
    assert found() == [["random"], ["heuristic"]]
    assert found(pilot=["a"], pilot_1=["b", "c"]) == [["a", "b", "a"], ["a", "c", "a"]]
    assert found(pilot=["a", "b"], pilot_0=["a"]) == [["a"], ["a", "b", "b"]]
    assert len(found(by_seat=True, pilot=["a,b,a"])) == 8
    with pytest.raises(InvalidConfig, match="pilot 'a' is named twice"):
        found(pilot=["a", "a,a,a"])
    with pytest.raises(InvalidConfig, match="make 125 teams; 64 are played at most"):
        found(**{f"pilot_{k}": list("abcde") for k in range(3)})
    usual = {"coach": "random", "pilot": "random"}
    assert one_each(setup, {"pilot": ["trained"]}, usual) == {"coach": "random", "pilot": "trained"}
    with pytest.raises(InvalidConfig, match="--pilot_0 is one seat; give an agent for a role: coach, pilot"):
        one_each(setup, {"pilot_0": ["random"]}, usual)


def test_evaluate_goes_on_and_refuses_other_settings(nowhere: Path) -> None:
    line = "evaluate --scenario small --deals 20 --coach random -q --json --out report"
    first = call(*line.split()).stdout
    assert call(*line.split(), "--workers", "2").stdout == first
    said = refused(call(*line.replace("20", "30").split()))
    assert said == (
        "throwdown: 'report' holds an evaluation with other settings (deals); "
        "name another folder or delete this one."
    )


def test_evaluate_tells_more_where_it_can(nowhere: Path) -> None:
    (nowhere / "x.json").write_text(
        '{"role": "coach", "against": "random", "steps": 5, "seeds": [1], "gain": 0.5, "interval": [0.4, 0.6]}'
    )
    line = "evaluate --scenario mini --deals 20 --coach random --pilot random -q --json --aivat --exact"
    data = json.loads(call(*line.split(), "--exploiters", "x.json").stdout)
    assert data["aivat"] and data["exact"]["histories"] == 20_249 and data["exploiters"][0]["gain"] == 0.5
    assert "cannot judge" in refused(call(*line.split(), "--judge", "heuristic"))
    assert "too many for a tree" in refused(call("evaluate", "--exact", "--deals", "2", "-q"))


def test_the_games_that_are_saved_are_printed(nowhere: Path) -> None:
    rows = json.loads(call("solve", "mini-11k", "--factors", "-q", "--json").stdout)
    assert [row["match"].split(":")[0] for row in rows] == ["unequal", "near-equal", "mirror"]
    assert rows[0]["duplicate"] > 1.4 and rows[1]["duplicate"] > 5 and rows[1]["both"] > 20
    assert "near-equal" in call("solve", "mini", "--factors", "-q").output


def test_evaluate_seats_teams(nowhere: Path) -> None:
    line = "evaluate --scenario trio --deals 2 --coach random -q --json"
    named = json.loads(call(*line.split(), "--pilot", "random", "--pilot", "heuristic,random,random").stdout)
    assert named["columns"] == ["random", "heuristic,random,random"]
    every = json.loads(call(*line.split(), "--by-seat").stdout)
    assert len(every["columns"]) == 8 and every["columns"][0] == "random"
    assert "2 agents for the 3 seats of the Pilots" in refused(
        call(*line.split(), "--pilot", "random,random")
    )
    assert "named twice" in refused(
        call(*line.split(), "--pilot", "random", "--pilot", "random,random,random")
    )
