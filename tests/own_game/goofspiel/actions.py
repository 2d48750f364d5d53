"""What a player may do."""

from goofspiel.state import CARDS

from throwdown.envs.core.kit import ActionLayout, card_range

LAYOUT = ActionLayout([[card_range("bid", CARDS, "bid this card for the prize (GO-03)")]])
