"""``throwdown suite``."""

from __future__ import annotations

import json
import shutil
from functools import partial
from pathlib import Path

import pytest

from tests.cli.support import call, refused
from throwdown.agents.shipped import FOLDER, find_solved
from throwdown.envs.registry import make_setup
from throwdown.evaluation import suite
from throwdown.evaluation.aivat import fit, fit_baseline
from throwdown.evaluation.suite import Fixture


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "FIXTURES", (Fixture("kuhn-v0", "standard", 40, 2),))
    monkeypatch.setattr(suite, "fit_baseline", partial(fit_baseline, games=100))
    monkeypatch.setattr(fit, "DEALS", 500)
    suite.baseline_of.cache_clear()


def test_the_figures_are_those_of_evaluate(nowhere: Path) -> None:
    """On the same deals, with the same choices: the same games are won."""
    found = json.loads(call("suite", "random", "-q", "--json", "--workers", "1").stdout)
    assert found["is_standard"] and [line["side"] for line in found["lines"]] == ["first", "second"]
    line = f"evaluate --game kuhn-v0 --first random --second solved --deals 40 --seed {suite.SEED} --aivat -q"
    (cell,) = json.loads(call(*line.split(), "--json").stdout)["cross_play"]
    assert found["lines"][0]["wins"][0] == pytest.approx(1 - cell["win_rate"])
    assert {x.name for x in (nowhere / "runs" / "suite" / "random").iterdir()} >= {"suite.json", "suite.md"}


def test_two_results_are_compared(nowhere: Path) -> None:
    for agent in ("random", "solved"):
        said = call("suite", agent, "-q", "--out", agent)
        assert f"{agent} gets " in said.output and f"The results are in {agent}/suite." in said.output
    told = call("suite", "--compare", "random/suite.json", "solved/suite.json").output
    assert "difference" in told and "kuhn-v0 standard" in told
    assert call("suite", "random", "-q", "--deals", "10", "--out", "few").exit_code == 0
    line = "suite --compare random/suite.json few/suite.json"
    assert "kuhn-v0, standard as first was played with other deals" in refused(call(*line.split()))
    assert "other settings" in refused(call("suite", "solved", "-q", "--out", "random"))
    assert (
        "chance, seed 1 gets "
        in call("suite", "random", "-q", "--out", "random", "--name", "chance, seed 1").output
    )
    assert (
        "chance, seed 1 and solved"
        in call("suite", "--compare", "random/suite.json", "solved/suite.json").output
    )


def test_a_pattern_stands_for_the_files_that_can_play(nowhere: Path) -> None:
    Path("files").mkdir()
    for file in (find_solved(make_setup("kuhn-v0")), FOLDER / "throwdown-v0" / "duel-coach.npz"):
        shutil.copy(file, "files")
    found = json.loads(call("suite", "files/*.npz", "-q", "--json", "--out", "here").stdout)
    assert len(found["lines"]) == 2 and len({line["identity"] for line in found["lines"]}) == 1
    assert "duel-coach plays throwdown-v0" in refused(call("suite", "files/d*.npz", "--out", "there"))


def test_exploiters_are_trained_on_request(nowhere: Path, torch: object) -> None:
    line = "suite random -q --json --deals 10 --exploit 256 --workers 1"
    found = [json.loads(call(*line.split()).stdout) for _ in range(2)]
    assert found[0]["lines"] == found[1]["lines"]  # of finished runs
    assert [line["exploiter"]["steps"] for line in found[0]["lines"]] == [256, 256]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("suite", "name an agent"),
        ("suite random --compare a.json b.json", "name an agent"),
        ("suite nobody", "is not an agent"),
        ("suite none.npz", "no agent file"),
        ("suite random nobody", "'nobody' is not an agent"),
        ("suite random --game chess", "is not a game of the suite"),
        ("suite --compare none.json none.json", "cannot be read: No such file"),
        ("suite random --name a|b", "--name: it is at most 60 letters"),
        (f"suite random --name {'a' * 61}", "--name: it is at most 60 letters"),
        (f"suite {'trained:2 ' * 20}", "the agents' names make no folder's name; choose one with --out"),
        ("suite none*.npz", "the agents' names make no folder's name; choose one with --out"),
        ("suite none*.npz --out here", "there is no file 'none*.npz'"),
    ],
)
def test_what_cannot_be_meant_is_refused(nowhere: Path, line: str, says: str) -> None:
    assert says in refused(call(*line.split()))
