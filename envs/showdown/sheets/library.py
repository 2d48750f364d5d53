"""The library: decks, and the cards, Initial Cards and Leaders that they take by name."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.core.scenarios import Library

CONTENT = Path(__file__).parent.parent / "content"
LIBRARY = Library(CONTENT)


def resolve(data: Mapping[str, Any], what: str) -> dict[str, Any]:
    """Return a scenario's data with everything that it takes from the library put in; again, it stays the same.

    Args:
        data: the scenario.
        what: what is being read, for errors: ``Scenario 'short'``.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    found = dict(data)
    for side in ("heroes", "villains"):
        if side in found:
            found[side] = resolve_deck(found[side], f"{what}: {side}")
    return found


def resolve_deck(value: Any, place: str) -> Any:
    """Return a deck with its Leader, its Initial Cards and its cards put in."""
    deck = LIBRARY.entry(value, "decks", place)
    if not isinstance(deck, Mapping):
        return deck
    found = dict(deck)
    if "leader" in found:
        found["leader"] = LIBRARY.entry(found["leader"], "leaders", f"{place}.leader")
    if isinstance(found.get("initials"), list | tuple):
        found["initials"] = LIBRARY.entry(found["initials"], "initials", f"{place}.initials")
    if isinstance(found.get("cards"), Mapping):
        found["cards"] = [_copies(name, n, f"{place}.cards") for name, n in found["cards"].items()]
    return found


def _copies(name: str, value: Any, place: str) -> dict[str, Any]:
    """Return a card of the library with its copies; a table gives these, and what differs from the library."""
    own = dict(value) if isinstance(value, Mapping) else {"copies": value}
    return LIBRARY.find(name, "cards", place) | own
