"""What in a scenario has a name of its own and is used by actions, and what observations say of a game's course."""

from __future__ import annotations

from throwdown.envs.core.kit import Piece, Setup, tr
from throwdown.envs.core.signals import Hand, Signals
from throwdown.envs.skirmish.actions import Act
from throwdown.envs.skirmish.state import End, Phase


def pieces(setup: Setup) -> list[Piece]:
    """Return the Interrupts, loadouts and bonus actions: of every MC, and of the boss."""
    seat, cpu = (setup.seat("mcs_0"),), (setup.seat("cpu_0"),)
    found = []
    for i, mc in enumerate(setup.config["mcs"]):
        name = tr(mc["name"])
        if own := [tr(x["name"]) for x in mc["interrupts"]]:
            what = own[0] if len(own) == 1 else tr("{name} or {other}", name=own[0], other=own[1])
            found.append(Piece(what, tr("Interrupt"), name, seat, (Act.INTERRUPT + i,)))
        if len(mc["loadouts"]) > 1:
            first, second = (tr(x["name"]) for x in mc["loadouts"])
            what = tr("{new} for {old}", new=second, old=first)
            found.append(Piece(what, tr("change of loadout"), name, seat, (Act.SWAP + i,)))
        found.append(Piece(tr("card for Move points"), tr("payment"), name, seat, (Act.PAY + i,)))
    bosses = {mob["name"]: mob for fight in setup.config["fights"] for mob in fight["mobs"] if mob["boss"]}
    if len(bosses) == 1:
        ((name, boss),) = bosses.items()
        for x in boss["interrupts"]:
            found.append(Piece(tr(x["name"]), tr("Interrupt"), tr(name), cpu, (Act.INTERRUPT,)))
        found.append(Piece(tr("card for Move points"), tr("payment"), tr(name), cpu, (Act.PAY,)))
    found.append(Piece(tr("Team Hand"), tr("Team Hand"), "", (*seat, *cpu), (Act.GIVE,), (Phase.GIVE,)))
    return found


def signals(setup: Setup) -> Signals:
    """Return what fields of the observation say how far a game has come, how it ended and how many cards are hidden."""
    mcs = tuple(f"mc_{i}.mc_hand" for i in range(setup.counts["mc"]))
    return Signals(
        step=("round", "Round"),
        ends=("ended", End.labels()),
        choices={"card": ("card",), "Interrupt": ("interrupt",), "Team Hand": ("give",)},
        viewer="viewer",
        hands=(Hand(mcs), Hand(("mob_0.mob_hand",))),
        unseen=("own_deck", "their_deck"),
    )
