"""What choices cost for certain, and what the next card may bring, as far as its owner can tell."""

from __future__ import annotations

from copy import copy
from typing import NamedTuple

from throwdown.envs.challenge import attempts
from throwdown.envs.challenge.state import KIT, State
from throwdown.envs.challenge.words import names
from throwdown.envs.core.kit import Setup, tr

Changes = tuple[tuple[str, int], ...]


def spent(s: State, setup: Setup, actions: int = 0, stamina: int = 0) -> Changes:
    """Return the gauges of the Character to move after Actions and Stamina are spent."""
    h = names.hero_of(int(s.seat), setup)
    if h < 0:
        return ()
    w = s.heroes[h]
    found = ((names.ACTIONS, int(w.actions), actions), (names.STAMINA, int(w.stamina), stamina))
    return tuple((name, now - n) for name, now, n in found if n)


class Next(NamedTuple):
    """What one more card does to an Attempt: the scores that it can have, and the share of Flops in a hundred."""

    scores: tuple[int, ...]
    flops: int


def next_card(s: State) -> Next:
    """Return what the next card of the Attempt does: for certain, if its owner has seen it."""
    deck = s.heroes[s.attempt.hero].deck
    if deck.ahead_n:
        cards = [int(deck.ahead[int(deck.ahead_n) - 1])]
    else:
        cards = KIT.cards_in(deck.cards if deck.n else deck.trash)
    attempt, scores, flops = copy(s.attempt), [], 0
    n = int(attempt.n)
    attempt.n = n + 1
    for card in cards:
        attempt.cards[n] = card
        attempt.flopped = attempts.flops(s, attempt)
        flops += bool(attempt.flopped)
        scores.append(int(attempts.score_of(s, attempt)))
    return Next(tuple(scores), round(100 * flops / max(1, len(cards))))


def tag(found: Next) -> str:
    """Return what the next card brings, in a few words."""
    if len(set(found.scores)) == 1:
        return tr("Flop: {n}", n=found.scores[0]) if found.flops else tr("Score {n}", n=found.scores[0])
    return tr("Flop {n} %", n=found.flops)


def effect(found: Next, plain: str) -> str:
    """Return what one more card is, with what it brings."""
    if len(found.scores) == 1:
        told = (
            tr("you have seen the card: the Attempt Flops") if found.flops else tr("you have seen the card")
        )
        return tr("{plain}; {told}", plain=plain, told=told)
    low, high = min(found.scores, default=0), max(found.scores, default=0)
    return tr("{plain}; scores from {low} to {high}", plain=plain, low=low, high=high)
