"""The action layout of the Throwdown, pile edition: the shared pages, then its own."""

from __future__ import annotations

from throwdown.envs.core.actions import ActionLayout, Range, card_range, single
from throwdown.envs.core.cards import CLUBS, DIAMONDS, FRENCH, HEARTS
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED
from throwdown.envs.fusion.world.state import MAX_FACTIONS, MAX_PILOTS

EFFECTS = (
    *("trauma", "ruin"),
    *("cancel-strife", "cancel-trauma", "cancel-purge", "cancel-disfavor", "cancel-ruin"),
    *("restore", "favor", "rebuild"),
)
"""What a card of the final Pile may do (TP-93 to TP-97)."""
TRAUMA, RUIN, CANCEL, RESTORE, FAVOR, REBUILD = 0, 1, 2, 7, 8, 9
CANCELLED = (book.STRIFE, book.TRAUMA, book.PURGE, book.DISFAVOR, book.RUIN)
"""The kinds of triggers that a Diamond may strike, in the order of `EFFECTS`."""
SUIT_OF = (CLUBS, CLUBS, *[DIAMONDS] * len(CANCELLED), HEARTS, HEARTS, HEARTS)
"""The suit that pays for each effect (TP-93 to TP-97)."""

CHARGES = 2
"""Basic Charge Techs, the last abilities of a Pilot's page."""
ABILITIES = (
    *(f"tech {k}" for k in range(book.MAX_TECHS)),
    *(f"robo-tech {k}" for k in range(book.MAX_ROBO_TECHS)),
    *(f"activate {k}" for k in range(book.MAX_GEAR)),
    *(f"sacrifice {k}" for k in range(book.MAX_GEAR)),
    "summon",
    *(f"charge {k}" for k in range(CHARGES)),
    *(f"boon {k}" for k in range(book.MAX_BOONS)),
)
"""A Pilot's page of abilities, then the Location's boons."""
BOON = book.CHARGE_TECHS + CHARGES
TECHS = ((1 << book.ACTIVATE) - 1) | (((1 << CHARGES) - 1) << book.CHARGE_TECHS)
"""The abilities of a Fusion partner that may be used: her Techs (TP-77)."""

LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [card_range("initiative", FRENCH, "lay this card face-down for initiative (TP-16, TP-22)")],
        [card_range("push", FRENCH, "play a card that beats the top of the Pile (TP-71)")],
        [
            card_range(
                "beat-back",
                FRENCH,
                "tuck the top card away with one of its rank and no lower suit (TP-60, TP-61)",
            )
        ],
        [card_range("give", FRENCH, "hand this card to the next ally (TP-52)")],
        [
            Range(
                "stakes",
                ("stakes fight", "stakes favor", "stakes repair"),
                "what the challenge is about: anything, a Faction's favor, a Damaged Location (TP-19, TP-97)",
            ),
            single("join", "take the challenger's side (TP-21, TP-23)"),
            single("oppose", "take the side against the challenger (TP-21, TP-22)"),
            single("sit-out", "take no part (TP-21)"),
            single("fold", "Main action: leave the Throwdown (TP-64)"),
            single("card-assist", "Main action: discard a card and pass another to the next ally (TP-52)"),
            single("strike-assist", "Main action: discard a card to change the next ally's Strike (TP-53)"),
            single("recharge", "Side action: discard a card for Charges by its suit (TP-82)"),
            single("fusion", "Side action: start a Lesser Fusion, or break one's own (TP-77, TP-79)"),
            single("done", "invite nobody else"),
            single("consent", "enter the Lesser Fusion (TP-77)"),
            single("decline", "stay out of the Lesser Fusion (TP-77)"),
            Range(
                "invoke",
                tuple(f"invoke {f}" for f in range(MAX_FACTIONS)),
                "Side action: take this Faction's face-up card into the hand (TP-80)",
            ),
            Range(
                "partner",
                tuple(f"partner pilot_{k}" for k in range(MAX_PILOTS)),
                "Side action: use a Tech of this partner in the Fusion (TP-77)",
            ),
        ],
        [
            Range(
                "ability",
                ABILITIES,
                "Side action: a Tech, Gear, the Robo, a boon of the Location (TP-48, TP-75, TP-83, TP-85)",
            ),
        ],
        [
            Range(
                "spend",
                tuple(f"spend {name}" for name in EFFECTS),
                "spend a card of the final Pile by its suit (TP-93 to TP-97)",
            ),
            Range(
                "spade", tuple(f"spade {name}" for name in EFFECTS), "spend a Spade as another suit (TP-98)"
            ),
            Range(
                "concession",
                tuple(f"concession {name}" for name in EFFECTS),
                "add an effect to one's own Payload, for a Spade that the victor spent (TP-99)",
            ),
            single("spoils-done", "spend or add no more"),
        ],
    ]
)

FIRST = len(PAGES_SHARED)
INITIATIVE_PAGE, PUSH_PAGE, BEAT_PAGE, GIVE_PAGE, OTHER_PAGE, ABILITY_PAGE, SPOILS_PAGE = range(
    FIRST, FIRST + 7
)
PAGES = FIRST + 7

INITIATIVE_START, PUSH_START, BEAT_START, GIVE_START, OTHER, ABILITY_START, SPOILS_START = (
    int(x) for x in LAYOUT.starts[FIRST:PAGES]
)
_bit = LAYOUT.bit
STAKES, JOIN, OPPOSE, SIT_OUT, FOLD = (
    _bit("stakes"),
    _bit("join"),
    _bit("oppose"),
    _bit("sit-out"),
    _bit("fold"),
)
CARD_ASSIST_BIT, STRIKE_ASSIST_BIT, RECHARGE = _bit("card-assist"), _bit("strike-assist"), _bit("recharge")
FUSION, DONE, CONSENT, DECLINE = _bit("fusion"), _bit("done"), _bit("consent"), _bit("decline")
INVOKE, PARTNER = _bit("invoke"), _bit("partner")
SPEND, SPADE, CONCESSION, SPOILS_DONE = _bit("spend"), _bit("spade"), _bit("concession"), _bit("spoils-done")
"""Bits inside their page."""
