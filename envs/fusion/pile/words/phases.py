"""What each phase asks for, and the rules of it."""

from __future__ import annotations

from throwdown.envs.fusion.words.why_not import (
    FORCED as SHARED_FORCED,
    HELP as SHARED_HELP,
    TASKS as SHARED_TASKS,
)

TASKS = SHARED_TASKS | {
    "over": "the Throwdown is over",
    "stakes": "say what the challenge is about",
    "lay": "lay an initiative card face-down",
    "side": "{ways}",
    "turn": "take {side}one Main action: {ways}",
    "assist-discard": "discard a card for the Assist",
    "assist-pass": "choose the card to pass",
    "recharge": "discard a card for Charges by its suit",
    "invite": "invite an ally into the Lesser Fusion, or be done",
    "consent": "enter the Lesser Fusion, or decline",
    "partner": "choose the partner's Tech",
    "fusion-pay": "discard a card of the Fusion to pay",
    "spoils": "spend cards of the final Pile, or be done",
    "concession": "add an effect for a spent Spade, or be done",
    "restore": "choose whose Buffer returns",
    "payload": "assign the damage",
    "order": "choose the damage that lands next",
    "drop": "discard down to the Max",
}

FORCED = SHARED_FORCED | {
    "stakes": "The Stakes cannot be about anything else (TP-97).",
    "lay": "No other card is in the Hand (TP-16).",
    "side": "The sides are fixed (TP-21).",
    "turn": "Nothing but Fold can be done (TP-64).",
    "assist-discard": "No other card may be discarded (C-60).",
    "assist-pass": "No other card may be passed (TP-52, C-60).",
    "recharge": "No other card is in the Hand (TP-82).",
    "invite": "Nobody else can be invited (TP-77).",
    "consent": "There is nothing else to answer (TP-77).",
    "partner": "No other Tech of the partner can be used now (TP-77).",
    "fusion-pay": "No other card of the Fusion pays (TP-77).",
    "spoils": "No card of the Pile buys anything that would change something (TP-92 to TP-98).",
    "concession": "No effect that could be added would change anything (TP-99).",
    "restore": "No other Buffer of the side is spent (TP-96).",
    "payload": "The damage can hit nobody else (TP-102).",
    "order": "No other damage is left (ME-45, ME-46).",
    "drop": "No other card is in the Hand (TP-106).",
}
"""Why a decision has but one answer, if it has."""

HELP = SHARED_HELP | {
    "over": "Nothing is left to decide. The side whose card lay on top of the Pile has won (TP-03, C-49).",
    "stakes": "Stakes say what winning achieves (TP-19). If they are about a Faction's favor or a Damaged Location, "
    "Hearts may buy +Favor or +Rebuild at the end (TP-97).",
    "lay": "All cards are turned up together and stacked by rank, then suit; the highest leads (TP-27, TP-29). A Pilot "
    "who leads too far above the card beneath causes Strife (TP-30). Coach lays blind (TP-24).",
    "side": "Whoever joins or opposes lays a card (TP-21 to TP-24). If nobody opposes, the challenger's side wins with "
    "the cards that lie there (TP-25, TP-26).",
    "turn": "Any Side actions, each once, then exactly one Main action (TP-42, TP-43). Push a card that beats the top "
    "one (TP-71); a Pilot beyond her Strike causes Strife, Coach may not go beyond his (TP-11, TP-14). Beat-Back with "
    "an equal rank and no lower suit tucks both cards under the Pile (TP-60, TP-61). Assist the next ally with a card "
    "or with Strike, for a discard (TP-52, TP-53). Fold leaves for good (TP-64). When all who are left side with "
    "the top card, it is over (C-46).",
    "assist-discard": "The card goes to the Trash; cards that you received must be passed on instead (TP-52, C-60).",
    "assist-pass": "The next ally gets this card, and all that you received (TP-52, TP-56, C-158).",
    "recharge": "Clubs give 1 Charge, Diamonds 2, Hearts 3, Spades 4, up to the maximum (TP-82, CD-13).",
    "invite": "Allies who consent leave the rotation and share hands, Charges and Techs with you (TP-77, TP-78).",
    "consent": "In a Fusion the other acts with your cards too; yours return to you when it breaks (TP-77, C-73).",
    "partner": "A partner's Tech is paid from what the Fusion has (TP-77).",
    "fusion-pay": "Any card of the Fusion pays (TP-77, TP-49).",
    "spoils": "Each card does one thing (TP-92): a Club +Trauma, or +Ruin with Robos or Monsters; a Diamond strikes a "
    "trigger off the Payload that you would receive; a Heart restores a Buffer, or buys what the Stakes were about; a "
    "Spade does any of it, but lets the loser add an effect too (TP-93 to TP-99).",
    "concession": "For every Spade that the victor spent you may add one effect, without a card (TP-99, C-70).",
    "restore": "One spent Buffer of your side returns (TP-96).",
    "payload": "The leader of the side that takes the damage says whom it hits (TP-102, C-69).",
    "order": "The side's leader picks which kind of damage it takes next; all of one kind land (ME-45, ME-46).",
    "drop": "Whoever holds more than the Max discards; then everybody below it draws up to it (TP-106).",
}
