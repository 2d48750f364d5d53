"""The observation layout: named fields, their offsets, and the table printed in the docs.

A layout has a fixed part, then one block per Pilot slot: offsets of the fixed part are constants, a slot's follow from
its number, so that one compile serves any number of Pilots.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Field:
    """``size`` numbers in [low, high], and what they mean."""

    name: str
    size: int
    low: int
    high: int
    meaning: str


class Fields:
    """A fixed part, a block per slot, and a block per slot that exists only when there are several slots."""

    def __init__(
        self,
        fixed: Sequence[Field],
        slot: Sequence[Field] = (),
        shared: Sequence[Field] = (),
        slot_name: str = "pilot",
    ) -> None:
        self.fixed, self.slot, self.shared = tuple(fixed), tuple(slot), tuple(shared)
        self.slot_name = slot_name
        self.fixed_width = sum(f.size for f in fixed)
        self.slot_width = sum(f.size for f in slot)
        self.shared_width = sum(f.size for f in shared)
        self._at: dict[str, int] = {}
        for part in (self.fixed, self.slot, self.shared):
            at = 0
            for f in part:
                self._at[f.name] = at
                at += f.size

    def at(self, name: str) -> int:
        """Return a field's offset, inside its block for a slot's field."""
        return self._at[name]

    def width(self, slots: int) -> int:
        """Return the width of an observation with ``slots`` Pilot slots."""
        return self.fixed_width + slots * self.slot_width + (slots * self.shared_width if slots > 1 else 0)

    def bounds(self, slots: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the lowest and highest value of every number: int8, shape (width,)."""
        every = [f for _, _, f in self.rows(slots)]
        low = np.concatenate([np.full(f.size, f.low, np.int8) for f in every])
        high = np.concatenate([np.full(f.size, f.high, np.int8) for f in every])
        return low, high

    def rows(self, slots: int) -> list[tuple[int, str, Field]]:
        """Return (offset, full name, field) in the order of the layout."""
        out, at = [], 0
        parts = [("", self.fixed)] + [(f"{self.slot_name}_{k}.", self.slot) for k in range(slots)]
        parts += [(f"{self.slot_name}_{k}.", self.shared) for k in range(slots if slots > 1 else 0)]
        for prefix, part in parts:
            for f in part:
                out.append((at, prefix + f.name, f))
                at += f.size
        return out

    def table(self, slots: int) -> str:
        """Return the layout as a Markdown table."""
        rows = ["| from | size | field | range | meaning |", "|---|---|---|---|---|"]
        for at, name, f in self.rows(slots):
            rows.append(f"| {at} | {f.size} | `{name}` | {f.low} … {f.high} | {f.meaning} |")
        return "\n".join(rows)


class JoinedFields(Fields):
    """The layouts of a game's parts one after another, then a fixed part of its own.

    A part's fields are called ``<part>.<field>``.
    """

    def __init__(self, parts: Mapping[str, Fields], fixed: Sequence[Field]) -> None:
        super().__init__(fixed)
        self.parts = dict(parts)

    def start(self, name: str, slots: int) -> int:
        """Return where a part begins; an empty name is the own part, which comes last."""
        at = 0
        for part, fields in self.parts.items():
            if part == name:
                return at
            at += fields.width(slots)
        return at

    def width(self, slots: int) -> int:
        """Return the width of an observation with ``slots`` Pilot slots."""
        return self.start("", slots) + self.fixed_width

    def rows(self, slots: int) -> list[tuple[int, str, Field]]:
        """Return (offset, full name, field) in the order of the layout."""
        out = [
            (self.start(part, slots) + at, f"{part}.{name}", f)
            for part, fields in self.parts.items()
            for at, name, f in fields.rows(slots)
        ]
        own = self.start("", slots)
        return out + [(own + at, name, f) for at, name, f in super().rows(0)]
