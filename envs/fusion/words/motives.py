"""What moves are for, in the words of the rules: from what everybody has seen. Every game adds its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import Setup, tr
from throwdown.envs.fusion.world.terms import COACH

Motives = Mapping[str, Callable[[Happening], str]]


def whose(event: Happening, coach: str, pilot: str) -> str:
    """Return one text of what Coach did, another of what a Pilot did."""
    return coach if event.seat == COACH else pilot


EVERYBODYS: Motives = {
    "OMEN_SPENT": lambda e: tr(
        "An Active Omen can be Spent once, for an Escalation Event; it raises the Crisis, and four Spent "
        "ones return to the deck (SY-29, SY-30)."
    ),
    "BUFFER_SPENT": lambda e: tr(
        "A Buffer prevents one point of damage, and is gone until Fortify returns it (ME-71)."
    ),
    "CHALLENGE_REFUSED": lambda e: tr(
        "A side that Refuses keeps its cards, and loses without score or spoils (TS-22)."
    ),
}


def teller(own: Motives) -> Callable[[Happening, Setup], str]:
    """Return the function that says what a move is for, by the kinds of events that tell of it."""
    every = {**EVERYBODYS, **own}

    def motive(event: Happening, setup: Setup) -> str:
        """Return what a move is for; an empty text where there is nothing to say."""
        return every[event.kind](event) if event.kind in every else ""

    return motive
