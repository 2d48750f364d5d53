"""The decks of a scenario for who compares them: which there are, and the same with one card swapped."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from throwdown.envs.core.kit import DeckList, InvalidConfig, Setup, did_you_mean
from throwdown.envs.core.names import check_open
from throwdown.envs.core.scenarios import checked, field_names, read_toml
from throwdown.envs.showdown.sheets import cards, library, sheet


def decks(setup: Setup) -> dict[str, DeckList]:
    """Return the decks that a scenario is played with, by side."""
    return {side: _deck(setup.config[side]) for side in setup.teams}


def _deck(data: Mapping[str, Any]) -> DeckList:
    """Return a deck; it could take what the library has of its own Set."""
    cards = {card["name"]: card["copies"] for card in data["cards"]}
    own = {part["set"] for part in (data["leader"], *data["initials"], *data["cards"])}
    shelf = library.LIBRARY.shelf("cards").values()
    others = [
        card["name"] for card in shelf if card["name"] not in cards and card.get("set", "") in own | {""}
    ]
    return DeckList(data["title"], cards, tuple(others))


def shelf(setup: Setup) -> dict[str, tuple[str, ...]]:
    """Return the names of the library's decks of as many cards as a scenario's own, by side."""
    found: dict[str, tuple[str, ...]] = {}
    for side in setup.teams:
        size = sum(card["copies"] for card in setup.config[side]["cards"])
        found[side] = tuple(
            name
            for name in library.LIBRARY.shelf("decks")
            if (deck := _read(name, name)).side == side and deck.size == size
        )
    return found


def find(name: str) -> tuple[str, Any]:
    """Return whose deck one of that name, or in a TOML file, is, and what a scenario says to play with it.

    Raises:
        InvalidConfig: there is no such deck, or it breaks a rule, or a file is named that nobody typed.
    """
    value: Any = name
    if name.endswith(".toml"):
        check_open(name, "a deck's file")
        value = read_toml(Path(name), "deck")
    return _read(value, name).side, value


def _read(value: Any, name: str) -> sheet.DeckSheet:
    what = f"Deck '{name}'"
    return checked(sheet.DeckSheet, library.resolve_deck(value, what), what, field_names(cards.Sheet))


def swapped(setup: Setup, side: str, out: str, into: str) -> Setup:
    """Return a scenario in which one copy of a card of a side's deck is another card.

    Raises:
        InvalidConfig: there is no such card, or the deck would break a rule.
    """
    data = copy.deepcopy(dict(setup.config))
    cards = data[side]["cards"]
    own = {card["name"]: card for card in cards}
    if out not in own:
        raise InvalidConfig(
            f"'{out}' is not in the deck '{data[side]['title']}'{did_you_mean(out, own)}; it has "
            f"{', '.join(own)}."
        )
    if into not in own:
        more = {card["name"]: card for card in library.LIBRARY.shelf("cards").values()}
        if into not in more:
            raise InvalidConfig(f"'{into}' is not a card in the library{did_you_mean(into, [*own, *more])}.")
        cards.append({**more[into], "copies": 0})
        own[into] = cards[-1]
    own[out]["copies"] -= 1
    own[into]["copies"] += 1
    data[side]["cards"] = [card for card in cards if card["copies"]]
    return setup.game.configure(data, setup.options, setup.scenario)
