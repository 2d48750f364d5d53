"""Plays games at random and compares what choices say that they do with what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from throwdown.envs.core.kit import Description
from throwdown.envs.core.scene import Gauge, Scene
from throwdown.envs.pictures import draw
from throwdown.envs.tables.table import Table
from throwdown.testing.hidden import redealt

IN_SECRET, SECRET = ("commit", "rank", "shift"), 40
"""The phases in which cards are laid in secret, and the most moves that they take."""
PASSES = ("accept",)
"""What lets a point of damage that may be prevented land."""


def gauges_of(scene: Scene, on: str) -> Iterator[Gauge]:
    """Yield the gauges that a choice may name: those of its object, of the viewer, of the table.

    A card known by its name has its Power as its number.
    """
    for face in (face for row in scene.card_rows for face in row.faces):
        if face.name == on and face.number:
            yield Gauge("Power", int(face.number))
    for figure in (figure for spot in (scene.map.spots if scene.map else ()) for figure in spot.figures):
        if figure.name == on:
            yield figure.gauge
    for thing in scene.things:
        if thing.name == on:
            yield from thing.gauges
    people = [*scene.near, *scene.far]
    for person in sorted(people, key=lambda x: (x.name != on, not (x.is_viewer and x.is_to_move))):
        if person.name == on or person.is_viewer:
            yield from person.gauges
    yield from scene.gauges
    if scene.ring:
        yield scene.ring


def is_figure(scene: Scene, name: str) -> bool:
    """Return whether somebody stands on the map."""
    spots = scene.map.spots if scene.map else ()
    return any(figure.name == name for spot in spots for figure in spot.figures)


def value_of(scene: Scene, on: str, name: str) -> int | None:
    """Return the value of a gauge that a choice names; None without it."""
    return next((gauge.value for gauge in gauges_of(scene, on) if gauge.name == name), None)


def _values(table: Table, action: int, seat: int, told: Description) -> dict[str, set[int | None]]:
    """Return the values that gauges take from an action on, until more is decided than whether damage lands.

    Somebody who has left the map has 0. A new Round gives back what was spent before, so nothing is found then.
    """
    has_stood = is_figure(draw.scene_of(table.state, seat, table.setup), told.on)
    after = table.clone()
    after.play(action)
    if _round(after) != _round(table):
        return {}
    found: dict[str, set[int | None]] = {name: set() for name, _ in told.then}
    while True:
        scene = draw.scene_of(after.state, seat, after.setup)
        for name, seen in found.items():
            has_left = has_stood and not is_figure(scene, told.on)
            seen.add(0 if has_left else value_of(scene, told.on, name))
        passing = [label for label in PASSES if not after.over and label in after.legal()]
        if not passing:
            return found
        after.play(passing[0])


def _lies(table: Table, action: int, seat: int, told: Description) -> bool:
    """Return whether a card lies after an action where its choice says; of cards laid in secret, once all lie open."""
    after = table.clone()
    after.play(action)
    for _ in range(SECRET):
        if after.over or after.phase not in IN_SECRET:
            break
        after.play(after.legal_ids()[-1])
    piles = draw.scene_of(after.state, seat, after.setup).piles
    return any(pile.title == told.lies and told.on in [x.card for x in pile.cards] for pile in piles)


def _round(table: Table) -> int:
    """Return the number of the Round, in which Actions are spent; 0 in games without."""
    return int(getattr(table.state, "round_no", 0))


def wrong(table: Table, counts: Counter[str]) -> list[str]:
    """Return what choices at a table say that is not so, by the names of the actions; ``counts`` counts gauges."""
    seat, found = int(table.state.seat), []
    before = draw.scene_of(table.state, seat, table.setup)
    piles = {pile.title for pile in before.piles}
    for action in table.legal_ids():
        told, label = table.describe(action), table.game.actions.labels[action]
        if told.lies and told.lies not in piles:
            found.append(f"{label}: no Pile is called '{told.lies}'")
        elif told.lies and told.on and not _lies(table, action, seat, told):
            found.append(f"{label}: it does not lie on '{told.lies}'")
        values = _values(table, action, seat, told) if told.then else {}
        for name, value in told.then:
            counts[name] += 1
            if value_of(before, told.on, name) is None:
                found.append(f"{label}: no gauge is called '{name}'")
            elif value not in values.get(name, {value}):
                found.append(f"{label}: {name} is not {value} but {values[name]}")
    return found


def leaks(table: Table, keys: range) -> list[str]:
    """Return the choices that say otherwise if what the seat to move cannot know is dealt anew."""
    seat, words = int(table.state.seat), table.game.text
    worlds: Any = redealt(table.setup, table._states, seat, keys)
    return [
        table.game.actions.labels[action]
        for action in table.legal_ids()
        for world in worlds
        if words.describe(world, action, table.setup) != table.describe(action)
    ]
