"""What Interrupts, bonus actions and meters do, in a few words."""

from __future__ import annotations

from typing import Any

CHARGES = {
    "none": "nothing",
    "hit-near": "every hit in its own area",
    "hit-far": "every hit in another area",
    "attack": "every attack",
    "hack": "every hack that works",
    "hit-taken": "every hit that it takes",
}


def effect(what: dict[str, Any]) -> str:
    """Return what an Interrupt does."""
    n = what["amount"]
    times = "a hit" if n == 1 else f"{n} hits"
    return {
        "strike": f"{times} in the own area, without a card",
        "fire": f"{times} within Range, without a card",
        "shot": "a sure hit at double damage that ignores Armored, instead of the attack",
        "storm": "a hit on every enemy in an area within Range",
        "cleanse": "own statuses gone, and a quarter of MaxHP back",
        "ward": "the whole side is Armored until the round ends",
        "raid": "the others discard their best card",
        "reroute": "push an enemy a step, wherever it stands",
        "purge": f"every enemy in the own area is pushed and loses {n} HP",
    }[what["effect"]]


def demand(what: dict[str, Any]) -> str:
    """Return which cards an Interrupt demands, empty if none."""
    if what["effect"] == "shot":
        return "a turn's card, Ten or higher"
    n = what["cards"]
    if n == 0:
        return ""
    is_face = what["fit"] == "face"
    if n == 1:
        return "a face card" if is_face else "a card"
    alike = {"rank": " of one rank", "suit": " of one suit"}.get(what["fit"], "")
    return f"{n} {'face cards' if is_face else 'cards'}{alike}"


def interrupt(what: dict[str, Any]) -> str:
    """Return what an Interrupt demands and does, as a sentence."""
    needs = demand(what)
    text = effect(what)
    return f"{needs[0].upper()}{needs[1:]}: {text}." if needs else f"{text[0].upper()}{text[1:]}."


def bonus(what: dict[str, Any]) -> str:
    """Return what a bonus action does."""
    if what["does"] == "brace":
        return "Armored until the own next turn"
    return f"somebody of the own side in the area regains {what['amount']} HP"
