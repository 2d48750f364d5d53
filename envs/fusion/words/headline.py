"""The parts of headlines on FUSION's games that are over."""

from __future__ import annotations

from throwdown.envs.core.kit import Finish, Setup, tr
from throwdown.envs.fusion.world.terms import COACH

_RANKS = (
    *(tr("Two"), tr("Three"), tr("Four"), tr("Five"), tr("Six"), tr("Seven"), tr("Eight")),
    *(tr("Nine"), tr("Ten"), tr("Jack"), tr("Queen"), tr("King"), tr("Ace")),
)
_WITH_ARTICLE = (
    *(tr("a Two"), tr("a Three"), tr("a Four"), tr("a Five"), tr("a Six"), tr("a Seven"), tr("an Eight")),
    *(tr("a Nine"), tr("a Ten"), tr("a Jack"), tr("a Queen"), tr("a King"), tr("an Ace")),
)


def a_rank(rank: int) -> str:
    """Return what a sentence calls any card of a rank, 0 the Two to 12 the Ace."""
    return _WITH_ARTICLE[rank]


def rank(card: int) -> str:
    """Return what headlines call a card: its rank in a word."""
    return _RANKS[card >> 2] if 0 <= card >> 2 < len(_RANKS) else tr("Joker")


def whose(seat: int, finish: Finish, setup: Setup) -> str:
    """Return whose a card is, for the beginning of a sentence."""
    return tr("Your") if seat == finish.viewer else tr("{who}'s", who=setup.people[seat])


def whom(side: int, finish: Finish, setup: Setup) -> str:
    """Return what a sentence calls a side, 0 Coach's and 1 the Pilots', in its middle."""
    if (finish.viewer == COACH) == (side == 0):
        return tr("you") if len(setup.teams[setup.sides[finish.viewer]]) == 1 else tr("your side")
    return tr("Coach") if side == 0 else tr("the Pilots")
