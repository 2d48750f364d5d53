"""Small scenarios and situations for the tests by ruling; every number that a test is about stands in the test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.support import choose
from throwdown import Table
from throwdown.envs.core.cards import FACES, NONE
from throwdown.envs.fusion.session.positions.position import part_of
from throwdown.envs.fusion.world.cards import cards_in

GAME = "session-v0"
PILOT: dict[str, Any] = {
    "name": "Ada",
    "steel": 3,
    "flesh": 3,
    "synch": 2,
    "solo": 1,
    "charge_max": 5,
    "charges": 2,
    "buffer_max": 2,
    "buffers": 0,
    "hand_max": 3,
}
PACE = {"scenes": 6, "quiet": 2, "mend": 1, "begins": "pilots", "calm": 0, "idle": 0}
EVENTS = [
    {"name": "Flood", "effects": ["+Strife"]},
    {"name": "Dark", "effects": ["+Purge:Each"]},
    {"name": "Storm", "effects": ["+Trauma:Pilot(1)"]},
]


def sheet(pilots: int = 2, session: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a scenario with Pilots who are all alike, one Threat and no Jokers."""
    return {
        "title": "Test",
        "harmony": 4,
        "coach": {"hand_max": 3},
        "pilots": [{**PILOT, "name": name} for name in ("Ada", "Bea", "Cyd")[:pilots]],
        "threats": [{"name": "Wall", "rating": 3}],
        "deck": {"jokers": 0},
        "rules": {"fights_for": "team", "specialty_involved": "no"},
        "session": {**PACE, **(session or {})},
        **more,
    }


def deal(data: dict[str, Any] | None = None, seed: int = 0, **options: Any) -> Table:
    """Deal a session."""
    return Table.deal(GAME, seed, data or sheet(), **options)


def between(data: dict[str, Any] | None = None, **position: Any) -> Table:
    """Return a session between conflicts; unknown names are those of the world."""
    own = ("scene", "side", "acting", "goal", "phase", "turn", "after", "result", "start")
    session = {name: position.pop(name) for name in own if name in position}
    hands = {"coach_0": ["9S", "QS", "AS"], "pilot_0": ["9H", "QH", "2H"], "pilot_1": ["8D"]}
    data = data or sheet()
    position.setdefault(
        "hands", {n: h for n, h in hands.items() if n != "pilot_1" or len(data["pilots"]) > 1}
    )
    return Table.from_position({**session, "world": position}, GAME, data)


def play(table: Table, *actions: str) -> Table:
    """Play actions one after another."""
    for action in actions:
        table.play(action)
    return table


def of(table: Table, action: str) -> list[str]:
    """Play an action and return the kinds of its events."""
    return [event.kind for event in table.play(action)]


def kinds(table: Table, since: int = 0) -> list[str]:
    """Return the kinds of the events so far."""
    return [event.kind for event in table.events_seen(None, since)]


def settle(table: Table, *, prefer: tuple[str, ...] = ("pass", "accept", "spoil none")) -> Table:
    """Play a conflict out by the first of ``prefer`` that is legal, else by the first legal action."""
    while not table.over and not is_own(table):
        legal = table.legal()
        table.play(next((a for a in prefer if a in legal), legal[0]))
    return table


def is_own(table: Table) -> bool:
    """Return whether a scene is being decided."""
    return table.phase in ("scene", "respond", "plot")


def world(table: Table, name: str) -> Any:
    """Return a gauge of the world."""
    value = getattr(part_of(table.state)[0].world, name)
    return value.tolist() if hasattr(value, "tolist") else value


def size(table: Table, seat: int) -> int:
    """Return the number of cards in a hand."""
    return len(cards_in(part_of(table.state)[0].world.hand[seat]))


def census(s: Any) -> tuple[Counter[int], int]:
    """Return every suited card of a session, wherever it is, and the Jokers."""
    part, _ = part_of(s)
    w, cfg, found = part.world, part.cfg, Counter[int]()
    for seat in range(int(cfg.pilots) + 1):
        found.update(cards_in(w.hand[seat]))
    for t in range(int(cfg.threats)):
        found.update(cards_in(w.stack[t]))
    found.update(cards_in(w.extra))
    for f in range(int(cfg.factions)):
        found.update(int(c) for c in w.favor[f][: int(w.favor_n[f])])
    for d in range(int(cfg.decks)):
        pile = w.decks[d]
        found.update([*cards_in(pile.cards), *cards_in(pile.trash)])
        found.update(int(c) for c in pile.ahead[: int(pile.ahead_n)])
    lying = [*part.sealed.tolist()]
    if "pile_card" in part.dtype.names:
        lying += part.pile_card[: int(part.pile_n)].tolist()
    lying += [int(part[name]) for name in ("blind", "threshold", "played") if name in part.dtype.names]
    found.update(c for c in lying if c != NONE)
    jokers = sum(n for c, n in found.items() if c >= FACES) + int(w.omens) + int(w.spent)
    return Counter({c: n for c, n in found.items() if c < FACES}), jokers


GAMBITS = ("venture none", "gambit", "accept-gambit")


def walk(table: Table, seed: int, keep: float = 0.1, gambits: bool = False) -> Iterator[Table]:
    """Play a session by fixed picks and hand out the same table before every move, and at the end.

    With ``gambits`` every Pilot's scene is a Gambit, which random picks seldom make it.
    """
    yield table
    ply = 0
    while not table.over:
        legal = table.legal()
        wanted = [a for a in GAMBITS if gambits and a in legal]
        table.play(wanted[0] if wanted else choose(table.game, table.legal_ids(), seed, ply, keep))
        ply += 1
        yield table
