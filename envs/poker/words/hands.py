"""Hands in words: how one compares with those that the other player may hold, and why it won or lost."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Finish, Setup, plural, tr
from throwdown.envs.poker import rules, state as st

_RANKS = (tr("Jack"), tr("Queen"), tr("King"))
_ANY = (tr("a Jack"), tr("a Queen"), tr("a King"))
_PAIRS = (tr("pair of Jacks"), tr("pair of Queens"), tr("pair of Kings"))
_ANY_PAIR = (tr("a pair of Jacks"), tr("a pair of Queens"), tr("a pair of Kings"))


def hand(s: st.State, card: int) -> str:
    """Return what sentences call a hand, without an article: ``pair of Queens``."""
    names = _PAIRS if rules.is_pair(s, card) else _RANKS
    return names[rules.rank_of(s, card)]


def any_hand(s: st.State, card: int) -> str:
    """Return what sentences call a hand, with an article: ``a pair of Queens``."""
    names = _ANY_PAIR if rules.is_pair(s, card) else _ANY
    return names[rules.rank_of(s, card)]


def others(s: st.State) -> list[int]:
    """Return the cards, one a rank, that the other player may hold as far as the seat to move knows."""
    left = (st.SUITED if s.kinds == len(st.SUITED.names) else st.RANKS).cards_in(s.faces)
    for card in (s.hand[s.seat], s.shared):
        if card != NONE:
            left.remove(int(card))
    return list({int(rules.rank_of(s, card)): card for card in left}.values())


def compared(s: st.State) -> tuple[list[str], list[str], list[str]]:
    """Return which hands the own one beats, which it equals, and which beat it, lowest first."""
    own = rules.strength(s, int(s.seat))
    found: tuple[list[str], list[str], list[str]] = [], [], []
    for card in others(s):
        gap = int(own - rules.worth(s, card))
        found[0 if gap > 0 else 1 if gap == 0 else 2].append(any_hand(s, card))
    return found


def standing(s: st.State) -> str:
    """Return in a sentence without a stop how the hand of the seat to move stands against the others."""
    beats, equals, losses = compared(s)
    mine = hand(s, int(s.hand[s.seat]))
    parts = [tr("beats {hands}", hands=_or(beats)) if beats else tr("beats nothing")]
    parts += [tr("ties with {hands}", hands=_or(equals))] if equals else []
    parts += [tr("loses to {hands}", hands=_or(losses))] if losses and beats else []
    told = tr("your {hand} {does}", hand=mine, does=_and(parts))
    if not losses:
        told = tr("nothing beats your {hand}", hand=mine)
    if s.shared == NONE and s.rounds > 1:
        return tr("before the shared card, {told}", told=told)
    return told


def _or(texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return tr("{some} or {last}", some=tr(", ").join(texts[:-1]), last=texts[-1])


def _and(texts: list[str]) -> str:
    if len(texts) == 1:
        return texts[0]
    return tr("{some} and {last}", some=tr(", ").join(texts[:-1]), last=texts[-1])


def headline(s: st.State, finish: Finish, setup: Setup) -> str:
    """Return which hand beat which, or what a fold gave up: both hands are told, since the game is over."""
    me = finish.viewer
    other = 1 - me
    gap = int(rules.strength(s, me) - rules.strength(s, other))
    known = {
        "mine": hand(s, int(s.hand[me])),
        "theirs": hand(s, int(s.hand[other])),
        "a_hand": any_hand(s, int(s.hand[me])),
        "another": any_hand(s, int(s.hand[other])),
        "who": setup.people[other],
    }
    if s.folded == me:
        return _folded(gap, known)
    if s.folded == other:
        return _won_by_fold(gap, known)
    n = sum(event.kind == st.Event.RAISED.label for event in finish.events)
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
