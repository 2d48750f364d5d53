"""Positions: written down and set up again, and what cannot occur is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.showdown.support import ID, action, ch, fighters, position
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.kit import Batch, row
from throwdown.envs.core.records import content
from throwdown.envs.registry import make_setup
from throwdown.envs.showdown.positions import to_position
from throwdown.envs.tables.table import Table

COMBAT = {"bought": True, "combat": True, "decides": "villains_0"}
FIGHT = {
    "heroes": {"characters": fighters("Red Sentai")},
    "villains": {"characters": fighters("Doctor Umbra")},
}


def said(**data: Any) -> str:
    with pytest.raises(InvalidPosition) as error:
        position(**data)
    text = str(error.value)
    assert text.startswith("Position") and text.endswith(".") and "\n" not in text
    return text


def test_positions_of_random_games_come_back_as_they_were() -> None:
    setup = make_setup(ID, "short")
    batch = Batch(setup, 16, seed=3, autoreset=False)
    batch.reset(np.arange(16))
    phases = set()
    for ply in range(500):
        for i in range(16) if ply % 7 == 0 else ():
            found = to_position(row(batch.states, i), setup)
            phases.add(found.phase)
            again = Table.from_setup_position(setup, found).state
            assert content(np.asarray(again)[None]) == content(np.asarray(batch.states[i : i + 1]))
        if batch.states["over"].all():
            break
        batch.step(batch.random_actions())
    assert len(phases) > 12


HERO = {"actions": 3}


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ({"phase": "walk"}, "phase is 'walk'"),
        ({"turn": 16}, "turn is 16"),
        ({"turn": 0}, "turn is 0 in phase 'action'"),
        ({"heroes": {**HERO, "hand": {"Tount": 1}}}, "did you mean 'Taunt'"),
        ({"heroes": {**HERO, "hand": {"Taunt": 4}}}, "Taunt too often"),
        ({"heroes": {**HERO, "hand": {"Taunt": 2}, "discards": {"Taunt": 2}}}, "Taunt too often"),
        ({"heroes": {**HERO, "missions": ["Taunt"]}}, "which is not a Mission"),
        ({"heroes": {**HERO, "wounds": 4}}, "wounds is 4"),
        ({"heroes": {**HERO, "drama": 1}}, "Drama is for the Villains"),
        ({"heroes": {"actions": 4}}, "actions is 4"),
        ({"villains": {"wounds": 2, "actions": 3}}, "actions is 3"),
        ({"heroes": {**HERO, "characters": [ch("Taunt")]}}, "which is not an Ally"),
        ({"heroes": {**HERO, "characters": [ch("Red Sentai"), ch("Red Sentai")]}}, "an Initial Card twice"),
        (
            {"heroes": {**HERO, "characters": [ch("Red Sentai", place=2), ch("Blue Sentai", place=2)]}},
            "another Character",
        ),
        ({"heroes": {**HERO, "characters": [ch("Red Sentai", "Taunt")]}}, "which is not an Attachment"),
        (
            {"heroes": {**HERO, "characters": [ch("Red Sentai", "Beam Saber", "Sentai Shield")]}},
            "a second Equipment",
        ),
        (
            {"heroes": {**HERO, "characters": [ch("Academy Cadet", "Sentai Shield")]}},
            "cannot bear its Equipment",
        ),
        ({"heroes": {**HERO, "characters": [ch("Red Sentai", in_combat=True)]}}, "but there is no Combat"),
        (
            {"heroes": {**HERO, "characters": [ch("Red Sentai", wounded=True, in_combat=True)]}},
            "there is no Combat",
        ),
        (
            {
                "phase": "assign",
                "asked": 1,
                **COMBAT,
                "villains": {"characters": [ch("Doctor Umbra", wounded=True, in_combat=True)]},
            },
            "while it is still being decided who joins",
        ),
        ({"heroes": {**HERO, "characters": [ch("Red Sentai", ship="active")]}}, "no Ship Vehicle"),
        ({"heroes": {**HERO, "characters": [ch("Old Master", flipped=True)]}}, "only Initial Cards flip"),
        ({"heroes": {**HERO, "characters": [ch("Old Master"), ch("Old Master")]}}, "twice on the Table"),
        (
            {"heroes": {**HERO, "characters": [ch("Red Sentai", since=1), ch("Blue Sentai", since=1)]}},
            "since is the same",
        ),
        ({"heroes": {**HERO, "stack": [{"card": "Taunt"}]}}, "nothing is staged now"),
        ({"heroes": HERO, "decides": "villains_0", "side": "heroes"}, "decides is villains_0"),
        ({"heroes": HERO, "decides": "coach_0"}, "decides is 'coach_0'"),
        ({"phase": "target", "heroes": HERO}, "running is missing in phase 'target'"),
        ({"phase": "window", "side": "heroes", "heroes": HERO}, "hold none"),
        ({"phase": "assign", "asked": 1, "side": "heroes"}, "combat is false"),
        ({"phase": "compose", "tic": 1, **COMBAT, **FIGHT, "bought": False}, "but bought is false"),
        ({"phase": "compose", **COMBAT, **FIGHT}, "tic is 0"),
        ({"phase": "pay", "tic": 1, **COMBAT, **FIGHT}, "asked is missing in phase 'pay'"),
        ({"heroes": HERO, "asked": 1}, "asked does not fit phase 'action'"),
        ({"phase": "pay", "tic": 1, "asked": 1, **COMBAT, **FIGHT}, "beyond the end of the Stack"),
        ({"phase": "action"}, "ends by itself here"),
        ({"phase": "discard"}, "hand is empty"),
        ({"over": True}, "ended is missing"),
        ({"over": True, "ended": "villains"}, "which does not fit 0 and 0 Leader Wounds"),
        ({"ended": "clock", "heroes": HERO}, "the game is not over"),
    ],
)
def test_what_cannot_occur_is_refused(data: dict[str, Any], part: str) -> None:
    assert part in said(**data)


def test_the_deck_holds_what_is_named_nowhere() -> None:
    game = action(heroes={"hand": {"Taunt": 2}, "discards": {"Finisher": 1}, "removed": {"Old Master": 1}})
    assert game.team("heroes").deck_n == 56 and game.count("heroes", "deck", "Taunt") == 1
