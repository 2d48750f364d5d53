"""What happened in a session, in words; what happened inside a conflict is told by its own words."""

from __future__ import annotations

from throwdown.envs.core.events import Happening
from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.core.narration import Narration
from throwdown.envs.fusion import gambit
from throwdown.envs.fusion.session import actions, state
from throwdown.envs.fusion.session.positions import position
from throwdown.envs.fusion.session.words import labels
from throwdown.envs.fusion.world.terms import COACH

PILOTS_WIN = (state.Result.THREATS_BEATEN, state.Result.HELD_OUT)
"""How the Pilots win a session."""


def _who(event: Happening, setup: Setup) -> str:
    return setup.people[event.seat] if event.seat != NONE else tr("nobody")


def _goal(event: Happening, setup: Setup) -> str:
    return labels.GOALS[actions.Goal(event.amount).label]


def _ventured(event: Happening, setup: Setup) -> str:
    if not event.amount:
        return tr("{who} ventured without a goal.", who=_who(event, setup))
    return tr("{who} ventured for {goal}.", who=_who(event, setup), goal=_goal(event, setup))


def _challenged(event: Happening, setup: Setup) -> str:
    if not event.amount:
        return tr("{who} threw the gauntlet without a goal.", who=_who(event, setup))
    return tr("{who} threw the gauntlet for {goal}.", who=_who(event, setup), goal=_goal(event, setup))


def _opened(event: Happening, setup: Setup) -> str:
    if event.seat == COACH:
        return tr("Scene {n} began, led by Coach.", n=event.amount)
    return tr("Scene {n} began, led by {who}.", n=event.amount, who=_who(event, setup))


def _let_go(event: Happening, setup: Setup) -> str:
    return tr("Coach let the goal be reached.") if event.amount else tr("Coach had a quiet scene.")


def _ended(event: Happening, setup: Setup) -> str:
    result = labels.RESULTS[state.Result(event.amount).label]
    if event.amount in PILOTS_WIN:
        return tr("The session ended in scene {n} ({result}); the Pilots won.", n=event.number, result=result)
    return tr("The session ended in scene {n} ({result}); Coach won.", n=event.number, result=result)


_NARRATION = Narration(
    state.Event,
    {"who": _who, "goal": _goal},
    {
        state.Event.SCENE_OPENED: _opened,
        state.Event.VENTURED: _ventured,
        state.Event.GAUNTLET_THROWN: _challenged,
        state.Event.LET_GO: _let_go,
        state.Event.SESSION_ENDED: _ended,
    },
)
_GAMBIT = gambit.state.Event.labels()


def narrate(event: Happening, setup: Setup) -> str:
    """Return one sentence for an event; a card that the viewer may not know is *a card*."""
    if _NARRATION.has(event):
        return _NARRATION.tell(event, setup)
    game = gambit.GAMBIT if event.kind in _GAMBIT else setup.game.parts[0]
    return game.text.narrate(event, position.part_setup(setup, game))
