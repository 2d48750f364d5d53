"""The library: Characters, bands, obstacles, hazards and presses that scenarios take by name.

A scenario's entry may be a name of the library (``"courier"``), or a table with ``use = "courier"`` and what differs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import InvalidConfig, did_you_mean

CONTENT = Path(__file__).parent.parent / "content"
SHELVES = {"cast": "characters", "obstacles": "obstacles", "hazards": "hazards", "presses": "presses"}
"""The files in which the entries of a scenario's fields are looked up."""


@cache
def shelf(name: str) -> Mapping[str, Mapping[str, Any]]:
    """Return one file of the library: entries by name."""
    return tomllib.loads((CONTENT / f"{name}.toml").read_text(encoding="utf-8"))


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
        what: what is being read, for errors: ``Scenario 'duel'``.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    found = dict(data)
    for field, kind in SHELVES.items():
        if isinstance(found.get(field), list | tuple):
            found[field] = [_entry(part, kind, f"{what}: {field}.{i}") for i, part in enumerate(found[field])]
    bands = found.get("bands", {})
    if isinstance(bands, Mapping):
        found["bands"] = {**{name: dict(band) for name, band in shelf("bands").items()}, **bands}
    return found


def _entry(value: Any, kind: str, place: str) -> Any:
    if isinstance(value, list | tuple):
        return [_entry(part, kind, f"{place}.{i}") for i, part in enumerate(value)]
    if isinstance(value, str):
        return find(value, kind, place)
    if isinstance(value, Mapping) and "use" in value:
        own = {key: part for key, part in value.items() if key != "use"}
        return find(value["use"], kind, f"{place}.use") | own
    return value
