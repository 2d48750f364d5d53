"""A game of a package of its own, written by the page "Add a game": it is sound, and planted mistakes are found."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.own_game.plants import PLANTS
from tests.support import CASES, run_python, setup_of
from throwdown.envs.core.jit import IS_COMPILED
from throwdown.testing import exact, games
from throwdown.testing.walks import moments

HERE = Path(__file__).parent


def lay_out(folder: Path) -> None:
    """Write what an installer would: what `pyproject.toml` offers, beside the package."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    meta = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    (info / "METADATA").write_text(meta, encoding="utf-8")
    lines: list[str] = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {place}" for name, place in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def run(folder: Path, code: str, **env: str) -> str:
    return run_python(f"import sys\nsys.path[:0] = [{str(HERE)!r}, {str(folder)!r}]\n{code}", **env).strip()


CHECK = """
from typer.testing import CliRunner
from throwdown.cli.main import app

found = CliRunner().invoke(app, ["check", "goofspiel-v0", "--json", "--quiet", "--games", "2"])
print(found.exit_code, found.stdout.replace("\\n", " "))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="that rules compile is looked at")
def test_the_game_of_the_page_is_sound(tmp_path: Path) -> None:
    """`throwdown check` finds it installed, and has nothing to say against it, nor leaves anything out."""
    lay_out(tmp_path)
    code, _, told = run(tmp_path, CHECK).splitlines()[-1].partition(" ")
    report = json.loads(told)
    assert code == "0" and report["is_sound"], report
    assert {check["state"] for check in report["checks"]} == {"ok"}, report


WHY = """
import throwdown

table = throwdown.Table.deal("goofspiel-v0", seed=1, scenario="three")
for bid in ("bid 1", "bid 2", "bid 2"):
    table.play(bid)
print([why.options for why in (table.why(seat=0), table.why(seat=1), table.why(seat=None))])
print([table.before(3).options(seat) for seat in (0, 1)])
"""


def test_reasons_tell_no_hidden_bids(tmp_path: Path) -> None:
    """Without the word `any_hand` others are told what is legal in some deal that they cannot tell apart.

    The second player won the first prize with a 2, so as far as she knows a 1 is gone; with a 3 he would not have won.
    """
    lay_out(tmp_path)
    why, before = run(tmp_path, WHY, NUMBA_DISABLE_JIT="1").splitlines()
    assert why == "[[2], [1, 2], [2]]" and before == "[[1, 2], [1, 2]]"


@pytest.fixture(scope="module")
def found() -> dict[str, Any]:
    """Return what was found in every plant."""
    told = run_python("from tests.own_game.plants import main\nmain()", NUMBA_DISABLE_JIT="1")
    return {row["name"]: row for row in map(json.loads, told.splitlines())}


FINDS = {
    "a shown bid": "observes as 'bids[0]'",
    "a bid that words show": "the word render tells",
    "an event told to all": "the event bid-laid tells player_1 what a redeal treats as hidden",
    "an event that tells by a number": "the event bid-laid tells player_1 what a redeal treats as hidden",
    "a redeal that forgets": "deals what its past excludes",
    "a redeal that moves nothing": "never makes",
    "a refusal that tells": "is illegal tells",
    "a hand that is told": "the options tell",
    "swapped returns": "the side with more points gets less",
    "returns that do not add up": "add up to",
    "an index beyond its array": "obs.py, line 53: IndexError: index ",
    "an empty legal set": "nothing is legal for player_",
    "a game without end": "after 50 moves: the game has not come to an end",
    "a missing word": "the word help is missing",
    "a word that fails": "KeyError: 'player_1'",
    "a number out of range": " is observed as ",
}


def test_a_sound_game_has_no_fault(found: dict[str, Any]) -> None:
    assert found["sound"]["faults"] == [] and set(FINDS) | {"sound"} == set(PLANTS) == set(found)


@pytest.mark.parametrize("name", FINDS)
def test_a_planted_mistake_is_found(found: dict[str, Any], name: str) -> None:
    faults = found[name]["faults"]
    assert any(FINDS[name] in fault for fault in faults), faults
    assert all(fault.endswith(".") and "\n" not in fault for fault in faults)


def test_deals_that_come_too_often_are_told_from_chance() -> None:
    chances = {b"a": 0.25, b"b": 0.75}
    assert exact._fits(Counter({b"a": 270, b"b": 730}), chances)
    assert not exact._fits(Counter({b"a": 500, b"b": 500}), chances)


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_random_games_of_ours_end_and_pay_as_they_should(id: str, scenario: Any) -> None:
    setup = setup_of(id, scenario, **games_options(id))
    assert not list(games.watched(setup, seed=3, most=10_000))


def games_options(id: str) -> dict[str, Any]:
    """Return the options under which returns say who won."""
    from throwdown.envs.registry import find_game

    return dict(find_game(id).wins)


@pytest.mark.parametrize(("id", "scenario"), CASES)
def test_words_of_ours_are_all_there(id: str, scenario: Any) -> None:
    for table in moments(setup_of(id, scenario), range(2), first=1, every=200):
        assert not list(games.spoken(table))


LEARN = """
from throwdown.training.config import read_config
from throwdown.training.trainer import Trainer

run = {"game": "goofspiel-v0", "scenario": "four", "eval_every": 0, "rows": 256, "batch_size": 256}
for preset, steps in (("auto", 200_000), ("none", 2_000_000)):
    trainer = Trainer(read_config(run | {"preset": preset, "steps": steps}))
    while trainer.decisions < 500_000 and trainer.progress < 1 and not trainer.told:
        trainer.step()
    found = trainer.exploitability()["exploitability"]
    print(trainer.config.preset, round(found, 4), *sorted(trainer.told))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="it would take an hour")
def test_the_game_is_learnt_by_the_settings_for_its_size_and_a_collapse_is_told(
    tmp_path: Path, torch: Any
) -> None:
    """The plain defaults end in a pair of fixed bids that tie every game, and the run says so."""
    lay_out(tmp_path)
    auto, none = (line.split() for line in run(tmp_path, LEARN).splitlines()[-2:])
    assert auto[0] == "small" and float(auto[1]) < 0.45 and auto[2:] == []
    assert none[0] == "none" and float(none[1]) > 0.8 and none[2:] == ["entropy"]
