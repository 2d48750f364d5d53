"""Hidden cards, whose faces the table has not told: guesses, and the pool of unseen faces.

Everything else in the record of a game is public and true; a guess only fills in the face-down cards.
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
"""Jokers by deck: the number of cards above them, and the Jokers."""
HAND, SEALED, STACK, FAVOR, DECK = "hand", "sealed", "stack", "favor", "deck"
_BITS = np.int64(1) << np.arange(FACES, dtype=np.int64)


@dataclass(frozen=True)
class Known:
    """The faces of cards that the rules hide but the table knows.

    Attributes:
        held: of Coach's hand, in the order of the row; None for a face-down card.
    """

    held: tuple[int | None, ...] = ()

    @property
    def open(self) -> list[int]:
        """The faces of Coach's open cards."""
        return [c for c in self.held if c is not None]

    @property
    def down(self) -> list[int]:
        """The positions of the face-down cards in Coach's row, counted from 0."""
        return [k for k, c in enumerate(self.held) if c is None]


class Place(NamedTuple):
    """A group of face-down cards.

    Attributes:
        kind: a hand, an initiative card, a Threat's or a Faction's stack, or a deck.
        who: its owner: a seat, a Threat, a Faction or a deck.
        deck: the deck of the cards.
        at: the indices of their faces among those of that deck.
    """

    kind: str
    who: int
    deck: int
    at: slice


@dataclass
class HiddenCards:
    """One or several guesses of the faces of all face-down cards.

    Attributes:
        places: the groups of face-down cards.
        faces: int64, by deck, shape (cards,) or (guesses, cards); stacks from the bottom, decks from the top.
        jokers: by deck.
        told: the faces told by the table, as (deck, index): they keep their places.
    """

    places: list[Place]
    faces: list[Ints]
    jokers: list[list[int]]
    told: set[tuple[int, int]] = field(default_factory=set)

    @classmethod
    def read(cls, s: Any, known: Known) -> HiddenCards:
        """Return the guess in a record."""
        decks = [_order(s.world.decks[d]) for d in range(int(s.cfg.decks))]
        places, faces = [], [list[int]() for _ in decks]
        for kind, who, deck, cards in _lying(s, known, decks):
            start = len(faces[deck])
            faces[deck] += cards
            places.append(Place(kind, who, deck, slice(start, start + len(cards))))
        jokers = [[c for c in cards if c >= FACES] for cards in decks]
        return cls(places, [np.array(cards, np.int64) for cards in faces], jokers)

    def guesses(self, n: int, rng: np.random.Generator) -> HiddenCards:
        """Return ``n`` guesses, uniform over the arrangements of the unseen cards."""
        faces = [rng.permuted(np.tile(np.sort(cards), (n, 1)), axis=1) for cards in self.faces]
        return HiddenCards(self.places, faces, self.jokers)

    def write(self, s: Any, known: Known, placed: Placed | None = None) -> None:
        """Write each guess into a record; Jokers without a place go to the bottom."""
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
        w.known[...] = 0  # knowledge of guessed cards is meaningless

    def place(self, kind: str, who: int) -> Place:
        """Return the group of cards of a kind and an owner."""
        return next(x for x in self.places if (x.kind, x.who) == (kind, who))

    def at(self, place: Place) -> list[int]:
        """Return the faces of a group in a single guess."""
        found: list[int] = self.faces[place.deck][place.at].tolist()
        return found

    def pool(self, d: int) -> Counter[int]:
        """Return the unseen faces of a deck, which are the same for every guess."""
        return Counter(self.faces[d].tolist())

    def put(self, place: Place, c: int) -> None:
        """Fix a told face in a group for good.

        Raises:
            IllegalAction: no unseen card has it.
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
        """Move up to ``n`` cards of a class of `book.CardClass` into a group, as far as available."""
        faces, fits = self.faces[place.deck], usage.CARDS_OF[kind]
        own = range(place.at.start, place.at.stop)
        others = [k for k in own if not (fits >> int(faces[k])) & 1 and (place.deck, k) not in self.told]
        need = n - sum((fits >> int(faces[k])) & 1 for k in own)
        for k in self._elsewhere(place):
            if need > 0 and others and (fits >> int(faces[k])) & 1:
                to, need = others.pop(), need - 1
                faces[to], faces[k] = faces[k], faces[to]

    def _elsewhere(self, place: Place) -> Iterator[int]:
        """Yield the indices of a deck's faces that are outside a group and were not told."""
        for k in range(len(self.faces[place.deck])):
            if not place.at.start <= k < place.at.stop and (place.deck, k) not in self.told:
                yield k


def _lying(s: Any, known: Known, decks: list[list[int]]) -> Iterator[tuple[str, int, int, list[int]]]:
    """Yield the groups of face-down cards: kind, owner, deck and faces."""
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
    """Return whether the paying hand holds the cards for the current cost."""
    d = s.pending
    return bool(d.pay == 0 or plain_rule(usage.count_payable)(s, int(d.payer), int(d.pay_class)) >= d.pay)


def lay_drawn(s: Any, hand: list[int]) -> None:
    """Mark cards in the Head's hand as drawn, as many as may still be shared."""
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
    """Return a deck in order, the top first; Jokers without a place go to the bottom."""
    rest = Counter(jokers) - Counter(c for _, some in placed for c in some)
    found = cards
    for after, some in sorted(placed, reverse=True):
        found = np.insert(found, [after] * len(some), some, axis=-1) if some else found
    bottom = np.broadcast_to(sorted(rest.elements()), (*cards.shape[:-1], rest.total())).astype(np.int64)
    return np.concatenate([found, bottom], axis=-1)


def _order(deck: Any) -> list[int]:
    """Return the cards of a deck: those with fixed positions first, from the top."""
    fixed = deck.ahead[: int(deck.ahead_n)].tolist()[::-1]
    return [*fixed, *cards_in(deck.cards)]


def _stack(deck: Any, cards: Ints) -> None:
    """Fix the positions of all cards of a deck, from the top."""
    n = cards.shape[-1]
    deck.cards[...] = 0
    deck.ahead[..., :n] = cards[..., ::-1]
    deck.n, deck.ahead_n, deck.jokers = n, n, (cards >= FACES).sum(axis=-1)
