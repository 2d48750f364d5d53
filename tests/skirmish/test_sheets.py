"""Scenarios: what they take, what is refused, and that a setup's configuration makes it again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from throwdown.cli.main import app
from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.pictures import draw
from throwdown.envs.pictures.canvas import GOLD
from throwdown.envs.registry import find_game, make_setup
from throwdown.envs.skirmish.sheets.library import LIBRARY
from throwdown.envs.skirmish.words import names, text

ID = "skirmish-v0"
RONIN = {"use": "ronin"}


def scenario(**change: Any) -> dict[str, Any]:
    return {"title": "T", "map": "backroom", "mcs": ["ronin"], "fights": [{"mobs": ["glitch"]}]} | change


@pytest.mark.parametrize("name", find_game(ID).scenarios)
def test_a_configuration_makes_the_same_setup_again(name: str) -> None:
    setup = make_setup(ID, name)
    again = find_game(ID).configure(setup.config, name=name)
    assert again.config == setup.config and (again.template == setup.template).all()


def test_new_classes_mobs_and_interrupts_need_no_code() -> None:
    """A class and an Interrupt that are in no file."""
    bolt = {"name": "Bolt", "effect": "fire", "amount": 1}
    mage = {**RONIN, "name": "Mage", "interrupts": [bolt], "flying": True}
    setup = make_setup(
        ID, scenario(mcs=[mage], fights=[{"mobs": [{"use": "glitch", "name": "Imp", "hp": 3}]}])
    )
    assert setup.config["mcs"][0]["interrupts"][0]["name"] == "Bolt"
    assert setup.config["fights"][0]["mobs"][0]["hp"] == 3


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"mcs": []}, "mcs"),
        ({"mcs": ["ronin"] * 5}, "mcs"),
        ({"mcs": ["rnin"]}, "did you mean 'ronin'"),
        ({"mcs": [RONIN | {"hp": 0}]}, "mcs.0.hp"),
        ({"mcs": [RONIN | {"most": 0}]}, "Max Move"),
        ({"mcs": [RONIN | {"loadouts": []}]}, "loadouts"),
        ({"mcs": [RONIN | {"interrupts": ["cut"]}]}, "library of interrupts"),
        ({"mcs": [RONIN | {"interrupts": [{"name": "X", "effect": "shot", "cards": 1}]}]}, "demands none"),
        ({"mcs": [RONIN | {"interrupts": [{"name": "X", "effect": "fire"}]}]}, "1 to 8 times"),
        ({"mcs": [RONIN | {"interrupts": [{"name": "X", "effect": "fire", "cards": 4}]}]}, "cards"),
        ({"mcs": [RONIN | {"wings": True}]}, "wings"),
        ({"fights": []}, "fights"),
        ({"fights": [{"mobs": []}]}, "mobs"),
        ({"fights": [{"mobs": ["glitch"] * 9}]}, "mobs"),
        ({"fights": [{"mobs": ["kernel-tyrant"] * 2}]}, "2 bosses"),
        ({"fights": [{"mobs": [{"use": "glitch", "move": 3}]}]}, "are for a boss"),
        ({"fights": [{"mobs": [{"use": "kernel-tyrant", "auto": 1}]}]}, "no auto"),
        ({"map": "attic"}, "library of maps"),
        ({"limit": 7}, "limit"),
        ({"rounds": 0}, "rounds"),
        ({"deck": {"ranks": "23X"}}, "ranks is '23X'"),
        ({"deck": {"ranks": "2", "suits": "C", "jokers": ""}}, "it needs 4 or more"),
        ({"rules": {"cut_by": 4, "cut_of": 4}}, "a cut must leave"),
        ({"title": ""}, "title"),
        ({"bosses": 1}, "bosses"),
    ],
)
def test_bad_scenarios_are_refused_in_a_sentence(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig) as error:
        make_setup(ID, scenario(**change))
    assert said in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"limits": 5}, "did you mean 'limit'"),
        ({"mcs": "ronin,hackr"}, "hacker"),
        ({"rounds": "many"}, "rounds"),
    ],
)
def test_bad_options_are_refused_in_a_sentence(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidConfig) as error:
        make_setup(ID, "skirmish", **options)
    assert said in str(error.value)


def test_sk_39_to_44_a_plan_tells_the_range_from_an_area() -> None:
    """As the sample map says: from the Throne over the shaft, from the Dock never to the Gallery."""
    setup = make_setup(ID, "skirmish")
    plans = find_game(ID).need_plans("A test")

    def marks(start: str) -> dict[str, str]:
        board = plans.plan(setup, start).map
        assert board is not None and [x.name for x in board.spots if x.is_lit] == [start or "Dock"]
        return {x.name: x.mark for x in board.spots}

    assert marks("Throne") == {
        "Dock": "3",
        "Concourse": "2",
        "Bridge": "1",
        "Throne": "0",
        "Gallery": "2",
        "Shaft": "1",
        "Sump": "2",
    }
    assert marks("") == marks("Dock") and marks("Dock")["Gallery"] == "" and marks("Shaft")["Throne"] == ""


def test_every_mob_of_the_library_can_be_counted_in_other_languages() -> None:
    """In English as any other name."""
    mobs = [x["name"] for x in LIBRARY.shelf("mobs").values() if not x.get("boss")]
    for name in mobs:
        assert names.MANY[name](2) == f"2 {names.in_plural(name)}", name
    assert text.summary(make_setup(ID, "skirmish")) == (
        "Ronin, Gunslinger, Sorcerer and Hacker against 2 Glitches, 2 Drones, 2 Sentries and Brute, at Dockside"
    )
    imps = scenario(fights=[{"mobs": [{"use": "glitch", "name": "Imp"}] * 2}])
    assert text.summary(make_setup(ID, imps)) == "Ronin against 2 Imps, at Backroom"


def check(*words: str) -> Any:
    return CliRunner().invoke(app, ["scenario", "check", *words], prog_name="throwdown")


def test_the_command_draws_the_map_into_a_file(tmp_path: Path) -> None:
    pictures = {}
    for start in ("Dock", "Throne"):
        file = tmp_path / f"{start}.png"
        told = check("skirmish", "--game", ID, "--picture", str(file), "--from", start)
        assert told.exit_code == 0 and f"Drew the map into {file}." in told.output
        with Image.open(file) as image:
            pictures[start] = image.convert("RGB")
    assert all(x.size == (draw.WIDTH, draw.HEIGHT) for x in pictures.values())

    def discs(image: Image.Image) -> int:
        return int((np.asarray(image) == GOLD).all(axis=2).sum())

    assert discs(pictures["Throne"]) > discs(pictures["Dock"]) > 0, "the Dock sees less"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--game", ID, "--from", "Dock"], "give the picture's file"),
        (["--game", ID, "--picture", "map.png", "--from", "Doc"], "did you mean 'Dock'"),
        (["--game", ID, "--picture", "map.jpg"], "must end in .png"),
        (["--game", "session-v0", "--picture", "map.png"], "session-v0 is not"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = check("skirmish" if ID in words else "duel", *words)
    assert told.exit_code == 2 and said in told.stderr and not list(tmp_path.iterdir())
