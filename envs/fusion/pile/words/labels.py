"""What people read for the labels of the pile edition: its sides, Stakes, spoils and ends."""

from __future__ import annotations

from typing import NamedTuple

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.pile.actions import Spoil

RESULTS = {
    "running": tr("running"),
    "fought": tr("fought"),
    "refused": tr("refused"),
    "called off": tr("called off"),
}
"""How a Throwdown stands, or ended."""

SIDES = {
    "coach": tr("Coach's side"),
    "pilots": tr("the Pilots' side"),
    "opposition": tr("the opposition"),
    "challenger": tr("the challenger's side"),
}
"""The side that somebody is on."""

TO_SIDES = {
    "coach": tr("To Coach"),
    "pilots": tr("To the Pilots"),
    "opposition": tr("To the opposition"),
    "challenger": tr("To the challenger"),
}
"""Whom a Payload goes to."""

STAKES = {
    "fight": tr("the fight itself"),
    "favor": tr("a Faction's favor"),
    "repair": tr("the Damaged Location"),
}
"""The Stakes of a challenge."""


class SpoilWords(NamedTuple):
    """What a card of the final Pile may do, in words: as a choice, as it is told, and what it brings."""

    name: str
    told: str
    effect: str


SPOIL_WORDS = {
    Spoil.TRAUMA: SpoilWords(
        tr("Trauma"), tr("add Trauma"), tr("adds 1 Trauma to the Payload for the other side")
    ),
    Spoil.RUIN: SpoilWords(tr("Ruin"), tr("add Ruin"), tr("adds 1 Ruin to the Payload for the other side")),
    Spoil.CANCEL_STRIFE: SpoilWords(
        tr("Cancel Strife"), tr("cancel one Strife"), tr("removes one Strife from the Payload for your side")
    ),
    Spoil.CANCEL_TRAUMA: SpoilWords(
        tr("Cancel Trauma"), tr("cancel one Trauma"), tr("removes one Trauma from the Payload for your side")
    ),
    Spoil.CANCEL_PURGE: SpoilWords(
        tr("Cancel Purge"), tr("cancel one Purge"), tr("removes one Purge from the Payload for your side")
    ),
    Spoil.CANCEL_DISFAVOR: SpoilWords(
        tr("Cancel Disfavor"),
        tr("cancel one Disfavor"),
        tr("removes one Disfavor from the Payload for your side"),
    ),
    Spoil.CANCEL_RUIN: SpoilWords(
        tr("Cancel Ruin"), tr("cancel one Ruin"), tr("removes one Ruin from the Payload for your side")
    ),
    Spoil.RESTORE: SpoilWords(
        tr("Restore"), tr("restore a Buffer"), tr("a spent Buffer of your side returns")
    ),
    Spoil.FAVOR: SpoilWords(
        tr("Favor"), tr("give a Faction a card"), tr("a Faction of your side gets a card")
    ),
    Spoil.REBUILD: SpoilWords(
        tr("Rebuild"), tr("rebuild the Location"), tr("the Damaged Location stands again")
    ),
}
"""The effects that cards of the final Pile buy (TP-93 to TP-97)."""
