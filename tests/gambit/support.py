"""Tables of the Gambit for tests: small scenarios, and Gambits of which an answer has just been played."""

from __future__ import annotations

from collections import Counter
from typing import Any

from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.tables.table import Table

RED_LOW: dict[str, Any] = {
    "title": "Low",
    "harmony": 1,
    "coach": {"hand_max": 3},
    "pilots": [
        {
            "name": name,
            "steel": 2,
            "flesh": 2,
            "synch": 1,
            "solo": 1,
            "lowered": {"steel": 1, "synch": 1},
            "charge_max": 2,
            "charges": 1,
            "buffer_max": 2,
            "buffers": 1,
            "hand_max": 2,
            "specialty": "recover",
        }
        for name in ("A", "B")
    ],
    "threats": [{"name": "T", "rating": 2}],
}


HANDS = {"coach_0": ["2D"], "pilot_0": ["9S", "3S", "4H"], "pilot_1": ["5H"]}


def rich(**more: Any) -> dict[str, Any]:
    """Return a scenario in which every consequence but Recover would change something."""
    pilot: dict[str, Any] = {
        "steel": 2,
        "flesh": 2,
        "synch": 1,
        "solo": 1,
        "charge_max": 2,
        "charges": 1,
        "buffer_max": 2,
        "buffers": 1,
        "hand_max": 3,
    }
    waves = [
        {"name": "Rain", "effects": ["+Trauma:Choice(1)"]},
        {"name": "Fog", "effects": ["+Schism:Team(1)"]},
    ]
    return {
        "title": "Rich",
        "harmony": 4,
        "coach": {"hand_max": 3},
        "pilots": [{"name": "A", **pilot}, {"name": "B", **pilot}],
        "threats": [{"name": "Storm", "rating": 2, "waves": waves}, {"name": "Dull", "rating": 1}],
        "factions": [{"name": "Dockers", "favor": 2}, {"name": "Guild", "favor": 1, "controller": "coach"}],
        "location": {"name": "Harbour", "state": "damaged"},
        "resources": {"pit_crew": {"value": 0, "max": 1}, "fan_club": {"value": 0, "max": 1}},
        **more,
    }


def won(scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a Gambit in which pilot_0 has just reached "Yes, and"."""
    return play("9S", scenario, **more)


def lost(scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a Gambit in which pilot_0 has just picked "Yes, but"."""
    t = play("3S", scenario, **more)
    t.play("yes-but")
    return t


def play(card: str, scenario: dict[str, Any] | None = None, **more: Any) -> Table:
    """Return a Gambit in which pilot_0 has just answered with a card."""
    position: dict[str, Any] = {
        "hands": HANDS,
        "threshold": "8D",
        "acting": "pilot_0",
        "deck": {"next": ["6C", "5C", "4C", "7C"], "jokers": []},
        "factions": [{"favor": ["KC", "QC"]}, {"favor": ["JC"]}],
        **more,
    }
    t = Table.from_position(
        position, "gambit-v0", scenario or rich(), specialty_involved=more.pop("sp", "no")
    )
    t.play(f"answer {card}")
    return t


def table(position: dict[str, Any], scenario: Any = "duel", **options: Any) -> Table:
    """Return a Gambit in which the next cards of the deck are known, and narrative consequences allowed."""
    options.setdefault("narrative", "allowed")
    if scenario in ("duel", "trio"):  # no Escalation Event is left, so that no Omen can be Spent
        position = {"used_up": {"coach_0": [0, 1, 2, 3]}, **position}
    return Table.from_position(
        {"deck": {"next": ["6C", "5C", "4C"], "jokers": []}, **position}, "gambit-v0", scenario, **options
    )


def duel(played: str, threshold: str, **more: Any) -> Table:
    """Return a duel in which the Pilot has just played a card against a Threshold."""
    hands = {"coach_0": ["2D", "3D", "4D", "5D"], "pilot_0": [played, "7S", "8S"]}
    options = {name: more.pop(name) for name in ("reward",) if name in more}
    t = table({"hands": hands, "threshold": threshold, **more}, **options)
    t.play(f"answer {played}")
    return t


def kinds(t: Table) -> list[str]:
    """Return the kinds of the events so far."""
    return [event.kind for event in t.events]


def whole(t: Table) -> Counter[str]:
    """Return every card of the table with its number of copies, Omens as one entry."""
    p = t.position()
    out: Counter[str] = Counter({"omens": p["omens"]})
    for hand in p["hands"].values():
        out.update(hand)
    for threat in p["threats"]:
        out.update(threat["invested"])
    out.update(p["trash"] + [p[k] for k in ("threshold", "played") if p.get(k)])
    pool = t.state.world.decks[0]
    out.update(NAMES[c] for c in cards_in(pool.cards))
    out.update(NAMES[int(c)] for c in pool.ahead[: int(pool.ahead_n)])
    return out
