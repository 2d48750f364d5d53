"""Any situation of a Throwdown as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from throwdown.envs.core.cards import NAMES, NONE
from throwdown.envs.core.game import Setup
from throwdown.envs.fusion.positions import Count, Part, WorldPosition, read_world, told
from throwdown.envs.fusion.throwdown.actions import SPOILS as SPOIL_NAMES
from throwdown.envs.fusion.throwdown.state import (
    BY_ESCALATE,
    BY_INITIATIVE,
    DISCARDS,
    END,
    PHASES,
    RESULTS,
    RUNNING,
    SPOILS,
)
from throwdown.envs.fusion.triggers import NO_DAMAGE, PURGE, THREAT_TRAUMA, TRAUMA

Side = Literal["coach", "pilots"]
SIDE_NAMES: tuple[Side, Side] = ("coach", "pilots")
Landing = Literal["trauma", "purge", "threat-trauma", "schism"]
LANDINGS: tuple[Landing, ...] = ("trauma", "purge", "threat-trauma", "schism")


class PileCard(Part):
    """One card of a Pile."""

    card: str = Field(description="the card, as in 9S or TH")
    by: str = Field(description="the seat that laid it")


class Pile(Part):
    """The Pile of one stage."""

    opened: Literal["initiative", "escalate"] | None = Field(
        default=None, description="how its first card opened the stage; initiative for stage 1, else escalate"
    )
    cards: list[PileCard] = Field(description="its cards, bottom to top")


class Damage(Part):
    """Damage that waits for somebody's decision."""

    trauma: dict[str, Count] = Field(default={}, description="points of Trauma per Pilot")
    purge: list[str] = Field(default=[], description="Pilots on whom a Purge waits")
    threat_trauma: dict[int, Count] = Field(
        default={}, description="points of Trauma per Threat (its number)"
    )
    schism: Count = Field(default=0, description="points of Schism")
    caused_by: str | None = Field(
        default=None, description="the Pilot who caused the Schism; none: the team is the target"
    )
    landing: Landing | None = Field(
        default=None, description="what the present point is; by default in the order of settling"
    )
    target: str | int | None = Field(
        default=None, description="the Pilot (seat) or Threat (number) whom it hits"
    )
    declined: str | None = Field(
        default=None, description="the last Pilot who let the present point pass unbuffered"
    )


class SpoilsLeft(Part):
    """The spoils that a side may still take."""

    basic: Count = Field(default=0, description="Basic Spoils")
    ultimate: Count = Field(default=0, description="Ultimate Spoils")


class Position(WorldPosition):
    """A situation of the Throwdown, stages edition; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck. What is left out is as the
    scenario has it at the start, hands are empty, and phase and turn follow from the cards on the table: a position
    with a Pile is a Commander's Drive.
    """

    stage: Count | None = Field(
        default=None, description="the stage, 0 before initiative is won; by default one per Pile"
    )
    phase: str | None = Field(
        default=None, description="what is being decided", json_schema_extra={"enum": [*PHASES, None]}
    )
    turn: str | None = Field(default=None, description="the seat that decides")
    sealed: dict[str, str] = Field(default={}, description="face-down initiative cards")
    pile: list[Pile] = Field(
        default=[], description="all Piles, one per stage: those set aside first, the present one last"
    )
    challenger: str | None = Field(default=None, description="the seat that laid the first initiative card")
    commander: str | None = Field(default=None, description="the Pilots' Commander")
    involved: list[str] | None = Field(
        default=None, description="who takes part; by default Commanders and who laid a card"
    )
    started_by: Side | None = Field(default=None, description="the side that began it (TS-30)")
    for_team: bool | None = Field(
        default=None, description="whether the Commander fights for the team (TS-29)"
    )
    votes: dict[Literal["self", "team"], Count] = Field(default={}, description="votes on that so far")
    strike: dict[str, Count] = Field(
        default={}, description="Strike per seat; by default from the sheets (TS-36, TS-38)"
    )
    bonus: dict[str, Count] = Field(default={}, description="Strike gained this turn")
    asked: list[str] = Field(default=[], description="allies who were offered the Drive this turn")
    given: dict[str, Count] = Field(default={}, description="cards that the Commander owes each giver")
    scored: list[Side] | None = Field(
        default=None, description="who scored each yielded stage; follows from the Piles"
    )
    score: dict[Side, Count] | None = Field(
        default=None, description="the points; they follow from the stages (C-160)"
    )
    damage: Damage = Field(default=Damage(), description="damage that waits for a decision")
    result: str | None = Field(
        default=None, description="how it ended, or running", json_schema_extra={"enum": [*RESULTS, None]}
    )
    winner: Side | None = Field(default=None, description="the side that won")
    taker: Side | None = Field(default=None, description="the side that takes spoils")
    spoils: dict[Side, SpoilsLeft] | None = Field(
        default=None, description="the spoils left; by default what the score gives"
    )
    spoil: str | None = Field(
        default=None, description="the spoil whose target is being chosen", examples=["trauma-pilot"]
    )
    spoil_target: str | None = Field(default=None, description="the Pilot whose Commitment is to recover")


def side_name(side: int) -> Side | None:
    """Return the name of a side, None for `NONE`."""
    return None if side == NONE else SIDE_NAMES[side]


def to_position(s: Any, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    parts = read_world(s, setup), _table(s, setup), _who(s, setup), _score(s), _outcome(s, setup)
    return Position.model_validate(told({name: value for part in parts for name, value in part.items()}))


def _table(s: Any, setup: Setup) -> dict[str, Any]:
    seats = setup.seats
    return {
        "stage": int(s["stage"]),
        "phase": PHASES[s["phase"]],
        "turn": None if s["over"] else seats[s["seat"]],
        "sealed": {n: NAMES[s["sealed"][p]] for p, n in enumerate(seats) if s["sealed"][p] != NONE},
        "pile": _piles(s, setup),
        "damage": _damage(s, setup),
    }


def _who(s: Any, setup: Setup) -> dict[str, Any]:
    seats, boss, for_team, votes = setup.seats, int(s["commander"][1]), int(s["for_team"]), s["votes"]
    return {
        "challenger": seats[s["challenger"]],
        "commander": None if boss == NONE else seats[boss],
        "started_by": side_name(s["started_by"]),
        "for_team": None if for_team == NONE else bool(for_team),
        "votes": {name: int(votes[k]) for k, name in enumerate(("self", "team")) if votes[k]},
        "involved": [n for p, n in enumerate(seats) if s["involved"][p]],
        "strike": {n: int(s["strike"][p]) for p, n in enumerate(seats)},
        "bonus": {n: int(s["bonus"][p]) for p, n in enumerate(seats) if s["bonus"][p]},
        "asked": [n for p, n in enumerate(seats) if s["asked"][p]],
        "given": {n: int(s["given"][p]) for p, n in enumerate(seats) if s["given"][p]},
    }


def _score(s: Any) -> dict[str, Any]:
    return {
        "scored": [side_name(s["scored"][k]) for k in range(1, s["stage"] + 1) if s["scored"][k] != NONE],
        "score": {n: int(s["score"][k]) for k, n in enumerate(SIDE_NAMES)},
        "result": RESULTS[s["result"]],
        "stakes": float(s["stakes"]) if s["step"] in (DISCARDS, END) else None,
    }


def _outcome(s: Any, setup: Setup) -> dict[str, Any]:
    if s["result"] == RUNNING:
        return {}
    basic, ultimate = s["basic"], s["ultimate"]
    return {
        "winner": side_name(s["winner"]),
        "taker": side_name(s["taker"]) if s["step"] == SPOILS else None,
        "spoils": {
            n: {"basic": int(basic[k]), "ultimate": int(ultimate[k])} for k, n in enumerate(SIDE_NAMES)
        },
        "spoil": None if s["spoil"] == NONE else SPOIL_NAMES[s["spoil"]],
        "spoil_target": setup.seats[s["target"]] if PHASES[s["phase"]] == "recover" else None,
    }


def _piles(s: Any, setup: Setup) -> list[dict[str, Any]]:
    n, stages = int(s["pile_n"]), int(s["stage"])
    if n == 0:
        return []
    bounds = [int(s["pile_from"][k]) for k in range(1, stages + 1)] + [n]
    how = {BY_INITIATIVE: "initiative", BY_ESCALATE: "escalate"}
    return [
        {
            "opened": how[int(s["opened"][k + 1])],
            "cards": [
                {"card": NAMES[s["pile_card"][i]], "by": setup.seats[s["pile_by"][i]]}
                for i in range(bounds[k], bounds[k + 1])
            ],
        }
        for k in range(stages)
    ]


def _damage(s: Any, setup: Setup) -> dict[str, Any]:
    d, seats = s["damage"], setup.seats
    if d["waiting"] == 0:
        return {}
    kind, by, asked = int(d["kind"]), int(d["schism_by"]), int(d["asked"])
    on_pilot = kind in (TRAUMA, PURGE)
    target = seats[d["target"]] if on_pilot else int(d["target"]) if kind == THREAT_TRAUMA else None
    return told(
        {
            "trauma": {n: int(d["trauma"][p]) for p, n in enumerate(seats) if d["trauma"][p]},
            "purge": [n for p, n in enumerate(seats) if d["purge"][p]],
            "threat_trauma": {t: int(x) for t, x in enumerate(d["threat_trauma"]) if x},
            "schism": int(d["schism"]),
            "caused_by": seats[by] if d["schism"] and by != NONE else None,
            "landing": None if kind == NO_DAMAGE else LANDINGS[kind - 1],
            "target": target,
            "declined": seats[asked] if asked and kind != THREAT_TRAUMA else None,
        }
    )
