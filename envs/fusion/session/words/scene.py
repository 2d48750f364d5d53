"""A session as a picture: the conflict that is going on, or the people between conflicts, and how far it has come."""

from dataclasses import replace

from throwdown.envs.core import kit, scene as drawn
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import text
from throwdown.envs.fusion.words import scene as shared
from throwdown.envs.fusion.world.terms import COACH


def scene(s: state.State, viewer: int | None, setup: kit.Setup) -> drawn.Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    part, game = position.part_of(s)
    inside = position.part_setup(setup, game)
    if s.active:
        assert game.pictures is not None
        found = game.pictures.scene(part, viewer, inside)
        found = replace(found, place=f"{_place(s, setup)} · {found.title}, {_lower(found.place)}")
    else:
        found = shared.scene(
            s.throwdown,
            viewer,
            inside,
            "",
            lambda p: _person(s, p, viewer, inside),
            place="Between conflicts" if not s.over else "over",
            piles=(drawn.Pile(_place(s, setup), note="no cards are on the table"),),
        )
    prompt = shared.by_name(text.prompt(s, setup), setup)
    return replace(found, title=setup.game.title, gauges=(*found.gauges, *_gauges(s)), prompt=prompt)


def _lower(place: str) -> str:
    return place[:1].lower() + place[1:]


def _place(s: state.State, setup: kit.Setup) -> str:
    whose = "Coach's" if s.side == COACH else f"{shared.name_of(int(s.acting), None, setup)}'s"
    goal = f", for '{actions.Goal(s.goal).label}'" if s.goal else ""
    return f"Scene {int(s.number)} of {int(s.scenes)}, {whose}{goal}"


def _gauges(s: state.State) -> list[drawn.Gauge]:
    """Return how far the session is, and how near to Coach's end of it."""
    found = [drawn.Gauge("Scenes", int(s.number), int(s.scenes), shared.POINT)]
    events = int(s.throwdown.world.used[COACH] & 0xF).bit_count()
    return [*found, drawn.Gauge("Doom", events, int(s.doom), shared.HURT)] if s.doom else found


def _person(s: state.State, p: int, viewer: int | None, setup: kit.Setup) -> drawn.Person:
    person = shared.person(s.throwdown, p, viewer, setup)
    return replace(person, is_to_move=not s.over and int(s.seat) == p)
