"""Any situation of a Skirmish as plain data; published as JSON Schema.

`to_position` writes everything down, hidden cards, secret commits and chance included.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.skirmish import state as st, terrain
from throwdown.envs.skirmish.words import names

Count = Annotated[int, Field(ge=0, le=127)]
HP = Annotated[int, Field(ge=0, le=st.MOST_HP)]
Key = Annotated[int, Field(ge=0, lt=1 << 63)]
PHASES, ROWS, STATUSES = st.Phase.labels(), st.Row.labels(), st.Status.labels()
CPU = "cpu"
"""How the CPU's hand is called among the holders of cards."""
Side = Literal["mcs", "cpu"]


class Part(BaseModel):
    """Base of a position's parts: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid")


class ProcessPart(Part):
    """An MC, a mob or a boss; what is left out is as at the beginning of a fight."""

    area: str | None = Field(
        None, description="its area; by default the start for MCs, the X for a boss, the first area for mobs"
    )
    hp: HP | None = Field(None, description="HP, 0 if it is down; MaxHP by default")
    max_hp: HP | None = Field(None, description="MaxHP; by default that of its sheet")
    points: Count = Field(0, description="Move points")
    steps: Count = Field(0, description="Auto steps left in its turn")
    meter: Annotated[int, Field(ge=0, le=st.FULL)] | None = Field(None, description="the Interrupt meter")
    statuses: list[Literal["lag", "exposed", "jammed", "leak"]] = Field([], description="status effects")
    loadout: str | None = Field(None, description="its number; the first by default")
    interrupt: str | None = Field(None, description="its number; the first by default")
    laid: Annotated[list[str], Field(max_length=st.LAID)] = Field([], description="cards laid for it")
    has_income: bool = Field(False, description="whether it has taken this round's Move points or steps")
    gave: bool = Field(False, description="whether it has given a card to the Team Hand in this round")
    acted: bool = Field(False, description="whether it has had a turn in this round")
    bonus_used: list[Annotated[int, Field(ge=0, le=1)]] = Field(
        [], description="bonus actions used, from 0 on"
    )
    brace: bool = Field(False, description="Armored until its next turn")


class HandPart(Part):
    """The hand of an MC, or the CPU's."""

    cards: Annotated[list[str], Field(max_length=st.HAND)] = []
    at_most: list[str] | None = Field(
        None,
        description="ascending: the highest card that each of its cards can be, as far as the other side knows",
    )


class TeamPart(Part):
    """A side's Team Hand and deck; what lies nowhere else is in the deck."""

    cards: Annotated[list[str], Field(max_length=st.TEAM)] = Field([], description="the Team Hand in order")
    uptimes: list[str] = Field([], description="chart rows that it has attained")
    boot: str | None = Field(None, description="the row of the Boot that waits for the next turn")
    boot_now: str | None = Field(None, description="the row of the Boot of the present turn")
    ward: bool = False
    discards: list[str] = []
    draws: Annotated[int, Field(ge=0, le=1 << 30)] = Field(
        0, description="places of the deck that chance has decided so far"
    )


class LayPart(Part):
    """A card laid for the count, or a turn without a card."""

    by: str
    card: str | None = None
    rank: Annotated[int, Field(ge=0, le=14)] | None = Field(
        None, description="the rank as which it is played, 2 to 14; by default that of the card"
    )
    place: Annotated[int, Field(ge=0, le=14)] | None = Field(
        None, description="the place in the count: 0 low Ace … 13 high Ace, 14 without a card"
    )


class Position(Part):
    """A situation; everything in it is optional."""

    phase: str = Field(
        "commit", description="what is being decided", json_schema_extra={"enum": list(PHASES)}
    )
    decides: Side | None = Field(None, description="the side that decides, if the phase does not say it")
    ended: Literal["mcs", "cpu", "rounds"] | None = Field(
        None, description="how the game ended; left out while it goes on"
    )
    fight: Annotated[int, Field(ge=1, le=st.FIGHTS)] = 1
    round: Annotated[int, Field(ge=0, le=100)] = Field(1, description="0 while mobs are placed")
    draw: Count | None = Field(None, description="the CPU's Draw")
    processes: dict[str, ProcessPart] = Field({}, description="the processes by their names")
    hands: dict[str, HandPart] = Field({}, description="the hands by the names of MCs, and 'cpu'")
    teams: dict[Side, TeamPart] = {}
    lays: Annotated[list[LayPart], Field(max_length=st.LAYS)] = Field(
        [], description="the cards laid, in the order of the count"
    )
    at: Count = Field(0, description="the number of the one that is played now or comes next")
    reloading: list[str] = Field([], description="MCs that reload in this round")
    asked_of: str | None = Field(None, description="the process that commits, is placed, or lays a card")
    plays: Count = Field(0, description="cards laid so far by the process that commits")
    card: str | None = Field(None, description="the card whose rank or place is being chosen")
    place: Annotated[int, Field(ge=0, le=13)] | None = Field(
        None, description="its place in the count so far"
    )
    acting: str | None = Field(None, description="the process that has the turn")
    active: str | None = Field(
        None, description="the card with which the turn is taken, until it is given away"
    )
    active_rank: Annotated[int, Field(ge=0, le=14)] = Field(
        0, description="the rank as which this card is or was played"
    )
    has_attacked: bool = False
    walk_ended: bool = Field(False, description="whether the walk ended where an enemy stands")
    has_switched: bool = False
    window: Literal["mcs", "cpu", "passed"] | None = Field(
        None, description="the side that may interrupt before the next turn in the count"
    )
    doing: Literal["walk", "attack", "fire", "storm", "reroute", "purge"] | None = None
    target: str | None = None
    shooter: str | None = Field(None, description="the process whose Interrupt is being resolved")
    left: Annotated[int, Field(ge=0, lt=1 << st.MOBS)] = Field(
        0, description="targets left for the Interrupt, as bits for a Purge; or HP that a patch heals"
    )
    faller: str | None = None
    chance: Key = Field(0, description="the key of the random stream")
    asked: Annotated[int, Field(ge=0, le=1 << 40)] = Field(
        0, description="how many numbers have been drawn from it"
    )


def holder_name(holder: int, setup: Setup) -> str:
    """Return how a holder of cards is called in a position."""
    return CPU if holder == st.CPU else process_name(holder, setup)


def process_name(number: int, setup: Setup) -> str:
    """Return how a process is called in a position, by its number in events."""
    sheets, k = names.company(number, setup)
    return names.numbered([sheet["name"] for sheet in sheets])[k]


def area_names(setup: Setup) -> list[str]:
    """Return how areas are called in a position."""
    return [area["name"] for area in setup.config["map"]["areas"]]


def cards_of(word: Any) -> list[str]:
    """Return the texts of the cards in a word."""
    return [st.KIT.name(card) for card in st.KIT.cards_in(np.array([word], np.int64).reshape(-1))]


def to_position(s: st.State, setup: Setup) -> Position:
    """Return everything about a state."""
    known = [p for p in range(st.PROCESSES) if names.has_process(s, p, setup)]

    def who(p: Any) -> str | None:
        return None if p == NONE else process_name(int(terrain.tag(s, int(p))), setup)

    def card(c: Any) -> str | None:
        return None if c == NONE else st.KIT.name(int(c))

    is_deploying = s.phase == st.Phase.DEPLOY or s.phase == st.Phase.LAY
    asked_of = who(s.by) if is_deploying else None if s.by == NONE else holder_name(int(s.by), setup)
    is_shift = s.phase == st.Phase.SHIFT
    return Position.model_validate(
        {
            "phase": st.Phase(int(s.phase)).label,
            "decides": st.Side(int(s.seat)).label,
            "ended": None if s.ended == NONE else st.End(int(s.ended)).label,
            "fight": int(s.fight) + 1,
            "round": int(s.round_no),
            "draw": int(s.draw),
            "processes": {who(p): _process(s, p, setup) for p in known},
            "hands": {holder_name(h, setup): _hand(s, h) for h in [*range(int(s.cfg.mcs)), st.CPU]},
            "teams": {side.label: _team(s, side) for side in st.Side},
            "lays": [_lay(lay, setup) for lay in s.lays[: int(s.lay_n)]],
            "at": int(s.at),
            "reloading": [process_name(i, setup) for i in range(st.MCS) if s.reloading >> i & 1],
            "asked_of": asked_of,
            "plays": int(s.plays),
            "card": card(s.card),
            "place": int(s.rank) if is_shift else None,
            "acting": who(s.actor),
            "active": card(s.active),
            "active_rank": int(s.active_rank),
            "has_attacked": s.has_attacked,
            "walk_ended": s.is_closed,
            "has_switched": s.has_switched,
            "window": None if s.window == NONE else ("mcs", "cpu", "passed")[int(s.window)],
            "doing": None if s.doing == NONE else st.Doing(int(s.doing)).label,
            "target": who(s.target),
            "shooter": who(s.shooter),
            "left": int(s.left),
            "faller": who(s.faller),
            "chance": int(s.rng.key),
            "asked": int(s.rng.count),
        }
    )


def _process(s: st.State, p: int, setup: Setup) -> dict[str, Any]:
    w = s.processes[p]
    sheet = names.sheet(s, p, setup)
    own = sheet["interrupts"]
    return {
        "area": None if w.area == NONE else area_names(setup)[int(w.area)],
        "hp": int(w.hp),
        "max_hp": int(w.max_hp),
        "points": int(w.points),
        "steps": int(w.steps),
        "meter": int(w.meter),
        "statuses": [STATUSES[k] for k in st.Status if w.status >> k & 1],
        "loadout": sheet["loadouts"][int(w.loadout)]["name"],
        "interrupt": own[int(w.interrupt)]["name"] if own else None,
        "laid": [st.KIT.name(int(c)) for c in w.laid[: int(w.laid_n)]],
        "has_income": w.has_income,
        "gave": w.gave,
        "acted": w.acted,
        "bonus_used": [k for k in range(2) if w.bonus >> k & 1],
        "brace": w.brace,
    }


def _hand(s: st.State, holder: int) -> dict[str, Any]:
    hand = s.hands[holder]
    caps: Sequence[int] = [int(c) for c in hand.caps if c != NONE]
    return {"cards": cards_of(hand.cards), "at_most": [st.KIT.name(c) for c in caps]}


def _team(s: st.State, side: int) -> dict[str, Any]:
    team = s.teams[side]
    return {
        "cards": [st.KIT.name(int(c)) for c in team.cards[: int(team.n)]],
        "uptimes": [ROWS[k] for k in st.Row if team.rows >> k & 1],
        "boot": ROWS[int(team.boot)] if team.boot else None,
        "boot_now": ROWS[int(team.boot_now)] if team.boot_now else None,
        "ward": team.ward,
        "discards": [st.KIT.name(c) for c in st.KIT.cards_in(np.asarray(team.deck.trash))],
        "draws": int(team.deck.draws),
    }


def _lay(lay: st.Lay, setup: Setup) -> dict[str, Any]:
    return {
        "by": holder_name(int(lay.owner), setup),
        "card": None if lay.card == NONE else st.KIT.name(int(lay.card)),
        "rank": int(lay.rank),
        "place": int(lay.count),
    }
