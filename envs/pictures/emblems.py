"""Emblems of everything that has a name: drawn from its kind, and made its own by its name.

A new entry of a scenario file has an emblem without code: its kind says what it looks like, its name the features.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from PIL import Image

from throwdown.envs.core.colours import NamedDice, colour_of
from throwdown.envs.core.errors import InvalidConfig, did_you_mean
from throwdown.envs.pictures import foes, helmets, people, shapes, signs
from throwdown.envs.pictures.shapes import Shape, svg as svg

Maker = Callable[[NamedDice, str], tuple[Shape, ...]]
MASKED, BARE = (0, 1, 2, 8, 9), (0, 1, 4, 5, 8, 9)


def _mc(dice: NamedDice, colour: str) -> tuple[Shape, ...]:
    return people.person(dice, colour, (1, 2, 3, 5, 6, 9))


def _player(dice: NamedDice, colour: str) -> tuple[Shape, ...]:
    return people.person(dice, colour, (0, 3, 4, 8, 9))


def _hero(dice: NamedDice, colour: str) -> tuple[Shape, ...]:
    return people.person(dice, colour, MASKED, masked=True)


def _character(dice: NamedDice, colour: str) -> tuple[Shape, ...]:
    return people.person(dice, colour, BARE)


def _leader(dice: NamedDice, colour: str) -> tuple[Shape, ...]:
    return signs.framed(people.person(dice, colour, (0, 2, 7, 8)), colour, dice)


KINDS: dict[str, Maker] = {
    "coach": foes.coach,
    "pilot": helmets.pilot,
    "robo": helmets.robo,
    "threat": foes.threat,
    "monster": foes.monster,
    "faction": signs.faction,
    "location": signs.location,
    "resource": signs.resource,
    "mc": _mc,
    "cpu": foes.cpu,
    "mob": foes.mob,
    "boss": helmets.boss,
    "character": _character,
    "table": signs.table,
    "obstacle": signs.obstacle,
    "hazard": signs.hazard,
    "press": signs.press,
    "leader": _leader,
    "hero": _hero,
    "villain": foes.threat,
    "equipment": signs.equipment,
    "vehicle": signs.vehicle,
    "combat": signs.combat,
    "event": signs.event,
    "mission": signs.mission,
    "player": _player,
    "symbol": signs.sign,
}
"""What can have an emblem, and what draws it."""
LONGEST = 120
"""Maximum length of a name in characters."""
_NUMBERED = re.compile(r"(.+) ([1-9]|1[0-4])")


@lru_cache(4096)
def emblem(kind: str, name: str, colour: str = "") -> tuple[Shape, ...]:
    """Return an emblem: the same one in every process.

    Args:
        kind: one of `KINDS`.
        name: as people read it; one of several of a name ends in its number, and differs by its marks.
        colour: ``#rrggbb``; empty: one made from the name.

    Raises:
        InvalidConfig: there is no such kind or colour, or the name is too long.
    """
    if kind not in KINDS:
        raise InvalidConfig(f"'{kind}' is not a kind of emblem{did_you_mean(kind, KINDS)}.")
    if len(name) > LONGEST:
        raise InvalidConfig(
            f"A name of {len(name)} characters is too long for an emblem; {LONGEST} are allowed."
        )
    found = _NUMBERED.fullmatch(name)
    family, number = (found[1], int(found[2])) if found else (name, 0)
    paint = shapes.checked(colour) if colour else colour_of(kind, family)
    dice = NamedDice(kind, family)
    return (*KINDS[kind](dice, paint), *signs.pips(number))


@lru_cache(1024)
def picture(kind: str, name: str, colour: str, size: int) -> Image.Image:
    """Return an emblem as an image of ``size`` x ``size`` pixels with a transparent ground."""
    return shapes.image(emblem(kind, name, colour), size)
