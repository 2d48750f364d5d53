"""Builds the part of a state that all FUSION games share out of a position, and refuses what cannot occur."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

import numpy as np
from pydantic import BaseModel

from throwdown.envs.core.cards import FACES, card_id, cards_in, words_of
from throwdown.envs.core.errors import InvalidPosition, ThrowdownError
from throwdown.envs.core.game import Setup
from throwdown.envs.core.rng import mix
from throwdown.envs.fusion.positions import DeckPosition, WorldPosition
from throwdown.envs.fusion.stakes import stock
from throwdown.envs.fusion.world import COACH

P = TypeVar("P", bound=WorldPosition)


def need(holds: bool, text: str) -> None:
    """Refuse a position in one sentence unless a condition holds."""
    if not holds:
        raise InvalidPosition(text)


def interpreted(rule: Any) -> Any:
    """Return a rule as plain Python: nothing is compiled to set a position up."""
    return getattr(rule, "py_func", rule)


class WorldBuilder(ABC, Generic[P]):
    """One position on its way into a record, step by step; every step refuses what it finds impossible.

    Attributes:
        model: the game's position.
        jokers_only: what to say of a deck that holds nothing else.
    """

    model: ClassVar[type[WorldPosition]]
    jokers_only: ClassVar[str]

    def __init__(self, position: P, setup: Setup, states: np.ndarray) -> None:
        self.p, self.setup, self.states = position, setup, states
        self.s: Any = states.view(np.recarray)[0]
        self.w: Any = self.s.world
        self.cfg: Any = self.s.cfg
        self.decks = int(self.cfg.decks)
        self.used: list[Counter[int]] = [Counter(), Counter()]

    @classmethod
    def write(cls, position: BaseModel, setup: Setup, s: Any) -> None:
        """Write a position into a record; the record is unchanged if it is refused.

        Raises:
            InvalidPosition: the position cannot occur in this scenario.
        """
        if not isinstance(position, cls.model):
            raise InvalidPosition("The position must be a `Position` of this game.")
        states = setup.game.allocate(1)
        states[:] = setup.template[0]
        cls(position, setup, states).build()  # type: ignore[arg-type]
        for name in states.dtype.names or ():
            s[name] = states[0][name]

    @abstractmethod
    def build(self) -> None:
        """Run all steps."""

    @abstractmethod
    def seat(self, name: str, place: str) -> int:
        """Return the seat of a name."""

    @abstractmethod
    def pilot(self, name: str, place: str) -> int:
        """Return the seat of a Pilot's name."""

    def card(self, text: str, place: str) -> int:
        """Return the id of a card's text."""
        try:
            return card_id(text)
        except ThrowdownError as error:
            raise InvalidPosition(f"{place}: {error}") from None

    def check_suited(self, c: int, place: str) -> None:
        """Refuse a Joker."""
        need(c < FACES, f"{place}: a Joker never lies there; it leaves the deck as an Omen (CD-27, C-10).")

    def deck_of(self, seat: int) -> int:
        """Return the deck of a seat."""
        return 1 if self.decks == 2 and seat != COACH else 0

    def jokers_of(self, d: int) -> list[int]:
        """Return the Jokers that a deck has at first."""
        return [c for c in cards_in(self.cfg.faces[d]) if c >= FACES]

    def claim(self, texts: Iterable[str], place: str, d: int) -> list[int]:
        """Return the ids of cards that lie somewhere, which no Joker does, each taken from its deck."""
        cards = [self.card(text, place) for text in texts]
        for c in cards:
            self.check_suited(c, place)
            self.use(c, place, d)
        return cards

    def use(self, c: int, place: str, d: int) -> None:
        """Count a card as taken from its deck."""
        self.used[d][c] += 1

    def claim_hands(self) -> dict[int, list[int]]:
        """Return the cards in the hand of every seat that is told."""
        hands = {}
        for name, texts in self.p.hands.items():
            seat = self.seat(name, "hands")
            hands[seat] = self.claim(texts, f"hands.{name}", self.deck_of(seat))
        return hands

    def claim_stacks(self) -> list[list[int]]:
        """Return the cards invested in every Threat that is told."""
        return [self.claim(x.invested, f"threats.{t}.invested", 0) for t, x in enumerate(self.p.threats)]

    def claim_next(self, deck: DeckPosition, place: str, d: int) -> list[int]:
        """Return the cards on top of a deck, the top card first; Jokers may lie there, but not on top."""
        cards = []
        for text in deck.next:
            cards.append(self.card(text, f"{place}.next"))
            if cards[-1] < FACES:
                self.use(cards[-1], f"{place}.next", d)
        need(
            not cards or cards[0] < FACES,
            f"{place}.next: a Joker on top of the deck would have surfaced as an Omen (CD-24, C-11).",
        )
        return cards

    def check_second_deck(self) -> None:
        """Refuse a deck that the scenario lacks."""
        p = self.p
        need(
            self.decks == 2 or not (p.pilots_trash or p.pilots_deck.next or p.pilots_deck.jokers),
            "pilots_deck and pilots_trash exist only where rules.decks is 'separate'; this scenario has one deck.",
        )

    def write_cards(self, hands: dict[int, list[int]], stacks: list[list[int]]) -> None:
        """Write hands and stacks."""
        for seat, cards in hands.items():
            self.w.hand[seat] = words_of(cards)
        for t, cards in enumerate(stacks):
            self.w.stack[t] = words_of(cards)

    def write_deck(self, d: int, jokers: list[int], ahead: list[int], place: str) -> None:
        """Write a deck, with these Jokers and these cards on top: what lies nowhere else is in it."""
        deck, pool = (self.p.deck, self.p.pilots_deck)[d], self.w.decks[d]
        surplus = Counter(jokers)
        surplus.subtract(c for c in ahead if c >= FACES)
        need(min(surplus.values(), default=0) >= 0, f"{place}.next holds a Joker that is not in the deck.")
        hidden = list(surplus.elements())
        faces = Counter(c for c in cards_in(self.cfg.faces[d]) if c < FACES) - self.used[d]
        rest = sorted(faces.elements())
        if jokers and not ahead:
            need(len(rest) > 0, self.jokers_only.format(place=place))
            ahead = [rest.pop(self.choice(d, deck.draws, len(rest)))]
        pool.cards = words_of([*rest, *hidden])
        pool.draws, pool.jokers, pool.ahead_n = deck.draws, len(jokers), len(ahead)
        pool.n = len(rest) + len(hidden) + len(ahead)
        pool.ahead[: len(ahead)] = ahead[::-1]

    def choice(self, d: int, draws: int, n: int) -> int:
        """Return which suited card lies on top: while a deck holds Jokers, its top card is fixed and is none."""
        return ((mix(self.p.rng.key, ((d + 1) << 32) + draws) >> 31) * n) >> 32

    def write_gauges(self) -> None:
        """Write the gauges of the sheets, Pilots' and Threats'."""
        for name in ("commitment", "charges", "buffers", "rating", "threat_buffers"):
            self.w[name] = self.cfg[name]

    def write_stream(self) -> None:
        """Write where chance stands."""
        s, given = self.s, self.p.rng
        s.rng.key, s.rng.count, s.rng.prob = given.key, given.count, 1.0

    def stock(self) -> list[int]:
        """Return what the stakes count."""
        return [int(interpreted(stock)(self.s, i)) for i in range(5)]
