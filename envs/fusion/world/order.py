"""How cards compare: what beats what, by how much, and who may block whom.

Tables are indexed by an *order*, which names the reading of Aces and Twos (C-01, C-04); all are computed here.
"""

from __future__ import annotations

from enum import auto

import numpy as np

from throwdown.envs.core.cards import ACE, FACES, TWO, rank_word
from throwdown.envs.core.kit import Named


class Ace(Named):
    """How an Ace reads (C-01)."""

    TRUMP = auto()
    ELEVEN = auto()
    FOURTEEN = auto()


MAX_STRIKE = 15


def order_index(ace: int, two_beats_ace: int) -> int:
    """Return the table index for an Ace reading (index into `Ace`) and whether a Two beats an Ace."""
    return ace * 2 + two_beats_ace


def value(rank: int, ace: str) -> int:
    """Return a rank's number (CD-08, CD-14, CD-16)."""
    return (14 if ace == "fourteen" else 11) if rank == ACE else rank + 2


def beats(new: int, old: int, ace: str, two_beats_ace: bool) -> bool:
    """Return whether rank ``new`` laid on rank ``old`` is a Counter (TS-58, CD-15, C-01, C-17)."""
    if old == ACE and new == TWO:
        return two_beats_ace
    if ACE in (new, old) and ace == "trump":
        return new == ACE and old != ACE
    return value(new, ace) > value(old, ace)


def open_difference(new: int, old: int, ace: str) -> int:
    """Return by how much a card exceeds another that it is not laid upon (C-03, C-141, C-142)."""
    return max(0, value(new, ace) - value(old, ace))


def difference(new: int, old: int, ace: str, two_beats_ace: bool) -> int:
    """Return a Counter's Strike difference; a Two makes the Ace under it worth 1 (C-03, C-05)."""
    if old == ACE and new == TWO and two_beats_ace:
        return 1
    return open_difference(new, old, ace)


_SHAPE = (2 * len(Ace), 13)
BEATS = np.zeros(_SHAPE, np.int64)  # [order, rank]: the set of cards that beat it
DIFFERENCE = np.zeros((*_SHAPE, 13), np.int64)  # [order, new, old], when laid upon
OPEN_DIFFERENCE = np.zeros((*_SHAPE, 13), np.int64)  # [order, new, old], when opening a Pile
WITHIN = np.zeros((*_SHAPE, MAX_STRIKE + 1), np.int64)  # [order, rank, Strike]: those of BEATS in range
OPEN_WITHIN = np.zeros((3, *_SHAPE, MAX_STRIKE + 1), np.int64)  # [reference, order, rank, Strike]
INITIATIVE = np.zeros((2 * len(Ace), FACES), np.int64)  # [order, card]: sorts by rank, then suit (TS-41)
VALUE = np.zeros(_SHAPE, np.int64)  # [order, rank]: the rank's number


class Reference(Named):
    """What an opening card is measured against (C-100)."""

    OPPONENT = auto()
    ZERO = auto()
    EXEMPT = auto()


for _a, _ace in enumerate(Ace.labels()):
    for _two in (0, 1):
        _o = order_index(_a, _two)
        for _new in range(13):
            VALUE[_o, _new] = value(_new, _ace)
            for _old in range(13):
                _d = difference(_new, _old, _ace, bool(_two))
                _open = open_difference(_new, _old, _ace)
                DIFFERENCE[_o, _new, _old] = _d
                OPEN_DIFFERENCE[_o, _new, _old] = _open
                if beats(_new, _old, _ace, bool(_two)):
                    BEATS[_o, _old] |= rank_word(_new)
                    WITHIN[_o, _old, _d:] |= rank_word(_new)
                OPEN_WITHIN[0, _o, _old, _open:] |= rank_word(_new)
                OPEN_WITHIN[1, _o, _old, min(value(_new, _ace), MAX_STRIKE + 1) :] |= rank_word(_new)
                OPEN_WITHIN[2, _o, _old, :] |= rank_word(_new)
        for _c in range(FACES):
            _rank = _c // 4
            _level = value(_rank, _ace) if _ace == "eleven" else _rank
            INITIATIVE[_o, _c] = (_level * 4 + _c % 4) * 16 + _rank

BLOCKS = np.zeros((2, FACES), np.int64)  # [strict, card]: the set of cards that block it (C-94)
for _c in range(FACES):
    for _suit in range(4):
        if _suit >= _c % 4:
            BLOCKS[0, _c] |= 1 << (_c // 4 * 4 + _suit)
        if _suit > _c % 4:
            BLOCKS[1, _c] |= 1 << (_c // 4 * 4 + _suit)
