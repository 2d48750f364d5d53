"""The action layout of the Gambit."""

from __future__ import annotations

from enum import auto

import numpy as np

from throwdown.envs.core.kit import FRENCH, ActionLayout, Actions, Named, as_bits, card_range, single, tr
from throwdown.envs.fusion.world import book, choices


class Consequence(Named):
    """What Coach may choose (GA-18, GA-23)."""

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


POSITIVE: dict[Consequence, tuple[int, int]] = {
    Consequence.CHARGEUP: (book.Kind.CHARGEUP, book.Target.SELF),
    Consequence.FAVOR: (book.Kind.FAVOR, book.Target.NONE),
    Consequence.FORTIFY: (book.Kind.FORTIFY, book.Target.SELF),
    Consequence.REBUILD: (book.Kind.REBUILD, book.Target.NONE),
    Consequence.RECOVER: (book.Kind.RECOVER, book.Target.SELF),
    Consequence.REPLENISH: (book.Kind.REPLENISH, book.Target.NONE),
}
NEGATIVE: dict[Consequence, tuple[int, int]] = {
    Consequence.WAVE: (book.Kind.WAVE, book.Target.NONE),
    Consequence.DISFAVOR: (book.Kind.DISFAVOR, book.Target.NONE),
    Consequence.PURGE: (book.Kind.PURGE, book.Target.OPPONENT),
    Consequence.STRIFE: (book.Kind.STRIFE, book.Target.SELF),
}
"""Kind and target of their effects: the acting Pilot fires positive ones, Coach negative ones."""
_EFFECTS = {Consequence.NARRATIVE: (book.Kind.NONE, book.Target.NONE), **POSITIVE, **NEGATIVE}
CONSEQUENCE_EFFECT = np.array([_EFFECTS[consequence] for consequence in Consequence], np.int64)
"""[consequence]: kind and target of its effect."""
IS_POSITIVE, IS_NEGATIVE = as_bits(POSITIVE), as_bits(NEGATIVE)
"""Both sorts as bits."""


class Act(Actions):
    """Its own actions."""

    THRESHOLD = card_range(
        "threshold",
        FRENCH,
        tr("lay this card of Coach's Hand face-down as the Threshold (GA-07)"),
        first=choices.SHARED_ACTIONS,
    )
    ANSWER = card_range(
        "answer",
        FRENCH,
        tr("play this card from the Pilot's Hand, or from a visible Faction, face-up (GA-09)"),
    )
    ACCEPT = single("accept-gambit", tr("accept the Gambit (GA-04)"))
    DECLINE = single("decline", tr("give up the intended action; nothing happens (GA-05)"))
    CLAIM = single("claim", tr("claim that the Pilot's Specialty is involved (GA-26, C-44)"))
    NO_CLAIM = single("no-claim", tr("do not claim that the Pilot's Specialty is involved"))
    AGREE = single("agree", tr("Coach agrees that the Specialty is involved (C-44)"))
    DISAGREE = single("disagree", tr("Coach does not agree that the Specialty is involved"))
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
        tr("the consequence that Coach chooses; it has the outcome's sign (GA-18, GA-23)"),
    )


LAYOUT = ActionLayout(choices.Act, Act)
