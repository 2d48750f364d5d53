"""What people read for the labels of a session: its scenes, its goals and its ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.gambit.words import labels as gambit
from throwdown.envs.fusion.session.state import Active, Result

RESULTS = {
    "running": tr("running"),
    "threats beaten": tr("threats beaten"),
    "team broken": tr("team broken"),
    "doom": tr("doom"),
    "out of time": tr("out of time"),
    "held out": tr("held out"),
}
"""How a session stands, or ended."""

DECIDED: Mapping[int, str] = {
    Result.THREATS_BEATEN: tr("In scene {n} every Threat was beaten, so the Pilots won (S-09)."),
    Result.TEAM_BROKEN: tr("In scene {n} no Pilot could lead a scene any more, so Coach won (S-10)."),
    Result.DOOM: tr("In scene {n} enough Escalation Events had happened to bring Doom, so Coach won (S-11)."),
    Result.OUT_OF_TIME: tr(
        "In scene {n} time ran out, and the Pilots were not far enough ahead, so Coach won (S-12)."
    ),
    Result.HELD_OUT: tr(
        "In scene {n} time ran out with the Pilots far enough ahead, so the Pilots won (S-12)."
    ),
}
"""What decided a session."""

GOALS = {"none": tr("No goal"), **gambit.TRIGGERS}
"""What may be at stake."""

EFFECTS_OF_GOALS = {
    "trauma": tr("1 Trauma on a Threat"),
    **gambit.CONSEQUENCES,
}
"""What each goal brings."""

STILL_ON: Mapping[int, str] = {
    Active.NONE: tr("'{label}' is about a scene, but an effect is still going on."),
    Active.GAMBIT: tr("'{label}' is about a scene, but a Gambit is still going on."),
    Active.THROWDOWN: tr("'{label}' is about a scene, but a Throwdown is still going on."),
}
"""Why nothing can be decided about a scene, by the conflict that is being fought."""


def scene_of(own: Mapping[str, Any], who: str) -> str:
    """Return which scene it is and whose, out of a view; ``who`` leads it, nobody but Coach if empty."""
    known = {"n": own["scene"], "most": own["scenes"]}
    if not who:
        return tr("Scene {n} of {most}, Coach's", **known)
    return tr("Scene {n} of {most}, {who}'s", who=who, **known)
