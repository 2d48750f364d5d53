"""The action layout of the Gambit."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.kit import FRENCH, ActionLayout, Named, Range, card_range, single, tr
from throwdown.envs.fusion.world.choices import PAGES_SHARED


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


LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [
            card_range(
                "threshold", FRENCH, tr("lay this card of Coach's Hand face-down as the Threshold (GA-07)")
            )
        ],
        [card_range("answer", FRENCH, tr("play this card of her Hand or a visible Faction face-up (GA-09)"))],
        [
            single("accept-gambit", tr("accept the Gambit (GA-04)")),
            single("decline", tr("give up the intended action; nothing happens (GA-05)")),
            single("claim", tr("claim that her Specialty is involved (GA-26, C-44)")),
            single("no-claim", tr("leave her Specialty out of it")),
            single("agree", tr("Coach agrees that the Specialty is involved (C-44)")),
            single("disagree", tr("Coach finds that it is not")),
            single("blind", tr("lay the deck's top card face-down as the Threshold, unseen (GA-06, GA-07)")),
            single("flip", tr("turn up the deck's top card as the Pilot's card (GA-09)")),
            single("yes-but", tr("the goal is attained, with a negative consequence (GA-20)")),
            single("no-but", tr("the goal is missed, with a positive consequence (GA-21)")),
            single(
                "no-and", tr("the goal is missed, with a negative consequence, and a Charge (GA-24, GA-25)")
            ),
            Range(
                "consequence",
                tuple(f"consequence {name}" for name in Consequence.labels()),
                tr("Coach's choice of consequence, of the outcome's sign (GA-18, GA-23)"),
            ),
        ],
    ]
)


_bit = LAYOUT.bit


class Page(Named):
    """The pages of its own, and where they end."""

    THRESHOLD = len(PAGES_SHARED)
    ANSWER = auto()
    OTHER = auto()
    END = auto()


class Start(Named):
    """The first actions of the pages of its own."""

    THRESHOLD = int(LAYOUT.starts[Page.THRESHOLD])
    ANSWER = int(LAYOUT.starts[Page.ANSWER])
    OTHER = int(LAYOUT.starts[Page.OTHER])


class Act(Named):
    """Places in the page of what needs no card."""

    ACCEPT = _bit("accept-gambit")
    DECLINE = _bit("decline")
    CLAIM = _bit("claim")
    NO_CLAIM = _bit("no-claim")
    AGREE = _bit("agree")
    DISAGREE = _bit("disagree")
    BLIND = _bit("blind")
    FLIP = _bit("flip")
    YES_BUT = _bit("yes-but")
    NO_BUT = _bit("no-but")
    NO_AND = _bit("no-and")
    CONSEQUENCE = _bit("consequence")
