"""What a seat of a session observes: what the part that is going on shows, and the scene around it."""

from __future__ import annotations

from throwdown.envs.core.cards import FACES
from throwdown.envs.core.fields import Field, JoinedFields
from throwdown.envs.core.kit import Ints, Named, Out, calls, kernel
from throwdown.envs.fusion.gambit import obs as gambit
from throwdown.envs.fusion.pile import obs as pile
from throwdown.envs.fusion.session import actions, scenes, state
from throwdown.envs.fusion.throwdown import obs as throwdown
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import SEATS

_OWN = (
    Field(
        "active",
        len(state.Active),
        0,
        1,
        f"the conflict being fought, one-hot: {', '.join(state.Active.labels())}",
    ),
    Field(
        "decision",
        len(state.Phase),
        0,
        1,
        f"what is decided of a scene: {', '.join(state.Phase.labels())}",
    ),
    Field("viewer", SEATS, 0, 1, "the viewer, one-hot over seats: Coach, then the Pilots"),
    Field("mover", SEATS, 0, 1, "who decides, one-hot; none when it is over"),
    Field("number", 1, 0, 60, "the scene, from 1"),
    Field("scenes", 1, 0, 60, "scenes before time runs out"),
    Field("side", 1, 0, 1, "whose scene it is: 0 Coach's, 1 the Pilots'"),
    Field("acting", SEATS, 0, 1, "the Pilot of this Pilots' scene, or of the last one, one-hot"),
    Field("goal", len(actions.Goal), 0, 1, f"what is at stake, one-hot: {', '.join(actions.Goal.labels())}"),
    Field("escalations", 1, 0, book.MAX_EVENTS, "Escalation Events that have happened"),
    Field("doom", 1, 0, book.MAX_EVENTS, "how many bring Doom, 0 for never"),
    Field("quiet", 1, 0, 10, "cards that Coach invests in a quiet scene"),
    Field("mend", 1, 0, 10, "points that every Threat recovers in one"),
    Field("lead", 1, 0, 50, "hundredths of the stakes by which the Pilots must be ahead when time runs out"),
    Field(
        "start",
        5,
        -128,
        127,
        "when the session began: Harmony, the Commitments, Charges, Buffers and Ratings of all (S-12)",
    ),
    Field("result", len(state.Result), 0, 1, f"one-hot: {', '.join(state.Result.labels())}"),
)
FIELDS = JoinedFields({"gambit": gambit.FIELDS, "throwdown": throwdown.FIELDS}, _OWN)
OLDER_FIELDS = JoinedFields({"gambit": gambit.FIELDS, "throwdown": pile.FIELDS}, _OWN)
OWN_WIDTH = FIELDS.fixed_width

_at = FIELDS.at


class At(Named):
    """Where the fields of the scene begin."""

    ACTIVE_AT = FIELDS.at("active")
    DECISION = FIELDS.at("decision")
    VIEWER = FIELDS.at("viewer")
    MOVER = FIELDS.at("mover")
    NUMBER = FIELDS.at("number")
    SCENES = FIELDS.at("scenes")
    SIDE = FIELDS.at("side")
    ACTING = FIELDS.at("acting")
    GOAL = FIELDS.at("goal")
    ESCALATIONS = FIELDS.at("escalations")
    DOOM_AT = FIELDS.at("doom")
    QUIET = FIELDS.at("quiet")
    MEND = FIELDS.at("mend")
    LEAD = FIELDS.at("lead")
    START_AT = FIELDS.at("start")
    RESULT = FIELDS.at("result")


@kernel
def observe(s: state.State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    slots, own = s.throwdown.cfg.slots, row.size - OWN_WIDTH
    its = gambit.At.SLOTS + slots * (gambit.SlotAt.END + (FACES if slots > 1 else 0))
    if s.active == state.Active.GAMBIT:
        calls.observe(s.gambit, viewer, row[:its], out)
    else:
        calls.observe(s.throwdown, viewer, row[its:own], out)
    observe_scene(s, viewer, row[own:])


@kernel
def observe_scene(s: state.State, viewer: int, row: Ints) -> None:
    """Write the scene; all of it is public."""
    row[At.ACTIVE_AT + s.active] = 1
    if state.Phase.SCENE <= s.phase < state.Phase.SCENE + len(state.Phase):
        row[At.DECISION + s.phase - state.Phase.SCENE] = 1
    row[At.VIEWER + viewer] = 1
    if not s.over:
        row[At.MOVER + s.seat] = 1
    row[At.NUMBER] = s.number
    row[At.SCENES] = s.scenes
    row[At.SIDE] = s.side
    if s.acting > 0:
        row[At.ACTING + s.acting] = 1
    row[At.GOAL + s.goal] = 1
    row[At.ESCALATIONS] = scenes.escalations(s)
    row[At.DOOM_AT] = s.doom
    row[At.QUIET] = s.quiet
    row[At.MEND] = s.mend
    row[At.LEAD] = s.lead
    for i in range(5):
        row[At.START_AT + i] = max(-128, min(127, s.start[i]))
    row[At.RESULT + s.result] = 1
