"""What people call things: cards, Characters, effects and texts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.kit import NONE, Setup, plural, tr
from throwdown.envs.showdown.state import BACK, CARDS, FRONT, LEADER, LIST, SLOTS, Gear, Phase, State, Status

SIDES = ("heroes", "villains")
TITLES = (tr("Heroes"), tr("Villains"))
GEAR_NAMES = {
    "Equipment": tr("Equipment"),
    "Vehicle": tr("Vehicle"),
    "Ship Equipment": tr("Ship Equipment"),
    "Ship Vehicle": tr("Ship Vehicle"),
}
"""The places for Attachments, as programs and as people read them."""
GEARS = tuple(GEAR_NAMES)
assert len(GEARS) == len(Gear)
SHIPS = {"active": tr("active"), "inactive": tr("inactive")}
STATUSES = {
    Status.OPEN.label: tr("open"),
    Status.PAID.label: tr("paid"),
    Status.WHIFFED.label: tr("whiffed"),
}
KINDS = {
    "ally": tr("Ally"),
    "equipment": tr("Equipment"),
    "vehicle": tr("Vehicle"),
    "combat": tr("Combat"),
    "event": tr("Event"),
    "mission": tr("Mission"),
    "character": tr("Character"),
    "leader": tr("Leader"),
}
"""What sorts of cards are called, by what files say of them."""

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


def field(own: Data, name: str) -> str:
    """Return a field of a file, such as a name or a title, as people read it."""
    return tr(str(own[name]))


def printed_name(card: int, setup: Setup) -> str:
    """Return a card's name as files have it; ``??`` for `NONE`."""
    return "??" if card == NONE else str(printed(card, setup)["name"])


def card_name(card: int, setup: Setup) -> str:
    """Return a card's name as people read it; ``??`` for `NONE`."""
    return "??" if card == NONE else field(printed(card, setup), "name")


def called(card: int, c: int, setup: Setup) -> str:
    """Return what people call a Character at a place."""
    return numbered(card_name(card, setup), card, c, setup)


def numbered(name: str, card: int, c: int, setup: Setup) -> str:
    """Return a Character's name, with the number of its place where there may be several of the name."""
    return f"{name} {c % SLOTS + 1}" if printed(card, setup).get("copies", 1) > 1 else name


def character(s: State, c: int, setup: Setup) -> str:
    """Return a Character's name."""
    card = int(s.characters[c].card)
    return tr("Character {n}", n=c % SLOTS + 1) if card == NONE else called(card, c, setup)


def ability(who: str, gear: str) -> str:
    """Return what an Ability is called: a Character's own, or that of its Attachment."""
    return tr("{gear} of {who}", gear=gear, who=who) if gear else tr("{who}'s Ability", who=who)


def entry(s: State, k: int, setup: Setup) -> str:
    """Return what lies at a place of a Stack."""
    staged = s.stack[k]
    name = card_name(int(staged.card), setup)
    if staged.source == NONE:
        return name
    return ability(character(s, int(staged.source), setup), "" if staged.gear == NONE else name)


def asked(s: State, setup: Setup) -> str | None:
    """Return the card or the Character that the decision is about, as everybody knows it."""
    if s.over:
        return None
    if s.card != NONE:
        return card_name(int(s.card), setup)
    if s.at == NONE:
        return None
    return character(s, int(s.at), setup) if s.phase == Phase.ASSIGN else entry(s, int(s.at), setup)


def signed(n: int) -> str:
    """Return a number with its sign."""
    return f"+{n}" if n >= 0 else f"−{-n}"


def copies(n: int, name: str) -> str:
    """Return a card with its copies."""
    return name if n == 1 else f"{name} ×{n}"


WHO = {
    "any": tr("a Character"),
    "own": tr("a Character you control"),
    "opposing": tr("an opposing Character"),
    "self": tr("this Character"),
    "initial": tr("a Hero"),
    "each": tr("each of your Characters"),
    "each-mook": tr("each of your Mooks"),
}


def whom(effect: Data, is_villain: bool) -> str:
    """Return whom an effect means."""
    n, who = effect["amount"], effect["who"]
    if who == "initial" and is_villain:
        return tr("the Villain")
    if n > 1 and effect["do"] in ("heal", "upgrade"):
        return several(n, who)
    return WHO[who]


def several(n: int, who: str) -> str:
    """Return whom an effect means that reaches several."""
    if who == "any":
        return plural("{n} Character", "{n} Characters", n)
    if who == "own":
        return plural("{n} Character you control", "{n} Characters you control", n)
    if who == "opposing":
        return plural("{n} opposing Character", "{n} opposing Characters", n)
    return plural("{n} Hero", "{n} Heroes", n)


AIMED = {
    "power": tr("{change} Power to {who}"),
    "shoot": tr("SHOOT {n} at {who}"),
    "wound": tr("WOUND {n} at {who}"),
    "move": tr("MOVE {who} into or out of Combat"),
    "move-in": tr("MOVE {who} into Combat"),
    "move-out": tr("MOVE {who} out of Combat"),
    "heal": tr("heal a Wound of {who}"),
    "upgrade": tr("Upgrade {who}"),
}
"""What effects do that are aimed at somebody."""
AT_ANY = {"shoot": tr("SHOOT {n}"), "wound": tr("WOUND {n}")}
"""The same where it may be anybody."""


def effect_text(effect: Data, is_villain: bool) -> str:
    """Return what an effect does, in a few words."""
    do, n = effect["do"], effect["amount"]
    if do in AT_ANY and effect["who"] == "any":
        return AT_ANY[do].format(n=n)
    if do in AIMED:
        return AIMED[do].format(n=n, change=signed(n), who=whom(effect, is_villain))
    if do == "draw":
        return drawn(n)
    if do == "discard":
        return plural(
            "the other side discards {n} card of its choice",
            "the other side discards {n} cards of its choice",
            n,
        )
    if do == "discard-random":
        return plural(
            "the other side discards {n} card at random", "the other side discards {n} cards at random", n
        )
    if do == "drama":
        return tr("gain {n} Drama", n=n)
    if do == "valor":
        return tr("gain {n} Valor in this Combat", n=n)
    return tr("an opposing Combat Card in the Stack Whiffs")


def drawn(n: int) -> str:
    """Return what drawing a number of cards is."""
    return plural("draw {n} card", "draw {n} cards", n)


def effects_text(text: Data, is_villain: bool) -> str:
    """Return what a text does."""
    return tr(", then ").join(effect_text(effect, is_villain) for effect in text["effects"])


def text_line(text: Data, is_villain: bool) -> str:
    """Return a text as people read it on a card."""
    does = effects_text(text, is_villain)
    if text["when"] == "stack":
        cost, tic = text["cost"], text["initiative"]
        if tic == "X":
            return tr("any Tic, {cost} Valor: {does}", cost=cost, does=does)
        return tr("Tic {tic}, {cost} Valor: {does}", tic=tic, cost=cost, does=does)
    if text["when"] == "employ":
        return tr("Employ: {does}", does=does)
    if text["when"] == "leader":
        return tr("Leader: {does}", does=does)
    if not text["employ"]:
        return does
    return plural("Employ {n} Character: {does}", "Employ {n} Characters: {does}", text["employ"], does=does)


def kind_text(own: Data) -> str:
    """Return what sort of card it is, with its Power, Classes and demands."""
    kind = own.get("kind", "ally")
    if kind in ("equipment", "vehicle"):
        parts = [f"{KINDS[kind]} {signed(own['power'])}"]
    elif kind == "ally":
        parts = [tr("Power {n}", n=own["power"])]
    else:
        parts = [tr("Combat Card") if kind == "combat" else KINDS[kind]]
    parts += [tr(name) for name in own["classes"]]
    if own["keyword"]:
        parts.append(tr("Keyword {term}", term=field(own, "keyword")))
    if own["requires"]:
        parts.append(tr("Requires {term}", term=field(own, "requires")))
    return tr(", ").join(parts)


def card_text(own: Data, is_villain: bool) -> str:
    """Return a card in one line: kind, Power, demands and texts."""
    return tr("; ").join([kind_text(own), *(text_line(text, is_villain) for text in own["texts"])])
