"""A session: deal, legality, one action, returns, redeal. The conflicts in it go by their own rules."""

from __future__ import annotations

from throwdown.envs.core.kit import Out, calls, copy_record, kernel, pick, reset
from throwdown.envs.fusion.session import actions, editions, parts, scenes, state
from throwdown.envs.fusion.world import choices, stakes
from throwdown.envs.fusion.world.terms import FIRST_PHASE, Choice

OWN_PAGES = len(choices.PAGES_SHARED)


@kernel
def setup(s: state.State, out: Out) -> None:
    """Deal a scenario and open the first scene."""
    reset(s)
    t = s.throwdown
    parts.lend(s, t)
    editions.deal_world(t, out)
    parts.reclaim(s, t)
    first = pick(s, 2) if s.begins == state.Begins.RANDOM else s.begins
    s.side = 1 - first
    stakes.take_stock(t, s.start)
    scenes.next_scene(s, out)
    scenes.ask(s)


@kernel
def legal(s: state.State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words = out.words
    if s.active == state.Active.GAMBIT:
        calls.legal(s.gambit, out)
        for w in range(actions.Page.SCENE, out.pages):
            words[w] = 0
        return
    if s.active == state.Active.THROWDOWN or s.phase < FIRST_PHASE:
        calls.legal(s.throwdown, out)
        for w in range(out.pages - 1, actions.Page.THROWDOWN - 1, -1):
            words[w] = words[w - actions.THROWDOWN_PAGES]
        for w in range(OWN_PAGES, actions.Page.THROWDOWN):
            words[w] = 0
        return
    for w in range(out.pages):
        words[w] = 0
    scenes.legal_own(s, out)


@kernel
def apply(s: state.State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    if s.active == state.Active.GAMBIT:
        parts.play_gambit(s, action, out)
    elif s.active == state.Active.THROWDOWN or s.phase < FIRST_PHASE:
        parts.play_throwdown(s, action, out)
    elif action >= actions.Start.SCENE:  # nothing of a Throwdown is legal now
        if scenes.decide_scene(s, action - actions.Start.SCENE, out):
            return
    else:
        scenes.escalate(s, action - choices.Start.WAVE - choices.CoachAct.OMENS, out)
    advance(s, out)


@kernel
def advance(s: state.State, out: Out) -> None:
    """Go on until somebody must decide, or the session is over."""
    while not s.over:
        if s.active != state.Active.NONE:
            if not parts.is_part_over(s):
                parts.mirror(s)
                return
            scenes.end_conflict(s, out)
        elif parts.is_waiting(s):
            s.throwdown.over = False
            parts.mirror(s)
            return
        s.throwdown.phase = Choice.OVER
        s.throwdown.over = True
        result = scenes.find_end(s)
        if result != state.Result.RUNNING:
            scenes.end(s, result, out)
        elif s.step == state.Step.GOAL:
            scenes.reach_goal(s, out)
        elif s.step == state.Step.CLOSE:
            scenes.next_scene(s, out)
        else:
            scenes.ask(s)
            return


@kernel
def returns(s: state.State, out: Out) -> None:
    """Write the return of every seat: +1 or -1, which the Pilots share (S-13)."""
    value = 1.0 if s.result == state.Result.THREATS_BEATEN or s.result == state.Result.HELD_OUT else -1.0
    out.returns[0] = -value
    for p in range(1, s.throwdown.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: state.State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    if s.active == state.Active.GAMBIT:
        parts.lend(s, s.gambit)
        calls.redeal(s.gambit, viewer, out)
        parts.reclaim(s, s.gambit)
        copy_record(s.throwdown.world, s.gambit.world)
    else:
        parts.lend(s, s.throwdown)
        calls.redeal(s.throwdown, viewer, out)
        parts.reclaim(s, s.throwdown)
