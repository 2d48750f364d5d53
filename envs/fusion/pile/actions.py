"""The action layout of the Throwdown, pile edition: the shared pages, then its own."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.cards import CLUBS, DIAMONDS, HEARTS
from throwdown.envs.core.kit import FRENCH, ActionLayout, Named, Range, card_range, single, tr
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.choices import PAGES_SHARED
from throwdown.envs.fusion.world.terms import MAX_FACTIONS, MAX_PILOTS


class Spoil(Named):
    """What a card of the final Pile may do (TP-93 to TP-97)."""

    TRAUMA = auto()
    RUIN = auto()
    CANCEL_STRIFE = auto()
    CANCEL_TRAUMA = auto()
    CANCEL_PURGE = auto()
    CANCEL_DISFAVOR = auto()
    CANCEL_RUIN = auto()
    RESTORE = auto()
    FAVOR = auto()
    REBUILD = auto()


CANCELLED = (book.Kind.STRIFE, book.Kind.TRAUMA, book.Kind.PURGE, book.Kind.DISFAVOR, book.Kind.RUIN)
"""The kinds of triggers that a Diamond may strike, in the order of `Spoil`."""
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
    *(f"charge {k}" for k in range(book.MAX_CHARGE_TECHS)),
    *(f"boon {k}" for k in range(book.MAX_BOONS)),
)
"""A Pilot's page of abilities, then the Location's boons."""
FIRST_BOON = book.Page.CHARGE_TECHS + book.MAX_CHARGE_TECHS
PARTNER_TECHS = ((1 << book.Page.ACTIVATE) - 1) | (
    ((1 << book.MAX_CHARGE_TECHS) - 1) << book.Page.CHARGE_TECHS
)
"""The abilities of a Fusion partner that may be used: her Techs (TP-77)."""

LAYOUT = ActionLayout(
    [
        *PAGES_SHARED,
        [card_range("initiative", FRENCH, tr("lay this card face-down for initiative (TP-16, TP-22)"))],
        [card_range("push", FRENCH, tr("play a card that beats the top of the Pile (TP-71)"))],
        [
            card_range(
                "beat-back",
                FRENCH,
                tr("tuck the top card away with one of its rank and no lower suit (TP-60, TP-61)"),
            )
        ],
        [card_range("give", FRENCH, tr("hand this card to the next ally (TP-52)"))],
        [
            Range(
                "stakes",
                ("stakes fight", "stakes favor", "stakes repair"),
                tr(
                    "what the challenge is about: anything, a Faction's favor, a Damaged Location (TP-19, TP-97)"
                ),
            ),
            single("join", tr("take the challenger's side (TP-21, TP-23)")),
            single("oppose", tr("take the side against the challenger (TP-21, TP-22)")),
            single("sit-out", tr("take no part (TP-21)")),
            single("fold", tr("Main action: leave the Throwdown (TP-64)")),
            single(
                "card-assist", tr("Main action: discard a card and pass another to the next ally (TP-52)")
            ),
            single(
                "strike-assist", tr("Main action: discard a card to change the next ally's Strike (TP-53)")
            ),
            single("recharge", tr("Side action: discard a card for Charges by its suit (TP-82)")),
            single("fusion", tr("Side action: start a Lesser Fusion, or break one's own (TP-77, TP-79)")),
            single("done", tr("invite nobody else")),
            single("consent", tr("enter the Lesser Fusion (TP-77)")),
            single("decline", tr("stay out of the Lesser Fusion (TP-77)")),
            Range(
                "invoke",
                tuple(f"invoke {f}" for f in range(MAX_FACTIONS)),
                tr("Side action: take this Faction's face-up card into the hand (TP-80)"),
            ),
            Range(
                "partner",
                tuple(f"partner pilot_{k}" for k in range(MAX_PILOTS)),
                tr("Side action: use a Tech of this partner in the Fusion (TP-77)"),
            ),
        ],
        [
            Range(
                "ability",
                ABILITIES,
                tr(
                    "Side action: a Tech, Gear, the Robo, a boon of the Location (TP-48, TP-75, TP-83, TP-85)"
                ),
            ),
        ],
        [
            Range(
                "spend",
                tuple(f"spend {name}" for name in Spoil.labels()),
                tr("spend a card of the final Pile by its suit (TP-93 to TP-97)"),
            ),
            Range(
                "spade",
                tuple(f"spade {name}" for name in Spoil.labels()),
                tr("spend a Spade as another suit (TP-98)"),
            ),
            Range(
                "concession",
                tuple(f"concession {name}" for name in Spoil.labels()),
                tr("add an effect to one's own Payload, for a Spade that the victor spent (TP-99)"),
            ),
            single("spoils-done", tr("spend or add no more")),
        ],
    ]
)


class Page(Named):
    """The pages of its own, and where they end."""

    INITIATIVE = len(PAGES_SHARED)
    PUSH = auto()
    BEAT = auto()
    GIVE = auto()
    OTHER = auto()
    ABILITY = auto()
    SPOILS = auto()
    END = auto()


class Start(Named):
    """The first actions of the pages of its own."""

    INITIATIVE = int(LAYOUT.starts[Page.INITIATIVE])
    PUSH = int(LAYOUT.starts[Page.PUSH])
    BEAT = int(LAYOUT.starts[Page.BEAT])
    GIVE = int(LAYOUT.starts[Page.GIVE])
    OTHER = int(LAYOUT.starts[Page.OTHER])
    ABILITY = int(LAYOUT.starts[Page.ABILITY])
    SPOILS = int(LAYOUT.starts[Page.SPOILS])


_bit = LAYOUT.bit


class Act(Named):
    """Places in the page of what needs no card."""

    STAKES = _bit("stakes")
    JOIN = _bit("join")
    OPPOSE = _bit("oppose")
    SIT_OUT = _bit("sit-out")
    FOLD = _bit("fold")
    CARD_ASSIST = _bit("card-assist")
    STRIKE_ASSIST = _bit("strike-assist")
    RECHARGE = _bit("recharge")
    FUSION = _bit("fusion")
    DONE = _bit("done")
    CONSENT = _bit("consent")
    DECLINE = _bit("decline")
    INVOKE = _bit("invoke")
    PARTNER = _bit("partner")


class SpoilAct(Named):
    """Places in the page of spoils."""

    SPEND = _bit("spend")
    SPADE = _bit("spade")
    CONCESSION = _bit("concession")
    DONE = _bit("spoils-done")
