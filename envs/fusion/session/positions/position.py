"""Any situation of a session as plain data: where the session stands, and the conflict or the world between conflicts.

`to_position` writes everything down, hidden cards and chance included.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from throwdown.envs.core.kit import Game, Setup
from throwdown.envs.fusion.gambit import GAMBIT
from throwdown.envs.fusion.gambit.positions.position import Position as GambitPosition
from throwdown.envs.fusion.pile import PILE
from throwdown.envs.fusion.pile.positions.position import Position as PilePosition
from throwdown.envs.fusion.positions import conflict
from throwdown.envs.fusion.positions.world import Count, Part, told
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.throwdown import THROWDOWN
from throwdown.envs.fusion.throwdown.positions.position import SIDE_NAMES, Position as ThrowdownPosition, Side


class Position(Part):
    """A situation of a session; everything in it is optional.

    At most one of `throwdown`, `gambit` and `world` is told: the conflict that is being fought, or the world between
    conflicts. What is left out is as at the start of the scenario, with empty hands.
    """

    scene: Count = Field(default=1, description="the scene, from 1")
    side: Side | None = Field(
        default=None, description="the side whose scene it is; by default the Pilots', unless Coach opens one"
    )
    acting: str | None = Field(
        default=None, description="the Pilot of this Pilots' scene, or of the last one"
    )
    goal: str = Field(
        default=actions.Goal(0).label,
        description="the goal at stake",
        json_schema_extra={"enum": [*actions.Goal.labels()]},
    )
    phase: str | None = Field(
        default=None,
        description="between conflicts, what is being decided; by default it follows from the side of the scene",
        json_schema_extra={"enum": [*state.PHASES, None]},
    )
    turn: str | None = Field(default=None, description="between conflicts, the seat that decides")
    after: Literal["ask", "close"] | None = Field(
        default=None,
        description="while an effect is waiting: whether the scene goes on afterwards, or closes; by default it "
        "closes",
    )
    result: str = Field(
        default=state.Result(0).label,
        description="how the session ended, or running",
        json_schema_extra={"enum": [*state.Result.labels()]},
    )
    start: list[Annotated[int, Field(ge=-999, le=999)]] | None = Field(
        default=None,
        description="Harmony, Commitments, Charges, Buffers, Ratings at the start of the session (S-12); by default "
        "as now",
        min_length=5,
        max_length=5,
    )
    throwdown: ThrowdownPosition | None = Field(
        default=None, description="the Throwdown that is being fought"
    )
    gambit: GambitPosition | None = Field(default=None, description="the Gambit that is being played")
    world: conflict.ConflictPosition | None = Field(default=None, description="the world between conflicts")


class OlderPosition(Position):
    """A situation of a session of the older edition, in which Throwdowns are fought on one Pile."""

    phase: str | None = Field(
        default=None,
        description="between conflicts, what is being decided; by default it follows from the side of the scene",
        json_schema_extra={"enum": [*state.OLDER_PHASES, None]},
    )
    throwdown: PilePosition | None = Field(  # type: ignore[assignment]
        default=None, description="the Throwdown that is being fought"
    )


def part_of(s: state.State) -> tuple[Any, Game]:
    """Return the record that holds the world as it is now, and the game whose it is."""
    return (s.gambit, GAMBIT) if s.active == state.Active.GAMBIT else (s.throwdown, throwdown_of(s))


def throwdown_of(s: state.State) -> Game:
    """Return the Throwdown of a session's edition."""
    return next(game for game in (THROWDOWN, PILE) if game.state.dtype.names == s.throwdown.dtype.names)


def phase_of(s: state.State) -> str:
    """Return the name of what is being decided."""
    return (state.PHASES if throwdown_of(s) is THROWDOWN else state.OLDER_PHASES)[s.phase]


@lru_cache(maxsize=64)
def part_setup(setup: Setup, game: Game) -> Setup:
    """Return the setup of a part: the same scenario, seats and options."""
    template = game.state.blank()
    template["cfg"] = setup.template["throwdown"]["cfg"]
    return replace(setup, game=game, template=template)


def to_position(s: state.State, setup: Setup) -> Position:
    """Return everything about a state, hidden cards and chance included."""
    part, game = part_of(s)
    inside, model = part_setup(setup, game), Position if throwdown_of(s) is THROWDOWN else OlderPosition
    between = s.active == state.Active.NONE
    seat, acting = setup.seats[s.seat], int(s.acting)
    own = {
        "scene": int(s.number),
        "side": SIDE_NAMES[s.side],
        "acting": setup.seats[acting] if acting else None,
        "goal": actions.Goal(s.goal).label,
        "phase": phase_of(s) if between else None,
        "turn": seat if between and not s.over else None,
        "after": state.Step(s.step).label if between and not s.over else None,
        "result": state.Result(s.result).label,
        "start": [int(x) for x in s.start],
    }
    if between:
        world = {
            k: v for k, v in conflict.read_conflict(part, inside).items() if k != "start"
        }  # nothing is measured now
        world["rng"] = {"key": int(s.rng.key), "count": int(s.rng.count)}
        return model.model_validate(told({**own, "world": told(world)}))
    name = "gambit" if s.active == state.Active.GAMBIT else "throwdown"
    return model.model_validate(told({**own, name: game.need_positions(name).to_position(part, inside)}))
