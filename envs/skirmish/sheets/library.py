"""The library: maps, classes, mobs and Interrupts that scenarios take by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.core.scenarios import Library

CONTENT = Path(__file__).parent.parent / "content"
LIBRARY = Library(CONTENT)


def resolve(data: Mapping[str, Any], what: str, file: object = None) -> dict[str, Any]:
    """Return a scenario's data with everything that it takes from the library put in; again, it stays the same.

    Args:
        data: the scenario.
        what: what is being read, for errors: ``Scenario 'boss'``.
        file: the scenario's own file, beside which its map may lie; see `names.beside`.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    found = dict(data)
    if "map" in found:
        found["map"] = LIBRARY.entry_or_file(found["map"], "maps", f"{what}: map", file)
    if isinstance(found.get("mcs"), list | tuple):
        found["mcs"] = _fighters(found["mcs"], "classes", f"{what}: mcs")
    if isinstance(found.get("fights"), list | tuple):
        found["fights"] = [_fight(part, f"{what}: fights.{i}") for i, part in enumerate(found["fights"])]
    return found


def _fight(value: Any, place: str) -> Any:
    if not isinstance(value, Mapping) or not isinstance(value.get("mobs"), list | tuple):
        return value
    return {**value, "mobs": _fighters(value["mobs"], "mobs", f"{place}.mobs")}


def _fighters(values: Any, kind: str, place: str) -> list[Any]:
    """Return fighters with their Interrupts."""
    found = []
    for i, fighter in enumerate(LIBRARY.entry(values, kind, place)):
        if isinstance(fighter, Mapping) and isinstance(fighter.get("interrupts"), list | tuple):
            own = LIBRARY.entry(fighter["interrupts"], "interrupts", f"{place}.{i}.interrupts")
            fighter = {**fighter, "interrupts": own}
        found.append(fighter)
    return found
