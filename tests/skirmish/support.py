"""Skirmishes set up for a rule: positions, whole plays, and what happened."""

from __future__ import annotations

from typing import Any

from throwdown.envs.skirmish import state as st
from throwdown.envs.skirmish.words import names
from throwdown.envs.tables.table import Table

ID = "skirmish-v0"
MCS = ("Ronin", "Gunslinger", "Sorcerer", "Hacker")
MOBS = ("Glitch 1", "Glitch 2", "Drone 1", "Drone 2", "Sentry 1", "Sentry 2", "Brute")
FAR = "Throne"
"""Where the mobs of `fight` stand unless a test says otherwise."""


class Fight:
    """A game that tests may meddle with; moves are the texts of actions."""

    def __init__(self, table: Table) -> None:
        self.table = table

    @property
    def s(self) -> Any:
        return self.table.state

    @property
    def legal(self) -> list[str]:
        return self.table.legal()

    def number(self, name: str) -> int:
        """The number of a process."""
        found = {
            names.process(self.s, p, self.table.setup): p
            for p in range(st.PROCESSES)
            if names.has_process(self.s, p, self.table.setup)
        }
        return found[name]

    def process(self, name: str) -> Any:
        return self.s.processes[self.number(name)]

    def hp(self, name: str) -> int:
        return int(self.process(name).hp)

    def area(self, name: str) -> str:
        return names.areas(self.table.setup)[int(self.process(name).area)]

    def team(self, side: int = 0) -> Any:
        return self.s.teams[side]

    def rows(self, side: int = 0) -> list[str]:
        return names.rows(int(self.team(side).rows))

    def hand(self, name: str) -> list[str]:
        """The cards of a hand, lowest first."""
        h = st.CPU if name == "CPU" else self.number(name)
        return [st.KIT.name(c) for c in st.KIT.cards_in(self.s.hands[h].cards.reshape(1))]

    def act(self, name: str) -> str:
        """The action that names a process: to attack it, aim at it, activate it, patch it."""
        p = self.number(name)
        return f"mc {p + 1}" if p < st.MCS else f"mob {p - st.MCS + 1}"

    def go(self, area: str) -> str:
        """The action that names an area."""
        return f"area {names.areas(self.table.setup).index(area) + 1}"

    def card(self, text: str) -> str:
        """The action that names a card of the hand that is used now."""
        h = st.CPU if self.s.seat == 1 else int(self.s.by) if 0 <= self.s.by < st.MCS else int(self.s.actor)
        held = [st.KIT.name(c) for c in st.KIT.cards_in(self.s.hands[h].cards.reshape(1))]
        return f"card {held.index(text) + 1}"

    def do(self, *moves: str) -> Fight:
        for move in moves:
            self.table.play(move)
        return self

    def lay(self, *cards: str) -> Fight:
        for text in cards:
            self.do(self.card(text))
        return self

    def attack(self, name: str) -> Fight:
        return self.do(self.act(name))

    def told(self, kind: str) -> list[Any]:
        return [e for e in self.table.events if e.kind == kind]


def position(scenario: Any = "skirmish", options: dict[str, Any] | None = None, **data: Any) -> Fight:
    """A game in a position."""
    return Fight(Table.from_position(data, ID, scenario, **(options or {})))


def deal(scenario: Any = "skirmish", seed: int = 1, **options: Any) -> Fight:
    return Fight(Table.deal(ID, seed, scenario, **options))


def merged(own: dict[str, Any], given: dict[str, Any]) -> dict[str, Any]:
    """Return data of processes with what a test adds."""
    return {name: {**own.get(name, {}), **given.get(name, {})} for name in {**own, **given}}


def turn(
    name: str = "Ronin",
    card: str | None = "9S",
    *,
    rank: int | None = None,
    scenario: Any = "skirmish",
    processes: dict[str, Any] | None = None,
    options: dict[str, Any] | None = None,
    later: list[dict[str, Any]] | None = None,
    **data: Any,
) -> Fight:
    """The turn of a process with a card, Move points taken; mobs of `skirmish` stand at the Throne."""
    by = "cpu" if name not in MCS else name
    lay: dict[str, Any] = {"by": by}
    if card is not None:
        number = st.KIT.id(card)
        rank = rank or (14 if number // 4 >= 12 else number // 4 + 2)
        lay |= {"card": card, "rank": rank, "place": 0 if rank == 14 else rank - 1}
    own = {mob: {"area": FAR} for mob in MOBS} if scenario == "skirmish" else {}
    own[name] = {**own.get(name, {}), "has_income": True, "acted": True}
    found = {
        "phase": "turn",
        "acting": name,
        "active": card,
        "active_rank": rank or 0,
        "lays": [lay, *(later or [])],
        "window": "passed",
        "processes": merged(own, processes or {}),
    }
    return position(scenario, options, **(found | data))


def commits(
    hands: dict[str, list[str]],
    *,
    scenario: Any = "skirmish",
    options: dict[str, Any] | None = None,
    processes: dict[str, Any] | None = None,
    **data: Any,
) -> Fight:
    """The beginning of a round with these hands; mobs of `skirmish` stand at the Throne."""
    own = {mob: {"area": FAR} for mob in MOBS} if scenario == "skirmish" else {}
    held = {name.replace("CPU", "cpu"): {"cards": cards} for name, cards in hands.items()}
    return position(scenario, options, **({"hands": held, "processes": merged(own, processes or {})} | data))
