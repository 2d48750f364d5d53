"""The cards whose faces nobody at the table has told: where a guess has them, and the pool that they are guessed from.

All else in the record of a game is public, and true; a guess only fills the places of the cards that lie face-down.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.kit import NONE, IllegalAction, Ints
from throwdown.envs.fusion.words.why_not import plain_rule
from throwdown.envs.fusion.world import deal, usage
from throwdown.envs.fusion.world.cards import card_name, cards_in, words_of
from throwdown.envs.fusion.world.terms import COACH

Placed = Mapping[int, Sequence[tuple[int, tuple[int, ...]]]]
"""Jokers by deck: after how many cards of it they come to the top, and which they are."""
HAND, SEALED, STACK, FAVOR, DECK = "hand", "sealed", "stack", "favor", "deck"
_BITS = np.int64(1) << np.arange(FACES, dtype=np.int64)


@dataclass(frozen=True)
class Known:
    """The faces of cards that are hidden by the rules, and that the table knows all the same.

    Attributes:
        held: of Coach's hand, in the order of his row; None for a card that lies face-down.
    """

    held: tuple[int | None, ...] = ()

    @property
    def open(self) -> list[int]:
        """The faces of Coach's cards that lie open."""
        return [c for c in self.held if c is not None]

    @property
    def down(self) -> list[int]:
        """The places in Coach's row of those that lie face-down, counted from 0."""
        return [k for k, c in enumerate(self.held) if c is None]


class Place(NamedTuple):
    """Cards that lie face-down together.

    Attributes:
        kind: a hand, an initiative card, a Threat's or a Faction's stack, or a deck.
        who: whose: a seat, a Threat, a Faction or a deck.
        deck: of which deck the cards are.
        at: where their faces stand among those of that deck.
    """

    kind: str
    who: int
    deck: int
    at: slice


@dataclass
class HiddenCards:
    """A guess, or several at once: the faces of everything that lies face-down.

    Attributes:
        places: where such cards lie.
        faces: int64, by deck, shape (cards,) or (guesses, cards); of stacks the bottom first, of decks the top.
        jokers: by deck.
        told: which faces were told, as (deck, where): they stay where they are.
    """

    places: list[Place]
    faces: list[Ints]
    jokers: list[list[int]]
    told: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def read(cls, s: Any, known: Known) -> HiddenCards:
        """Return the guess that a record holds."""
        decks = [_order(s.world.decks[d]) for d in range(int(s.cfg.decks))]
        places, faces = [], [list[int]() for _ in decks]
        for kind, who, deck, cards in _lying(s, known, decks):
            start = len(faces[deck])
            faces[deck] += cards
            places.append(Place(kind, who, deck, slice(start, start + len(cards))))
        jokers = [[c for c in cards if c >= FACES] for cards in decks]
        return cls(places, [np.array(cards, np.int64) for cards in faces], jokers)

    def guesses(self, n: int, rng: np.random.Generator) -> HiddenCards:
        """Return so many guesses, any way of laying the unseen cards being as likely as any other."""
        faces = [rng.permuted(np.tile(np.sort(cards), (n, 1)), axis=1) for cards in self.faces]
        return HiddenCards(self.places, faces, self.jokers)

    def write(self, s: Any, known: Known, placed: Placed | None = None) -> None:
        """Write a guess into a record, or several into as many; Jokers that are not placed lie at the bottom."""
        w = s.world
        for kind, who, d, at in self.places:
            cards = self.faces[d][..., at]
            if kind == HAND:
                w.hand[..., who, :] = _words(cards, known.open if who == COACH else [])
            elif kind == STACK:
                w.stack[..., who, :] = _words(cards)
            elif kind == FAVOR:
                w.favor[..., who, : cards.shape[-1]] = cards
            elif kind == SEALED:
                s.sealed[..., who] = cards[..., 0]
            else:
                deck = w.decks[who] if w.decks.ndim == 1 else w.decks[:, who]
                _stack(deck, _with_jokers(cards, self.jokers[d], (placed or {}).get(d, ())))
        w.known[...] = 0  # who knows which guess means nothing

    def place(self, kind: str, who: int) -> Place:
        """Return the cards that lie in a place."""
        return next(x for x in self.places if (x.kind, x.who) == (kind, who))

    def at(self, place: Place) -> list[int]:
        """Return the faces in a place of the one guess."""
        found: list[int] = self.faces[place.deck][place.at].tolist()
        return found

    def pool(self, d: int) -> Counter[int]:
        """Return the faces of a deck that nobody has seen; they are the same for every guess."""
        return Counter(self.faces[d].tolist())

    def put(self, place: Place, c: int) -> None:
        """Have a face that was told lie in a place, which it does not leave again.

        Raises:
            IllegalAction: none of the unseen cards has it.
        """
        d, faces = place.deck, self.faces[place.deck]
        own = [k for k in range(place.at.start, place.at.stop) if (d, k) not in self.told]
        there = next((k for k in [*own, *self._elsewhere(place)] if faces[k] == c), NONE)
        if there == NONE or not own:
            raise IllegalAction(tr("{card} cannot be there.", card=card_name(c)))
        k = there if there in own else own[-1]
        faces[there], faces[k] = faces[k], faces[there]
        self.told.add((d, k))

    def hold(self, place: Place, n: int, kind: int) -> None:
        """Have a place hold so many cards of a class of `book.CardClass`, as far as there are any."""
        faces, fits = self.faces[place.deck], usage.CARDS_OF[kind]
        own = range(place.at.start, place.at.stop)
        others = [k for k in own if not (fits >> int(faces[k])) & 1 and (place.deck, k) not in self.told]
        need = n - sum((fits >> int(faces[k])) & 1 for k in own)
        for k in self._elsewhere(place):
            if need > 0 and others and (fits >> int(faces[k])) & 1:
                to, need = others.pop(), need - 1
                faces[to], faces[k] = faces[k], faces[to]

    def _elsewhere(self, place: Place) -> Iterator[int]:
        """Yield where the faces of a deck stand that are not in a place, and were not told."""
        for k in range(len(self.faces[place.deck])):
            if not place.at.start <= k < place.at.stop and (place.deck, k) not in self.told:
                yield k


def _lying(s: Any, known: Known, decks: list[list[int]]) -> Iterator[tuple[str, int, int, list[int]]]:
    """Yield what lies face-down: the kind of place, whose, of which deck, and the faces."""
    w, cfg = s.world, s.cfg
    for p in range(int(cfg.pilots) + 1):
        hand = Counter(cards_in(w.hand[p])) - Counter(known.open if p == COACH else ())
        yield HAND, p, deck_of(s, p), sorted(hand.elements())
        if s.sealed[p] != NONE:
            yield SEALED, p, deck_of(s, p), [int(s.sealed[p])]
    for t in range(int(cfg.threats)):
        yield STACK, t, 0, cards_in(w.stack[t])
    for f in range(int(cfg.factions)):
        cards = w.favor[f][: int(w.favor_hidden[f])].tolist()
        yield FAVOR, f, int(plain_rule(deal.favor_deck)(s, f)), cards
    for d, cards in enumerate(decks):
        yield DECK, d, d, [c for c in cards if c < FACES]


def deck_of(s: Any, seat: int) -> int:
    """Return the deck of a seat."""
    return int(plain_rule(deal.deck_of)(s, seat))


def can_pay(s: Any) -> bool:
    """Return whether the hand that is about to pay a cost holds the cards for it."""
    d = s.pending
    return bool(d.pay == 0 or plain_rule(usage.count_payable)(s, int(d.payer), int(d.pay_class)) >= d.pay)


def lay_drawn(s: Any, hand: list[int]) -> None:
    """Have the Head have drawn cards of her hand, as many as she still may share."""
    n = len(cards_in(s.fresh))
    if n:
        s.fresh[:] = words_of(hand[:n])
        s.shared = NONE if s.shared == NONE else hand[0]


def _words(cards: Ints, more: Sequence[int] = ()) -> Ints:
    """Return sets of cards as words: int64, shape (..., 2)."""
    counts = np.zeros((*cards.shape[:-1], FACES), np.int64)
    for k in range(cards.shape[-1]):
        np.put_along_axis(
            counts, cards[..., k : k + 1], np.take_along_axis(counts, cards[..., k : k + 1], -1) + 1, -1
        )
    for c in more:
        counts[..., c] += 1
    return np.stack([(counts >= 1) @ _BITS, (counts >= 2) @ _BITS], axis=-1)


def _with_jokers(cards: Ints, jokers: Sequence[int], placed: Sequence[tuple[int, tuple[int, ...]]]) -> Ints:
    """Return a deck in order, the top first; Jokers that are not placed lie at its bottom."""
    rest = Counter(jokers) - Counter(c for _, some in placed for c in some)
    found = cards
    for after, some in sorted(placed, reverse=True):
        found = np.insert(found, [after] * len(some), some, axis=-1) if some else found
    bottom = np.broadcast_to(sorted(rest.elements()), (*cards.shape[:-1], rest.total())).astype(np.int64)
    return np.concatenate([found, bottom], axis=-1)


def _order(deck: Any) -> list[int]:
    """Return the cards of a deck: those whose place is fixed first, the top first."""
    fixed = deck.ahead[: int(deck.ahead_n)].tolist()[::-1]
    return [*fixed, *cards_in(deck.cards)]


def _stack(deck: Any, cards: Ints) -> None:
    """Fix the places of all cards of a deck, the top first."""
    n = cards.shape[-1]
    deck.cards[...] = 0
    deck.ahead[..., :n] = cards[..., ::-1]
    deck.n, deck.ahead_n, deck.jokers = n, n, (cards >= FACES).sum(axis=-1)
