"""What things are called: Threats, Factions, abilities and so on by their sheets, gauges and states by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core.cards import FACES, SUIT_SYMBOLS
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import JOKERS, card_name
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Faction

HARMONY_NAMES = ("none", "Red", "Orange", "Yellow", "Green", "Blue", "Indigo", "Violet")
FACTION_STATES: dict[int, str] = {
    Faction.HIDDEN: "not revealed",
    Faction.IN_PLAY: "in play",
    Faction.REMOVED: "out of play",
    Faction.TURNED: "now a Threat",
}
CLASSES: dict[int, str] = {
    book.CardClass.NONE: "no card",
    book.CardClass.ANY: "any card",
    book.CardClass.FACE: "a face card",
    book.CardClass.ACE: "an Ace",
    book.CardClass.FACE_OR_ACE: "a face card or an Ace",
}
"""The classes of cards that costs ask for."""


def _name(parts: Sequence[Any], i: int, default: str) -> str:
    return str(parts[i]["name"]) if 0 <= i < len(parts) else default


def threats(setup: Setup) -> list[Any]:
    """Return the sheets of the Threats by slot, those that Factions may turn into last."""
    later = [f["threat"] for f in setup.config.get("factions", ()) if f["threat"] is not None]
    return [*setup.config.get("threats", ()), *later]


def threat_name(t: int, setup: Setup) -> str:
    """Return a Threat's name."""
    return _name(threats(setup), t, f"Threat {t}")


def faction_name(f: int, setup: Setup) -> str:
    """Return a Faction's name."""
    return _name(setup.config.get("factions", ()), f, f"Faction {f}")


def position_name(i: int, setup: Setup) -> str:
    """Return the name of a Position in the Final Form."""
    return _name(setup.config.get("positions", ()), i, f"Position {i}")


def location_name(setup: Setup) -> str:
    """Return the Location's name."""
    return str((setup.config.get("location") or {}).get("name", "the Location"))


def resource_name(r: int, setup: Setup) -> str:
    """Return a Resource's name."""
    known = resource_names(setup)
    return known[r].replace("-", " ") if r < len(known) else f"resource {r}"


def resource_names(setup: Setup) -> list[str]:
    """Return the names of the team's Resources, as costs call them."""
    resources = setup.config.get("resources")
    if not resources:
        return []
    return ["pit-crew", "fan-club", *(r["name"] for r in resources.get("more", ()))]


def subject_name(x: int, setup: Setup) -> str:
    """Return the name of a subject of an effect."""
    if x < Subject.THREATS:
        return setup.people[x + 1] if x + 1 < len(setup.seats) else f"Pilot {x}"
    if x < Subject.FACTIONS:
        return threat_name(x - Subject.THREATS, setup)
    if x < Subject.RESOURCES:
        return faction_name(x - Subject.FACTIONS, setup)
    return resource_name(x - Subject.RESOURCES, setup) if x < Subject.COACH else "Coach"


def called(p: int, viewer: int | None, setup: Setup) -> str:
    """Return what a table calls a seat: its person's name, and whether that is the viewer."""
    return f"{setup.people[p]} (you)" if p == viewer else setup.people[p]


def kind_name(kind: int) -> str:
    """Return an effect's kind as the rulebook writes it."""
    name = book.Kind(kind).label.capitalize()
    return f"+{name}" if kind <= book.LAST_TRIGGER else name


def is_pvp(setup: Setup) -> bool:
    """Return whether Pilots fight Pilots (pile edition)."""
    return setup.config["rules"].get("pvp", "off") != "off" and len(setup.seats) > 2


def side_names(setup: Setup) -> tuple[str, str]:
    """Return the names of the two sides."""
    return ("the opposition", "the challenger's side") if is_pvp(setup) else ("Coach's side", "the Pilots")


def count(n: int, word: str) -> str:
    """Return a number of things, as in *2 Charges*."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"


def either(ways: Sequence[str]) -> str:
    """Return ways as a choice: *a*, *a or b*, *a, b or c*."""
    *first, last = ways
    return f"{', '.join(first)} or {last}" if first else last


def first_upper(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def described_card(event: Happening) -> str:
    """Return the card of an event; one that the viewer may not know is *a card*."""
    if event.card == NONE:
        return "a card"
    if event.card >= FACES:
        return f"the {'red' if event.card == FACES else 'black'} Joker"
    return card_name(event.card)


def show(text: str) -> str:
    """Return a card's text with its suit as a symbol."""
    if text == "??" or text in JOKERS.values():
        return text
    return text[0] + SUIT_SYMBOLS["CDHS".index(text[1])]
