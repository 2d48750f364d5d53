"""``throwdown balance``."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.support import call
from throwdown import envs


def test_balance_of_scenarios(nowhere: Path) -> None:
    table = call("balance", "duel", "small", "--deals", "20", "-q").output
    assert "Games won by the Pilots" in table and "small" in table
    data = json.loads(call("balance", "duel", "--deals", "20", "--brief", "--json", "-q").stdout)
    assert data["axes"] == [] and data["cells"][0]["scenario"] == "duel"
    assert data["tiers"][:2] == ["random", "heuristic"]
    assert 0 <= data["cells"][0]["tiers"]["heuristic"]["wins"][0] <= 1


def test_balance_over_a_grid(nowhere: Path) -> None:
    line = "balance duel --vary harmony=2,4 --compare rout=off,any-balance --players random --deals 10 -q"
    data = json.loads(call(*line.split(), "--json", "--out", "report").stdout)
    assert data["axes"] == ["harmony", "rout"] and len(data["cells"]) == 4 and data["tiers"] == ["random"]
    assert [x["values"] for x in data["differences"]] == [["2"], ["4"]]
    assert json.loads((nowhere / "report" / "balance.json").read_text()) == data
    full = json.loads(
        call(*line.split()[:4], *["--players", "random", "--deals", "4", "--full", "-q", "--json"]).output
    )
    assert all("actions" in cell and "leads" in cell for cell in full["cells"])


def test_balance_of_decks(nowhere: Path) -> None:
    line = "balance mini --game showdown-v0 --players random --deals 6 -q --json"
    swaps = "--swap heroes:snap-shot=last-stand --swap villains:any=death-throes"
    data = json.loads(call(*line.split(), *swaps.split(), "--out", "report").stdout)
    assert [(x["side"], x["out"], x["in"]) for x in data["swaps"]] == [
        ("heroes", "Snap Shot", "Last Stand"),
        ("villains", "Gloom Grunt", "Death Throes"),
        ("villains", "Dirty Trick", "Death Throes"),
    ]
    assert data["axes"] == ["swap"] and data["cells"][0]["values"] == ["as it is"]
    assert json.loads((nowhere / "report" / "balance.json").read_text()) == data
    content = Path(envs.__file__).parent / "showdown/content/decks/mini-heroes.toml"
    (nowhere / "mine.toml").write_text(content.read_text().replace("beam-saber = 1\n", ""), encoding="utf-8")
    decks = "--decks mini-heroes,mine.toml,mini-villains"
    data = json.loads(call(*line.split(), *decks.split()).stdout)
    assert data["axes"] == ["heroes", "villains"]
    assert [x["values"] for x in data["cells"]] == [
        ["mini-heroes", "mini-villains"],
        ["mine.toml", "mini-villains"],
    ]
    assert [x["deck"] for x in data["decks"]] == ["mini-heroes", "mine.toml", "mini-villains"]


def test_balance_of_a_trained_pair(nowhere: Path, torch: object) -> None:
    line = "balance small --vary harmony=2,3 --players random --train 100 --deals 10 -q --json"
    data = json.loads(call(*line.split()).stdout)
    assert data["tiers"] == ["random", "trained"] and len(data["cells"]) == 2


def test_players_are_the_same_in_any_number_of_processes(
    nowhere: Path, torch: object, loopback: list[int]
) -> None:
    line = "balance small duel --players random --train 100 --deals 10 -q --json --workers"
    one = call(*f"{line} 1".split()).stdout
    assert not loopback and call(*f"{line} 2".split()).stdout == one and loopback == [2]
