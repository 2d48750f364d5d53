"""Any situation of a Throwdown, pile edition, as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from pydantic import Field

from throwdown.envs.core.kit import NONE, Setup, row
from throwdown.envs.fusion.pile.state import PHASES, Focus, Result, State
from throwdown.envs.fusion.positions import conflict, world
from throwdown.envs.fusion.world.book import Kind
from throwdown.envs.fusion.world.cards import NAMES

Flow = dict[str, int | list[int]]
"""Fields of the state by their names."""
_FLOW = (
    *(
        "turns",
        "relay",
        "at",
        "done",
        "asked",
        "agreed",
        "owed",
        "owed_class",
        "assist",
        "concessions",
        "effect",
        "received_from",
    ),
    *("landing", "won", "step", "taker", "owner", "leader"),
)
FLOW = {name: np.asarray(getattr(row(State.blank()), name), np.int64).tolist() for name in _FLOW}
"""Fields of the state that `Position.flow` holds, as they are in a fresh conflict."""


class Card(world.Part):
    """A card of the Pile."""

    card: str
    by: str = Field(description="the seat that laid it")
    face_down: bool = Field(False, description="whether a Beat-Back tucked it away")


class Position(conflict.ConflictPosition):
    """A situation of the Throwdown, pile edition; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck, hands are empty, gauges are as
    the scenario has them at the start. With a Pile everybody who laid a card of it, holds cards or has the turn takes
    part.
    """

    phase: str | None = Field(
        None, description="what is being decided", json_schema_extra={"enum": [*PHASES]}
    )
    decides: str | None = Field(
        None, description="the seat that decides; by default the one that has the turn"
    )
    turn: str | None = Field(None, description="the seat that has the turn")
    challenger: str | None = Field(None, description="the challenger")
    stakes_about: Literal["fight", "favor", "repair"] | None = Field(
        None, description="the Stakes, see TP-97; fight by default"
    )
    sides: dict[str, Literal[0, 1, -1]] = Field(
        {}, description="side per seat: 0 Coach's, 1 the Pilots' or the challenger's, -1 not in it"
    )
    folded: list[str] = Field([], description="the seats that have Folded")
    fused: dict[str, str] = Field({}, description="Pilots in a Lesser Fusion, with the Pilot who leads it")
    initiative: dict[str, str] = Field({}, description="face-down initiative cards from hands")
    blind: str | None = Field(None, description="Coach's face-down initiative card from the deck")
    pile: list[Card] = Field([], description="the Pile, the lowest card first")
    modifiers: dict[str, int] = Field(
        {}, description="change of Strike by Strike-Assists, for a Pilot's next turn"
    )
    received: dict[str, list[str]] = Field({}, description="cards in a hand that an Assist brought")
    passed: dict[str, world.Count] = Field({}, description="cards passed by Assists for a Pilot's next turn")
    strife: dict[str, world.Count] = Field(
        {}, description="Strife in the Payload for a Pilot's own side, by the Pilot who caused it"
    )
    payloads: dict[str, dict[str, world.Count]] = Field(
        {}, description="triggers in the Payload for side 0 or 1, by the names of their kinds"
    )
    winner: Literal[0, 1] | None = Field(None, description="the side that won")
    result: str | None = Field(
        None, description="the result, or running", json_schema_extra={"enum": [*Result.labels()]}
    )
    deferred: bool = Field(True, description="whether damage still goes into Payloads (TP-05)")
    flow: Flow = Field(
        {}, description="the state of the flow: fields of `state.State` that differ from their start values"
    )


def to_position(s: State, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    return Position.model_validate(world.told({**conflict.read_conflict(s, setup), **_table(s, setup)}))


def _table(s: State, setup: Setup) -> dict[str, Any]:
    seats = setup.seats
    return {
        "phase": PHASES[int(s.phase)],
        "decides": seats[int(s.seat)],
        "turn": seats[int(s.turn)],
        "challenger": seats[int(s.challenger)] if s.challenger != NONE else None,
        "stakes_about": Focus(int(s.focus)).label,
        "sides": {n: int(s.side[p]) for p, n in enumerate(seats)},
        "folded": [n for p, n in enumerate(seats) if s.folded[p]],
        "fused": {n: seats[int(s.fused[p])] for p, n in enumerate(seats) if s.fused[p] != NONE},
        "initiative": {n: NAMES[int(s.sealed[p])] for p, n in enumerate(seats) if s.sealed[p] != NONE},
        "blind": None if s.blind == NONE else NAMES[int(s.blind)],
        "pile": [
            {
                "card": NAMES[int(s.pile_card[i])],
                "by": seats[int(s.pile_by[i])],
                "face_down": bool(i < s.pile_down),
            }
            for i in range(int(s.pile_n))
        ],
        "modifiers": {n: int(s.modifier[p]) for p, n in enumerate(seats) if s.modifier[p]},
        "received": {n: x for p, n in enumerate(seats) if (x := world.names(s.received[p]))},
        "passed": {n: int(s.passed[p]) for p, n in enumerate(seats) if s.passed[p]},
        "strife": {n: int(s.strife[p]) for p, n in enumerate(seats) if s.strife[p]},
        "payloads": _payloads(s),
        "winner": None if s.winner == NONE else int(s.winner),
        "result": Result(int(s.result)).label,
        "stakes": float(s.stakes) if s.stakes else None,
        "deferred": s.conflict.deferred,
        "flow": {
            n: x for n, blank in FLOW.items() if (x := np.asarray(getattr(s, n), np.int64).tolist()) != blank
        },
    }


def _payloads(s: State) -> dict[str, dict[str, int]]:
    found = {}
    for side in range(2):
        load = {Kind(k).label: int(n) for k, n in enumerate(s.conflict.payload[side]) if n}
        if load:
            found[str(side)] = load
    return found
