"""What things are called: Threats, Factions, abilities and so on by their sheets, gauges and states by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from throwdown.envs.core.cards import RANKS, SUIT_SYMBOLS, SUITS
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, first_upper as first_upper, plural, tr
from throwdown.envs.core.narration import called_card
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.cards import JOKERS, card_name
from throwdown.envs.fusion.world.subjects import Subject
from throwdown.envs.fusion.world.terms import Commitment, Faction, Location

HARMONY_NAMES = (
    *(tr("none"), tr("Red"), tr("Orange"), tr("Yellow")),
    *(tr("Green"), tr("Blue"), tr("Indigo"), tr("Violet")),
)
FACTION_STATES: dict[int, str] = {
    Faction.HIDDEN: "not revealed",
    Faction.IN_PLAY: "in play",
    Faction.REMOVED: "out of play",
    Faction.TURNED: "now a Threat",
}
"""As data has them."""
FACTION_NOTES: dict[str, str] = {
    "not revealed": tr("not revealed"),
    "in play": tr("in play"),
    "out of play": tr("out of play"),
    "now a Threat": tr("now a Threat"),
}
"""As people read them."""
LOCATION_STATES: dict[int, str] = {
    Location.RAZED: tr("razed"),
    Location.DAMAGED: tr("damaged"),
    Location.STANDING: tr("standing"),
}
COMMITMENTS: dict[int, str] = {
    Commitment.STEEL: tr("Steel"),
    Commitment.FLESH: tr("Flesh"),
    Commitment.SYNCH: tr("Synch"),
    Commitment.SOLO: tr("Solo"),
}
EFFECT_NAMES: dict[int, str] = {
    book.Kind.CHARGEUP: tr("Chargeup"),
    book.Kind.BURN: tr("Burn"),
    book.Kind.FAVOR: tr("Favor"),
    book.Kind.FORTIFY: tr("Fortify"),
    book.Kind.RALLY: tr("Rally"),
    book.Kind.REBUILD: tr("Rebuild"),
    book.Kind.RECOVER: tr("Recover"),
    book.Kind.REPLENISH: tr("Replenish"),
    book.Kind.STORM: tr("Storm"),
    book.Kind.TARRY: tr("Tarry"),
    book.Kind.WAVE: tr("Wave"),
    book.Kind.BREAK: tr("Break"),
    book.Kind.DISFAVOR: tr("Disfavor"),
    book.Kind.PURGE: tr("Purge"),
    book.Kind.RUIN: tr("Ruin"),
    book.Kind.STRIFE: tr("Strife"),
    book.Kind.SCHISM: tr("Schism"),
    book.Kind.TRAUMA: tr("Trauma"),
    book.Kind.DRAW: tr("Draw"),
    book.Kind.DISCARD: tr("Discard"),
    book.Kind.STRIKE: tr("Strike"),
    book.Kind.RUMBLE_STRIKE: tr("Rumble Strike"),
    book.Kind.RUMBLE_CHARGE: tr("Rumble Charge"),
    book.Kind.FORM_BUFFER: tr("Form Buffer"),
    book.Kind.REPAIR: tr("Repair"),
    book.Kind.DAMAGE: tr("Damage"),
    book.Kind.REVEAL: tr("Reveal"),
}
"""What effects do, in a word."""
CLASSES: dict[int, str] = {
    book.CardClass.NONE: tr("no card"),
    book.CardClass.ANY: tr("any card"),
    book.CardClass.FACE: tr("a face card"),
    book.CardClass.ACE: tr("an Ace"),
    book.CardClass.FACE_OR_ACE: tr("a face card or an Ace"),
}
"""The classes of cards that costs ask for."""
RESOURCES = {"pit-crew": tr("Pit Crew"), "fan-club": tr("Fan Club")}
"""The Resources that rules name, by what costs call them."""
_IN_SENTENCES = {"pit-crew": tr("pit crew"), "fan-club": tr("fan club")}


def with_deck(goal: str, setup: Setup) -> str:
    """Return what a seat plays for, and what the deck holds where that is less than usual: everybody may know it."""
    ranks, suits = (setup.config["deck"][name] for name in ("ranks", "suits"))
    if (len(ranks), len(suits)) == (len(RANKS), len(SUITS)):
        return goal
    told = plural(
        "The deck holds only the {ranks} of {suits}, {n} copy of each.",
        "The deck holds only the {ranks} of {suits}, {n} copies of each.",
        setup.config["deck"]["copies"],
        ranks=", ".join(ranks),
        suits=", ".join(symbol for suit, symbol in zip(SUITS, SUIT_SYMBOLS) if suit in suits),
    )
    return f"{goal} {told}"


def _name(parts: Sequence[Any], i: int, default: str) -> str:
    return tr(str(parts[i]["name"])) if 0 <= i < len(parts) else default


def threats(setup: Setup) -> list[Any]:
    """Return the sheets of the Threats by slot, those that Factions may turn into last."""
    later = [f["threat"] for f in setup.config.get("factions", ()) if f["threat"] is not None]
    return [*setup.config.get("threats", ()), *later]


def threat_name(t: int, setup: Setup) -> str:
    """Return a Threat's name."""
    return _name(threats(setup), t, tr("Threat {n}", n=t))


def faction_name(f: int, setup: Setup) -> str:
    """Return a Faction's name."""
    return _name(setup.config.get("factions", ()), f, tr("Faction {n}", n=f))


def position_name(i: int, setup: Setup) -> str:
    """Return the name of a Position in the Final Form."""
    return _name(setup.config.get("positions", ()), i, tr("Position {n}", n=i))


def location_name(setup: Setup) -> str:
    """Return the Location's name."""
    location = setup.config.get("location")
    return tr(str(location["name"])) if location else tr("the Location")


def resource_name(r: int, setup: Setup) -> str:
    """Return a Resource's name inside a sentence."""
    known = resource_names(setup)
    if r >= len(known):
        return tr("resource {n}", n=r)
    return _IN_SENTENCES.get(known[r]) or tr(known[r]).replace("-", " ")


def resource_title(r: int, setup: Setup) -> str:
    """Return a Resource's name that stands alone."""
    known = resource_names(setup)
    return resource_called(known[r]) if r < len(known) else tr("Resource {n}", n=r)


def resource_called(name: str) -> str:
    """Return a Resource's name that stands alone, by what costs call it."""
    return RESOURCES.get(name) or tr(name).replace("-", " ").title()


def resource_names(setup: Setup) -> list[str]:
    """Return the names of the team's Resources, as costs call them."""
    resources = setup.config.get("resources")
    if not resources:
        return []
    return ["pit-crew", "fan-club", *(r["name"] for r in resources.get("more", ()))]


def subject_name(x: int, setup: Setup) -> str:
    """Return the name of a subject of an effect."""
    if x < Subject.THREATS:
        return setup.people[x + 1] if x + 1 < len(setup.seats) else tr("Pilot {n}", n=x)
    if x < Subject.FACTIONS:
        return threat_name(x - Subject.THREATS, setup)
    if x < Subject.RESOURCES:
        return faction_name(x - Subject.FACTIONS, setup)
    return resource_title(x - Subject.RESOURCES, setup) if x < Subject.COACH else tr("Coach")


def called(p: int, viewer: int | None, setup: Setup) -> str:
    """Return what a table calls a seat: its person's name, and whether that is the viewer."""
    return tr("{name} (you)", name=setup.people[p]) if p == viewer else setup.people[p]


def kind_name(kind: int) -> str:
    """Return an effect's kind as the rulebook writes it."""
    return f"+{EFFECT_NAMES[kind]}" if book.ALL_TRIGGERS >> kind & 1 else EFFECT_NAMES[kind]


def is_pvp(setup: Setup) -> bool:
    """Return whether Pilots fight Pilots (pile edition)."""
    return setup.config["rules"].get("pvp", "off") != "off" and len(setup.seats) > 2


def side_names(setup: Setup) -> tuple[str, str]:
    """Return the names of the two sides."""
    if is_pvp(setup):
        return tr("the opposition"), tr("the challenger's side")
    return tr("Coach's side"), tr("the Pilots")


def either(ways: Sequence[str]) -> str:
    """Return ways as a choice: *a*, *a or b*, *a, b or c*."""
    *first, last = ways
    return tr("{some} or {last}", some=tr(", ").join(first), last=last) if first else last


def described_card(event: Happening) -> str:
    """Return the card of an event; one that the viewer may not know is *a card*."""
    if event.card == NONE:
        return tr("a card")
    return called_card(card_name(event.card))


def show(text: str) -> str:
    """Return a card's text with its suit as a symbol."""
    if text == "??" or text in JOKERS.values():
        return text
    return text[0] + SUIT_SYMBOLS["CDHS".index(text[1])]
