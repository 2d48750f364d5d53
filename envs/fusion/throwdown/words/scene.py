"""The Throwdown as a picture: a Pile a stage, who commands, everybody's Strike."""

from __future__ import annotations

from throwdown.envs.core.kit import NONE, Setup, tr
from throwdown.envs.core.scene import HIDDEN, Gauge, Person, Pile, Scene
from throwdown.envs.fusion.throwdown import state
from throwdown.envs.fusion.throwdown.state import State
from throwdown.envs.fusion.throwdown.words import stages as named, text
from throwdown.envs.fusion.throwdown.words.describe import strike_now
from throwdown.envs.fusion.words import ahead, names, scene as shared
from throwdown.envs.fusion.world.cards import card_name
from throwdown.envs.fusion.world.terms import COACH

RESULTS: dict[int, str] = {
    state.Result.CONCEDED: tr("over"),
    state.Result.REFUSED: tr("refused"),
    state.Result.CALLED_OFF: tr("called off"),
}


def scene(s: State, viewer: int | None, setup: Setup) -> Scene:
    """Return what a picture of the table shows, as ``viewer`` (None: everything) sees it."""
    result = f" · {RESULTS[int(s.result)]}" if s.result != state.Result.RUNNING else ""
    return shared.scene(
        s,
        viewer,
        setup,
        text.prompt(s, setup),
        lambda p: _person(s, p, viewer, setup),
        place=text.place_of(int(s.stage)) + result,
        piles=_piles(s, setup),
        gauges=_gauges(s, setup),
    )


def _piles(s: State, setup: Setup) -> tuple[Pile, ...]:
    """Return the Piles that lie, and the places of the stages that are still to come."""
    now, is_rumble = int(s.stage), s.stage > state.LAST_STAGE
    stages = range(state.RUMBLE_STAGE, state.STAGES + 1) if is_rumble else range(1, state.LAST_STAGE + 1)
    ends = [*(int(x) for x in s.pile_from[2 : now + 1]), int(s.pile_n)]
    found = []
    for stage in stages:
        cards = range(int(s.pile_from[stage]), ends[stage - 1]) if stage <= now else range(0)
        laid = tuple(shared.laid(card_name(int(s.pile_card[i])), int(s.pile_by[i]), setup) for i in cards)
        is_lit = stage == now and not s.over
        winner = _winner(s, stage, setup)
        worth = str(1 << (stage - 1))
        found.append(Pile(named.pile_title(stage), laid, _note(s, stage), is_lit, worth=worth, owner=winner))
    return tuple(found)


def _winner(s: State, stage: int, setup: Setup) -> str:
    """Return the colour of the side that has the points of a stage, Coach's or that of the first Pilot who fights."""
    side = int(s.scored[stage])
    if side in (NONE, COACH):
        return "" if side == NONE else shared.COACHS
    return shared.colour_of(max(1, int(s.conflict.commander[1])), setup)


def _note(s: State, stage: int) -> str:
    """Return what is to be said about a stage."""
    side = int(s.scored[stage])
    if side != NONE:
        return tr("Coach's points") if side == COACH else tr("the Pilots' points")
    return tr("now") if stage == s.stage and not s.over else ""


def _gauges(s: State, setup: Setup) -> list[Gauge]:
    """Return the score, and in a Rumble what the Final Form has."""
    coach, pilots = (int(x) for x in s.score)
    found = [Gauge(tr("Score"), 0, note=tr("Coach {coach}, Pilots {pilots}", coach=coach, pilots=pilots))]
    c = s.conflict
    if c.rumble:
        found.append(shared.strike(strike_now(s, int(c.head))))
        buffers = int(c.form_buffers)
        found.append(Gauge(ahead.FORM_BUFFERS, buffers, max(1, buffers), shared.BUFFER))
        found.append(Gauge(ahead.FORM_CHARGES, int(c.form_charges)))
    return found


def _person(s: State, p: int, viewer: int | None, setup: Setup) -> Person:
    c = s.conflict
    notes = []
    if c.position[p] != NONE:
        position = names.position_name(int(c.position[p]), setup)
        notes = [tr("{position}, out", position=position) if c.ejected[p] else position]
    elif p != COACH and c.commander[1] == p:
        notes = [tr("Commander")]
    elif p != COACH and s.stage > 0 and not c.involved[p]:
        notes = [tr("stays out")]
    sealed = int(s.sealed[p])
    face = None if sealed == NONE else card_name(sealed) if viewer in (None, p) else HIDDEN
    return shared.person(s, p, viewer, setup, [shared.strike(strike_now(s, p))], notes, face)
