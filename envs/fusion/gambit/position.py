"""Any situation of a Gambit as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included;
`from_position` fills in what a position leaves out and refuses what cannot occur.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.core.cards import FACES, NAMES, NONE, cards_in
from throwdown.envs.core.errors import InvalidPosition
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.gambit.actions import CONSEQUENCES as KINDS
from throwdown.envs.fusion.gambit.builder import Builder
from throwdown.envs.fusion.gambit.state import OUTCOMES, PHASES, PLAYED, RESULTS, SOURCES
from throwdown.envs.fusion.world import COMMITMENTS

Count = Annotated[int, Field(ge=0, le=1000)]
Commitment = Literal["steel", "flesh", "synch", "solo"]


class Part(BaseModel):
    """Base of a position's parts: unknown keys are mistakes."""

    model_config = ConfigDict(extra="forbid")


class ThreatPosition(Part):
    """One Threat; in a Gambit only its Buffers, Rating and stack are there, untouched."""

    rating: Count | None = Field(None, description="its present Rating; the sheet's if left out")
    buffers: Count | None = Field(None, description="its Buffers; the sheet's if left out")
    invested: list[str] = Field([], description="the cards invested in it")


class DeckPosition(Part):
    """A deck: what is not told lies in it in an order that the stream decides."""

    next: list[str] = Field(default=[], description="the cards whose place is known, the top card first")
    jokers: list[str] | None = Field(
        default=None,
        description="the Jokers still in it (*r, *b), those in `next` included; by default all but the Omens",
    )
    draws: Count = Field(default=0, description="places decided so far: the number of the stream's next draw")


class Damage(Part):
    """Damage that waits for somebody's decision; one of the three."""

    trauma: dict[str, Annotated[int, Field(ge=1, le=1)]] = Field(
        default={}, description="Trauma per Pilot, out of a Strife in the Red"
    )
    purge: bool = Field(default=False, description="a Purge waits for the acting Pilot")
    strife: bool = Field(default=False, description="a Strife waits for the acting Pilot")


class Stream(Part):
    """Where chance stands."""

    key: int = Field(default=0, description="the key of the stream")
    count: int = Field(default=0, description="numbers drawn from it so far, apart from the decks'")


class Position(Part):
    """A situation of the Gambit; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck, hands are empty, gauges are as
    the scenario has them at the start, and the phase follows from the cards on the table.
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
    hands: dict[str, list[str]] = Field({}, description="the cards in every hand")
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
    trash: list[str] = Field([], description="the Trash (Coach's, if there are two)")
    deck: DeckPosition = Field(DeckPosition(), description="the deck (Coach's, if there are two)")
    pilots_trash: list[str] = Field([], description="the Pilots' Trash, if decks are separate")
    pilots_deck: DeckPosition = Field(DeckPosition(), description="the Pilots' deck, if decks are separate")
    known: dict[str, dict[str, list[str]]] = Field(
        {}, description="viewer, then holder: cards that the viewer knows to be in the holder's hand"
    )
    omens: Count | None = Field(None, description="Jokers that surfaced")
    harmony: Annotated[int, Field(ge=1, le=7)] | None = Field(None, description="1 Red to 7 Violet")
    commitments: dict[str, dict[Commitment, Count]] = Field({}, description="Commitments per Pilot")
    charges: dict[str, Count] = Field({}, description="Charges per Pilot")
    buffers: dict[str, Count] = Field({}, description="Buffers per Pilot")
    lessons: dict[str, Count] = Field({}, description="Lessons recorded per Pilot")
    threats: list[ThreatPosition] = Field([], description="the Threats in the scenario's order")
    start: list[int] | None = Field(
        None,
        min_length=5,
        max_length=5,
        description="before the Gambit: Harmony, the sums of Commitments, of Charges, of Buffers (less the Threats') "
        "and of Ratings (negative), which the stakes are measured against; by default those of the position",
    )
    stakes: float | None = Field(None, description="the Pilots' stakes, once it is over")
    rng: Stream = Field(Stream(), description="where chance stands")


def _names(words: Any) -> list[str]:
    return [NAMES[c] for c in cards_in(words)]


def _card(*cards: int) -> str | None:
    """Return the name of the first card that is there."""
    return next((NAMES[c] for c in cards if c != NONE), None)


def to_position(s: Any, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    values = {**_table(s, setup), **_team(s, setup), **_decks(s)}
    return Position.model_validate({k: v for k, v in values.items() if v is not None})


def _table(s: Any, setup: Setup) -> dict[str, Any]:
    w, seats, over = s["world"], setup.seats, bool(s["over"])
    outcome, last, source = int(s["outcome"]), int(s["last"]), int(s["source"])
    threshold = _card(int(s["sealed"][0]), int(s["blind"]), int(s["threshold"]))
    return {
        "phase": PHASES[int(s["phase"])],
        "acting": seats[int(s["acting"])],
        "specialty_involved": bool(s["specialty"]),
        "hands": {n: _names(w["hand"][p]) for p, n in enumerate(seats)},
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
        "start": [int(x) for x in s["start"]],
        "rng": {"key": int(s["rng"]["key"]), "count": int(s["rng"]["count"])},
    }


def _damage(s: Any, setup: Setup) -> dict[str, Any]:
    d = s["damage"]
    return {
        "trauma": {n: 1 for p, n in enumerate(setup.seats) if d["trauma"][p]},
        "purge": bool(d["purge"].any()),
        "strife": bool(d["schism"]),
    }


def _team(s: Any, setup: Setup) -> dict[str, Any]:
    w, pilots = s["world"], setup.seats[1:]
    gauges = {
        name: {n: int(w[name][p]) for p, n in enumerate(pilots, 1)}
        for name in ("charges", "buffers", "lessons")
    }
    return {
        **gauges,
        "harmony": int(w["harmony"]),
        "omens": int(w["omens"]),
        "commitments": {
            n: {c: int(w["commitment"][p, k]) for k, c in enumerate(COMMITMENTS)}
            for p, n in enumerate(pilots, 1)
        },
        "threats": [
            {
                "rating": int(w["rating"][t]),
                "buffers": int(w["threat_buffers"][t]),
                "invested": _names(w["stack"][t]),
            }
            for t in range(int(s["cfg"]["threats"]))
        ],
        "known": _known(s, setup),
    }


def _known(s: Any, setup: Setup) -> dict[str, dict[str, list[str]]]:
    known: dict[str, dict[str, list[str]]] = {}
    if len(setup.seats) > 2:
        for v, viewer in enumerate(setup.seats):
            for h, holder in enumerate(setup.seats):
                cards = _names(s["world"]["known"][v, h])
                if cards:
                    known.setdefault(viewer, {})[holder] = cards
    return known


def _decks(s: Any) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for d, prefix in enumerate(("", "pilots_")[: int(s["cfg"]["decks"])]):
        pool = s["world"]["decks"][d]
        ahead = [int(c) for c in pool["ahead"][: int(pool["ahead_n"])]][::-1]
        jokers = [c for c in [*ahead, *cards_in(pool["cards"])] if c >= FACES]
        out[prefix + "trash"] = _names(pool["trash"])
        out[prefix + "deck"] = {
            "next": [NAMES[c] for c in ahead],
            "jokers": [NAMES[c] for c in sorted(jokers)],
            "draws": int(pool["draws"]),
        }
    return out


def from_position(position: BaseModel, setup: Setup, s: Any) -> None:
    """Write a position into a record; the record is unchanged if it is refused.

    Raises:
        InvalidPosition: the position cannot occur in this scenario.
    """
    if not isinstance(position, Position):
        raise InvalidPosition("The position must be a `Position` of this game.")
    states: np.ndarray = setup.game.allocate(1)
    states[:] = setup.template[0]
    built = Builder(position, setup, states).build()
    for name in setup.game.state.names or ():
        s[name] = built[name]
