"""What happened in a session, in words; what happened inside a conflict is told by its own words."""

from __future__ import annotations

from collections.abc import Callable

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.fusion import gambit
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import labels
from throwdown.envs.fusion.words import names
from throwdown.envs.fusion.world import terms
from throwdown.envs.fusion.world.terms import COACH

PILOTS_WIN = (state.Result.THREATS_BEATEN, state.Result.HELD_OUT)
"""How the Pilots win a session."""


def _goal(event: Happening) -> str:
    return names.first_upper(labels.GOALS[actions.Goal(event.amount).label])


def _ventured(event: Happening, who: str) -> str:
    if not event.amount:
        return tr("{who} ventures for nothing in particular.", who=who)
    return tr("{who} ventures for {goal}.", who=who, goal=_goal(event))


def _challenged(event: Happening, who: str) -> str:
    if not event.amount:
        return tr("{who} throws the gauntlet for nothing in particular.", who=who)
    return tr("{who} throws the gauntlet for {goal}.", who=who, goal=_goal(event))


def _opened(event: Happening, who: str) -> str:
    if event.seat == COACH:
        return tr("Scene {n} is Coach's.", n=event.amount)
    return tr("Scene {n} is {who}'s.", n=event.amount, who=who)


def _let_go(event: Happening, who: str) -> str:
    return tr("Coach lets it be.") if event.amount else tr("Coach lets the moment pass.")


def _ended(event: Happening, who: str) -> str:
    result = labels.RESULTS[state.Result(event.amount).label]
    if event.amount in PILOTS_WIN:
        return tr("The session ends in scene {n} ({result}); the Pilots won.", n=event.number, result=result)
    return tr("The session ends in scene {n} ({result}); Coach won.", n=event.number, result=result)


_TOLD: dict[str, Callable[[Happening, str], str]] = {
    "SCENE_OPENED": _opened,
    "VENTURED": _ventured,
    "GAUNTLET_THROWN": _challenged,
    "RESTED": lambda e, who: tr("{who} lets her scene go by.", who=who),
    "LET_GO": _let_go,
    "GAMBIT_OFFERED": lambda e, who: tr("{who} wants to see cards for it.", who=who),
    "GOAL_REACHED": lambda e, who: tr("{who} reaches the goal: {goal}.", who=who, goal=_goal(e)),
    "GOAL_MISSED": lambda e, who: tr("{who} misses the goal: {goal}.", who=who, goal=_goal(e)),
    "SESSION_ENDED": _ended,
}
assert tuple(_TOLD) == tuple(event.label for event in terms.SESSION_EVENTS)

_GAMBIT = {event.label for event in terms.GAMBIT_EVENTS}


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event; a card that the viewer may not know is *a card*."""
    if event.kind in _GAMBIT:
        return gambit.GAMBIT.text.narrate(event, position.part_setup(setup, gambit.GAMBIT))
    if event.kind not in _TOLD:
        game, _ = setup.game.parts
        return game.text.narrate(event, position.part_setup(setup, game))
    return _TOLD[event.kind](event, setup.people[event.seat] if event.seat != NONE else tr("nobody"))
