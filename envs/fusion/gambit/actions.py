"""The action layout of the Gambit."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import FRENCH, ActionLayout, Actions, Named, card_range, single, tr
from throwdown.envs.fusion.world import choices


class Consequence(Named):
    """What Coach may choose; positive ones come before the Wave (GA-18, GA-23)."""

    NARRATIVE = auto()
    CHARGEUP = auto()
    FAVOR = auto()
    FORTIFY = auto()
    REBUILD = auto()
    RECOVER = auto()
    REPLENISH = auto()
    WAVE = auto()
    DISFAVOR = auto()
    PURGE = auto()
    STRIFE = auto()


class Act(Actions):
    """Its own actions."""

    THRESHOLD = card_range(
        "threshold",
        FRENCH,
        tr("lay this card of Coach's Hand face-down as the Threshold (GA-07)"),
        first=choices.SHARED_ACTIONS,
    )
    ANSWER = card_range(
        "answer", FRENCH, tr("play this card of her Hand or a visible Faction face-up (GA-09)")
    )
    ACCEPT = single("accept-gambit", tr("accept the Gambit (GA-04)"))
    DECLINE = single("decline", tr("give up the intended action; nothing happens (GA-05)"))
    CLAIM = single("claim", tr("claim that her Specialty is involved (GA-26, C-44)"))
    NO_CLAIM = single("no-claim", tr("leave her Specialty out of it"))
    AGREE = single("agree", tr("Coach agrees that the Specialty is involved (C-44)"))
    DISAGREE = single("disagree", tr("Coach finds that it is not"))
    BLIND = single("blind", tr("lay the deck's top card face-down as the Threshold, unseen (GA-06, GA-07)"))
    FLIP = single("flip", tr("turn up the deck's top card as the Pilot's card (GA-09)"))
    YES_BUT = single("yes-but", tr("the goal is attained, with a negative consequence (GA-20)"))
    NO_BUT = single("no-but", tr("the goal is missed, with a positive consequence (GA-21)"))
    NO_AND = single(
        "no-and", tr("the goal is missed, with a negative consequence, and a Charge (GA-24, GA-25)")
    )
    CONSEQUENCE = choices.named(
        "consequence",
        Consequence.labels(),
        tr("Coach's choice of consequence, of the outcome's sign (GA-18, GA-23)"),
    )


LAYOUT = ActionLayout(choices.Act, Act)
