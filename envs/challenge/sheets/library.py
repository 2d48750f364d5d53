"""The library: Characters, bands, obstacles, hazards and presses that scenarios take by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.core.scenarios import Library

CONTENT = Path(__file__).parent.parent / "content"
LIBRARY = Library(CONTENT)
SHELVES = {"cast": "characters", "obstacles": "obstacles", "hazards": "hazards", "presses": "presses"}
"""The files in which the entries of a scenario's fields are looked up."""


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
            found[field] = LIBRARY.entry(found[field], kind, f"{what}: {field}")
    bands = found.get("bands", {})
    if isinstance(bands, Mapping):
        found["bands"] = {**{name: dict(band) for name, band in LIBRARY.shelf("bands").items()}, **bands}
    return found
