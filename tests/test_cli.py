from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from tests.play.support import deal, play_on
from tests.support import GAMES
from throwdown import envs
from throwdown.agents.shipped import place_of
from throwdown.cli import common as cli_common
from throwdown.cli.main import app
from throwdown.cli.players import lineups, one_each
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import make_setup
from throwdown.evaluation.exploiters import read_exploiters

COMMANDS = (
    "envs",
    "scenario",
    "policy",
    "library",
    "demo",
    "train",
    "evaluate",
    "balance",
    "play",
    "replay",
    "bench",
)
SCENARIO_COMMANDS = ("list", "show", "copy", "check")
POLICY_COMMANDS = ("list", "show", "carry", "export")


def call(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed, prog_name="throwdown")


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Return the file of a finished game."""
    session = deal()
    play_on(session, 3)
    return session.save(tmp_path / "game.json")


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(result: Result) -> str:
    """Check that the input was refused in one sentence, and return it."""
    assert result.exit_code == 2, result.output
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("throwdown: ") and lines[0].endswith(".")
    assert "Traceback" not in result.output
    return lines[0]


@pytest.mark.parametrize(
    "words",
    [[c] for c in COMMANDS]
    + [["scenario", c] for c in SCENARIO_COMMANDS]
    + [["policy", c] for c in POLICY_COMMANDS],
    ids=" ".join,
)
def test_every_command_explains_itself(words: list[str]) -> None:
    result = call(*words, "--help")
    assert result.exit_code == 0
    assert words in (["scenario"], ["policy"]) or "Example: throwdown" in result.output


def test_the_help_names_every_command_and_the_exit_codes() -> None:
    text = call("--help").output
    assert all(command in text for command in COMMANDS) and "Exit codes" in text


def test_version() -> None:
    assert call("--version").output.startswith("throwdown 0.")


def test_envs() -> None:
    rows = json.loads(call("envs", "--json").output)
    assert {row["id"] for row in rows} == set(GAMES)
    assert all(row["actions"] > 0 and row["observation_width"][row["scenarios"][0]] > 0 for row in rows)
    assert "throwdown-v0" in call("envs").output


def test_scenarios(nowhere: Path) -> None:
    assert {row["name"] for row in json.loads(call("scenario", "list", "--json").output)} == {
        *(
            "duel",
            "intrigue",
            "mini",
            "mini-11k",
            "mini-2m",
            "seven",
            "siege",
            "small",
            "spar",
            "titan",
            "trio",
        ),
    }
    assert tomllib.loads(call("scenario", "show", "trio").output)["harmony"] > 0
    assert call("scenario", "copy", "duel", "mine.toml").exit_code == 0
    assert "exists" in refused(call("scenario", "copy", "duel", "mine.toml"))
    assert call("scenario", "copy", "duel", "mine.toml", "--force").exit_code == 0
    assert "in order" in call("scenario", "check", "mine.toml").output
    (nowhere / "mine.toml").write_text(
        (nowhere / "mine.toml").read_text().replace("harmony = 4", "harmony = 9")
    )
    assert "harmony" in refused(call("scenario", "check", "mine.toml"))
    assert call("scenario", "list", "--game", "kuhn-v0").output == "standard  Seats: player_0, player_1.\n"
    for command in ("show", "copy", "check"):
        assert "those of leduc-v0, standard, suits, are not" in refused(
            call("scenario", command, "suits", "--game", "leduc-v0")
        )
    assert [file.name for file in nowhere.iterdir()] == ["mine.toml"]


def test_balance_of_scenarios(nowhere: Path) -> None:
    table = call("balance", "duel", "small", "--deals", "20", "-q").output
    assert "Games won by the Pilots" in table and "small" in table
    data = json.loads(call("balance", "duel", "--deals", "20", "--brief", "--json", "-q").output)
    assert data["axes"] == [] and data["cells"][0]["scenario"] == "duel"
    assert data["tiers"][:2] == ["random", "heuristic"]
    assert 0 <= data["cells"][0]["tiers"]["heuristic"]["wins"][0] <= 1


def test_balance_over_a_grid(nowhere: Path) -> None:
    line = "balance duel --vary harmony=2,4 --compare rout=off,any-balance --players random --deals 10 -q"
    data = json.loads(call(*line.split(), "--json", "--out", "report").output)
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
    data = json.loads(call(*line.split(), *swaps.split(), "--out", "report").output)
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
    data = json.loads(call(*line.split(), *decks.split()).output)
    assert data["axes"] == ["heroes", "villains"]
    assert [x["values"] for x in data["cells"]] == [
        ["mini-heroes", "mini-villains"],
        ["mine.toml", "mini-villains"],
    ]
    assert [x["deck"] for x in data["decks"]] == ["mini-heroes", "mine.toml", "mini-villains"]


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
            shutil.copy(place_of("throwdown-v0", "duel", role), nowhere / folder / f"{role}.npz")
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


def test_balance_of_a_trained_pair(nowhere: Path, torch: object) -> None:
    line = "balance small --vary harmony=2,3 --players random --train 100 --deals 10 -q --json"
    data = json.loads(call(*line.split()).output)
    assert data["tiers"] == ["random", "trained"] and len(data["cells"]) == 2


def test_a_small_game_is_solved(nowhere: Path) -> None:
    said = call("solve", "-q").output
    assert "mini: 20,249 histories, 5,370 information sets." in said
    assert "First decisions of Coach, by what is legal:" in said and "First decisions of the Pilots" in said
    found = json.loads(
        call("solve", "mini-11k", "--until", "0.01", "--method", "cfr+", "--json", "-q").output
    )
    assert found["exploitability_share"] <= 0.01 and found["history"][-1][0] == found["iterations"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("balance none", "is not a scenario"),
        ("balance duel --vary harmony", "is not PATH=VALUES"),
        ("balance duel --vary harmony=1,,2", "is not PATH=VALUES"),
        ("balance duel --vary harmony=2,2", "named twice"),
        ("balance duel --vary harmony=2 --vary harmony=3", "named twice"),
        ("balance duel --vary harmoni=2", "did you mean 'harmony'"),
        ("balance duel --vary harmony=9", "harmony"),
        ("balance duel --compare rout=off", "takes two values"),
        ("balance duel --decks all", "every side brings a deck"),
        ("balance duel --swap coach:a=b", "every side brings a deck"),
        (
            "balance mini --game showdown-v0 --swap heroes:any=any --vary turns=1,2",
            "--swap compares with one",
        ),
        ("balance mini --game showdown-v0 --swap taunt", "is not SIDE:OUT=IN"),
        (
            "balance mini --game showdown-v0 --decks mini-heroes --vary heroes=sentai",
            "both name decks of heroes",
        ),
        ("balance duel --players nobody", "is not an agent"),
        ("balance duel --players random --players random", "named twice"),
        ("balance mini --players trained", "no trained coach"),
        ("solve duel -q", "too many for a tree"),
        ("solve mini --factors --out x.npz", "--factors solves nothing that could be kept"),
        ("solve mini --out taken/x.npz", "'taken' is a file"),
        ("balance duel --out taken", "'taken' is a file"),
        ("balance duel duel", "scenario 'duel' is named twice"),
        ("evaluate --out taken/x", "taken' is a file"),
        ("evaluate --judged 5", "name one with --judge"),
        ("evaluate --searches 5", "--searches belongs to --exact"),
        ("evaluate --judge search:trained:10", "cannot judge both sides"),
        ("solve spar -q", "have 2 seats that hide their cards"),
        ("solve none -q", "is not a scenario"),
        ("play --game chess", "is not a game"),
        ("play --scenario duell", "did you mean 'duel'"),
        ("play --as pilot_9 --seed 1", "the seats are"),
        ("play --against nobody", "is not an agent"),
        ("play --against none.npz", "no agent file"),
        ("play --scenario mini --against trained", "no trained coach for scenario 'mini'"),
        ("policy show none.npz", "no agent file"),
        ("policy export none.npz x.onnx", "no agent file"),
        ("play --option ace", "NAME=VALUE"),
        ("play --option acee=eleven", "did you mean 'ace'"),
        ("play --resume none.json", "cannot be read"),
        ("replay none.json", "cannot be read"),
        ("scenario show none", "is not a scenario"),
        ("scenario check none.toml", "cannot be read"),
        ("scenario copy duel x.txt", "must end in .toml"),
        ("scenario copy duel /proc/x.toml", "cannot be written"),
        ("evaluate --coach nobody", "is not an agent"),
        ("evaluate --coach random --coach random", "named twice"),
        ("evaluate --pilot none.npz", "no agent file"),
        ("evaluate --game chess", "is not a game"),
    ],
)
def test_bad_input_is_one_sentence(nowhere: Path, line: str, says: str) -> None:
    (nowhere / "taken").write_text("a file")
    assert says in refused(call(*line.split()))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("train --resume none", "no checkpoint"),
        ("train --config none.toml", "cannot be read"),
        ("train --scenario none", "is not a scenario"),
        ("train --steps 5 --resume x --seed 1", "--seed cannot be changed with --resume"),
        ("train --steps 5 --resume x --out y", "--out cannot be changed with --resume"),
        ("play --option scenario=duel", "'scenario' is not an option"),
        ("train --steps 5 --minutes 1", "not both"),
    ],
)
def test_bad_input_for_training_is_one_sentence(nowhere: Path, torch: object, line: str, says: str) -> None:
    assert says in refused(call(*line.split()))


@pytest.mark.parametrize("line", ["", "frobnicate", "replay", "play --colour red", "evaluate --deals 1"])
def test_bad_usage_is_code_2(line: str) -> None:
    result = call(*line.split())
    assert result.exit_code == 2 and "Traceback" not in result.output


def test_a_missing_extra_is_one_sentence(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [n for n in sys.modules if n == "torch" or n.startswith(("torch.", "throwdown.training."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    for line in ("train --steps 10", "demo"):
        assert "throwdown[train]" in refused(call(*line.split()))


def test_the_library_is_listed_and_explained() -> None:
    names = [row["name"] for row in json.loads(call("library", "--json").output)]
    assert {"Red", "Focus", "Tide", "Flare", "Head", "Spring Flood"} <= set(names) and "Harmony" not in names
    assert {row["kind"] for row in json.loads(call("library", "threats", "--json").output)} == {"Threat"}
    tide = call("library", "tide").output
    assert "(Threat, 'tide' in files)" in tide and "Rating 6" in tide
    assert call("library", "TS-42").output.startswith("TS-42 (clause): ")
    assert "PO-03" in call("library", "pot", "--game", "kuhn-v0").output
    assert "did you mean 'harmony'" in refused(call("library", "harmonny"))


def test_scenarios_say_what_they_are_made_of() -> None:
    assert "Pilot Red; Threat Gatekeeper; Harmony 4 Green." in call("scenario", "list").output
    assert "Threats Ram, Swarm; Faction Dockers" in call("scenario", "check", "siege").output


def test_the_last_game_can_be_resumed(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(nowhere / "data"))
    assert "play --resume last" in call("play", "--seed", "3", typed="1\nquit\n").output
    again = call("play", "--resume", "last", typed="quit\n")
    assert again.exit_code == 0 and "seed 3" in again.output


def test_play_and_replay(nowhere: Path) -> None:
    result = call("play", "--seed", "3", "--save", "game.json", typed="1\n1\n")
    assert result.exit_code == 0 and "Saved to game.json" in result.output
    assert "exists" in refused(call("play", "--save", "game.json"))
    again = call("play", "--resume", "game.json", typed="hint\nquit\n")
    said = refused(call("play", "--resume", "game.json", "--as", "coach_0"))
    assert "--as cannot be changed with --resume; only --save and --from can be given." in said
    tried = call("play", "--resume", "game.json", "--from", "0", typed="quit\n")
    assert tried.exit_code == 0 and "Saved to" not in tried.output
    assert "--from needs a saved game" in refused(call("play", "--from", "0"))
    assert "give a number from 0" in refused(call("play", "--resume", "game.json", "--from", "999"))
    (nowhere / "kept.json").write_text("another game")
    assert "'kept.json' exists" in refused(call("play", "--resume", "game.json", "--save", "kept.json"))
    assert (nowhere / "kept.json").read_text() == "another game"
    assert again.exit_code == 0 and "Best: " in again.output and "you win" in again.output
    assert "Verified" in call("replay", "game.json", "--verify").output
    facts = json.loads(call("replay", "game.json", "--json", "--as", "pilot_0").output)
    hidden = [move for move in facts["moves"] if move["agent"] == "coach_0"]
    assert hidden and all("action" not in move for move in hidden)


def test_play_names_the_usual_opponent(nowhere: Path) -> None:
    from throwdown.play.session import usual_opponent

    for scenario in ("duel", "small"):
        name = usual_opponent(make_setup("throwdown-v0", scenario), "pilot_0")
        said = call("play", "--scenario", scenario, "--seed", "1", typed="quit\n").output
        assert f"You are Red. Coach: {name}." in said
    said = call("play", "--against", "trained", "--seed", "1", "--save", "game.json", typed="1\nquit\n")
    assert "Coach: trained." in said.output
    assert "Coach: trained." in call("play", "--resume", "game.json", typed="quit\n").output


def test_replay_shows_the_game_in_full_or_as_a_seat_saw_it(saved: Path) -> None:
    full, seen = call("replay", str(saved)), call("replay", str(saved), "--as", "pilot_0")
    assert full.exit_code == seen.exit_code == 0
    assert "in full" in full.output and "as Red saw it" in seen.output
    assert "Coach drew a card" in seen.output and "Coach drew a card" not in full.output
    assert "Returns:" in seen.output
    assert "is not at this table" in refused(call("replay", str(saved), "--as", "nobody"))
    assert "exclude each other" in refused(call("replay", str(saved), "--as", "pilot_0", "--full"))


def test_a_changed_record_is_refused(saved: Path) -> None:
    data = json.loads(saved.read_text())
    data["record"]["moves"][2]["check"] = "0" * 16
    saved.write_text(json.dumps(data))
    assert "Move 3" in refused(call("replay", str(saved)))
    saved.write_text("{}")
    assert "not a game record" in refused(call("replay", str(saved)))


def test_evaluate(nowhere: Path) -> None:
    line = "evaluate --scenario small --deals 20 --coach random --json --out report"
    data = json.loads(call(*line.split()).stdout)
    assert data["sides"] == ["coach", "pilot"]
    assert data["rows"] == ["random"] and data["columns"] == ["random", "heuristic"]
    assert json.loads((nowhere / "report" / "report.json").read_text()) == data


def test_exploiters_are_trained_and_measured(
    nowhere: Path, torch: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/bin/throwdown", "exploit", "--out", "two words"])
    line = "exploit --scenario mini --coach random --pilot random --role pilot --steps 4000 --deals 500 --out x -q"
    said = call(*line.split())
    assert said.exit_code == 0 and "pilot, seed 1: gains +" in said.output
    found = json.loads((nowhere / "x" / "pilot-1" / "exploiter.json").read_text())
    assert found["against"] == "random" and found["interval"][0] > 0 and found["steps"] == 4000
    assert found["command"] == "throwdown exploit --out 'two words'"
    assert json.loads(call(*line.split(), "--json").output)[0]["gain"] == found["gain"]
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


def test_ablations_print_a_table(nowhere: Path, torch: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("throwdown.training.ablation.start_workers", ThreadPoolExecutor)  # starts in no time
    line = ["ablate", "--minutes", "0.01", "--seeds", "1", "--out", "a", "-q", "--workers", "1", "--variant"]
    said = call(*line, "no entropy")
    assert said.exit_code == 0 and "| no entropy | 1 |" in said.output
    assert "| all | 1 |" in call(*line, "all").output
    written = (nowhere / "a" / "table.md").read_text()
    assert written.index("| all | 1 |") < written.index("| no entropy | 1 |")
    assert "is not a variant (did you mean 'no entropy'?); there are 'all', " in refused(
        call(*line, "no entrop")
    )


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
    (row,) = (row for row in json.loads(call("envs", "--json").output) if row["id"] == "kuhn-v0")
    assert row["sides"] == {"first": ["first"], "second": ["second"]} and row["seats"] == [
        "player_0",
        "player_1",
    ]
    for text in (solved.output, said.output, shown.output, json.dumps([data, usual]), str(row)):
        assert not re.search("coach|pilot|duel", text, re.IGNORECASE)
    assert refused(call(*line, "--coach", "random")) == (
        "throwdown: --coach is no option, nor a side, role or seat of kuhn-v0 with scenario 'standard'; its players "
        "are first, second, player_0, player_1."
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--coach"], "--coach needs an agent, such as --coach random"),
        (["--coach", "--deals", "4"], "--coach needs an agent"),
        (["--coahc", "random"], "--coahc is no option, nor a side, role or seat of throwdown-v0"),
        (["--coahc", "random"], "did you mean 'coach'"),
        (["--wokers", "2"], "did you mean 'workers'"),
        (["--pilot", "random", "--pilot_0", "random"], "'pilot' is left without a seat"),
        (
            ["-s", "trio", "--pilot_0", "random"],
            "nobody plays pilot_1 of 'trio'; name an agent for pilot_1 or pilot",
        ),
        (
            ["-s", "trio", "--pilot-0", "random", "--pilot", "random,random,random"],
            "3 agents for the 2 seats",
        ),
    ],
)
def test_players_that_do_not_fit_are_one_sentence(nowhere: Path, words: list[str], says: str) -> None:
    assert says in refused(call("evaluate", "--deals", "2", *words))


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
    assert one_each(setup, {"pilot": ["trained"]}, "random") == {"coach": "random", "pilot": "trained"}
    with pytest.raises(InvalidConfig, match="--pilot_0 is one seat; name an agent for a role: coach, pilot"):
        one_each(setup, {"pilot_0": ["random"]}, "random")


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
    rows = json.loads(call("solve", "mini-11k", "--factors", "-q", "--json").output)
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


def test_policies_are_listed_and_shown() -> None:
    rows = json.loads(call("policy", "list", "--json").output)
    for row in rows:
        assert row["command"].startswith("throwdown train ") and row["figures"]["deals"] > 0
        assert json.loads(call("policy", "show", row["file"]).output)["role"] == row["role"]
    said = call("policy", "list").output
    assert all(f"{row['game']}, {row['scenario']}, {row['role']}: " in said for row in rows)


def test_a_policy_is_exported(nowhere: Path) -> None:
    pytest.importorskip("onnx")
    file = json.loads(call("policy", "list", "--json").output)[0]["file"]
    assert "Wrote coach.onnx" in call("policy", "export", file, "coach.onnx").output
    assert (nowhere / "coach.onnx").stat().st_size > 1000
    assert "must end in .onnx" in refused(call("policy", "export", file, "coach.bin"))


def test_the_verdict_is_plain() -> None:
    from throwdown.agents import load
    from throwdown.cli.demo import verdict
    from throwdown.envs.registry import make_setup
    from throwdown.evaluation.cross import cross_play

    setup = make_setup("throwdown-v0", "small")
    agents = {
        "random": load("random", setup),
        "heuristic": load("heuristic", setup),
        "trained": load("random", setup),
    }
    found = cross_play(setup, agents, agents, 300, 1)
    text = verdict(found, found.sides[0])
    assert text.startswith("As Coach, the trained policy does not measurably beat random (")
    assert "and does not beat the heuristic but is weaker (-" in text


def test_options() -> None:
    read = cli_common.parse_options(["reward=win", "max_pilots=3", "share_hands=true", "weight=.5"])
    assert read == {"reward": "win", "max_pilots": 3, "share_hands": True, "weight": 0.5}


def test_the_line_to_paste_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(sys.executable).parent.parent)
    monkeypatch.setenv("PATH", "/usr/bin")
    assert cli_common.program() in (
        "bin/throwdown",
        f"{os.path.join('bin', Path(sys.executable).name)} -m throwdown",
    )


def test_ctrl_c_and_a_broken_pipe_end_quietly(saved: Path) -> None:
    command = [sys.executable, "-m", "throwdown", "replay", str(saved), "--tables"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        error = process.stderr.read()
        assert process.wait() == cli_common.BROKEN_PIPE
    assert error == ""

    @cli_common.guarded
    def interrupted() -> None:
        raise KeyboardInterrupt

    with pytest.raises(typer.Exit) as caught:
        interrupted()
    assert caught.value.exit_code == cli_common.INTERRUPTED
