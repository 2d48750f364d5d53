"""Cards: their kinds and texts.

A kind of card is a number, its index in a game's `CardKit`. Its properties, such as rank and suit, are up to the game;
`FRENCH` is the kit of the usual 52.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from throwdown.envs.core.errors import ThrowdownError

NONE = -1
"""No card, or nobody: the value of a field without one."""
KINDS = 64
"""Number of kinds of cards per word of a card set."""


@dataclass(frozen=True)
class CardKit:
    """The cards of a game.

    Attributes:
        names: the text of every kind, in the order of their ids; no two differ only in case.
        copies: maximum number of cards of a kind.
        aliases: alternative texts of cards, and the names they stand for.
        hint: advice on writing a card, for errors.
    """

    names: tuple[str, ...]
    copies: int = 1
    aliases: Mapping[str, str] = field(default_factory=dict)
    hint: str = "write its name"

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of a card set (see `cardset`): (copies,), or (words, copies) where the kinds take several words."""
        words = -(-len(self.names) // KINDS)
        return (self.copies,) if words == 1 else (words, self.copies)

    @cached_property
    def _ids(self) -> dict[str, int]:
        ids = {name.lower(): i for i, name in enumerate(self.names)}
        return ids | {text.lower(): ids[name.lower()] for text, name in self.aliases.items()}

    def name(self, card: int) -> str:
        """Return the text of a card; ``??`` for `NONE`."""
        return "??" if card == NONE else self.names[card]

    def id(self, text: str) -> int:
        """Return the id of a card's text, whatever its case.

        Raises:
            ThrowdownError: the text names no card.
        """
        word = text.strip().lower()
        if word not in self._ids:
            raise ThrowdownError(f"'{text}' is not a card: {self.hint}.")
        return self._ids[word]

    def words_of(self, cards: Iterable[int]) -> NDArray[np.int64]:
        """Return the card set of the listed ids: int64, of the kit's shape.

        Raises:
            ThrowdownError: a card is listed more often than there are copies.
        """
        out = np.zeros(self.shape, np.int64)
        for c in cards:
            words = out if out.ndim == 1 else out[c // KINDS]
            bit = np.int64(1) << np.int64(c % KINDS)
            free = [k for k in range(self.copies) if not words[k] & bit]
            if not free:
                raise ThrowdownError(
                    f"{self.names[c]} is listed {self.copies + 1} times; there are {self.copies} of each card."
                )
            words[free[0]] |= bit
        return out

    def cards_in(self, words: NDArray[np.int64]) -> list[int]:
        """Return the ids in a card set, lowest first, copies repeated."""
        found = []
        for part, row in enumerate(words.reshape(-1, self.copies).tolist()):
            for word in row:
                left = word & (1 << KINDS) - 1
                while left:
                    lowest = left & -left
                    found.append(part * KINDS + lowest.bit_length() - 1)
                    left ^= lowest
        return sorted(found)


# The French pack. A face is ``rank * 4 + suit``: ranks Two = 0 to Ace = 12, suits Clubs < Diamonds < Hearts < Spades.

FACES = 52
TWO, TEN, JACK, QUEEN, KING, ACE = 0, 8, 9, 10, 11, 12
CLUBS, DIAMONDS, HEARTS, SPADES = 0, 1, 2, 3
RANKS = "23456789TJQKA"
SUITS = "CDHS"
SUIT_SYMBOLS = "♣♦♥♠"
FRENCH = CardKit(
    tuple(r + s for r in RANKS for s in SUITS),
    aliases={f"10{s}": f"T{s}" for s in SUITS},
    hint=f"write a rank ({', '.join(RANKS)}) and a suit ({', '.join(SUITS)}), as in 9S",
)

FRENCH_WITH_JOKERS = CardKit(
    (*FRENCH.names, "*r", "*b"), aliases=FRENCH.aliases, hint=FRENCH.hint + ", or *r or *b"
)
"""The French pack with a red and a black Joker, whose ids follow those of the faces."""


def pack(ranks: str, suits: str, jokers: str) -> list[int]:
    """Return the ids of a part of the French pack with Jokers: every suit of each rank, and Jokers by colour.

    Raises:
        ValueError: a rank or a suit is unknown or given twice; the message names it.
    """
    for name, given, known in (("ranks", ranks, RANKS), ("suits", suits, SUITS)):
        if set(given) - set(known) or len(set(given)) != len(given):
            raise ValueError(f"{name} is '{given}'; give some of {known}, each once")
    texts = [*(rank + suit for rank in ranks for suit in suits), *(f"*{colour}" for colour in jokers)]
    return [FRENCH_WITH_JOKERS.id(text) for text in texts]


def rank_word(rank: int) -> int:
    """Return the set of the four faces of a rank as a word."""
    return 0xF << (4 * rank)
