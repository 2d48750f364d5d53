"""The parts of what choices do that every game of FUSION shares."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.kit import FRENCH, Setup, tr
from throwdown.envs.fusion.words import headline as parts, names, why_not
from throwdown.envs.fusion.world import choices
from throwdown.envs.fusion.world.cards import cards_in
from throwdown.envs.fusion.world.conflict import ConflictState

MOST_RANKS = 3
"""The most ranks that are listed."""


def ranks_in(word: int) -> list[int]:
    """Return the ranks of the cards in a word, lowest first."""
    return sorted({c >> 2 for c in range(len(FRENCH.names)) if word >> c & 1})


def any_of(ranks: list[int]) -> str:
    """Return some ranks, of which there is at least one, as a choice: a few by name, long runs by their ends."""
    if len(ranks) <= MOST_RANKS:
        return names.either([parts.a_rank(rank) for rank in ranks])
    runs: list[list[int]] = []
    for rank in ranks:
        if runs and runs[-1][-1] == rank - 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return names.either([_run(run) for run in runs])


def _run(ranks: list[int]) -> str:
    low, high = parts.a_rank(ranks[0]), parts.a_rank(ranks[-1])
    if len(ranks) == 1:
        return low
    if len(ranks) == 2:
        return tr("{low} or {high}", low=low, high=high)
    return tr("anything from {low} to {high}", low=low, high=high)


def _accept(s: ConflictState, _: int, setup: Setup) -> str:
    point = why_not.landing(s, setup)
    return tr("{point} lands, but what could prevent it is kept for worse damage", point=point)


def _discard(s: ConflictState, card: int, setup: Setup) -> str:
    others = [c for c in cards_in(s.world.hand[s.seat]) if c != card]
    if not others:
        return tr("it is your last card")
    if card >> 2 <= min(c >> 2 for c in others):
        return tr("the {card} is your lowest card", card=parts.rank(card))
    return tr("your best card is then the {card}", card=parts.rank(max(others)))


def by_rank(s: ConflictState, card: int, highest: str, other: str) -> str:
    """Return what a card is in the Hand: a text if the highest, another if neither that nor the lowest."""
    own = [c >> 2 for c in cards_in(s.world.hand[s.seat])]
    if card >> 2 == max(own):
        return highest
    if card >> 2 == min(own):
        return tr("the {card} is your lowest card, and its loss costs the least", card=parts.rank(card))
    return other


_SHARED: Mapping[int, Callable[[ConflictState, int, Setup], str]] = {
    choices.Act.ACCEPT: _accept,
    choices.Act.DISCARD: _discard,
}


def told(s: ConflictState, act: int, k: int, setup: Setup) -> str:
    """Return what a choice does that all games share, without a stop; empty if there is nothing to say."""
    return _SHARED[act](s, k, setup) if act in _SHARED else ""
