"""Situations of the pile edition for its tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.events import Happening
from throwdown.envs.fusion.world.cards import NAMES, cards_in
from throwdown.envs.tables.table import Table


def pilot(name: str, **more: Any) -> dict[str, Any]:
    """Return a plain Pilot: Strike 3, bonus draw 2, three Charges, two Buffers, Max 3."""
    stats = {"steel": 3, "flesh": 2, "synch": 2, "solo": 2, "charge_max": 3, "buffer_max": 2, "hand_max": 3}
    return {"name": name, **stats, **more}


def plain(n: int = 3, **more: Any) -> dict[str, Any]:
    """Return a scenario without content: Pilots P, Q, R … against Threats of Ratings 4 and 2."""
    return {
        "title": "Plain",
        "harmony": 4,
        "coach": {"hand_max": 3},
        "pilots": [pilot(name) for name in "PQRSTUV"[:n]],
        "threats": [{"name": "T", "rating": 4, "buffer_max": 1}, {"name": "U", "rating": 2}],
        "charge_techs": [],
        "rules": {"challenger": "pilot_0"},
        **more,
    }


def table(position: Mapping[str, Any], scenario: Any = None, **options: Any) -> Table:
    """Set up a situation; the deck deals JS, JH, TS, TH … and holds no Jokers."""
    deck = {"next": ["JS", "JH", "TS", "TH"], "jokers": []}
    scenario = plain() if scenario is None else scenario
    return Table.from_position({"deck": deck, **position}, "pile-v0", scenario, **options)


def deal(seed: int = 0, scenario: Any = None, **options: Any) -> Table:
    """Deal a game."""
    return Table.deal("pile-v0", seed, plain() if scenario is None else scenario, **options)


def fight(
    pile: str,
    hands: Mapping[str, str],
    turn: str = "pilot_0",
    scenario: Any = None,
    rules: Any = None,
    **more: Any,
) -> Table:
    """Set up a turn: ``pile`` is like ``5C@coach_0 8D@pilot_0``, the lowest card first, ``9S@pilot_0-`` face-down."""
    laid = []
    for word in pile.split():
        card, by = word.split("@")
        laid.append({"card": card, "by": by.rstrip("-"), "face_down": by.endswith("-")})
    cards = {who: text.split() for who, text in hands.items()}
    return table(
        {"pile": laid, "hands": cards, "turn": turn, "phase": "turn", **more}, scenario, **(rules or {})
    )


def kinds(t: Table) -> list[str]:
    return [event.kind for event in t.events]


def told(t: Table, kind: str) -> list[Happening]:
    return [event for event in t.events if event.kind == kind]


def pile_of(t: Table) -> list[str]:
    """Return the Pile, the lowest card first, face-down cards with a minus."""
    return [x["card"] + ("-" if x["face_down"] else "") for x in t.view()["pile"]]


def hand(t: Table, who: str) -> list[str]:
    return sorted(t.view()["hands"][who]["cards"])


def play(t: Table, *actions: str) -> Table:
    """Play several actions."""
    for action in actions:
        t.play(action)
    return t


def whole(t: Table) -> Counter[str]:
    """Return every suited card of the table with its number of copies."""
    s, out = t.state, Counter[str]()
    w = s.world
    for words in (*w.hand, *w.stack, w.extra):
        out.update(NAMES[c] for c in cards_in(words))
    for f in range(int(s.cfg.factions)):
        out.update(NAMES[int(c)] for c in w.favor[f, : int(w.favor_n[f])])
    out.update(NAMES[int(c)] for c in (*s.sealed, s.blind) if c >= 0)
    out.update(NAMES[int(c)] for c in s.pile_card[: int(s.pile_n)])
    for d in range(int(s.cfg.decks)):
        deck = w.decks[d]
        out.update(NAMES[c] for c in [*cards_in(deck.cards), *cards_in(deck.trash)])
        out.update(NAMES[int(c)] for c in deck.ahead[: int(deck.ahead_n)])
    return Counter({name: n for name, n in out.items() if not name.startswith("*")})
