"""What moves of the Throwdown are for, in the words of its rules: from what everybody has seen."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.fusion.words import motives, names
from throwdown.envs.fusion.words.motives import whose


def _escalated(event: Happening) -> str:
    before, now = names.count(1 << (event.number - 2), "point"), names.count(1 << (event.number - 1), "point")
    return (
        f"An Escalate yields the stage, here {before}, for a new one with a card of one's choice on top. Stage "
        f"{event.number} is worth {now}, more than all before it together (TS-52, TS-64)."
    )


def _countered(event: Happening) -> str:
    reach = whose(
        event,
        "Coach may only lay what is within his Strike (TS-14).",
        "Within Strike it costs nothing, and exactly 1 above pays a Charge (TS-08).",
    )
    return (
        f"A Counter holds the stage for the price of a card: now the other side must beat it (TS-58). {reach}"
    )


motive = motives.teller(
    {
        "INITIATIVE_LAID": lambda e: (
            "The higher card opens stage 1, and the other side must answer it; "
            + whose(
                e,
                "Coach may win beyond his Strike, but the Pilots' Commander then draws a card (TS-41, TS-43).",
                "a Pilot who wins beyond her Strike causes Schism (TS-41, TS-42).",
            )
        ),
        "COUNTERED": _countered,
        "BLOCKED": lambda e: (
            "A Block takes the top card away for one of its rank, however far that is from Strike; the card beneath "
            "leads again, and a Blocked Escalate is undone (TS-60, TS-61)."
        ),
        "ESCALATED": _escalated,
        "RUMBLE_INITIATED": lambda e: (
            "To Initiate Rumble yields the stage for stage 4, worth 8 points, more than the first three (TS-71)."
        ),
        "CONCEDED": lambda e: (
            f"To Concede yields stage {e.number} and ends the Throwdown: nobody loses more cards, and no dearer stage "
            "is reached. Who has no other Drive must (TS-68, TS-70)."
        ),
        "SPOIL_TAKEN": lambda e: (
            "A spoil is taken for each stage that was reached, and outlasts the fight (TS-106)."
        ),
        "ASSIST_PASSED": lambda e: (
            "To Pass keeps Charges, cards and Omens for a later turn; the Drive follows (TS-48)."
        ),
        "VOTED": lambda e: (
            "For the team the Commander draws as many cards as her Synch, for herself as her Solo (TS-29, TS-33)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""
