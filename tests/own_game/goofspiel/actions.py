"""What a player may do."""

from goofspiel.state import CARDS

from throwdown.envs.core.kit import ActionLayout, Actions, card_range


class Act(Actions):
    """The actions."""

    BID = card_range("bid", CARDS, "bid this card for the prize (GO-03)")


LAYOUT = ActionLayout(Act)
