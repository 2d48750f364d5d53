"""A session: deal, legality, one action, returns, redeal. The conflicts in it go by their own rules."""

from __future__ import annotations

from throwdown.envs.core import calls
from throwdown.envs.core.events import Out
from throwdown.envs.core.jit import kernel, wide
from throwdown.envs.core.records import copy_record, reset
from throwdown.envs.core.rng import pick
from throwdown.envs.fusion.gambit.actions import PAGES as PAGES_OF_GAMBIT
from throwdown.envs.fusion.session.actions import GAMBIT_PAGES, PAGES, SCENE_START
from throwdown.envs.fusion.session.parts import (
    is_part_over,
    is_waiting,
    lend,
    mirror,
    play_gambit,
    play_throwdown,
    reclaim,
)
from throwdown.envs.fusion.session.scenes import (
    ask,
    decide_scene,
    end,
    end_conflict,
    escalate,
    find_end,
    legal_own,
    next_scene,
    reach_goal,
)
from throwdown.envs.fusion.session.state import (
    BEATEN,
    CLOSE,
    GOAL,
    IN_GAMBIT,
    IN_THROWDOWN,
    NO_CONFLICT,
    RANDOM_SIDE,
    RUNNING,
    State,
)
from throwdown.envs.fusion.throwdown.actions import PAGES as PAGES_OF_THROWDOWN
from throwdown.envs.fusion.world.choices import OMENS, PAGES_SHARED, WAVE_START
from throwdown.envs.fusion.world.conflict import FIRST_PHASE, OVER
from throwdown.envs.fusion.world.deal import setup_world

OWN_PAGES = len(PAGES_SHARED)


@kernel
def setup(s: State, out: Out) -> None:
    """Deal a scenario and open the first scene."""
    reset(s)
    t = s.throwdown
    lend(s, t)
    setup_world(t, out)
    reclaim(s, t)
    first = pick(s, 2) if s.begins == RANDOM_SIDE else wide(s.begins)
    s.side = 1 - first
    next_scene(s, out)
    ask(s)


@kernel
def legal(s: State, out: Out) -> None:
    """Write the legal set of the seat to move."""
    words = out.words
    if s.active == IN_GAMBIT:
        calls.legal(s.gambit, out)
        for w in range(PAGES_OF_GAMBIT, PAGES):
            words[w] = 0
        for w in range(OWN_PAGES, PAGES_OF_GAMBIT):
            words[w + GAMBIT_PAGES] = words[w]
            words[w] = 0
        return
    if s.active == IN_THROWDOWN or s.phase < FIRST_PHASE:
        calls.legal(s.throwdown, out)
        for w in range(PAGES_OF_THROWDOWN, PAGES):
            words[w] = 0
        return
    for w in range(PAGES):
        words[w] = 0
    legal_own(s, out)


@kernel
def apply(s: State, action: int, out: Out) -> None:
    """Carry out a legal action, then go on to the next decision."""
    if s.active == IN_GAMBIT:
        play_gambit(s, action, out)
    elif s.active == IN_THROWDOWN or s.phase < FIRST_PHASE:
        play_throwdown(s, action, out)
    elif action >= SCENE_START:
        if decide_scene(s, action - SCENE_START, out):
            return
    else:
        escalate(s, action - WAVE_START - OMENS, out)
    advance(s, out)


@kernel
def advance(s: State, out: Out) -> None:
    """Go on until somebody must decide, or the session is over."""
    while not s.over:
        if s.active != NO_CONFLICT:
            if not is_part_over(s):
                mirror(s)
                return
            end_conflict(s, out)
        elif is_waiting(s):
            s.throwdown.over = False
            mirror(s)
            return
        s.throwdown.phase = OVER
        s.throwdown.over = True
        result = find_end(s)
        if result != RUNNING:
            end(s, result, out)
        elif s.step == GOAL:
            reach_goal(s, out)
        elif s.step == CLOSE:
            next_scene(s, out)
        else:
            ask(s)
            return


@kernel
def returns(s: State, out: Out) -> None:
    """Write the return of every seat: +1 or -1, which the Pilots share (S-13)."""
    value = 1.0 if s.result == BEATEN else -1.0
    out.returns[0] = -value
    for p in range(1, s.throwdown.cfg.pilots + 1):
        out.returns[p] = value


@kernel
def redeal(s: State, viewer: int, out: Out) -> None:
    """Resample what ``viewer`` cannot know."""
    if s.active == IN_GAMBIT:
        lend(s, s.gambit)
        calls.redeal(s.gambit, viewer, out)
        reclaim(s, s.gambit)
        copy_record(s.throwdown.world, s.gambit.world)
    else:
        lend(s, s.throwdown)
        calls.redeal(s.throwdown, viewer, out)
        reclaim(s, s.throwdown)
