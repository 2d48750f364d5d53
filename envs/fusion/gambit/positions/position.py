"""Any situation of a Gambit as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.gambit import actions, state
from throwdown.envs.fusion.positions import conflict, world
from throwdown.envs.fusion.world.cards import NAMES

ABSENT = ("commander", "involved", "strike", "positions", "ejected", "form_buffers", "form_charges")
"""Fields of `ConflictPosition` that follow from whose Gambit it is, or have no place in one (GA-31)."""


class Position(conflict.ConflictPosition):
    """A situation of the Gambit; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck, hands are empty, gauges are as
    the scenario has them at the start, and the phase follows from the cards on the table and from what waits.
    """

    phase: str | None = Field(
        None, description="what is being decided", json_schema_extra={"enum": [*state.PHASES, None]}
    )
    decides: str | None = Field(
        None, description="the seat that decides, if it does not follow from the rest"
    )
    acting: str | None = Field(
        None, description="the Pilot whose Gambit it is; pilot_0 if the scenario picks one at random"
    )
    specialty_involved: bool | None = Field(None, description="whether her Specialty is involved (C-44)")
    goal: Literal["small", "great"] | None = Field(
        None, description="the size of her goal (G-01); great if the scenario picks it at random"
    )
    goods: Annotated[int, Field(ge=-99, le=99)] | None = Field(
        None,
        description="Favor minus Strikes, Resources, and the Location's state minus Omens, before the Gambit "
        "(G-03); by default as now",
    )
    threshold: str | None = Field(None, description="the Threshold, face-down until the Pilot has played")
    source: Literal["hand", "blind"] | None = Field(
        None,
        description="where the Threshold came from; by default Coach's Hand in the newer edition, else the deck",
    )
    played: str | None = Field(None, description="the Pilot's face-up card")
    flipped: bool = Field(False, description="whether that card came from the deck")
    outcome: Literal["yes-and", "yes-but", "no-but", "no-and"] | None = Field(
        None, description="the outcome reached; yes-and follows from the cards"
    )
    left: Annotated[int, Field(ge=0, le=2)] | None = Field(
        None, description="consequences that Coach still has to choose"
    )
    last: str | None = Field(
        None,
        description="the consequence chosen last",
        json_schema_extra={"enum": [*actions.Consequence.labels(), None]},
    )
    result: Literal["played", "declined", "called off"] | None = Field(
        None, description="how the Gambit ended, once it is over"
    )


def _card(*cards: int) -> str | None:
    """Return the name of the first card that is there."""
    return next((NAMES[c] for c in cards if c != NONE), None)


def to_position(s: state.State, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    shared = {k: v for k, v in conflict.read_conflict(s, setup).items() if k not in ABSENT}
    return Position.model_validate(world.told({**shared, **_table(s, setup)}))


def _table(s: state.State, setup: Setup) -> dict[str, Any]:
    seats, over = setup.seats, s.over
    outcome, last, source = int(s.outcome), int(s.last), int(s.source)
    return {
        "phase": state.PHASES[int(s.phase)],
        "decides": seats[int(s.seat)],
        "acting": seats[int(s.acting)],
        "specialty_involved": s.specialty,
        "goal": ("small", "great")[int(s.great)],
        "goods": int(s.goods),
        "threshold": _card(int(s.sealed[0]), int(s.blind), int(s.threshold)),
        "source": state.Source(source).label if source else None,
        "played": _card(int(s.played)),
        "flipped": s.flipped,
        "outcome": state.Outcome(outcome).label if outcome else None,
        "left": int(s.left) if outcome else None,
        "last": None if last == NONE else actions.Consequence(last).label,
        "result": state.Result(int(s.result)).label if over else None,
        "stakes": float(s.stakes) if over and s.result == state.Result.PLAYED else None,
    }
