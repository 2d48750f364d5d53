"""What choices cost for certain, and what the next card may bring, as far as its owner can tell."""

from __future__ import annotations

from throwdown.envs.challenge.state import State
from throwdown.envs.challenge.words import chances, names
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


def tag(found: chances.Next) -> str:
    """Return what the next card brings, in a few words."""
    if len(set(found.scores)) == 1:
        return tr("Flop: {n}", n=found.scores[0]) if found.flops else tr("Score {n}", n=found.scores[0])
    return tr("Flop {n} %", n=round(100 * found.flops / max(1, len(found.scores))))


def effect(found: chances.Next, plain: str) -> str:
    """Return what one more card is, with what it brings."""
    if len(found.scores) == 1:
        told = (
            tr("you have seen the card: the Attempt Flops") if found.flops else tr("you have seen the card")
        )
        return tr("{plain}; {told}", plain=plain, told=told)
    low, high = min(found.scores, default=0), max(found.scores, default=0)
    return tr("{plain}; scores from {low} to {high}", plain=plain, low=low, high=high)
