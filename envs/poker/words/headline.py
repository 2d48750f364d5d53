"""Why a hand of poker was won or lost, in one short sentence."""

from __future__ import annotations

from throwdown.envs.core.kit import Finish, Setup, plural, tr
from throwdown.envs.poker import rules
from throwdown.envs.poker.state import Event, State
from throwdown.envs.poker.words import hands


def headline(s: State, finish: Finish, setup: Setup) -> str:
    """Return which hand beat which, or what a fold gave up: both hands are told, since the game is over."""
    me = finish.viewer
    other = 1 - me
    gap = int(rules.strength(s, me) - rules.strength(s, other))
    known = {
        "mine": hands.hand(s, int(s.hand[me])),
        "theirs": hands.hand(s, int(s.hand[other])),
        "a_hand": hands.any_hand(s, int(s.hand[me])),
        "another": hands.any_hand(s, int(s.hand[other])),
        "who": setup.people[other],
    }
    if s.folded == me:
        return _folded(gap, known)
    if s.folded == other:
        return _won_by_fold(gap, known)
    n = sum(event.kind == Event.RAISED.label for event in finish.events)
    if gap == 0:
        return tr("You and {who} both had {a_hand}, so nobody won.", **known)
    if gap > 0:
        won = tr("Your {mine} beat {who}'s {theirs}", **known)
    else:
        won = tr("{who}'s {theirs} beat your {mine}", **known)
    if not n:
        return tr("{won} without a raise.", won=won)
    return plural("{won} after {n} raise.", "{won} after {n} raises.", n, won=won)


def _folded(gap: int, known: dict[str, str]) -> str:
    if gap > 0:
        return tr("You folded your {mine}, which would have beaten {who}'s {theirs}.", **known)
    if gap == 0:
        return tr("You folded your {mine}; {who} had no better hand.", **known)
    return tr("You folded your {mine}, which would have lost to {who}'s {theirs}.", **known)


def _won_by_fold(gap: int, known: dict[str, str]) -> str:
    if gap < 0:
        return tr("{who} folded the better hand, {another}, to your bluff with {a_hand}.", **known)
    return tr("{who} folded {another} to your raise; you had {a_hand}.", **known)
