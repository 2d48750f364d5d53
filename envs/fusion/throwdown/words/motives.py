"""What moves of the Throwdown are for, in the words of its rules: from what everybody has seen."""

from __future__ import annotations

from throwdown.envs.core.catalogue import plural, tr
from throwdown.envs.core.events import Happening
from throwdown.envs.fusion.words import motives
from throwdown.envs.fusion.words.motives import whose


def _escalated(event: Happening) -> str:
    stage = event.number
    yielded = plural(
        "An Escalate yields the stage, here {n} point, for a new stage with any card on top.",
        "An Escalate yields the stage, here {n} points, for a new stage with any card on top.",
        1 << (stage - 2),
    )
    gained = plural(
        "Stage {stage} is worth {n} point, more than all earlier stages together (TS-52, TS-64).",
        "Stage {stage} is worth {n} points, more than all earlier stages together (TS-52, TS-64).",
        1 << (stage - 1),
        stage=stage,
    )
    return f"{yielded} {gained}"


def _countered(event: Happening) -> str:
    price = tr(
        "A Counter holds the stage for the price of a card, which the other side must now beat (TS-58)."
    )
    reach = whose(
        event,
        tr("Coach may only play a card that is within his Strike (TS-14)."),
        tr("A card within Strike costs nothing, and one that is exactly 1 above brings a Charge (TS-08)."),
    )
    return f"{price} {reach}"


motive = motives.teller(
    {
        "INITIATIVE_LAID": lambda e: whose(
            e,
            tr(
                "The higher card opens stage 1, and the other side must answer it; Coach may win beyond his "
                "Strike, but then the Pilots' Commander draws a card (TS-41, TS-43)."
            ),
            tr(
                "The higher card opens stage 1, and the other side must answer it; a Pilot who wins beyond "
                "her Strike causes Schism (TS-41, TS-42)."
            ),
        ),
        "COUNTERED": _countered,
        "BLOCKED": lambda e: tr(
            "A Block takes the top card away with a card of the same rank, whatever the Strike; the card "
            "beneath leads again, and a Blocked Escalate is undone (TS-60, TS-61)."
        ),
        "ESCALATED": _escalated,
        "RUMBLE_INITIATED": lambda e: tr(
            "Initiating Rumble yields the stage for stage 4, which is worth 8 points, more than the first "
            "three together (TS-71)."
        ),
        "CONCEDED": lambda e: tr(
            "Conceding yields stage {n} and ends the Throwdown: nobody loses more cards, and no more "
            "valuable stage is reached. A side without another Drive must Concede (TS-68, TS-70).",
            n=e.number,
        ),
        "SPOIL_TAKEN": lambda e: tr(
            "A spoil is taken for each stage that was reached, and lasts beyond the fight (TS-106)."
        ),
        "ASSIST_PASSED": lambda e: tr(
            "Passing keeps Charges, cards and Omens for a later turn; the Drive follows (TS-48)."
        ),
        "VOTED": lambda e: tr(
            "A Commander who fights for the team draws as many cards as her Synch; one who fights for "
            "herself, as many as her Solo (TS-29, TS-33)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""
