"""Colours as ``#rrggbb``, and choices made by a name: the same ones in every process."""

from __future__ import annotations

import colorsys
import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
NAMED = {
    "red": "#d64045",
    "pink": "#e58bb0",
    "orange": "#e58a3c",
    "gold": "#e0ac2b",
    "yellow": "#c9a227",
    "green": "#4f9d57",
    "blue": "#3f7fd0",
    "violet": "#8a63c2",
    "white": "#dfe5ec",
    "black": "#3b4350",
}
"""Colours by their names."""


class NamedDice:
    """Choices made by a name.

    Args:
        purpose: what they are for; choices for different purposes are independent.
        name: what decides.
    """

    def __init__(self, purpose: str, name: str) -> None:
        self.name = name
        text = f"{purpose}:{name}".encode(errors="replace")
        self._rest = int.from_bytes(hashlib.sha512(text).digest(), "big")

    def roll(self, n: int) -> int:
        """Return a number from 0 to ``n`` - 1."""
        self._rest, found = divmod(self._rest, n)
        return found

    def pick(self, options: Sequence[T]) -> T:
        """Return one of several."""
        return options[self.roll(len(options))]

    def between(self, low: float, high: float) -> float:
        """Return a number in a range, one of 16."""
        return low + (high - low) * self.roll(16) / 15


def hue(turn: float, light: float, strong: float) -> str:
    """Return a colour.

    Args:
        turn: its place on the wheel: 0 and 1 are red.
        light: from 0 (black) to 1 (white).
        strong: from 0 (grey) to 1.
    """
    parts = colorsys.hls_to_rgb(turn % 1, light, strong)
    return "#" + "".join(f"{round(255 * part):02x}" for part in parts)


def mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share, 0 to 1, of another one in it."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def dark(colour: str, share: float = 0.3) -> str:
    """Return a colour in shadow."""
    return mixed(colour, "#0b1020", share)


def light(colour: str, share: float = 0.35) -> str:
    """Return a colour in light."""
    return mixed(colour, "#ffffff", share)


def colour_of(kind: str, name: str) -> str:
    """Return the colour of something that has no colour of its own: by a word of its name, or by dice."""
    named = next((NAMED[word] for word in name.lower().split() if word in NAMED), "")
    if named:
        return named
    dice = NamedDice(f"colour of {kind}", name)
    return hue(dice.between(0, 0.9375), dice.between(0.42, 0.56), dice.between(0.42, 0.68))
