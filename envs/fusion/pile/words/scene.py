"""The pile edition as a picture: the one Pile, the sides, everybody's Strike, what is to land."""

from __future__ import annotations

from typing import Any

from throwdown.envs.core.kit import Setup, plural, tr
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Pile, Scene
from throwdown.envs.fusion.pile.state import State
from throwdown.envs.fusion.pile.words import labels, text
from throwdown.envs.fusion.pile.words.describe import THE_PILE
from throwdown.envs.fusion.words import names, scene as shared
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import COACH


def scene(s: State, viewer: int | None, setup: Setup) -> Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    seen = text.view(s, viewer, setup)
    place = tr("Stakes: {stakes}", stakes=labels.STAKES[seen["stakes"]])
    return shared.scene(
        s,
        viewer,
        setup,
        text.prompt(s, setup),
        lambda p: _person(s, p, viewer, setup, seen),
        place=f"{place} · {labels.RESULTS[seen['result']]}" if s.over else place,
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
    note = tr("no cards yet")
    if cards:
        note = plural("{n} card, the newest on the right", "{n} cards, the newest on the right", len(cards))
    if down:
        note = tr("{cards}; {n} face-down beneath", cards=note, n=down)
    return Pile(THE_PILE, cards, note, not s.over)


def _gauges(s: State, setup: Setup, seen: dict[str, Any]) -> list[Gauge]:
    """Return what each side is to receive; a number stays on the line of what it counts."""
    found = []
    for side, load in seen["payloads"].items():
        parts = [
            f"{n} {names.EFFECT_NAMES[book.Kind.of(kind)]}" for kind, n in load.items() if kind != "caused"
        ]
        if "caused" in load:
            parts.append(tr("{n} Strife caused by the side itself", n=sum(load["caused"].values())))
        if parts:
            note = tr(", ").join(part.replace(" ", "\xa0") for part in parts)
            found.append(Gauge(labels.TO_SIDES[side], 0, note=note))
    return found


def _person(s: State, p: int, viewer: int | None, setup: Setup, seen: dict[str, Any]) -> Person:
    name = setup.seats[p]
    side, strike = seen["sides"][name], seen["strike"].get(name)
    notes = [] if side or not s.conflict.involved.any() else [tr("stays out")]
    if side and p != COACH and text.is_pvp(s):
        notes = [labels.SIDES[side]]
    if name in seen["leaders"].values() and p != COACH:
        notes = [tr("leads")]
    if name in seen["folded"]:
        notes.append(tr("Folded"))
    if name in seen["fusions"]:
        partner = shared.name_of(setup.seat(seen["fusions"][name]), setup)
        notes.append(tr("fused with {who}", who=partner))
    gauges = [] if strike is None else [shared.strike(strike)]
    face = seen["hands"][name]["initiative"]
    return shared.person(s, p, viewer, setup, gauges, notes, face)
