"""Lessons of decisions that every FUSION game shares: the point of damage that may be prevented."""

from __future__ import annotations

from throwdown.envs.core.kit import Lesson, Setup, plural, tr
from throwdown.envs.fusion.world.conflict import ConflictState
from throwdown.envs.fusion.world.terms import COACH, Choice


def lessons(s: ConflictState, setup: Setup) -> list[Lesson]:
    """Return what this moment can teach the seat to move."""
    if s.over or s.phase != Choice.BUFFER:
        return []
    if s.seat == COACH:
        text = tr(
            "A point of damage is about to land on your side. A Threat's Buffer prevents one point on that "
            "Threat and is then spent. Damage that you accept lands at once; a Threat at Rating 0 is "
            "defeated."
        )
    else:
        text = plural(
            "A point of damage is about to land. You have {n} Buffer: each prevents one point and is then "
            "spent. A Commitment at 0 takes you out of the fight, and lost Charges and Harmony are hard to "
            "regain: keep a Buffer for the damage that would hurt most (ME-71).",
            "A point of damage is about to land. You have {n} Buffers: each prevents one point and is then "
            "spent. A Commitment at 0 takes you out of the fight, and lost Charges and Harmony are hard to "
            "regain: keep a Buffer for the damage that would hurt most (ME-71).",
            int(s.world.buffers[s.seat]),
        )
    return [Lesson("buffer", tr("Prevent it, or take it?"), text)]
