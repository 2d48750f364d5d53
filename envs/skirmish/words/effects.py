"""What Interrupts, bonus actions and meters do, in a few words."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.catalogue import plural, tr

CHARGES = {
    "none": tr("nothing"),
    "hit-near": tr("every hit in its own area"),
    "hit-far": tr("every hit in another area"),
    "attack": tr("every attack"),
    "hack": tr("every hack that works"),
    "hit-taken": tr("every hit taken"),
}
EFFECTS = {
    "shot": tr("a sure hit at double damage that ignores Armored, instead of the attack"),
    "storm": tr("a hit on every enemy in an area within Range"),
    "cleanse": tr("removes the user's statuses and restores a quarter of MaxHP"),
    "ward": tr("the whole side is Armored until the round ends"),
    "raid": tr("the other side discards its best card"),
    "reroute": tr("push an enemy one step, wherever it stands"),
}


def effect(what: dict[str, Any]) -> str:
    """Return what an Interrupt does."""
    n = what["amount"]
    match what["effect"]:
        case "strike":
            return plural(
                "a hit in the user's area, without a card", "{n} hits in the user's area, without a card", n
            )
        case "fire":
            return plural("a hit within Range, without a card", "{n} hits within Range, without a card", n)
        case "purge":
            return tr("every enemy in the user's area is pushed and loses {n} HP", n=n)
        case other:
            return EFFECTS[other]


def demand(what: dict[str, Any]) -> str:
    """Return which cards an Interrupt demands, empty if none."""
    if what["effect"] == "shot":
        return tr("the card of a turn, Ten or higher")
    n = what["cards"]
    if n == 0:
        return ""
    if n == 1:
        return tr("a face card") if what["fit"] == "face" else tr("a card")
    match what["fit"]:
        case "face":
            return plural("{n} face card", "{n} face cards", n)
        case "rank":
            return plural("{n} card of one rank", "{n} cards of one rank", n)
        case "suit":
            return plural("{n} card of one suit", "{n} cards of one suit", n)
        case _:
            return plural("{n} card", "{n} cards", n)


def interrupt(what: dict[str, Any]) -> str:
    """Return what an Interrupt demands and does, as a sentence."""
    needs, text = demand(what), effect(what)
    return f"{_upper(needs)}: {text}." if needs else f"{_upper(text)}."


def _upper(text: str) -> str:
    return text[0].upper() + text[1:]


def bonus(what: dict[str, Any]) -> str:
    """Return what a bonus action does."""
    if what["does"] == "brace":
        return tr("Armored until its next turn")
    return tr("a wounded MC in the same area regains {n} HP", n=what["amount"])
