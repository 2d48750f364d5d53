"""The state of a game of Goofspiel, and the names of its phases and events."""

from throwdown.envs.core.kit import NONE, CardKit, Events, GameState, Ints, Named, event, int8, int64

CARDS = CardKit(("1", "2", "3", "4", "5"))
MOST = len(CARDS.names)


class Phase(Named):
    """What is being decided."""

    BID = 0


class Event(Events):
    """What can happen, and the sentences that tell it."""

    PRIZE_TURNED = event("The prize is {card}.")
    BID_LAID = event("{who} bid {card}.")
    PRIZE_WON = event("{who} won the {card}.")
    PRIZE_LOST = event("Nobody won the {card}.")
    BID_SHOWN = event("{who} showed a bid: {card}.")


class State(GameState):
    """A game of Goofspiel; what is kept from deal to deal says how many cards there are."""

    cards: int = int8("cards of each player, and prizes", start=MOST, kept=True)
    prizes: Ints = int64("prizes that are still face down", CARDS.shape)
    prize: int = int8("the prize that is bid for", start=NONE)
    rounds: int = int8("rounds that are over")
    hands: Ints = int64("[seat]: cards held", (2, *CARDS.shape))
    bids: Ints = int8("[seat, round]: the card that was bid", (2, MOST), start=NONE)
    winners: Ints = int8("[round]: who won the prize, or NONE", MOST, start=NONE)
    points: Ints = int8("[seat]: points", 2)
