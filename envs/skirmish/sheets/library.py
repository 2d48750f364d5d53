"""The library: maps, classes, mobs and Interrupts that scenarios take by name.

An entry may be a name of the library (``"ronin"``), or a table with ``use = "ronin"`` and what differs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, did_you_mean

CONTENT = Path(__file__).parent.parent / "content"


@cache
def shelf(kind: str) -> Mapping[str, Mapping[str, Any]]:
    """Return what the library has of a kind, by name: a file of tables, or a folder of files."""
    folder = CONTENT / kind
    if folder.is_dir():
        files = sorted(folder.glob("*.toml"))
        return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}
    return tomllib.loads((CONTENT / f"{kind}.toml").read_text(encoding="utf-8"))


def find(name: Any, kind: str, place: str) -> dict[str, Any]:
    """Return an entry of the library.

    Raises:
        InvalidConfig: there is none of this name.
    """
    entries = shelf(kind)
    if not isinstance(name, str) or name not in entries:
        raise InvalidConfig(
            f"{place}: '{name}' is not in the library of {kind}{did_you_mean(str(name), entries)}; it holds "
            f"{', '.join(entries)}."
        )
    return dict(entries[name])


def resolve(data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return a scenario's data with everything that it takes from the library put in; again, it stays the same.

    Args:
        data: the scenario.
        what: what is being read, for errors: ``Scenario 'boss'``.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    found = dict(data)
    if "map" in found:
        found["map"] = _entry(found["map"], "maps", f"{what}: map")
    if isinstance(found.get("mcs"), list | tuple):
        found["mcs"] = [_fighter(part, "classes", f"{what}: mcs.{i}") for i, part in enumerate(found["mcs"])]
    if isinstance(found.get("fights"), list | tuple):
        found["fights"] = [_fight(part, f"{what}: fights.{i}") for i, part in enumerate(found["fights"])]
    return found


def _fight(value: Any, place: str) -> Any:
    if not isinstance(value, Mapping) or not isinstance(value.get("mobs"), list | tuple):
        return value
    mobs = [_fighter(part, "mobs", f"{place}.mobs.{i}") for i, part in enumerate(value["mobs"])]
    return {**value, "mobs": mobs}


def _fighter(value: Any, kind: str, place: str) -> Any:
    found = _entry(value, kind, place)
    if isinstance(found, Mapping) and isinstance(found.get("interrupts"), list | tuple):
        own = [_entry(x, "interrupts", f"{place}.interrupts.{i}") for i, x in enumerate(found["interrupts"])]
        return {**found, "interrupts": own}
    return found


def _entry(value: Any, kind: str, place: str) -> Any:
    if isinstance(value, str):
        return find(value, kind, place)
    if isinstance(value, Mapping) and "use" in value:
        own = {key: part for key, part in value.items() if key != "use"}
        return find(value["use"], kind, f"{place}.use") | own
    return value
