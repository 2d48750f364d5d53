"""Scenarios: what they take, what is refused, and that a setup's configuration makes it again."""

from __future__ import annotations

from typing import Any

import pytest

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.registry import find_game, make_setup

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
        ({"rules": {"cut_by": 4, "cut_of": 4}}, "a cut leaves"),
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
