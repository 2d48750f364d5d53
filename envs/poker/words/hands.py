"""Hands in words, and how one compares with those that the other player may hold."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, first_upper, tr
from throwdown.envs.poker import rules
from throwdown.envs.poker.state import RANKS, SUITED, State

_RANKS = (tr("Jack"), tr("Queen"), tr("King"))
_ANY = (tr("a Jack"), tr("a Queen"), tr("a King"))
_PAIRS = (tr("pair of Jacks"), tr("pair of Queens"), tr("pair of Kings"))
_ANY_PAIR = (tr("a pair of Jacks"), tr("a pair of Queens"), tr("a pair of Kings"))


def hand(s: State, card: int) -> str:
    """Return what sentences call a hand, without an article: ``pair of Queens``."""
    names = _PAIRS if rules.is_pair(s, card) else _RANKS
    return names[rules.rank_of(s, card)]


def any_hand(s: State, card: int) -> str:
    """Return what sentences call a hand, with an article: ``a pair of Queens``."""
    names = _ANY_PAIR if rules.is_pair(s, card) else _ANY
    return names[rules.rank_of(s, card)]


def others(s: State) -> list[int]:
    """Return the cards, one a rank, that the other player may hold as far as the seat to move knows."""
    left = (SUITED if s.kinds == len(SUITED.names) else RANKS).cards_in(s.faces)
    for card in (s.hand[s.seat], s.shared):
        if card != NONE:
            left.remove(int(card))
    return list({int(rules.rank_of(s, card)): card for card in left}.values())


def compared(s: State) -> tuple[list[str], list[str], list[str]]:
    """Return which hands the own one beats, which it equals, and which beat it, lowest first."""
    own = rules.strength(s, int(s.seat))
    found: tuple[list[str], list[str], list[str]] = [], [], []
    for card in others(s):
        gap = int(own - rules.worth(s, card))
        found[0 if gap > 0 else 1 if gap == 0 else 2].append(any_hand(s, card))
    return found


def standing(s: State) -> str:
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


def sentence(*parts: str) -> str:
    """Join parts to a sentence."""
    return first_upper(tr("; ").join(part for part in parts if part)) + "."
