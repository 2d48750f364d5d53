"""Card ids, ranks, suits and their text.

A face is ``rank * 4 + suit``: ranks Two = 0 to Ace = 12, suits Clubs < Diamonds < Hearts < Spades (CD-11, CD-14).
Ids 52 and 53 are the red and the black Joker.
"""

from __future__ import annotations

import numpy as np

from throwdown.envs.core.errors import ThrowdownError

Card = int
NONE = -1
FACES = 52
RED_JOKER, BLACK_JOKER = 52, 53

TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3
RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
JOKERS = {RED_JOKER: "*r", BLACK_JOKER: "*b"}
NAMES: tuple[str, ...] = tuple(r + s for r in RANKS for s in SUITS) + ("*r", "*b")
_IDS = {name: i for i, name in enumerate(NAMES)} | {"*": RED_JOKER}

ALL_RANK_MASK = 0xF


def card_name(card: int) -> str:
    """Return the text of a card id: ``9S``, ``TH``, ``*r``; ``??`` for `NONE`."""
    return "??" if card == NONE else NAMES[card]


def card_id(text: str) -> int:
    """Return the id of a card's text, whatever its case; ``10H`` is read as ``TH``.

    Raises:
        ThrowdownError: the text names no card.
    """
    word = text.strip().upper().replace("10", "T")
    word = word.lower() if word.startswith("*") else word
    if word not in _IDS:
        raise ThrowdownError(
            f"'{text}' is not a card: write a rank ({', '.join(RANKS)}) and a suit ({', '.join(SUITS)}), as in 9S."
        )
    return _IDS[word]


def rank_word(rank: int) -> int:
    """Return the set of the four faces of a rank as a word."""
    return ALL_RANK_MASK << (4 * rank)


def words_of(cards: list[int]) -> np.ndarray:
    """Return a card set (int64, shape (2,)) of the listed ids.

    Raises:
        ThrowdownError: a card stands more than twice in the list.
    """
    out = np.zeros(2, np.int64)
    for c in cards:
        bit = np.int64(1) << np.int64(c)
        if out[1] & bit:
            raise ThrowdownError(f"{NAMES[c]} is listed three times; the double deck holds two of each card.")
        out[1] |= out[0] & bit
        out[0] |= bit
    return out


def cards_in(words: np.ndarray) -> list[int]:
    """Return the ids in a card set, lowest first, copies repeated."""
    return [c for c in range(64) for w in (0, 1) if (int(words[w]) >> c) & 1]
