"""What a seat of a session observes: what the part that is going on shows, and the scene around it."""

from __future__ import annotations

from throwdown.envs.core import calls
from throwdown.envs.core.cards import FACES
from throwdown.envs.core.events import Out
from throwdown.envs.core.fields import Field, JoinedFields
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.fusion.gambit import obs as gambit
from throwdown.envs.fusion.session.actions import GOALS
from throwdown.envs.fusion.session.scenes import escalations
from throwdown.envs.fusion.session.state import ACTIVE, IN_GAMBIT, RESULTS, SCENE_PHASE, SCENE_PHASES, State
from throwdown.envs.fusion.throwdown import obs as throwdown
from throwdown.envs.fusion.world.book import MAX_EVENTS
from throwdown.envs.fusion.world.state import SEATS

FIELDS = JoinedFields(
    {"throwdown": throwdown.FIELDS, "gambit": gambit.FIELDS},
    [
        Field("active", len(ACTIVE), 0, 1, f"the conflict being fought, one-hot: {', '.join(ACTIVE)}"),
        Field("decision", len(SCENE_PHASES), 0, 1, f"what is decided of a scene: {', '.join(SCENE_PHASES)}"),
        Field("viewer", SEATS, 0, 1, "who looks, one-hot over seats: Coach, then the Pilots"),
        Field("mover", SEATS, 0, 1, "who decides, one-hot; none when it is over"),
        Field("number", 1, 0, 60, "the scene, from 1"),
        Field("scenes", 1, 0, 60, "scenes before time runs out"),
        Field("side", 1, 0, 1, "whose scene it is: 0 Coach's, 1 the Pilots'"),
        Field("acting", SEATS, 0, 1, "the Pilot of this Pilots' scene, or of the last one, one-hot"),
        Field("goal", len(GOALS), 0, 1, f"what is at stake, one-hot: {', '.join(GOALS)}"),
        Field("escalations", 1, 0, MAX_EVENTS, "Escalation Events that have come to pass"),
        Field("doom", 1, 0, MAX_EVENTS, "how many bring Doom, 0 for never"),
        Field("quiet", 1, 0, 10, "cards that Coach invests in a quiet scene"),
        Field("mend", 1, 0, 10, "points that every Threat recovers in one"),
        Field("result", len(RESULTS), 0, 1, f"one-hot: {', '.join(RESULTS)}"),
    ],
)

_at = FIELDS.at
ACTIVE_AT, DECISION, VIEWER, MOVER = _at("active"), _at("decision"), _at("viewer"), _at("mover")
NUMBER, SCENES, SIDE, ACTING, GOAL = _at("number"), _at("scenes"), _at("side"), _at("acting"), _at("goal")
ESCALATIONS, DOOM_AT, QUIET, MEND = _at("escalations"), _at("doom"), _at("quiet"), _at("mend")
RESULT = _at("result")
T_FIXED, T_SLOT = throwdown.SLOTS, throwdown.SLOT_WIDTH
G_FIXED, G_SLOT = gambit.SLOTS, gambit.SLOT_WIDTH


@kernel
def part_width(slots: int, fixed: int, slot: int) -> int:
    """Return the width of a part's row."""
    return fixed + slots * (slot + (FACES if slots > 1 else 0))


@kernel
def observe(s: State, viewer: int, out: Out) -> None:
    """Write what ``viewer`` knows."""
    row, slots = out.row, wide(s.throwdown.cfg.slots)
    mine, its = part_width(slots, T_FIXED, T_SLOT), part_width(slots, G_FIXED, G_SLOT)
    if s.active == IN_GAMBIT:
        calls.observe(s.gambit, viewer, out)
        for i in range(its - 1, -1, -1):
            row[mine + i] = row[i]
        for i in range(mine):
            row[i] = 0
    else:
        calls.observe(s.throwdown, viewer, out)
        for i in range(mine, mine + its):
            row[i] = 0
    observe_scene(s, viewer, out, mine + its)


@kernel
def observe_scene(s: State, viewer: int, out: Out, at: int) -> None:
    """Write the scene, from ``at`` on; all of it is public."""
    row = out.row
    for i in range(at, at + RESULT + len(RESULTS)):
        row[i] = 0
    row[at + ACTIVE_AT + wide(s.active)] = 1
    if s.phase >= SCENE_PHASE:
        row[at + DECISION + wide(s.phase) - SCENE_PHASE] = 1
    row[at + VIEWER + viewer] = 1
    if not s.over:
        row[at + MOVER + wide(s.seat)] = 1
    row[at + NUMBER] = s.number
    row[at + SCENES] = s.scenes
    row[at + SIDE] = s.side
    if s.acting > 0:
        row[at + ACTING + wide(s.acting)] = 1
    row[at + GOAL + wide(s.goal)] = 1
    row[at + ESCALATIONS] = escalations(s)
    row[at + DOOM_AT] = s.doom
    row[at + QUIET] = s.quiet
    row[at + MEND] = s.mend
    row[at + RESULT + wide(s.result)] = 1
