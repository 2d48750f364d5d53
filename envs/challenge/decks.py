"""Personal decks: values of cards, drawing, looking ahead, and discards that go back under the deck."""

import numpy as np

from throwdown.envs.challenge.state import FACES, KINDS, Deck, Event, Hero, Kind, State
from throwdown.envs.core import cardset, deck as piles
from throwdown.envs.core.kit import NONE, Out, kernel, tell

ACE, JOKER = 12, 13
"""The ranks with two values."""
MOST_BANG = 3


def _value(card: int, is_red: bool) -> int:
    rank = min(card // 4, JOKER)
    if rank < ACE:
        return rank + 2  # CH-16, CH-17
    is_right = is_red_card(card) == is_red
    return (14 if is_right else 1) if rank == ACE else (15 if is_right else 0)  # CH-18, CH-19


def is_red_card(card: int) -> bool:
    """Return whether a card is red: hearts, diamonds and the first Joker (CH-09)."""
    return card == FACES if card >= FACES else card % 4 in (1, 2)


VALUE = np.array([[_value(c, is_red) for c in range(KINDS)] for is_red in (False, True)], np.int64)
"""[red, card]: what a card counts towards a black or a red Core."""


@kernel
def value(card: int, core: int) -> int:
    """Return what a card counts towards a Core: the first two are black, the others red (CH-10, CH-11)."""
    return int(VALUE[core >> 1, card])


@kernel
def seat_of(s: State, h: int) -> int:
    """Return a hero's seat: where there is a Table it has seat 0."""
    return h if s.cfg.heroes > 1 else 1


@kernel
def is_hidden(s: State) -> bool:
    """Return whether the cards of the running Attempt are hidden from others: an attacker's (CHO-29)."""
    return bool(s.attempt.kind == Kind.ATTACK)


@kernel
def put_under(s: State, h: int, out: Out) -> None:
    """Shuffle hero ``h``'s discards under what is left of her deck, whose cards have their places by now (CHA-29).

    Others know that these, and cards drawn face-down before, lie above the discards. The cards of a running Attempt
    lie apart (CHO-02).
    """
    d = s.heroes[h].deck
    cardset.clear(d.upper)
    for i in range(d.ahead_n):
        cardset.add(d.upper, d.ahead[i])
    if s.attempt.hero == h and is_hidden(s):
        for k in range(s.attempt.n):
            cardset.add(d.upper, s.attempt.cards[k])
    d.n += cardset.size(d.trash)
    cardset.copy(d.cards, d.trash)
    cardset.clear(d.trash)
    tell(out, Event.RESHUFFLED, seat_of(s, h))


@kernel
def draw(s: State, h: int, out: Out) -> int:
    """Take the top card of hero ``h``'s deck; the discards come in only if it is empty (CHO-01)."""
    d = s.heroes[h].deck
    if d.n == 0:
        put_under(s, h, out)
    is_fresh = d.ahead_n == 0
    card = piles.take(d, s.rng, h + 1)
    d.ahead[d.ahead_n] = NONE
    if is_fresh and s.rng.scripted > 0:
        card = least_like(d, card)
    if not is_hidden(s):
        publish(d, card)
    return card


@kernel
def least_like(d: Deck, card: int) -> int:
    """Exchange a card just taken for the lowest of its rank and colour that the deck still has, or keep it.

    No rule and no observation tells the two suits of a colour apart, so a solver, who scripts chance, need not either:
    what leads to the same state is one outcome.
    """
    if card >= FACES:
        return card
    for like in range(card - card % 4, card):
        if is_red_suit(like) == is_red_suit(card) and cardset.has(d.cards, like):
            if cardset.has(d.upper, like) == cardset.has(d.upper, card):
                cardset.remove(d.cards, like)
                cardset.add(d.cards, card)
                return like
    return card


@kernel
def is_red_suit(card: int) -> bool:
    """Return whether a card with a suit is red."""
    return bool(card % 4 == 1 or card % 4 == 2)


@kernel
def publish(d: Deck, card: int) -> None:
    """Note that everybody knows a card that has left a deck."""
    if cardset.has(d.upper, card):
        cardset.remove(d.upper, card)


@kernel
def look(s: State, h: int, out: Out) -> None:
    """Show hero ``h`` as many of her top cards as she Bangs, those known already counted (CHO-04, CHO-05)."""
    w = s.heroes[h]
    d = w.deck
    for _ in range(w.bang - d.ahead_n):
        if d.ahead_n == d.n:
            put_under(s, h, out)
        if d.ahead_n < d.n:
            piles.fix_next(d, s.rng, h + 1)
            if s.rng.scripted > 0:
                d.ahead[0] = least_like(d, d.ahead[0])
            seat = seat_of(s, h)
            tell(out, Event.CARD_SEEN, seat, card=d.ahead[0], seen=1 << seat)


@kernel
def discard(d: Deck, card: int) -> None:
    """Lay a card on the open discards."""
    publish(d, card)
    cardset.add(d.trash, card)


@kernel
def gain_bang(w: Hero, levels: int) -> None:
    """Add Bangs, three at most (CHA-21)."""
    w.bang = min(MOST_BANG, w.bang + levels)


@kernel
def is_busted(w: Hero) -> bool:
    """Return whether a hero is Busted: by a token or by a Joker, and never twice (CH-42)."""
    return bool(w.token or w.joker != 0)


@kernel
def penalty_of(w: Hero) -> int:
    """Return the Stagger Penalty in force: 1 for the first forced Attempt, then doubled up to 16 (CH-64, CH-65)."""
    return 0 if w.stagger == 0 else 1 << (w.stagger - 1)
