"""What each phase asks for, and the rules of it."""

from __future__ import annotations

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.words.why_not import (
    FORCED as SHARED_FORCED,
    HELP as SHARED_HELP,
    TASKS as SHARED_TASKS,
)

TASKS = SHARED_TASKS | {
    "over": tr("the Throwdown is over"),
    "stakes": tr("say what the challenge is about"),
    "lay": tr("lay an initiative card face-down"),
    "side": "{ways}",
    "turn": tr("take one Main action: {ways}"),
    "assist-discard": tr("discard a card for the Assist"),
    "assist-pass": tr("choose the card to pass"),
    "recharge": tr("discard a card for Charges by its suit"),
    "invite": tr("invite an ally into the Lesser Fusion, or be done"),
    "consent": tr("enter the Lesser Fusion, or decline"),
    "partner": tr("choose the partner's Tech"),
    "fusion-pay": tr("discard a card of the Fusion to pay"),
    "spoils": tr("spend cards of the final Pile, or be done"),
    "concession": tr("add an effect for a spent Spade, or be done"),
    "restore": tr("choose whose Buffer returns"),
    "payload": tr("assign the damage"),
    "order": tr("choose the damage that lands next"),
    "drop": tr("discard down to the Max"),
}

WITH_SIDE_ACTIONS = tr("take Side actions, then one Main action: {ways}")
"""What a turn asks for where there are Side actions."""

FORCED = SHARED_FORCED | {
    "stakes": tr("The Stakes cannot be about anything else (TP-97)."),
    "lay": tr("No other card is in the Hand (TP-16)."),
    "side": tr("The sides are fixed (TP-21)."),
    "turn": tr("Nothing but Fold can be done (TP-64)."),
    "assist-discard": tr("No other card may be discarded (C-60)."),
    "assist-pass": tr("No other card may be passed (TP-52, C-60)."),
    "recharge": tr("No other card is in the Hand (TP-82)."),
    "invite": tr("Nobody else can be invited (TP-77)."),
    "consent": tr("There is nothing else to answer (TP-77)."),
    "partner": tr("No other Tech of the partner can be used now (TP-77)."),
    "fusion-pay": tr("No other card of the Fusion pays (TP-77)."),
    "spoils": tr("No card of the Pile buys anything that would change something (TP-92 to TP-98)."),
    "concession": tr("No effect that could be added would change anything (TP-99)."),
    "restore": tr("No other Buffer of the side is spent (TP-96)."),
    "payload": tr("The damage can hit nobody else (TP-102)."),
    "order": tr("No other damage is left (ME-45, ME-46)."),
    "drop": tr("No other card is in the Hand (TP-106)."),
}
"""Why a decision has but one answer, if it has."""

HELP = SHARED_HELP | {
    "over": tr(
        "Nothing is left to decide. The side whose card lay on top of the Pile has won (TP-03, C-49)."
    ),
    "stakes": tr(
        "Stakes say what winning achieves (TP-19). If they are about a Faction's favor or a Damaged Location, "
        "Hearts may buy +Favor or +Rebuild at the end (TP-97)."
    ),
    "lay": tr(
        "All cards are turned up together and stacked by rank, then suit; the highest leads (TP-27, TP-29). A Pilot "
        "who leads too far above the card beneath causes Strife (TP-30). Coach lays blind (TP-24)."
    ),
    "side": tr(
        "Whoever joins or opposes lays a card (TP-21 to TP-24). If nobody opposes, the challenger's side wins with "
        "the cards that lie there (TP-25, TP-26)."
    ),
    "turn": tr(
        "Any Side actions, each once, then exactly one Main action (TP-42, TP-43). Push a card that beats the top "
        "one (TP-71); a Pilot beyond her Strike causes Strife, Coach may not go beyond his (TP-11, TP-14). Beat-Back "
        "with an equal rank and no lower suit tucks both cards under the Pile (TP-60, TP-61). Assist the next ally "
        "with a card or with Strike, for a discard (TP-52, TP-53). Fold leaves for good (TP-64). When all who are "
        "left side with the top card, it is over (C-46)."
    ),
    "assist-discard": tr(
        "The card goes to the Trash; cards that you received must be passed on instead (TP-52, C-60)."
    ),
    "assist-pass": tr("The next ally gets this card, and all that you received (TP-52, TP-56, C-158)."),
    "recharge": tr("Clubs give 1 Charge, Diamonds 2, Hearts 3, Spades 4, up to the maximum (TP-82, CD-13)."),
    "invite": tr(
        "Allies who consent leave the rotation and share hands, Charges and Techs with you (TP-77, TP-78)."
    ),
    "consent": tr(
        "In a Fusion the other acts with your cards too; yours return to you when it breaks (TP-77, C-73)."
    ),
    "partner": tr("A partner's Tech is paid from what the Fusion has (TP-77)."),
    "fusion-pay": tr("Any card of the Fusion pays (TP-77, TP-49)."),
    "spoils": tr(
        "Each card does one thing (TP-92): a Club +Trauma, or +Ruin with Robos or Monsters; a Diamond strikes a "
        "trigger off the Payload that you would receive; a Heart restores a Buffer, or buys what the Stakes were "
        "about; a Spade does any of it, but lets the loser add an effect too (TP-93 to TP-99)."
    ),
    "concession": tr(
        "For every Spade that the victor spent you may add one effect, without a card (TP-99, C-70)."
    ),
    "restore": tr("One spent Buffer of your side returns (TP-96)."),
    "payload": tr("The leader of the side that takes the damage says whom it hits (TP-102, C-69)."),
    "order": tr(
        "The side's leader picks which kind of damage it takes next; all of one kind land (ME-45, ME-46)."
    ),
    "drop": tr("Whoever holds more than the Max discards; then everybody below it draws up to it (TP-106)."),
}
