"""What follows from what is printed on cards: Classes, terms, who can bear what, and how many Abilities that gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from throwdown.envs.showdown.sheets.sheet import CardSheet, Printed


def classes_of(card: Printed) -> tuple[str, ...]:
    """Return a card's Classes; who is Changed is a Hero, too (SD-94)."""
    more = ("Hero",) if has_class(card, "Changed") and not has_class(card, "Hero") else ()
    return (*card.classes, *more)


def has_class(card: Printed, name: str) -> bool:
    """Return whether a card has a Class, however that is spelt."""
    return name.lower() in (own.lower() for own in card.classes)


def can_bear(bearer: Printed, gear: CardSheet) -> bool:
    """Return whether a Character can ever bear an Attachment (SD-102, SD-122 to SD-124, SD-137, SDA-45)."""
    is_kaiju, is_mecha = has_class(bearer, "Kaiju"), has_class(bearer, "Mecha")
    if gear.kind == "vehicle" and (is_kaiju or has_class(bearer, "Mook")):
        return False
    if (is_kaiju or is_mecha) and not has_class(gear, "Ship"):
        return False
    return not gear.keyword or contains(bearer, gear.keyword)


def tics_of(*cards: Printed) -> set[int]:
    """Return the Tics in which cards have texts; 0 stands for those that no text names."""
    named = {text.initiative for card in cards for text in card.texts if text.when == "stack"}
    return {0} | {tic for tic in named if tic != "X"}


def most_abilities(bearer: Printed, gear: list[CardSheet], tic: int) -> int:
    """Return how many Abilities a Character can have in a Tic, with the best Attachment in each place.

    On an active Ship other Equipment is blank, without one Ship Equipment, but for a Kaiju's (SD-123, SD-128, SD-130).
    """
    best: dict[tuple[str, bool], int] = {}
    for card in gear:
        place = card.kind, has_class(card, "Ship")
        best[place] = max(best.get(place, 0), _fitting(card, tic))
    ship = best.get(("vehicle", True))
    others = best.get(("equipment", has_class(bearer, "Kaiju")), 0)
    shipped = 0 if ship is None else ship + best.get(("equipment", True), 0)
    return _fitting(bearer, tic) + best.get(("vehicle", False), 0) + max(others, shipped)


def _fitting(card: Printed, tic: int) -> int:
    return sum(text.when == "stack" and text.initiative in ("X", tic) for text in card.texts)


def contains(card: Printed, term: str) -> bool:
    """Return whether a term stands, word for word, in a card's name, Keyword or Classes (SD-134, SDA-35)."""
    wanted = term.split()
    for text in (card.name, card.keyword, *classes_of(card)):
        words = text.split()
        if any(words[i : i + len(wanted)] == wanted for i in range(len(words) - len(wanted) + 1)):
            return True
    return False
