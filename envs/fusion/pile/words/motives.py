"""What moves of the pile edition are for, in the words of its rules: from what everybody has seen."""

from __future__ import annotations

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.words import motives

motive = motives.teller(
    {
        "PUSHED": lambda e: tr(
            "A Push lays a card that beats the top card, whoever laid that one: the side on top at the end "
            "wins the Pile (TP-71, TP-73)."
        ),
        "BEATEN_BACK": lambda e: tr(
            "A Beat-Back takes the top card away with a card of the same rank; the card beneath leads again "
            "(TP-60, TP-61)."
        ),
        "FOLDED": lambda e: tr(
            "A player who Folds is out of the Throwdown for good, and spends no more cards on it (TP-64)."
        ),
    }
)
"""Return what a move is for, by what an event shows of it; see `motives.teller`."""
