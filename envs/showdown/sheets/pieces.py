"""What in a scenario has a name of its own and is used by actions, and what observations say of a game's course."""

from __future__ import annotations

from throwdown.envs.core import kit
from throwdown.envs.core.catalogue import tr
from throwdown.envs.core.signals import Hand, Signals
from throwdown.envs.showdown.actions import Act
from throwdown.envs.showdown.state import End, Phase

SIDES = ("heroes", "villains")
KINDS = {
    "ally": tr("ally"),
    "equipment": tr("equipment"),
    "vehicle": tr("vehicle"),
    "combat": tr("combat"),
    "event": tr("event"),
    "mission": tr("mission"),
}
"""What the kinds of cards in decks are called."""


def pieces(setup: kit.Setup) -> list[kit.Piece]:
    """Return the cards of both decks, played or staged, and the Leaders' own Actions."""
    found = []
    discards = (Phase.DROP, Phase.DISCARD)
    phases = tuple(int(phase) for phase in Phase if phase not in discards)
    for seat, side in enumerate(SIDES):
        deck = setup.config[side]
        title, leader = deck["title"], deck["leader"]["name"]
        for k, card in enumerate(deck["cards"]):
            name, kind = card["name"], KINDS[card["kind"]]
            found.append(kit.Piece(tr(name), kind, tr(title), (seat,), (Act.CARD + k,), phases))
        for k in range(len(deck["leader"]["texts"])):
            name, kind = tr("Leader Action {n}", n=k + 1), tr("Leader Action")
            found.append(kit.Piece(name, kind, tr(leader), (seat,), (Act.LEADER + k,)))
    return found


def signals(setup: kit.Setup) -> Signals:
    """Return what fields of the observation say how far a game has come, how it ended and how many cards are hidden."""
    return Signals(
        step=("turn", "Turn"),
        ends=("ended", End.labels()),
        choices={"Leader Action": ("leader",)},
        viewer="viewer",
        hands=(Hand(("heroes_held",)), Hand(("villains_held",))),
        unseen=("own_deck", "their_deck"),
    )
