"""The cards that a seat has not seen, wherever they lie."""

from __future__ import annotations

from collections import Counter

from throwdown.envs.core.cards import FACES
from throwdown.envs.fusion.words import why_not
from throwdown.envs.fusion.world import hidden
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH


def cards(s: ConflictState, viewer: int, face_down: tuple[int, ...]) -> list[int]:
    """Return the cards that ``viewer`` has not seen, without Jokers: all that a redeal would deal anew.

    Args:
        s: the record of a game.
        viewer: the seat.
        face_down: the cards before the seats, or NONE.
    """
    w, can_see = s.world, why_not.plain_rule(hidden.can_see_hand)
    found: Counter[int] = Counter()
    for d in range(int(s.cfg.decks)):
        deck = w.decks[d]
        found.update(cards_in(deck.cards) + [int(c) for c in deck.ahead[: int(deck.ahead_n)]])
    for h in range(int(s.cfg.pilots) + 1):
        if not can_see(s, viewer, h):
            found.update(cards_in(w.hand[h]))
            if viewer != COACH and h != COACH:
                found.subtract(cards_in(w.known[viewer - 1, h - 1]))
    for t in range(int(s.cfg.threats)):
        found.update(cards_in(w.stack[t]))
    for f in range(int(s.cfg.factions)):
        found.update(int(c) for c in w.favor[f, : int(w.favor_hidden[f])])
    found.update(c for c in face_down if c >= 0)
    return [c for c in found.elements() if c < FACES]
