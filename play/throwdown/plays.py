"""Actions of the Throwdown by kind, and by card or object."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from throwdown.envs.core.kit import NONE, ActionLayout

FACE_DOWN = ("initiative", "give")
"""Kinds with a card seen only by its owner."""
FROM_HAND = ("discard", "invest")
"""Kinds with a card from the hand, never from the table."""
OF_CARDS = (*FACE_DOWN, *FROM_HAND, "counter", "block", "escalate", "rumble")
"""All kinds with a card."""


class Play(NamedTuple):
    """An action.

    Attributes:
        kind: the name of its range in the layout.
        number: its index in the range, for `OF_CARDS` the face of the card; `NONE`: the card is not told.
    """

    kind: str
    number: int = NONE

    @property
    def card(self) -> int:
        """The face of its card, or `NONE`."""
        return self.number if self.kind in OF_CARDS else NONE


@cache
def plays(layout: ActionLayout) -> tuple[Play, ...]:
    """Return all actions of a layout by id."""
    return tuple(Play(act.label, number) for act in layout.acts for number in range(len(act.range.labels)))


def id_of(layout: ActionLayout, play: Play) -> int:
    """Return an action's id; without a told card, that of the first action of the kind."""
    return plays(layout).index(play._replace(number=max(play.number, 0)))
