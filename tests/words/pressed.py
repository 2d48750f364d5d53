"""Plays games in the language of this process and looks at what choices are about: ``python -m tests.words.pressed``.

It prints JSON: by game, how many choices are about something on the table, and the choices that are about something
else than they say.
"""

from __future__ import annotations

import json
import random
from typing import Any

from throwdown.envs.core.cards import FRENCH
from throwdown.envs.core.scene import HIDDEN, Scene
from throwdown.envs.pictures import draw
from throwdown.envs.registry import make_setup
from throwdown.envs.tables.table import Table

TABLES = (
    ("skirmish-v0", "boss"),
    ("showdown-v0", "short"),
    ("throwdown-v0", "trio"),
    ("pile-v0", "trio"),
    ("gambit-v0", "trio"),
    ("session-v0", "small"),
    ("challenge-v0", "scene"),
)
ABOUT = {
    "skirmish-v0": {"area", "card", "mob", "mc", "pay", "swap", "interrupt", "yield", "give"},
    "showdown-v0": {"card", "own", "opposing", "ability", "switch", "stack", "pay", "join"},
    "challenge-v0": set(),
}
"""By game the verbs of choices that are always made with something on the table; so are all whose label has a card."""
WORLD = {
    *("pilot", "threat", "faction", "resource", "wave", "storm", "involve", "leave-out", "ask", "invoke", "partner")
}  # fmt: skip
"""Those of FUSION's games."""
SEEDS, MOVES = 2, 120


def names_of(scene: Scene) -> set[str]:
    """Return the names of all that lies or stands on a table."""
    spots = scene.map.spots if scene.map else ()
    people, faces = (*scene.far, *scene.near), [face for row in scene.card_rows for face in row.faces]
    cards = {card for person in people for card in (*person.cards, *person.laid)}
    cards |= {laid.card for pile in scene.piles for laid in pile.cards}
    cards |= {card for thing in scene.things for card in thing.cards}
    named = (*people, *scene.things, *spots, *faces, *(figure for spot in spots for figure in spot.figures))
    return (cards | {one.name for one in named}) - {HIDDEN}


def is_about(id: str, label: str) -> bool:
    """Return whether a choice is always made with something on the table."""
    verb, _, what = label.partition(" ")
    return what in FRENCH.names or verb in ABOUT.get(id, WORLD)


def look(table: Table, wrong: set[str]) -> int:
    """Look at the choices of a moment: add those that say what is not there, and return how many say what is."""
    labels, n = table.game.actions.labels, 0
    scene = draw.scene_of(table.state, int(table.state.seat), table.setup)
    known, areas = names_of(scene), {spot.name for spot in scene.map.spots} if scene.map else set()
    for i in table.legal_ids():
        told, label = table.describe(i), labels[i]
        there = areas if label.startswith("area ") else known
        n += told.on in there
        if told.on not in there and (told.on or is_about(table.game.id, label)):
            wrong.add(f"{label}: '{told.title}' is about '{told.on}'")
    return n


def play(id: str, scenario: str) -> dict[str, Any]:
    """Play random games and return what is found."""
    wrong: set[str] = set()
    n = 0
    for seed in range(SEEDS):
        table, rng = Table.from_setup(make_setup(id, scenario), seed), random.Random(seed)
        while not table.over and len(table.history) < MOVES:
            n += look(table, wrong)
            ids = table.legal_ids()
            table.play(rng.choice([i for i in ids if i not in table.game.exits] or ids))
    return {"n": n, "wrong": sorted(wrong)}


if __name__ == "__main__":
    found = {f"{id} {scenario}": play(id, scenario) for id, scenario in TABLES}
    print(json.dumps(found, ensure_ascii=False, indent=1))
