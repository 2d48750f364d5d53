"""The action layout of the Gambit."""

from __future__ import annotations

from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.core.cards import FRENCH
from throwdown.envs.fusion.world.choices import PAGES_SHARED

CONSEQUENCES = (
    *("narrative", "chargeup", "favor", "fortify", "rebuild", "recover", "replenish"),
    *("wave", "disfavor", "purge", "strife"),
)
NARRATIVE, CHARGEUP, FAVOR, FORTIFY, REBUILD, RECOVER, REPLENISH, WAVE, DISFAVOR, PURGE, STRIFE = range(
    len(CONSEQUENCES)
)

LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [
            card_range(
                "threshold",
                FRENCH,
                "lay this card of Coach's Hand face-down as the Threshold (GA-07)",
            )
        ],
        [card_range("answer", FRENCH, "play this card of her Hand or a visible Faction face-up (GA-09)")],
        [
            single("accept-gambit", "take the Gambit on (GA-04)"),
            single("decline", "leave the intended action be; nothing happens (GA-05)"),
            single("blind", "lay the deck's top card face-down as the Threshold, unseen (GA-06, GA-07)"),
            single("flip", "turn up the deck's top card as the Pilot's card (GA-09)"),
            single("yes-but", "the goal is attained, with a negative consequence (GA-20)"),
            single("no-but", "the goal is missed, with a positive consequence (GA-21)"),
            single("no-and", "the goal is missed, with a negative consequence, and a Charge (GA-24, GA-25)"),
            Range(
                "consequence",
                tuple(f"consequence {name}" for name in CONSEQUENCES),
                "Coach's choice of consequence, of the outcome's sign (GA-18, GA-23)",
            ),
        ],
    ]
)

THRESHOLD_PAGE, ANSWER_PAGE, OTHER_PAGE = range(len(PAGES_SHARED), len(LAYOUT.pages))
PAGES = len(LAYOUT.pages)
THRESHOLD_START, ANSWER_START, OTHER = (
    int(LAYOUT.starts[page]) for page in (THRESHOLD_PAGE, ANSWER_PAGE, OTHER_PAGE)
)
"""First ids of the pages."""

TAKE_ON, DECLINE, BLIND, FLIP, YES_BUT_BIT, NO_BUT_BIT, NO_AND_BIT = (
    LAYOUT.bit(name) for name in ("accept-gambit", "decline", "blind", "flip", "yes-but", "no-but", "no-and")
)
CHOOSE_CONSEQUENCE = LAYOUT.bit("consequence")
"""Bits inside their page."""
