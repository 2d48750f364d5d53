"""What in a scenario has a name of its own and is used by actions, and what observations say of a game's course."""

from __future__ import annotations

from throwdown.envs.challenge.actions import Act
from throwdown.envs.challenge.state import End, Mode, Phase
from throwdown.envs.core.kit import Piece, Setup, tr
from throwdown.envs.core.signals import Signals

GRUNTS = ("heartseeker", "double-reach", "triple-reach", "knuckle-down", "frenzy", "react-fast")
BOONS = ("boon-bang", "boon-bust", "boon-gift")


def pieces(setup: Setup) -> list[Piece]:
    """Return the obstacles and hazards that the Table posts, or the presses of every side.

    Obstacles that are open are attempted by their places, so their worth to the Character is not told apart.
    """
    config, mode = setup.config, Mode.of(setup.config["mode"])
    if mode == Mode.ATTEMPT:
        return []
    if mode == Mode.SCENE:
        table = (setup.seat("table_0"),)
        shelves = ((tr("obstacle"), "obstacles", Phase.POST), (tr("hazard"), "hazards", Phase.PRIORITY))
        return [
            Piece(tr(part["name"]), kind, "", table, (Act.TEMPLATE + k,), (phase,))
            for kind, shelf, phase in shelves
            for k, part in enumerate(config[shelf])
        ]
    phases = (Phase.PRIORITY, Phase.REACTION)
    return [
        Piece(tr(part["name"]), tr("press"), setup.called(side), seats, (Act.CHOOSE + k,), phases)
        for side, seats in setup.teams.items()
        for k, part in enumerate(config["presses"])
    ]


def signals(setup: Setup) -> Signals:
    """Return what fields of the observation say how far a game has come and how it ended.

    Nobody holds a hand: what is hidden are Difficulties, decks and cards seen by Bangs, which no field counts.
    """
    chosen = {"grunting": GRUNTS, "boon": BOONS}
    if setup.config["mode"] == Mode.SCENE.label:
        chosen["difficulty"] = ("difficulty",)
    return Signals(step=("round", "Round"), ends=("ended", End.labels()), choices=chosen)
