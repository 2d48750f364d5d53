"""The state of a session: the scenes of one scenario, and the conflicts that are fought in them.

The records of a Throwdown and of a Gambit lie in it. ``throwdown.world`` is the world of the session at all times, and
``throwdown.cfg`` its configuration; a Gambit works on a copy, and its record is zero while there is none. Seats are 0
(Coach) and 1 to 7 (Pilots), sides 0 (Coach) and 1 (Pilots).
"""

from __future__ import annotations

from throwdown.envs.core.records import int8, int16, nested
from throwdown.envs.core.state import GameState
from throwdown.envs.fusion.gambit import state as gambit
from throwdown.envs.fusion.throwdown import state as throwdown
from throwdown.envs.fusion.world.conflict import FIRST_PHASE
from throwdown.envs.fusion.world.state import EVENTS


class State(GameState):
    """One session."""

    throwdown: throwdown.State = nested(
        throwdown.State, "its world and configuration are the session's", kept=True
    )
    gambit: gambit.State = nested(gambit.State, "blank while there is none")
    scenes: int = int16("before time runs out", kept=True)
    doom: int = int8("Escalation Events at which Doom arrives; 0 = never", kept=True)
    quiet: int = int8("cards that Coach invests in a quiet scene", kept=True)
    mend: int = int8("points that every Threat recovers in one", kept=True)
    begins: int = int8("the side of the first scene; 2 = random", kept=True)
    number: int = int16("of the scene, from 1")
    active: int = int8("the conflict being fought, see `NO_CONFLICT`")
    side: int = int8("whose scene it is")
    acting: int = int8("the Pilot of the present Pilots' scene, or of the last one; 0 before")
    goal: int = int8("see `actions.GOALS`")
    result: int = int8("see `RESULTS`")
    step: int = int8("see `STEPS`")


ACTIVE = ("none", "gambit", "throwdown")
NO_CONFLICT, IN_GAMBIT, IN_THROWDOWN = range(len(ACTIVE))
RANDOM_SIDE = 2
BEGINS = ("coach", "pilots", "random")
RESULTS = ("running", "threats beaten", "team broken", "doom", "out of time")
RUNNING, BEATEN, BROKEN, DOOM, TIME = range(len(RESULTS))

STEPS = ("ask", "goal", "close", "end")
ASK, GOAL, CLOSE, END = range(len(STEPS))

SCENE_PHASES = ("scene", "respond", "plot")
PHASES = (
    *throwdown.PHASES,
    *(f"gambit-{name}" for name in gambit.PHASES[FIRST_PHASE:]),
    *SCENE_PHASES,
)
GAMBIT_PHASES = len(throwdown.PHASES) - FIRST_PHASE
"""What a Gambit's own phases are moved by."""
SCENE_PHASE, RESPOND_PHASE, PLOT_PHASE = range(len(PHASES) - len(SCENE_PHASES), len(PHASES))

SESSION_EVENTS = (
    "SCENE_OPENED",
    "VENTURED",
    "GAUNTLET_THROWN",
    "RESTED",
    "LET_GO",
    "GAMBIT_OFFERED",
    "GOAL_REACHED",
    "GOAL_MISSED",
    "SESSION_ENDED",
)
GAMBIT_OWN = tuple(
    f"GAMBIT_{name}" if name in throwdown.THROWDOWN_EVENTS else name for name in gambit.GAMBIT_EVENTS
)
"""A Gambit's own events, under names that no Throwdown uses."""
EVENT_NAMES = (*throwdown.EVENT_NAMES, *GAMBIT_OWN, *SESSION_EVENTS)
SHARED_EVENTS = len(EVENTS)
GAMBIT_EVENTS = len(throwdown.THROWDOWN_EVENTS)
"""What a Gambit's own events are moved by."""
E_SCENE, E_VENTURED, E_GAUNTLET, E_RESTED, E_LET_GO, E_GAMBIT, E_REACHED, E_MISSED, E_ENDED = range(
    len(EVENT_NAMES) - len(SESSION_EVENTS), len(EVENT_NAMES)
)
