"""What cannot be meant on the command line is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.support import call, refused
from tests.support import run_python
from throwdown.envs.tables.table import Table


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
        ("solve duel", "too many for a tree"),
        ("solve mini --factors --out x.npz", "--factors has no strategy to save"),
        ("solve mini --out taken/x.npz", "'taken' is a file"),
        ("balance duel --out taken", "'taken' is a file"),
        ("balance duel duel", "scenario 'duel' is named twice"),
        ("evaluate --out taken/x", "taken' is a file"),
        ("evaluate --judged 5", "give one with --judge"),
        (
            "evaluate --scenario none --on rai:auto",
            "'rai:auto' is not a place to run; give ray:auto or ray://HOST:PORT",
        ),
        ("balance none --on 10.0.0.1", "is not a place to run"),
        ("exploit --scenario none --on here", "is not a place to run"),
        ("ablate --scenario none --on here", "is not a place to run"),
        (
            "baselines -a pso",
            "'pso' is not an algorithm of the table (did you mean 'psro'?); it has random, ",
        ),
        (
            "baselines -g kuhn",
            "'kuhn' is not a game of the table (did you mean 'kuhn-v0'?); it has kuhn-v0, ",
        ),
        ("baselines -g pile-v0 -s duel", "'duel' is not a scenario of the table; it has mini, trio."),
        ("baselines --plan --table", "are two answers; give one"),
        ("puzzle find --out x.json -s none --on here", "is not a place to run"),
        ("evaluate --searches 5", "--searches belongs to --exact"),
        ("evaluate --judge search:trained:10", "cannot judge both sides"),
        ("solve spar", "have 2 seats that hide their cards"),
        ("solve none", "is not a scenario"),
        ("play --game chess", "is not a game"),
        ("play --game bots.py:Nim", "once a package that offers it is installed"),
        ("check mine.toml", "a scenario's file is named as the scenario"),
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


def test_an_agent_that_does_not_exist_is_refused_before_the_rules_are_compiled(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def deal(*_: object) -> Table:
        raise AssertionError("the cards were dealt")

    monkeypatch.setattr(Table, "from_setup", deal)
    assert "is not an agent" in refused(call("play", "--against", "nobody"))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("train --resume none", "there is no checkpoint in 'none'"),
        ("train --resume binary.toml", "there is no checkpoint in 'binary.toml': the folder does not exist."),
        ("train --config binary.toml", "is not text"),
        ("play --scenario binary.toml", "'binary.toml' cannot be read: it is not text."),
        ("play --save .", "'.' is a folder; give a file, such as --save game.json."),
        ("companion --save .", "'.' is a folder"),
        ("play --against leaves.py:me", "'leaves.py' cannot be imported: SystemExit: 3."),
        (
            "train --log leaves.py",
            "'leaves.py' names no function in it: write leaves.py:NAME, where NAME is a func",
        ),
        ("train --log logs.py:x", "'logs.py:x' is 3, which is not a function."),
        ("train --log logs", "'logs' names no function: write FILE.py:NAME or MODULE:NAME."),
        ("train --teacher logs.py", "'logs.py' names no agent in it: write logs.py:NAME"),
        ("train --teacher logs.py:x", "'logs.py:x' is 3, which is not an agent"),
        ("train --config none.toml", "cannot be read"),
        ("train --scenario none", "is not a scenario"),
        ("train --steps 5 --resume x --seed 1", "--seed cannot be changed with --resume"),
        ("train --steps 5 --resume x --out y", "--out cannot be changed with --resume"),
        ("play --option scenario=duel", "'scenario' is not an option"),
        ("train --steps 5 --minutes 1", "not both"),
    ],
)
def test_bad_input_for_training_and_bad_files_are_one_sentence(
    nowhere: Path, torch: object, line: str, says: str
) -> None:
    (nowhere / "binary.toml").write_bytes(b"\xff\xfe\x00")
    (nowhere / "leaves.py").write_text("import sys\n\nsys.exit(3)\n", encoding="utf-8")
    (nowhere / "logs.py").write_text("x = 3\n", encoding="utf-8")
    assert says in refused(call(*line.split()))


@pytest.mark.parametrize("line", ["", "frobnicate", "replay", "play --colour red", "evaluate --deals 1"])
def test_bad_usage_is_code_2(line: str) -> None:
    result = call(*line.split())
    assert result.exit_code == 2 and "Traceback" not in result.output


def test_a_missing_extra_is_one_sentence(tmp_path: Path) -> None:
    """In a process of its own: modules imported a second time would be others than those of the other tests."""
    told = run_python(
        f"import os, sys; os.chdir({str(tmp_path)!r}); sys.modules['torch'] = None\n"
        "from tests.cli.support import call, refused\n"
        "for line in ('train --steps 10', 'demo'):\n"
        "    print(refused(call(*line.split())))\n"
    )
    assert told.count("throwdown[train]") == 2


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--coach"], "--coach needs an agent, such as --coach random"),
        (["--coach", "--deals", "4"], "--coach needs an agent"),
        (["--coahc", "random"], "--coahc is neither an option nor a side, role or seat of throwdown-v0"),
        (["--coahc", "random"], "did you mean 'coach'"),
        (["--wokers", "2"], "did you mean 'workers'"),
        (["random"], "random is neither an option nor a side, role or seat"),
        (["-x"], "-x is neither an option nor a side, role or seat"),
        (["--coach=", "random"], "--coach needs an agent"),
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
