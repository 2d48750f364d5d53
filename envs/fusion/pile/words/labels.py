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
    "coach": tr("coach"),
    "pilots": tr("pilots"),
    "opposition": tr("opposition"),
    "challenger": tr("challenger"),
}
"""The side that somebody is on."""

TO_SIDES = {
    "coach": tr("To Coach"),
    "pilots": tr("To the Pilots"),
    "opposition": tr("To the opposition"),
    "challenger": tr("To the challenger"),
}
"""Whom a Payload goes to."""

STAKES = {"fight": tr("fight"), "favor": tr("favor"), "repair": tr("repair")}
"""What a challenge is about."""


class SpoilWords(NamedTuple):
    """What a card of the final Pile may do, in words: as a choice, as it is told, and what it brings."""

    name: str
    told: str
    effect: str


SPOIL_WORDS = {
    Spoil.TRAUMA: SpoilWords(tr("Trauma"), tr("trauma"), tr("adds +Trauma to the other side's Payload")),
    Spoil.RUIN: SpoilWords(tr("Ruin"), tr("ruin"), tr("adds +Ruin to the other side's Payload")),
    Spoil.CANCEL_STRIFE: SpoilWords(
        tr("Cancel strife"), tr("cancel-strife"), tr("strikes one Strife off your own Payload")
    ),
    Spoil.CANCEL_TRAUMA: SpoilWords(
        tr("Cancel trauma"), tr("cancel-trauma"), tr("strikes one Trauma off your own Payload")
    ),
    Spoil.CANCEL_PURGE: SpoilWords(
        tr("Cancel purge"), tr("cancel-purge"), tr("strikes one Purge off your own Payload")
    ),
    Spoil.CANCEL_DISFAVOR: SpoilWords(
        tr("Cancel disfavor"), tr("cancel-disfavor"), tr("strikes one Disfavor off your own Payload")
    ),
    Spoil.CANCEL_RUIN: SpoilWords(
        tr("Cancel ruin"), tr("cancel-ruin"), tr("strikes one Ruin off your own Payload")
    ),
    Spoil.RESTORE: SpoilWords(tr("Restore"), tr("restore"), tr("a spent Buffer of your side returns")),
    Spoil.FAVOR: SpoilWords(tr("Favor"), tr("favor"), tr("a card for a Faction of your side")),
    Spoil.REBUILD: SpoilWords(tr("Rebuild"), tr("rebuild"), tr("the Damaged Location stands again")),
}
"""The effects that cards of the final Pile buy (TP-93 to TP-97)."""
