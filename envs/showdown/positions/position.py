"""Any situation of a Showdown as plain data; published as JSON Schema.

`to_position` writes everything down, hidden cards, face-down Stacks and chance included.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from throwdown.envs.core.kit import NONE, Ints, Setup
from throwdown.envs.showdown import state as st
from throwdown.envs.showdown.state import CARDS, SLOTS, Side, State
from throwdown.envs.showdown.words import names

Count = Annotated[int, Field(ge=0, le=100)]
Order = Annotated[int, Field(ge=0, le=10_000)]
Place = Annotated[int, Field(ge=1, le=SLOTS)]
Key = Annotated[int, Field(ge=0, lt=1 << 63)]
TextNumber = Annotated[int, Field(ge=1, le=st.TEXTS)]
PHASES = st.Phase.labels()
THEN = ("action", "mission", "compose", "react", "last")
"""The steps in which a text may be resolved."""


class Part(BaseModel):
    """Base of a position's parts: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid")


class WhomPart(Part):
    """A Character, by its side and its place."""

    side: Literal["heroes", "villains"]
    place: Place


class GearPart(Part):
    """An Attachment on a Character."""

    name: str
    since: Order | None = Field(
        None, description="number of cards of the side that had come into Play before it"
    )
    used: list[TextNumber] = Field([], description="its texts that were used in this Turn")


class CharacterPart(Part):
    """A Character in Play."""

    name: str
    face: Literal["front", "back"] | None = Field(
        None, description="its name; for an Initial Card, the face that it shows"
    )
    place: Place | None = Field(
        None, description="its place, as in the labels of actions; the next free one by default"
    )
    since: Order | None = Field(
        None, description="number of cards of the side that had come into Play before it"
    )
    upgrades: Count = 0
    bonus: Annotated[int, Field(ge=-500, le=500)] = Field(0, description="change of Power in this Turn")
    wounded: bool = False
    employed: bool = False
    in_combat: bool = False
    used: list[TextNumber] = Field([], description="its texts that were used in this Turn")
    flipped: bool = Field(False, description="whether it has flipped in this Action Phase")
    attachments: Annotated[list[GearPart], Field(max_length=st.GEARS)] = []
    ship: Literal["active", "inactive"] | None = Field(
        None, description="its Ship Vehicle; active by default"
    )
    switched: bool = Field(False, description="whether the Ship was switched in this Turn")


class EntryPart(Part):
    """A Combat Card or an Ability in a Stack, in the order staged."""

    card: str = Field(description="the card with the text: a Combat Card, a Character or its Attachment")
    by: Place | None = Field(None, description="for an Ability: the place of the Character that has it")
    text: TextNumber = 1
    target: WhomPart | None = None
    way: Literal["in", "out"] = "out"
    status: Literal["open", "paid", "whiffed"] = "open"


class SidePart(Part):
    """A side; cards that are named nowhere lie in its deck."""

    hand: dict[str, Count] = {}
    discards: dict[str, Count] = {}
    removed: dict[str, Count] = Field({}, description="cards that have left the game")
    missions: list[str] = Field([], description="Missions that have been played")
    characters: Annotated[list[CharacterPart], Field(max_length=SLOTS)] | None = Field(
        None, description="the Characters in Play; the Initial Cards by default"
    )
    stack: Annotated[list[EntryPart], Field(max_length=SLOTS)] = []
    wounds: Count = Field(0, description="Leader Wounds")
    drama: Count = 0
    leader_action: bool = False
    actions: Count = Field(0, description="Actions left")
    valor: Annotated[int, Field(ge=0, le=2000)] = 0
    over: bool = Field(False, description="whether the side has called the Combat over in this Tic")
    entered: Order | None = Field(None, description="cards that have come into Play so far")
    draws: Annotated[int, Field(ge=0, le=1 << 30)] = Field(0, description="cards drawn so far")


class RunningPart(Part):
    """A text that is being resolved, or an Attachment whose bearer is being chosen."""

    side: Literal["heroes", "villains"]
    card: str
    text: TextNumber = 1
    source: Place | None = Field(None, description="the place of the Character that has the Ability")
    effect: Annotated[int, Field(ge=1, le=st.EFFECTS)] = 1
    left: Count | None = Field(None, description="choices that remain for the effect")
    last: WhomPart | None = Field(None, description="the Character that was chosen before")
    price: Count = Field(0, description="Characters that are still to be Employed")
    then: str | None = Field(
        None, description="the step that follows it", json_schema_extra={"enum": [*THEN, None]}
    )


class Position(Part):
    """A situation; everything in it is optional."""

    phase: str = Field(
        "action", description="what is being decided", json_schema_extra={"enum": list(PHASES)}
    )
    decides: str | None = Field(
        None, description="the seat that decides; by default the one whose Step it is"
    )
    over: bool = Field(False, description="whether the game is over")
    ended: Literal["clock", "heroes", "villains"] | None = Field(None, description="how the game ended")
    turn: Count | None = Field(None, description="the Turn; 0 while first hands are chosen")
    tic: Annotated[int, Field(ge=0, le=120)] = 0
    bought: bool = Field(False, description="whether this Turn has a Combat")
    combat: bool = Field(False, description="whether the Combat is going on")
    side: Literal["heroes", "villains"] | None = Field(
        None, description="the side whose Step, Phase, Stack or payment it is"
    )
    heroes: SidePart = SidePart.model_validate({})
    villains: SidePart = SidePart.model_validate({})
    asked: Annotated[int, Field(ge=1, le=SLOTS)] | None = Field(
        None,
        description="the place of the Character being assigned, or the place of the Stack being paid",
    )
    running: RunningPart | None = None
    chance: Key = Field(0, description="the key of the random stream")
    asked_chance: Annotated[int, Field(ge=0, le=1 << 40)] = Field(
        0, description="how many numbers have been drawn from it"
    )


def to_position(s: State, setup: Setup) -> Position:
    """Return everything about a state."""
    running = None
    if s.card != NONE:
        card = int(s.card)
        running = {
            "side": names.SIDES[card // CARDS],
            "card": names.printed_name(card, setup),
            "text": int(s.text) + 1,
            "source": None if s.source == NONE else int(s.source) % SLOTS + 1,
            "effect": int(s.effect) + 1,
            "left": None if s.left == NONE else int(s.left),
            "last": _whom(int(s.last)),
            "price": int(s.price),
            "then": None if s.by == NONE else st.Step(int(s.step)).label,
        }
    return Position.model_validate(
        {
            "phase": st.Phase(int(s.phase)).label,
            "decides": setup.seats[int(s.seat)],
            "over": s.over,
            "ended": None if s.ended == NONE else st.End(int(s.ended)).label,
            "turn": int(s.turn),
            "tic": int(s.tic),
            "bought": s.is_bought,
            "combat": s.in_combat,
            "side": names.SIDES[int(s.side)],
            "heroes": _side(s, Side.HEROES, setup),
            "villains": _side(s, Side.VILLAINS, setup),
            "asked": None if s.at == NONE else int(s.at) % SLOTS + 1,
            "running": running,
            "chance": int(s.rng.key),
            "asked_chance": int(s.rng.count),
        }
    )


def _whom(c: int) -> dict[str, Any] | None:
    return None if c == NONE else {"side": names.SIDES[c // SLOTS], "place": c % SLOTS + 1}


def _counts(counts: Ints, side: int, setup: Setup) -> dict[str, int]:
    return {names.printed_name(side * CARDS + k, setup): int(n) for k, n in enumerate(counts) if n > 0}


def _bits(word: int) -> list[int]:
    return [k + 1 for k in range(st.TEXTS) if word >> k & 1]


def _side(s: State, side: int, setup: Setup) -> dict[str, Any]:
    team = s.teams[side]
    here = [c for c in range(side * SLOTS, (side + 1) * SLOTS) if s.characters[c].card != NONE]
    return {
        "hand": _counts(team.hand, side, setup),
        "discards": _counts(team.trash, side, setup),
        "removed": _counts(team.gone, side, setup),
        "missions": [
            names.printed_name(side * CARDS + k, setup) for k in range(st.LIST) if int(team.missions) >> k & 1
        ],
        "characters": [_character(s, c, setup) for c in here],
        "stack": [_entry(s, k, setup) for k in range(side * SLOTS, side * SLOTS + int(team.stack_n))],
        "wounds": int(team.wounds),
        "drama": int(team.drama),
        "leader_action": team.leader,
        "actions": int(team.actions),
        "valor": int(team.valor),
        "over": team.is_over,
        "entered": int(team.entered),
        "draws": int(team.draws),
    }


def _character(s: State, c: int, setup: Setup) -> dict[str, Any]:
    w = s.characters[c]
    k = int(w.card) % CARDS
    has_ship = w.gear[st.Gear.SHIP_VEHICLE] != NONE
    return {
        "name": names.printed_name(int(w.card), setup),
        "face": None if k < st.LIST else "front" if k < st.BACK else "back",
        "place": c % SLOTS + 1,
        "since": int(w.seq),
        "upgrades": int(w.upgrades),
        "bonus": int(w.bonus),
        "wounded": w.is_wounded,
        "employed": w.is_employed,
        "in_combat": w.in_combat,
        "used": _bits(int(w.used)),
        "flipped": w.has_flipped,
        "attachments": [
            {
                "name": names.printed_name(int(w.gear[g]), setup),
                "since": int(w.gear_seq[g]),
                "used": _bits(int(w.gear_used[g])),
            }
            for g in range(st.GEARS)
            if w.gear[g] != NONE
        ],
        "ship": None if not has_ship else "active" if w.is_active else "inactive",
        "switched": w.has_switched,
    }


def _entry(s: State, k: int, setup: Setup) -> dict[str, Any]:
    entry = s.stack[k]
    return {
        "card": names.printed_name(int(entry.card), setup),
        "by": None if entry.source == NONE else int(entry.source) % SLOTS + 1,
        "text": int(entry.text) + 1,
        "target": _whom(int(entry.target)),
        "way": "in" if entry.way else "out",
        "status": st.Status(int(entry.status)).label,
    }
