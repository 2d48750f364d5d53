"""Questions to the table during a move: the faces of revealed cards, and the Jokers that came up.

Both follow from the public events of the move. Events are certain only up to the first unanswered question: later ones
may depend on the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.terms import COACH
from throwdown.play.throwdown.hidden import FAVOR, SEALED, STACK, Known, deck_of

TRASH, EXTRA, JOKERS = "trash", "extra", "jokers"
"""Kinds of questions besides an initiative card (`SEALED`), a card of a Faction's stack that leaves the table
(`STACK`), and its top card (`FAVOR`): a card of a hand or the deck that goes to the Trash, one beside a Threat, the
Jokers that came up."""
PASSING = ("JOKER_SURFACED", "CHARGED", "DECK_RESHUFFLED", "JOKERS_RETURNED", "DECK_RAN_OUT")
"""Events that may occur between the cards of one draw."""


class Ask(NamedTuple):
    """A question.

    Attributes:
        kind: the kind of question.
        at: the index of the event before which the answer is needed.
        deck: the deck of the cards.
        who: the card's owner: a seat, a Faction or a Threat, or `NONE`.
        guess: the guessed face, or `NONE`.
        taken: with `JOKERS`: cards taken from the deck in the move before this draw.
        is_shuffled: whether a deck was shuffled earlier in the move.
    """

    kind: str
    at: int
    deck: int
    who: int = NONE
    guess: int = NONE
    taken: int = 0
    is_shuffled: bool = False

    @property
    def key(self) -> str:
        """The id of the question, independent of guesses."""
        return f"{self.kind}:{self.who if self.kind != JOKERS else self.deck}"


@dataclass
class Walk:
    """Derives the questions from the events of a move.

    Args:
        events: with all faces, as guessed.
        s: the record before the move.
        known: the faces known before the move.
        own: the card openly discarded by the mover, or `NONE`.
    """

    events: Sequence[Happening]
    s: Any
    known: Known
    own: int = NONE

    def __post_init__(self) -> None:
        decks = range(int(self.s.cfg.decks))
        self._found: list[Ask] = []
        self._jokers = [int(self.s.world.decks[d].jokers) for d in decks]
        self._taken = [0 for _ in decks]
        self._seen, self._turned = set[int](), set[int]()
        self._open = list(self.known.open)
        self._lost = 0  # cards of the deck that go to the Trash
        self._run: Ask | None = None
        self._came = 0  # Jokers, in the current draw
        self._is_shuffled = False

    def asks(self) -> list[Ask]:
        """Return the questions in order."""
        for at, event in enumerate(self.events):
            deck = self._deck_taken(event)
            if self._run is not None and event.kind not in PASSING and deck != self._run.deck:
                self._end_run(at)
            self._found += (ask._replace(is_shuffled=self._is_shuffled) for ask in self._faces(at, event))
            self._follow(at, event, deck)
        self._end_run(len(self.events))
        return self._found

    # Draws -----------------------------------------------------------------------------------------------------------

    def _deck_taken(self, event: Happening) -> int:
        """Return the deck whose top card an event takes, or `NONE`."""
        if event.kind == "CARD_DRAWN":
            return deck_of(self.s, event.seat)
        is_lost = event.kind == "CARD_DISCARDED" and event.seat == NONE and self._lost > 0
        return 0 if is_lost or event.kind == "EXTRA_CARD_DEALT" else NONE

    def _follow(self, at: int, event: Happening, deck: int) -> None:
        """Count the cards taken from the decks, and the Jokers in them."""
        kind = event.kind
        if kind == "TIME_LOST":
            self._lost = event.amount
        elif kind == "JOKER_SURFACED":
            self._came += 1
        elif kind == "JOKERS_RETURNED":
            every = [cards_in(self.s.cfg.faces[d]) for d in range(len(self._jokers))]
            self._jokers = [sum(c >= FACES for c in cards) for cards in every]
        elif kind == "DECK_RESHUFFLED":
            self._begin_run(self._next_deck(at))
            self._is_shuffled = True
        elif deck != NONE:
            self._begin_run(deck)
            self._taken[deck] += 1
            self._lost -= kind == "CARD_DISCARDED"

    def _next_deck(self, at: int) -> int:
        """Return the deck shuffled at an event: the one of the next card taken."""
        taken = (self._deck_taken(event) for event in self.events[at:])
        return max(0, next((d for d in taken if d != NONE), 0))

    def _begin_run(self, deck: int) -> None:
        if self._run is None:
            self._run, self._came = Ask(JOKERS, 0, deck, taken=self._taken[deck]), 0

    def _end_run(self, at: int) -> None:
        """Ask for the Jokers that came up in a draw, if the deck may hold any."""
        if self._run is not None and self._jokers[self._run.deck] > 0:
            self._found.append(self._run._replace(at=at, is_shuffled=self._is_shuffled))
            self._jokers[self._run.deck] -= self._came
        self._run = None

    # Faces -----------------------------------------------------------------------------------------------------------

    def _faces(self, at: int, event: Happening) -> Iterator[Ask]:
        """Yield the face-down cards revealed by an event."""
        kind, seat, c = event.kind, event.seat, event.card
        if kind == "INITIATIVE_REVEALED":
            if seat not in self._seen:
                yield Ask(SEALED, at, deck_of(self.s, seat), seat, c)
            self._seen.add(seat)
            self._turned.add(seat)
        elif kind == "INITIATIVE_WON":
            self._turned.discard(seat)
        elif kind == "CHALLENGE_REFUSED":
            self._turned.add(int(self.s.challenger))
        elif kind == "FAVOR_TURNED_UP":
            yield Ask(FAVOR, at, _favor_deck(self.s, event.amount), event.amount, c)
        elif kind == "EXTRA_CARD_DEALT":
            yield Ask(EXTRA, at, 0, event.amount, c)
        elif kind == "CARD_DISCARDED":
            yield from self._discarded(at, event)

    def _discarded(self, at: int, event: Happening) -> Iterator[Ask]:
        seat, c = event.seat, event.card
        if seat == NONE:
            if self._lost > 0:
                yield Ask(TRASH, at, 0, NONE, c)
            elif (f := self._fate(at)) != NONE and self._place_in_favor(at) < int(
                self.s.world.favor_hidden[f]
            ):
                yield Ask(STACK, at, _favor_deck(self.s, f), f, c)
        elif seat in self._turned:
            self._turned.discard(seat)
            if seat not in self._seen:
                self._seen.add(seat)
                yield Ask(SEALED, at, deck_of(self.s, seat), seat, c)
        elif c == self.own and seat == int(self.s.seat):
            self.own = NONE
        elif seat == COACH and c in self._open:
            self._open.remove(c)
        else:
            yield Ask(TRASH, at, deck_of(self.s, seat), seat, c)

    def _fate(self, at: int) -> int:
        """Return the Faction whose cards leave the table at an event, or `NONE`."""
        for event in self.events[at:]:
            if event.kind in ("FACTION_REMOVED", "FACTION_TURNED"):
                return event.amount
            if event.kind != "CARD_DISCARDED":
                break
        return NONE

    def _place_in_favor(self, at: int) -> int:
        """Return the position in a Faction's stack of the card that leaves the table at an event; the bottom is 0."""
        n = 0
        while (
            n < at
            and self.events[at - n - 1].kind == "CARD_DISCARDED"
            and self.events[at - n - 1].seat == NONE
        ):
            n += 1
        return n


def _favor_deck(s: Any, f: int) -> int:
    return deck_of(s, COACH if s.cfg.favor_coach[f] else 1)
