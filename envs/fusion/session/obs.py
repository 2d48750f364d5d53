"""What a seat of a session observes: what the part that is going on shows, and the scene around it."""

from __future__ import annotations

from throwdown.envs.core.kit import Flags, Ints, Observation, Out, calls, kernel
from throwdown.envs.core.observations import JoinedFields, flags, number as count, numbers, one_hot
from throwdown.envs.fusion.gambit import obs as gambit
from throwdown.envs.fusion.pile import obs as pile
from throwdown.envs.fusion.session import actions, scenes, state
from throwdown.envs.fusion.throwdown import obs as throwdown
from throwdown.envs.fusion.world import book
from throwdown.envs.fusion.world.terms import SEATS


class Scene(Observation):
    """The scene around the conflicts; all of it is public."""

    active: Flags = one_hot("the conflict being fought", state.Active)
    decision: Flags = flags(
        f"the decision about a scene, one-hot: {', '.join(state.Phase.labels())}", len(state.Phase)
    )
    viewer: Flags = flags("the viewer, one-hot over seats: Coach, then the Pilots", SEATS)
    mover: Flags = flags("the seat that decides, one-hot; none when the session is over", SEATS)
    number: int = count("the scene, from 1", 0, 60)
    scenes: int = count("scenes before time runs out", 0, 60)
    side: int = count("the side of the scene: 0 Coach's, 1 the Pilots'", 0, 1)
    acting: Flags = flags("the Pilot of this Pilots' scene, or of the last one, one-hot", SEATS)
    goal: Flags = one_hot("the goal at stake", actions.Goal)
    escalations: int = count("Escalation Events that have happened", 0, book.MAX_EVENTS)
    doom: int = count("number of Escalation Events that bring Doom; 0 for never", 0, book.MAX_EVENTS)
    quiet: int = count("cards that Coach invests in a quiet scene", 0, 10)
    mend: int = count("points that every Threat recovers in a quiet scene", 0, 10)
    lead: int = count("lead in the stakes, in hundredths, that the Pilots need when time runs out", 0, 50)
    start: Ints = numbers(
        "at the start of the session: Harmony, and the sums of Commitments, Charges, Buffers and Ratings "
        "(S-12)",
        -128,
        127,
        5,
    )
    result: Flags = flags(f"the result, one-hot: {', '.join(state.Result.labels())}", len(state.Result))


FIELDS = JoinedFields({"gambit": gambit.FIELDS, "throwdown": throwdown.FIELDS}, Scene)
OLDER_FIELDS = JoinedFields({"gambit": gambit.FIELDS, "throwdown": pile.FIELDS}, Scene)
OWN_WIDTH = Scene.size
_GAMBIT, _PILOT, _KNOWN = gambit.Seen.size, gambit.Pilot.size, gambit.Known.size


@kernel
def observe(s: state.State, viewer: int, row: Ints, out: Out) -> None:
    """Write what ``viewer`` knows."""
    slots, own = s.throwdown.cfg.slots, row.size - OWN_WIDTH
    its = _GAMBIT + slots * (_PILOT + (_KNOWN if slots > 1 else 0))
    if s.active == state.Active.GAMBIT:
        calls.observe(s.gambit, viewer, row[:its], out)
    else:
        calls.observe(s.throwdown, viewer, row[its:own], out)
    observe_scene(s, viewer, Scene.of(row[own:]))


@kernel
def observe_scene(s: state.State, viewer: int, scene: Scene) -> None:
    """Write the scene; all of it is public."""
    scene.active[s.active] = True
    if (state.OF_SCENES >> s.phase) & 1:
        scene.decision[s.phase - state.Phase.SCENE] = True
    scene.viewer[viewer] = True
    if not s.over:
        scene.mover[s.seat] = True
    scene.number = s.number
    scene.scenes = s.scenes
    scene.side = s.side
    if s.acting > 0:
        scene.acting[s.acting] = True
    scene.goal[s.goal] = True
    scene.escalations = scenes.escalations(s)
    scene.doom = s.doom
    scene.quiet = s.quiet
    scene.mend = s.mend
    scene.lead = s.lead
    for i in range(5):
        scene.start[i] = max(-128, min(127, s.start[i]))
    scene.result[s.result] = True
