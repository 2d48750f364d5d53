"""The state of a session: the scenes of one scenario, and the conflicts that are fought in them.

The records of a Throwdown, of either edition, and of a Gambit lie in it. ``throwdown.world`` is the world of the
session at all times, and ``throwdown.cfg`` its configuration; a Gambit works on a copy, and its record is zero while
there is none. Seats are 0 (Coach) and 1 to 7 (Pilots), sides 0 (Coach) and 1 (Pilots).
"""

from __future__ import annotations

from enum import auto
from typing import Any

import numpy as np

from throwdown.envs.core.kit import Ints, Named, as_bits, event, int8, int16, nested, tr
from throwdown.envs.core.state import GameState
from throwdown.envs.fusion.gambit import state as gambit
from throwdown.envs.fusion.pile import state as pile
from throwdown.envs.fusion.throwdown import state as throwdown
from throwdown.envs.fusion.world.terms import FIRST_PHASE, Choice, Ending, FirstEvent, LoggedEvents


class Scenes(GameState):
    """What a session is beside its Throwdown."""

    gambit: gambit.State = nested(gambit.State, "the Gambit; blank while there is none")
    scenes: int = int16("scenes before time runs out", kept=True)
    doom: int = int8("Escalation Events at which Doom arrives; 0 = never", kept=True)
    quiet: int = int8("cards that Coach invests in a quiet scene", kept=True)
    mend: int = int8("points that every Threat recovers in a quiet scene", kept=True)
    lead: int = int8(
        "lead in the stakes, in hundredths, with which the Pilots win when time runs out", kept=True
    )
    begins: int = int8("the side of the first scene; 2 = random", kept=True)
    calm: int = int8("rounds without challenges after each round in which they are allowed", kept=True)
    idle: int = int8("cards that Coach invests when a Pilot rests or declines", kept=True)
    start: Ints = int16("Harmony, Commitments, Charges, Buffers, Ratings at the start of the session", 5)
    number: int = int16("number of the scene, from 1")
    active: int = int8("the conflict being fought, see `Active`")
    side: int = int8("the side of the scene")
    acting: int = int8("the Pilot of the present Pilots' scene, or of the last one; 0 before the first")
    goal: int = int8("see `actions.Goal`")
    result: int = int8("see `Result`")
    step: int = int8("see `Step`")


_THROWDOWN = "its world and configuration are the session's"


class State(Scenes):
    """One session of the newer edition, with a Throwdown in stages."""

    throwdown: throwdown.State = nested(throwdown.State, _THROWDOWN, kept=True)


class OlderState(Scenes):
    """One session of the older edition, with a Throwdown on one Pile; the kernels of the session serve both."""

    throwdown: pile.State = nested(pile.State, _THROWDOWN, kept=True)


class Active(Named):
    """The conflict that is being fought."""

    NONE = auto()
    GAMBIT = auto()
    THROWDOWN = auto()


class Begins(Named):
    """Whose the first scene is."""

    COACH = auto()
    PILOTS = auto()
    RANDOM = auto()


class Result(Ending):
    """How a session stands, or ended."""

    RUNNING = auto()
    THREATS_BEATEN = auto()
    TEAM_BROKEN = auto()
    DOOM = auto()
    OUT_OF_TIME = auto()
    HELD_OUT = auto()


class Step(Named):
    """How it goes on once nothing is left to decide."""

    ASK = auto()
    GOAL = auto()
    CLOSE = auto()


class Phase(Named):
    """What is decided about a scene, beside the phases of its conflicts: between a Gambit's and a Throwdown's."""

    SCENE = len(gambit.PHASES)
    RESPOND = auto()
    PLOT = auto()


OF_SCENES = as_bits(Phase)
"""The phases of scenes, as bits."""
_FIRST = (*Choice.labels(), *(f"gambit-{name}" for name in gambit.Phase.labels()), *Phase.labels())
PHASES = (*_FIRST, *throwdown.Phase.labels())
OLDER_PHASES = (*_FIRST, *pile.Phase.labels())


def _moved(phases: type[Named]) -> type[Named]:
    """Return a Throwdown's own phases as they are numbered here."""
    by = len(_FIRST) - FIRST_PHASE
    make: Any = Named  # as a function
    moved: type[Named] = make(phases.__name__, {phase.name: phase + by for phase in phases}, module=__name__)
    return moved


StagesPhase = _moved(throwdown.Phase)
PilePhase = _moved(pile.Phase)
THROWDOWN_PHASE = np.array([*Choice, *max(StagesPhase, PilePhase, key=len)], np.int64)
"""[phase of a Throwdown]: what it is here; in either edition those of its own come after the scene's."""


class Event(LoggedEvents):
    """What can happen in a session, besides what happens in every game."""

    SCENE_OPENED = event(first=FirstEvent.SESSION, sound="rumble")
    VENTURED = event()
    GAUNTLET_THROWN = event(sound="escalate")
    RESTED = event(tr("{who} let her scene go by."))
    LET_GO = event()
    GAMBIT_OFFERED = event(tr("{who} answered with a Gambit."))
    GOAL_REACHED = event(tr("{who} reached the goal: {goal}."))
    GOAL_MISSED = event(tr("{who} missed the goal: {goal}."))
    SESSION_ENDED = event()
