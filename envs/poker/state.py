"""The state of a game of poker, and the names of its rounds and events."""

from throwdown.envs.core.deck import Deck
from throwdown.envs.core.kit import (
    NONE,
    CardKit,
    Events,
    GameState,
    Ints,
    Named,
    event,
    int8,
    int64,
    nested,
    tr,
)

RANKS = CardKit(("J", "Q", "K"), copies=2)
SUITED = CardKit(("JS", "JH", "QS", "QH", "KS", "KH"), copies=2)
"""The same cards with their suits told apart."""
KINDS = len(SUITED.names)


class Round(Named):
    """What is being decided."""

    FIRST_ROUND = 0
    SECOND_ROUND = 1


class Event(Events):
    """What can happen, and the sentences that tell it."""

    DEALT = event(sound="card")
    TURNED_UP = event(tr("The shared card was turned up: {card}."), sound="card")
    FOLDED = event(tr("{who} folded."), sound="concede")
    CHECKED = event(tr("{who} checked."))
    CALLED = event(tr("{who} called {chips}."), sound="counter")
    RAISED = event(tr("{who} raised by {chips}."), sound="escalate")
    SHOWN = event(tr("{who} showed: {card}."), sound="card")


class Pack(Deck):
    """The cards that nobody has been dealt."""

    cards: Ints = int64("cards in the pack", SUITED.shape)
    trash: Ints = int64("none: cards come back with the next deal", SUITED.shape)
    ahead: Ints = int8("none: no card is fixed ahead", KINDS)


class State(GameState):
    """A game of poker; what is kept from deal to deal says which."""

    faces: Ints = int64("the cards of the game", SUITED.shape, kept=True)
    kinds: int = int8("number of distinct cards, 3 or 6", kept=True)
    rounds: int = int8("rounds of betting, 1 or 2", kept=True)
    most_raises: int = int8("the most raises in a round", kept=True)
    stakes: Ints = int8("[round]: size of a raise, in chips", 2, kept=True)
    pack: Pack = nested(Pack, "cards that have not been dealt")
    hand: Ints = int8("[seat]: its card", 2, start=NONE)
    shared: int = int8("the shared card, or NONE", start=NONE)
    paid: Ints = int8("[seat]: chips in the pot", 2, start=1)
    raises: int = int8("raises in this round")
    acted: int = int8("actions in this round")
    folded: int = int8("the seat that folded, or NONE", start=NONE)
