"""Any situation of a Throwdown as plain data: what can be written down, set up, saved and compared.

`Position` is published as JSON Schema. `to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from throwdown.envs.core.kit import NONE, Setup
from throwdown.envs.fusion.positions import conflict, world
from throwdown.envs.fusion.positions.conflict import ConflictPosition, bits
from throwdown.envs.fusion.positions.world import Count, Part
from throwdown.envs.fusion.throwdown.state import PHASES, RUMBLE_STAGE, Opening, Result, State, Step
from throwdown.envs.fusion.world.cards import NAMES
from throwdown.envs.fusion.world.terms import SHARED_PHASES

Side = Literal["coach", "pilots"]
SIDE_NAMES: tuple[Side, Side] = ("coach", "pilots")
Opened = Literal["initiative", "escalate", "rumble"]
OPENINGS = (None, *Opening.labels()[1:])
After = Literal["turn", "assists", "coach-assists", "drive", "head-draw", "spoils"]
AFTER: dict[After, int] = {
    "turn": Step.TURN,
    "assists": Step.ASSISTS,
    "coach-assists": Step.COACH_ASSISTS,
    "drive": Step.DRIVE,
    "head-draw": Step.HEAD_DRAW,
    "spoils": Step.SPOILS,
}


class PileCard(Part):
    """One card of a Pile."""

    card: str = Field(description="the card, as in 9S or TH")
    by: str = Field(description="the seat that laid it")


class Pile(Part):
    """The Pile of one stage."""

    opened: Opened | None = Field(
        default=None,
        description="the way in which its first card opened the stage; by default initiative for stage 1, rumble "
        "for stage 4, else escalate",
    )
    cards: list[PileCard] = Field(description="its cards, bottom to top")


class SpoilsLeft(Part):
    """The spoils that a side may still take."""

    basic: Count = Field(default=0, description="Basic Spoils")
    ultimate: Count = Field(default=0, description="Ultimate Spoils")


class Assisted(Part):
    """The Assists that the Pilot at hand has used this turn."""

    techs: Count = Field(default=0, description="Techs")
    others: Count = Field(default=0, description="others")


class Position(ConflictPosition):
    """A situation of the Throwdown, stages edition; everything in it is optional.

    Seats are coach_0, pilot_0 and so on. Cards that lie nowhere else are in the deck. What is left out is as the
    scenario has it at the start, hands are empty, and phase and turn follow from the cards on the table: a position
    with a Pile is a Commander's Drive, one whose first Pile was opened by a Rumble is in that Rumble.
    """

    stage: Count | None = Field(
        default=None,
        description="the stage, 0 before initiative is won; by default it follows from the Piles",
    )
    phase: str | None = Field(
        default=None, description="what is being decided", json_schema_extra={"enum": [*PHASES, None]}
    )
    turn: str | None = Field(default=None, description="the seat that decides")
    after: After | None = Field(
        default=None,
        description="the step that follows when damage has landed and effects are done; by default it follows from "
        "the rest",
    )
    round: Count | None = Field(
        default=None,
        description="the number of the seat that a round of all seats has reached; in phase threats, of the Threat",
    )
    sealed: dict[str, str] = Field(default={}, description="face-down initiative cards")
    pile: list[Pile] = Field(
        default=[],
        description="all Piles, one per stage (in a Rumble from stage 4): those set aside first, the present one "
        "last",
    )
    challenger: str | None = Field(default=None, description="the seat that laid the first initiative card")
    started_by: Side | None = Field(default=None, description="the side that began the Throwdown (TS-30)")
    for_team: bool | None = Field(
        default=None, description="whether the Commander fights for the team (TS-29)"
    )
    votes: dict[Literal["self", "team"], Count] = Field(default={}, description="votes on for_team so far")
    left_out: list[Count] = Field(
        default=[],
        description="Threats (by number) that take no part, once the initiative cards are turned up",
    )
    leaving: list[Count] = Field(
        default=[],
        description="Threats that Coach has secretly chosen to leave out, until the initiative cards are turned up",
    )
    asked: list[str] = Field(default=[], description="allies who were offered the Drive this turn")
    given: dict[str, Count] = Field(default={}, description="cards that the Commander owes each giver")
    assisted: Assisted = Field(default=Assisted(), description="Assists of the Pilot who is Assisting")
    gap: Count = Field(
        default=0,
        description="the difference of the card that opened the Rumble, until it is compared with Strike",
    )
    drawn: list[str] = Field(
        default=[], description="cards that the Head drew in the Rumble and may still share"
    )
    sharing: str | None = Field(default=None, description="the card that she is sharing now")
    scored: list[Side | None] | None = Field(
        default=None,
        description="the side that scored each yielded stage, none if a Rumble skipped it; by default it follows "
        "from the Piles",
    )
    score: dict[Side, Count] | None = Field(
        default=None, description="the points; by default they follow from the stages (C-160)"
    )
    result: str | None = Field(
        default=None,
        description="how the Throwdown ended, or running",
        json_schema_extra={"enum": [*Result.labels(), None]},
    )
    winner: Side | None = Field(default=None, description="the side that won")
    taker: Side | None = Field(default=None, description="the side that takes spoils")
    spoils: dict[Side, SpoilsLeft] | None = Field(
        default=None, description="the spoils left; by default what the score gives"
    )


def side_name(side: int) -> Side | None:
    """Return the name of a side, None for `NONE`."""
    return None if side == NONE else SIDE_NAMES[side]


def to_position(s: State, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    parts = conflict.read_conflict(s, setup), _table(s, setup), _who(s, setup), _score(s), _outcome(s)
    return Position.model_validate(
        world.told({name: value for part in parts for name, value in part.items()})
    )


def _table(s: State, setup: Setup) -> dict[str, Any]:
    seats, step = setup.seats, int(s.step)
    is_shared = SHARED_PHASES >> int(s.phase) & 1
    after = {code: name for name, code in AFTER.items()}.get(step) if is_shared else None
    return {
        "stage": int(s.stage),
        "phase": PHASES[s.phase],
        "turn": None if s.over else seats[s.seat],
        "after": None if s.over else after,
        "round": int(s.at),
        "sealed": {n: NAMES[s.sealed[p]] for p, n in enumerate(seats) if s.sealed[p] != NONE},
        "pile": _piles(s, setup),
        "gap": int(s.gap) if step == Step.POSITIONS else None,
        "drawn": world.names(s.fresh) if step == Step.SHARES else None,
        "sharing": None if s.shared == NONE else NAMES[s.shared],
    }


def _who(s: State, setup: Setup) -> dict[str, Any]:
    seats, for_team, votes = setup.seats, int(s.for_team), s.votes
    assisting = s.step == Step.ASSISTS
    return {
        "challenger": seats[s.challenger],
        "started_by": side_name(s.started_by),
        "for_team": None if for_team == NONE else bool(for_team),
        "votes": {name: int(votes[k]) for k, name in enumerate(("self", "team")) if votes[k]},
        "left_out": bits(s.conflict.left_out),
        "leaving": bits(s.leaving),
        "asked": [n for p, n in enumerate(seats) if s.asked[p]],
        "given": {n: int(s.given[p]) for p, n in enumerate(seats) if s.given[p]},
        "assisted": {"techs": int(s.techs), "others": int(s.others)} if assisting else None,
    }


def _score(s: State) -> dict[str, Any]:
    scored = [side_name(s.scored[k]) for k in range(1, s.stage + 1)]
    while scored and scored[-1] is None:
        scored.pop()
    return {
        "scored": scored,
        "score": {n: int(s.score[k]) for k, n in enumerate(SIDE_NAMES)},
        "result": Result(s.result).label,
        "stakes": float(s.stakes) if s.step in (Step.DISCARDS, Step.END) else None,
    }


def _outcome(s: State) -> dict[str, Any]:
    if s.result == Result.RUNNING:
        return {}
    basic, ultimate = s.basic, s.ultimate
    return {
        "winner": side_name(s.winner),
        "taker": side_name(s.taker) if s.step == Step.SPOILS else None,
        "spoils": {
            n: {"basic": int(basic[k]), "ultimate": int(ultimate[k])} for k, n in enumerate(SIDE_NAMES)
        },
    }


def _piles(s: State, setup: Setup) -> list[dict[str, Any]]:
    n, stage = int(s.pile_n), int(s.stage)
    if n == 0:
        return []
    first = RUMBLE_STAGE if stage >= RUMBLE_STAGE else 1
    bounds = [int(s.pile_from[k]) for k in range(first, stage + 1)] + [n]
    return [
        {
            "opened": OPENINGS[int(s.opened[k])],
            "cards": [
                {"card": NAMES[s.pile_card[i]], "by": setup.seats[s.pile_by[i]]}
                for i in range(bounds[k - first], bounds[k - first + 1])
            ],
        }
        for k in range(first, stage + 1)
    ]
