"""A position on its way into a record: what its names and cards mean."""

from __future__ import annotations

from typing import Any

from throwdown.envs.challenge.positions import position as plain
from throwdown.envs.challenge.state import KIT, Phase
from throwdown.envs.challenge.words import names
from throwdown.envs.core import cardset, kit
from throwdown.envs.core.kit import InvalidPosition, Setup
from throwdown.envs.core.situations import need, pick_name


class Draft:
    """A position and the record that it is being written into, which holds the configuration."""

    phase: Phase

    def __init__(self, position: plain.Position, setup: Setup, s: Any) -> None:
        self.p, self.setup, self.s = position, setup, s
        self.mode = names.mode_of(setup)

    def hero(self, seat: str, place: str = "characters") -> int:
        """Return the hero of a seat's name; -1 for the Table."""
        return names.hero_of(pick_name(seat, self.setup.seats, place), self.setup)

    def need_hero(self, seat: str, place: str) -> int:
        """Return the hero of a seat's name, which is not the Table's."""
        found = self.hero(seat, place)
        need(found >= 0, f"{place} is '{seat}', who is not a Character.")
        return found

    def card(self, text: str, place: str) -> int:
        """Return a card by its text."""
        try:
            return KIT.id(text)
        except kit.ThrowdownError as error:
            raise InvalidPosition(f"Position: {place}: {error}") from None

    def take(self, deck: Any, text: str, place: str) -> int:
        """Take a card out of what is left of a deck."""
        card = self.card(text, place)
        need(
            cardset.has(deck.cards, card),
            f"{place} has {text}, which is already elsewhere, or not in the deck.",
        )
        cardset.remove(deck.cards, card)
        return card
