"""Small scenarios to break, and how their sheets are written."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from throwdown.envs.core.errors import InvalidConfig
from throwdown.envs.fusion.sheets.scenario import Scenario
from throwdown.envs.fusion.sheets.writer import abilities

PILOT = {"name": "Ada", "steel": 3, "flesh": 2, "synch": 3, "solo": 2, "charge_max": 3, "buffer_max": 2}
BASE: dict[str, Any] = {
    "title": "Test",
    "harmony": 4,
    "coach": {"hand_max": 5},
    "pilots": [PILOT, {**PILOT, "name": "Bea"}],
    "threats": [{"name": "Wall", "rating": 3}],
}
HEAD = {"name": "Head", "tech": {"name": "Up", "effects": ["+Rumble-Strike(stage)"]}}
ARM = {"name": "Arm", "tech": {"name": "Out", "effects": ["+Trauma:Threat(2*stage)"]}}
ROBO = {"name": "Tin", "endurance": 2}
CREW = {"pit_crew": {"value": 1, "max": 2}}


def refusal(act: Callable[[], Any]) -> str:
    """Return the sentence with which something is refused."""
    with pytest.raises(InvalidConfig) as caught:
        act()
    text = str(caught.value)
    assert text.endswith(".") and "\n" not in text and 15 < len(text) < 400, text
    return text


def tech(*effects: str, **more: Any) -> dict[str, Any]:
    return {"name": "Trick", "effects": list(effects), **more}


def with_(**parts: Any) -> dict[str, Any]:
    return {**copy.deepcopy(BASE), **parts}


def with_pilot(**parts: Any) -> dict[str, Any]:
    return with_(pilots=[{**PILOT, **parts}])


def with_threat(**parts: Any) -> dict[str, Any]:
    return with_(threats=[{"name": "Wall", "rating": 3, **parts}])


def ability_names(scenario: Scenario) -> dict[int, str]:
    """Return the names of a scenario's abilities by their ids."""
    return {ability.id: ability.name for ability in abilities(scenario)}
