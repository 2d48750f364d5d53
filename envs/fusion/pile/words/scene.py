"""The pile edition as a picture: the one Pile, the sides, everybody's Strike, what is to land."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Setup
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Pile, Scene
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.fusion.pile.words import text
from throwdown.envs.fusion.words import names, scene as shared
from throwdown.envs.fusion.world.terms import COACH


def scene(s: State, viewer: int | None, setup: Setup) -> Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    return shared.scene(
        s,
        viewer,
        setup,
        text.prompt(s, setup),
        lambda p: _person(s, p, viewer, setup, seen),
        place=f"about {seen['stakes']}" + (f" · {seen['result']}" if s.over else ""),
        piles=(_pile(s, setup, seen),),
        gauges=_gauges(s, setup, seen),
    )


def _pile(s: State, setup: Setup, seen: dict[str, Any]) -> Pile:
    """Return the Pile; cards that lie face-down are known to those who were told."""
    cards = tuple(
        shared.laid(HIDDEN if x["face_down"] and x["card"] == "??" else x["card"], int(s.pile_by[i]), setup)
        for i, x in enumerate(seen["pile"])
    )
    down = sum(x["face_down"] for x in seen["pile"])
    note = f"{names.count(len(cards), 'card')}, the newest on the right" if cards else "no card yet"
    return Pile("The Pile", cards, note + (f"; {down} under it face-down" if down else ""), not s.over)


def _gauges(s: State, setup: Setup, seen: dict[str, Any]) -> list[Gauge]:
    """Return what each side is to receive; a number stays on the line of what it counts."""
    found = []
    for side, load in seen["payloads"].items():
        parts = [f"{n}\xa0{kind.capitalize()}" for kind, n in load.items() if kind != "caused"]
        parts += [f"{sum(load['caused'].values())}\xa0own\xa0Strife"] if "caused" in load else []
        if parts:
            whom = {"coach": "Coach", "pilots": "the Pilots"}.get(side, f"the {side}")
            found.append(Gauge(f"To {whom}", 0, note=", ".join(parts)))
    return found


def _person(s: State, p: int, viewer: int | None, setup: Setup, seen: dict[str, Any]) -> Person:
    name = setup.seats[p]
    side, strike = seen["sides"][name], seen["strike"].get(name)
    notes = [] if p == COACH and side else [side if text.is_pvp(s) else ""] if side else ["stays out"]
    if name in seen["leaders"].values() and p != COACH:
        notes = ["leads"]
    if name in seen["folded"]:
        notes.append("Folded")
    if name in seen["fusions"]:
        notes.append(f"fused with {shared.name_of(setup.seat(seen['fusions'][name]), setup)}")
    gauges = [] if strike is None else [shared.strike(strike)]
    face = seen["hands"][name]["initiative"]
    return shared.person(s, p, viewer, setup, gauges, [x for x in notes if x], face)
