"""The command line as a whole, and the commands that list and show."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer

from tests.cli.support import call, refused
from tests.support import GAMES
from throwdown.cli import common as cli_common, library
from throwdown.envs.core.texts import Entry
from throwdown.envs.registry import make_setup

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


def test_a_line_reaches_a_pipe_at_once() -> None:
    """Who starts `throwdown serve` from a program waits for its address, while the server runs on."""
    line = "import os; from throwdown.cli.common import say; say('here'); os._exit(0)"  # with nothing flushed
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    assert subprocess.check_output([sys.executable, "-c", line], env=environment, text=True) == "here\n"


def test_version() -> None:
    assert call("--version").output.startswith("throwdown 0.")


def test_envs() -> None:
    rows = json.loads(call("envs", "--json").stdout)
    assert {row["id"] for row in rows} == set(GAMES)
    assert all(row["actions"] > 0 and row["observation_width"][row["scenarios"][0]] > 0 for row in rows)
    assert "throwdown-v0" in call("envs").output


def test_scenarios(nowhere: Path) -> None:
    assert {row["name"] for row in json.loads(call("scenario", "list", "--json").stdout)} == {
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


def test_kinds_and_owners_may_have_an_of_in_their_names() -> None:
    found = [Entry("Wax", "Tech of Knight of Night", "Shine."), Entry("Vow", "Rite of Passage", "Grow.")]
    kinds = {
        "techs": found[:1],
        "tech of knight of night": found[:1],
        "rite of passage": found[1:],
        "night": [],
    }
    assert {kind: library._of_kind(kind, found) for kind in kinds} == kinds
    assert "### Techs\n\n- **Wax** (of Knight of Night): Shine." in library.as_markdown(found)


def test_the_library_is_listed_and_explained() -> None:
    names = [row["name"] for row in json.loads(call("library", "--json").stdout)]
    assert {"Red", "Focus", "Tide", "Flare", "Head", "Spring Flood"} <= set(names) and "Harmony" not in names
    assert {row["kind"] for row in json.loads(call("library", "threats", "--json").stdout)} == {"Threat"}
    (kind,) = {row["kind"] for row in json.loads(call("library", "tech of red", "--json").stdout)}
    assert kind == "Tech of Red"
    tide = call("library", "tide").output
    assert "(Threat, 'tide' in files)" in tide and "Rating 6" in tide
    assert call("library", "TS-42").output.startswith("TS-42 (clause): ")
    assert "PO-03" in call("library", "pot", "--game", "kuhn-v0").output
    assert "did you mean 'harmony'" in refused(call("library", "harmonny"))


def test_scenarios_say_what_they_are_made_of() -> None:
    assert "Pilot Red; Threat Gatekeeper; Harmony 4 Green." in call("scenario", "list").output
    assert "Threats Ram, Swarm; Faction Dockers" in call("scenario", "check", "siege").output


def test_policies_are_listed_and_shown() -> None:
    rows = json.loads(call("policy", "list", "--json").stdout)
    for row in rows:
        assert row["command"].startswith("throwdown train ") and row["figures"]["deals"] > 0
        assert json.loads(call("policy", "show", row["file"]).stdout)["role"] == row["role"]
    said = call("policy", "list").output
    assert all(f"{row['game']}, {row['scenario']}, {row['role']}: " in said for row in rows)


def test_a_policy_is_exported(nowhere: Path) -> None:
    pytest.importorskip("onnx")
    file = json.loads(call("policy", "list", "--json").stdout)[0]["file"]
    assert "Wrote coach.onnx" in call("policy", "export", file, "coach.onnx").output
    assert (nowhere / "coach.onnx").stat().st_size > 1000
    assert "must end in .onnx" in refused(call("policy", "export", file, "coach.bin"))


def test_the_verdict_is_plain() -> None:
    from throwdown.agents import load
    from throwdown.cli.demo import verdict
    from throwdown.evaluation.plan import cross_play

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


def test_a_bar_leaves_nothing_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Not even the empty line that Rich ends one with."""
    with cli_common.playing_bar(True, "duel", unit="games") as tell:
        tell(1, 2)
    assert capsys.readouterr() == ("", "")


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
