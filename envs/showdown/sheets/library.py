"""The library: decks, and the cards, Initial Cards and Leaders that they take by name."""

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
        what: what is being read, for errors: ``Scenario 'short'``.
        file: the scenario's own file, beside which decks may lie; see `names.beside`.

    Raises:
        InvalidConfig: it takes something that the library does not have.
    """
    found = dict(data)
    for side in ("heroes", "villains"):
        if side in found:
            found[side] = resolve_deck(found[side], f"{what}: {side}", file)
    return found


def resolve_deck(value: Any, place: str, file: object = None) -> Any:
    """Return a deck with its Leader, its Initial Cards and its cards put in."""
    deck = LIBRARY.entry_or_file(value, "decks", place, file)
    if not isinstance(deck, Mapping):
        return deck
    found = dict(deck)
    if "leader" in found:
        found["leader"] = LIBRARY.entry(found["leader"], "leaders", f"{place}.leader")
    if isinstance(found.get("initials"), list | tuple):
        found["initials"] = LIBRARY.entry(found["initials"], "initials", f"{place}.initials")
    cards = found.get("cards")
    if isinstance(cards, Mapping):
        found["cards"] = [_copies(name, n, f"{place}.cards") for name, n in cards.items()]
    elif isinstance(cards, list | tuple):
        found["cards"] = LIBRARY.entry(cards, "cards", f"{place}.cards")
    return found


def _copies(name: str, value: Any, place: str) -> dict[str, Any]:
    """Return a card with its copies.

    Args:
        name: of a card of the library, or one that the deck gives a card of its own.
        value: the copies; or a table with these and what differs from the card of the library, from the one that
            ``use`` names, or with all of a new card.
        place: where it stands, for errors.
    """
    own = dict(value) if isinstance(value, Mapping) else {"copies": value}
    if "use" in own:
        card: dict[str, Any] = LIBRARY.entry(own, "cards", f"{place}.{name}")
        return card
    if "kind" in own and name not in LIBRARY.shelf("cards"):
        return own
    return LIBRARY.find(name, "cards", place) | own
