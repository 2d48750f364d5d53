"""A position on its way into a record: what its names and cards mean."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from throwdown.envs.core import cardset, kit
from throwdown.envs.core.decisions import Decision
from throwdown.envs.core.kit import NONE, InvalidPosition, Setup
from throwdown.envs.core.situations import need, pick_name
from throwdown.envs.skirmish import commits, interrupts, moves, state as st, terrain, turns
from throwdown.envs.skirmish.decisions import DECISIONS
from throwdown.envs.skirmish.positions import position as plain
from throwdown.envs.skirmish.state import Phase
from throwdown.envs.skirmish.words import names

DECIDERS: dict[Callable[..., int], tuple[tuple[str, ...], tuple[str, ...]]] = {
    commits.committing: ((), ("asked_of",)),
    turns.acting: (("acting",), ()),
    turns.yielding: (("acting",), ()),
    moves.pushing: ((), ("acting", "shooter")),
    moves.falling: (("faller",), ("acting", "shooter", "target")),
    interrupts.laying: (("asked_of",), ("acting",)),
    interrupts.aiming: (("shooter",), ("acting",)),
}
"""By who decides: the parts of a position that are there, and those that may be."""


class Draft:
    """A position and the record that it is being written into, which holds the configuration."""

    phase: Phase

    def __init__(self, position: plain.Position, setup: Setup, s: Any) -> None:
        self.p, self.setup, self.s = position, setup, s

    @property
    def decision(self) -> Decision:
        """What is being decided."""
        return DECISIONS.rows[self.phase]

    @property
    def decider_parts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The parts that are there since who decides follows from them, and those that may be."""
        return DECIDERS.get(self.decision.who, ((), ()))

    @property
    def is_committing(self) -> bool:
        """Whether it is part of a commit."""
        return self.decision.who is commits.committing

    @property
    def in_count(self) -> bool:
        """Whether it is part of the count."""
        return self.phase != Phase.DEPLOY and not self.is_committing

    def process(self, name: str | None, place: str) -> int:
        """Return a process by its name, `NONE` for none."""
        if name is None:
            return NONE
        known = {self.name_of(p): p for p in self.there}
        pick_name(name, list(known), place)
        return known[name]

    def name_of(self, p: int) -> str:
        """Return how a process is called."""
        return plain.process_name(int(terrain.tag(self.s, p)), self.setup)

    @property
    def there(self) -> list[int]:
        """The processes of the fight, standing or not."""
        return [p for p in range(st.PROCESSES) if names.has_process(self.s, p, self.setup)]

    def holder(self, name: str, place: str) -> int:
        """Return a holder of cards by its name."""
        mcs = [plain.holder_name(i, self.setup) for i in range(len(self.setup.config["mcs"]))]
        k = pick_name(name, [*mcs, plain.CPU], place)
        return st.CPU if k == len(mcs) else k

    def card(self, text: str, place: str) -> int:
        """Return a card by its text."""
        try:
            return st.KIT.id(text)
        except kit.ThrowdownError as error:
            raise InvalidPosition(f"Position: {place}: {error}") from None

    def take(self, side: int, text: str, place: str) -> int:
        """Take a card out of what is left of a side's deck."""
        card, deck = self.card(text, place), self.s.teams[side].deck
        is_there = cardset.has(deck.cards, card)
        need(is_there, f"{place} has {text}, which is already elsewhere, or not in the deck.")
        cardset.remove(deck.cards, card)
        return card
