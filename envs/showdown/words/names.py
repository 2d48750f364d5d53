"""What people call things: cards, Characters, effects and texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.showdown.state import BACK, CARDS, FRONT, LEADER, LIST, SLOTS, Gear, State

SIDES = ("heroes", "villains")
TITLES = ("Heroes", "Villains")
GEARS = ("Equipment", "Vehicle", "Ship Equipment", "Ship Vehicle")
assert len(GEARS) == len(Gear)

Data = Mapping[str, Any]


def printed(card: int, setup: Setup) -> Data:
    """Return what a scenario says of a card, a face or a Leader."""
    deck, k = setup.config[SIDES[card // CARDS]], card % CARDS
    if k < LIST:
        return dict(deck["cards"][k])
    if k == LEADER:
        return dict(deck["leader"])
    face = "front" if k < BACK else "back"
    return dict(deck["initials"][(k - FRONT) % (BACK - FRONT)][face])


def is_card(card: int, setup: Setup) -> bool:
    """Return whether there is a card of this number."""
    k = card % CARDS
    return k >= LIST or k < len(setup.config[SIDES[card // CARDS]]["cards"])


def card_name(card: int, setup: Setup) -> str:
    """Return a card's name; ``??`` for `NONE`."""
    return "??" if card == NONE else str(printed(card, setup)["name"])


def called(card: int, c: int, setup: Setup) -> str:
    """Return what a Character at a place is called: with the place's number where there may be several of the name."""
    own = printed(card, setup)
    return f"{own['name']} {c % SLOTS + 1}" if own.get("copies", 1) > 1 else str(own["name"])


def character(s: State, c: int, setup: Setup) -> str:
    """Return a Character's name."""
    card = int(s.characters[c].card)
    return f"Character {c % SLOTS + 1}" if card == NONE else called(card, c, setup)


def count(n: int, thing: str) -> str:
    """Return a number of things."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"


def listed(parts: Sequence[str], last: str = "and") -> str:
    """Return parts as an enumeration."""
    if not parts:
        return "none"
    *first, end = parts
    return f"{', '.join(first)} {last} {end}" if first else end


def signed(n: int) -> str:
    """Return a number with its sign."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def copies(n: int, name: str) -> str:
    """Return a card with its copies."""
    return name if n == 1 else f"{name} ×{n}"


WHO = {
    "any": "a Character",
    "own": "a Character you control",
    "opposing": "an opposing Character",
    "self": "this Character",
    "initial": "a Hero",
    "each": "each of your Characters",
    "each-mook": "each of your Mooks",
}


def whom(effect: Data, is_villain: bool) -> str:
    """Return whom an effect means."""
    if effect["who"] == "initial" and is_villain:
        return "the Villain"
    n = effect["amount"]
    if n > 1 and effect["do"] in ("heal", "upgrade"):
        plural = {"any": "Characters", "own": "Characters you control", "opposing": "opposing Characters"}
        return f"{n} {plural.get(effect['who'], 'Heroes')}"
    return WHO[effect["who"]]


def effect_text(effect: Data, is_villain: bool) -> str:
    """Return what an effect does, in a few words."""
    do, n, who = effect["do"], effect["amount"], whom(effect, is_villain)
    if do == "power":
        return f"{signed(n)} Power to {who}"
    if do in ("shoot", "wound"):
        at = "" if effect["who"] == "any" else f" at {who}"
        return f"{do.upper()} {n}{at}"
    plain = {
        "move": f"MOVE {who} in or out",
        "move-in": f"MOVE {who} into Combat",
        "move-out": f"MOVE {who} out of Combat",
        "heal": f"heal a Wound from {who}",
        "upgrade": f"Upgrade {who}",
        "draw": f"draw {count(n, 'card')}",
        "discard": f"the other side discards {count(n, 'card')} of its choice",
        "discard-random": f"the other side discards {count(n, 'card')} at random",
        "drama": f"gain {n} Drama",
        "valor": f"gain {n} Valor in this Combat",
        "whiff": "an opposing Combat Card in the Stack Whiffs",
    }
    return plain[do]


def effects_text(text: Data, is_villain: bool) -> str:
    """Return what a text does."""
    return ", then ".join(effect_text(effect, is_villain) for effect in text["effects"])


def text_line(text: Data, is_villain: bool) -> str:
    """Return a text as people read it on a card."""
    does = effects_text(text, is_villain)
    if text["when"] == "stack":
        tic = "any Tic" if text["initiative"] == "X" else f"Tic {text['initiative']}"
        return f"{tic}, {text['cost']} Valor: {does}"
    if text["when"] == "employ":
        return f"Employ: {does}"
    if text["when"] == "leader":
        return f"Leader: {does}"
    return f"Employ {count(text['employ'], 'Character')}: {does}" if text["employ"] else does


def kind_text(own: Data) -> str:
    """Return what sort of card it is, with its Power, Classes and demands."""
    parts = []
    if own.get("kind") in ("equipment", "vehicle"):
        parts.append(f"{own['kind'].capitalize()} {signed(own['power'])}")
    elif own.get("kind", "ally") == "ally" and "mulligan" not in own:
        parts.append(f"Power {own['power']}")
    else:
        parts.append(f"{own['kind'].capitalize()}{' Card' if own['kind'] == 'combat' else ''}")
    parts += own["classes"]
    if own["keyword"]:
        parts.append(f"Keyword {own['keyword']}")
    if own["requires"]:
        parts.append(f"Requires {own['requires']}")
    return ", ".join(parts)


def card_text(own: Data, is_villain: bool) -> str:
    """Return a card in one line: kind, Power, demands and texts."""
    return "; ".join([kind_text(own), *(text_line(text, is_villain) for text in own["texts"])])
