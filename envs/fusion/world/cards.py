"""FUSION's cards: two French packs with two red and two black Jokers, 108 in all."""

from __future__ import annotations

from throwdown.envs.core.cards import FRENCH, CardKit

RED_JOKER, BLACK_JOKER = 52, 53
JOKERS = {RED_JOKER: "*r", BLACK_JOKER: "*b"}
KIT = CardKit(
    (*FRENCH.names, *JOKERS.values()), copies=2, aliases={**FRENCH.aliases, "*": "*r"}, hint=FRENCH.hint
)
NAMES = KIT.names
COPIES = KIT.copies
ALL_CARDS = COPIES * len(NAMES)
card_name, card_id, words_of, cards_in = KIT.name, KIT.id, KIT.words_of, KIT.cards_in
