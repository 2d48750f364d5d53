"""Actions of the Throwdown by kind, and by the card or thing that they are done with."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from throwdown.envs.core.kit import NONE, ActionLayout

FACE_DOWN = ("initiative", "give")
"""Kinds with a card of which nobody but its owner sees the face."""
FROM_HAND = ("discard", "invest")
"""Kinds with a card that comes from the hand, never from the table."""
OF_CARDS = (*FACE_DOWN, *FROM_HAND, "counter", "block", "escalate", "rumble")
"""All kinds with a card."""


class Play(NamedTuple):
    """An action.

    Attributes:
        kind: the name of its range in the layout.
        number: its place in the range, for `OF_CARDS` the face of the card; `NONE`: a card that is not told.
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
    """Return an action's id; of one whose card is not told, that of the first of its kind."""
    return plays(layout).index(play._replace(number=max(play.number, 0)))
