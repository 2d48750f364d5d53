"""Comparison of decks, in games where every side brings its own: swaps of one card, and a matrix of decks.

Restricted play measures the value of a single card, see `balance`: cards are pieces of the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from throwdown.envs.core.kit import DeckList, Floats, InvalidConfig, Setup, did_you_mean
from throwdown.envs.core.names import cut
from throwdown.evaluation import statistics

AS_IT_IS = "as it is"
ANY, ALL = "any", "all"


@dataclass(frozen=True)
class Swap:
    """The exchange of one copy of a card in a side's deck.

    Attributes:
        side: owner of the deck.
        out: the card removed.
        into: the card added.
    """

    side: str
    out: str
    into: str

    @property
    def name(self) -> str:
        """Its display name, such as ``Taunt → Quick Jab``."""
        return f"{self.out} → {self.into}"

    def text(self) -> str:
        """Return its name with the side: ``heroes: Taunt → Quick Jab``."""
        return f"{self.side}: {self.name}"


@dataclass(frozen=True)
class Gain:
    """The gain from a swap to the side that makes it.

    Attributes:
        swap: the swap.
        tier: name of the players.
        value: the side's share of wins with the swap less its share without it, on the same deals.
    """

    swap: Swap
    tier: str
    value: statistics.Interval

    @property
    def side(self) -> str:
        """The side that makes the swap."""
        return self.swap.side

    @property
    def name(self) -> str:
        """Its display name."""
        return self.swap.name


@dataclass(frozen=True)
class DeckStrength:
    """How well a deck does against all decks of the other side in a matrix.

    Attributes:
        side: the side that plays the deck.
        deck: name of the deck.
        tier: name of the players, on both sides.
        wins: the side's share of wins; all decks of the other side weigh the same.
    """

    side: str
    deck: str
    tier: str
    wins: statistics.Interval


def key_of(name: str) -> str:
    """Return a card's key in files: ``quick-jab`` for ``Quick Jab``."""
    words = "".join(c if c.isalnum() else " " for c in name.lower().replace("'", ""))
    return "-".join(words.split())


def read_swaps(setup: Setup, texts: Sequence[str]) -> list[Swap]:
    """Parse swaps such as ``SIDE:OUT=IN``, with ``any`` for every card; the decks stay legal.

    If one text stands for several swaps, those that break a rule of deck building are left out.

    Raises:
        InvalidConfig: a text is not a swap, names no card of the side, or stands for no legal swap.
    """
    game = setup.game.need_decks("Swapping cards")
    own, found = game.decks(setup), dict[Swap, None]()
    for text in texts:
        side, colon, cards = text.partition(":")
        out, sign, into = (part.strip() for part in cards.partition("="))
        side = side.strip()
        if not (colon and sign and out and into):
            raise InvalidConfig(f"'{text}' is not SIDE:OUT=IN; write it like {_example(own)}.")
        if side not in own:
            raise InvalidConfig(
                f"'{text}': '{side}' is not a side{did_you_mean(side, own)}; give {' or '.join(own)}."
            )
        deck = own[side]
        lost = _chosen(out, list(deck.cards), f"'{text}': the deck '{deck.title}'")
        got = _chosen(into, [*deck.cards, *deck.others], f"'{text}': the library")
        pairs = [Swap(side, a, b) for a, b in product(lost, got) if a != b]
        legal, told = [], f"'{text}': swap a card for a different one."
        for swap in pairs:
            try:
                game.swapped(setup, side, swap.out, swap.into)
                legal.append(swap)
            except InvalidConfig as error:
                told = str(error)
        if not legal:
            raise InvalidConfig(told)
        found |= dict.fromkeys(legal)
    return list(found)


def _example(own: Mapping[str, DeckList]) -> str:
    side, deck = next(iter(own.items()))
    first, *more = map(key_of, [*deck.cards, *deck.others])
    return f"{side}:{first}={more[0] if more else ANY}"


def _chosen(name: str, cards: Sequence[str], where: str) -> list[str]:
    """Return the cards of a name, all of them for ``any``."""
    if name == ANY:
        return list(cards)
    keys = {key_of(card): card for card in cards}
    if key_of(name) not in keys:
        near = did_you_mean(key_of(name), keys)
        raise InvalidConfig(f"{where} has no '{name}'{near}; its cards are {', '.join(keys)}.")
    return [keys[key_of(name)]]


def read_decks(setup: Setup, text: str) -> dict[str, dict[str, object]]:
    """Return the axes of a matrix of decks, by side: the scenario's value for each deck, by the deck's name.

    Args:
        setup: the scenario; a side without a named deck keeps its own.
        text: comma-separated names of decks and, if it is `names.Typed`, of files; ``all`` for the library's decks
            of as many cards as the side's own.

    Raises:
        InvalidConfig: a deck does not exist or is named twice.
    """
    game = setup.game.need_decks("A matrix of decks")
    names = cut(text)
    if names == [ALL]:
        return {side: {name: name for name in some} for side, some in game.shelf(setup).items() if some}
    found: dict[str, dict[str, object]] = {side: {} for side in setup.teams}
    for name in names:
        side, value = game.find(name)
        if name in found[side]:
            raise InvalidConfig(f"deck '{name}' is named twice.")
        found[side][name] = value
    return {side: some for side, some in found.items() if some}


def _own(wins: Floats, side: str, sides: Sequence[str]) -> Floats:
    """Return a side's share of wins, given the second side's."""
    return wins if side == sides[1] else 1 - wins


def gains(
    swaps: Sequence[Swap], sides: Sequence[str], tiers: Sequence[str], wins: Sequence[Sequence[Floats]]
) -> list[Gain]:
    """Return the gain from every swap.

    Args:
        swaps: the swaps.
        sides: the first and the second side.
        tiers: names of the players.
        wins: the second side's share by cell (the first is the unchanged scenario) and tier: float64, shape
            (deals,).
    """
    places = [(swap, t, row) for swap, row in zip(swaps, wins[1:]) for t in range(len(tiers))]
    gaps = [_own(row[t], x.side, sides) - _own(wins[0][t], x.side, sides) for x, t, row in places]
    found = statistics.bootstrap_columns(np.stack(gaps, axis=1))
    return [Gain(swap, tiers[t], value) for (swap, t, _), value in zip(places, found)]


def strengths(
    axes: Sequence[str],
    sides: Sequence[str],
    tiers: Sequence[str],
    values: Sequence[tuple[str, ...]],
    wins: Sequence[Sequence[Floats]],
) -> list[DeckStrength]:
    """Return the strength of every deck of a matrix against all decks of the other side.

    Args:
        axes: the sides whose decks vary.
        sides: the first and the second side.
        tiers: names of the players.
        values: the decks of every cell, by axis.
        wins: see `gains`.
    """
    found = []
    for k, side in enumerate(axes):
        for deck in dict.fromkeys(cell[k] for cell in values):
            for t, tier in enumerate(tiers):
                mine = [_own(row[t], side, sides) for cell, row in zip(values, wins) if cell[k] == deck]
                found.append(DeckStrength(side, deck, tier, statistics.win_rate(np.mean(mine, axis=0))))
    return found
