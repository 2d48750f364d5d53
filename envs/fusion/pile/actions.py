"""The action layout of the Throwdown, pile edition: the shared actions, then its own."""

from __future__ import annotations

from enum import auto

from throwdown.envs.core.cards import CLUBS, DIAMONDS, HEARTS
from throwdown.envs.core.kit import FRENCH, ActionLayout, Actions, Named, Range, card_range, single, tr
from throwdown.envs.fusion.world import book, choices
from throwdown.envs.fusion.world.choices import named, numbered
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


_SPOILS: dict[Spoil, tuple[int, int]] = {
    Spoil.TRAUMA: (CLUBS, book.Kind.NONE),
    Spoil.RUIN: (CLUBS, book.Kind.NONE),
    Spoil.CANCEL_STRIFE: (DIAMONDS, book.Kind.STRIFE),
    Spoil.CANCEL_TRAUMA: (DIAMONDS, book.Kind.TRAUMA),
    Spoil.CANCEL_PURGE: (DIAMONDS, book.Kind.PURGE),
    Spoil.CANCEL_DISFAVOR: (DIAMONDS, book.Kind.DISFAVOR),
    Spoil.CANCEL_RUIN: (DIAMONDS, book.Kind.RUIN),
    Spoil.RESTORE: (HEARTS, book.Kind.NONE),
    Spoil.FAVOR: (HEARTS, book.Kind.NONE),
    Spoil.REBUILD: (HEARTS, book.Kind.NONE),
}
SUIT_OF = tuple(_SPOILS[spoil][0] for spoil in Spoil)
"""[spoil]: the suit that pays for it (TP-93 to TP-97)."""
CANCELS = tuple(_SPOILS[spoil][1] for spoil in Spoil)
"""[spoil]: the kind of triggers that it strikes; for others `book.Kind.NONE`."""

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


class Act(Actions):
    """Its own actions."""

    INITIATIVE = card_range(
        "initiative",
        FRENCH,
        tr("lay this card face-down as initiative card (TP-16, TP-22)"),
        first=choices.SHARED_ACTIONS,
    )
    PUSH = card_range("push", FRENCH, tr("play a card that beats the top of the Pile (TP-71)"))
    BEAT_BACK = card_range(
        "beat-back",
        FRENCH,
        tr(
            "Beat-Back: tuck the top card away with this card, of the same rank and no lower suit (TP-60, "
            "TP-61)"
        ),
    )
    GIVE = card_range("give", FRENCH, tr("pass this card to the next ally (TP-52)"))
    STAKES = named(
        "stakes",
        ("fight", "favor", "repair"),
        tr(
            "the Stakes of the challenge: the fight itself, a Faction's favor, or a Damaged Location "
            "(TP-19, TP-97)"
        ),
    )
    JOIN = single("join", tr("take the challenger's side (TP-21, TP-23)"))
    OPPOSE = single("oppose", tr("take the side against the challenger (TP-21, TP-22)"))
    SIT_OUT = single("sit-out", tr("take no part in the Throwdown (TP-21)"))
    FOLD = single("fold", tr("Main action: leave the Throwdown (TP-64)"))
    CARD_ASSIST = single(
        "card-assist", tr("Main action: discard a card and pass another to the next ally (TP-52)")
    )
    STRIKE_ASSIST = single(
        "strike-assist", tr("Main action: discard a card to change the next ally's Strike (TP-53)")
    )
    RECHARGE = single("recharge", tr("Side action: discard a card for Charges by its suit (TP-82)"))
    FUSION = single("fusion", tr("Side action: start a Lesser Fusion, or break your own (TP-77, TP-79)"))
    DONE = single("done", tr("invite nobody else into the Lesser Fusion"))
    CONSENT = single("consent", tr("enter the Lesser Fusion (TP-77)"))
    DECLINE = single("decline", tr("stay out of the Lesser Fusion (TP-77)"))
    INVOKE = numbered(
        "invoke", MAX_FACTIONS, tr("Side action: take this Faction's face-up card into your hand (TP-80)")
    )
    PARTNER = numbered(
        "partner",
        MAX_PILOTS,
        tr("Side action: use a Tech of this partner in the Lesser Fusion (TP-77)"),
        "pilot_",
    )
    ABILITY = Range(
        "ability",
        ABILITIES,
        tr("Side action: use a Tech, Gear, the Robo or a boon of the Location (TP-48, TP-75, TP-83, TP-85)"),
    )
    SPEND = named("spend", Spoil.labels(), tr("spend a card of the final Pile by its suit (TP-93 to TP-97)"))
    SPADE = named("spade", Spoil.labels(), tr("spend a Spade as another suit (TP-98)"))
    CONCESSION = named(
        "concession",
        Spoil.labels(),
        tr("add an effect in return for a Spade that the winner spent (TP-99)"),
    )
    SPOILS_DONE = single("spoils-done", tr("spend no more cards, or add no more effects"))


LAYOUT = ActionLayout(choices.Act, Act)
