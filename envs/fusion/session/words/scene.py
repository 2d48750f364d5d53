"""A session as a picture: the conflict that is going on, or the people between conflicts, and how far it has come."""

from dataclasses import replace
from typing import Any

from throwdown.envs.core import kit, scene as drawn
from throwdown.envs.core.catalogue import tr
from throwdown.envs.fusion.session import state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import labels, text
from throwdown.envs.fusion.words import scene as shared


def scene(s: state.State, viewer: int | None, setup: kit.Setup) -> drawn.Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    part, game = position.part_of(s)
    inside, own = position.part_setup(setup, game), text.view(s, viewer, setup)["session"]
    if s.active:
        assert game.pictures is not None
        found = game.pictures.scene(part, viewer, inside)
        found = replace(found, place=f"{_place(own, setup)} · {found.place}")
    else:
        found = shared.scene(
            s.throwdown,
            viewer,
            inside,
            "",
            lambda p: _person(s, p, viewer, inside),
            place=drawn.place(_place(own, setup), True) if s.over else tr("Between conflicts"),
            piles=(drawn.Pile(_place(own, setup), note=tr("no cards are on the table")),),
        )
    prompt = shared.by_name(text.prompt(s, setup), setup)
    return replace(found, title=setup.game.title, gauges=(*found.gauges, *_gauges(own)), prompt=prompt)


def _place(own: dict[str, Any], setup: kit.Setup) -> str:
    who = "" if own["side"] == "coach" else shared.name_of(setup.seat(own["acting"]), setup)
    place = labels.scene_of(own, who)
    if own["goal"] == "none":
        return place
    return tr("{scene}, for {goal}", scene=place, goal=labels.GOALS[own["goal"]])


def _gauges(own: dict[str, Any]) -> list[drawn.Gauge]:
    """Return how far the session is, and how near to Coach's end of it."""
    found = [drawn.Gauge(tr("Scenes"), own["scene"], own["scenes"], shared.POINT)]
    if own["doom"]:
        found.append(drawn.Gauge(tr("Doom"), own["escalations"], own["doom"], shared.HURT))
    return found


def _person(s: state.State, p: int, viewer: int | None, setup: kit.Setup) -> drawn.Person:
    person = shared.person(s.throwdown, p, viewer, setup)
    return replace(person, is_to_move=not s.over and int(s.seat) == p)
