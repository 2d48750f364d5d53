"""Any situation of a Gambit as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from throwdown.envs.core.cards import NAMES, NONE
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES as KINDS
from throwdown.envs.fusion.gambit.state import OUTCOMES, PHASES, PLAYED, RESULTS, SOURCES
from throwdown.envs.fusion.positions import Count, Part, WorldPosition, read_world, told


class Damage(Part):
    """Damage that waits for somebody's decision; one of the three."""

    trauma: dict[str, Annotated[int, Field(ge=1, le=1)]] = Field(
        default={}, description="Trauma per Pilot, out of a Strife in the Red"
    )
    purge: bool = Field(default=False, description="a Purge waits for the acting Pilot")
    strife: bool = Field(default=False, description="a Strife waits for the acting Pilot")


class Position(WorldPosition):
    """A situation of the Gambit; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck, hands are empty, gauges are as
    the scenario has them at the start, and the phase follows from the cards on the table. Threats are untouched.
    """

    phase: Literal[
        "over",
        "buffer",
        "commitment",
        "accept",
        "threshold",
        "answer",
        "outcome",
        "consequence",
        "recover",
        None,
    ] = Field(None, description="what is being decided")
    acting: str | None = Field(None, description="the Pilot whose Gambit it is; pilot_0 if that is random")
    specialty_involved: bool | None = Field(None, description="whether her Specialty is involved (C-44)")
    threshold: str | None = Field(None, description="the Threshold, face-down until the Pilot has played")
    source: Literal["hand", "blind"] | None = Field(
        None, description="where it came from; in the newer edition Coach's Hand by default, else the deck"
    )
    played: str | None = Field(None, description="the Pilot's face-up card")
    flipped: bool = Field(False, description="whether that card came off the deck")
    outcome: Literal["yes-and", "yes-but", "no-but", "no-and"] | None = Field(
        None, description="what was reached; yes-and follows from the cards"
    )
    left: Annotated[int, Field(ge=0, le=2)] | None = Field(
        None, description="consequences that Coach has still to choose"
    )
    last: Literal["narrative", "chargeup", "fortify", "recover", "purge", "strife"] | None = Field(
        None, description="the consequence chosen last"
    )
    damage: Damage = Field(Damage(), description="damage that waits for a decision")
    result: Literal["played", "declined", "called off"] | None = Field(
        None, description="how it ended, once it is over"
    )
    known: dict[str, dict[str, list[str]]] = Field(
        {}, description="viewer, then holder: cards that the viewer knows to be in the holder's hand"
    )
    harmony: Annotated[int, Field(ge=1, le=7)] | None = Field(None, description="1 Red to 7 Violet")
    lessons: dict[str, Count] = Field({}, description="Lessons recorded per Pilot")


def _card(*cards: int) -> str | None:
    """Return the name of the first card that is there."""
    return next((NAMES[c] for c in cards if c != NONE), None)


def to_position(s: Any, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    return Position.model_validate(told({**read_world(s, setup), **_table(s, setup)}))


def _table(s: Any, setup: Setup) -> dict[str, Any]:
    seats, over = setup.seats, bool(s["over"])
    outcome, last, source = int(s["outcome"]), int(s["last"]), int(s["source"])
    threshold = _card(int(s["sealed"][0]), int(s["blind"]), int(s["threshold"]))
    return {
        "phase": PHASES[int(s["phase"])],
        "acting": seats[int(s["acting"])],
        "specialty_involved": bool(s["specialty"]),
        "threshold": threshold,
        "source": SOURCES[source] if source else None,
        "played": _card(int(s["played"])),
        "flipped": bool(s["flipped"]),
        "outcome": OUTCOMES[outcome] if outcome else None,
        "left": int(s["left"]) if outcome else None,
        "last": None if last == NONE else KINDS[last],
        "damage": _damage(s, setup),
        "result": RESULTS[int(s["result"])] if over else None,
        "stakes": float(s["stakes"]) if over and s["result"] == PLAYED else None,
        "lessons": {n: int(s["world"]["lessons"][p]) for p, n in enumerate(seats) if p > 0},
    }


def _damage(s: Any, setup: Setup) -> dict[str, Any]:
    d = s["damage"]
    return {
        "trauma": {n: 1 for p, n in enumerate(setup.seats) if d["trauma"][p]},
        "purge": bool(d["purge"].any()),
        "strife": bool(d["schism"]),
    }
